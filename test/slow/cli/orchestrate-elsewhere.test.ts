/** Goals that are orchestrated on one machine and live at the server of another: real processes, tokens, and either side killed meanwhile. */
import { expect, test } from 'vitest';
import type { Folder } from '../../support/askonce.ts';
import { served } from './at-server.ts';
import { OPEN, orchestra } from './orchestrating.ts';

const PARTS = ['plans', 'works: Look around', 'works: Build it', 'asks', 'again', 'complete'];
const says = (status: object) => `echo '${JSON.stringify(status)}'`;
const completes = (summary: string) => says({ status: 'COMPLETE', summary });
const settledIn = async (folder: Folder) => JSON.parse((await folder.run(['history', '--all', '--json'])).stdout).items;

test('a goal runs here, its one question is answered in the inbox of the server, the second falls back, and it completes', async () => {
  const { url, folder, tokens } = await served();
  const { start, run, lines } = await orchestra({ at: { url, token: tokens.asker } });
  const running = start();
  const id = await running.stderrShows(OPEN);
  expect(await folder.pending()).toMatchObject([
    {
      ...{
        id,
        question: 'Which database should it use?',
        session: 's1',
        job: 'j1',
        reason: 'The requirements conflict.',
      },
      ...{ project: 'github.com/acme/shop', branch: 'main', agent: 'askonce orchestrate' },
    },
  ]);
  // It asks with the token of an asker, which answers nothing.
  expect(await run('answer', id, 'SQLite')).toMatchObject({ stderr: expect.stringContaining('code: role_too_low') });
  expect((await folder.run(['answer', id, 'PostgreSQL'])).code).toBe(0);
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'It is built.\n' });
  expect(lines('parts')).toEqual(PARTS);
  expect(stderr).toMatch(/^· \[turn 3\] told to continue: /m);
  expect(stderr.match(/^question open:/gm)).toHaveLength(1);
  expect(await settledIn(folder)).toMatchObject([{ id, answer: 'PostgreSQL' }]);
  expect((await run('state', 's1', '--json')).stdout).toContain('"clarification_resolved":true');
  expect(JSON.parse((await run('assumptions', 's1', '--json')).stdout).items).toMatchObject([
    { decision: 'The region is Europe', job: 'j1', asker: 'pm' },
  ]);
});

test('killed outright wherever it stands, and started again, it goes on from there, and nothing is asked twice', async () => {
  const { url, folder, tokens } = await served();
  const { start, lines, write } = await orchestra({ at: { url, token: tokens.asker } });
  const kill = async (running: ReturnType<typeof start>) => {
    running.child.kill('SIGKILL');
    await running.ended;
  };
  const killAt = async (point: string) => {
    write('hold', point);
    const running = start();
    await running.stderrShows(new RegExp(`holds ${point}`));
    await kill(running);
    write('hold', '');
  };
  await killAt('works: Build it');
  const asked: string[] = [];
  for (const _ of ['killed while it waits', 'and once more']) {
    const running = start();
    asked.push(await running.stderrShows(OPEN));
    await kill(running);
  }
  const [id] = asked;
  expect(asked).toEqual([id, id]);
  // Answered while nobody runs it.
  expect((await folder.run(['answer', id!, 'PostgreSQL'])).code).toBe(0);
  await killAt('again');
  const { code, stdout, stderr } = await start().ended;
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'It is built.\n' });
  expect(stderr).not.toContain('question open');
  expect(lines('parts')).toEqual(PARTS.flatMap((part) => (/Build|again/.test(part) ? [part, part] : [part])));
  expect(await settledIn(folder)).toMatchObject([{ id, answer: 'PostgreSQL' }]);
}, 90_000);

test('a server that is killed while the person thinks is waited for, and the PM goes on with the answer', async () => {
  const { url, kill, start: serveAgain, folder, tokens } = await served();
  const { start, lines } = await orchestra({ at: { url, token: tokens.asker } });
  const running = start();
  const id = await running.stderrShows(OPEN);
  await kill();
  await running.stderrShows(/(The connection to the server is lost)/);
  expect((await folder.run(['answer', id, 'PostgreSQL'])).code).toBe(0);
  await serveAgain();
  const { code, stdout, stderr } = await running.ended;
  expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'It is built.\n' });
  expect(lines('parts')).toEqual(PARTS);
  expect(await settledIn(folder)).toHaveLength(1);
});

test('PM and workers reach the server with the token of an asker, and never get that of a person', async () => {
  const { url, folder, tokens } = await served();
  const pm = `case "$told" in *"port 8080"*) ${completes('Built.')} ;; *) env > seen-by-pm; ${says({ status: 'PLAN', tasks: ['Go'] })} ;; esac`;
  // A worker that does not wait is started again with the answer. It cannot answer, even where it hides that it is an agent.
  const worker = `askonce ask 'Which port should it use?' >answered 2>asked
    id=$(sed -n 's/^.parked. \\(q-[a-z0-9]*\\).*/\\1/p' asked)
    [ -z "$id" ] || env -u ASKONCE_JOB askonce answer "$id" 1 2>refused
    echo "port $(cat answered)"`;
  const asker = await orchestra({ pm, worker, at: { url, token: tokens.asker } });
  const running = asker.start();
  const id = await running.stderrShows(OPEN);
  expect(await folder.pending()).toMatchObject([
    { id, job: 'j1', session: 's1', question: 'Which port should it use?' },
  ]);
  await expect.poll(() => asker.lines('refused').join('\n'), { timeout: 60_000 }).toContain('code: role_too_low');
  expect((await folder.run(['answer', id, '8080'])).code).toBe(0);
  expect(await running.ended).toMatchObject({ code: 0, stdout: 'Built.\n' });
  expect(asker.lines('seen-by-pm')).toEqual(expect.arrayContaining([`ASKONCE_URL=${url}`, 'ASKONCE_DB=']));

  const person = await orchestra({ pm: `env > seen; ${completes('Built.')}`, at: { url, token: tokens.answerer } });
  const ran = await person.orchestrate('--job', 'j2', '--session', 's2');
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('Agents do not get your token') });
  expect(person.lines('seen').join('\n')).not.toContain(tokens.answerer);
});

test('with --wait it ends while the question is open, and its hint resumes it at the server', async () => {
  const { url, folder, tokens } = await served();
  const { orchestrate, sh } = await orchestra({ at: { url, token: tokens.asker } });
  const left = await orchestrate('--url', url, '--wait=0s');
  expect(left).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('The job is saved.') });
  const [question] = await folder.pending();
  expect((await folder.run(['answer', question!.id, 'PostgreSQL'])).code).toBe(0);
  const hint = /resume with: (.+)$/m.exec(left.stderr)![1]!;
  expect(hint).toContain(`--url ${url}`);
  expect(await sh(hint.replace('--wait 0s', '')).ended).toMatchObject({
    code: 0,
    stdout: 'It is built.\n',
  });
});

test('a server that does not reply at the start is an error, and no PM is started', async () => {
  const { url, kill, tokens } = await served();
  await kill();
  const { orchestrate, lines } = await orchestra({ at: { url, token: tokens.asker } });
  expect(await orchestrate()).toMatchObject({ code: 1, stderr: expect.stringContaining('code: server_unreachable') });
  expect(lines('parts')).toEqual([]);
});

test('stopped while its server is away, it ends, and says how to resume', async () => {
  const { url, kill, tokens } = await served();
  const { start } = await orchestra({ at: { url, token: tokens.asker } });
  const running = start();
  await running.stderrShows(OPEN);
  await kill();
  await running.stderrShows(/(The connection to the server is lost)/);
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, stderr: expect.stringContaining('Resume it with: ') });
});
