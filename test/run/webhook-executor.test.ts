/** A builder behind a webhook: what it is sent, what its replies mean, and what is tried again. */
import { describe, expect, it } from 'vitest';
import { AskOnceError } from '../../src/core/model/errors.ts';
import type { JobSpec } from '../../src/core/model/interpretation.ts';
import { newSecret } from '../../src/notify/webhooks/signature.ts';
import { type WebhookBuilder, webhookExecutor } from '../../src/worker/agents/builder/executor.ts';
import type { RunContext, RunnableJob } from '../../src/worker/executor.ts';
import { setUp } from '../support/open.ts';
import { startRunner } from '../support/runners.ts';
import { describeOnStores } from '../support/stores.ts';
import { type Receiver, type Reply, replyWith, startReceiver } from '../webhook/receiver.ts';

const JOB: RunnableJob = {
  id: 'task-1',
  session: 's-1',
  prompt: 'Build it',
  originalPrompt: 'Build it',
  spec: null,
  project: '/p',
  folder: '/p',
  run: 1,
};

const SPEC: JobSpec = {
  version: 1,
  prompt: 'Build it in blue',
  language: 'en',
  instructions: ['Build it in blue'],
  settled: [{ about: 'Which colour?', answer: 'blue' }],
  assumptions: [],
};

/** One run of a job; waits are not waited for but kept. */
async function build(receiver: Receiver, more: Partial<WebhookBuilder> = {}, job: RunnableJob = JOB) {
  const lines: string[] = [];
  const waits: number[] = [];
  const controller = new AbortController();
  const { url, secret } = receiver;
  const pause = async (ms: number) => void waits.push(ms);
  const executor = webhookExecutor({ url, secret, allowPrivate: true, pause, ...more });
  const once = <T>(_key: string, run: () => T | Promise<T>) => Promise.resolve().then(run);
  const context = { log: (line: string) => void lines.push(line), once, signal: controller.signal } as RunContext;
  const ended = executor(job, context).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  return { ended, lines, waits, abort: (reason: unknown) => controller.abort(reason) };
}

/** Replies one after the other; the last is kept to. */
const inTurn = (...replies: readonly Reply[]): Reply => {
  let next = 0;
  return (response, received) => replies[Math.min(next++, replies.length - 1)]!(response, received);
};

describe('a job for a builder', () => {
  it('is posted with all that is known of it, signed, under an id of its own', async () => {
    const receiver = await startReceiver(replyWith(200, {}, '{"result":"Built 3 files."}'));
    const resolvedPrompt = 'Build it\n\nClarification Answer: blue';
    const job = { ...JOB, run: 2, prompt: resolvedPrompt, spec: SPEC };
    const { ended, lines } = await build(receiver, {}, job);
    expect(await ended).toEqual({ result: 'Built 3 files.' });
    expect(receiver.received).toMatchObject([{ id: 'build-task-1', isSigned: true }]);
    const { type, timestamp, data } = receiver.received[0]!.json;
    expect({ type, data }).toEqual({
      type: 'job.build',
      data: {
        jobId: 'task-1',
        sessionId: 's-1',
        prompt: 'Build it',
        resolvedPrompt,
        spec: SPEC,
        run: 2,
      },
    });
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
    expect(lines).toEqual([expect.stringMatching(/attempt 1 of 5: Built by 127\.0\.0\.1:\d+ \(HTTP 200\)/)]);
  });

  it('is posted without a spec where there is none, under an id that a header can hold', async () => {
    const receiver = await startReceiver();
    await (await build(receiver, {}, { ...JOB, id: 'größe.1/2' })).ended;
    expect(receiver.ids()).toEqual(['build-gr%C3%B6%C3%9Fe%2E1%2F2']);
    expect(Object.keys(receiver.received[0]!.json.data)).toEqual([
      'jobId',
      'sessionId',
      'prompt',
      'resolvedPrompt',
      'run',
    ]);
  });

  it.each([
    [202, '', 'Accepted by'],
    [204, '', 'Built by'],
    [200, 'all fine', 'Built by'],
    [200, '{"result":7}', 'Built by'],
    [200, 'null', 'Built by'],
    [200, JSON.stringify({ result: 'x'.repeat(70_000) }), 'longer than 64 KiB'],
  ])('is done by a %s of %j', async (status, body, said) => {
    const receiver = await startReceiver(replyWith(status, {}, body));
    const { ended } = await build(receiver);
    expect(await ended).toEqual({ result: expect.stringContaining(said) });
  });

  it.each([400, 401, 404, 410, 422, 451])('fails at once by a %s, with what the builder says', async (status) => {
    const receiver = await startReceiver(replyWith(status, {}, '{"error":"No such template."}'));
    const { ended, lines } = await build(receiver);
    expect(await ended).toMatchObject({
      error: { code: 'webhook_failed', message: expect.stringContaining(`(HTTP ${status}): No such template.`) },
    });
    expect([receiver.received.length, lines.length]).toEqual([1, 1]);
  });

  it('does not fail with a text of any length', async () => {
    const receiver = await startReceiver(replyWith(400, {}, JSON.stringify({ error: 'x'.repeat(10_000) })));
    const { error } = (await (await build(receiver)).ended) as { error: AskOnceError };
    expect(error.message.length).toBeLessThan(2_200);
  });

  it.each([301, 408, 409, 425, 429, 500, 502, 503])('is tried again after a %s, under the same id', async (status) => {
    const receiver = await startReceiver(inTurn(replyWith(status), replyWith(status), replyWith(200)));
    const { ended, lines, waits } = await build(receiver);
    expect(await ended).toEqual({ result: expect.stringContaining('Built by') });
    expect(receiver.ids()).toEqual(['build-task-1', 'build-task-1', 'build-task-1']);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect([waits.length, lines.length]).toEqual([2, 3]);
  });

  it('is tried again after a reset and after a reply that never ends', async () => {
    const receiver = await startReceiver(
      inTurn(
        (response) => response.socket!.resetAndDestroy(),
        (response) => void response.writeHead(200).write('{'),
        replyWith(200, {}, '{"result":"third"}'),
      ),
    );
    const { ended, lines } = await build(receiver, { timeoutMs: 300 });
    expect(await ended).toEqual({ result: 'third' });
    expect(lines).toEqual([
      expect.stringContaining('ECONNRESET'),
      expect.stringContaining('within 0.3 s'),
      expect.stringContaining('Built by'),
    ]);
  });

  it('waits longer each time, up to a point, and is given up after the fifth attempt', async () => {
    const receiver = await startReceiver(replyWith(503, {}, '{"error":"overloaded"}'));
    const { ended, lines, waits } = await build(receiver);
    expect(await ended).toMatchObject({ error: { message: expect.stringContaining('(HTTP 503): overloaded') } });
    expect(receiver.received.length).toBe(5);
    expect(lines.length).toBe(5);
    for (const [index, step] of [1_000, 4_000, 15_000, 60_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(step * 0.8);
      expect(waits[index]).toBeLessThanOrEqual(step * 1.2);
    }
  });

  it('waits as long as Retry-After says, but not for days', async () => {
    const receiver = await startReceiver(
      inTurn(replyWith(429, { 'retry-after': '90' }), replyWith(503, { 'retry-after': '999999' }), replyWith(200)),
    );
    const { ended, waits } = await build(receiver);
    await ended;
    expect(waits).toEqual([90_000, 600_000]);
  });

  it('ends with its signal, in the post and in the pause', async () => {
    const reason = new Error('cancelled');
    const hanging = await startReceiver(() => {});
    const posting = await build(hanging);
    await hanging.has(1);
    posting.abort(reason);
    expect(await posting.ended).toEqual({ error: reason });

    const failing = await startReceiver(503);
    const pausing = await build(failing, { pause: undefined as never });
    await failing.has(1);
    pausing.abort(reason);
    expect(await pausing.ended).toMatchObject({ error: expect.anything() });
    expect(failing.received.length).toBe(1);
  });

  it('is refused by the guard at once, not after five attempts', async () => {
    const receiver = await startReceiver();
    const waits: number[] = [];
    const executor = webhookExecutor({
      url: 'https://hook.example/',
      secret: receiver.secret,
      pause: async (ms) => void waits.push(ms),
      post: () => Promise.reject(new AskOnceError('webhook_forbidden', 'not public')),
    });
    const once = (_key: string, run: () => unknown) => Promise.resolve().then(run);
    const context = { log: () => {}, once, signal: new AbortController().signal } as unknown as RunContext;
    await expect(executor(JOB, context)).rejects.toMatchObject({ code: 'webhook_forbidden' });
    expect(waits).toEqual([]);
  });
});

describe('a builder', () => {
  it('that can never be called is refused when it is set up', () => {
    const secret = newSecret();
    expect(() => webhookExecutor({ url: 'http://127.0.0.1/', secret })).toThrow('https://');
    expect(() => webhookExecutor({ url: 'https://10.0.0.1/', secret })).toThrow('not public');
    expect(() => webhookExecutor({ url: 'https://builder.example/', secret: 'hunter2' })).toThrow('whsec_');
  });
});

describeOnStores('a runner with a builder', (store) => {
  it('keeps the builder’s result, or its refusal, and a line for each attempt', async () => {
    const { askonce } = await setUp(store);
    const receiver = await startReceiver(
      inTurn(replyWith(503), replyWith(200, {}, '{"result":"Built."}'), replyWith(422, {}, '{"error":"Not blue."}')),
    );
    const { url, secret } = receiver;
    await startRunner(askonce, webhookExecutor({ url, secret, allowPrivate: true, pause: async () => {} }));
    const first = await askonce.jobs.queue('Build it');
    expect(await askonce.jobs.ended(first.id)).toMatchObject({ state: 'COMPLETE', result: 'Built.' });
    const second = await askonce.jobs.queue('Build another');
    expect(await askonce.jobs.ended(second.id)).toMatchObject({
      state: 'ERROR',
      error: expect.stringContaining('Not blue.'),
    });
    expect(receiver.ids()).toEqual([`build-${first.id}`, `build-${first.id}`, `build-${second.id}`]);
    expect((await askonce.jobs.log(first.id)).map(({ line }) => line)).toEqual([
      expect.stringContaining('attempt 1 of 5'),
      expect.stringContaining('attempt 2 of 5'),
    ]);
  });

  it('that asks puts its question through the engine: answered it builds again, and at the cap the job fails', async () => {
    const { askonce } = await setUp(store);
    const asks = replyWith(200, {}, '{"result":"clarification_required: Which colour should it have?"}');
    const receiver = await startReceiver(inTurn(asks, replyWith(200, {}, '{"result":"Built it. Nice?"}'), asks));
    const { url, secret } = receiver;
    await startRunner(askonce, webhookExecutor({ url, secret, allowPrivate: true }));
    askonce.events.on(
      'clarification.requested',
      ({ clarification }) => void askonce.questions.answer(clarification!, 'blue'),
    );
    const free = await askonce.jobs.queue('Build it');
    expect(await askonce.jobs.ended(free.id)).toMatchObject({ state: 'COMPLETE', result: 'Built it. Nice?' });
    expect(receiver.ids()).toEqual([`build-${free.id}`, expect.stringMatching(`^build-${free.id}-[0-9a-f]{12}$`)]);
    expect(receiver.received[1]!.json.data).toMatchObject({
      resolvedPrompt: 'Build it\n\nClarification Answer: blue',
      answers: [{ question: 'Which colour should it have?', answer: 'blue' }],
    });
    const { job } = await askonce.jobs.submit('a cheese sandwich');
    expect(await askonce.jobs.ended(job.id)).toMatchObject({
      state: 'ERROR',
      error: expect.stringContaining('“Which colour should it have?” was not asked'),
    });
  });
});
