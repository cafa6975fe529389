/** The changes of a decision, as data. The store applies all effects of a verdict in one transaction, or none. */

import type { CallDecision } from './model/call.ts';
import type { AskOnceError } from './model/errors.ts';
import type { JobState } from './model/job.ts';
import type { ClarificationStatus, Source } from './model/question.ts';
import type {
  AskRecord,
  AssumptionRecord,
  ClarificationRecord,
  EventRecord,
  ItemRecord,
  JobRecord,
  SessionRecord,
} from './model/records.ts';
import type { Heard, Preference } from './model/resolution.ts';
import type { Need } from './needs.ts';

/** How a waiting clarification is settled. The store applies it only if the row is still in the state `from`. */
export interface ClarificationSettlement {
  readonly id: string;
  readonly from: 'pending';
  readonly to: 'answered' | 'declined';
  readonly at: number;
  readonly answer?: string;
  readonly source?: Source;
  readonly evidence: string;
  readonly confidence?: number;
  readonly by: string | null;
  readonly surface: string | null;
  readonly answerKey?: string | null;
  readonly because?: string | null;
  /** For an approval: what was decided beside the Yes or No. */
  readonly decision?: CallDecision;
  /** The answer teaches what the project's people usually answer. */
  readonly teaches?: boolean;
}

export interface ItemSettlement {
  readonly outcome: ItemRecord['outcome'];
  readonly answer?: string | null;
  readonly source?: Source | null;
  readonly evidence?: string | null;
  readonly confidence?: number | null;
  readonly code?: string | null;
}

export type Effect =
  | { readonly do: 'insert_session'; readonly session: SessionRecord }
  | { readonly do: 'hear'; readonly session: string; readonly heard: Heard }
  | { readonly do: 'insert_job'; readonly job: JobRecord }
  /** The owner stays, unless the job becomes RUNNING and the owner's lease has expired; then the job has no owner. */
  | {
      readonly do: 'move_job';
      readonly id: string;
      readonly from: JobState;
      readonly to: JobState;
      readonly at: number;
    }
  /** Replaces the whole job. Applied only if it is still in this state and owned by this worker. */
  | {
      readonly do: 'put_job';
      readonly job: JobRecord;
      readonly was: Pick<JobRecord, 'state' | 'owner'>;
    }
  /** `teaches`: it is inserted with an answer that teaches what the project's people usually answer. */
  | { readonly do: 'insert_clarification'; readonly clarification: ClarificationRecord; readonly teaches?: boolean }
  | ({ readonly do: 'settle_clarification' } & ClarificationSettlement)
  /** The clarification gives up its question's place in the session. Applied only if the row is still in the state `from`. */
  | {
      readonly do: 'retire_clarification';
      readonly id: string;
      readonly from: ClarificationStatus;
      readonly to: 'revoked' | 'superseded' | 'withdrawn';
      readonly at: number;
      readonly because?: string | null;
      readonly rejected?: boolean;
      /** A revoked answer teaches the opposite if this is true, and nothing otherwise. */
      readonly teaches?: boolean;
    }
  /** Hides a question until a time, or shows it again. */
  | { readonly do: 'snooze_clarification'; readonly id: string; readonly until: number | null }
  | { readonly do: 'insert_ask'; readonly ask: AskRecord }
  | { readonly do: 'insert_item'; readonly item: ItemRecord }
  | ({ readonly do: 'settle_item'; readonly ask: string; readonly position: number } & ItemSettlement)
  /** Settles every item that still waits for this clarification, whichever ask it belongs to. */
  | ({ readonly do: 'settle_waiting'; readonly clarification: string } & ItemSettlement)
  /** Skipped if one with this id exists, because a job that runs again records the same assumption again. */
  | { readonly do: 'insert_assumption'; readonly assumption: AssumptionRecord }
  | { readonly do: 'put_preference'; readonly preference: Preference }
  | { readonly do: 'event'; readonly event: EventRecord };

/** What a store executes: the effects to commit, and the result to return once they are committed. */
export interface Decided<Result> {
  readonly effects: readonly Effect[];
  readonly result: Result;
}

/** The result of a pure decision. Errors are returned, never thrown. Passed deadlines that the decision found still take effect. */
export type Verdict<Result> =
  | Decided<Result>
  | { readonly needs: Need }
  | { readonly error: AskOnceError; readonly effects?: readonly Effect[] };

/** Returns a verdict in the form a store executes. The caller gets the verdict itself. */
export function committable<Result>(verdict: Verdict<Result>): Decided<Verdict<Result>> {
  return { effects: effectsOf(verdict), result: verdict };
}

export function effectsOf(verdict: Verdict<unknown>): readonly Effect[] {
  return 'effects' in verdict ? (verdict.effects ?? []) : [];
}
