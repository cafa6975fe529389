/** One turn of an agent: speaks ACP with a running process until the agent has ended its turn. Knows nothing of processes and stores. */
import type * as Acp from '@agentclientprotocol/sdk';
import { version } from '../../../util/version.ts';
import type { AcpAnswer, AcpRequest } from './answering.ts';
import type { JsonLines } from './json-lines.ts';
import { Updates } from './updates.ts';

type Sdk = typeof Acp;

export interface TurnPort {
  readonly sdk: Sdk;
  readonly lines: JsonLines;
  readonly folder: string;
  readonly mcpServers: readonly Acp.McpServer[];
  /** The session of an earlier turn or run; null if there is none. */
  readonly earlier: string | null;
  /** Stores the id of a new session, before anything is said in it. */
  readonly began: (session: string) => Promise<void>;
  /** What the agent is told. `loaded`: it has its earlier conversation. */
  readonly prompt: (loaded: boolean) => Promise<string>;
  /** Puts a request to a person. `key` names it within the session. */
  readonly answer: (request: AcpRequest, key: string, signals: RequestSignals) => Promise<AcpAnswer>;
  readonly log: (line: string) => void;
  /** The conversation cannot go on. */
  readonly fail: (error: unknown) => void;
}

export interface RequestSignals {
  /** Aborted when the answer is not needed any longer. */
  readonly signal: AbortSignal;
  /** Whether the agent has withdrawn this request. */
  readonly isDropped: () => boolean;
}

/** What a turn came to. */
export interface TurnEnd {
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

const CANCELLED = { outcome: { outcome: 'cancelled' } } as const;

const WHY: Readonly<Record<string, string>> = {
  max_tokens: 'The agent reached the limit of tokens of its model.',
  max_turn_requests: 'The agent reached its limit of requests in one turn.',
  refusal: 'The agent refused to go on.',
  cancelled: 'The agent’s turn was cancelled.',
};

export class AcpTurn {
  private readonly port: TurnPort;
  private readonly updates: Updates;
  /** Nothing is heard before the first prompt: an agent that loads a session repeats all of it. */
  private listening = false;
  private hasHistory = false;
  private agentName: string | null = null;
  private session: string | null = null;
  private readonly messages: string[] = [];
  private readonly cancelling = new AbortController();
  private connection: Acp.ClientConnection | null = null;

  constructor(port: TurnPort) {
    this.port = port;
    this.updates = new Updates(port.log);
    port.lines.onNotification = (method, params) => {
      if (method === port.sdk.methods.client.session.update) this.heard(params as Acp.SessionNotification);
    };
  }

  async run(): Promise<TurnEnd> {
    const { sdk, lines } = this.port;
    const { session, elicitation } = sdk.methods.client;
    this.connection = sdk
      .client({ name: 'askonce' })
      .onRequest(session.requestPermission, ({ params, signal }) => this.permission(params, signal))
      .onRequest(elicitation.create, ({ params, signal, requestId }) => this.form(params, `form-${requestId}`, signal))
      // They are taken from the lines, in order.
      .onNotification('*', () => {})
      .connect(lines.stream());
    const { agent } = this.connection;
    const { agentCapabilities, agentInfo } = await agent.request('initialize', {
      protocolVersion: sdk.PROTOCOL_VERSION,
      clientInfo: { name: 'askonce', title: 'AskOnce', version: version() },
      clientCapabilities: { elicitation: { form: {} } },
    });
    this.agentName = agentInfo?.name ?? null;
    const loaded = await this.open(agent, agentCapabilities?.loadSession === true);
    return this.prompted(agent, await this.port.prompt(loaded));
  }

  /** Asks the agent to stop. What it waits for gets no answer. */
  async cancel(): Promise<void> {
    this.cancelling.abort();
    if (this.session !== null) await this.connection?.agent.notify('session/cancel', { sessionId: this.session });
  }

  /** The process is gone: nothing that waits can be answered to it. */
  close(error: unknown): void {
    this.connection?.close(error);
  }

  /** Returns whether the agent has its earlier conversation. */
  private async open(agent: Acp.ClientContext, canLoad: boolean): Promise<boolean> {
    const { sdk, earlier, folder: cwd } = this.port;
    const mcpServers = [...this.port.mcpServers];
    if (earlier !== null && canLoad) {
      try {
        await agent.request('session/load', { sessionId: earlier, cwd, mcpServers });
        this.session = earlier;
        return this.hasHistory;
      } catch (error) {
        if (!(error instanceof sdk.RequestError)) throw error;
        this.port.log(`The agent could not load its session, so the task begins again: ${reasonIn(error)}`);
      }
    }
    const { sessionId } = await agent.request('session/new', { cwd, mcpServers });
    await this.port.began(sessionId);
    this.session = sessionId;
    return false;
  }

  private async prompted(agent: Acp.ClientContext, text: string): Promise<TurnEnd> {
    this.listening = true;
    const sessionId = this.session!;
    const { stopReason } = await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    const said = this.updates.finish();
    // The protocol has no field for what a person says when they deny a call, so the agent reads it now.
    const messages = this.messages.splice(0);
    if (messages.length > 0 && !this.cancelling.signal.aborted) return this.prompted(agent, messages.join('\n'));
    if (stopReason === 'end_turn') return { kind: 'done', text: said };
    return { kind: 'failed', text: [said, WHY[stopReason] ?? `The agent stopped: ${stopReason}.`].join('\n').trim() };
  }

  private heard({ update, sessionId }: Acp.SessionNotification): void {
    if (typeof update !== 'object' || update === null) return;
    if (update.sessionUpdate === 'user_message_chunk') this.hasHistory = true;
    if (this.listening && sessionId === this.session) this.updates.take(update);
  }

  private async permission(
    params: Acp.RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<Acp.RequestPermissionResponse> {
    const toolCall = this.updates.known(params.toolCall);
    const request = { kind: 'permission', agent: this.agentName, params: { ...params, toolCall } } as const;
    const result = await this.answered(request, `${params.sessionId} ${toolCall.toolCallId}`, signal);
    return (result as Acp.RequestPermissionResponse | null) ?? CANCELLED;
  }

  private async form(
    params: Acp.CreateElicitationRequest,
    id: string,
    signal: AbortSignal,
  ): Promise<Acp.CreateElicitationResponse> {
    const request = { kind: 'form', agent: this.agentName, params } as const;
    const result = await this.answered(request, `${this.session} ${id}`, signal);
    return (result as Acp.CreateElicitationResponse | null) ?? { action: 'cancel' };
  }

  /** Null if the agent has stopped waiting, or the job was cancelled. */
  private async answered(request: AcpRequest, key: string, signal: AbortSignal): Promise<AcpAnswer['result'] | null> {
    const closed = this.connection!.signal;
    const cancelled = this.cancelling.signal;
    const ends = AbortSignal.any([signal, closed, cancelled]);
    const isDropped = () => signal.aborted && !closed.aborted && !cancelled.aborted;
    try {
      const { result, message } = await this.port.answer(request, key, { signal: ends, isDropped });
      if (ends.aborted) return null;
      if (message !== undefined) this.messages.push(message);
      return result;
    } catch (error) {
      if (!ends.aborted) this.port.fail(error);
      return null;
    }
  }
}

function reasonIn({ message, data }: Acp.RequestError): string {
  const details: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'details') : undefined;
  return typeof details === 'string' ? details : message;
}
