import { expect, test } from 'vitest';
import { FALLBACK_TEXTS } from '../../../src/core/model/policy.ts';
import { newFolder } from '../../support/askonce.ts';

const CAP_FAILED = 'Clarification did not resolve ambiguity. Please rephrase.';
const FALLBACK =
  'Previous clarification was already provided. You MUST proceed with available information.\n' +
  'Make reasonable assumptions and document them. Do not request further clarification.';

const FORMAT = ['ask', 'Which format should I use?', '--option', 'YAML', '--option', 'JSON'];

test('a question that needs the person is parked: exit 2, nothing on stdout, the id and how to answer it on stderr', async () => {
  const folder = newFolder();
  const parked = await folder.run([...FORMAT, '--session', 's1']);
  expect(parked).toMatchObject({ code: 2, stdout: '' });
  const id = /^\[parked\] (q-\S+) is waiting for a person \(session s1\)$/m.exec(parked.stderr)?.[1];
  expect(parked.stderr).toContain(`askonce answer ${id} `);
  expect(await folder.pending()).toMatchObject([{ id, type: 'SELECT_ONE', session: 's1', job: null }]);
});

// shows: O1-01, S000-REPEAT, S000-REPEAT-LOG
test('a process that waits gets the answer another process gives, and the same question again is auto-resolved', async () => {
  const folder = newFolder();
  const asking = folder.start([...FORMAT, '--session', 's1', '--wait']);
  const id = await asking.stderrShows(/^\[parked\] (q-\S+)/m);
  expect(await folder.run(['answer', id, '1'])).toMatchObject({ code: 0, stderr: '' });
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'YAML\n' });

  const again = await folder.run([...FORMAT, '--session', 's1']);
  expect(again).toMatchObject({ code: 0, stdout: 'YAML\n' });
  expect(again.stderr).toMatch(/^\[auto-resolved\] Which format should I use\? → YAML \(history: .*revoke q-\S+\)\n$/);
  expect(await folder.pending()).toEqual([]);
});

// shows: S000-REPEAT-SESSION
test('without a session each ask opens a new one, and ASKONCE_SESSION stands in for --session', async () => {
  const folder = newFolder();
  const first = await folder.park('Which colour?');
  const second = await folder.park('Which colour?');
  expect(second).not.toBe(first);
  const env = { ASKONCE_SESSION: 's1' };
  await folder.run(['ask', 'Which size?'], { env });
  await folder.run(['ask', 'Which size?', '--session', 's2'], { env });
  expect((await folder.pending()).slice(2).map(({ session }) => session)).toEqual(['s1', 's2']);
});

// shows: S001-AT-MOST-ONCE, S001-CAP-FAILS, S003-CASE-BY-CASE
test('under the policy job a job of the caller’s own has one ask, then fails and says that nobody was asked; both are replayed', async () => {
  const folder = newFolder();
  const id = await folder.park('Which database should I use?', '--policy', 'job', '--job', 'build-7');
  const beyond = await folder.run(['ask', 'Which region should I use?', '--policy', 'job', '--job', 'build-7']);
  expect(beyond).toMatchObject({ code: 1, stdout: '' });
  expect(beyond.stderr).toBe(
    'error: “Which region should I use?” was not asked: the policy “job” allows 1 ask per job, and that limit is reached. ' +
      'Continue with what is known, or use a policy that allows more, such as “interactive”.\ncode: cap_reached\n',
  );
  expect(await folder.pending()).toHaveLength(1);

  await folder.run(['answer', id, 'PostgreSQL']);
  // Run again from the start, in a process that is told of the job by its environment alone.
  const env = { ASKONCE_JOB: 'build-7' };
  const replayed = await folder.run(['ask', 'Which database should I use?'], { env });
  expect(replayed).toMatchObject({ code: 0, stdout: 'PostgreSQL\n' });
  expect(replayed.stderr).toMatch(/^\[auto-resolved\] Which database should I use\? → PostgreSQL .*\n$/);
  const failedAgain = await folder.run(['ask', 'Which region should I use?'], { env });
  expect(failedAgain).toMatchObject({ code: 1, stdout: '', stderr: beyond.stderr });
});

// shows: S002-A-ALLOW, S002-D-NOT-SHOWN, S002-D-FALLBACK-TEXT
test('beyond the cap of the policy orchestrator stdout holds the seed’s fallback text, and the exit code is 4', async () => {
  const folder = newFolder();
  const frame = ['--policy', 'orchestrator', '--asker', 'pm', '--session', 's1'];
  const id = await folder.park('Which database should I use?', ...frame);
  await folder.run(['answer', id, 'SQLite']);
  const beyond = await folder.run(['ask', 'Which region should I use?', ...frame]);
  expect(beyond).toMatchObject({ code: 4, stdout: `${FALLBACK}\n` });
  expect(beyond.stderr).toMatch(/^\[fallback\] /);
  expect(await folder.pending()).toEqual([]);
});

// shows: S003-BEST-PRACTICE, S000-RESOLVER-FIRST
test('what needs no person is answered at once: by best practice, and by what the person said', async () => {
  const folder = newFolder();
  const strict = await folder.run(['ask', 'Should I use TypeScript strict mode?', '--type', 'confirm']);
  expect(strict).toMatchObject({ code: 0, stdout: 'Yes\n' });
  expect(strict.stderr).toMatch(/^\[auto-resolved\] .*best practice/);
  const heard = await folder.run([...FORMAT, '--user-message', 'please use JSON']);
  expect(heard).toMatchObject({ code: 0, stdout: 'JSON\n' });
  expect(heard.stderr).toContain('please use JSON');
});

// shows: O2-06
test('a deadline does what was said beforehand: expired is 3, the fallback 4, the default 0 and marked as no answer', async () => {
  const folder = newFolder();
  const late = ['--session', 's1', '--wait', '--timeout', '1ms', '--on-timeout'];
  const [failed, fallback, byDefault] = await Promise.all([
    folder.run(['ask', 'Which colour?', ...late, 'fail']),
    folder.run(['ask', 'Which size?', ...late, 'fallback', '--fallback', 'Choose yourself.']),
    folder.run(['ask', 'Which shape?', ...late, 'default', '--default', 'round']),
  ]);
  expect(failed).toMatchObject({ code: 3, stdout: '' });
  expect(failed.stderr).toContain('[expired] ');
  expect(fallback).toMatchObject({ code: 4, stdout: 'Choose yourself.\n' });
  expect(byDefault).toMatchObject({ code: 0, stdout: 'round\n' });
  expect(byDefault.stderr).toContain('[auto-resolved] Which shape? → round (default: no answer');
});

test('a deadline that passed while no process ran strikes when the job asks again', async () => {
  const folder = newFolder();
  const asks = ['ask', 'Which colour?', '--job', 'j1', '--timeout', '1ms', '--on-timeout', 'fallback'];
  expect(await folder.run(asks)).toMatchObject({ code: 2 });
  expect(await folder.run(asks)).toMatchObject({ code: 4, stdout: `${FALLBACK_TEXTS.declined}\n` });
});

test('--wait with a time gives up when it is over: exit 2, and the question still waits', async () => {
  const folder = newFolder();
  const asked = await folder.run(['ask', '--wait=1ms', 'Which colour?', '--session', 's1']);
  expect(asked).toMatchObject({ code: 2, stdout: '' });
  expect(await folder.pending()).toHaveLength(1);
  // The question behind a bare --wait is not taken for its time.
  const waiting = folder.start(['ask', '--wait', 'Which colour?', '--session', 's1']);
  await folder.run(['answer', await waiting.stderrShows(/^\[parked\] (q-\S+)/m), 'blue']);
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'blue\n' });
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the waiting with %i and leaves the question safe', async (signal, code) => {
  const folder = newFolder();
  const waiting = folder.start(['ask', 'Which colour?', '--wait']);
  await waiting.stderrShows(/^waiting/m);
  waiting.child.kill(signal);
  const ended = await waiting.ended;
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain('The question is saved');
  expect(await folder.pending()).toHaveLength(1);
});

test('a question that is declined or cancelled while somebody waits ends that wait with 3', async () => {
  const folder = newFolder();
  const [declined, cancelled] = ['Which colour?', 'Which size?'].map((question) =>
    folder.start(['ask', question, '--session', 's1', '--wait']),
  );
  const id = await declined!.stderrShows(/^\[parked\] (q-\S+)/m);
  expect(await folder.run(['decline', id, '--because', 'I do not know'])).toMatchObject({ code: 0 });
  expect(await declined!.ended).toMatchObject({ code: 3, stdout: '' });
  expect((await declined!.ended).stderr).toContain('[declined] the person declined: “I do not know”');

  await cancelled!.stderrShows(/^\[parked\]/m);
  const [waiting] = await folder.pending();
  expect(await folder.run(['cancel', String(waiting!.ask)])).toMatchObject({ code: 0 });
  expect(await cancelled!.ended).toMatchObject({ code: 3, stdout: '' });
});

// shows: O1-02
test('an answer given after the asking process was killed reaches the job when it runs again', async () => {
  const folder = newFolder();
  const asks = ['ask', 'Which colour?', '--job', 'j1', '--wait'];
  const dying = folder.start(asks);
  const id = await dying.stderrShows(/^\[parked\] (q-\S+)/m);
  dying.child.kill('SIGKILL');
  await dying.ended;
  await folder.run(['answer', id, 'blue']);
  expect(await folder.run(asks)).toMatchObject({ code: 0, stdout: 'blue\n' });
});

test('with --json stdout holds the whole result as one object, whatever became of the question', async () => {
  const folder = newFolder();
  const frame = ['--job', 'j1', '--policy', 'job', '--json'];
  const parked = await folder.run(['ask', 'Which colour?', ...frame]);
  expect(parked.code).toBe(2);
  const { ask, status, items } = JSON.parse(parked.stdout);
  expect({ status, items }).toEqual({
    status: 'parked',
    items: [{ outcome: 'parked', id: expect.stringMatching(/^q-/), question: 'Which colour?', type: 'FREE_TEXT' }],
  });
  expect(ask).toMatch(/^a-/);
  await folder.run(['answer', items[0].id, 'line one\nline two'], { env: { ASKONCE_BY: 'Ada' } });
  const answered = await folder.run(['ask', 'Which colour?', ...frame]);
  expect(JSON.parse(answered.stdout)).toMatchObject({
    status: 'answered',
    items: [{ outcome: 'answered', answer: 'line one\nline two', source: 'user', by: 'Ada', surface: 'cli' }],
  });
  const failed = await folder.run(['ask', 'Which size?', ...frame]);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    status: 'failed',
    items: [{ outcome: 'failed', error: CAP_FAILED, code: 'cap_reached' }],
  });
  // The sentence is the seed's, for its one question was answered; what has happened here, and what to do, stands below it.
  expect(failed.stderr).toMatch(/why: .*, so “Which size\?” was not asked\nnext: continue with what is known/);
});

test('every way to describe a question reaches the person', async () => {
  const folder = newFolder();
  const kind = [
    '--type',
    'select-one',
    '--option',
    'lint: quick',
    '--option',
    'tests',
    '--multi-select',
    '--strict-options',
  ];
  const words = [
    '--recommended',
    'tests',
    '--header',
    'Checks',
    '--context',
    'It is slow.',
    '--reason',
    'it is Friday',
  ];
  const frame = ['--subject', 'ci.yml', '--destructive', '--session', 's1', '--job', 'j1', '--asker', 'pm'];
  await folder.park('Which checks should run?', ...kind, ...words, ...frame, '--language', 'ja');
  expect(await folder.pending()).toMatchObject([
    {
      type: 'SELECT_ONE',
      options: [{ label: 'lint: quick' }, { label: 'tests' }],
      multiSelect: true,
      strictOptions: true,
      recommended: 'tests',
      header: 'Checks',
      context: 'It is slow.',
      reason: 'it is Friday',
      subject: 'ci.yml',
      destructive: true,
      session: 's1',
      job: 'j1',
    },
  ]);
});

test('without a session, a question that waits in this project already is pointed out, and asked all the same', async () => {
  const folder = newFolder();
  const first = await folder.park('Which database should I use?');
  const again = await folder.run(['ask', 'which database should I use']);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain(`the same question is already open as ${first}; use --session to share it\n`);
  expect(await folder.pending()).toHaveLength(2);
  // Not for another question, nor where the session or the job says what is shared.
  for (const args of [
    ['ask', 'Which region should I use?'],
    ['ask', 'Which database should I use?', '--session', 's1'],
    ['ask', 'Which database should I use?', '--job', 'j1'],
  ])
    expect((await folder.run(args)).stderr).not.toContain('the same question waits');
});
