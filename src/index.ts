/** The public names, nothing else. */

export type { AnswerLink } from './access/answer-link.ts';
export { AnswerLinks } from './access/links.ts';
export { type NewToken, type TokenInput, type TokenReceipt, Tokens } from './access/tokens.ts';
export {
  AskOnce,
  type OpenOptions,
  openAskOnce,
} from './askonce.ts';
export { type ConfigInput, defineConfig } from './config/config.ts';
export type { Caller, Role, TokenRecord } from './core/access.ts';
export type { RawAnswer } from './core/answer/check.ts';
export type { Recalled } from './core/ask/recall.ts';
export { AskOnceError, type ErrorCode } from './core/model/errors.ts';
export type {
  Conflict,
  Interpretation,
  Interpreter,
  InterpretInput,
  JobSpec,
  Opposition,
} from './core/model/interpretation.ts';
export type { JobState } from './core/model/job.ts';
export type { RequestPart } from './core/model/policy.ts';
export { POLICIES, type Policy, type PolicyName, type ResolverName } from './core/model/policy.ts';
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
} from './core/model/question.ts';
export { typeOfReason } from './core/model/question.ts';
export type {
  AssumptionRecord,
  AuditEvent,
  ClarificationRecord,
  EventType,
  JobRecord,
  LogLine,
} from './core/model/records.ts';
export type { Preference } from './core/model/resolution.ts';
export type { AvoidedBy, Insight, RepeatedQuestion } from './core/model/stats.ts';
export type { Task } from './core/model/task.ts';
export type { AnswerReceipt } from './engine/engine.ts';
export type { OppositeRow } from './interpret/table.ts';
export type { AnswerOptions } from './library/answerer.ts';
export type { AskHere, AskOptions, AskWhat, QuestionInput } from './library/ask-input.ts';
export type { AssumptionInput } from './library/assumptions.ts';
export type { FileQuery, FoundFiles } from './library/files.ts';
export type { HistoryEntry, HistoryQuery } from './library/history.ts';
export { Jobs, type TaskQuery } from './library/jobs.ts';
export { Preferences } from './library/preferences.ts';
export type { CancelOptions, FollowedQuestion, QuestionQuery, WaitForQuestionOptions } from './library/questions.ts';
export type { QueueOptions } from './library/queue-job.ts';
export type { RecallOptions } from './library/recall.ts';
export type { StatsOptions } from './library/stats.ts';
export type { WaitOptions } from './library/wait.ts';
export type { ModelSettings } from './llm/model-settings.ts';
export {
  newSecret,
  type SignedHeaders,
  signedHeaders,
  type ToSign,
  type ToVerify,
  verifySignature,
} from './notify/webhooks/signature.ts';
export type { OrchestratorSettings, Pm, PmTurn, Worker } from './orchestrator/executor.ts';
export type { Scope } from './orchestrator/machine.ts';
export type { OrchestrateOptions } from './orchestrator/orchestrate.ts';
export type { PmReply } from './orchestrator/pm-status.ts';
export type { Blocker, RequestReply } from './orchestrator/request.ts';
export type { ClarificationRequest, RequestResult } from './orchestrator/requests.ts';
export type { ClarificationState } from './orchestrator/state.ts';
export type { Clock, ListedClarification, Page } from './ports.ts';
export type { BestPractice } from './resolve/best-practices.ts';
export type { SemanticPattern } from './resolve/semantic-resolver.ts';
export { type RequestOptions, Session, type SessionOptions } from './session.ts';
export { normaliseQuestion, questionHash } from './text/question-key.ts';
export {
  type Agent,
  type AgentAnswer,
  type AgentTold,
  type AgentTurn,
  autoResolving,
} from './worker/agents/auto-resolve-executor.ts';
export { type CommandSettings, commandExecutor } from './worker/agents/command/executor.ts';
export { planner } from './worker/agents/planner/planner.ts';
export { type UserResponseHandler, userResponseHandler } from './worker/agents/user-response-handler.ts';
export { type WebhookBuilder, webhookExecutor } from './worker/agents/webhook/executor.ts';
export type { Executor, LogStream, RunAskOptions, RunContext, RunnableJob } from './worker/executor.ts';
export { Runner } from './worker/runner.ts';
export type { RunnerOptions } from './worker/runner-options.ts';
