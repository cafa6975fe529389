/** What every case uses: openings of one new store, watchers that record events, and a limit on all waiting. */
import assert from 'node:assert/strict';
import type { AuditEvent } from '../core/model/records.ts';
import type { Store } from '../ports.ts';
import { newId, projectEvent } from './make.ts';

/** The data of one store, empty at first. */
export interface StoreUnderTest {
  /** Opens the data, as another process would. The suite closes what it opened. */
  open(): Promise<Store>;
  /** Removes the data; called when the case has ended and all openings are closed. */
  close(): Promise<void>;
}

/** Creates the data of one case. No two cases share any. */
export type StoreFactory = () => Promise<StoreUnderTest>;

export interface Bench {
  readonly open: () => Promise<Store>;
  readonly openings: (count: number) => Promise<readonly Store[]>;
  /** Records all events that the store delivers from now on. */
  readonly watch: (store: Store) => Told;
  /** Watchers that have certainly started: each has received an event, which is then discarded. */
  readonly watchAll: (stores: readonly Store[]) => Promise<readonly Told[]>;
  /** The promise, or a failure if it does not settle within the suite's time limit. */
  readonly ends: <T>(promise: Promise<T>, what: string) => Promise<T>;
}

/** One case, before it has a store. */
export interface Case {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<void>;
}

/** The cases of one subject; each key is a sentence about behaviour. */
export function casesAbout(subject: string, runs: Readonly<Record<string, Case['run']>>): readonly Case[] {
  return Object.entries(runs).map(([sentence, run]) => ({ name: `${subject}: ${sentence}`, run }));
}

/** Runs a case on its own data, and closes everything, however it ends. */
export async function runCase(run: Case['run'], factory: StoreFactory, patience: number): Promise<void> {
  const made = await factory();
  const opened: Store[] = [];
  const ends: Bench['ends'] = (promise, what) => limited(promise, patience, what);
  const open = async () => {
    const store = await ends(made.open(), 'opening the store');
    opened.push(store);
    return store;
  };
  const bench: Bench = {
    open,
    openings: (count) => Promise.all(Array.from({ length: count }, open)),
    watch: (store) => new Told(store, patience),
    watchAll: (stores) => watchAll(stores, patience),
    ends,
  };
  const closing = async () => {
    // Whether a store may be closed twice is tested by another case.
    await ends(Promise.allSettled(opened.map((store) => store.close())), 'closing the store');
    await made.close();
  };
  try {
    await ends(run(bench), 'the case');
  } catch (error) {
    // The first error is the one that matters; a store that hangs may not close either.
    await closing().catch(() => {});
    throw error;
  }
  await closing();
}

async function limited<T>(promise: Promise<T>, patience: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `${what} did not come to an end within ${patience} ms`;
    timer = setTimeout(() => reject(new assert.AssertionError({ message })), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The events that one watcher received, in order. */
export class Told {
  readonly events: AuditEvent[] = [];
  readonly failures: unknown[] = [];
  /** Ends the subscription. */
  readonly end: () => void;
  private readonly patience: number;
  private readonly stirs = new Set<() => void>();

  constructor(store: Store, patience: number) {
    this.patience = patience;
    this.end = store.watch(
      (events) => {
        this.events.push(...events);
        for (const stir of this.stirs) stir();
      },
      (error) => this.failures.push(error),
    );
  }

  /** Resolves once this holds for the received events; checked on every new event. */
  async until(holds: (events: readonly AuditEvent[]) => boolean, what: string): Promise<void> {
    let stir = () => {};
    const held = new Promise<void>((resolve) => {
      stir = () => holds(this.events) && resolve();
      this.stirs.add(stir);
      stir();
    });
    try {
      await limited(held, this.patience, `the watcher that waits for ${what}`);
    } finally {
      this.stirs.delete(stir);
    }
  }

  /** Resolves once this marker was received: everything committed before it must have been received by then. */
  untilMarker(marker: string): Promise<void> {
    return this.until((events) => events.some((event) => markerOf(event) === marker), `the marker ${marker}`);
  }
}

async function watchAll(stores: readonly Store[], patience: number): Promise<readonly Told[]> {
  const all = stores.map((store) => new Told(store, patience));
  for (const [index, told] of all.entries()) await told.untilMarker(await mark(stores[index]!));
  const last = await mark(stores[0]!);
  await Promise.all(all.map((told) => told.untilMarker(last)));
  for (const told of all) told.events.length = 0;
  return all;
}

/** Commits an event with a unique name, and returns the name. */
export async function mark(store: Store): Promise<string> {
  const marker = newId('m');
  await store.decide({ of: 'preference', project: marker, key: marker, subject: '' }, () => ({
    effects: [{ do: 'event', event: projectEvent({ marker }) }],
    result: undefined,
  }));
  return marker;
}

export function markerOf({ data }: Pick<AuditEvent, 'data'>): string | null {
  return typeof data.marker === 'string' ? data.marker : null;
}

/** The whole audit trail, page by page. */
export async function trail(store: Store, limit = 1_000): Promise<readonly AuditEvent[]> {
  const all: AuditEvent[] = [];
  for (;;) {
    const page = await store.events(all.at(-1)?.seq ?? 0, limit);
    assert.ok(page.length <= limit, `events() gave ${page.length} events where ${limit} was the limit`);
    for (const event of page) {
      assert.ok(event.seq > (all.at(-1)?.seq ?? 0), `events() gave ${event.seq} behind ${all.at(-1)?.seq ?? 0}`);
      all.push(event);
    }
    if (page.length < limit) return all;
  }
}

/** Starts all calls before it awaits any, so that they run concurrently. */
export function atOnce<T>(...calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  return Promise.all(calls.map((call) => call()));
}

/** Starts both calls at once, alternating which comes first, so that a race is lost both ways. Results are in the given order. */
export async function eitherFirst<A, B>(
  round: number,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const later = other();
  return Promise.all([one(), later]);
}

/** The code of the error that a promise rejects with; fails if it does not reject, or if the error has none. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const ended = await promise.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  assert.ok(ended, 'expected an error, and there was none');
  const code = (ended.error as { code?: unknown } | null)?.code;
  assert.ok(typeof code === 'string', `the error has no code of the catalogue: ${String(ended.error)}`);
  return code;
}

/** Fails unless the store rejects with one of its own errors of the catalogue: a `store_` code. */
export async function refused(promise: Promise<unknown>, what: string): Promise<void> {
  const ended = await promise.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  assert.ok(ended, `the store took ${what}`);
  const code = (ended.error as { code?: unknown } | null)?.code;
  assert.match(String(code), /^store_/, `${what}: not an error of the catalogue: ${String(ended.error)}`);
}
