/** Seed 002 from a shell alone: `askonce request`, `assume`, `assumptions` and `state`. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FALLBACK_TEXT, FALLBACK_TEXTS, POLICIES } from '../../../src/core/model/policy.ts';
import { type Folder, newFolder } from '../../support/askonce.ts';
import { describeOnStores } from '../../support/stores.ts';

const FORM = ['--blocker', 'exclusive_requirements', '--tried', 'Both are named', '--fallback', 'Take SQLite'];
const OPTIONS = ['--option', 'SQLite', '--option', 'PostgreSQL'];
const DATABASE = ['request', 'Which database should it use?', ...OPTIONS, ...FORM, '--risk', 'A move later'];
const REGION = ['request', 'Which region should it run in?', '--option', 'EU', '--option', 'US', ...FORM];

/** The id of the question that was parked. */
const parked = (stderr: string) => /^\[parked\] (q-\S+) is waiting for a person \(session s1\)$/m.exec(stderr)![1]!;

const json = async (folder: Folder, ...args: string[]) => JSON.parse((await folder.run([...args, '--json'])).stdout);

describeOnStores('a client that can only call askonce', (store) => {
  test('is told to wait, again to wait, to proceed, and then to fall back; the person saw one question', async () => {
    const folder = newFolder();
    const made = await store.make(folder.path);
    onTestFinished(() => made.close());
    const env = { ASKONCE_DB: made.where.db!, ASKONCE_SESSION: 's1' };
    const run = (...args: string[]) => folder.run(args, { env });
    const allowed = await run(...DATABASE);
    expect(allowed).toMatchObject({ code: 2, stdout: '' });
    const id = parked(allowed.stderr);
    const waits = await run(...REGION, '--json');
    expect({ code: waits.code, reply: JSON.parse(waits.stdout) }).toMatchObject({
      code: 2,
      reply: { decision: 'wait', id },
    });
    expect(await run('answer', id, '2')).toMatchObject({ code: 0 });
    expect(await run(...DATABASE)).toMatchObject({ code: 0, stdout: 'PostgreSQL\n' });
    expect(await run(...REGION)).toMatchObject({
      code: 4,
      stdout: `${FALLBACK_TEXT}\n`,
      stderr: expect.stringMatching(/^\[fallback\] /),
    });
    const { stdout } = await run('assume', 'The region is Europe', '--confidence', '0.7', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ session: 's1', decision: 'The region is Europe', confidence: 0.7 });
    expect(JSON.parse((await run('state', 's1', '--asker', 'pm', '--json')).stdout)).toEqual({
      items: [
        {
          asker: 'pm',
          clarification_used: true,
          clarification_resolved: true,
          clarification_question: 'Which database should it use?',
          user_clarification_response: 'PostgreSQL',
        },
      ],
    });
    expect(JSON.parse((await run('assumptions', 's1', '--json')).stdout)).toMatchObject({
      items: [{ decision: 'The region is Europe', timeoutAssumed: false }],
      next: null,
    });
    expect(JSON.parse((await run('history', '--all', '--json')).stdout).items).toMatchObject([{ id }]);
  });
});

test('with --wait the response comes from another process, on stdout alone', async () => {
  const folder = newFolder();
  const asking = folder.start([...DATABASE, '--session', 's1', '--wait']);
  const id = await asking.stderrShows(/^\[parked\] (q-\S+)/m);
  await folder.run(['answer', id, 'SQLite']);
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'SQLite\n' });
});

test('a plain question is put to the person: nothing else is demanded', async () => {
  const folder = newFolder();
  expect((await folder.run(['request', 'Which database should it use?', '--session', 's1'])).code).toBe(2);
  expect(await folder.pending()).toMatchObject([{ question: 'Which database should it use?', type: 'FREE_TEXT' }]);
});

test('where the policy demands it, a request that lacks something is sent back once: exit 1; then it must go on', async () => {
  const folder = newFolder();
  const policy = { ...POLICIES.orchestrator, name: 'strict', requires: ['blocker', 'tried', 'options', 'fallback'] };
  writeFileSync(join(folder.path, 'askonce.config.json'), JSON.stringify({ policy }));
  const bare = ['request', 'Which database should it use?', '--session', 's1', '--fallback', 'Take SQLite'];
  const back = await folder.run(bare);
  expect(back).toMatchObject({ code: 1, stdout: '' });
  expect(back.stderr).toMatch(
    /^error: Not asked: the request is missing “blocker”.*“tried”.*“options”.*\ncode: request_incomplete\n$/,
  );
  const [other, ...rest] = ['request', 'Which region?', '--session', 's1', '--json'];
  const again = await folder.run([other!, ...rest]);
  expect({ code: again.code, reply: JSON.parse(again.stdout) }).toMatchObject({
    code: 4,
    reply: { decision: 'fall_back', text: FALLBACK_TEXTS.incomplete },
  });
  // Neither has cost it its one question.
  expect((await folder.run([...DATABASE, '--session', 's1'])).code).toBe(2);
});

test('a deadline that passes: exit 4, “The person did not answer.”, and the fallback is kept as assumed for that', async () => {
  const folder = newFolder();
  const { code, stdout } = await folder.run([...DATABASE, '--session', 's1', '--timeout', '100ms', '--wait']);
  expect({ code, stdout }).toEqual({ code: 4, stdout: `${FALLBACK_TEXTS.declined}\n` });
  expect(await json(folder, 'assumptions', 's1')).toMatchObject({
    items: [{ decision: 'Take SQLite', risk: 'A move later', timeoutAssumed: true, asker: 'pm' }],
  });
});

test('leave to go on is given at once, and what might destroy is put to the person in any form', async () => {
  const folder = newFolder();
  expect(await folder.run(['request', 'Should I proceed?', '--session', 's1'])).toMatchObject({
    code: 0,
    stdout: 'continue\n',
  });
  const drop = await folder.run(['request', 'Should I drop the table users?', '--type', 'confirm', '--session', 's1']);
  expect(drop.code).toBe(2);
  expect(await folder.pending()).toMatchObject([{ type: 'CONFIRM', destructive: true }]);
});

test('--job alone is enough, for it leads to its session; ASKONCE_JOB too, and an agent may request and assume', async () => {
  const folder = newFolder();
  const env = { ASKONCE_JOB: 'build-7' };
  const { code, stderr } = await folder.run(DATABASE, { env });
  expect(code).toBe(2);
  const session = /\(session (s-\S+)\)/.exec(stderr)![1]!;
  for (const _ of ['it says so', 'and, run again, once more'])
    expect(await folder.run(['assume', 'Use UTC', '--reasoning', 'The logs are'], { env })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^\\[assumed\\] as-\\S+ \\(session ${session}\\): Use UTC\n$`)),
    });
  expect(await json(folder, 'assumptions', session)).toMatchObject({
    items: [{ decision: 'Use UTC', job: 'build-7', asker: 'pm', reasoning: 'The logs are' }],
  });
  expect((await json(folder, 'assumptions', session)).items).toHaveLength(1);
});

test('without session and job, and with a confidence that is none, it is an error that says what to give', async () => {
  const folder = newFolder();
  for (const args of [DATABASE, ['assume', 'Use UTC']])
    expect(await folder.run(args)).toMatchObject({
      code: 1,
      stderr:
        'error: The session is missing. Set it with --session, --job, ASKONCE_SESSION or ASKONCE_JOB.\ncode: usage\n',
    });
  expect(await folder.run(['assume', 'Use UTC', '--session', 's1', '--confidence', '7'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('“confidence” must be a number from 0 to 1, or low, medium or high.'),
  });
});

test('each asker of a session has its own one question, and its own state', async () => {
  const folder = newFolder();
  expect((await folder.run([...DATABASE, '--session', 's1', '--asker', 'backend'])).code).toBe(2);
  expect((await folder.run([...REGION, '--session', 's1', '--asker', 'ops'])).code).toBe(2);
  expect(await json(folder, 'state', 's1')).toMatchObject({
    items: [{ asker: 'backend' }, { asker: 'ops', clarification_resolved: false, user_clarification_response: null }],
  });
  expect((await folder.run(['state', 's1', '--asker', 'ops'])).stdout).toBe(
    'ops\n  clarification_used: true\n  clarification_resolved: false\n' +
      '  clarification_question: Which region should it run in?\n  user_clarification_response: null\n\n',
  );
});

test('looking at a session that is not there shows nothing, and makes no store', async () => {
  const folder = newFolder();
  expect(await folder.run(['state', 's1'])).toMatchObject({ code: 0, stdout: 'No questions in session s1.\n' });
  expect((await folder.run(['state', 's1', '--json'])).stdout).toBe('{"items":[]}\n');
  expect(await folder.run(['assumptions', 's1'])).toMatchObject({ code: 0, stdout: 'No assumptions.\n' });
  expect((await folder.run(['assumptions', 's1', '--json'])).stdout).toBe('{"items":[],"next":null}\n');
  expect(existsSync(join(folder.path, '.askonce'))).toBe(false);
});

test('assumptions fit into 80 columns, come in pages, and show nothing that could deceive a terminal', async () => {
  const folder = newFolder();
  const long = 'All timestamps in the exported reports are in UTC, whatever the time zone of whoever asked for them is';
  const assume = (decision: string, ...args: string[]) => folder.run(['assume', decision, '--session', 's1', ...args]);
  await assume(long, '--reasoning', `${'データベース'.repeat(12)}。`, '--confidence', 'low', '--risk', 'Is \u200fit?');
  await assume('Second');
  const { stdout } = await folder.run(['assumptions', 's1', '--limit', '1']);
  for (const line of stdout.split('\n')) {
    const wide = line.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0;
    // The line that leads on is for copying.
    if (!line.startsWith('More: ')) expect(line.length + wide, line).toBeLessThanOrEqual(80);
  }
  expect(stdout).toContain('  If wrong: Is \\u{200f}it?\n  Confidence: 0.3\n  by agent\n');
  const next = /^More: askonce assumptions s1 --after (\S+)$/m.exec(stdout)![1]!;
  const rest = await folder.run(['assumptions', 's1', '--after', next]);
  expect(rest.stdout).toMatch(/^as-\S+ {2}\d{4}-\S+ \S+\n {2}Second\n {2}by agent\n\n$/);
});

test('all parts of a request reach the person’s inbox', async () => {
  const folder = newFolder();
  const more = ['--header', 'Storage', '--context', 'It is new.', '--subject', 'orders', '--recommended', 'SQLite'];
  await folder.run([
    ...DATABASE,
    '--tried',
    'The wiki',
    ...more,
    '--destructive',
    '--session',
    's1',
    '--language',
    'ja',
  ]);
  expect(await folder.pending()).toMatchObject([
    {
      header: 'Storage',
      subject: 'orders',
      recommended: 'SQLite',
      destructive: true,
      reason: 'The requirements conflict.',
      context: 'It is new.\nTried: Both are named; The wiki\nWithout an answer: Take SQLite',
    },
  ]);
  const { stdout } = await folder.run([...REGION, '--session', 's2', '--user-message', 'please use EU']);
  expect(stdout).toBe('EU\n');
});
