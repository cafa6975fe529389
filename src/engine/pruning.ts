/**
 * Takes out sessions that have been idle for long. Events have no index by session: the trail is read once for many sessions, and after
 * that only what is new, so that a session that is used meanwhile is left alone.
 */
import { setImmediate } from 'node:timers/promises';
import { AskOnceError } from '../core/model/errors.ts';
import type { IdleGuard, Pruning, SessionTables } from '../ports.ts';

export interface PruneHow {
  /** Sessions in which nothing happened since this time are taken out. */
  readonly before: number;
  /** Receives each session before it is deleted. It is deleted once this has resolved. */
  readonly onSession?: (session: SessionTables) => Promise<void> | void;
  /** Deletes nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

export interface PruneCounts {
  sessions: number;
  questions: number;
  events: number;
}

/** How many sessions are looked for in one reading of the trail: about 30 MB. */
const SESSIONS_AT_ONCE = 20_000;
const EVENTS_AT_ONCE = 5_000;
/** How many sessions are deleted in one transaction, and how many questions and events at most. */
const DELETED_AT_ONCE = 50;
const ROWS_AT_ONCE = 2_000;

export async function pruneSessions(pruning: Pruning, how: PruneHow): Promise<PruneCounts> {
  const done: PruneCounts = { sessions: 0, questions: 0, events: 0 };
  const stuck: AskOnceError[] = [];
  let restore: (() => Promise<void>) | null = null;
  try {
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<Pruning['sessions']>> = await pruning.sessions(how.before, {
        after,
        limit: SESSIONS_AT_ONCE,
      });
      const found = new Candidates(pruning, page.items, how.before);
      await found.readTrail();
      if (found.size > 0 && !how.dryRun) restore ??= await pruning.prepare();
      await pruneThese(pruning, found, how, done, stuck);
      after = how.signal?.aborted ? null : page.next;
    }
  } finally {
    await restore?.();
  }
  if (stuck.length > 0) throw leftBehind(done, stuck);
  return done;
}

/** Sessions that may be idle, with the numbers of their events. */
class Candidates {
  private readonly pruning: Pruning;
  private readonly before: number;
  private readonly events: Map<string, number[]>;
  private seen = 0;

  constructor(pruning: Pruning, sessions: readonly string[], before: number) {
    this.pruning = pruning;
    this.before = before;
    this.events = new Map(sessions.map((id) => [id, []]));
  }

  get size(): number {
    return this.events.size;
  }

  get guard(): IdleGuard {
    return { before: this.before, seen: this.seen };
  }

  /** Reads on to the end of the trail. A session in which something happened is no candidate. */
  async readTrail(): Promise<void> {
    for (;;) {
      const entries = await this.pruning.trail(this.seen, EVENTS_AT_ONCE);
      for (const { seq, at, session } of entries) {
        if (session === null) continue;
        if (at >= this.before) this.events.delete(session);
        else this.events.get(session)?.push(seq);
      }
      this.seen = entries.at(-1)?.seq ?? this.seen;
      if (entries.length < EVENTS_AT_ONCE) return;
      await setImmediate();
    }
  }

  *[Symbol.iterator](): Generator<readonly [string, readonly number[]]> {
    for (const [id, seqs] of this.events) yield [id, seqs];
  }
}

async function pruneThese(
  pruning: Pruning,
  found: Candidates,
  how: PruneHow,
  done: PruneCounts,
  stuck: AskOnceError[],
): Promise<void> {
  /** A session that cannot be deleted holds up no other. */
  const remove = async (these: readonly SessionTables[]): Promise<readonly string[]> => {
    try {
      return await pruning.remove(these, found.guard);
    } catch (error) {
      if (!(error instanceof AskOnceError && error.code === 'store_corrupt')) throw error;
      if (these.length === 1) stuck.push(error);
      const removed: string[] = [];
      if (these.length > 1) for (const one of these) removed.push(...(await remove([one])));
      return removed;
    }
  };
  let batch: SessionTables[] = [];
  let rows = 0;
  const flush = async () => {
    const gone = new Set(how.dryRun ? idsOf(batch) : await remove(batch));
    for (const tables of batch) {
      if (!gone.has(tables.sessions[0]!.id as string)) continue;
      done.sessions += 1;
      done.questions += tables.clarifications.length;
      done.events += tables.events.length;
    }
    batch = [];
    rows = 0;
    await found.readTrail();
  };
  for (const [id, seqs] of found) {
    if (how.signal?.aborted) break;
    const tables = await pruning.read(id, seqs);
    if (!(await pruning.isIdle(tables, found.guard))) continue;
    if (!how.dryRun) await how.onSession?.(tables);
    batch.push(tables);
    rows += tables.clarifications.length + tables.events.length;
    // A session that was handed over is deleted at once: after a kill, one is handed over again at most.
    if (how.onSession || batch.length >= DELETED_AT_ONCE || rows >= ROWS_AT_ONCE) await flush();
    await setImmediate();
  }
  if (batch.length > 0) await flush();
}

function leftBehind({ sessions }: PruneCounts, stuck: readonly AskOnceError[]): AskOnceError {
  const text = `Sessions that could not be deleted: ${stuck.length}; deleted: ${sessions}. ${stuck[0]!.message}`;
  return new AskOnceError('store_corrupt', text, { sessions }, stuck[0]);
}

function idsOf(batch: readonly SessionTables[]): string[] {
  return batch.map(({ sessions }) => sessions[0]!.id as string);
}
