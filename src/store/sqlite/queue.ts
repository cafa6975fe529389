/**
 * Group commit: decisions that arrive together share one transaction, and so one fsync. While they come from several callers at
 * once, the commit waits for as long as each turn of the event loop brings more of them: a turn accepts one connection, so of
 * 64 that open together the last was served after all the others' requests. A caller that is alone never waits.
 *
 * The lock is taken without waiting: `busy_timeout` would stop the event loop for as long as another process writes (1.5 s was
 * seen), so a busy store is tried again after 0 to 2 ms. No savepoints: they cost a fifth of the throughput; instead a batch
 * that fails is undone and its members run one by one, so that only the guilty one fails.
 */
import type { Database } from 'better-sqlite3';
import type { Decided } from '../../core/effects.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent, EventRecord } from '../../core/model/records.ts';
import type { Look } from '../../ports.ts';
import type { SqliteEffects } from './effects.ts';
import { isBusy, storeError } from './errors.ts';
import type { FileState } from './file-state.ts';
import type { SqliteLook } from './look.ts';

interface Member {
  readonly look: Look;
  readonly decide: (state: never) => Decided<unknown>;
  readonly committed: ((result: unknown) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

/** What a transaction came to: whom to tell what, and the events to announce after that. */
interface Outcome {
  readonly tell: (() => void)[];
  readonly events: AuditEvent[];
}

/** One transaction holds at most so many decisions: others must get their turn at the lock. */
const MAX_BATCH = 256;
/** How long a decision may wait for the lock before its caller is told. */
const LOCK_PATIENCE_MS = 30_000;

export class CommitQueue {
  private queue: Member[] = [];
  private scheduled = false;
  private lastBatch = 0;
  private closed = false;
  private drained: (() => void) | null = null;
  private readonly begin;
  private readonly commit;
  private readonly rollback;
  private readonly db: Database;
  private readonly look: SqliteLook;
  private readonly effects: SqliteEffects;
  private readonly file: FileState;
  private readonly committed: (events: AuditEvent[]) => void;

  /** `committed` is called with the events of a batch, once its members have been told. */
  constructor(
    db: Database,
    look: SqliteLook,
    effects: SqliteEffects,
    file: FileState,
    committed: (events: AuditEvent[]) => void,
  ) {
    this.db = db;
    this.file = file;
    this.look = look;
    this.effects = effects;
    this.committed = committed;
    this.begin = db.prepare('BEGIN IMMEDIATE');
    this.commit = db.prepare('COMMIT');
    this.rollback = db.prepare('ROLLBACK');
  }

  run<R>(look: Look, decide: (state: never) => Decided<R>, committed?: (result: R) => void): Promise<R> {
    if (this.closed)
      return Promise.reject(new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to continue.'));
    return new Promise<R>((resolve, reject) => {
      const since = performance.now();
      this.queue.push({ look, decide, committed, resolve, reject, since } as Member);
      this.schedule();
    });
  }

  /** Takes no more decisions and settles those that were taken. */
  close(): Promise<void> {
    this.closed = true;
    if (this.queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.drained = resolve;
    });
  }

  private schedule(afterMs?: number): void {
    if (this.scheduled) return;
    this.scheduled = true;
    let seen = 0;
    const flush = () => {
      const { length } = this.queue;
      if (this.lastBatch > 1 && length > seen && length < MAX_BATCH) {
        seen = length;
        setImmediate(flush);
        return;
      }
      this.scheduled = false;
      this.flush();
    };
    if (afterMs === undefined) setImmediate(flush);
    else setTimeout(flush, afterMs);
  }

  private flush(): void {
    const batch = this.queue.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.lastBatch = batch.length;
    const outcome = this.tryTogether(batch);
    if (outcome === 'busy') {
      this.queue = [...this.impatient(batch), ...this.queue];
      if (this.queue.length > 0) this.schedule(Math.random() * 2);
      else this.drained?.();
      return;
    }
    for (const tell of outcome.tell) tell();
    if (outcome.events.length > 0) this.committed(outcome.events);
    if (this.queue.length > 0) this.schedule();
    else this.drained?.();
  }

  /** Those who waited too long for the lock are told so; the others stay in line. */
  private impatient(batch: Member[]): Member[] {
    const limit = performance.now() - LOCK_PATIENCE_MS;
    return batch.filter((member) => {
      if (member.since > limit) return true;
      const text = `Another process has locked the store ${this.db.name} for ${LOCK_PATIENCE_MS / 1000} s. Nothing was written; try again.`;
      member.reject(new AskOnceError('store_busy', text));
      return false;
    });
  }

  private tryTogether(batch: readonly Member[]): Outcome | 'busy' {
    try {
      return this.transact(batch);
    } catch (error) {
      if (isBusy(error)) return 'busy';
      if (batch.length > 1) return this.tryOneByOne(batch);
      return { tell: batch.map((member) => () => member.reject(storeError(error, this.db.name))), events: [] };
    }
  }

  private tryOneByOne(batch: readonly Member[]): Outcome {
    const all: Outcome = { tell: [], events: [] };
    for (const member of batch) {
      const alone = this.tryTogether([member]);
      if (alone === 'busy') this.queue.push(member);
      else {
        all.tell.push(...alone.tell);
        all.events.push(...alone.events);
      }
    }
    return all;
  }

  /** Runs a batch in one transaction. Nobody is told anything before the commit. */
  private transact(batch: readonly Member[]): Outcome {
    this.begin.run();
    try {
      const events: EventRecord[] = [];
      const tell = batch.map((member) => this.runMember(member, events));
      const kept = this.effects.keep(events);
      // Nothing is acknowledged that would be gone: once for a whole batch, it is not seen beside the commit.
      this.file.mustBeThere();
      this.commit.run();
      return { tell, events: kept };
    } catch (error) {
      if (this.db.inTransaction) this.rollback.run();
      throw error;
    }
  }

  private runMember(member: Member, events: EventRecord[]): () => void {
    const state = this.look.at(member.look);
    let verdict: Decided<unknown>;
    try {
      verdict = member.decide(state as never);
    } catch (error) {
      // Nothing of this member has been written yet, so the rest of the batch goes on.
      return () => member.reject(error);
    }
    this.effects.run(verdict.effects, events);
    return () => {
      member.committed?.(verdict.result);
      member.resolve(verdict.result);
    };
  }
}
