/** Who does not take a webhook is tried again, later each time, and is given up in the end. */
import { describe, expect, it } from 'vitest';
import { AskOnceError } from '../../src/core/model/errors.ts';
import type { Post } from '../../src/notify/webhooks/post.ts';
import { DAY, MINUTE } from '../../src/testing/fake-clock.ts';
import { pauseMs } from '../../src/util/retry.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { hooks } from './dispatching.ts';
import { replyWith, startReceiver } from './receiver.ts';

const SECOND = 1_000;
const HOUR = 60 * MINUTE;

describeOnStores('a webhook that is not taken', (store) => {
  it('is tried again after 5 s, 30 s, 2 m, 10 m, 30 m and then each hour, and keeps its place', async () => {
    const { clock, happen, register, reaches, dispatch, expectedIds } = await hooks(store);
    const receiver = await startReceiver(503);
    await happen(2);
    const id = await register(receiver);
    await dispatch();
    const steps = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR];
    for (const [index, step] of steps.entries()) {
      expect(await reaches(id, ({ failures }) => failures === index + 1)).toMatchObject({
        retryAt: clock.now() + step,
        lastError: 'HTTP 503',
        seq: 0,
        holder: null,
      });
      clock.advance(step - 1);
      expect(receiver.received.length).toBe(index + 1);
      if (index === steps.length - 1) receiver.reply(204);
      clock.advance(1);
      await receiver.has(index + 2);
    }
    const expected = await expectedIds();
    const kept = await reaches(id, ({ seq }) => `evt-${seq}` === expected.at(-1));
    expect(kept).toMatchObject({ failures: 0, retryAt: null, lastError: null });
    expect(receiver.ids()).toEqual([...steps.map(() => expected[0]), ...expected]);
    expect(new Set(receiver.received.slice(0, -1).map(({ body }) => body)).size).toBe(1);
  });

  it('is tried again when Retry-After says, also by another process after this one has ended', async () => {
    const { clock, open, happen, register, reaches, dispatch } = await hooks(store);
    const receiver = await startReceiver(replyWith(429, { 'retry-after': '600' }));
    await happen(1);
    const id = await register(receiver);
    const first = await dispatch();
    const { retryAt } = await reaches(id, ({ failures }) => failures === 1);
    expect(retryAt).toBe(clock.now() + 10 * MINUTE);
    await first.stop();
    receiver.reply(200);
    await dispatch({}, await open());
    clock.advance(10 * MINUTE - 1);
    expect(receiver.received.length).toBe(1);
    clock.advance(1);
    await receiver.has(2);
    await reaches(id, ({ failures, seq }) => failures === 0 && seq > 0);
  });

  it('is disabled at once where it is gone for good', async () => {
    const { clock, happen, register, reaches, dispatch } = await hooks(store);
    const receiver = await startReceiver(410);
    await happen(1);
    const id = await register(receiver);
    const log: string[] = [];
    const dispatcher = await dispatch({ log: (line) => log.push(line) });
    const { disabledAt } = await reaches(id, (now) => now.disabledAt !== null);
    expect(disabledAt).toBe(clock.now());
    expect(log).toEqual([expect.stringMatching(/HTTP 410.*given up/)]);
    receiver.reply(200);
    clock.advance(DAY);
    await happen(1);
    await dispatcher.stop();
    expect(receiver.received.length).toBe(1);
  });

  it.each([
    ['a redirect', replyWith(301, { location: 'https://elsewhere.example/' }), 'HTTP 301', {}],
    [
      'a reset',
      (response: { socket: { resetAndDestroy(): void } | null }) => response.socket!.resetAndDestroy(),
      'ECONNRESET',
      {},
    ],
    ['silence', () => {}, 'within 0.2 s', { timeoutMs: 200 }],
  ])('is not taken by %s', async (_what, reply, said, options) => {
    const { happen, register, reaches, dispatch } = await hooks(store);
    const receiver = await startReceiver(reply);
    await happen(1);
    const id = await register(receiver);
    await dispatch(options);
    expect(await reaches(id, ({ failures }) => failures === 1)).toMatchObject({
      seq: 0,
      lastError: expect.stringContaining(said),
    });
  });

  it('is taken where the reply is a megabyte', async () => {
    const { happen, register, reaches, dispatch } = await hooks(store);
    const receiver = await startReceiver(replyWith(200, {}, 'x'.repeat(1_000_000)));
    await happen(2);
    const id = await register(receiver);
    await dispatch();
    await receiver.has(2);
    expect(await reaches(id, ({ seq }) => seq > 0)).toMatchObject({ failures: 0 });
  });
});

describe('a webhook that nobody takes', () => {
  it('is disabled after about three days', async () => {
    const { clock, happen, register, reaches, dispatch } = await hooks(sqlite);
    const began = clock.now();
    await happen(1);
    const id = await register(await startReceiver());
    let posts = 0;
    const post: Post = async () => {
      posts += 1;
      throw new AskOnceError('webhook_failed', 'nobody there');
    };
    await dispatch({ post });
    for (let failures = 1; ; failures += 1) {
      const now = await reaches(id, (one) => one.failures === failures);
      if (now.disabledAt !== null) break;
      clock.advance(now.retryAt! - clock.now());
    }
    const took = (clock.now() - began) / DAY;
    expect(took).toBeGreaterThan(2.9);
    expect(took).toBeLessThan(3.1);
    expect(posts).toBe(77);
  });

  it('shows nothing of an error that nobody foresaw', async () => {
    const { happen, register, reaches, dispatch } = await hooks(sqlite);
    await happen(1);
    const id = await register(await startReceiver());
    await dispatch({ post: () => Promise.reject(new Error('whsec_oops')) });
    expect((await reaches(id, ({ failures }) => failures === 1)).lastError).toBe('The post failed.');
  });
});

describe('the wait before another attempt', () => {
  const steps = { waitsMs: [10, 100], mostRetryAfterMs: 1_000 };

  it('grows step by step, keeps to the last, and strays by a fifth to either side', () => {
    expect([1, 2, 3, 99].map((failures) => pauseMs(steps, failures, null, 0.5))).toEqual([10, 100, 100, 100]);
    expect([0, 0.999_999].map((random) => pauseMs(steps, 2, null, random))).toEqual([80, 120]);
  });

  it('is what Retry-After wishes for, unless that is sooner than ours, or beyond all measure', () => {
    expect([0, 50, 500, 5_000].map((wish) => pauseMs(steps, 2, wish, 0.5))).toEqual([100, 100, 500, 1_000]);
  });
});
