/** The command line in two projects, and in two worktrees of one, with one store. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

const COLOUR = ['ask', 'Which colour should the button have?', '--session', 'checkout', '--job', 'build'];

test('a session and a job of the same name in two folders are two, and the inbox has the questions of both', async () => {
  const [first, second] = [newFolder(), newFolder()];
  const db = ['--db', join(first.path, 'shared.db')];
  const ids = [];
  for (const { run } of [first, second]) {
    const { code, stderr } = await run([...COLOUR, ...db]);
    expect(code).toBe(2);
    expect(stderr).toContain('(session checkout)');
    ids.push(/^\[parked\] (q-\S+)/m.exec(stderr)![1]!);
  }
  expect(ids[0]).not.toBe(ids[1]);
  const inbox = JSON.parse((await first.run(['inbox', '--json', ...db])).stdout);
  expect(inbox.items).toMatchObject(ids.map((id) => ({ id, session: 'checkout', job: 'build' })));
  expect(await first.run(['answer', ids[1]!, 'blue', ...db])).toMatchObject({ code: 0 });
  expect(await second.run([...COLOUR, ...db])).toMatchObject({ code: 0, stdout: 'blue\n' });
  expect(await first.run([...COLOUR, ...db])).toMatchObject({ code: 2 });
  for (const [{ run }, found] of [
    [first, []],
    [second, [{ answer: 'blue' }]],
  ] as const)
    expect(JSON.parse((await run(['history', '--session', 'checkout', '--json', ...db])).stdout).items).toMatchObject(
      found,
    );
});

test('preferences are those of the folder’s project, or of the one that is named', async () => {
  const [first, second] = [newFolder(), newFolder()];
  const db = ['--db', join(first.path, 'shared.db')];
  const question = 'Which test runner should I use?';
  expect(await second.run(['prefs', 'set', question, 'vitest', ...db])).toMatchObject({ code: 0 });
  expect((await first.run(['prefs', ...db])).stdout).toContain('No preferences yet.');
  const there = ['--in', basename(second.path), ...db];
  expect((await first.run(['prefs', ...there])).stdout).toContain('→ vitest');
  const set = await first.run(['prefs', 'set', question, 'jest', ...there]);
  expect(set.stdout).toBe(`“${question}” will be answered “jest” in ${basename(second.path)}.\n`);
  expect(JSON.parse((await second.run(['prefs', '--json', ...db])).stdout).items).toMatchObject([{ answer: 'jest' }]);
  expect(await first.run(['prefs', 'forget', question, ...db])).toMatchObject({ code: 1 });
  expect(await first.run(['prefs', 'forget', question, ...there])).toMatchObject({ code: 0 });
  expect((await first.run(['prefs', '--in', 'nowhere', ...db])).stderr).toContain('No project “nowhere”');
});

test('the inbox shows what has all words that are searched for', async () => {
  const folder = newFolder();
  for (const question of ['Which colour should the button have?', 'Which size should the button have?'])
    await folder.run(['ask', question, '--session', 'words']);
  const found = async (words: string) => (await folder.run(['inbox', '--search', words])).stdout;
  expect(await found('BUTTON size')).toContain('Which size');
  expect(await found('BUTTON size')).not.toContain('colour');
  expect(await found('font')).toBe('No such questions are waiting for you.\n');
  const page = JSON.parse((await folder.run(['inbox', '--search', 'button', '--limit', '1', '--json'])).stdout);
  expect(page.items).toMatchObject([{ question: 'Which colour should the button have?' }]);
  const next = ['inbox', '--search', 'button', '--after', page.next, '--json'];
  expect(JSON.parse((await folder.run(next)).stdout)).toMatchObject({ items: [{ type: 'FREE_TEXT' }], next: null });
});

test('an agent asks in the project of its job, whatever folder it goes to', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const ran = await folder.run(['run', 'Print it', '--exec', `cd ${elsewhere.path} && cat && env`]);
  expect(ran.stdout).toContain(`ASKONCE_PROJECT=${folder.path}\n`);
  const db = ['--db', join(folder.path, 'shared.db')];
  expect(await folder.run([...COLOUR, ...db])).toMatchObject({ code: 2 });
  const env = { ASKONCE_PROJECT: folder.path };
  expect(await elsewhere.run([...COLOUR, ...db], { env })).toMatchObject({ code: 2 });
  expect(JSON.parse((await folder.run(['inbox', '--json', ...db])).stdout).items).toHaveLength(1);
});

test('two worktrees of a repository share a session', async () => {
  const [main, tree] = [newFolder(), newFolder()];
  const git = join(main.path, '.git');
  for (const folder of ['objects', 'worktrees/tree']) mkdirSync(join(git, folder), { recursive: true });
  for (const file of ['HEAD', 'worktrees/tree/HEAD']) writeFileSync(join(git, file), 'ref: refs/heads/main\n');
  writeFileSync(join(git, 'worktrees/tree/commondir'), '../..\n');
  writeFileSync(join(tree.path, '.git'), `gitdir: ${join(git, 'worktrees/tree')}\n`);
  const db = ['--db', join(main.path, 'shared.db')];
  const { stderr } = await main.run([...COLOUR, ...db]);
  await tree.run(['answer', /^\[parked\] (q-\S+)/m.exec(stderr)![1]!, 'red', ...db]);
  expect(await tree.run([...COLOUR, ...db])).toMatchObject({ code: 0, stdout: 'red\n' });
});
