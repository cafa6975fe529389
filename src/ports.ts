/**
 * The ports of the engine: each port's whole surface in one place.
 *
 * Store        decide: runs a pure decision on what is stored and commits its effects, all or none, before it returns
 *              reads: pages and single rows, for surfaces and for waiting asks
 *              watch: every committed event, in order, from this process and all others
 *              runs: what jobs leave behind while they run, and the leases of those who run them
 *              access: tokens, secrets and webhooks, for those who come over the network (core/access.ts)
 *              keys: what questions are known by, to be made anew when the rules for it change (core/rekeying.ts)
 * Clock        the time, as a parameter
 * Files        where a path leads, for TARGET_FILE
 * Interpreter  reads the prompt of a job: a spec, or the one question that must be answered first
 * Sentinel     what a model says of a question that the rules do not know
 * Resolver     a pure function from a question to an answer, or null
 *
 * Every port can be given to `openAskOnce`. The last three are called by the pure core, which declares their types.
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

/** What a decision wants to see. */
export type Look =
  /**
   * Of a command that names no session, the session of its job is shown, where there is such a job (`sessionOfAsk`). `isNew`: its session
   * and its job were named just now, so that nothing of them need be looked for.
   */
  | { readonly of: 'ask'; readonly command: AskCommand; readonly isNew?: boolean }
  | { readonly of: 'clarification'; readonly id: string }
  | { readonly of: 'ask_items'; readonly ask: string }
  | { readonly of: 'session'; readonly id: string }
  | { readonly of: 'job'; readonly id: string; readonly session: string }
  /** Of one job, or of whichever is oldest; of those for this agent, and of those for any. */
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

/** A page of rows in a stable order; `next` is the cursor of the page after it, or null at the end. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** A clarification with the first deadline of those who wait for it, where silence would end a wait. */
export interface ClarificationRow extends ClarificationRecord, Deadline {
  /** Where it is closed without an answer of its own: how the ask that first put it went on. */
  readonly unanswered: Unanswered | null;
}

export interface ListQuery {
  readonly status?: readonly ClarificationStatus[];
  readonly session?: string;
  /** Newest first; the standard is oldest first. */
  readonly newest?: boolean;
  readonly after?: string;
  readonly limit: number;
}

export interface JobQuery {
  readonly state?: readonly JobState[];
  readonly session?: string;
  /** Newest first; the standard is oldest first. */
  readonly newest?: boolean;
  readonly after?: string;
  readonly limit: number;
}

export interface InsightQuery {
  /** Only what happened from this moment on. */
  readonly since: number;
  /** How far days begin before those of UTC. */
  readonly offsetMs: number;
  /** How many of the questions that were repeated. */
  readonly most: number;
}

/** What runs of jobs leave, and who runs them. Nothing here is decided on: who may run a job is `decide`'s affair. */
export interface Runs {
  /** Jobs that have a prompt. */
  list(query: JobQuery): Promise<Page<JobRecord>>;
  /** Jobs with what they wait for, in the order given: as a decision would be shown them, but waiting for nobody who writes. */
  look(jobs: readonly string[]): Promise<readonly RunState[]>;
  /** Makes or renews a worker's lease, and says which jobs are its own. */
  beat(worker: WorkerRecord): Promise<readonly string[]>;
  /** Workers whose lease lasts. */
  workers(now: number): Promise<readonly WorkerRecord[]>;
  /** Ends a lease. */
  dismiss(worker: string): Promise<void>;
  /** Keeps the result of a side effect, unless there is one under that key, and says which is kept. */
  keep(job: string, key: string, value: string, at: number): Promise<string>;
  kept(job: string, key: string): Promise<string | null>;
  /** Adds lines to a job's log. Of a long one the oldest are given up. */
  append(job: string, lines: readonly Omit<LogLine, 'n'>[]): Promise<void>;
  /** The last lines, or those after a number, in order. */
  log(job: string, query: { readonly after?: number; readonly limit: number }): Promise<readonly LogLine[]>;
}

/**
 * The keys of questions, and by which version of the rules each was made. Whatever a decision writes has the version of the release that
 * decides. There may always be rows of an earlier version: an older release has added them since.
 */
export interface Keys {
  /** The version that the store's keys were brought to. */
  version(): Promise<number>;
  /** Keeps that they were brought to this version, unless they are at a later one. */
  reached(version: number): Promise<void>;
  /** Rows whose key is of an earlier version, in a stable order. Changing their keys skips none of those that come after. */
  stale<Of extends KeyedTable>(
    of: Of,
    query: { readonly version: number; readonly after?: string; readonly limit: number },
  ): Promise<Page<Keyed<Of>>>;
  /** The rows that have these keys, and of clarifications only live ones: no two of those may have the same. */
  holding<Of extends UniqueKeys>(of: Of, places: readonly KeyPlace[]): Promise<readonly Keyed<Of>[]>;
  /**
   * Gives all these rows their new keys, which then are of this version. False where it did nothing, since a row no longer has the key and
   * version that it had, or another row has a key that was to be given.
   */
  put(of: KeyedTable, version: number, changes: readonly KeyChange[]): Promise<boolean>;
}

export interface Store {
  readonly runs: Runs;
  readonly access: Access;
  readonly keys: Keys;
  /**
   * Shows `decide` what is stored, commits the effects it wants, and returns its result once they are durable.
   * `decide` is pure and may be called again if another process was quicker; it must not be trusted to run only once.
   * `committed` is called once, when the effects are durable and before any event of this or a later commit is told to
   * watchers: whoever begins to wait there misses nothing.
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
  /** The items of an ask with their clarifications, in order; empty where there is no such ask. */
  items(ask: string): Promise<readonly { item: ItemRecord; clarification: ClarificationRecord | null }[]>;
  /**
   * What the people of these sessions have answered, by themselves or in what they said, and nobody has taken back. Where that is
   * more than `limit`, it is of the sessions named first; within a session it is in no order.
   */
  answers(sessions: readonly string[], limit: number): Promise<readonly ClarificationRecord[]>;
  /** What was put to the people of a session at some scope's cost, oldest first, as the ask that first put it is told. */
  asked(session: string): Promise<readonly AskedItem[]>;
  /** Whether a job's request was sent back for what it lacked. */
  sentBack(job: string): Promise<boolean>;
  /** What agents of a session decided by themselves, oldest first. */
  assumptions(session: string, query: { after?: string; limit: number }): Promise<Page<AssumptionRecord>>;
  assumption(id: string): Promise<AssumptionRecord | null>;
  job(id: string): Promise<JobRecord | null>;
  preferences(project: string, query: { after?: string; limit: number }): Promise<Page<Preference>>;
  /** What became of the questions since a moment, counted. */
  insight(query: InsightQuery): Promise<QuestionCounts>;
  /** Events after a sequence number, in order: none comes later that belongs before one that was given out. */
  events(after: number, limit: number): Promise<readonly AuditEvent[]>;
  /** The number after which `events` gives only what is committed from now on, but for what it could not give out yet; 0 in an empty store. */
  lastSeq(): Promise<number>;
  /** Asks whose deadline has passed, and the next deadline to come. */
  overdue(now: number, limit: number): Promise<{ readonly asks: readonly string[]; readonly next: number | null }>;

  /**
   * Calls back with every event that is committed from now on: by this opening, and by all others from when the next call of this
   * opening has ended (a store that is far away takes a moment to listen). Returns the function that ends it. Where the store
   * can no longer be read, `failed` is called instead, once.
   */
  watch(listener: (events: readonly AuditEvent[]) => void, failed: (error: unknown) => void): () => void;
  /** Resolves if the store can be read and written; otherwise it rejects with the reason. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A model that knows best practice. Null: it depends on the case, or the model could not be asked. It never throws. What it
 * says is held against the same checks as what any resolver says.
 */
export type Sentinel = (
  question: Question,
  language: string | null,
  signal?: AbortSignal,
) => Promise<Resolution | null>;

export interface Clock {
  now(): number;
  /** Calls back once, not before `ms` milliseconds have passed. Returns the function that stops it. */
  after(ms: number, callback: () => void): () => void;
}

export interface Files {
  /** The project root, with symbolic links resolved. */
  readonly root: string;
  /** Where a path leads in a project (this one, unless another is named), symbolic links followed. */
  locate(path: string, project?: string): PathFact;
  /** The candidates that are files or folders of the project, relative to its root. */
  existing(candidates: readonly string[]): string[];
}
