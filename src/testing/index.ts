/** For those who write a store of their own, or test what is built on AskOnce: the public names of `askonce/testing`. */
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
export type { JobState } from '../core/job.ts';
export type { Policy, ResolverName } from '../core/policy.ts';
export type {
  AskRecord,
  AuditEvent,
  ClarificationRecord,
  EventRecord,
  EventType,
  ItemRecord,
  JobRecord,
  SessionRecord,
} from '../core/records.ts';
export type { Heard, Preference } from '../core/resolution.ts';
export type {
  AskItemsState,
  AskState,
  ClarificationState,
  KnownQuestion,
  OwnItem,
  PreferenceState,
  QuestionIdentity,
  SessionState,
  Waiting,
} from '../core/states.ts';
export type { Clock, ListedClarification, ListQuery, Look, Page, StateOf, Store } from '../ports.ts';
export type { StoreFactory, StoreUnderTest } from './bench.ts';
export { FakeClock } from './fake-clock.ts';
export { type ConformanceCase, type ConformanceOptions, storeConformance } from './store-conformance.ts';
