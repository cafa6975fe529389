/** One call of a tool, as far as asking has to know of it: who calls, what they can do, and how to speak to them meanwhile. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
  type Implementation,
  type McpServer,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';

export interface Call {
  /** Of the 2026 era a call comes back with what was asked of its client; before it, the client is asked while the call waits. */
  readonly era: 'modern' | 'legacy';
  readonly client: string;
  /** Whether lists of choices may have titles, and several may be chosen. */
  readonly hasTitledChoices: boolean;
  readonly elicitation: { readonly form: boolean; readonly url: boolean };
  readonly meta: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Says that the call still waits; null where nobody asked to be told. */
  readonly progress: ((n: number, message: string) => Promise<void>) | null;
  readonly elicit: (params: Elicitation, signal: AbortSignal, timeoutMs: number) => Promise<ElicitResult>;
  readonly state: unknown;
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}

export type Elicitation = ElicitRequestFormParams | ElicitRequestURLParams;

/** The first revision of the protocol whose forms have titled choices and several of them. */
const TITLED_CHOICES = '2025-11-25';

/** What Node's timers can hold; one that is set for longer goes off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Connections on which a request of ours has gone out. Clients of the old SDK do not notice that a request is taken back whose
 * number is 0, and would leave their form open: that number goes to a ping.
 */
const numbered = new WeakSet<McpServer>();

export function callOf(server: McpServer, context: ServerContext, era: Call['era']): Call {
  const { envelope, _meta, signal, notify, send, inputResponses, requestState } = context.mcpReq;
  // The protocol has looked at them already; its types leave them out.
  const said = (envelope ?? {}) as {
    [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
    [CLIENT_INFO_META_KEY]?: Implementation;
  };
  const capabilities = said[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const info = said[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
  const version = server.server.getNegotiatedProtocolVersion() ?? TITLED_CHOICES;
  const progressToken = _meta?.progressToken;
  return {
    era,
    client: info?.name ?? 'unknown',
    hasTitledChoices: era === 'modern' || version >= TITLED_CHOICES,
    elicitation: elicitationOf(capabilities),
    meta: { ..._meta },
    signal,
    progress:
      progressToken === undefined
        ? null
        : (progress, message) =>
            notify({ method: 'notifications/progress', params: { progressToken, progress, message } }),
    // Not by `elicitInput`, which throws where an answer does not fit: the person is told why, and asked again.
    elicit: (params, ends, timeout) => {
      if (!numbered.has(server)) {
        numbered.add(server);
        send({ method: 'ping' }).catch(() => {});
      }
      return send({ method: 'elicitation/create', params }, { signal: ends, timeout: Math.min(timeout, MAX_TIMER_MS) });
    },
    state: requestState(),
    responses: inputResponses,
  };
}

/** What Codex says of itself with every call. */
export function codexTurn(meta: Call['meta']): Readonly<Record<string, unknown>> | null {
  const said = meta['x-codex-turn-metadata'];
  return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : null;
}

/** A client that says only that it can be asked can show a form: that is how it was said before there were two ways. */
function elicitationOf(capabilities: ClientCapabilities | undefined): Call['elicitation'] {
  const said = capabilities?.elicitation;
  if (said === undefined) return { form: false, url: false };
  return { form: said.form !== undefined || said.url === undefined, url: said.url !== undefined };
}

/**
 * Whether a call that ended was taken back by its sender. One whose connection broke was not, nor one that its client gave up for
 * being slow: whoever comes back finds the question as it was.
 */
export function wasTakenBack({ reason }: AbortSignal): boolean {
  if (reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed) return false;
  return !/timed?[ -]?out/i.test(String(reason));
}
