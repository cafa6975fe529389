/** The public names, nothing else. Classes that only AskOnce constructs are exported as types. */

export type { AccessControl } from './access/access-control.ts';
export type { AnswerLink } from './access/answer-link.ts';
export type { AnswerButton, AnswerLinks, NewAnswerLink } from './access/links.ts';
export type { Pairing, PairingCode } from './access/pairing.ts';
export type { NewToken, TokenInput, TokenReceipt, Tokens } from './access/tokens.ts';
export { type AskOnce, type OpenOptions, openAskOnce } from './askonce.ts';
export { type ConfigInput, defineConfig, type ModelConfig, type TimeoutsConfig } from './config/config.ts';
export type { Caller, Role } from './core/access.ts';
export type { RawAnswer } from './core/answer/check.ts';
export type { Danger } from './core/approvals/dangers.ts';
export type { Rule, RuleEffect } from './core/approvals/rule.ts';
export type { Recalled } from './core/ask/recall.ts';
export type { JobEnd, RunEnd } from './core/jobs/decide.ts';
export type { ApprovalScope, CallDecision } from './core/model/call.ts';
export { AskOnceError, type ErrorCode } from './core/model/errors.ts';
export type { Conflict, JobSpec, Opposition, RequestedClarification } from './core/model/interpretation.ts';
export type { JobClarificationStatus, JobState } from './core/model/job.ts';
export { POLICIES, type Policy, type PolicyName, type RequestPart } from './core/model/policy.ts';
export type {
  Answered,
  AskResult,
  AutoResolved,
  ClarificationReason,
  ClarificationStatus,
  ClarificationType,
  Closed,
  Deadline,
  Failed,
  FellBack,
  Offered,
  OnTimeout,
  Option,
  Outcome,
  OutcomeKind,
  Parked,
  Question,
  QuestionKind,
  ResultOf,
  SingleAskResult,
  SnoozedFilter,
  Source,
  Unanswered,
} from './core/model/question.ts';
export { typeOfReason } from './core/model/question.ts';
export type { AssumptionRecord, AuditEvent, EventType, LogLine } from './core/model/records.ts';
export type { About, Heard, Preference, Said } from './core/model/resolution.ts';
export type { AvoidedBy, Insight, RepeatedQuestion } from './core/model/stats.ts';
export type { Task } from './core/model/task.ts';
export type {
  ApprovalView,
  ChannelView,
  Clarification,
  ListedClarification,
  TokenView,
  WebhookView,
} from './core/model/views.ts';
export type { Schema } from './engine/answer-schemas.ts';
export type { Log } from './engine/ask.ts';
export type { PruneCounts } from './engine/pruning.ts';
export type { OppositeRow } from './interpret/table.ts';
export type { AnswerOptions } from './library/answerer.ts';
export type { RulesInput } from './library/approval-rules.ts';
export type { ApprovalDecision, Approvals } from './library/approvals.ts';
export type { Approval, ApproveHere, ApproveOptions, CallInput } from './library/approve.ts';
export type { AskHere, AskOptions, AskResultOf, AskWhat, LabelsOf, QuestionInput } from './library/ask-input.ts';
export type { AssumptionInput } from './library/assumptions.ts';
export type { EventQuery, Events } from './library/events.ts';
export type { FileQuery, FileSearch, FoundFiles } from './library/files.ts';
export type { ClarificationHistoryEntry, HistoryQuery } from './library/history.ts';
export type { Jobs, TaskQuery } from './library/jobs.ts';
export type { MomentInput } from './library/moment-input.ts';
export type { NotificationDispatcher, NotificationOptions, Notifications } from './library/notifications.ts';
export { definePolicy, type PolicyInput } from './library/policy-input.ts';
export type { PreferenceOptions, Preferences } from './library/preferences.ts';
export type { PrunedSession, PruneOptions, PruneReport } from './library/prune.ts';
export type {
  AlsoReceipt,
  AnswerReceipt,
  CancelOptions,
  FollowedQuestion,
  QuestionCount,
  QuestionQuery,
  Questions,
  WaitForQuestionOptions,
} from './library/questions.ts';
export type { QueueOptions } from './library/queue-job.ts';
export type { RecallOptions } from './library/recall.ts';
export type { StatsOptions } from './library/stats.ts';
export type { JobAnswer, Submission, SubmitOptions } from './library/submissions.ts';
export type { WaitOptions } from './library/wait.ts';
export type { DispatchOptions, EventDispatcher, NewWebhook, WebhookInput, Webhooks } from './library/webhooks.ts';
export type {
  JobRun,
  WorkerClaim,
  WorkerJob,
  WorkerLease,
  WorkerName,
  WorkerQueue,
  Workers,
} from './library/workers.ts';
export type { ModelSettings } from './llm/model-settings.ts';
export type {
  Channel,
  ChannelCall,
  ChannelContent,
  ChannelFilter,
  MessageKind,
  PressButton,
  QuestionMessage,
  SettledMessage,
} from './notify/channels/channel.ts';
export type {
  Clock,
  Files,
  IdleGuard,
  Interpretation,
  Interpreter,
  InterpretInput,
  Page,
  Projects,
  Pruning,
  Resolution,
  Resolver,
  ResolverName,
  ResolverView,
  SameQuestion,
  Sentinel,
  SessionRow,
  SessionTables,
  Store,
  TrailEntry,
} from './ports.ts';
export type { BestPractice } from './resolve/best-practices.ts';
export type { SemanticPattern } from './resolve/semantic-resolver.ts';
export type { RequestOptions, Session, SessionOptions } from './session.ts';
export { openStore } from './store/open.ts';
export { normaliseQuestion, questionHash } from './text/question-key.ts';
export { type UserResponseHandler, userResponseHandler } from './worker/agents/user-response-handler.ts';
export type { ClaimedJob } from './worker/host.ts';
export type { Runner, Taken } from './worker/runner.ts';
export type { RunnerOptions } from './worker/runner-options.ts';
