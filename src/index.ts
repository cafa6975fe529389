/** The public names, nothing else. */
export {
  type AnswerOptions,
  AskOnce,
  type HistoryEntry,
  type OpenOptions,
  openAskOnce,
  Preferences,
  Session,
  type SessionOptions,
  type WaitOptions,
} from './askonce.ts';
export type {
  Answered,
  AskResult,
  AutoResolved,
  ClarificationStatus,
  ClarificationType,
  Closed,
  Failed,
  FellBack,
  Offered,
  OnTimeout,
  Option,
  Outcome,
  Parked,
  Source,
} from './core/clarification.ts';
export { typeOfReason } from './core/clarification.ts';
export { AskOnceError, type ErrorCode } from './core/errors.ts';
export { POLICIES, type Policy, type PolicyName } from './core/policy.ts';
export { normaliseQuestion, questionHash } from './core/question-key.ts';
export type { AuditEvent, ClarificationRecord, EventType, JobRecord } from './core/records.ts';
export type { Preference } from './core/resolution.ts';
export type { AnswerReceipt } from './engine.ts';
export type { Clock, ListedClarification, Page } from './ports.ts';
export type { AskOptions, AskWhat, QuestionInput } from './prepare.ts';
export type { BestPractice } from './resolve/best-practices.ts';
export type { SemanticPattern } from './resolve/semantic-resolver.ts';
