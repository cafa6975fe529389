/** Whether the person's server runs, and where. Its lock says whether; the file that it writes once it listens says where. */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processLock } from '../../../store/sqlite/process-lock.ts';
import { version } from '../../../util/version.ts';
import { lanAddress } from '../lan.ts';
import type { PersonPlaces } from './places.ts';

export interface ServerRecord {
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  /** Whether it listens in the local network. Its address there changes with the network, so it is not kept. */
  readonly lan?: boolean;
  /** The address of the proxy in front of it. */
  readonly publicUrl?: string;
}

/** Another process that looks whether the lock is held holds it for a moment. */
const LOOKED_AT_MS = 2_000;
const AGAIN_MS = 20;

type Reached = Pick<ServerRecord, 'lan' | 'publicUrl'>;

/** What the server itself holds and writes. */
export interface OwnServer {
  /** From now on others find it. */
  listens(url: string, reached: Reached): void;
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
    listens(url, reached) {
      const record: ServerRecord = { pid: process.pid, url, version: version(), startedAt: Date.now(), ...reached };
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

/** The record of the person's server, if it runs; for hints that may be wrong for a moment. */
export function personServer(places: PersonPlaces): ServerRecord | null {
  const record = recordOf(places);
  if (record === null) return null;
  try {
    process.kill(record.pid, 0);
    return record;
  } catch {
    return null;
  }
}

/** Where the person's server listens on this machine. */
export function personInbox(places: PersonPlaces): string | null {
  return personServer(places)?.url ?? null;
}

/** The address of the person's server for links that other devices open, if they reach it; else the one on this machine. */
export function personLinkBase(places: PersonPlaces): string | null {
  const record = personServer(places);
  if (record === null) return null;
  try {
    return addressElsewhere(record) ?? record.url;
  } catch {
    // Out of the network, nothing else reaches it.
    return record.url;
  }
}

/** The address for other devices, in the network that the machine is in now; null if it listens on this machine only. */
export function addressElsewhere({ url, lan, publicUrl }: ServerRecord): string | null {
  if (publicUrl !== undefined) return publicUrl;
  return lan ? `http://${lanAddress()}:${new URL(url).port}` : null;
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
