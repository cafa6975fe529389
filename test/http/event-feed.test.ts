import { expect, it } from 'vitest';
import type { AuditEvent } from '../../src/core/model/records.ts';
import { EventFeed } from '../../src/surfaces/http/event-feed.ts';

const NOBODY = new AbortController().signal;

const eventOf = (seq: number): AuditEvent => ({
  seq,
  type: 'preference.set',
  at: 0,
  session: null,
  job: null,
  ask: null,
  clarification: null,
  data: {},
});

/** A trail whose reading and telling a test brings about in the order it wants. */
function trailOf(count: number) {
  const events = Array.from({ length: count }, (_, index) => eventOf(index + 1));
  let listener: ((event: AuditEvent) => void) | null = null;
  let meanwhile = () => {};
  const trail = {
    reads: 0,
    async list({ after = 0, limit = 100 }: { after?: number; limit?: number } = {}) {
      trail.reads += 1;
      const page = events.filter(({ seq }) => seq > after).slice(0, limit);
      // Read already, and not given out yet.
      meanwhile();
      meanwhile = () => {};
      return page;
    },
    on(_type: string, tell: (event: AuditEvent) => void) {
      listener = tell;
      return () => {
        listener = null;
      };
    },
    write(more = 1) {
      for (let n = 0; n < more; n += 1) {
        const event = eventOf(events.length + 1);
        events.push(event);
        listener?.(event);
      }
    },
    tell: (event: AuditEvent) => listener?.(event),
    whileReading(what: () => void) {
      meanwhile = what;
    },
    isTold: () => listener !== null,
  };
  return trail;
}

it('an event that is told while the store is read is given out next, not passed over', async () => {
  const trail = trailOf(3);
  const reader = new EventFeed(trail).reader(0);
  trail.whileReading(() => trail.write());
  expect((await reader.next(1, NOBODY)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  trail.write();
  const got: number[] = [];
  while (got.length < 2) got.push(...(await reader.next(1, NOBODY)).map(({ seq }) => seq));
  expect(got).toEqual([4, 5]);
});

it('whoever has caught up is handed what is told, and the store is not read for it', async () => {
  const trail = trailOf(3);
  const reader = new EventFeed(trail).reader(0);
  await reader.next(1, NOBODY);
  const { reads } = trail;
  trail.write(2);
  expect((await reader.next(1, NOBODY)).map(({ seq }) => seq)).toEqual([4, 5]);
  expect(trail.reads).toBe(reads);
});

it('what is told to many is written once for all of them', async () => {
  const trail = trailOf(1);
  const feed = new EventFeed(trail);
  const readers = Array.from({ length: 3 }, () => feed.reader(0));
  for (const reader of readers) await reader.next(1, NOBODY);
  let writes = 0;
  const data = {
    get colour() {
      writes += 1;
      return 'blue';
    },
  };
  trail.tell({ ...eventOf(2), data });
  const texts = await Promise.all(
    readers.map(async (reader) => (await reader.next(1, NOBODY)).map((event) => feed.textOf(event))),
  );
  expect(texts.flat()).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^id: 2\nevent: .*"blue"\}\}\n\n$/s)),
  );
  expect(writes).toBe(1);
});

it('what is told to a reader that does not come for it is not kept for it', async () => {
  const trail = trailOf(1);
  const reader = new EventFeed(trail).reader(0);
  await reader.next(1, NOBODY);
  trail.write(5_000);
  const got: number[] = [];
  let largest = 0;
  while (got.at(-1) !== 5_001) {
    const events = await reader.next(1, NOBODY);
    largest = Math.max(largest, events.length);
    got.push(...events.map(({ seq }) => seq));
  }
  expect(got).toEqual(Array.from({ length: 5_000 }, (_, index) => index + 2));
  expect(largest).toBeLessThanOrEqual(100);
});

it('a reader that was told nothing looks for itself, should telling have failed', async () => {
  const trail = trailOf(1);
  const feed = new EventFeed({ list: trail.list, on: () => () => {} });
  const reader = feed.reader(0);
  await reader.next(1, NOBODY);
  trail.write();
  expect((await reader.next(1, NOBODY)).map(({ seq }) => seq)).toEqual([2]);
});

it('nobody is told once the last reader has left', async () => {
  const trail = trailOf(0);
  const feed = new EventFeed(trail);
  const [one, other] = [feed.reader(0), feed.reader(0)];
  one.leave();
  expect(trail.isTold()).toBe(true);
  other.leave();
  expect(trail.isTold()).toBe(false);
});

it('waiting ends when the signal is aborted', async () => {
  const trail = trailOf(0);
  const reader = new EventFeed(trail).reader(0);
  const stop = new AbortController();
  await reader.next(1, stop.signal);
  const next = reader.next(60_000, stop.signal);
  stop.abort();
  expect(await next).toEqual([]);
});
