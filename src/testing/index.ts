/** For those who write a store of their own, or test what is built on AskOnce: the public names of `askonce/testing`. */
export type { Access, Role, TokenRecord, WebhookProgress, WebhookRecord } from '../core/access.ts';
export type { PathFact } from '../core/answer-check.ts';
export type { AskCommand, PreparedQuestion } from '../core/ask-command.ts';
export type {
  ClarificationStatus,
  ClarificationType,
  Offered,
  OnTimeout,
  Option,
  OutcomeKind,
  Question,
  Source,
} from '../core/clarification.ts';
export type { ClarificationSettlement, Effect, ItemSettlement, Verdict } from '../core/effects.ts';
export type { AvoidedBy, QuestionCounts, RepeatedQuestion } from '../core/insight.ts';
export type { Conflict, JobSpec, Opposition } from '../core/interpretation.ts';
export type { JobClarificationStatus, JobState } from '../core/job.ts';
export type { Policy, ResolverName } from '../core/policy.ts';
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
} from '../core/records.ts';
export type { Heard, Preference } from '../core/resolution.ts';
export type {
  AskItemsState,
  AskState,
  ClaimState,
  ClarificationState,
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
  Clock,
  InsightQuery,
  JobQuery,
  ListedClarification,
  ListQuery,
  Look,
  Page,
  Runs,
  StateOf,
  Store,
} from '../ports.ts';
export type { StoreFactory, StoreUnderTest } from './bench.ts';
export { FakeClock } from './fake-clock.ts';
export { type ConformanceCase, type ConformanceOptions, storeConformance } from './store-conformance.ts';
