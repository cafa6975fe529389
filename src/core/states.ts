/** What a decision looks at. A store reads these; a decision is a pure function of one of them, a command and the time. */
import type { AskRecord, ClarificationRecord, ItemRecord, JobRecord, SessionRecord } from './model/records.ts';
import type { Preference } from './model/resolution.ts';

/** What identifies a question in a session. Its type does not: the same words are the same question, however they are put. */
export interface QuestionIdentity {
  readonly key: string;
  readonly subject: string;
}

/** All that is known about one question that is about to be asked. */
export interface KnownQuestion {
  /** The pending, answered or declined clarification of this session; the database lets there be one at most. */
  readonly live: ClarificationRecord | null;
  /** This job's own earlier items for the question, newest first. */
  readonly own: readonly OwnItem[];
  /** The newest revoked clarification of the same question, and what stands in for it since, through all revocations. */
  readonly revoked: ClarificationRecord | null;
  readonly successor: ClarificationRecord | null;
  readonly preference: Preference | null;
  /**
   * Live or revoked clarifications of this session with the same `questionHash` and subject under another key, newest first: another
   * release may know the same words by another key.
   */
  readonly alike: readonly ClarificationRecord[];
}

export interface OwnItem {
  readonly item: ItemRecord;
  readonly clarification: ClarificationRecord | null;
}

/** A question that was put to a person at a scope's cost, as the ask that put it is told. */
export interface AskedItem {
  readonly asker: string;
  readonly item: ItemRecord;
  readonly clarification: ClarificationRecord;
}

export interface AskState {
  readonly session: SessionRecord | null;
  readonly job: JobRecord | null;
  /** The highest ask number of the scope that this ask would count in. */
  readonly capUsed: number;
  readonly questions: readonly KnownQuestion[];
  /** The clarification whose answer this ask rejects, and how many rejections led to it. */
  readonly rejected: {
    readonly clarification: ClarificationRecord;
    readonly depth: number;
    readonly preference: Preference | null;
  } | null;
}

/** An item that still waits for a clarification. */
export interface Waiting {
  readonly item: ItemRecord;
  /** Null where the item has no deadline that could strike, so that nothing of its ask matters. */
  readonly ask: AskRecord | null;
  /** How many items of the same job wait, this one among them; 0 where there is no job. */
  readonly jobWaits: number;
  /** The item's job, where it is the prompt that was asked about: what comes of the question decides whether it is built. */
  readonly asked: JobRecord | null;
}

export interface ClarificationState {
  readonly clarification: ClarificationRecord | null;
  readonly language: string | null;
  readonly waiting: readonly Waiting[];
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

/** An item that waits, with all who wait for the same. */
export type LeavingItem = AskItemsState['items'][number];

export interface RunState {
  readonly job: JobRecord | null;
  /** The job's session; where there is no such job, the one that was named. */
  readonly session: SessionRecord | null;
  readonly waiting: readonly LeavingItem[];
}

export interface ClaimState {
  /** The oldest job of the project that can run and that no living worker has. */
  readonly job: JobRecord | null;
}

export interface SessionState {
  readonly session: SessionRecord | null;
}

export interface PreferenceState {
  readonly preference: Preference | null;
}
