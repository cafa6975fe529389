/**
 * The ports of the engine, each with its complete interface.
 *
 * Store        decide: runs a pure decision on the stored state and commits its effects, all or none, before it returns
 *              reads: pages and single rows, for surfaces and for waiting asks
 *              watch: every committed event, in order, from this process and all others
 *              runs: what jobs write while they run, and the leases of their workers
 *              access: tokens, secrets and webhooks, for the network surfaces (core/access.ts)
 *              keys: the keys that identify questions, recomputed when their rules change (core/rekeying.ts)
 * Clock        the time, as a parameter
 * Files        resolves paths, for TARGET_FILE
 * Interpreter  reads the prompt of a job: a spec, or the one question that must be answered first
 * Sentinel     asks a model about a question that the rules cannot answer
 * Resolver     a pure function from a question to an answer, or null
 *
 * You can pass your own implementation of every port to `openAskOnce`. The pure core declares the types of the last three and calls them.
 */
import type { Access } from './core/access.ts';
import type { PathFact } from './core/answer/check.ts';
import type { AskCommand } from './core/ask/command.ts';
import type { Decided } from './core/effects.ts';
import type { JobState } from './core/model/job.ts';
import type { ClarificationStatus, Deadline, Question, Unanswered } from './core/model/question.ts';
import type {
  AssumptionRecord,
  AuditEvent,
  ClarificationRecord,
  ItemRecord,
  JobRecord,
  LogLine,
  WorkerRecord,
} from './core/model/records.ts';
import type { Preference, Resolution } from './core/model/resolution.ts';
import type { QuestionCounts } from './core/model/stats.ts';
import type { KeyChange, Keyed, KeyedTable, KeyPlace, UniqueKeys } from './core/rekeying.ts';
import type {
  AskedItem,
  AskItemsState,
  AskState,
  ClaimState,
  ClarificationState,
  PreferenceState,
  RunState,
  SessionState,
} from './core/states.ts';

export type { Interpretation, Interpreter, InterpretInput } from './core/model/interpretation.ts';
export type { ResolverName } from './core/model/policy.ts';
export type { Resolution, Resolver, ResolverView } from './core/model/resolution.ts';

/** The state that a decision reads. */
export type Look =
  /**
   * If the command names no session, this reads the session of its job, if there is such a job (`sessionOfAsk`). `isNew`: the ids of its
   * session and job were generated just now, so nothing need be looked up.
   */
  | { readonly of: 'ask'; readonly command: AskCommand; readonly isNew?: boolean }
  | { readonly of: 'clarification'; readonly id: string }
  | { readonly of: 'ask_items'; readonly ask: string }
  | { readonly of: 'session'; readonly id: string }
  | { readonly of: 'job'; readonly id: string; readonly session: string }
  /** One job, or the oldest available one: among the jobs for this agent and those for any agent. */
  | {
      readonly of: 'claim';
      readonly project: string;
      readonly job: string | null;
      readonly agent: string | null;
      readonly now: number;
    }
  | { readonly of: 'preference'; readonly project: string; readonly key: string; readonly subject: string };

interface States {
  ask: AskState;
  clarification: ClarificationState;
  ask_items: AskItemsState;
  session: SessionState;
  job: RunState;
  claim: ClaimState;
  preference: PreferenceState;
}

export type StateOf<L extends Look> = States[L['of']];

/** A page of rows in a stable order. `next` is the cursor of the following page, or null at the end. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** A clarification with the first deadline at which silence would end a wait for it. */
export interface ClarificationRow extends ClarificationRecord, Deadline {
  /** If it was closed without its own answer: how the ask that first put it continued. */
  readonly unanswered: Unanswered | null;
}

export interface ListQuery {
  readonly status?: readonly ClarificationStatus[];
  readonly session?: string;
  /** Newest first; oldest first by default. */
  readonly newest?: boolean;
  readonly after?: string;
  readonly limit: number;
}

export interface JobQuery {
  readonly state?: readonly JobState[];
  readonly session?: string;
  /** Newest first; oldest first by default. */
  readonly newest?: boolean;
  readonly after?: string;
  readonly limit: number;
}

export interface InsightQuery {
  /** Only events from this time on. */
  readonly since: number;
  /** The offset of local time from UTC, in milliseconds, which sets where days begin. */
  readonly offsetMs: number;
  /** The maximum number of repeated questions. */
  readonly most: number;
}

/** What runs of jobs write, and which workers run them. No decisions are made here: `decide` decides who may run a job. */
export interface Runs {
  /** Lists jobs that have a prompt. */
  list(query: JobQuery): Promise<Page<JobRecord>>;
  /** Returns jobs with what they wait for, in the order given: the state a decision would see, but without waiting for writers. */
  look(jobs: readonly string[]): Promise<readonly RunState[]>;
  /** Creates or renews a worker's lease, and returns the jobs it owns. */
  beat(worker: WorkerRecord): Promise<readonly string[]>;
  /** Workers whose lease is valid. */
  workers(now: number): Promise<readonly WorkerRecord[]>;
  /** Ends a lease. */
  dismiss(worker: string): Promise<void>;
  /** Stores the result of a side effect, unless there is one under that key, and returns the stored one. */
  keep(job: string, key: string, value: string, at: number): Promise<string>;
  kept(job: string, key: string): Promise<string | null>;
  /** Appends lines to a job's log. The oldest lines of a long log are dropped. */
  append(job: string, lines: readonly Omit<LogLine, 'n'>[]): Promise<void>;
  /** Returns the last lines, or those after a number, in order. */
  log(job: string, query: { readonly after?: number; readonly limit: number }): Promise<readonly LogLine[]>;
}

/**
 * The keys of questions, and the version of the rules that made each. Whatever a decision writes has the version of the deciding release.
 * There may always be rows of an earlier version, because an older release may still add them.
 */
export interface Keys {
  /** The version that the store's keys were migrated to. */
  version(): Promise<number>;
  /** Records that the keys were migrated to this version, unless they are at a later one. */
  reached(version: number): Promise<void>;
  /** Returns rows whose key has an earlier version, in a stable order. Changing their keys does not skip any of the following rows. */
  stale<Of extends KeyedTable>(
    of: Of,
    query: { readonly version: number; readonly after?: string; readonly limit: number },
  ): Promise<Page<Keyed<Of>>>;
  /** Returns the rows that hold these keys. Only live clarifications are included, because only their keys must be unique. */
  holding<Of extends UniqueKeys>(of: Of, places: readonly KeyPlace[]): Promise<readonly Keyed<Of>[]>;
  /**
   * Gives all these rows their new keys, marked with this version. Returns false and changes nothing if a row no longer has the key and
   * version it had, or another row holds a key that was to be given.
   */
  put(of: KeyedTable, version: number, changes: readonly KeyChange[]): Promise<boolean>;
}

export interface Store {
  readonly runs: Runs;
  readonly access: Access;
  readonly keys: Keys;
  /**
   * Passes the stored state to `decide`, commits the effects it returns, and returns its result once they are durable. `decide` is pure and
   * may be called again if another process committed first, so do not rely on it running once. `committed` is called once, when the effects
   * are durable and before any event of this or a later commit is delivered to watchers: a wait that begins there misses nothing.
   */
  decide<L extends Look, R>(
    look: L,
    decide: (state: StateOf<L>) => Decided<R>,
    committed?: (result: R) => void,
  ): Promise<R>;

  /** Clarifications, oldest first or newest first. */
  list(query: ListQuery): Promise<Page<ClarificationRow>>;
  clarification(id: string): Promise<ClarificationRow | null>;
  /** How many clarifications wait for a person. */
  pendingCount(): Promise<number>;
  /** The items of an ask with their clarifications, in order; empty if there is no such ask. */
  items(ask: string): Promise<readonly { item: ItemRecord; clarification: ClarificationRecord | null }[]>;
  /**
   * Returns what the people of these sessions have answered, directly or in what they said, without revoked answers. If there are more than
   * `limit`, the sessions named first take precedence; within a session there is no order.
   */
  answers(sessions: readonly string[], limit: number): Promise<readonly ClarificationRecord[]>;
  /**
   * Returns what was put to the people of a session at the cost of a scope, oldest first, with the outcome for the ask that first put it.
   */
  asked(session: string): Promise<readonly AskedItem[]>;
  /** Whether a request of the job was sent back as incomplete. */
  sentBack(job: string): Promise<boolean>;
  /** The assumptions of a session's agents, oldest first. */
  assumptions(session: string, query: { after?: string; limit: number }): Promise<Page<AssumptionRecord>>;
  assumption(id: string): Promise<AssumptionRecord | null>;
  job(id: string): Promise<JobRecord | null>;
  preferences(project: string, query: { after?: string; limit: number }): Promise<Page<Preference>>;
  /** Counts the questions since a given time, by outcome. */
  insight(query: InsightQuery): Promise<QuestionCounts>;
  /** Returns events after a sequence number, in order. Once an event is returned, no event with a lower number appears later. */
  events(after: number, limit: number): Promise<readonly AuditEvent[]>;
  /** Returns the number after which `events` returns only future commits, plus what it could not return yet; 0 for an empty store. */
  lastSeq(): Promise<number>;
  /** Asks whose deadline has passed, and the next deadline. */
  overdue(now: number, limit: number): Promise<{ readonly asks: readonly string[]; readonly next: number | null }>;

  /**
   * Calls back with every event committed from now on by this instance. Events of other instances are included from the end of the next
   * call on this instance, because a remote store takes a moment to subscribe. Returns a function that stops it. If the store can no longer
   * be read, `failed` is called once instead.
   */
  watch(listener: (events: readonly AuditEvent[]) => void, failed: (error: unknown) => void): () => void;
  /** Resolves if the store can be read and written; otherwise rejects with the reason. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A model that knows best practices. It returns null if the answer depends on the case or the model could not be asked, and never throws.
 * Its answers go through the same checks as those of any resolver.
 */
export type Sentinel = (
  question: Question,
  language: string | null,
  signal?: AbortSignal,
) => Promise<Resolution | null>;

export interface Clock {
  now(): number;
  /** Calls back once, not before `ms` milliseconds have passed. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export interface Files {
  /** The project root, with symbolic links resolved. */
  readonly root: string;
  /** Resolves a path in a project (the current one by default), following symbolic links. */
  locate(path: string, project?: string): PathFact;
  /** Returns the candidates that are files or folders of the project, relative to its root. */
  existing(candidates: readonly string[]): string[];
}
