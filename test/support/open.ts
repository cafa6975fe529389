/** A project folder and a store of its own for one test, and AskOnce on it; all of it goes when the test ends. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import {
  type AskOnce,
  AskOnceError,
  type AskResult,
  type AuditEvent,
  type EventType,
  type OpenOptions,
  type Outcome,
  openAskOnce,
} from '../../src/index.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import type { Row, StoreKind } from './stores.ts';

export interface Bench {
  readonly askonce: AskOnce;
  readonly clock: FakeClock;
  /** The project root. */
  readonly root: string;
  /** A folder beside the project. */
  readonly outside: string;
  /** Everything that went to the log so far. */
  readonly log: readonly string[];
  /** A further AskOnce on the same store, as another process would open it. */
  readonly open: (options?: OpenOptions) => Promise<AskOnce>;
  /** The store, as another process finds it. */
  readonly db: string;
  readonly sql: (statement: string) => Promise<Row[]>;
  /** See TestStore. */
  readonly refuse: (table: string) => Promise<() => Promise<void>>;
  /** One number out of the store. */
  readonly count: (table: string, where?: string) => Promise<number>;
}

export async function setUp(store: StoreKind, options: OpenOptions = {}): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-engine-'));
  const root = join(folder, 'project');
  const outside = join(folder, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  const made = await store.makeEmpty(folder);
  const clock = new FakeClock();
  const log: string[] = [];
  const opened: AskOnce[] = [];
  onTestFinished(async () => {
    for (const askonce of opened) await askonce.close();
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = async (more: OpenOptions = {}) => {
    const askonce = await openAskOnce({
      ...made.where,
      project: root,
      clock,
      log: (line) => log.push(line),
      ...options,
      ...more,
    });
    opened.push(askonce);
    return askonce;
  };
  const sql = (statement: string) => made.sql(statement);
  return {
    askonce: await open(),
    clock,
    root,
    outside,
    log,
    open,
    db: made.where.db!,
    sql,
    refuse: (table) => made.refuse(table),
    async count(table, where = 'true') {
      const [row] = await sql(`SELECT count(*) AS n FROM ${table} WHERE ${where}`);
      return Number(row!.n);
    },
  };
}

/** The one item of an ask of one question. */
export function only(result: AskResult): Outcome {
  if (result.items.length !== 1) throw new Error(`expected one item, got ${result.items.length}`);
  return result.items[0]!;
}

/** The id of the question that an ask parked; fails where it did not. */
export function parkedId(result: AskResult): string {
  const item = only(result);
  if (item.outcome !== 'parked') throw new Error(`expected a parked question, got ${JSON.stringify(item)}`);
  return item.id;
}

/** The ask's id, for `cancel`. */
export function askOf(result: AskResult): string {
  if (result.ask === undefined) throw new Error('the ask was not kept');
  return result.ask;
}

/** The next event of a type, from now on. */
export function nextEvent(askonce: AskOnce, type: EventType | '*'): Promise<AuditEvent> {
  return new Promise((resolve) => {
    const off = askonce.events.on(type, (event) => {
      off();
      resolve(event);
    });
  });
}

/** All events there are, oldest first. */
export async function trail(askonce: AskOnce): Promise<readonly AuditEvent[]> {
  return askonce.events.list({ after: 0, limit: 10_000 });
}

export async function typesOf(askonce: AskOnce): Promise<EventType[]> {
  return (await trail(askonce)).map((event) => event.type);
}

/** The code of the AskOnceError that a promise is rejected with; anything else fails the test. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const ended = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in ended)) throw new Error(`expected an error, got ${JSON.stringify(ended.value)}`);
  if (ended.error instanceof AskOnceError) return ended.error.code;
  throw ended.error;
}

/** How long something must not have ended to be said to wait: many times what the slowest store takes for a call. */
const WAITS_MS = 60;

/** What a promise has come to, and `waits` where it has not ended after a while in which the store could have ended it. */
export async function stateOf<T>(promise: Promise<T>): Promise<T | 'waits'> {
  return Promise.race([promise, sleep<'waits'>(WAITS_MS, 'waits')]);
}

/** Short of the thirty seconds for which a call on PostgreSQL goes on trying. */
const FOR_EVER_MS = 25_000;

/** What a promise ends with; fails where it goes on for ever. */
export async function endOf<T>(promise: Promise<T>): Promise<T> {
  const waits = Symbol('waits');
  const ended = await Promise.race([promise, sleep(FOR_EVER_MS, waits, { ref: false })]);
  if (ended === waits) throw new Error('it does not come to an end');
  return ended as T;
}

/** What git writes, as far as AskOnce reads it. */
export function checkOut(root: string, head: string): void {
  mkdirSync(join(root, '.git', 'objects'), { recursive: true });
  writeFileSync(join(root, '.git', 'HEAD'), head);
}
