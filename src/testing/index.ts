/** The public names of `askonce/testing`: for implementing your own store, and for testing code that uses AskOnce. */
export type {
  Access,
  Channels,
  DeliveryProgress,
  DeliveryRecord,
  Role,
  TokenRecord,
  WebhookRecord,
} from '../core/access.ts';
export type { PathFact } from '../core/answer/check.ts';
export type { CallPlace } from '../core/approvals/paths.ts';
export type { AskCommand, PreparedQuestion } from '../core/ask/command.ts';
export type { ClarificationSettlement, Decided, Effect, ItemSettlement } from '../core/effects.ts';
export { type Claim, decideClaim } from '../core/jobs/claim.ts';
export type { Call, CallDecision } from '../core/model/call.ts';
export type { Conflict, JobSpec, Opposition } from '../core/model/interpretation.ts';
export type { JobClarificationStatus, JobState } from '../core/model/job.ts';
export type { Policy, ResolverName } from '../core/model/policy.ts';
export type {
  ClarificationStatus,
  ClarificationType,
  Offered,
  OnTimeout,
  Option,
  OutcomeKind,
  Question,
  Source,
} from '../core/model/question.ts';
export type {
  AskRecord,
  AuditEvent,
  ClarificationRecord,
  EventRecord,
  EventType,
  ItemRecord,
  JobRecord,
  LogLine,
  SessionRecord,
  WorkerRecord,
} from '../core/model/records.ts';
export type { Heard, Lesson, Preference } from '../core/model/resolution.ts';
export type { AvoidedBy, QuestionCounts, RepeatedQuestion } from '../core/model/stats.ts';
export type { KeyChange, Keyed, KeyedTable, KeyPlace, UniqueKeys } from '../core/rekeying.ts';
export type {
  AskedItem,
  AskItemsState,
  AskState,
  ClaimState,
  ClarificationState,
  KnownPreference,
  KnownQuestion,
  LeavingItem,
  OwnItem,
  PreferenceState,
  QuestionIdentity,
  RunState,
  SessionState,
  Waiting,
} from '../core/states.ts';
export type {
  ClarificationRow,
  Clock,
  InsightQuery,
  JobQuery,
  Keys,
  ListQuery,
  Look,
  Overdue,
  Page,
  Runs,
  StateOf,
  Store,
} from '../ports.ts';
export { FakeClock } from './fake-clock.ts';
export { type ConformanceCase, type ConformanceOptions, storeConformance } from './store-conformance.ts';
export type { StoreFactory, StoreUnderTest } from './store-under-test.ts';
