/** The command line in two projects, and in two worktrees of one, with one store. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
