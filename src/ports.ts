/**
 * The ports of the engine, each with its complete interface.
 *
 * Store        decide: runs a pure decision on the stored state and commits its effects, all or none, before it returns
 *              claim: the one decision that a store makes on rows of its own choice: which jobs a worker gets (core/jobs/claim.ts)
 *              reads: pages and single rows, for surfaces and for waiting asks
 *              watch: every committed event, in order, from this process and all others
 *              runs: what jobs write while they run, and the leases of their workers
 *              access: tokens, secrets and webhooks, for the network surfaces (core/access.ts)
 *              keys: the keys that identify questions, recomputed when their rules change (core/rekeying.ts)
 *              projects: the numbers of the projects, which are part of ids (core/model/scoped-id.ts)
 *              pruning: takes out sessions that have been idle for long
 * Clock        the time, as a parameter
 * Files        resolves paths, for TARGET_FILE
 * Interpreter  reads the prompt of a job: a spec, or the one question that must be answered first
 * Sentinel     asks a model about a question that the rules cannot answer
 * SameQuestion asks a model whether two questions that are only similar ask the same
 * Resolver     a pure function from a question to an answer, or null
 *
 * You can pass your own implementation of every port to `openAskOnce`. The pure core declares the types of the last three and calls them.
 */
import type { Access } from './core/access.ts';
import type { PathFact } from './core/answer/check.ts';
import type { AskCommand } from './core/ask/command.ts';
import type { Decided } from './core/effects.ts';
import type { Claim } from './core/jobs/claim.ts';
import type { JobState } from './core/model/job.ts';
import type {
  ClarificationStatus,
  Deadline,
  Question,
  QuestionKind,
  SnoozedFilter,
  Unanswered,
} from './core/model/question.ts';
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
  | { readonly of: 'preference'; readonly project: string; readonly key: string; readonly subject: string };

interface States {
  ask: AskState;
  clarification: ClarificationState;
  ask_items: AskItemsState;
  session: SessionState;
  job: RunState;
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
  readonly project?: string;
  /** The program that asked, letter by letter. */
  readonly agent?: string;
  readonly kind?: QuestionKind;
  /** Only questions that this ask was the first to put. */
  readonly ask?: string;
  /** Only questions whose answer came from that of this one. */
  readonly from?: string;
  /** Only questions with all these words somewhere in what a person sees of them: folded, as by `util/search.ts`. */
  readonly words?: readonly string[];
  /** Only questions asked at this time or later, and before that one. */
  readonly since?: number;
  readonly before?: number;
  /** What to do with questions that the person put off; they are included by default. */
  readonly snoozed?: SnoozedFilter;
  /** Newest first; oldest first by default. */
  readonly newest?: boolean;
  readonly after?: string;
  readonly limit: number;
}

export interface JobQuery {
  /** Only jobs of this project. */
  readonly project?: string;
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
  /** How many events one call counts beside those that were counted before; by default as many as take about a second. */
  readonly countAtMost?: number;
}

/** What runs of jobs write, and which workers run them. No decisions are made here: `claim` and `decide` decide who may run a job. */
export interface Runs {
  /** Lists jobs that have a prompt. */
  list(query: JobQuery): Promise<Page<JobRecord>>;
  /** The jobs that a worker could claim now, in the order in which it would get them. Nothing is written. */
  claimable(claim: Omit<Claim, 'worker' | 'only'>): Promise<readonly JobRecord[]>;
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

/** The projects that use a store. Ids of sessions and jobs are unique within a project; the engine adds its number to them. */
export interface Projects {
  /**
   * Returns the number of a project. A new one gets the next number, from 0 on; a number never changes.
   * @param folder The folder whose path was the project until now. If the store knows only that one, it renames it, with all its rows.
   */
  numberOf(project: string, folder: string): Promise<number>;
  /** All projects, in the order of their numbers. */
  list(): Promise<readonly string[]>;
}

/** A line of the audit trail, without its contents. */
export interface TrailEntry {
  readonly seq: number;
  readonly at: number;
  readonly session: string | null;
}

/** Everything a store keeps of one session: rows with the columns of the tables. */
export interface SessionTables {
  /** One row; none if the session is gone. */
  readonly sessions: readonly SessionRow[];
  readonly jobs: readonly SessionRow[];
  readonly clarifications: readonly SessionRow[];
  readonly asks: readonly SessionRow[];
  readonly items: readonly SessionRow[];
  readonly assumptions: readonly SessionRow[];
  readonly results: readonly SessionRow[];
  readonly log: readonly SessionRow[];
  readonly events: readonly SessionRow[];
}

export type SessionRow = Readonly<Record<string, unknown>>;

/** A session is idle if nothing waits in it and nothing happened in it since `before`. */
export interface IdleGuard {
  readonly before: number;
  /** The caller has seen all events up to this one; a later one means that the session is in use. */
  readonly seen: number;
}

/** Takes idle sessions out of the store. Preferences stay, and so does what the answers of these sessions taught. */
export interface Pruning {
  /** Makes deleting fast, if that needs something. Returns a function that undoes it. */
  prepare(): Promise<() => Promise<void>>;
  /** The sessions that were created, and last heard the person, before a time; in the order of their ids. */
  sessions(before: number, query: { readonly after?: string; readonly limit: number }): Promise<Page<string>>;
  /** Which session each event belongs to: after a number, in order, as `events`. */
  trail(after: number, limit: number): Promise<readonly TrailEntry[]>;
  /** Everything about a session. `events`: the numbers of its events. */
  read(session: string, events: readonly number[]): Promise<SessionTables>;
  /** Whether the session is idle, and no webhook or channel has yet to be told of its events. The last event of a store is never removed. */
  isIdle(session: SessionTables, guard: IdleGuard): Promise<boolean>;
  /** Deletes those of the sessions that are idle, in one transaction, and returns their ids. */
  remove(sessions: readonly SessionTables[], guard: IdleGuard): Promise<readonly string[]>;
}

export interface Overdue {
  readonly asks: readonly string[];
  /** The questions that return. */
  readonly returning: readonly string[];
  readonly next: number | null;
}

export interface Store {
  readonly runs: Runs;
  readonly access: Access;
  readonly keys: Keys;
  readonly projects: Projects;
  readonly pruning: Pruning;
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

  /**
   * Gives a worker up to `limit` jobs, as `decideClaim` decides on each, and returns them as they are then. All in one transaction, which
   * waits for no other: a job that another is taking is skipped.
   */
  claim(claim: Claim): Promise<readonly JobRecord[]>;

  /**
   * Clarifications, oldest first or newest first. Reads in the order of an index. Where no index serves the filters, it looks at a limited
   * number of rows, so that a page may be shorter than `limit`, or empty, and still have a `next`.
   */
  list(query: ListQuery): Promise<Page<ClarificationRow>>;
  clarification(id: string): Promise<ClarificationRow | null>;
  /**
   * How many clarifications wait for a person, of all projects or of one, without those that the person put off. It stops counting at
   * `most`, so that a million cost no more.
   */
  pendingCount(most: number, project?: string): Promise<number>;
  /** The items of an ask with their clarifications, in order; empty if there is no such ask. */
  items(ask: string): Promise<readonly { item: ItemRecord; clarification: ClarificationRecord | null }[]>;
  /**
   * Returns what the people of these sessions have answered, directly or in what they said, without revoked answers. If there are more than
   * `limit`, the sessions named first take precedence; within a session there is no order.
   */
  answers(sessions: readonly string[], limit: number): Promise<readonly ClarificationRecord[]>;
  /** Returns the approvals whose answers made a rule for a project, or for one session of it, without revoked ones; oldest first. */
  rules(project: string, session: string | null): Promise<readonly ClarificationRecord[]>;
  /** Returns the approvals whose answers made a rule for any one session of a project, without revoked ones; newest first. */
  sessionRules(project: string, limit: number): Promise<readonly ClarificationRecord[]>;
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
  /** Asks whose deadline has passed, questions that were put off until now, and the next such time. */
  overdue(now: number, limit: number): Promise<Overdue>;

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

/**
 * Says whether a question asks the same about the same thing as an earlier one of the session, so that its answer serves both. In doubt it
 * returns false; if it throws, the person is asked. It is never asked about what is dangerous or asks leave to act.
 */
export type SameQuestion = (
  question: Question,
  earlier: Question,
  language: string | null,
  signal?: AbortSignal,
) => Promise<boolean>;

export interface Clock {
  now(): number;
  /** Calls back once, not before `ms` milliseconds have passed. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** What no rule may allow a call to touch. */
export interface Guarded {
  /** AskOnce's own store and configuration. */
  readonly paths: readonly string[];
  /** The ports on which AskOnce may listen. */
  readonly ports: readonly number[];
}

export interface Files {
  /** The project root, with symbolic links resolved. */
  readonly root: string;
  /** Resolves a path in a project (the current one by default), following symbolic links. */
  locate(path: string, project?: string): PathFact;
  /** Returns the candidates that are files or folders of the project, relative to its root. */
  existing(candidates: readonly string[]): string[];
}
