/** `askonce orchestrate` that is killed outright, wherever it stands: started again under its job it goes on from there. */
import { expect, test } from 'vitest';
import { describeOnStores } from '../../support/stores.ts';
import { OPEN, orchestra } from './orchestrating.ts';

/** Where it is killed, in the order in which it comes by: each part of the PM and one of a worker. */
const POINTS = ['plans', 'works: Build it', 'asks', 'again', 'complete'] as const;

describeOnStores('killed at every point and started again', (store) => {
  test('no part that was finished runs again, it is the same question, nothing is asked twice, and it completes', async () => {
    const { start, run, lines, write } = await orchestra({ store });
    const killAt = async (point: string) => {
      write('hold', point);
      const running = start();
      await running.stderrShows(new RegExp(`holds ${point}`));
      running.child.kill('SIGKILL');
      await running.ended;
    };
    for (const point of POINTS.slice(0, 3)) await killAt(point);
    write('hold', '');

    const asked: string[] = [];
    for (const _ of ['killed while it waits', 'and once more']) {
      const running = start();
      asked.push(await running.stderrShows(OPEN));
      running.child.kill('SIGKILL');
      await running.ended;
    }
    const [id] = asked;
    expect(asked).toEqual([id, id]);
    expect((await run('state', 's1', '--json')).stdout).toContain('"clarification_resolved":false');
    // Answered while nobody runs it.
    expect(await run('answer', id!, 'PostgreSQL')).toMatchObject({ code: 0 });
    for (const point of POINTS.slice(3)) await killAt(point);
    write('hold', '');
    const { code, stdout, stderr } = await start().ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is built.\n' });
    expect(stderr).not.toContain('question open');

    // Each was begun as often as it was killed, and once more.
    const twice = (part: string) => [part, part];
    expect(lines('parts')).toEqual([
      ...twice('plans'),
      'works: Look around',
      ...twice('works: Build it'),
      ...twice('asks'),
      ...twice('again'),
      ...twice('complete'),
    ]);
    const { items } = JSON.parse((await run('history', '--all', '--json')).stdout);
    expect(items).toMatchObject([{ id, answer: 'PostgreSQL' }]);
    expect(JSON.parse((await run('assumptions', 's1', '--json')).stdout).items).toHaveLength(1);
    // Eight processes one after another, each with those that it starts.
  }, 90_000);
});

test('a deadline that passes while nobody runs it is kept: started again, the PM goes on without an answer', async () => {
  const pm = `case "$told" in *"The person did not answer."*) echo '{"status":"COMPLETE","summary":"Built."}' ;; *) part asks; ask 'Which database should it use?' ;; esac`;
  const { start, run, lines } = await orchestra({ pm });
  const running = start('--timeout', '500ms');
  await running.stderrShows(OPEN);
  running.child.kill('SIGKILL');
  await running.ended;
  expect(await start('--timeout', '500ms').ended).toMatchObject({ code: 0, stdout: 'Built.\n' });
  expect(lines('parts')).toEqual(['asks']);
  expect((await run('assumptions', 's1')).stdout).toMatch(/^as-\S+ {2}.* {2}timeout_assumed\n {2}Take SQLite\n/);
});

test('a worker that waits by askonce ask when all is killed asks the same question again', async () => {
  const worker = `part works; echo "port $(askonce ask 'Which port should it use?' --wait)"`;
  const pm = `case "$told" in *"port 8080"*) echo '{"status":"COMPLETE","summary":"Built."}' ;; *) part plans; echo '{"status":"PLAN","tasks":["Go"]}' ;; esac`;
  const { start, run, lines } = await orchestra({ pm, worker });
  const first = start();
  const id = await first.stderrShows(OPEN);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start();
  expect(await second.stderrShows(OPEN)).toBe(id);
  await run('answer', id, '8080');
  expect(await second.ended).toMatchObject({ code: 0, stdout: 'Built.\n' });
  expect(lines('parts')).toEqual(['plans', 'works', 'works']);
});

test('a second orchestrator of the same job runs nothing, and has its result', async () => {
  const { start, run, lines } = await orchestra();
  const first = start();
  const id = await first.stderrShows(OPEN);
  const second = start();
  expect(await second.stderrShows(OPEN)).toBe(id);
  await run('answer', id, 'PostgreSQL');
  const [one, other] = await Promise.all([first.ended, second.ended]);
  expect([one.code, one.stdout, other.code, other.stdout]).toEqual([0, 'It is built.\n', 0, 'It is built.\n']);
  expect(lines('parts')).toEqual(['plans', 'works: Look around', 'works: Build it', 'asks', 'again', 'complete']);
});
