/** `askonce prune` as it is typed. */
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/askonce.ts';

async function withAnOldSession() {
  const folder = newFolder();
  await folder.run(['ask', 'Which colour?', '--session', 'old', '--wait', '0s']);
  await folder.run(['answer', '1', 'blue']);
  // The last event is never deleted.
  await folder.run(['prefs', 'set', 'Which licence should it have?', 'MIT']);
  return folder;
}

test('says what it would delete, writes it to a file, and deletes it', async () => {
  const folder = await withAnOldSession();
  expect(await folder.run(['prune', '--idle', '90d'])).toMatchObject({
    code: 0,
    stdout: 'Deleted 0 sessions with 0 questions and 0 events.\n',
  });
  expect((await folder.run(['prune', '--idle', '1ms', '--dry-run', '--to', 'old.jsonl'])).stdout).toBe(
    'Would delete 1 session with 1 question and 2 events.\n',
  );
  expect(await folder.run(['prune', '--idle', '1ms', '--to', 'old.jsonl'])).toMatchObject({
    code: 0,
    stdout: 'Deleted 1 session with 1 question and 2 events. They are in old.jsonl.\n',
  });
  const file = `${folder.path}/old.jsonl`;
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    sessions: [{ id: 'old' }],
    clarifications: [{ question: 'Which colour?', answer: 'blue' }],
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await folder.run(['prune', '--idle', '1ms', '--json']);
  expect(JSON.parse(again.stdout)).toEqual({ sessions: 0, questions: 0, events: 0, dryRun: false });
});

test('needs to be told how old, and a file that can be written', async () => {
  const folder = await withAnOldSession();
  expect((await folder.run(['prune'])).code).toBe(1);
  expect((await folder.run(['prune', '--idle', 'long'])).stderr).toContain('not a duration');
  const { code, stderr } = await folder.run(['prune', '--idle', '1ms', '--to', 'no/such/folder/old.jsonl']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be written')]);
  expect((await folder.run(['history', '--json'])).stdout).toContain('blue');
});
