/** One call of a tool, as far as asking needs it: the caller, what its client supports, and how to reach it during the call. */
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
import { LIMITS } from '../../util/arguments.ts';

export interface Call {
  /** In the 2026 era a call returns and the client calls again with the reply; before, the client is asked while the call waits. */
  readonly era: 'modern' | 'legacy';
  readonly client: string;
  /** Whether forms support titled choices and multiple selection. */
  readonly hasTitledChoices: boolean;
  readonly elicitation: { readonly form: boolean; readonly url: boolean };
  readonly meta: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Reports that the call still waits; null if the client did not ask for progress. */
  readonly progress: ((n: number, message: string) => Promise<void>) | null;
  readonly elicit: (params: Elicitation, signal: AbortSignal, timeoutMs: number) => Promise<ElicitResult>;
  readonly state: unknown;
  readonly responses: Readonly<Record<string, unknown>> | undefined;
}

export type Elicitation = ElicitRequestFormParams | ElicitRequestURLParams;

/** The names that people know clients by. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-ai': 'Claude',
  'codex-mcp-client': 'Codex',
  'gemini-cli-mcp-client': 'Gemini CLI',
  opencode: 'OpenCode',
  'Visual Studio Code': 'VS Code',
  'cursor-vscode': 'Cursor',
};

/** Returns the program that calls, for people to see; null if it did not say. */
export function agentOf(client: string): string | null {
  if (client === 'unknown') return null;
  return Object.hasOwn(KNOWN_AS, client) ? KNOWN_AS[client]! : client.slice(0, LIMITS.label);
}

/** The first revision of the protocol whose forms support titled choices and multiple selection. */
const TITLED_CHOICES = '2025-11-25';

/** The longest delay of Node's timers; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Connections on which the server has sent a request. Clients of the old SDK ignore the cancellation of the request with id 0, and would
 * leave their form open: so that id is used for a ping.
 */
const numbered = new WeakSet<McpServer>();

export function callOf(server: McpServer, context: ServerContext, era: Call['era']): Call {
  const { envelope, _meta, signal, notify, send, inputResponses, requestState } = context.mcpReq;
  // The protocol has validated these fields already; its types omit them.
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
    // Not `elicitInput`, which throws if an answer does not match: the person gets the reason, and is asked again.
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

/** What Codex sends about itself with every call. */
export function codexTurn(meta: Call['meta']): Readonly<Record<string, unknown>> | null {
  const said = meta['x-codex-turn-metadata'];
  return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : null;
}

/** A client that declares elicitation without a mode can show forms: that is how it was declared before there were two modes. */
function elicitationOf(capabilities: ClientCapabilities | undefined): Call['elicitation'] {
  const said = capabilities?.elicitation;
  if (said === undefined) return { form: false, url: false };
  return { form: said.form !== undefined || said.url === undefined, url: said.url !== undefined };
}

/**
 * Whether the sender cancelled the call. A broken connection or a client's timeout does not count: a client that reconnects finds the
 * question unchanged.
 */
export function wasTakenBack({ reason }: AbortSignal): boolean {
  if (reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed) return false;
  return !/timed?[ -]?out/i.test(String(reason));
}
