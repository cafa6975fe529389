/** The inbox without a mouse. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { AskBody } from '../../../src/surfaces/client/index.ts';
import { cardOf, Inbox } from '../../support/inbox.ts';

const inbox = new Inbox();

/** A kind of question, the keys that answer it, and the answer they give. */
const KINDS: readonly (readonly [Partial<AskBody>, readonly string[], string])[] = [
  [{ type: 'CONFIRM' }, ['y'], 'Yes'],
  [{ options: ['alpha', 'beta'], recommended: 'beta' }, ['1', 'Enter'], 'beta'],
  [{ multiSelect: true, options: ['one', 'two', 'three'] }, ['1', '3', 'Enter'], 'one, three'],
  [{ type: 'FREE_TEXT' }, ['Enter', 'typed:my words', 'Enter'], 'my words'],
  [{ type: 'TARGET_FILE', options: ['docs/x.md', 'src/y.ts'] }, ['2', 'Enter'], 'src/y.ts'],
];

/** Presses a key; what is typed waits until there is a field for it, as a person does. */
async function press(page: Page, key: string): Promise<void> {
  const [, words] = /^typed:(.*)$/.exec(key) ?? [];
  if (words === undefined) return page.keyboard.press(key);
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(words);
}

/** Until the card with a question is in focus, where its keys work. */
const inHand = (page: Page, question: string) =>
  page.locator('[data-testid=card]:focus').filter({ hasText: question }).waitFor();

test('twenty questions are cleared by keyboard alone, each card in hand when the one before has gone', async () => {
  const asked = Array.from({ length: 20 }, (_, index) => ({
    question: `Question ${index} of twenty, what about thing ${index * 7}?`,
    kind: KINDS[index % KINDS.length]!,
  }));
  for (const { question, kind } of asked) await inbox.ask({ sessionId: 'twenty', question, ...kind[0] });
  const { page, faults } = await inbox.open();
  await expect.poll(() => page.title()).toBe('(20) AskOnce');
  await page.keyboard.press('j');
  for (const { question, kind } of asked) {
    await inHand(page, question);
    for (const key of kind[1]) await press(page, key);
  }
  await page.getByText('No questions waiting').waitFor();
  await expect.poll(async () => (await inbox.client.clarifications({ status: 'pending' })).items).toEqual([]);
  const { items } = await inbox.client.history('twenty', { limit: 50 });
  const answers = new Map(items.map(({ question, answer }) => [question, answer]));
  expect(answers).toEqual(new Map(asked.map(({ question, kind }) => [question, kind[2]])));
  expect(faults).toEqual([]);
});

test('keys go through several questions of a card, remember, show the job, decline', async () => {
  await inbox.ask({
    sessionId: 'card',
    questions: [
      { question: 'Which cache?', options: ['Redis', 'none'] },
      { question: 'Ship on Friday?', type: 'CONFIRM' },
      { question: 'Name of the job?', type: 'FREE_TEXT' },
    ],
  });
  await inbox.ask({ sessionId: 'like', question: 'Which colour for the header?', options: ['red', 'blue'] });
  await inbox.ask({ sessionId: 'like', question: 'Which vendor?', job: 'buying' });
  const { page } = await inbox.open();
  await page.getByTestId('card').nth(2).waitFor();
  await page.keyboard.press('j');
  await inHand(page, 'Which cache?');
  for (const key of ['2', 'n', 'e', 'typed:nightly', 'Enter']) await press(page, key);
  await inHand(page, 'Which colour');
  for (const key of ['r', '2', 'Enter']) await press(page, key);
  await inHand(page, 'Which vendor?');
  await page.keyboard.press('c');
  await page.getByTestId('card-job').getByText('buying').waitFor();
  await page.keyboard.press('x');
  await page.locator('form input:focus').waitFor();
  await page.keyboard.type('later');
  await page.keyboard.press('Enter');
  await page.getByText('No questions waiting').waitFor();
  const answered = async (session: string) =>
    (await inbox.client.history(session, { all: true, limit: 50 })).items.map(({ answer, status }) => answer ?? status);
  await expect.poll(async () => (await answered('card')).toSorted()).toEqual(['No', 'nightly', 'none']);
  await expect.poll(async () => (await answered('like')).toSorted()).toEqual(['blue', 'declined']);
  expect((await inbox.client.preferences()).items).toContainEqual(
    expect.objectContaining({ question: 'Which colour for the header?', answer: 'blue', origin: 'set' }),
  );
});

test('y on what is hard to undo only chooses; Enter sends it', async () => {
  const question = 'Delete the file users.db?';
  const [id] = await inbox.ask({ sessionId: 'harm', question, type: 'CONFIRM', destructive: true });
  const { page } = await inbox.open();
  const card = cardOf(page, question);
  await card.waitFor();
  await page.keyboard.press('j');
  await inHand(page, question);
  await page.keyboard.press('y');
  await card.getByRole('button', { name: 'Yes', pressed: true }).waitFor();
  expect((await inbox.client.clarification(id!)).status).toBe('pending');
  await page.keyboard.press('Enter');
  expect(await inbox.settled(id!)).toMatchObject({ answer: 'Yes' });
});

test('/ searches, ? shows the keys, and whoever turns them off has none', async () => {
  const ids = [
    ...(await inbox.ask({ sessionId: 'find', question: 'Which needle?', options: ['a', 'b'] })),
    ...(await inbox.ask({ sessionId: 'find', question: 'Which haystack?', options: ['a', 'b'] })),
  ];
  const { page } = await inbox.open();
  await page.getByTestId('card').nth(1).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('hay');
  await cardOf(page, 'needle').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await inHand(page, 'haystack');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Choose an option').waitFor();
  await dialog.getByLabel('Keyboard shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await cardOf(page, 'haystack').focus();
  await page.keyboard.press('1');
  expect(await cardOf(page, 'haystack').getByRole('radio', { checked: true }).count()).toBe(0);
  for (const id of ids) await inbox.client.decline(id);
});
