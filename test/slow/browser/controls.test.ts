/** Every way to answer on a card, with the mouse; what was answered is in the store afterwards. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cardOf, Inbox } from '../../support/inbox.ts';

const inbox = new Inbox();

test('yes or no is answered by one click, and the page says so and offers to take it back', async () => {
  const [id] = await inbox.ask({ sessionId: 'yes', question: 'Rate limit the new endpoint?', type: 'CONFIRM' });
  const { page, faults } = await inbox.open();
  const card = cardOf(page, 'Rate limit');
  await card.getByRole('button', { name: 'No' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await inbox.settled(id!)).toMatchObject({ status: 'answered', answer: 'No', surface: 'http', source: 'user' });
  await page.getByTestId('notice').filter({ hasText: 'Answered “No”' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Answer revoked').waitFor();
  expect(await inbox.client.clarification(id!)).toMatchObject({ status: 'revoked' });
  expect(faults).toEqual([]);
});

test('one of several options is chosen with what it means, the recommended one first and marked', async () => {
  const [id] = await inbox.ask({
    sessionId: 'one',
    question: 'Which format for the export?',
    header: 'Format',
    reason: 'target_action_ambiguous',
    options: ['YAML', { label: 'TOML', description: 'Good for people' }, { label: 'JSON', description: 'No comments' }],
    recommended: 'JSON',
  });
  const { page } = await inbox.open();
  const card = cardOf(page, 'for the export');
  await card.getByText('The requested action is unclear.').waitFor();
  expect(await card.getByRole('radiogroup').innerText()).toMatch(
    /^JSON\s+Recommended\s+No comments\s+YAML\s+TOML\s+Good for people\s+Something else$/,
  );
  expect(await card.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await card.getByRole('radio', { name: 'TOML' }).check();
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'TOML' });
  await page.getByText('No questions waiting').waitFor();
  expect(await page.title()).toBe('AskOnce');
});

test('something else than the options is typed, and is the answer', async () => {
  const [id] = await inbox.ask({ sessionId: 'other', question: 'Which queue for mail?', options: ['SQS', 'Redis'] });
  const { page } = await inbox.open();
  const card = cardOf(page, 'Which queue');
  await card.getByRole('radio', { name: 'Something else' }).check();
  await card.locator('textarea:focus, input[type=text]:focus').waitFor();
  await page.keyboard.type('a table in the database');
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'a table in the database' });
});

test('where only the options count there is nothing else to choose', async () => {
  const [id] = await inbox.ask({
    sessionId: 'strict',
    question: 'Which licence?',
    options: ['MIT', 'ISC'],
    strictOptions: true,
  });
  const { page } = await inbox.open();
  const card = cardOf(page, 'Which licence');
  expect(await card.getByRole('radio').count()).toBe(2);
  await card.getByRole('radio', { name: 'ISC' }).check();
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'ISC' });
});

test('several options are chosen together, with one of one’s own', async () => {
  const [id] = await inbox.ask({
    sessionId: 'several',
    question: 'Which browsers?',
    multiSelect: true,
    options: ['Chrome', 'Firefox', 'Safari'],
  });
  const { page } = await inbox.open();
  const card = cardOf(page, 'Which browsers');
  for (const name of ['Chrome', 'Firefox', 'Safari', 'Something else'])
    await card.getByRole('checkbox', { name }).check();
  await card.getByRole('checkbox', { name: 'Firefox' }).uncheck();
  await card.getByRole('textbox').fill('Ladybird');
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'Chrome, Safari, Ladybird' });
});

test('a file is found by words of its path, which are marked; a path outside the project is refused in place', async () => {
  mkdirSync(join(inbox.folder.path, 'src/http'), { recursive: true });
  for (const file of ['src/http/server.ts', 'src/http/routes.ts', 'guide.md'])
    writeFileSync(join(inbox.folder.path, file), '');
  const question = 'Which file gets the new route?';
  const [id] = await inbox.ask({ sessionId: 'file', question, type: 'TARGET_FILE', options: ['guide.md'] });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  await card.getByRole('button', { name: 'guide.md' }).waitFor();
  const field = card.getByRole('combobox');
  await field.fill('../../etc/passwd');
  await field.press('Enter');
  await card.getByRole('alert').waitFor();
  expect((await inbox.client.clarification(id!)).status).toBe('pending');
  await field.fill('http rou');
  const found = card.getByRole('option');
  await expect.poll(() => found.allInnerTexts()).toEqual(['src/http/routes.ts']);
  expect(await found.locator('mark').allInnerTexts()).toEqual(['http', 'rou']);
  await field.press('ArrowDown');
  await field.press('Enter');
  expect(await field.inputValue()).toBe('src/http/routes.ts');
  await field.press('Enter');
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'src/http/routes.ts' });
});

test('a free text grows with its lines; Shift+Enter starts one and Enter sends all', async () => {
  const [id] = await inbox.ask({ sessionId: 'text', question: 'What shall the release be called?', type: 'FREE_TEXT' });
  const { page } = await inbox.open();
  const field = cardOf(page, 'release be called').getByRole('textbox');
  const before = (await field.boundingBox())!.height;
  await field.fill('One\nTwo\nThree\nFour\nFive');
  await expect.poll(async () => (await field.boundingBox())!.height).toBeGreaterThan(before + 40);
  await field.press('Shift+Enter');
  await page.keyboard.type('Six');
  await field.press('Enter');
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'One\nTwo\nThree\nFour\nFive\nSix' });
});

test('several questions of one ask are one card, and are sent together', async () => {
  const ids = await inbox.ask({
    sessionId: 'plan',
    questions: [
      { question: 'Which database?', options: ['SQLite', 'PostgreSQL'] },
      { question: 'Deploy on Fridays?', type: 'CONFIRM' },
      { question: 'Name of the service?', type: 'FREE_TEXT' },
    ],
  });
  const { page } = await inbox.open();
  const card = page.getByTestId('card');
  await card.getByText('3 questions', { exact: true }).waitFor();
  expect(await card.count()).toBe(1);
  await card.getByRole('radio', { name: 'PostgreSQL' }).check();
  await card.getByRole('button', { name: 'Yes' }).click();
  await card.getByRole('textbox').fill('mailer');
  await card.getByRole('button', { name: 'Send 3 answers' }).click();
  const answers = await Promise.all(ids.map(async (id) => (await inbox.settled(id)).answer));
  expect(answers).toEqual(['PostgreSQL', 'Yes', 'mailer']);
});

test('what is hard to undo names its subject and is answered in two steps, with nothing to remember', async () => {
  const question = 'Delete all rows of customers_old?';
  const [id] = await inbox.ask({
    sessionId: 'harm',
    question,
    type: 'CONFIRM',
    destructive: true,
    subject: 'customers_old',
    context: 'There is a backup of Monday.',
  });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  await card.getByText('Careful: hard to undo').waitFor();
  expect(await card.getByTestId('subject').innerText()).toBe('customers_old');
  expect(await card.getByLabel('Remember for the project').count()).toBe(0);
  await card.getByTestId('context').getByText('There is a backup of Monday.').waitFor();
  await card.getByRole('button', { name: 'Yes' }).click();
  await card.getByRole('button', { name: 'Yes', pressed: true }).waitFor();
  expect((await inbox.client.clarification(id!)).status).toBe('pending');
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'Yes' });
});

test('an answer to be remembered is the project’s preference from then on, until it is taken back', async () => {
  const question = 'Which test runner for the parser?';
  const [id] = await inbox.ask({ sessionId: 'remember', question, options: ['vitest', 'node:test'] });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  await card.getByRole('radio', { name: 'vitest' }).check();
  await card.getByLabel('Remember for the project').check();
  await card.getByRole('button', { name: 'Send' }).click();
  await inbox.settled(id!);
  const preferred = async () => (await inbox.client.preferences()).items.filter((item) => item.question === question);
  expect(await preferred()).toMatchObject([{ answer: 'vitest', origin: 'set' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(preferred).toEqual([]);
});

test('a question is declined with a word why', async () => {
  const [id] = await inbox.ask({ sessionId: 'decline', question: 'Which of the vendors?' });
  const { page } = await inbox.open();
  const card = cardOf(page, 'Which of the vendors');
  await card.getByRole('button', { name: 'Decline' }).click();
  await card.getByLabel('Why not?').fill('ask purchasing');
  await card.getByRole('button', { name: 'Decline the question' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ status: 'declined', because: 'ask purchasing' });
});

test('the answer to a similar question is offered, and is given again by a click', async () => {
  const [first] = await inbox.ask({
    sessionId: 'similar',
    question: 'Which test runner should I use for the unit tests?',
    options: ['jest', 'ava'],
  });
  await inbox.client.answer(first!, 'ava');
  const question = 'Which test runner should I use for the end-to-end tests?';
  const [id] = await inbox.ask({ sessionId: 'similar', question, options: ['ava', 'playwright'] });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  const offered = card.getByTestId('offered');
  await offered.getByText('for the unit tests?').waitFor();
  await offered.getByRole('button', { name: 'Use this answer' }).click();
  expect(await card.getByRole('radio', { name: 'ava' }).isChecked()).toBe(true);
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'ava' });
});

test('a click is not missed because the card moves under it', async () => {
  mkdirSync(join(inbox.folder.path, 'notes'));
  for (let n = 0; n < 8; n += 1) writeFileSync(join(inbox.folder.path, `notes/n${n}.md`), '');
  const ids = [
    ...(await inbox.ask({ sessionId: 'move', question: 'Which file for the notes?', type: 'TARGET_FILE' })),
    ...(await inbox.ask({ sessionId: 'move', question: 'What is the note about?', type: 'FREE_TEXT' })),
  ];
  const { page } = await inbox.open();
  const card = cardOf(page, 'Which file for the notes?');
  const remember = cardOf(page, 'What is the note about?').getByLabel('Remember for the project');
  // Its list of files is open, and goes when the field is left: for the card's own button, and for the card below.
  // Typed until the list is open: a closing form gives the focus back a moment later, and the field is left by that.
  const listFiles = () =>
    expect
      .poll(
        async () => {
          await card.getByRole('combobox').fill('notes');
          return card.getByRole('option').nth(7).isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);
  await listFiles();
  await card.getByRole('button', { name: 'Decline' }).click();
  await card.getByLabel('Why not?').waitFor();
  await page.keyboard.press('Escape');
  await listFiles();
  await remember.click();
  expect(await remember.isChecked()).toBe(true);
  for (const id of ids) await inbox.client.decline(id);
});

test('a deadline is counted down, with what happens then; the nearest may stand first', async () => {
  const late = { timeout: '90m', onTimeout: 'default', default: 'no' } as const;
  const soon = { timeout: '200s', onTimeout: 'fallback' } as const;
  const ids = [
    ...(await inbox.ask({ sessionId: 'late', question: 'Ship it late?', type: 'CONFIRM', ...late })),
    ...(await inbox.ask({ sessionId: 'soon', question: 'Ship it soon?', type: 'CONFIRM', ...soon })),
  ];
  const { page } = await inbox.open();
  const left = cardOf(page, 'soon?').getByTestId('countdown');
  expect(await cardOf(page, 'late?').getByTestId('countdown').innerText()).toMatch(
    /^1:(29|30):\d\d left, then the agent continues with “No”$/,
  );
  const before = await left.innerText();
  expect(before).toMatch(/^3:\d\d left, then the agent continues without an answer$/);
  await expect.poll(() => left.innerText()).not.toBe(before);
  const questions = () => page.getByTestId('card').getByRole('heading').allInnerTexts();
  expect(await questions()).toEqual(['Ship it late?', 'Ship it soon?']);
  await page.getByLabel('Sort by').selectOption('Nearest deadline first');
  expect(await questions()).toEqual(['Ship it soon?', 'Ship it late?']);
  for (const id of ids) await inbox.client.decline(id);
});
