/** The public names, nothing else. */

export type { AnswerLink } from './answer-link.ts';
export { AnswerLinks } from './answer-links.ts';
export type { AnswerOptions } from './answerer.ts';
export type { AskingPlace } from './asking-place.ts';
export {
  AskOnce,
  type ClarificationQuery,
  type FollowedClarification,
  type OpenOptions,
  openAskOnce,
  type SessionOptions,
  type SettledOptions,
} from './askonce.ts';
export type { AssumptionInput } from './assumptions.ts';
export type { ClarificationRequest, RequestResult } from './clarification-requests.ts';
export { type ConfigInput, defineConfig } from './config/config.ts';
export type { Caller, Role, TokenRecord } from './core/access.ts';
export type { RawAnswer } from './core/answer-check.ts';
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
  OutcomeKind,
  Parked,
  SingleAskResult,
  Source,
} from './core/clarification.ts';
export { typeOfReason } from './core/clarification.ts';
export type { Blocker, RequestPart, RequestReply } from './core/clarification-request.ts';
export type { ClarificationState } from './core/clarification-state.ts';
export { AskOnceError, type ErrorCode } from './core/errors.ts';
export type { AvoidedBy, Insight, RepeatedQuestion } from './core/insight.ts';
export type {
  Conflict,
  Interpretation,
  Interpreter,
  InterpretInput,
  JobSpec,
  Opposition,
} from './core/interpretation.ts';
export type { JobState } from './core/job.ts';
export { POLICIES, type Policy, type PolicyName, type ResolverName } from './core/policy.ts';
export type { Recalled } from './core/recall.ts';
export type {
  AssumptionRecord,
  AuditEvent,
  ClarificationRecord,
  EventType,
  JobRecord,
  LogLine,
} from './core/records.ts';
export type { Preference } from './core/resolution.ts';
export type { Task } from './core/task.ts';
export type { AnswerReceipt } from './engine.ts';
export type { FileQuery, FoundFiles } from './file-search.ts';
export type { HistoryEntry, HistoryQuery } from './history.ts';
export type { InsightOptions } from './insights.ts';
export type { OppositeRow } from './interpret/table.ts';
export { Jobs, type QueueOptions, type TaskQuery } from './jobs.ts';
export type { ModelSettings } from './llm/model-settings.ts';
export type { OrchestrateOptions } from './orchestrations.ts';
export type { Clock, ListedClarification, Page } from './ports.ts';
export type { AskOptions, AskWhat, QuestionInput } from './prepare.ts';
export { Preferences } from './project-preferences.ts';
export type { RecallOptions } from './recalling.ts';
export type { BestPractice } from './resolve/best-practices.ts';
export type { SemanticPattern } from './resolve/semantic-resolver.ts';
export {
  type Agent,
  type AgentAnswer,
  type AgentTold,
  type AgentTurn,
  autoResolving,
} from './run/auto-resolve-executor.ts';
export { type CommandSettings, commandExecutor } from './run/command-executor.ts';
export type { Executor, LogStream, RunAskOptions, RunContext, RunnableJob } from './run/executor.ts';
export type { OrchestratorSettings, Pm, PmTurn, Worker } from './run/orchestrating.ts';
export type { Scope } from './run/orchestrator.ts';
export { planner } from './run/planner.ts';
export type { PmReply } from './run/pm-status.ts';
export { Runner } from './run/runner.ts';
export type { RunnerOptions } from './run/runner-options.ts';
export { type UserResponseHandler, userResponseHandler } from './run/user-response-handler.ts';
export { type WebhookBuilder, webhookExecutor } from './run/webhook-executor.ts';
export { type RequestOptions, Session, type WaitOptions } from './session.ts';
export { normaliseQuestion, questionHash } from './text/question-key.ts';
export { type NewToken, type TokenInput, type TokenReceipt, Tokens } from './tokens.ts';
export {
  newSecret,
  type SignedHeaders,
  signedHeaders,
  type ToSign,
  type ToVerify,
  verifySignature,
} from './webhook/signature.ts';
