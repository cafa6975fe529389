/** Jobs on the page: a new one, its question in place, its log as it is written, its end; and what was settled, taken back. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cardOf, Inbox } from '../../support/inbox.ts';

/** Writes how far it is, waits for a file `go`, and is done. */
const AGENT = `cat > /dev/null; echo "step 1 of 4"; n=0; while [ ! -e go ] && [ $n -lt 1000 ]; do n=$((n + 1)); sleep 0.02; done; printf 'turned \\342\\200\\256round\\n'; echo "soup is ready"`;

const inbox = new Inbox({ args: ['--exec', AGENT] });

test('a new job asks in place, runs once it is answered, shows its log and progress live, and ends', async () => {
  const { page, faults } = await inbox.open('jobs/new');
  await page.getByLabel('What should be done?').fill('Write a hot frozen soup recipe');
  await page.reload();
  expect(await page.getByLabel('What should be done?').inputValue(), 'the draft').toBe(
    'Write a hot frozen soup recipe',
  );
  await page.getByRole('button', { name: 'Start the job' }).click();
  const state = (is: string) => page.locator(`[data-testid=job-state][data-state=${is}]`).waitFor();
  await state('AWAITING_RESPONSE');
  const card = page.getByTestId('card');
  await card.getByRole('radio', { name: 'hot', exact: true }).check();
  await card.getByRole('button', { name: 'Send' }).click();
  await state('RUNNING');
  expect(await page.getByTestId('job-answer').innerText()).toBe('hot');
  await page.getByRole('list', { name: 'Log' }).getByText('step 1 of 4').waitFor();
  await expect.poll(() => page.getByRole('progressbar').getAttribute('value')).toBe('0.25');
  const elapsed = page.getByTestId('elapsed').first();
  const before = await elapsed.innerText();
  await expect.poll(() => elapsed.innerText()).not.toBe(before);
  writeFileSync(join(inbox.folder.path, 'go'), '');
  await state('COMPLETE');
  await page.getByRole('list', { name: 'Log' }).getByText('soup is ready').waitFor();
  await page.getByRole('link', { name: 'Open its page' }).click();
  const timeline = page.getByTestId('timeline');
  for (const event of ['Question asked', 'Answered', 'Resumed', 'Started', 'Complete'])
    await timeline.getByText(event, { exact: true }).first().waitFor();
  await page.getByRole('heading', { name: 'Spec' }).waitFor();
  expect(faults).toEqual([]);
});

test('a job whose answer settled nothing can be rephrased: its prompt is in the form for a new one, beside a draft that was there', async () => {
  const prompt = 'Write a hot frozen pudding recipe';
  const { page, faults } = await inbox.open('jobs/new');
  const field = page.getByLabel('What should be done?');
  await field.fill('Something else that I began');
  const made = await inbox.client.createJob({ prompt });
  await inbox.client.answer(made.clarification!.id, 'I don’t know');
  await page.goto(`${inbox.url}/#/jobs/${made.jobId}`);
  await page.getByText('Clarification did not resolve ambiguity. Please rephrase.').first().waitFor();
  await page.getByRole('link', { name: 'New job with this prompt' }).click();
  await expect.poll(() => field.inputValue()).toBe(prompt);
  await field.fill('Write a hot pudding recipe');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Write a hot pudding recipe');
  await page.goto(`${inbox.url}/#/jobs/new`);
  await expect.poll(() => field.inputValue()).toBe('Something else that I began');
  expect(faults).toEqual([]);
});

test('whoever answers on a card and settles nothing by it is told so, with the way to rephrase', async () => {
  const prompt = 'Write a hot frozen salad recipe';
  await inbox.client.createJob({ prompt });
  const { page } = await inbox.open();
  const card = cardOf(page, 'frozen');
  await card.getByRole('radio', { name: 'Something else' }).check();
  await page.keyboard.type('I don’t know');
  await page.keyboard.press('Enter');
  const notice = page.getByTestId('notice').filter({ hasText: 'Clarification did not resolve ambiguity.' });
  await notice.getByRole('button', { name: 'New job with this prompt' }).click();
  await expect.poll(() => page.getByLabel('What should be done?').inputValue()).toBe(prompt);
});

test('Ctrl+Enter and Cmd+Enter start the job, from any field of its form', async () => {
  const { page } = await inbox.open('jobs/new');
  const field = page.getByLabel('What should be done?');
  await field.fill('Write a hot frozen tea recipe');
  await field.press('Enter');
  expect(await field.inputValue(), 'Enter alone starts a line').toBe('Write a hot frozen tea recipe\n');
  await field.press('Control+Enter');
  await page.locator('[data-testid=job-state]').waitFor();
  await page.getByRole('button', { name: 'Another job' }).click();
  await field.fill('Write a hot frozen coffee recipe');
  await page.getByText('More settings').click();
  await page.getByRole('textbox', { name: /^Session/ }).press('Meta+Enter');
  await page.locator('[data-testid=job-state]').waitFor();
  for (const { id } of (await inbox.client.clarifications({ status: 'pending' })).items) await inbox.client.decline(id);
});

test('the list of jobs is filtered by state and session, and follows what happens', async () => {
  writeFileSync(join(inbox.folder.path, 'go'), '');
  const done = await inbox.client.createJob({ prompt: 'Write a poem about bread', sessionId: 'bread' });
  await expect.poll(async () => (await inbox.client.job(done.jobId)).state).toBe('COMPLETE');
  const { page } = await inbox.open('jobs');
  const row = (text: string) => page.getByTestId('job-row').filter({ hasText: text });
  await row('poem about bread').waitFor();
  const asked = await inbox.client.createJob({ prompt: 'Bake a hot frozen cake', sessionId: 'cake' });
  await row('hot frozen cake').waitFor();
  await page.getByLabel('Waiting for an answer').check({ force: true });
  await row('poem about bread').waitFor({ state: 'detached' });
  await row('hot frozen cake').waitFor();
  await page.getByLabel('Waiting for an answer').uncheck({ force: true });
  await page.getByLabel('Filter by session').fill('bread');
  await row('hot frozen cake').waitFor({ state: 'detached' });
  await row('poem about bread').waitFor();
  await page.getByLabel('Filter by session').fill('');
  await row('hot frozen cake').click();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await page.locator('[data-testid=job-state][data-state=CANCELLED]').waitFor();
  expect((await inbox.client.job(asked.jobId)).state).toBe('CANCELLED');
});

test('an answer is taken back in the history with one click, and the question may be asked anew', async () => {
  const body = { sessionId: 'past', question: 'Which shade of green?', options: ['light', 'dark'] };
  const [id] = await inbox.ask(body);
  await inbox.client.answer(id!, 'dark');
  const { page } = await inbox.open('history');
  const settled = page.getByTestId('settled').filter({ hasText: 'Which shade of green?' });
  expect(await settled.innerText()).toMatch(/Answered[\s\S]*\spast[\s\S]*dark[\s\S]* on the web/);
  await settled.getByRole('button', { name: 'Revoke' }).click();
  await settled.getByText('Revoked').waitFor();
  expect(await settled.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
  expect((await inbox.client.clarification(id!)).status).toBe('revoked');
  const [again] = await inbox.ask(body);
  expect(again).not.toBe(id);
  await inbox.client.decline(again!);
});

test('what was settled without a person says by what, and quotes it', async () => {
  await inbox.client.setPreference({ question: 'Which indent?', answer: 'two spaces' });
  const { items } = await inbox.client.ask({ sessionId: 'auto', question: 'Which indent?' }, { wait: false });
  expect(items).toMatchObject([{ outcome: 'auto_resolved', answer: 'two spaces' }]);
  const { page } = await inbox.open('history');
  const settled = page.getByTestId('settled').filter({ hasText: 'Which indent?' });
  await settled.getByText('Settled by a preference').waitFor();
  expect(await settled.locator('blockquote').innerText()).not.toBe('');
});

test('what silence decided is shown with its answer and by what', async () => {
  const silence = { timeout: '1s', onTimeout: 'default', default: 'no' } as const;
  const [id] = await inbox.ask({ sessionId: 'silence', question: 'Shall it be green?', type: 'CONFIRM', ...silence });
  await inbox.settled(id!);
  const { page } = await inbox.open('history');
  await page.getByLabel('Show', { exact: true }).selectOption('Settled without a person');
  const settled = page.getByTestId('settled').filter({ hasText: 'Shall it be green?' });
  await settled.getByText('No', { exact: true }).waitFor();
  await settled.getByText('Settled by the default, after no answer').waitFor();
});

test('a preference is added, edited, forgotten, and brought back', async () => {
  const { page } = await inbox.open('preferences');
  const question = 'Which quotes in code?';
  const stored = async () =>
    (await inbox.client.preferences()).items.find((item) => item.question === question)?.answer;
  await page.getByRole('button', { name: 'Add a preference' }).click();
  await page.getByLabel('Question').fill(question);
  await page.getByLabel('Answer', { exact: true }).fill('double');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByTestId('preference').filter({ hasText: question });
  await row.getByText('double').waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Answer', { exact: true }).fill('single');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('single').waitFor();
  expect(await stored()).toBe('single');
  await row.getByRole('button', { name: 'Forget' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await stored()).toBe(undefined);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  expect(await stored()).toBe('single');
});

test('marks that turn the direction of text are written out, in a job’s prompt, its result and its log', async () => {
  const { page, faults } = await inbox.open();
  const made = await inbox.client.createJob({ prompt: 'Write a soup recipe \u202etxt.exe\u2066 now' });
  writeFileSync(join(inbox.folder.path, 'go'), '');
  await page.goto(`${inbox.url}/#/jobs`);
  await page.getByTestId('job-row').filter({ hasText: '⟨U+202E⟩txt.exe⟨U+2066⟩ now' }).click();
  await page.getByRole('heading', { name: 'Write a soup recipe ⟨U+202E⟩txt.exe⟨U+2066⟩ now' }).waitFor();
  await page.getByRole('list', { name: 'Log' }).getByText('turned ⟨U+202E⟩round').waitFor();
  expect((await inbox.client.job(made.jobId)).prompt).toContain('\u202e');
  expect(await page.locator('body').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(faults).toEqual([]);
});
