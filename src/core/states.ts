/** The state that a decision reads. A store loads it; a decision is a pure function of a state, a command and the time. */
import type { AskRecord, ClarificationRecord, ItemRecord, JobRecord, SessionRecord } from './model/records.ts';
import type { Lesson, Preference } from './model/resolution.ts';

/** What identifies a question in a session. The type does not: the same words are the same question, in whatever form they are asked. */
export interface QuestionIdentity {
  readonly key: string;
  readonly subject: string;
}

/** What is known of a project's usual answer to a question. `learned` of core/preferences.ts makes one preference of it. */
export interface KnownPreference extends QuestionIdentity {
  readonly project: string;
  /** Set by hand; or learned, and then only lessons after its `updatedAt` count in addition. */
  readonly stored: Preference | null;
  /** The newest lessons, newest first, at most `LESSONS`. */
  readonly lessons: readonly Lesson[];
}

/** Everything known about a question that is about to be asked. */
export interface KnownQuestion {
  /** The pending, answered or declined clarification of this session; the database allows at most one. */
  readonly live: ClarificationRecord | null;
  /** This job's earlier items for the question, newest first. */
  readonly own: readonly OwnItem[];
  /** The newest revoked clarification of the same question, and its current replacement, through all revocations. */
  readonly revoked: ClarificationRecord | null;
  readonly successor: ClarificationRecord | null;
  /** Null if nothing is known. A store may read it only when it is used: nothing else may have answered the question. */
  readonly preference: KnownPreference | null;
  /**
   * Live or revoked clarifications of this session with the same `questionHash` and subject but another key, newest first. Another release
   * may have given the same words another key.
   */
  readonly alike: readonly ClarificationRecord[];
}

export interface OwnItem {
  readonly item: ItemRecord;
  readonly clarification: ClarificationRecord | null;
}

/** A question that was put to a person at the cost of a scope, with the outcome for the ask that put it. */
export interface AskedItem {
  readonly asker: string;
  readonly item: ItemRecord;
  readonly clarification: ClarificationRecord;
}

export interface AskState {
  readonly session: SessionRecord | null;
  readonly job: JobRecord | null;
  /** The highest ask number of the scope in which this ask counts. */
  readonly capUsed: number;
  readonly questions: readonly KnownQuestion[];
  /** The clarification whose answer this ask rejects, and how many rejections preceded it. */
  readonly rejected: {
    readonly clarification: ClarificationRecord;
    readonly depth: number;
  } | null;
}

/** An item that still waits for a clarification. */
export interface Waiting {
  readonly item: ItemRecord;
  /** Null if the item has no deadline, so that its ask does not matter. */
  readonly ask: AskRecord | null;
  /** How many items of the same job wait, including this one; 0 if there is no job. */
  readonly jobWaits: number;
  /** The item's job, if the question is about its prompt. The outcome of the question decides whether the job is built. */
  readonly asked: JobRecord | null;
}

export interface ClarificationState {
  readonly clarification: ClarificationRecord | null;
  readonly language: string | null;
  readonly waiting: readonly Waiting[];
  /** The question that took its place, if its answer was revoked. */
  readonly successor: ClarificationRecord | null;
  /** As stored, whatever newer answers teach: an answer that is to be remembered replaces it. */
  readonly preference: Preference | null;
}

export interface AskItemsState {
  readonly ask: AskRecord | null;
  readonly items: readonly {
    readonly item: ItemRecord;
    readonly clarification: ClarificationRecord | null;
    /** How many items of all asks wait for the clarification. */
    readonly waiters: number;
    readonly jobWaits: number;
    readonly asked: JobRecord | null;
  }[];
}

/** A waiting item, with all others that wait for the same clarification. */
export type LeavingItem = AskItemsState['items'][number];

export interface RunState {
  readonly job: JobRecord | null;
  /** The job's session; if there is no such job, the named session. */
  readonly session: SessionRecord | null;
  readonly waiting: readonly LeavingItem[];
}

export interface ClaimState {
  /** Jobs of the project that can run and have no live worker: the oldest, in order, or those that were named. */
  readonly jobs: readonly JobRecord[];
}

export interface SessionState {
  readonly session: SessionRecord | null;
}

export interface PreferenceState {
  /** Null if nothing is known. */
  readonly preference: KnownPreference | null;
}
