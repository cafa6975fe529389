/** The person changes their mind on the command line, and chooses which questions to see. */
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { FakeClock } from '../../../src/testing/fake-clock.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';

const FORMAT = ['Which format?', '--option', 'YAML', '--option', 'JSON'] as const;
const HOUR_MS = 3_600_000;

const listed = async (folder: Folder, ...flags: string[]): Promise<string[]> =>
  JSON.parse((await folder.run(['inbox', '--json', ...flags])).stdout).items.map(({ id }: { id: string }) => id);

test('correct replaces an answer, and the old one stays in the trail', async () => {
  const folder = newFolder();
  const id = await folder.park(...FORMAT, '--session', 's');
  expect(await folder.run(['correct', id, 'JSON'])).toMatchObject({ code: 1, stderr: expect.stringContaining(id) });
  await folder.run(['answer', id, 'YAML']);
  const { stdout, code } = await folder.run(['correct', id, 'JSON', '--because', 'no parser']);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Corrected ${id} from “YAML” to “JSON” \\(now q-\\S+\\)\\.\n$`));
  const asked = await folder.run(['ask', ...FORMAT, '--session', 's']);
  expect(asked).toMatchObject({ code: 0, stdout: 'JSON\n', stderr: expect.stringContaining('corrected “YAML” to') });
  const { items } = JSON.parse((await folder.run(['history', '--all', '--json'])).stdout);
  expect(items.map((one: Record<string, unknown>) => [one.status, one.answer, one.because])).toEqual(
    expect.arrayContaining([
      ['revoked', 'YAML', 'no parser'],
      ['answered', 'JSON', null],
    ]),
  );
});

test('snooze takes a question out of the inbox until a time, and brings it back', async () => {
  const folder = newFolder();
  const [id, other] = [await folder.park(...FORMAT), await folder.park('Which colour?')];
  const { stdout, code } = await folder.run(['snooze', id, '2h']);
  expect({ stdout, code }).toEqual({ code: 0, stdout: expect.stringContaining(`Put ${id} off until `) });
  expect([await listed(folder), await listed(folder, '--snoozed')]).toEqual([[other], [id]]);
  expect(await folder.run(['snooze', id, 'now'])).toMatchObject({ code: 0, stdout: `${id} is in the inbox.\n` });
  expect([await listed(folder), await listed(folder, '--snoozed')]).toEqual([[id, other], []]);
});

test('answer --all answers all agents that ask the same', async () => {
  const folder = newFolder();
  const ids: string[] = [];
  for (const session of ['a', 'b', 'c']) ids.push(await folder.park(...FORMAT, '--session', session));
  expect((await folder.run(['inbox'])).stdout).toContain('3 agents ask this');
  expect((await folder.run(['answer', ids[0]!, 'YAML'])).code).toBe(0);
  expect(await listed(folder)).toEqual(ids.slice(1));
  expect((await folder.run(['answer', ids[1]!, 'JSON', '--all'])).code).toBe(0);
  expect(await listed(folder)).toEqual([]);
  const { items } = JSON.parse((await folder.run(['history', '--json'])).stdout);
  const bySession = Object.fromEntries(items.map((one: Record<string, string>) => [one.session, one.answer]));
  expect(bySession).toEqual({ a: 'YAML', b: 'JSON', c: 'JSON' });
});

test('the inbox shows the questions of a project, of an agent, of a kind, and of an age', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const db = join(folder.path, '.askonce', 'askonce.db');
  const [codex] = [await folder.park(...FORMAT, '--agent', 'Codex')];
  const there = await elsewhere.park('Which colour?', '--db', db, '--agent', 'Claude Code');
  const clock = new FakeClock(Date.now() - 2 * HOUR_MS);
  const ago = await openAskOnce({ db, project: folder.path, clock });
  const call = await ago.session('s').approve({ tool: 'Bash', input: { command: 'ls' } }, { wait: false });
  await ago.close();
  const all = await listed(folder);
  expect(all.toSorted()).toEqual([call.id!, codex, there].toSorted());
  expect(await listed(folder, '--in', basename(elsewhere.path))).toEqual([there]);
  expect((await listed(folder, '--in', '.')).toSorted()).toEqual([call.id!, codex].toSorted());
  expect(await listed(folder, '--agent', 'Codex')).toEqual([codex]);
  expect(await listed(folder, '--kind', 'approval')).toEqual([call.id]);
  expect(await listed(folder, '--older', '1h')).toEqual([call.id]);
  expect((await listed(folder, '--newer', '1h')).toSorted()).toEqual([codex, there].toSorted());
  expect(await listed(folder, '--newer', '1h', '--agent', 'Codex', '--kind', 'question')).toEqual([codex]);
});
