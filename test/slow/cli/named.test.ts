/** Whatever takes an id takes a number of the list and the beginning of an id, too. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { newFolder } from '../../support/askonce.ts';

test('answer, decline and cancel take the number that the inbox shows, and answer says which question it was', async () => {
  const folder = newFolder();
  const first = await folder.park('Which colour?');
  const second = await folder.park('Which size?');
  const third = await folder.park('Which shape?');
  expect((await folder.run(['inbox'])).stdout).toMatch(new RegExp(`^${second}  #2  FREE_TEXT`, 'm'));
  expect(await folder.run(['answer', '2', 'large'])).toMatchObject({
    code: 0,
    stdout: `Answered ${second}, “Which size?”: “large”.\n`,
  });
  expect(await folder.run(['decline', '#1'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Declined ${first}.`),
  });
  expect(await folder.run(['cancel', '1'])).toMatchObject({ code: 0, stdout: expect.stringContaining('(1 open).') });
  expect(await folder.pending()).toEqual([]);
  expect((await folder.run(['history', '--all', '--json'])).stdout).toContain(third);
  const none = await folder.run(['answer', '7', 'blue']);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('No #7. The list is empty.') });
  expect(none.stderr).toContain('code: clarification_unknown');
});

test('a number answers nothing that could do harm: it may mean another question by now', async () => {
  const folder = newFolder();
  const id = await folder.park('Should I delete the users table?', '--type', 'confirm');
  const refused = await folder.run(['answer', '1', 'yes']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`Use its id, ${id}.`) });
  expect(await folder.pending()).toHaveLength(1);
  expect((await folder.run(['answer', id, 'yes'])).code).toBe(0);
});

test('the beginning of an id is enough where only one begins so, with and without the letters before its dash', async () => {
  const folder = newFolder();
  const first = await folder.park('Which colour?');
  const second = await folder.park('Which size?');
  const shared = [...first].findIndex((letter, at) => letter !== second[at]);
  const ambiguous = await folder.run(['answer', first.slice(0, shared), 'blue']);
  expect(ambiguous).toMatchObject({ code: 1, stdout: '' });
  expect(ambiguous.stderr).toMatch(
    new RegExp(`Several ids begin with .*: ${first}, ${second}\\. Type more of the id\\.`),
  );
  expect(ambiguous.stderr).toContain('code: id_ambiguous');
  expect((await folder.run(['answer', first.slice(0, shared + 1), 'blue'])).stdout).toContain(`Answered ${first},`);
  expect((await folder.run(['answer', second.slice(2, shared + 1), 'large'])).stdout).toContain(`Answered ${second},`);
  expect((await folder.run(['history'])).stdout).toMatch(new RegExp(`^${second}  #2  `, 'm'));
  expect((await folder.run(['revoke', '2'])).stdout).toContain(`Revoked ${second}, which was “large”.`);
  expect((await folder.run(['revoke', first.slice(0, shared + 1)])).stdout).toContain(`Revoked ${first}`);
});

test('a token is revoked by its number in the list', async () => {
  const folder = newFolder();
  for (const name of ['ann', 'bob']) await folder.run(['token', 'create', '--role', 'asker', '--name', name]);
  expect((await folder.run(['token', 'list'])).stdout).toMatch(/^tok-\S+ {2}#2 {2}asker\n {2}bob$/m);
  expect((await folder.run(['token', 'revoke', '2'])).stdout).toMatch(/^Revoked tok-\S+ of bob\./);
});

test('resume takes the beginning of a task’s id and its number among the open tasks; an id of one’s own comes first', async () => {
  const folder = newFolder();
  const askonce = await openAskOnce({ project: folder.path, db: join(folder.path, '.askonce', 'askonce.db') });
  onTestFinished(() => askonce.close());
  const own = await askonce.jobs.queue('first', { id: '2' });
  const task = await askonce.jobs.queue('second');
  expect(await folder.run(['resume', '2', '--exec', 'cat'])).toMatchObject({ code: 0, stdout: 'first\n' });
  expect((await askonce.jobs.get(own.id))?.state).toBe('COMPLETE');
  expect(await folder.run(['resume', '1', '--exec', 'cat'])).toMatchObject({ code: 0, stdout: 'second\n' });
  const again = await folder.run(['resume', task.id.slice(0, -3), '--exec', 'cat', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ id: task.id, state: 'COMPLETE' });
});
