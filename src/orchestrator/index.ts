/** The public names of `askonce/orchestrator`: what a PM and its workers are, for `askonce.orchestrate` and `session.request`. */
export { commandPm, commandWorker } from './command-pm.ts';
export type { OrchestratorSettings, Pm, PmTurn, Worker } from './executor.ts';
export type { Scope } from './machine.ts';
export type { OrchestrateOptions } from './orchestrate.ts';
export type { PmReply } from './pm-status.ts';
export { BLOCKERS, type Blocker, type RequestReply } from './request.ts';
export type { ClarificationRequest, RequestResult, TimeoutOption } from './requests.ts';
export type { ClarificationState } from './state.ts';
