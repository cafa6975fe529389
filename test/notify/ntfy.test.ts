/** ntfy, against a server on loopback that takes what ntfy takes. */
import { describe, expect, it } from 'vitest';
import { ntfy } from '../../src/notify/channels/ntfy.ts';
import { serve } from '../http/serving.ts';
import { setUp } from '../support/open.ts';
import { until } from '../support/processes.ts';
import { sqlite } from '../support/stores.ts';
import { startService, status } from './service.ts';
import { HERE, park, tell } from './telling.ts';

describe('ntfy', () => {
  it('gets a message with buttons that answer once, and is told when the question is settled', async () => {
    const served = await serve(sqlite);
    const service = await startService();
    const channel = ntfy({
      type: 'ntfy',
      topic: 'ada',
      server: service.url,
      token: 'tk_ada',
      private: true,
      filter: {},
    });
    await tell(served, [channel], { url: served.url });
    const id = await park(served.askonce, 'Which colour?', { options: ['red', 'blue'] });
    const [first] = await service.has(1);
    expect(first!.headers.authorization).toBe('Bearer tk_ada');
    expect(first!.body).toMatchObject({
      topic: 'ada',
      title: 'Question in project',
      message: 'Which colour?',
      sequence_id: id,
      click: expect.stringMatching(/\/a\/1\./),
      actions: [
        { action: 'http', label: 'red', method: 'POST', clear: true },
        { action: 'http', label: 'blue', method: 'POST', clear: true },
      ],
    });
    // As the phone sends it.
    const press = async (at: number) => {
      const actions = first!.body.actions as (RequestInit & { url: string })[];
      const { url, ...request } = actions[at]!;
      return fetch(url, request);
    };
    expect((await press(1)).status).toBe(200);
    expect((await press(1)).status).toBe(410);
    expect((await press(0)).status).toBe(410);
    expect(await served.askonce.questions.get(id)).toMatchObject({ answer: 'blue', surface: 'button', by: null });
    const [, second] = await service.has(2);
    expect(second!.body).toMatchObject({
      sequence_id: id,
      title: 'Answered in project',
      message: 'Which colour?\n→ blue',
    });
    expect(second!.body.actions).toBeUndefined();
  });

  it('has no text and no buttons in a public topic, text if that is allowed, and buttons never', async () => {
    const bench = await setUp(sqlite);
    const service = await startService();
    const settings = { type: 'ntfy', server: service.url, filter: {} } as const;
    // A token names an account; it does not close the topic.
    const bareOne = ntfy({ ...settings, topic: 'bare', token: 'tk_ada' });
    await tell(bench, [bareOne, ntfy({ ...settings, topic: 'open', text: true })]);
    const id = await park(bench.askonce, 'Which colour?', { options: ['teal', 'pink'] });
    const posted = (await service.has(2)).map(({ body }) => body);
    const bare = posted.find(({ topic }) => topic === 'bare')!;
    expect(JSON.stringify(bare)).not.toMatch(/colour|teal|pink/);
    expect(bare).toMatchObject({ click: `${HERE}/#/q/${id}` });
    expect(posted.find(({ topic }) => topic === 'open')).toMatchObject({ message: 'Which colour?' });
    for (const body of posted) expect(body.actions).toBeUndefined();
    await bench.askonce.questions.answer(id, 'teal');
    const after = (await service.has(4)).slice(2).map(({ body }) => body);
    expect(JSON.stringify(after.find(({ topic }) => topic === 'bare'))).not.toMatch(/colour|teal/);
  });

  it('that is down or refuses is named with its host and status, never with its token', async () => {
    const bench = await setUp(sqlite);
    const service = await startService(status(503));
    const lines: string[] = [];
    const channel = ntfy({ type: 'ntfy', topic: 'ada', server: service.url, token: 'tk_ada', filter: {} });
    await tell(bench, [channel], { log: (line) => lines.push(line) });
    await park(bench.askonce, 'Which colour?');
    await until(() => lines.length === 1, 'the failure is logged');
    expect(lines[0]).toMatch(/^channel ntfy-\w+: 127\.0\.0\.1:\d+ replied with HTTP 503\. \(failure 1; retry at /);
    expect(lines[0]).not.toContain('tk_ada');
    service.reply((response) => response.end('{}'));
    bench.clock.advance(10_000);
    await service.has(2);
  });

  it('passes over a message that ntfy refuses', async () => {
    const bench = await setUp(sqlite);
    const service = await startService(status(400));
    const lines: string[] = [];
    const channel = ntfy({ type: 'ntfy', topic: 'ada', server: service.url, filter: {} });
    await tell(bench, [channel], { log: (line) => lines.push(line) });
    await park(bench.askonce, 'Which colour?');
    await until(() => lines.length === 1, 'the refusal is logged');
    expect(lines[0]).toMatch(/replied with HTTP 400\. \(passed over\)$/);
    service.reply((response) => response.end('{}'));
    const next = await park(bench.askonce, 'Which size?');
    expect((await service.has(2))[1]!.body).toMatchObject({ sequence_id: next });
  });
});
