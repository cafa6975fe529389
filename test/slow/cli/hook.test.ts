/** `askonce hook claude-code` as Claude Code starts it: an event on stdin, the reply on stdout, in a process that can be killed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { type Ended, type Folder, newFolder, type RunOptions, type Started } from '../../support/askonce.ts';
import { until } from '../../support/processes.ts';

const NOTIFY = `printf '%s|%s\\n' "$ASKONCE_QUESTION_ID" "$ASKONCE_QUESTION" >> notified`;
const BASH = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'npm test' } };

interface Hooked extends RunOptions {
  readonly flags?: readonly string[];
}

function hooked(folder: Folder, event: object | string, { flags = [], ...options }: Hooked = {}): Started {
  const started = folder.start(['hook', 'claude-code', ...flags], { stdin: 'pipe', ...options });
  const payload = { session_id: 'abc', cwd: folder.path, ...(typeof event === 'string' ? {} : event) };
  started.child.stdin!.end(typeof event === 'string' ? event : JSON.stringify(payload));
  return started;
}

const replyOf = ({ stdout }: Ended) => JSON.parse(stdout).hookSpecificOutput.decision;
const untilWaits = (folder: Folder, count: number) =>
  expect.poll(async () => (await folder.pending()).length, { timeout: 60_000 }).toBe(count);

function notified({ path }: Folder): string[] {
  const file = join(path, 'notified');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

test('killed while it waits, it allows nothing, and the next hook for that call gets the decision', async () => {
  const folder = newFolder();
  const first = hooked(folder, BASH);
  await untilWaits(folder, 1);
  first.child.kill('SIGKILL');
  expect(await first.ended).toMatchObject({ code: null, stdout: '' });
  const askonce = await openAskOnce({ project: folder.path });
  try {
    const joined = new Promise<string>((resolve) => {
      askonce.events.on('clarification.joined', ({ clarification }) => resolve(clarification!));
    });
    const second = hooked(folder, BASH);
    await askonce.approvals.decide(await joined, { decision: 'allow' });
    expect(replyOf(await second.ended)).toEqual({ behavior: 'allow' });
  } finally {
    await askonce.close();
  }
});

test('stopped by Claude Code, it ends with a code that blocks', async () => {
  const folder = newFolder();
  const hook = hooked(folder, BASH);
  await untilWaits(folder, 1);
  hook.child.kill('SIGTERM');
  expect(await hook.ended).toMatchObject({ code: 143, stdout: '' });
});

test.each([
  ['no JSON', '{"hook_event_name":'],
  ['nothing', ''],
  ['no event', '{"a":1}'],
])('given %s, it blocks', async (_what, input) => {
  expect(await hooked(newFolder(), input).ended).toMatchObject({ code: 2, stdout: '' });
});

test('runs the notify command for what begins to wait, once, and for notices that need no answer', async () => {
  const folder = newFolder();
  const env = { ASKONCE_NOTIFY: NOTIFY };
  const flags = ['--wait', '0s'];
  expect(replyOf(await hooked(folder, BASH, { env, flags }).ended).message).toMatch(/it waits as q-/);
  await until(() => notified(folder).length === 1, 'it is run');
  const { id } = (await folder.pending())[0]!;
  expect(replyOf(await hooked(folder, BASH, { env, flags }).ended).behavior).toBe('deny');
  const notice = (type: string, message: string) =>
    hooked(folder, { hook_event_name: 'Notification', notification_type: type, message }, { env }).ended;
  expect(await notice('permission_prompt', 'Claude needs your permission')).toMatchObject({ code: 0, stdout: '' });
  expect(await notice('idle_prompt', 'Claude is waiting for your input')).toMatchObject({ code: 0, stdout: '' });
  await until(() => notified(folder).length > 1, 'it is run for the notice');
  expect(notified(folder)).toEqual([`${id}|Allow Bash: npm test`, '|Claude is waiting for your input']);
});

test('stays silent where AskOnce has handed in a hook of its own, which does not', async () => {
  const folder = newFolder();
  const env = { ASKONCE_OWN_HOOKS: '1' };
  expect(await hooked(folder, BASH, { env }).ended).toMatchObject({ code: 0, stdout: '' });
  expect(await folder.pending()).toEqual([]);
  const own = await hooked(folder, BASH, { env, flags: ['--defer', '--wait', '0s'] }).ended;
  expect(replyOf(own).behavior).toBe('deny');
});
