/** Two projects, three agents, one person: real processes on the one server of the person, answered on the page and in a terminal. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { cardOf, live } from '../../support/inbox.ts';
import { BIN } from '../../support/programs.ts';
import { openTerminal } from '../../support/pty.ts';
import { newPerson, type Project, up } from '../support/person.ts';

const FORMAT = ['ask', 'Which format should reports use?', '--option', 'YAML', '--option', 'JSON', '--wait'];
const TESTS = ['approve', 'Bash', '{"command":"npm test"}', '--wait'];

test('three agents of two projects wait in one inbox, and each gets its own answer', async () => {
  const person = newPerson();
  const [shop, blog] = [person.newProject(), person.newProject()];
  const { page: address } = await up(shop);
  const asking = async (project: Project, command: readonly string[], agent: string) => {
    const waiting = project.start([...command, '--agent', agent, '--session', agent.replaceAll(' ', '-')]);
    await waiting.stderrShows(/^\[parked\] (q-\S+)/m);
    return waiting.ended;
  };
  const claude = asking(shop, FORMAT, 'Claude Code');
  const codex = asking(shop, FORMAT, 'Codex');
  const gemini = asking(blog, FORMAT, 'Gemini CLI');
  const call = asking(blog, TESTS, 'Gemini CLI');

  // On the page: the two agents of one project are one card; that of the other project is another one.
  const { page, faults } = await openPage();
  await page.goto(address);
  await live(page);
  const both = cardOf(page, '2 agents ask this');
  const alone = cardOf(page, 'Which format').filter({ hasText: 'Gemini CLI' });
  await alone.getByText(blog.path.split('/').at(-1)!).waitFor();
  await cardOf(page, 'Allow Bash?').getByTestId('whose').getByText('Gemini CLI').waitFor();
  await both.getByRole('radio', { name: 'YAML' }).check();
  await both.getByRole('button', { name: 'Send' }).click();
  for (const agent of [claude, codex]) expect(await agent).toMatchObject({ code: 0, stdout: 'YAML\n' });

  // In a terminal: the rest, whatever the project of its folder.
  const env = { ...person.env };
  const inbox = openTerminal({ file: BIN, args: ['inbox', '--watch'], cwd: shop.path, env, cols: 140 });
  const rows = await inbox.waitFor('2 questions waiting');
  expect(rows.filter((row) => row.includes(`Gemini CLI · ${blog.path.split('/').at(-1)}`))).toHaveLength(2);
  inbox.type('Which');
  inbox.press('enter');
  await inbox.waitFor('1  YAML');
  inbox.type('2');
  inbox.press('enter');
  expect(await gemini).toMatchObject({ code: 0, stdout: 'JSON\n' });
  await inbox.waitFor('1 question waiting');
  inbox.press('enter');
  await inbox.waitFor('$ npm test');
  inbox.type('a');
  inbox.press('enter');
  expect(await call).toMatchObject({ code: 0, stdout: 'allow\n' });
  await inbox.waitFor('New questions appear here.');

  // The page has heard of it, and each answer belongs to its session.
  await page.getByText('No questions waiting', { exact: true }).waitFor();
  await page.goto(`${new URL(address).origin}/#/rules`);
  const rule = page.getByTestId('rule').filter({ hasText: 'Bash(npm test)' });
  await rule.getByText(`Always in ${blog.path.split('/').at(-1)}`).waitFor();
  const { items } = JSON.parse((await shop.run(['history', '--json'])).stdout);
  const answers = ({ path }: Project) =>
    items
      .filter(({ project }: Record<string, string>) => project === path)
      .map((one: Record<string, string>) => `${one.agent} in ${one.session}: ${one.answer}`)
      .sort();
  expect(answers(shop)).toEqual(['Claude Code in Claude-Code: YAML', 'Codex in Codex: YAML']);
  expect(answers(blog)).toEqual(['Gemini CLI in Gemini-CLI: JSON', 'Gemini CLI in Gemini-CLI: Yes']);
  // The same question of a new agent is asked again in a session of its own: an answer is of its session.
  expect((await blog.run([...FORMAT.slice(0, -1), '--session', 'Codex'])).code).toBe(2);
  expect(faults).toEqual([]);
});

test('a job from the page belongs to the project that the person chooses, and is run there', async () => {
  const person = newPerson();
  const [shop, blog] = [person.newProject(), person.newProject()];
  const { page: address, url } = await up(shop);
  for (const project of [shop, blog]) expect((await project.run(['ask', 'Which colour?'])).code).toBe(2);
  const headers = { 'content-type': 'application/json' };
  expect(await (await fetch(`${url}/projects`)).json()).toEqual({ items: [shop.path, blog.path] });
  const refused = await fetch(`${url}/jobs`, { method: 'POST', headers, body: '{"prompt":"Write a haiku"}' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('askonce-project') });

  const { page, faults } = await openPage();
  await page.goto(address);
  await live(page);
  await page.goto(`${new URL(address).origin}/#/jobs/new`);
  await page.getByLabel('Project').selectOption(blog.path);
  await page.getByLabel('What should be done?').fill('Write a page about autumn with a list of trees.');
  await page.getByRole('button', { name: 'Start the job' }).click();
  await page.getByText('Complete', { exact: true }).first().waitFor();
  expect(existsSync(join(blog.path, '.askonce', 'specs'))).toBe(true);
  expect(existsSync(join(person.store, '.askonce'))).toBe(false);
  await page.getByRole('link', { name: 'Open its page' }).click();
  await page.getByRole('heading', { name: 'Write a page about autumn' }).waitFor();
  await page.goto(`${new URL(address).origin}/#/jobs`);
  await page.getByTestId('job-row').filter({ hasText: 'autumn' }).waitFor();
  await page.getByLabel('Project').selectOption(shop.path);
  await page.getByText('No jobs yet').waitFor();
  expect(faults).toEqual([]);
});
