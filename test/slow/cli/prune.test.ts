/** `askonce prune` as it is typed. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { BIN } from '../../support/programs.ts';

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

/** Runs the command with a limit on the size of files: what is beyond it is not written, as on a full disk. */
function runLimited(folder: Folder, kilobytes: number, args: readonly string[]) {
  const script = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`;
  return folder.run(['-c', script, 'sh', process.execPath, BIN, ...args], { program: 'bash' });
}

test('a file that is full stays whole, and what is not in it is not deleted', async () => {
  const folder = await withAnOldSession();
  const file = `${folder.path}/old.jsonl`;
  // Larger than anything else that the command writes, and with room for a part of a line.
  const earlier = `${'x'.repeat(4096 * 1024 - 201)}\n`;
  writeFileSync(file, earlier);
  const { code, stderr } = await runLimited(folder, 4096, ['prune', '--idle', '1ms', '--to', 'old.jsonl']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('old.jsonl cannot be written: EFBIG')]);
  expect(readFileSync(file, 'utf8') === earlier).toBe(true);
  expect((await folder.run(['history', '--json'])).stdout).toContain('blue');
});

test('a line that an earlier prune could not finish is dropped, and its session is written again', async () => {
  const folder = await withAnOldSession();
  const file = `${folder.path}/old.jsonl`;
  // The line is longer than what is read at once.
  writeFileSync(file, `{"sessions":[{"id":"older"}]}\n{"sessions":[{"id":"old","policy":"${'x'.repeat(100_000)}`);
  expect((await folder.run(['prune', '--idle', '1ms', '--to', 'old.jsonl'])).code).toBe(0);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).sessions[0].id)).toEqual(['older', 'old']);
});
