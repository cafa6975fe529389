/** Whether the person's server runs, and where. Its lock says whether; the file that it writes once it listens says where. */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processLock } from '../../../store/sqlite/process-lock.ts';
import { version } from '../../../util/version.ts';
import type { PersonPlaces } from './places.ts';

export interface ServerRecord {
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Its address in the local network; absent if it listens on this machine only. */
  readonly lan?: string;
}

/** Another process that looks whether the lock is held holds it for a moment. */
const LOOKED_AT_MS = 2_000;
const AGAIN_MS = 20;

/** What the server itself holds and writes. */
export interface OwnServer {
  /** From now on others find it. */
  listens(url: string, lan: string | null): void;
  end(): void;
  readonly lock: object;
}

/** Takes the place of the person's server for this process; null if another process has it. */
export async function takePlace(places: PersonPlaces): Promise<OwnServer | null> {
  const until = performance.now() + LOOKED_AT_MS;
  let lock = processLock(places.lock);
  while (lock === null && performance.now() < until) {
    await sleep(AGAIN_MS);
    lock = processLock(places.lock);
  }
  if (lock === null) return null;
  // Of a server that was killed.
  rmSync(places.record, { force: true });
  return {
    listens(url, lan) {
      const here = { pid: process.pid, url, version: version(), startedAt: Date.now() };
      const record: ServerRecord = lan === null ? here : { ...here, lan };
      const next = `${places.record}.${randomUUID()}`;
      writeFileSync(next, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(next, places.record);
    },
    // The lock stays with the process: once it is free, the process has ended.
    end: () => rmSync(places.record, { force: true }),
    lock,
  };
}

/** `starting`: it holds its place and does not listen yet. */
export type ServerState =
  | { readonly state: 'none' }
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly record: ServerRecord };

export function serverState(places: PersonPlaces): ServerState {
  // Looking for a server makes no file.
  if (statSync(places.lock, { throwIfNoEntry: false }) === undefined) return { state: 'none' };
  const lock = processLock(places.lock);
  if (lock !== null) {
    // Of a server that was killed, or that the machine went down with. Its process id may be another program's by now.
    rmSync(places.record, { force: true });
    lock.release();
    return { state: 'none' };
  }
  const record = recordOf(places);
  return record === null ? { state: 'starting' } : { state: 'running', record };
}

function recordOf({ record }: PersonPlaces): ServerRecord | null {
  try {
    const found = JSON.parse(readFileSync(record, 'utf8')) as Partial<ServerRecord>;
    return Number.isSafeInteger(found.pid) && typeof found.url === 'string' ? (found as ServerRecord) : null;
  } catch {
    return null;
  }
}

/** Where the person's server listens, if it runs; for hints that may be wrong for a moment. */
export function personInbox(places: PersonPlaces): string | null {
  const record = recordOf(places);
  if (record === null) return null;
  try {
    process.kill(record.pid, 0);
    return record.url;
  } catch {
    return null;
  }
}

/** Looks until it holds; null if it does not in time. */
export async function within<R>(ms: number, look: () => R | null): Promise<R | null> {
  const until = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== null || performance.now() > until) return found;
    await sleep(AGAIN_MS);
  }
}
