/** The types of the wire format, under the names that users of the client see. Types only: imports no server code. */

export type { AnswerReply, Link, LinkedQuestion, LinkReceipt, Pressed, Receipt } from '../http/schemas/answering.ts';
export type { ApprovalReply, ApproveBody, DecisionBody, RuleList } from '../http/schemas/approvals.ts';
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
export type { FilesFound, InsightShown, Me, Paired, ProjectList } from '../http/schemas/page.ts';
export type {
  EventShown,
  EventsPage,
  HistoryPage,
  PreferenceShown,
  PreferencesPage,
  RecalledReply,
} from '../http/schemas/records.ts';
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
  /** The path of the project, as on a clarification. */
  project?: string;
  /** The program that asked, such as `Claude Code`. */
  agent?: string;
  kind?: 'question' | 'approval';
  /** The ask that put it first. */
  ask?: string;
  /** Words that it contains, in any order. */
  text?: string;
  /** Asked since then, or before then: a duration such as `2h`, milliseconds since 1970, or an ISO 8601 time. */
  since?: string | number;
  before?: string | number;
  /** What to do with questions that were put off; hidden by default where the status is `pending`. */
  snoozed?: 'hidden' | 'included' | 'only';
  /** Newest first; oldest first by default. */
  newest?: boolean;
}

export interface JobsQuery extends PageQuery {
  state?: JobState | readonly JobState[];
  session?: string;
  newest?: boolean;
}
