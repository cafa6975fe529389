/** What a decision changes, as data. The store runs all effects of a verdict in one transaction, or none. */

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

/** How a waiting clarification is settled; the store applies it only where the row still is in `from`. */
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
  /** The owner stays, unless the job becomes RUNNING and the owner's lease has run out: then it is anybody's. */
  | {
      readonly do: 'move_job';
      readonly id: string;
      readonly from: JobState;
      readonly to: JobState;
      readonly at: number;
    }
  /** The whole job as it is from now on. Only where it still is in this state, and this worker's. */
  | {
      readonly do: 'put_job';
      readonly job: JobRecord;
      readonly was: Pick<JobRecord, 'state' | 'owner'>;
    }
  | { readonly do: 'insert_clarification'; readonly clarification: ClarificationRecord }
  | ({ readonly do: 'settle_clarification' } & ClarificationSettlement)
  /** It gives up its question's place in the session, whatever it held. Only where the row still is in `from`. */
  | {
      readonly do: 'retire_clarification';
      readonly id: string;
      readonly from: ClarificationStatus;
      readonly to: 'revoked' | 'superseded' | 'withdrawn';
      readonly at: number;
      readonly because?: string | null;
      readonly rejected?: boolean;
    }
  | { readonly do: 'insert_ask'; readonly ask: AskRecord }
  | { readonly do: 'insert_item'; readonly item: ItemRecord }
  | ({ readonly do: 'settle_item'; readonly ask: string; readonly position: number } & ItemSettlement)
  /** Every item that still waits for this clarification, whoever asked. */
  | ({ readonly do: 'settle_waiting'; readonly clarification: string } & ItemSettlement)
  /** Unless there is one of this id: whoever is run again says the same again. */
  | { readonly do: 'insert_assumption'; readonly assumption: AssumptionRecord }
  | { readonly do: 'put_preference'; readonly preference: Preference }
  | {
      readonly do: 'drop_preference';
      readonly project: string;
      readonly key: string;
      readonly subject: string;
    }
  | { readonly do: 'event'; readonly event: EventRecord };

/** What a store carries out: the effects to commit, and what to tell the caller once they are. */
export interface Decided<Result> {
  readonly effects: readonly Effect[];
  readonly result: Result;
}

/** What a pure decision says. It returns its errors and never throws them; a deadline that it found passed strikes all the same. */
export type Verdict<Result> =
  | Decided<Result>
  | { readonly needs: Need }
  | { readonly error: AskOnceError; readonly effects?: readonly Effect[] };

/** A verdict in the form a store carries out. The caller is told the verdict itself. */
export function committable<Result>(verdict: Verdict<Result>): Decided<Verdict<Result>> {
  return { effects: effectsOf(verdict), result: verdict };
}

export function effectsOf(verdict: Verdict<unknown>): readonly Effect[] {
  return 'effects' in verdict ? (verdict.effects ?? []) : [];
}
