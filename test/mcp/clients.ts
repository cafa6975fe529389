/** Real MCP clients of both eras, over HTTP and over stdio, as agents' programs use them. */
import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/surfaces/http/app.ts';
import { type Eliciting, mcpRoutes } from '../../src/surfaces/http/routes/mcp.ts';
import { serveOn } from '../http/serving.ts';
import { type Bench, setUp } from '../support/open.ts';
import { type StoreKind, sqlite } from '../support/stores.ts';

export const KINDS = ['2026-07-28', '2025-11-25', '2025-11-25 by SDK 1'] as const;
export type Kind = (typeof KINDS)[number];

/** What a client is asked to show, and what its person does. */
export interface Shown {
  readonly mode?: string;
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: { properties: Record<string, Record<string, unknown>>; required?: string[] };
}
export type Person = (shown: Shown, signal: AbortSignal) => ElicitResult | Promise<ElicitResult>;

export interface Settled {
  readonly text: string;
  readonly isError: boolean;
  readonly status: string;
  readonly items: readonly Record<string, unknown>[];
  readonly inbox?: string;
  readonly notice?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly onProgress?: (message: string) => void;
  readonly meta?: Record<string, unknown>;
}

export interface Agent {
  readonly client: Client | OldClient;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Settled>;
  /** One question, as most are. */
  ask(
    question: string | Record<string, unknown>,
    more?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Settled>;
  close(): Promise<void>;
}

export type Where = { readonly url: string; readonly token?: string | null; readonly session?: string } | Command;
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

export interface AgentOptions {
  readonly name?: string;
  /** Without one the client cannot be asked. */
  readonly person?: Person;
  /** Whether it can open pages for its person. */
  readonly opensPages?: boolean;
}

export async function agent(kind: Kind, where: Where, options: AgentOptions = {}): Promise<Agent> {
  const { name = 'tester', person, opensPages = false } = options;
  const elicitation = { form: {}, ...(opensPages ? { url: {} } : {}) };
  const capabilities = person === undefined ? {} : { elicitation };
  const client = await (kind === '2025-11-25 by SDK 1' ? oldClient() : newClient());
  onTestFinished(() => client.close().catch(() => {}));

  async function newClient() {
    const mode = kind === '2026-07-28' ? { pin: '2026-07-28' } : 'legacy';
    const made = new Client({ name, version: '1' }, { capabilities, versionNegotiation: { mode } as never });
    if (person)
      made.setRequestHandler('elicitation/create', (request, context) =>
        person(request.params as Shown, context.mcpReq.signal),
      );
    await made.connect(
      'url' in where
        ? new StreamableHTTPClientTransport(new URL(where.url), { requestInit: { headers: headersOf(where) } })
        : new StdioClientTransport({ ...where, stderr: 'ignore' }),
    );
    return made;
  }

  async function oldClient() {
    const made = new OldClient({ name, version: '1' }, { capabilities });
    if (person)
      made.setRequestHandler(
        ElicitRequestSchema,
        async (request, { signal }) => (await person(request.params as Shown, signal)) as never,
      );
    const transport =
      'url' in where
        ? new OldHttpTransport(new URL(where.url), { requestInit: { headers: headersOf(where) } })
        : new OldStdioTransport({ ...where, stderr: 'ignore' });
    await made.connect(transport as never);
    return made;
  }

  const call: Agent['call'] = async (tool, args, { signal, timeout = 60_000, onProgress, meta } = {}) => {
    const params = { name: tool, arguments: args, ...(meta ? { _meta: meta } : {}) };
    const how = {
      timeout,
      ...(signal ? { signal } : {}),
      ...(onProgress
        ? { onprogress: ({ message }: { message?: string }) => onProgress(message ?? ''), resetTimeoutOnProgress: true }
        : {}),
    };
    const result = (await (client instanceof Client
      ? client.callTool(params as never, how as never)
      : client.callTool(params as never, undefined, how as never))) as Record<string, unknown>;
    const [block] = result.content as { text: string }[];
    const { status = '', items = [], inbox, notice } = (result.structuredContent ?? {}) as Partial<Settled>;
    const more = { ...(inbox ? { inbox } : {}), ...(notice ? { notice } : {}) };
    return { text: block!.text, isError: result.isError === true, status, items, ...more };
  };
  return {
    client,
    call,
    ask: (question, more = {}, how) =>
      call('ask_user', { questions: [typeof question === 'string' ? { question } : question], ...more }, how),
    close: () => client.close(),
  };
}

/** By default somebody who may answer: of an asker's client nobody is asked. */
function headersOf({
  token = 'token-of-answerer',
  session,
}: {
  token?: string | null;
  session?: string;
}): Record<string, string> {
  return {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(session === undefined ? {} : { 'askonce-session': session }),
  };
}

/** A server with /mcp on a store of its own. */
export async function mcpBench({
  wait = '10m',
  elicitation = 'answerers',
  store = sqlite,
}: {
  wait?: string;
  elicitation?: Eliciting;
  store?: StoreKind;
} = {}): Promise<Bench & { app: App; url: string; agent: (kind: Kind, options?: AgentOptions) => Promise<Agent> }> {
  const bench = await setUp(store);
  const { url, app } = await serveOn(bench.askonce, { http: { routes: [mcpRoutes({ wait, elicitation })] } });
  return { ...bench, app, url: `${url}/mcp`, agent: (kind, options) => agent(kind, { url: `${url}/mcp` }, options) };
}
