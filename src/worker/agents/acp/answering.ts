/** The port for what answers an agent that speaks ACP: it puts a request to a person, and returns what the agent gets. */
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';

/** What an agent asks of its client. */
export type AcpRequest =
  | {
      readonly kind: 'permission';
      /** The name that the agent gave itself; null if it gave none. */
      readonly agent: string | null;
      readonly params: RequestPermissionRequest;
    }
  | { readonly kind: 'form'; readonly agent: string | null; readonly params: CreateElicitationRequest };

export interface AcpAnswerOptions {
  readonly job: string;
  readonly session: string;
  /** The same id is the same call, also in a later run. */
  readonly callId: string;
  /** Aborted when the agent is gone, or does not need the answer any longer. */
  readonly signal: AbortSignal;
  /** Whether the agent itself has dropped the request, so that no person needs to answer it. */
  readonly isDropped: () => boolean;
}

export interface AcpAnswer {
  readonly result: RequestPermissionResponse | CreateElicitationResponse;
  /** What was asked and decided, in one or two lines, for an agent that starts anew. */
  readonly record: string;
  /** For the agent, such as why a call was denied: the protocol has no field for it. */
  readonly message?: string;
}

export type AnswerAcp = (request: AcpRequest, options: AcpAnswerOptions) => Promise<AcpAnswer>;
