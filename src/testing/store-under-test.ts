/** What every case works with: openings of one fresh store, watchers whose words are kept, and a limit to all waiting. */
import assert from 'node:assert/strict';
import type { AuditEvent } from '../core/model/records.ts';
import type { Store } from '../ports.ts';
import { newId, projectEvent } from './make.ts';

/** One store's data, empty at first. */
export interface StoreUnderTest {
  /** Opens the data, as one more process would. The suite closes what it opened. */
  open(): Promise<Store>;
  /** Removes the data; called when the case has ended and all openings are closed. */
  close(): Promise<void>;
}

/** Makes the data of one case. No two cases share any. */
export type StoreFactory = () => Promise<StoreUnderTest>;

export interface Bench {
  readonly open: () => Promise<Store>;
  readonly openings: (count: number) => Promise<readonly Store[]>;
  /** Keeps all that the store tells from now on. */
  readonly watch: (store: Store) => Told;
  /** Watchers that have begun for certain: each has been told something, which is forgotten again. */
  readonly watchAll: (stores: readonly Store[]) => Promise<readonly Told[]>;
  /** The promise, or a failure where it does not end within the patience of the suite. */
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

/** Runs a case on data of its own, and leaves nothing open behind, however it ends. */
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
    // Whether a store may be closed again is a case of its own.
    await ends(Promise.allSettled(opened.map((store) => store.close())), 'closing the store');
    await made.close();
  };
  try {
    await ends(run(bench), 'the case');
  } catch (error) {
    // What went wrong first is what matters; a store that hangs may well not close either.
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

/** What one watcher was told, in the order in which it was. */
export class Told {
  readonly events: AuditEvent[] = [];
  readonly failures: unknown[] = [];
  /** Ends the watching. */
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

  /** Once this holds of what was told; looked at whenever more is told. */
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

  /** Once this marker was told: all that was committed before it must have been told by then. */
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

/** Commits an event that can be told from all others, and returns its name. */
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

/** Calls all of them before it awaits any, so that they are under way together. */
export function atOnce<T>(...calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  return Promise.all(calls.map((call) => call()));
}

/** Calls both at once, in turns the one or the other first, so that a race is lost both ways. The results stand as given. */
export async function eitherFirst<A, B>(
  round: number,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const later = other();
  return Promise.all([one(), later]);
}

/** The code of the error that a promise is rejected with; fails where it is not, or where the error has none. */
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

/** Fails unless the store refuses: with an error of the catalogue that says the store did, and nothing else. */
export async function refused(promise: Promise<unknown>, what: string): Promise<void> {
  const ended = await promise.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  assert.ok(ended, `the store took ${what}`);
  const code = (ended.error as { code?: unknown } | null)?.code;
  assert.match(String(code), /^store_/, `${what}: not an error of the catalogue: ${String(ended.error)}`);
}
