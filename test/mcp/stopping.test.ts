/** Servers that stop, calls that wait in silence, and faults that somebody has to hear of. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { serverLog } from '../../src/surfaces/http/logging.ts';
import { mcpRoutes } from '../../src/surfaces/http/routes/mcp.ts';
import { serveOn } from '../http/serving.ts';
import { endOf, nextEvent, setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { agent as connect, KINDS, mcpBench } from './clients.ts';

const COLOUR = { question: 'Which colour should the button have?', options: [{ label: 'green' }, { label: 'blue' }] };

async function served(http: { timeouts?: { drainMs: number } } = {}) {
  const bench = await setUp(sqlite);
  const routes = [mcpRoutes({ wait: '10m', elicitation: 'answerers' })];
  const { app, url } = await serveOn(bench.askonce, { http: { routes, ...http } });
  return { ...bench, app, url: `${url}/mcp` };
}

describe.each(KINDS)('a server that stops tells a client of %s', (kind) => {
  it('that its question is parked', async () => {
    const { askonce, app, url } = await served();
    const asked = nextEvent(askonce, 'clarification.requested');
    const waiting = (await connect(kind, { url })).ask(COLOUR, {}, { timeout: 60_000 });
    await asked;
    await Promise.all([app.close(), expect(waiting).resolves.toMatchObject({ isError: false, status: 'parked' })]);
  });

  it('that what it looked for is parked', async () => {
    const { askonce, app, url } = await served();
    const { items } = await askonce.session('s').ask('Which colour?', { wait: false });
    const asking = await connect(kind, { url });
    const waits = Promise.withResolvers<string>();
    const how = { timeout: 60_000, onProgress: waits.resolve };
    const waiting = asking.call('get_answer', { id: items[0]!.id, wait: '40s' }, how);
    await waits.promise;
    await Promise.all([app.close(), expect(waiting).resolves.toMatchObject({ isError: false, status: 'parked' })]);
  });
});

describe('a server that stops', () => {
  it('ends the streams that only wait for news, and does not wait for them', async () => {
    // Requests that do not end by themselves have an hour: a server that waited for one would still be stopping.
    const { app, url } = await served({ timeouts: { drainMs: 3_600_000 } });
    const modern = await connect('2026-07-28', { url });
    await (modern.client as Client).listen({ toolsListChanged: true });
    // Of the 2025 era the client opens such a stream by itself.
    await connect('2025-11-25', { url });
    await connect('2025-11-25 by SDK 1', { url });
    await endOf(app.close());
  });
});

describe.each(KINDS)('get_answer by %s', (kind) => {
  it('says that it waits, for as long as it does', async () => {
    const { agent, askonce, clock } = await mcpBench();
    const { items } = await askonce.session('s').ask('Which colour?', { wait: false });
    const { id } = items[0]!;
    const told: string[] = [];
    const asking = await agent(kind);
    const waiting = asking.call('get_answer', { id, wait: '5m' }, { onProgress: (message) => told.push(message) });
    await expect.poll(() => told.length).toBeGreaterThan(0);
    clock.advance(10_000);
    await expect.poll(() => told.length).toBeGreaterThan(1);
    await askonce.questions.answer(id!, 'green');
    await waiting;
  });
});

describe('a fault that is ours', () => {
  it('is in the log, as the caller is told', async () => {
    const bench = await setUp(sqlite);
    const lines: string[] = [];
    const log = serverLog(false);
    log.warn = log.error = (...said: unknown[]) => void lines.push(said.map(String).join(' '));
    const { url } = await serveOn(bench.askonce, {
      http: { log, routes: [mcpRoutes({ wait: '1s', elicitation: 'answerers' })] },
    });
    const asking = await connect('2025-11-25', { url: `${url}/mcp` });
    const mended = await bench.refuse('asks');
    const { isError, text } = await asking.ask(COLOUR);
    await mended();
    expect(isError).toBe(true);
    expect(text).not.toMatch(/SQL|constraint|\.ts|\/src\//i);
    expect(lines).not.toEqual([]);
  });
});
