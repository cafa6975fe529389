/**
 * Group commit: decisions that arrive together share one transaction, and so one fsync. While they come from several callers at once, the
 * commit waits for as long as each turn of the event loop brings more of them. A turn accepts only one connection, so of 64 that open
 * together the last would be served after all requests of the others. A single caller never waits.
 *
 * A transaction takes the write lock with its first effect, so that decisions without effects, such as replays, only read. If another process
 * has committed since it began to read, SQLite refuses the lock, and the batch is decided again under the lock.
 *
 * The lock is taken without blocking: `busy_timeout` would stop the event loop for as long as another process writes (up to 1.5 s was
 * observed), so a busy store is retried after 0 to 2 ms. There are no savepoints, because they cost a fifth of the throughput; instead, a
 * batch that fails is rolled back and its members run one by one, so that only the faulty one fails.
 */
import type { Database } from 'better-sqlite3';
import type { Decided } from '../../core/effects.ts';
import { type Claim, decideClaim } from '../../core/jobs/claim.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent, EventRecord, JobRecord } from '../../core/model/records.ts';
import type { ClaimState } from '../../core/states.ts';
import type { Look } from '../../ports.ts';
import type { SqliteEffects } from './effects.ts';
import { isBusy, storeError } from './errors.ts';
import type { FileState } from './file-state.ts';
import type { SqliteLook } from './look.ts';
import type { SchemaGuard } from './schema.ts';

interface Member {
  /** Reads what it decides on. */
  readonly look: () => unknown;
  readonly decide: (state: never) => Decided<unknown>;
  readonly committed: ((result: unknown) => void) | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

/** The result of a transaction: the callbacks for its members, and the events to deliver after that. */
interface Outcome {
  readonly tell: (() => void)[];
  readonly events: AuditEvent[];
}

/** How many decisions one transaction holds at most: other processes must get their turn at the lock. */
const MAX_BATCH = 256;
/** How long a decision may wait for the lock before its caller gets an error. */
const LOCK_PATIENCE_MS = 30_000;
/** After a collision with another process, transactions take the lock first for this long, so that no decision is made in vain. */
const LOCK_FIRST_MS = 100;

export class CommitQueue {
  private queue: Member[] = [];
  private scheduled = false;
  private lastBatch = 0;
  private closed = false;
  private drained: (() => void) | null = null;
  private lockFirstUntil = 0;
  private readonly begin;
  private readonly beginLocked;
  private readonly commit;
  private readonly rollback;
  private readonly db: Database;
  private readonly look: SqliteLook;
  private readonly effects: SqliteEffects;
  private readonly file: FileState;
  private readonly schema: SchemaGuard;
  private readonly committed: (events: AuditEvent[]) => void;

  /** `committed` is called with the events of a batch, after its members got their results. */
  constructor(
    db: Database,
    look: SqliteLook,
    effects: SqliteEffects,
    { file, schema }: { readonly file: FileState; readonly schema: SchemaGuard },
    committed: (events: AuditEvent[]) => void,
  ) {
    this.db = db;
    this.file = file;
    this.schema = schema;
    this.look = look;
    this.effects = effects;
    this.committed = committed;
    this.begin = db.prepare('BEGIN');
    this.beginLocked = db.prepare('BEGIN IMMEDIATE');
    this.commit = db.prepare('COMMIT');
    this.rollback = db.prepare('ROLLBACK');
  }

  run<R>(look: Look, decide: (state: never) => Decided<R>, committed?: (result: R) => void): Promise<R> {
    return this.add(() => this.look.at(look), decide, committed);
  }

  claim(claim: Claim): Promise<readonly JobRecord[]> {
    return this.add(
      () => this.look.claim(claim),
      (state: ClaimState) => decideClaim(state, claim),
    );
  }

  private add<R>(
    look: () => unknown,
    decide: (state: never) => Decided<R>,
    committed?: (result: R) => void,
  ): Promise<R> {
    if (this.closed)
      return Promise.reject(new AskOnceError('engine_closed', 'AskOnce is closed. Open it again to continue.'));
    return new Promise<R>((resolve, reject) => {
      const since = performance.now();
      this.queue.push({ look, decide, committed, resolve, reject, since } as Member);
      this.schedule();
    });
  }

  /** Accepts no more decisions and settles those already accepted. */
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

  /** Rejects members that waited too long for the lock; the others stay in line. */
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
      if (isBusy(error)) {
        this.lockFirstUntil = performance.now() + LOCK_FIRST_MS;
        return 'busy';
      }
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

  /** Runs a batch in one transaction. No caller gets a result before the commit. */
  private transact(batch: readonly Member[]): Outcome {
    (performance.now() < this.lockFirstUntil ? this.beginLocked : this.begin).run();
    try {
      this.schema.mustBeReadable();
      const events: EventRecord[] = [];
      const tell = batch.map((member) => this.runMember(member, events));
      const kept = this.effects.keep(events);
      // Nothing is acknowledged that would be lost. Once per batch, the check is negligible beside the commit.
      this.file.mustBeThere();
      this.commit.run();
      return { tell, events: kept };
    } catch (error) {
      if (this.db.inTransaction) this.rollback.run();
      throw error;
    }
  }

  private runMember(member: Member, events: EventRecord[]): () => void {
    const state = member.look();
    let verdict: Decided<unknown>;
    try {
      verdict = member.decide(state as never);
    } catch (error) {
      // Nothing of this member has been written yet, so the rest of the batch continues.
      return () => member.reject(error);
    }
    this.effects.run(verdict.effects, events);
    return () => {
      member.committed?.(verdict.result);
      member.resolve(verdict.result);
    };
  }
}
