/** The port for what answers Codex: it puts a request to a person, and says what Codex should get. */
import type { Json } from './json-rpc.ts';

/** A request of the app server. */
export interface Request {
  readonly method: string;
  readonly params: Json;
  /** The item of the thread that it is about, such as a change of files; null if none was announced. */
  readonly item: Json | null;
}

export interface AnswerOptions {
  readonly job: string;
  readonly session: string;
  /** The same id is the same call, also in a later run. */
  readonly callId: string;
  /** Aborted when the process that asked is gone, or does not need the answer any longer. */
  readonly signal: AbortSignal;
  /** Whether Codex itself has dropped the request, so that no person needs to answer it. */
  readonly isDropped: () => boolean;
}

export interface CodexAnswer {
  /** The result of the request; null if it is not one that a person can answer. */
  readonly result: Json | null;
  /** For the agent, such as why a call was denied: Codex has no field for it. */
  readonly message?: string;
}

export type AnswerCodex = (request: Request, options: AnswerOptions) => Promise<CodexAnswer>;
