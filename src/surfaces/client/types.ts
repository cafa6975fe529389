/** The types of the wire format, under the names that users of the client see. Types only: imports no server code. */

export type { Link, LinkedQuestion, LinkReceipt, Receipt } from '../http/schemas/answering.ts';
export type { AskBody, AskReply, FollowedReply, QuestionBody } from '../http/schemas/asking.ts';
export type { Clarification, ItemOutcome } from '../http/schemas/clarification.ts';
export type { JobAnswered, JobBody, JobFollowed, JobMade, JobShown, JobsPage, LogPage } from '../http/schemas/jobs.ts';
export type {
  AskerState,
  AssumptionBody,
  AssumptionShown,
  AssumptionsPage,
  RequestBody,
  RequestReply,
  RequestSettled,
  RequestWaits,
  StateReply,
} from '../http/schemas/orchestrator.ts';
export type { FilesFound, InsightShown, Me } from '../http/schemas/page.ts';
export type { EventShown, EventsPage, HistoryPage, PreferenceShown, PreferencesPage } from '../http/schemas/records.ts';
export type { WebhookList, WebhookMade, WebhookShown } from '../http/schemas/webhooks.ts';

import type { JobState } from '../../core/model/job.ts';
import type { ClarificationStatus } from '../../core/model/question.ts';

export interface PageQuery {
  /** The `next` of the previous page. */
  after?: string;
  limit?: number;
}

export interface PageReply<Item> {
  items: Item[];
  next: string | null;
}

export interface ClarificationsQuery extends PageQuery {
  status?: ClarificationStatus | readonly ClarificationStatus[];
  session?: string;
  /** Newest first; oldest first by default. */
  newest?: boolean;
}

export interface JobsQuery extends PageQuery {
  state?: JobState | readonly JobState[];
  session?: string;
  newest?: boolean;
}
