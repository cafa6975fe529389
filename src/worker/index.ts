/** The public names of `askonce/worker`: ways to run a job's agent, for `askonce.runner({ executor })`. */
export type { Post, WebhookPost, WebhookReply } from '../notify/webhooks/post.ts';
export type { Address, AddressRules, Resolve } from '../notify/webhooks/public-address.ts';
export {
  type Agent,
  type AgentAnswer,
  type AgentTold,
  type AgentTurn,
  autoResolving,
} from './agents/auto-resolve-executor.ts';
export { type WebhookBuilder, webhookExecutor } from './agents/builder/executor.ts';
export { type CommandSettings, commandExecutor } from './agents/command/executor.ts';
export { planner } from './agents/planner/planner.ts';
export { type UserResponseHandler, userResponseHandler } from './agents/user-response-handler.ts';
export type { Executor, LogStream, RunAskOptions, RunContext, RunnableJob } from './executor.ts';
export type { Runner, Taken } from './runner.ts';
export type { PlacedJob, RunnerOptions } from './runner-options.ts';
