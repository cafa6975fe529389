/** Leases of workers, and what runs store: results and logs. */
import assert from 'node:assert/strict';
import type { LogLine, WorkerRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { park } from '../drive.ts';
import { beat, begun, claim, LEASE_END, newWorker, queue } from '../drive-jobs.ts';
import { askCommand, NOW, newId, YEAR_2100 } from '../make.ts';
import { atOnce, casesAbout, codeOf, refused, trail } from '../store-under-test.ts';
import { ROUNDS } from './races.ts';

const DAY = 86_400_000;
/** How many lines of a log are kept. */
const LOG_LINES = 10_000;

const said = (line: string, more: Partial<LogLine> = {}): Omit<LogLine, 'n'> => ({
  at: NOW,
  stream: 'stdout',
  line,
  ...more,
});

const lines = (from: number, count: number) => Array.from({ length: count }, (_, i) => said(`line ${from + i}`));
const numbers = (log: readonly LogLine[]) => log.map(({ n }) => n);

export const RUNS = casesAbout('runs', {
  'a worker is told which jobs are its own, and no others': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [one, two] = [await newWorker(store), await newWorker(other)];
    assert.deepEqual(await beat(store, one), []);
    const mine: string[] = [];
    for (const worker of [one, two, one]) {
      await queue(store);
      const job = await claim(other, worker);
      if (worker === one) mine.push(job!.id);
    }
    await queue(store);
    // Renewing twice has the effect of once.
    for (const opening of [store, other, store])
      assert.deepEqual((await beat(opening, one)).toSorted(), mine.toSorted());
    assert.equal((await beat(store, two)).length, 1);
    assert.deepEqual(await beat(store, 'w-unknown'), []);
  },

  'a beat renews the lease and changes no job, whatever its state': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const worker = await newWorker(store);
    const [waiting, running] = [await begun(store, worker), await begun(store, worker)];
    await park(store, askCommand(waiting.session, ['Which colour?'], { job: waiting.id }));
    const jobs = async () => [await other.job(waiting.id), await other.job(running.id)];
    const [before, told] = [await jobs(), await trail(other)];
    assert.equal(before[0]?.state, 'AWAITING_RESPONSE');
    for (const until of [LEASE_END + 1, LEASE_END + 1, LEASE_END + 2]) {
      assert.equal((await beat(other, worker, until)).length, 2);
      assert.deepEqual(await store.runs.workers(NOW), [{ id: worker, place: 'here', pid: 7, leaseUntil: until }]);
    }
    assert.deepEqual(await jobs(), before);
    assert.deepEqual(await trail(other), told);
  },

  'workers whose lease lasts are named, all others are not': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    assert.deepEqual(await store.runs.workers(0), []);
    const all: WorkerRecord[] = ['w-b', 'w-a', 'w-ç'].map((id, n) => ({
      id,
      place: `host ${n} 東京`,
      pid: 2 ** 22 + n,
      leaseUntil: YEAR_2100 + n,
    }));
    for (const worker of all) await store.runs.beat(worker);
    const [b, a, c] = all;
    assert.deepEqual(await other.runs.workers(YEAR_2100 - 1), [a, b, c]);
    assert.deepEqual(await other.runs.workers(YEAR_2100), [a, c]);
    assert.deepEqual(await other.runs.workers(YEAR_2100 + 2), []);
    await other.runs.dismiss('w-a');
    await other.runs.dismiss('w-unknown');
    assert.deepEqual(await store.runs.workers(NOW), [b, c]);
    await store.runs.beat(a!);
    assert.deepEqual(await other.runs.workers(NOW), [a, b, c]);
  },

  'a worker that has been gone for a day is forgotten, and comes back as if it were new': async ({ open }) => {
    const store = await open();
    const [gone, late, dismissed] = [
      await newWorker(store),
      await newWorker(store, LEASE_END + 1),
      await newWorker(store),
    ];
    await store.runs.dismiss(dismissed);
    const known = async () => (await store.runs.workers(-1)).map(({ id }) => id);
    const keeper = await newWorker(store, LEASE_END + DAY);
    assert.deepEqual(await known(), [gone, late, keeper]);
    await beat(store, keeper, LEASE_END + DAY + 1);
    assert.deepEqual(await known(), [late, keeper]);
    await beat(store, gone, LEASE_END + 3 * DAY);
    assert.deepEqual(await known(), [gone]);
    // A worker whose own lease is as old renews it, and must not be removed by its own call.
    await beat(store, gone, LEASE_END + 9 * DAY);
    assert.deepEqual(await store.runs.workers(NOW), [
      { id: gone, place: 'here', pid: 7, leaseUntil: LEASE_END + 9 * DAY },
    ]);
  },

  'the result of a side effect is kept once, and whoever comes later is told of it': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [job, beside] = [await queue(store), await queue(store)];
    assert.equal(await store.runs.kept(job.id, 'mail'), null);
    assert.equal(await store.runs.keep(job.id, 'mail', '{"sent":1}', NOW), '{"sent":1}');
    assert.equal(await other.runs.keep(job.id, 'mail', '{"sent":2}', NOW + 1), '{"sent":1}');
    assert.equal(await other.runs.kept(job.id, 'mail'), '{"sent":1}');
    // Neither another key nor another job has it; and an empty result is a result too.
    for (const key of ['Mail', 'mail ', '', '郵便']) {
      assert.equal(await other.runs.kept(job.id, key), null);
      assert.equal(await store.runs.keep(job.id, key, '', NOW), '');
      assert.equal(await other.runs.keep(job.id, key, 'more', NOW), '');
    }
    assert.equal(await other.runs.kept(beside.id, 'mail'), null);
    assert.equal(await other.runs.kept('j-unknown', 'mail'), null);
    const long = 'Zürich 東京 🙂 '.repeat(7_700);
    await store.runs.keep(beside.id, long.slice(0, 200), long, NOW);
    assert.equal(await other.runs.kept(beside.id, long.slice(0, 200)), long);
  },

  'what could not be found again as it was given is refused, and lines for no job are': async ({ open }) => {
    const store = await open();
    const { id } = await queue(store);
    for (const text of ['\u0000', 'a\u0000b', '\ud83d']) {
      assert.equal(await codeOf(store.runs.keep(id, text, 'value', NOW)), 'argument_invalid');
      assert.equal(await codeOf(store.runs.keep(id, 'key', text, NOW)), 'argument_invalid');
      assert.equal(await store.runs.kept(id, text), null);
      assert.deepEqual(await store.runs.log(text, { limit: 9 }), []);
      assert.notEqual(await codeOf(store.runs.append(text, [said('lost')])), '');
    }
    assert.equal(await store.runs.kept(id, 'key'), null);
    await refused(store.runs.keep('j-unknown', 'key', 'value', NOW), 'a result of no job');
    await refused(store.runs.append('j-unknown', [said('lost')]), 'lines of no job');
    // One failing call does not prevent others from being written, not even at the same time.
    const calls = [id, 'j-unknown', id].map((job, n) => store.runs.append(job, [said(`line ${n}`)]));
    const settled = await Promise.allSettled(calls);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    const found = (await store.runs.log(id, { limit: 9 })).map(({ line }) => line);
    assert.deepEqual(found, ['line 0', 'line 2']);
  },

  'of results that are kept at once the first wins, and all are told the same': async ({ openings }) => {
    const stores = await openings(2);
    const { id } = await queue(stores[0]!);
    for (let round = 0; round < ROUNDS; round += 1) {
      const values = ['a', 'b', 'c', 'd'];
      const key = newId('k');
      const kept = await atOnce(...values.map((value, n) => () => stores[n % 2]!.runs.keep(id, key, value, NOW)));
      assert.equal(new Set(kept).size, 1);
      assert.equal(await stores[round % 2]!.runs.kept(id, key), kept[0]);
    }
  },

  'lines of a log are numbered from 1, in the order in which they were written': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const [{ id }, beside] = [await queue(store), await queue(store)];
    assert.deepEqual(await store.runs.log(id, { limit: 10 }), []);
    assert.deepEqual(await store.runs.log('j-unknown', { limit: 10 }), []);
    const written = [
      said('one', { at: YEAR_2100 }),
      said('', { stream: 'stderr' }),
      said('  two\ttabs \n and a break ', { stream: 'askonce', at: 0 }),
      said('👩‍👩‍👧‍👦 どの e\u0301 \u001b[31mred\u001b[0m \\u0000 $1 ? \'" '),
      said('x'.repeat(100_000)),
    ];
    await store.runs.append(id, written.slice(0, 2));
    await store.runs.append(id, []);
    await other.runs.append(id, written.slice(2));
    await other.runs.append(beside.id, [said('elsewhere')]);
    const all = written.map((line, index) => ({ ...line, n: index + 1 }));
    assert.deepEqual(await other.runs.log(id, { limit: 10 }), all);
    assert.deepEqual(await store.runs.log(beside.id, { limit: 10 }), [{ ...said('elsewhere'), n: 1 }]);
  },

  'of a log its end is shown, or what comes behind a number': async ({ openings }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const { id } = await queue(store);
    await store.runs.append(id, lines(1, 12));
    const shown = async (query: { after?: number; limit: number }) => numbers(await other.runs.log(id, query));
    assert.deepEqual(await shown({ limit: 3 }), [10, 11, 12]);
    assert.deepEqual(await shown({ after: 0, limit: 3 }), [1, 2, 3]);
    assert.deepEqual(await shown({ after: 3, limit: 2 }), [4, 5]);
    assert.deepEqual(await shown({ after: 10, limit: 100 }), [11, 12]);
    assert.deepEqual(await shown({ after: 12, limit: 100 }), []);
  },

  'of a long log the oldest lines are given up, and the numbers go on': async ({ open }) => {
    const store = await open();
    const { id } = await queue(store);
    for (let from = 1; from < LOG_LINES; from += 2_500) await store.runs.append(id, lines(from, 2_500));
    const span = async () => {
      const found = numbers(await store.runs.log(id, { after: 0, limit: 3 * LOG_LINES }));
      return [found[0], found.at(-1), found.length];
    };
    assert.deepEqual(await span(), [1, LOG_LINES, LOG_LINES]);
    await store.runs.append(id, lines(LOG_LINES + 1, 3));
    assert.deepEqual(await span(), [4, LOG_LINES + 3, LOG_LINES]);
    // As many lines at once as are kept, and more.
    await store.runs.append(id, lines(LOG_LINES + 4, LOG_LINES + 5));
    assert.deepEqual(await span(), [LOG_LINES + 9, 2 * LOG_LINES + 8, LOG_LINES]);
    assert.equal((await store.runs.log(id, { limit: 1 }))[0]?.line, `line ${2 * LOG_LINES + 8}`);
  },

  'what an agent prints is kept, though no text could hold it': async ({ open }) => {
    const store = await open();
    const { id } = await queue(store);
    await store.runs.append(id, [said('a\u0000b'), said('half \ud83d of a pair'), said('the next')]);
    const found = (await store.runs.log(id, { limit: 9 })).map(({ line }) => line);
    assert.deepEqual(found, ['a\ufffdb', 'half \ufffd of a pair', 'the next']);
  },

  'lines that are written at once are all there, each call’s in its order': async ({ openings }) => {
    const stores = await openings(2);
    const { id } = await queue(stores[0]!);
    const calls = Array.from({ length: 40 }, (_, call) => [0, 1, 2].map((n) => said(`${call}/${n}`)));
    await atOnce(...calls.map((call, n) => () => stores[n % 2]!.runs.append(id, call)));
    const log = await stores[0]!.runs.log(id, { limit: 1_000 });
    assert.deepEqual(
      numbers(log),
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
    const found = log.map(({ line }) => line);
    assert.deepEqual(
      found.toSorted(),
      calls
        .flat()
        .map(({ line }) => line)
        .toSorted(),
    );
    for (const call of calls) {
      const at = found.indexOf(call[0]!.line);
      assert.deepEqual(
        found.slice(at, at + 3),
        call.map(({ line }) => line),
      );
    }
    // And the calls of one opening in the order in which it made them.
    for (const parity of [0, 1]) {
      const own = found.filter((line) => Number(line.split('/')[0]) % 2 === parity);
      assert.deepEqual(
        own.map((line) => Number(line.split('/')[0])),
        own.map((_, n) => 2 * Math.floor(n / 3) + parity),
      );
    }
  },

  'an opening that is closed takes no more of it': async ({ open }) => {
    const store = await open();
    const { id } = await queue(store);
    await store.close();
    const calls = [
      () => store.runs.list({ limit: 1 }),
      () => store.runs.look([id]),
      () => beat(store, 'w'),
      () => store.runs.workers(NOW),
      () => store.runs.dismiss('w'),
      () => store.runs.keep(id, 'k', 'v', NOW),
      () => store.runs.kept(id, 'k'),
      () => store.runs.append(id, [said('late')]),
      () => store.runs.log(id, { limit: 1 }),
    ];
    for (const call of calls) assert.equal(await codeOf(call()), 'engine_closed');
  },
});
