/** What the server counts, as Prometheus reads it; and whether it lives. */
import { copyFileSync, renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parkedId, typesOf } from '../support/open.ts';
import { type Served, served } from './guarded.ts';

/** One value; null where there is no such line. */
async function value({ get }: Served, line: string): Promise<number | null> {
  const { text } = await get('/metrics');
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
}

const polled = (server: Served, line: string) => expect.poll(() => value(server, line));

describe('/metrics', () => {
  it('counts what was asked, what was not, who answered where, and how long that took', async () => {
    const server = await served();
    const { askonce } = server;
    expect(await value(server, 'askonce_asked_total')).toBe(0);
    const session = askonce.session('s');
    const asked = await session.ask('Which colour should the button have?', { wait: false });
    await polled(server, 'askonce_asked_total').toBe(1);
    expect(await value(server, 'askonce_pending')).toBe(1);
    await askonce.questions.answer(parkedId(asked), 'blue', { surface: 'http' });
    await session.ask('Which colour should the button have?', { wait: false });
    await polled(server, 'askonce_answered_total{surface="http"}').toBe(1);
    await polled(server, 'askonce_avoided_total{source="history"}').toBe(1);
    await polled(server, 'askonce_time_to_answer_seconds_count').toBe(1);
    expect(await value(server, 'askonce_time_to_answer_seconds_bucket{le="60"}')).toBe(1);
    expect(await value(server, 'askonce_asked_total')).toBe(1);
    expect(await value(server, 'askonce_pending')).toBe(0);
  });

  it('counts all that wait for a person, however many', async () => {
    const server = await served();
    const session = server.askonce.session('s');
    const ask = (n: number) => session.ask(`Which colour has part ${n}?`, { wait: false });
    await Promise.all(Array.from({ length: 1_001 }, (_, n) => ask(n)));
    expect(await value(server, 'askonce_pending')).toBe(1_001);
  });

  it('counts the states that jobs come into', async () => {
    const server = await served();
    const job = await server.askonce.jobs.queue('Do something');
    await server.askonce.jobs.cancel(job.id);
    await polled(server, 'askonce_jobs_total{state="QUEUED"}').toBe(1);
    await polled(server, 'askonce_jobs_total{state="CANCELLED"}').toBe(1);
  });

  it('counts a job once as queued, also one that a runner let go', async () => {
    const server = await served();
    const { askonce } = server;
    const begun = Promise.withResolvers<void>();
    const executor = (_job: unknown, { signal }: { signal: AbortSignal }) => {
      begun.resolve();
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const runner = askonce.runner({ executor });
    await runner.start();
    const { id } = await askonce.jobs.queue('Do something');
    await begun.promise;
    await runner.stop();
    expect(await typesOf(askonce)).toContain('job.released');
    // Told after all that came before it.
    await askonce.jobs.cancel(id);
    await polled(server, 'askonce_jobs_total{state="CANCELLED"}').toBe(1);
    expect(await value(server, 'askonce_jobs_total{state="QUEUED"}')).toBe(1);
  });

  it('counts requests by route and status, never by address', async () => {
    const server = await served();
    await server.get('/things/1');
    await server.get('/things/2');
    await server.get('/throws');
    const of = (route: string, status: number) =>
      `askonce_http_request_seconds_count{method="GET",route="${route}",status="${status}"}`;
    await polled(server, of('/things/:id', 200)).toBe(2);
    await polled(server, of('/throws', 500)).toBe(1);
    expect((await server.get('/metrics')).text).not.toContain('/things/1');
  });

  it('is text as Prometheus wants it: each histogram’s buckets rise to its count', async () => {
    const server = await served();
    await server.get('/for-askers');
    const { text, headers } = await server.get('/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const row = 'method="GET",route="/for-askers",status="200"';
    const buckets = [...text.matchAll(new RegExp(`_bucket\\{le="[^"]+",${row}\\} (\\d+)`, 'g'))].map(([, n]) =>
      Number(n),
    );
    expect(buckets.length).toBeGreaterThan(5);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toBe(1);
    for (const line of text.split('\n')) expect(line).toMatch(/^$|^# (HELP|TYPE) \w+ .+$|^\w+(\{.*\})? [\d.e+-]+$/);
  });

  it('is bounded, whatever surfaces callers name', async () => {
    const server = await served();
    const session = server.askonce.session('s');
    for (let n = 0; n < 210; n += 1) {
      const asked = await session.ask(`Which name should file number ${n} have?`, { wait: false });
      await server.askonce.questions.answer(parkedId(asked), 'x', { surface: `surface-${n}` });
    }
    await polled(server, 'askonce_answered_total{surface="other"}').toBe(10);
  });
});

describe('whether it lives', () => {
  it('is said by /healthz and /readyz', async () => {
    const { get } = await served();
    expect((await get('/healthz')).json).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json).toEqual({ status: 'ok' });
  });

  it('is one thing, and whether the store answers another', async () => {
    const { get, askonce } = await served();
    await askonce.close();
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(503);
  });

  it('is not ready once the store’s file is deleted or replaced, and says why', async () => {
    const { get, db } = await served();
    const aside = `${db}.aside`;
    renameSync(db, aside);
    expect(await get('/readyz')).toMatchObject({ status: 503, json: { code: 'store_gone' } });
    copyFileSync(aside, db);
    expect(await get('/readyz')).toMatchObject({ status: 503, json: { code: 'store_gone' } });
    renameSync(aside, db);
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/healthz')).status).toBe(200);
  });
});
