/** Two projects, three agents, one person: whose question it is, one answer for all that ask it, and second thoughts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { FakeClock } from '../../../src/testing/fake-clock.ts';
import { cardOf, Inbox } from '../../support/inbox.ts';
import { look } from '../../support/look.ts';

const inbox = new Inbox();
const FORMAT = { question: 'Which format should reports use?', options: ['YAML', 'JSON'] };

test('equal questions of several agents are one card, and the answer settles those that are ticked', async () => {
  const ids: string[] = [];
  for (const agent of ['Claude Code', 'Codex', 'Gemini CLI'])
    ids.push(...(await inbox.ask({ ...FORMAT, sessionId: agent.replace(' ', '-'), agent, branch: 'fix/prices' })));
  const { page, faults } = await inbox.open();
  const card = cardOf(page, 'Which format');
  await card.getByText('3 agents ask this').waitFor();
  expect(await card.count()).toBe(1);
  await card.getByTestId('whose').first().getByText('Claude Code').waitFor();
  await card.getByTestId('whose').first().getByText('fix/prices').waitFor();
  await card.getByRole('checkbox', { name: /Gemini CLI/ }).uncheck();
  await card.getByRole('radio', { name: 'YAML' }).check();
  await card.getByRole('button', { name: 'Send' }).click();
  expect(await inbox.settled(ids[0]!)).toMatchObject({ answer: 'YAML', sessionId: 'Claude-Code' });
  expect(await inbox.settled(ids[1]!)).toMatchObject({ answer: 'YAML', sessionId: 'Codex' });
  await cardOf(page, 'Which format').getByTestId('whose').getByText('Gemini CLI').waitFor();
  expect(await inbox.client.clarification(ids[2]!)).toMatchObject({ status: 'pending' });
  await inbox.client.answer(ids[2]!, 'JSON');
  expect(faults).toEqual([]);
});

test('questions of two projects are told apart, and one is shown alone', async () => {
  const there = join(inbox.folder.path, 'other-shop');
  mkdirSync(there);
  const other = await openAskOnce({ db: join(inbox.folder.path, '.askonce', 'askonce.db'), project: there });
  const asked = await other.session('s').ask('Which paper?', { wait: false, agent: 'Codex' });
  const [here] = await inbox.ask({ sessionId: 'here', question: 'Which ink?', agent: 'Claude Code' });
  const { page } = await inbox.open();
  await cardOf(page, 'Which paper').getByText('other-shop').waitFor();
  await page.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'other-shop' });
  await cardOf(page, 'Which ink').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Project' }).selectOption('');
  await page.getByRole('combobox', { name: 'Agent' }).selectOption('Claude Code');
  await cardOf(page, 'Which paper').waitFor({ state: 'detached' });
  await cardOf(page, 'Which ink').waitFor();
  await inbox.client.answer(here!, 'blue');
  await inbox.client.answer(asked.items[0]!.id!, 'A4');
  await other.close();
});

test('questions are shown of one session, of one kind, and of one age', async () => {
  const db = join(inbox.folder.path, '.askonce', 'askonce.db');
  const now = Date.now();
  const ago = await openAskOnce({ db, project: inbox.folder.path, clock: new FakeClock(now - 2 * 3_600_000) });
  const old = (await ago.session('old').ask('Which river?', { wait: false })).items[0]!.id!;
  const [fresh] = await inbox.ask({ sessionId: 'fresh', question: 'Which lake?' });
  const call = await ago.session('old').approve({ tool: 'Bash', input: { command: 'ls rivers' } }, { wait: false });
  const { page, faults } = await inbox.open();
  const [river, lake, ls] = [cardOf(page, 'Which river'), cardOf(page, 'Which lake'), cardOf(page, 'ls rivers')];
  for (const card of [river, lake, ls]) await card.waitFor();
  const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOption(value);
  await choose('Session', 'fresh');
  for (const card of [river, ls]) await card.waitFor({ state: 'detached' });
  await look(page, 'filters');
  await choose('Session', '');
  await choose('Kind', 'approval');
  for (const card of [river, lake]) await card.waitFor({ state: 'detached' });
  await ls.waitFor();
  await choose('Kind', '');
  await choose('Age', String(3_600_000));
  await lake.waitFor({ state: 'detached' });
  for (const card of [river, ls]) await card.waitFor();
  await inbox.client.answer(old, 'Rhine');
  await inbox.client.answer(fresh!, 'Constance');
  await ago.approvals.decide(call.id!, { decision: 'deny' });
  await ago.close();
  expect(faults).toEqual([]);
});

test('preferences stand under their project, and are added to, changed in and forgotten in the one that is meant', async () => {
  const there = join(inbox.folder.path, 'other-blog');
  mkdirSync(there);
  const other = await openAskOnce({ db: join(inbox.folder.path, '.askonce', 'askonce.db'), project: there });
  await inbox.client.setPreference({ question: 'Which linter?', answer: 'biome' });
  await other.preferences.set('Which linter?', 'eslint');
  const { page, faults } = await inbox.open('preferences');
  const section = page.getByTestId('preferences').filter({ hasText: 'other-blog' });
  await section.getByText('eslint').waitFor();
  await page.getByTestId('preferences').getByText('biome').waitFor();
  await section.getByRole('button', { name: 'Edit' }).click();
  await section.getByLabel('Answer', { exact: true }).fill('oxlint');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('oxlint').waitFor();
  await page.getByRole('button', { name: 'Add a preference' }).click();
  await page.getByLabel('Question').fill('Which bundler?');
  await page.getByLabel('Answer', { exact: true }).fill('vite');
  await page.getByRole('combobox', { name: /^Project/ }).selectOption({ label: 'other-blog' });
  await page.getByRole('button', { name: 'Save' }).click();
  await section.getByText('vite').waitFor();
  await look(page, 'preferences-of-projects');
  await section.getByTestId('preference').filter({ hasText: 'oxlint' }).getByRole('button', { name: 'Forget' }).click();
  await section.getByText('oxlint').waitFor({ state: 'detached' });
  expect((await other.preferences.list()).items).toMatchObject([{ question: 'Which bundler?', answer: 'vite' }]);
  const here = (await inbox.client.preferences()).items.filter(({ question }) => /linter|bundler/.test(question));
  expect(here).toMatchObject([{ question: 'Which linter?', answer: 'biome' }]);
  await inbox.client.forgetPreference({ question: 'Which linter?' });
  await other.close();
  expect(faults).toEqual([]);
});

test('a question is put off and leaves the list; an answer is corrected in the history', async () => {
  const [id] = await inbox.ask({
    sessionId: 'later',
    question: 'Which month for the launch?',
    options: ['May', 'June'],
  });
  const { page, faults } = await inbox.open();
  const card = cardOf(page, 'Which month');
  await card.getByRole('button', { name: 'Later' }).click();
  await card.getByRole('button', { name: 'In an hour' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByTestId('notice').filter({ hasText: 'Put off until' }).waitFor();
  // What was put off is listed below, and comes back from there.
  const putOff = page.getByTestId('put-off');
  await putOff.getByText('1 question put off').click();
  await putOff.getByText('Which month for the launch?').waitFor();
  await look(page, 'put-off');
  await putOff.getByRole('button', { name: 'Show now' }).click();
  await card.waitFor();
  await putOff.waitFor({ state: 'detached' });
  await inbox.client.answer(id!, 'May');
  await page.getByRole('link', { name: 'History' }).click();
  const settled = page.getByTestId('settled').filter({ hasText: 'Which month' });
  await settled.getByRole('button', { name: 'Correct' }).click();
  await settled.getByLabel('The right answer').fill('June');
  await settled.getByRole('button', { name: 'Correct' }).click();
  await page.getByText('Corrected. Agents that used the old answer learn of it.').waitFor();
  expect(await inbox.client.clarification(id!)).toMatchObject({ status: 'revoked', answer: 'May' });
  const { items } = await inbox.client.clarifications({ session: 'later', status: 'answered' });
  expect(items).toMatchObject([{ answer: 'June', succeeds: id }]);
  expect(faults).toEqual([]);
});
