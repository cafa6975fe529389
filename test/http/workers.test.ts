/** Workers that reach the store through a server: whose jobs they get, what they may write, and replies that are lost. */
import { describe, expect, it } from 'vitest';
import { remoteHost } from '../../src/surfaces/remote/remote-host.ts';
import { remoteWorking } from '../../src/surfaces/remote/remote-working.ts';
import type { WorkerHost } from '../../src/worker/host.ts';
import { codeOf } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { type Served, sendTo, serveOn, type Who } from './serving.ts';
import { only, PLACE, remote, serveAny } from './working.ts';

const LEASE = { leaseMs: 60_000, place: 'laptop', pid: 1, running: [] };

async function served() {
  const server = await serveAny(sqlite);
  const send = (who: Who, what: string, body?: unknown) => sendTo<Record<string, never>>(server.url, who, what, body);
  const queue = (who: Who, worker: string, jobId: string, more: object = {}) =>
    send(who, `POST /workers/${worker}/jobs`, { jobId, prompt: 'Build it', ...PLACE, ...more });
  const claim = async (who: Who, worker: string, more: object = {}) => {
    const { body } = await send(who, `POST /workers/${worker}/claims`, { limit: 9, ...PLACE, ...more });
    return (body as unknown as { items: { jobId: string; run: number }[] }).items.map(({ jobId, run }) => [jobId, run]);
  };
  const beat = (who: Who, worker: string, more: object = {}) =>
    send(who, `POST /workers/${worker}/heartbeat`, { ...LEASE, ...more });
  return { ...server, send, queue, claim, beat };
}

describe('a worker at a server', () => {
  it('is refused what no store can hold, and an odd text is stored as text', async () => {
    const { queue, beat, send, askonce } = await served();
    expect((await beat('asker', 'w-1', { pid: 2 ** 40 })).status).toBe(400);
    await beat('asker', 'w-1');
    await queue('asker', 'w-1', 'job', { start: true });
    const append = (stream: string) =>
      send('asker', 'POST /workers/w-1/jobs/job/log', { run: 1, lines: [{ at: 1, stream, line: 'a\u0000b' }] });
    expect(await append('odd')).toMatchObject({ status: 400, body: { code: 'argument_invalid' } });
    expect((await append('stdout')).status).toBe(204);
    for (const key of ['', 'a\u0000b', 'x'.repeat(501)])
      expect((await send('asker', 'POST /workers/w-1/jobs/job/results', { run: 1, key, value: '1' })).status).toBe(400);
    const end = { run: 1, state: 'COMPLETE', result: 'a\u0000b' };
    expect((await send('asker', 'POST /workers/w-1/jobs/job/end', end)).body).toEqual({ outcome: 'ended' });
    expect((await askonce.jobs.get('job'))!.result).not.toContain('\u0000');
  });

  it('gets the jobs of its own token, agent and folder, and no other', async () => {
    const { queue, claim, beat, askonce } = await served();
    await beat('asker', 'w-1');
    await queue('asker', 'w-1', 'mine');
    await queue('other', 'w-1', 'of-another-token');
    await queue('asker', 'w-1', 'of-another-agent', { agent: 'bash' });
    await queue('asker', 'w-1', 'of-another-folder', { folder: 'desktop:/shop' });
    await askonce.jobs.queue('on the server', { id: 'of-the-server', agent: 'sh' });
    await askonce.jobs.submit('Add a dark mode toggle to the settings page', { id: 'submitted' });
    expect(await claim('asker', 'w-1', { only: ['of-another-token', 'of-the-server', 'submitted'] })).toEqual([]);
    expect(await claim('asker', 'w-1')).toEqual([['mine', 1]]);
    // A worker on the store gets none of theirs.
    const begun: string[] = [];
    const runner = askonce.runner({ agent: 'sh', executor: async ({ id }) => void begun.push(id) });
    await runner.start();
    await runner.idle();
    await runner.stop();
    expect(begun.toSorted()).toEqual(['of-the-server', 'submitted']);
  });

  it('cannot name a folder of the server with the token of an asker', async () => {
    const { queue, claim } = await served();
    const body = { code: 'argument_invalid', detail: expect.stringContaining('cannot name a folder of the server') };
    expect(await queue('asker', 'w-1', 'mine', { folder: '/srv/shop' })).toMatchObject({ status: 400, body });
    expect((await queue('answerer', 'w-1', 'theirs', { folder: '/srv/shop' })).status).toBe(201);
    expect(await claim('answerer', 'w-1', { folder: '/srv/shop' })).toEqual([['theirs', 1]]);
  });

  it('is another worker with another token: it can neither end nor take over the first one', async () => {
    const { queue, claim, beat, send, askonce } = await served();
    await beat('asker', 'w-1');
    await queue('asker', 'w-1', 'mine', { start: true });
    await beat('other', 'w-1');
    expect((await beat('other', 'w-1')).body).toMatchObject({ owned: [] });
    expect((await send('other', 'DELETE /workers/w-1')).status).toBe(204);
    expect(await claim('asker', 'w-2')).toEqual([]);
    const end = { run: 1, state: 'COMPLETE', result: 'forged' };
    for (const [what, body] of [
      ['POST /workers/w-1/jobs/mine/end', end],
      ['POST /workers/w-1/jobs/mine/log', { run: 1, lines: [] }],
      ['POST /workers/w-1/jobs/mine/results', { run: 1, key: 'k', value: '1' }],
      ['GET /workers/w-1/jobs/mine/results?key=k', undefined],
    ] as const)
      expect(await send('other', what, body)).toMatchObject({ status: 403, body: { code: 'owner_only' } });
    expect(await askonce.jobs.get('mine')).toMatchObject({ state: 'RUNNING' });
  });

  it('writes nothing for a run that is over', async () => {
    const { queue, claim, beat, send, askonce } = await served();
    await beat('asker', 'w-1');
    await queue('asker', 'w-1', 'job', { start: true });
    await send('asker', 'DELETE /workers/w-1');
    await beat('asker', 'w-2');
    expect(await claim('asker', 'w-2')).toEqual([['job', 2]]);
    const line = { at: 1, stream: 'stdout', line: 'stale' };
    const writes = (worker: string, run: number) => [
      send('asker', `POST /workers/${worker}/jobs/job/results`, { run, key: 'k', value: '"stale"' }),
      send('asker', `POST /workers/${worker}/jobs/job/log`, { run, lines: [line] }),
    ];
    // The worker that lost it; the new worker under the old run; the old one under the new run.
    for (const stale of [...writes('w-1', 1), ...writes('w-2', 1), ...writes('w-1', 2)])
      expect(await stale).toMatchObject({ status: 409, body: { code: 'run_over' } });
    const end = { run: 1, state: 'COMPLETE', result: 'stale' };
    expect((await send('asker', 'POST /workers/w-1/jobs/job/end', end)).body).toEqual({ outcome: 'not_yours' });
    expect(await askonce.jobs.get('job')).toMatchObject({ state: 'RUNNING', result: null });
    expect(await askonce.jobs.log('job')).toEqual([]);
    expect((await send('asker', 'GET /workers/w-2/jobs/job/results?key=k')).body).toEqual({ value: null });
    const now = await Promise.all(writes('w-2', 2));
    expect(now.map(({ status }) => status)).toEqual([200, 204]);
    expect((await send('asker', 'POST /workers/w-2/jobs/job/end', { ...end, run: 2 })).body).toEqual({
      outcome: 'ended',
    });
  });

  it('keeps the last million characters that an agent printed, whatever they are', async () => {
    const { queue, beat, send } = await served();
    await beat('asker', 'w-1');
    await queue('asker', 'w-1', 'job', { start: true });
    const value = JSON.stringify('\u0001'.repeat(1_000_000));
    const kept = await send('asker', 'POST /workers/w-1/jobs/job/results', { run: 1, key: 'k', value });
    expect(kept).toMatchObject({ status: 200, body: { value: expect.stringMatching(/^"(\\u0001)+"$/) } });
  });

  it('stores what it sends twice once', async () => {
    const { queue, beat, send, askonce } = await served();
    await beat('asker', 'w-1');
    for (const _ of [1, 2])
      expect((await queue('asker', 'w-1', 'job', { start: true })).body).toMatchObject({ run: 1 });
    const lines = [1, 2].map((at) => ({ at, stream: 'stdout', line: 'the same line' }));
    for (const _ of [1, 2]) await send('asker', 'POST /workers/w-1/jobs/job/log', { run: 1, lines });
    expect(await askonce.jobs.log('job')).toHaveLength(2);
    for (const value of ['1', '2'])
      expect((await send('asker', 'POST /workers/w-1/jobs/job/results', { run: 1, key: 'k', value })).body).toEqual({
        value: '1',
      });
    const end = { run: 1, state: 'ERROR', error: 'no' };
    const outcomes = [];
    for (const _ of [1, 2]) outcomes.push((await send('asker', 'POST /workers/w-1/jobs/job/end', end)).body);
    expect(outcomes).toEqual([{ outcome: 'ended' }, { outcome: 'not_yours' }]);
  });
});

/** A host whose next claim reaches the server, and whose reply does not come back. */
function losing(served: Pick<Served, 'url'>): { host: WorkerHost; lost: () => number } {
  let lost = 0;
  const real = globalThis.fetch;
  const host = remoteHost(remote(served, 'asker'), true, async (input, init) => {
    const reply = await real(input, init);
    if (!String(input).endsWith('/claims') || lost > 0) return reply;
    lost += 1;
    throw new TypeError('the connection was cut');
  });
  return { host, lost: () => lost };
}

it('a job whose claim got no reply is found by the next heartbeat, and begun once', async () => {
  const { url, queue } = await served();
  await queue('asker', 'w-0', 'job');
  const { host, lost } = losing({ url });
  const lease = { id: 'w-1', place: 'laptop', pid: 1, leaseUntil: Date.now() + 60_000 };
  await host.runs.beat(lease);
  const claim = { worker: 'w-1', agent: 'sh', only: null, limit: 1 };
  // It is sent again, and the job is not free any more.
  expect(await host.claim(claim)).toEqual([]);
  expect(lost()).toBe(1);
  expect(await host.runs.beat({ ...lease, leaseUntil: Date.now() + 60_000 })).toEqual(['job']);
  expect(await host.claim(claim)).toMatchObject([{ id: 'job', runs: 1, owner: 'w-1', folder: '/shop' }]);
  await host.runs.beat({ ...lease, leaseUntil: Date.now() + 60_000 });
  expect(await host.claim(claim)).toEqual([]);
});

describeOnStores('workers at a server', (store) => {
  it('race for jobs, and each job runs once', async () => {
    const server = await serveAny(store);
    const ran: string[] = [];
    const all = Array.from({ length: 12 }, (_, n) => `job-${n}`);
    const [first, second] = await Promise.all([1, 2].map(() => remoteWorking(remote(server, 'asker'))));
    for (const id of all) await first!.jobs.queue('Build it', { id, agent: 'sh' });
    const runners = [first!, second!].map((one) =>
      one.runner({ agent: 'sh', concurrency: 3, executor: async ({ id, run }) => void ran.push(`${id} ${run}`) }),
    );
    await Promise.all(runners.map((runner) => runner.start()));
    await Promise.all(runners.map((runner) => runner.idle()));
    await expect.poll(async () => (await server.askonce.jobs.list({ state: 'COMPLETE' })).items.length).toBe(12);
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(ran.toSorted()).toEqual(all.map((id) => `${id} 1`).toSorted());
  });

  it('ask for their job, wait over a restart of the server, keep a step and end the job', async () => {
    const server = await serveAny(store);
    const { askonce, url, app } = server;
    const working = await remoteWorking({ ...remote(server, 'asker'), isPatient: true });
    let steps = 0;
    const runner = working.runner({
      agent: 'sh',
      executor: async ({ folder }, { ask, once, log }) => {
        const step = await once('step', () => {
          steps += 1;
          return `step ${steps}`;
        });
        log(`working in ${folder}`);
        const { items } = await ask({ question: 'Which format?', options: ['YAML', 'JSON'] });
        return `${step}: ${'answer' in items[0]! ? items[0].answer : ''}`;
      },
    });
    await runner.start();
    const id = await runner.run('Use YAML', { id: 'built-there' });
    await expect.poll(async () => (await askonce.questions.list({ status: 'pending' })).items.length).toBe(1);
    await app.close();
    const [question] = (await askonce.questions.list({ status: 'pending' })).items;
    // An asker's prompt is not the person's own word.
    expect(question).toMatchObject({ job: id, status: 'pending' });
    await askonce.questions.answer(question!.id, 'JSON');
    await serveOn(askonce, { port: Number(new URL(url).port), http: { projects: only(askonce) } });
    expect(await askonce.jobs.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'step 1: JSON', runs: 1 });
    expect((await askonce.jobs.log(id)).map(({ line }) => line)).toContain('working in /shop');
    expect((await askonce.questions.list()).items).toHaveLength(1);
    await runner.stop();
  });

  it('stop a job that is cancelled at the server', async () => {
    const server = await serveAny(store);
    const working = await remoteWorking(remote(server, 'asker'));
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const runner = working.runner({
      agent: 'sh',
      leaseMs: 1_000,
      executor: (_job, { signal }) => {
        started.resolve();
        signal.addEventListener('abort', () => aborted.resolve());
        return aborted.promise;
      },
    });
    await runner.start();
    const id = await runner.run('Run on');
    await started.promise;
    await server.askonce.jobs.cancel(id);
    await aborted.promise;
    await runner.stop();
    expect(await server.askonce.jobs.get(id)).toMatchObject({ state: 'CANCELLED' });
  });
});

it('a token that is not valid runs nothing', async () => {
  const server = await serveAny(sqlite);
  expect(await codeOf(remoteWorking({ ...remote(server, 'asker'), token: 'made-up' }))).toBe('token_invalid');
});
