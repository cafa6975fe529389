/** `askonce orchestrate`: plans, asks once, falls back, completes; and each way in which it ends otherwise. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FALLBACK_TEXTS, POLICIES } from '../../../src/core/model/policy.ts';
import { describeOnStores } from '../../support/stores.ts';
import { OPEN, orchestra } from './orchestrating.ts';

const says = (status: object) => `echo '${JSON.stringify(status)}'`;
const completes = (summary: string) => says({ status: 'COMPLETE', summary });

describeOnStores('a whole run', (store) => {
  test('plans, asks once, is answered by another process, asks again, falls back, completes, and shows what it assumed', async () => {
    const { start, run, lines } = await orchestra({ store });
    const running = start();
    const id = await running.stderrShows(OPEN);
    expect(JSON.parse((await run('inbox', '--json')).stdout).items).toMatchObject([
      { id, question: 'Which database should it use?', session: 's1', job: 'j1' },
    ]);
    expect((await run('state', 's1', '--json')).stdout).toContain('"clarification_resolved":false');
    expect(await run('answer', id, '2')).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is built.\n' });
    expect(lines('parts')).toEqual(['plans', 'works: Look around', 'works: Build it', 'asks', 'again', 'complete']);
    // The second question is nobody's to see, in the inbox or in what was settled.
    expect(JSON.parse((await run('history', '--all', '--json')).stdout).items).toMatchObject([{ id }]);
    expect(stderr.match(/^question open:/gm)).toHaveLength(1);
    expect(stderr).toMatch(/^· \[turn 3\] told to continue: /m);
    expect(stderr).toMatch(/^· \[assumed\] The region is Europe \(The team is there; confidence 0.6; if wrong: Slow/m);
    expect(JSON.parse((await run('state', 's1', '--json')).stdout)).toEqual({
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
    expect(JSON.parse((await run('assumptions', 's1', '--json')).stdout).items).toMatchObject([
      { decision: 'The region is Europe', confidence: 0.6, risk: 'Slow elsewhere', timeoutAssumed: false, asker: 'pm' },
    ]);
  });
});

test('the log is on stderr in lines of its own words, and the PM’s JSON is not among them', async () => {
  const { orchestrate } = await orchestra({ pm: `echo 'All is well.'; ${completes('Done.')}` });
  const { stdout, stderr } = await orchestrate();
  expect(stdout).toBe('Done.\n');
  expect(stderr.split('\n')).toEqual([
    'job: j1 (session s1)',
    "resume with: askonce orchestrate --job j1 --pm 'sh pm.sh' --worker 'sh worker.sh'",
    '· [turn 1] starting the PM',
    '  All is well.',
    '· [turn 1] COMPLETE',
    '',
  ]);
});

test('with --quiet there is no log, and with --json the job alone is on stdout', async () => {
  const { orchestrate } = await orchestra({ pm: completes('Done.') });
  const { code, stdout, stderr } = await orchestrate('--json', '--quiet', '--asker', 'lead');
  expect({ code, job: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    job: { id: 'j1', session: 's1', description: 'Build it', state: 'COMPLETE', result: 'Done.', asker: 'lead' },
  });
  expect(stderr).not.toContain('·');
});

test('the PM is told the five statuses, when it may ask, the goal, and once it has asked that it may not', async () => {
  const pm = `printf '%s' "$told" > "told-$(ls told-* 2>/dev/null | wc -l | tr -d ' ')"
    echo "$ASKONCE_DB $ASKONCE_SESSION $ASKONCE_JOB" > seen
    case "$told" in *"Clarification Answer"*) ${completes('Done.')} ;; *) ask 'Which database should it use?' ;; esac`;
  const { start, run, lines, env } = await orchestra({ pm });
  const running = start();
  await run('answer', await running.stderrShows(OPEN), 'neither, use files');
  expect(await running.ended).toMatchObject({ code: 0, stdout: 'Done.\n' });
  const [first, second] = [lines('told-0').join('\n'), lines('told-1').join('\n')];
  for (const status of ['PLAN', 'CONTINUE', 'NEEDS_CLARIFICATION', 'COMPLETE', 'BLOCKED'])
    expect(first).toContain(`{"status":"${status}"`);
  expect(first).toContain('You may put one question to the person');
  expect(first).toMatch(/so far:\n\nBuild it$/);
  expect(second).not.toContain('You may put one question');
  expect(second).toContain('a second NEEDS_CLARIFICATION is not shown to them');
  expect(second).toContain('You asked: Which database should it use?\nClarification Answer: neither, use files');
  expect(lines('seen')).toEqual([`${env.ASKONCE_DB} s1 j1`]);
});

test('when nobody answers by the deadline the PM goes on, and what it goes on with is kept as assumed for that', async () => {
  const pm = `case "$told" in *"The person did not answer."*"You MUST proceed"*) ${completes('Built on SQLite.')} ;; *) ask 'Which database should it use?' ;; esac`;
  const { orchestrate, run } = await orchestra({ pm });
  const { code, stdout, stderr } = await orchestrate('--timeout', '300ms');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Built on SQLite.\n' });
  expect(stderr).toMatch(/^· \[assumed: no answer in time\] Take SQLite \(.*; if wrong: A move later\)$/m);
  expect(JSON.parse((await run('assumptions', 's1', '--json')).stdout).items).toMatchObject([
    { decision: 'Take SQLite', timeoutAssumed: true, risk: 'A move later' },
  ]);
});

test('a request that lacks what the policy demands is sent back once with that, and costs nothing', async () => {
  const pm = `case "$told" in
    *"Clarification Answer"*) ${completes('Done.')} ;;
    *"the request is missing"*"“blocker”"*"“fallback”"*) ask 'Which database should it use?' ;;
    *) ${says({ status: 'NEEDS_CLARIFICATION', question: 'Which database should it use?' })} ;; esac`;
  const { start, run, write } = await orchestra({ pm });
  const policy = { ...POLICIES.orchestrator, name: 'strict', requires: ['blocker', 'fallback'] };
  write('askonce.config.json', JSON.stringify({ policy }));
  const running = start();
  await run('answer', await running.stderrShows(OPEN), '1');
  const { code, stderr } = await running.ended;
  expect(code).toBe(0);
  expect(stderr.match(/^· \[turn \d+\] sent back: Not asked: the request is missing /gm)).toHaveLength(1);
});

test('a PM that prints nonsense is told so twice, and then the job fails', async () => {
  const pm = `case "$told" in *"Your reply could not be read"*) echo told >> told ;; esac; echo 'I would rather talk.'`;
  const { orchestrate, lines } = await orchestra({ pm });
  const { code, stdout, stderr } = await orchestrate();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: j1: The PM’s reply could not be read 3 times: it contains no line of JSON/m);
  expect(lines('told')).toEqual(['told', 'told']);
});

test('a PM that repeats what it was told has said no status by that', async () => {
  const { orchestrate } = await orchestra({ pm: `printf '%s\\n' "$told"` });
  const { code, stderr } = await orchestrate();
  expect(code).toBe(1);
  expect(stderr).toContain('The PM’s reply could not be read 3 times: it contains no line of JSON');
});

test('a PM that never stops asking ends as an error that names all it asked, and one question was shown', async () => {
  const pm = `n=$(wc -l < parts 2>/dev/null || echo 0); part "$n"; ask "Which of the variants number $((n)) should it use?"`;
  const { start, run, lines } = await orchestra({ pm });
  const running = start('--insist', '1');
  const id = await running.stderrShows(OPEN);
  await run('answer', id, '1');
  const { code, stderr } = await running.ended;
  expect(code).toBe(1);
  const asked = [0, 1, 2, 3].map((n) => `“Which of the variants number ${n} should it use?”`);
  expect(stderr).toContain(`It asked 4 times: ${asked.join(', ')}`);
  expect(lines('parts')).toHaveLength(4);
  expect(JSON.parse((await run('history', '--all', '--json')).stdout).items).toHaveLength(1);
});

test.each([
  {
    limit: ['--max-turns', '2'],
    pm: says({ status: 'CONTINUE' }),
    error: 'The PM needs another turn, but the limit is 2',
  },
  {
    limit: ['--max-minutes', '0.002'],
    pm: `sleep 0.2; ${says({ status: 'CONTINUE' })}`,
    error: 'The job took 0.0 minutes; its limit is 0.002',
  },
])('a scope that is exceeded says which: $limit', async ({ limit, pm, error }) => {
  const { orchestrate } = await orchestra({ pm });
  const { code, stdout, stderr } = await orchestrate(...limit);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`error: j1: ${error}`);
});

test.each([
  {
    name: 'fails',
    pm: 'echo "no key is set" >&2; exit 4',
    error: 'The PM exited with code 4 without printing a status',
  },
  { name: 'lacks a program', pm: 'no-such-tool', error: 'The PM exited with code 127 without' },
  { name: 'is blocked', pm: says({ status: 'BLOCKED', reason: 'No access' }), error: 'The PM is blocked: No access' },
])('a PM that $name: exit 1, and why', async ({ pm, error }) => {
  const { orchestrate } = await orchestra({ pm });
  const { code, stdout, stderr } = await orchestrate();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`error: j1: ${error}`);
});

test('a command that does not exist is named with its flag, whether PM or worker', async () => {
  const { orchestrate } = await orchestra({ pm: says({ status: 'PLAN', tasks: ['Go'] }) });
  const noWorker = await orchestrate('--worker', 'no-such-agent');
  expect(noWorker).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: j1: The agent “no-such-agent” was not found.*--worker/m),
  });
  const noPm = await orchestrate('--job', 'j2', '--pm', 'no-such-agent');
  expect(noPm).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: j2: The agent “no-such-agent” was not found.*--pm/m),
  });
});

test('a PM that fails after it said what is to be done has said it', async () => {
  const { orchestrate } = await orchestra({ pm: `${completes('Done.')}; exit 3` });
  expect(await orchestrate()).toMatchObject({ code: 0, stdout: 'Done.\n' });
});

test('a task that fails is told to the PM, and the job goes on', async () => {
  const pm = `case "$told" in *"Task “Go” failed"*"no disk"*) ${completes('Done without.')} ;; *) ${says({ status: 'PLAN', tasks: ['Go'] })} ;; esac`;
  const { orchestrate } = await orchestra({ pm, worker: 'echo "no disk" >&2; exit 1' });
  expect(await orchestrate()).toMatchObject({ code: 0, stdout: 'Done without.\n' });
});

test('workers ask in the session of their PM and as its job: what they ask counts as its own, and answers are shared', async () => {
  const worker = `case "$told" in
    *"First"*"Clarification Answer: 8080"*) echo 'port 8080' ;;
    "First"*) echo 'NEEDS_CLARIFICATION: Which port should it use?' ;;
    *) echo "port $(askonce ask 'Which port should it use?' --wait)" ;; esac`;
  const pm = `case "$told" in
    *"You MUST proceed"*) ${completes('Done.')} ;;
    *"You asked: Which port should it use?"*"Clarification Answer: 8080"*"You asked: Which port should it use?"*) part bad ;;
    *"You asked: Which port should it use?"*"Clarification Answer: 8080"*) part fresh; ask 'Which database should it use?' ;;
    *"Task “Second” is done"*) part same; ask 'Which port should it use?' ;;
    *) ${says({ status: 'PLAN', tasks: ['First', 'Second'] })} ;; esac`;
  const { start, run, lines } = await orchestra({ pm, worker });
  const running = start();
  const id = await running.stderrShows(OPEN);
  expect(JSON.parse((await run('inbox', '--json')).stdout).items).toMatchObject([{ id, session: 's1', job: 'j1' }]);
  await run('answer', id, '8080');
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Done.\n' });
  expect(stderr.match(/^ {2}port 8080$/gm)).toHaveLength(2);
  expect(stderr).toMatch(/^· \[turn \d\] told to continue: /m);
  expect(JSON.parse((await run('history', '--all', '--json')).stdout).items).toMatchObject([
    { id, question: 'Which port should it use?' },
  ]);
  expect(JSON.parse((await run('state', 's1', '--json')).stdout).items).toMatchObject([
    { asker: 'pm', clarification_question: 'Which port should it use?' },
  ]);
  expect(lines('parts')).not.toContain('bad');
});

test('a worker that asks without waiting is run again once it is answered', async () => {
  const worker = `part "$told"; port=$(askonce ask 'Which port should it use?') || exit 2; echo "port $port"`;
  const pm = `case "$told" in *"port 8080"*) ${completes('Done.')} ;; *) ${says({ status: 'PLAN', tasks: ['Go'] })} ;; esac`;
  const { start, run, lines } = await orchestra({ pm, worker });
  const running = start();
  await run('answer', await running.stderrShows(OPEN), '8080');
  const { stdout, stderr } = await running.ended;
  expect(stdout).toBe('Done.\n');
  expect(lines('parts')).toEqual(['Go', 'Go']);
  // As one task: its PM was not started in between, to be told that it failed.
  expect(stderr).toMatch(/^· \[task 1\.1\] done\n· \[turn 2\] starting the PM$/m);
});

test('no clock runs against a worker that waits for the person', async () => {
  const worker = `part works; echo "port $(askonce ask 'Which port should it use?' --wait)"`;
  const pm = `case "$told" in *"port 8080"*) ${completes('Done.')} ;; *) ${says({ status: 'PLAN', tasks: ['Go'] })} ;; esac`;
  const { start, run, lines } = await orchestra({ pm, worker });
  const running = start('--idle-timeout', '2500ms', '--run-timeout', '2500ms');
  const id = await running.stderrShows(OPEN);
  await sleep(2600);
  await run('answer', id, '8080');
  expect(await running.ended).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(lines('parts')).toEqual(['works']);
});

test('Ctrl-C while a question waits ends with 130 at once, and the line it shows goes on with the same question', async () => {
  const { start, run, sh, lines } = await orchestra();
  const running = start('--insist', '1');
  const id = await running.stderrShows(OPEN);
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  const typed = /^Stopped\. The job is saved\. Resume it with: (askonce .* --insist 1)$/m.exec(stderr)![1]!;
  await run('answer', id, 'PostgreSQL');
  expect(await sh(typed).ended).toMatchObject({ code: 0, stdout: 'It is built.\n' });
  expect(lines('parts')).toEqual(['plans', 'works: Look around', 'works: Build it', 'asks', 'again', 'complete']);
});

test('a polite kill while the PM runs ends with 143, and the same command goes on', async () => {
  const { start, lines, write, orchestrate } = await orchestra({ pm: `part only; ${completes('Done.')}` });
  write('hold', 'only');
  const running = start();
  await running.stderrShows(/holds only/);
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, stdout: '' });
  write('hold', '');
  expect(await orchestrate()).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(lines('parts')).toEqual(['only', 'only']);
});

test('with --wait it leaves when the time is up: exit 2, the question is safe, and the same job goes on later', async () => {
  const { orchestrate, run } = await orchestra();
  const first = await orchestrate('--wait=10ms', '--json');
  expect({ code: first.code, job: JSON.parse(first.stdout) }).toMatchObject({
    code: 2,
    job: { id: 'j1', state: 'AWAITING_RESPONSE', clarificationQuestion: 'Which database should it use?' },
  });
  const id = OPEN.exec(first.stderr)![1]!;
  const second = await orchestrate('--wait=0s');
  expect(second).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`askonce answer ${id} <1-2`) });
  await run('answer', id, '2');
  expect(await orchestrate('--wait=0s')).toMatchObject({ code: 0, stdout: 'It is built.\n' });
});

test('a job that has ended says again how: its summary, or its error', async () => {
  const { orchestrate } = await orchestra({ pm: completes('Done.') });
  await orchestrate();
  const again = await orchestrate('--pm', 'exit 9');
  expect(again).toMatchObject({ code: 0, stdout: 'Done.\n', stderr: expect.not.stringContaining('started') });
});

test('a job that was cancelled meanwhile ends with 1 and says so', async () => {
  const { start, sh, run } = await orchestra();
  const running = start();
  const id = await running.stderrShows(OPEN);
  await sh('askonce repl --non-interactive', '/cancel j1\n').ended;
  expect(await running.ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('j1 was cancelled'),
  });
  expect((await run('answer', id, '1')).code).toBe(3);
});

test('what cannot be is said before any PM is started, and with a code', async () => {
  const { run, orchestrate, lines } = await orchestra();
  const fails = async (code: string, ...args: string[]) =>
    expect(await run('orchestrate', ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`code: ${code}`),
    });
  await fails('usage', 'Build it');
  await fails('usage', '--pm', 'sh pm.sh');
  await fails('job_unknown', '--pm', 'sh pm.sh', '--job', 'nobody');
  await fails('duration_invalid', 'Build it', '--pm', 'sh pm.sh', '--timeout', 'soon');
  await fails('usage', 'Build it', '--pm', 'sh pm.sh', '--max-turns', '0');
  await fails('usage', 'Build it', '--pm', 'sh pm.sh', '--max-minutes', '0');
  await run('ask', 'Which colour?', '--job', 'asks-only');
  await fails('job_exists', 'Build it', '--pm', 'sh pm.sh', '--job', 'asks-only');
  expect(lines('parts')).toEqual([]);
  await orchestrate('--wait=0s');
  await fails('job_exists', 'Build another', '--pm', 'sh pm.sh', '--job', 'j1');
});

test('resume does not run such a job, and says what does', async () => {
  const { orchestrate, run } = await orchestra();
  const { stderr } = await orchestrate('--wait=0s');
  const hint = 'askonce orchestrate --job j1 --pm <command> --worker <command>';
  expect(await run('resume', '--exec', 'cat')).toMatchObject({ code: 2, stderr: expect.stringContaining(hint) });
  await run('answer', OPEN.exec(stderr)![1]!, '2');
  expect(await run('resume', '--exec', 'cat')).toMatchObject({ code: 0, stderr: expect.stringContaining(hint) });
  expect(await run('resume', 'j1', '--exec', 'cat')).toMatchObject({ code: 1, stderr: expect.stringContaining(hint) });
});

test('/logs of the REPL shows what was assumed, one line each', async () => {
  const assumptions = [{ decision: 'UTC', reasoning: 'The logs are', confidence: 0.8, risk: 'Reports shift' }];
  const { orchestrate, sh } = await orchestra({ pm: says({ status: 'COMPLETE', assumptions }) });
  await orchestrate();
  const { stdout: shown } = await sh('askonce repl --non-interactive --session s1', '/logs j1\n').ended;
  expect(shown).toContain('[assumed] UTC (The logs are; confidence 0.8; if wrong: Reports');
});

test('the fallback text reaches the PM word for word', async () => {
  const pm = `case "$told" in *"You MUST"*) printf '%s' "$told" > last; ${completes('Done.')} ;; *) ask 'Which database should it use?' ;; esac`;
  const { start, run, lines } = await orchestra({ pm });
  const running = start();
  await run('decline', await running.stderrShows(OPEN));
  expect(await running.ended).toMatchObject({ code: 0 });
  expect(lines('last').join('\n')).toContain(FALLBACK_TEXTS.declined);
});
