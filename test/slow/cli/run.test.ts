/** `askonce run`: one task, from its words to an exit code. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { postgres } from '../../support/stores.ts';

/** Prints a question until it is told YAML. */
const ASKS = 'grep -q "Answer: YAML" && echo "Used YAML." || echo "NEEDS_CLARIFICATION: Which format should I use?"';

const run = (folder: Folder, agent: string, ...args: string[]) =>
  folder.run(['run', 'Add it', '--exec', agent, ...args]);

test('a task that completes: exit 0, its result on stdout, its id and log on stderr', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await run(folder, 'cat >/dev/null; echo working >&2; echo "All is done."');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'All is done.\n' });
  expect(stderr).toMatch(/^task: task-\S+$/m);
  expect(stderr).toMatch(/^ {2}working$/m);
  expect(stderr).toMatch(/^ {2}All is done\.$/m);
});

test('with --quiet there is no log on stderr, and the result all the same', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await run(folder, 'echo working >&2; echo done', '--quiet');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' });
  expect(stderr).toMatch(/^task: task-\S+\n$/);
});

test('a task that fails: exit 1, nothing on stdout, the error on stderr', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await run(folder, 'echo "no key is set" >&2; exit 4');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: task-\S+: The agent exited with code 4: no key is set$/m);
});

test('an agent that does not exist: exit 1, and how to set one', async () => {
  const { code, stderr } = await run(newFolder(), 'no-such-agent -p');
  expect(code).toBe(1);
  expect(stderr).toContain('The agent “no-such-agent” was not found.');
});

// shows: S003-NON-INTERACTIVE
test('a question that is open: exit 2, its id and how to go on on stderr, and no answer is invented', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await run(folder, ASKS);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const [, question, task] = /^question open: (q-\S+) \((task-\S+)\): Which format should I use\?$/m.exec(stderr)!;
  expect(stderr).toContain(`answer it with: askonce answer ${question} <answer>, then: askonce resume ${task} --exec `);
  expect(await folder.pending()).toMatchObject([{ id: question, job: task }]);
});

test('--json puts the task on stdout and nothing else, in each of its ends', async () => {
  const folder = newFolder();
  const shown = async (agent: string) => {
    const { code, stdout } = await run(folder, agent, '--json');
    expect(stdout.trimEnd()).not.toContain('\n');
    return { code, ...JSON.parse(stdout) };
  };
  expect(await shown('echo done')).toMatchObject({
    code: 0,
    id: expect.stringMatching(/^task-/),
    description: 'Add it',
    state: 'COMPLETE',
    project: folder.path,
    runs: 1,
    result: 'done',
    error: null,
    waiting: [],
  });
  expect(await shown('exit 3')).toMatchObject({ code: 1, state: 'ERROR', result: null, error: expect.any(String) });
  expect(await shown(ASKS)).toMatchObject({
    code: 2,
    state: 'AWAITING_RESPONSE',
    clarificationQuestion: 'Which format should I use?',
    clarificationReason: expect.any(String),
    waiting: [{ id: expect.stringMatching(/^q-/), question: 'Which format should I use?', status: 'pending' }],
  });
});

test('a task without text and an unknown flag are errors with a code, as text and as JSON', async () => {
  const folder = newFolder();
  expect(await folder.run(['run', ' ', '--exec', 'cat'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('code: argument_invalid'),
  });
  const { code, stdout } = await folder.run(['run', 'Go', '--exce', 'cat', '--json']);
  expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 1, error: 'usage' });
  const { stderr } = await folder.run(['run', 'Go', '--run-timeout', '10']);
  expect(stderr).toMatch(/^error: --run-timeout .*\ncode: config_invalid\n$/);
});

test('--session and ASKONCE_SESSION name the conversation, in which nothing is asked twice', async () => {
  const folder = newFolder();
  const first = await run(folder, ASKS, '--session', 's1');
  const id = /question open: (q-\S+)/.exec(first.stderr)![1]!;
  await folder.run(['answer', id, 'YAML']);
  expect(await run(folder, ASKS, '--session', 's1')).toMatchObject({ code: 0, stdout: 'Used YAML.\n' });
  const env = { ASKONCE_SESSION: 's1' };
  expect(await folder.run(['run', 'Again', '--exec', ASKS], { env })).toMatchObject({ code: 0 });
  expect(await run(folder, ASKS)).toMatchObject({ code: 2 });
});

test('Ctrl-C stops the agent and ends with 130; the task is let go, and resume goes on with it', async () => {
  const folder = newFolder();
  const agent = `[ -e go ] && { echo done; exit; }; echo begun; exec tail -f /dev/null`;
  const running = folder.start(['run', 'Add it', '--exec', agent]);
  const task = await running.stderrShows(/^task: (\S+)/m);
  await running.stderrShows(/^ {2}begun$/m);
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(stderr).toContain('askonce resume');
  writeFileSync(join(folder.path, 'go'), '');
  expect(await folder.run(['resume', task, '--exec', agent])).toMatchObject({ code: 0, stdout: 'done\n' });
});

test('a polite kill ends with 143, as soon', async () => {
  const running = newFolder().start(['run', 'Add it', '--exec', 'echo begun; exec tail -f /dev/null']);
  await running.stderrShows(/^ {2}begun$/m);
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(143);
});

test('runs on PostgreSQL, and so does the agent, which finds the store by its address', async () => {
  const store = await postgres.make('');
  onTestFinished(() => store.close());
  const folder = newFolder();
  const db = store.where.db!;
  const parked = await run(folder, ASKS, '--db', db);
  expect(parked.code).toBe(2);
  const [, question, task] = /question open: (q-\S+) \((task-\S+)\)/.exec(parked.stderr)!;
  expect(await folder.run(['answer', question!, 'YAML', '--db', db])).toMatchObject({ code: 0 });
  expect(await folder.run(['resume', task!, '--exec', ASKS, '--db', db])).toMatchObject({
    code: 0,
    stdout: 'Used YAML.\n',
  });
  const seen = await run(folder, 'cat >/dev/null; echo "$ASKONCE_DB"', '--db', db);
  expect(seen.stdout).toBe(`${db}\n`);
  expect(existsSync(join(folder.path, '.askonce'))).toBe(false);
});

test('without an agent the task is settled and written down, which is said plainly', async () => {
  const folder = newFolder();
  const env = { PATH: '/usr/bin:/bin' };
  const { code, stdout, stderr } = await folder.run(['run', 'Add a dark mode toggle to the settings page'], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^The clarified task is in \S+\.md\. No agent is configured, so nothing was built\.\n$/);
  expect(stderr).toContain('No agent is configured, so nothing was built');
  expect(stderr).toContain('--exec "claude -p"');
});

test('without an agent, one that is on the PATH is offered', async () => {
  const folder = newFolder();
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\n');
  chmodSync(join(bin, 'codex'), 0o755);
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const { stderr } = await folder.run(['run', 'Add a dark mode toggle to the settings page'], { env });
  expect(stderr).toContain('--exec "codex exec -"');
});
