/**
 * MCP over Streamable HTTP. In the 2026 era every request is independent. A client of the 2025 era has a connection with an id, since the
 * server asks it by a request whose reply comes in another request; a client that omits its id is still served, but cannot be asked. The
 * id tells what the client said at the start, so a request may reach any server on the store.
 */
import { setImmediate } from 'node:timers/promises';
import {
  createMcpHandler,
  type InitializeRequest,
  isInitializeRequest,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { BoundedMap } from '../../util/bounded-map.ts';
import { FormReplies } from './form-replies.ts';
import type { McpContext } from './mcp-context.ts';
import { mcpServer } from './server.ts';
import { type Hello, readSigned, type ShownForm, sign } from './signed.ts';

/** How many 2025-era connections are kept. Beyond that, one without a call under way is dropped; its next request restores it. */
const MAX_CONNECTIONS = 1_000;

/** What a client may say about itself is kept in the id of its connection, which is a header. */
const MAX_NAME_LENGTH = 200;

const JSON_OR_STREAM = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

interface Connection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  readonly mcpContext: McpContext;
  readonly replies: FormReplies;
}

export class McpOverHttp {
  private readonly connections = new Map<string, Connection>();
  private readonly restoring = new Map<string, Promise<Connection>>();
  /** Connections that their clients have ended here. */
  private readonly ended = new BoundedMap<true>();
  /** For independent requests: their context, and their calls under way. */
  private readonly contexts = new WeakMap<Request, McpContext>();
  private readonly calls: McpContext['calls'] = new Set();
  private readonly alone: McpHttpHandler;

  constructor(log: (line: string) => void) {
    this.alone = createMcpHandler((context) => mcpServer(this.contexts.get(context.requestInfo!)!, context), {
      onerror: (error) => log(`[mcp] ${error.message}`),
    });
  }

  async serve(request: Request, parsedBody: unknown, mcpContext: Omit<McpContext, 'calls'>): Promise<Response> {
    const options: McpHandlerRequestOptions = parsedBody === undefined ? {} : { parsedBody };
    const id = request.headers.get('mcp-session-id');
    if (await isLegacyRequest(request, parsedBody)) {
      if (id !== null) return this.inConnection(id, request, options, mcpContext);
      if (isInitializeRequest(parsedBody)) return this.connect(request, options, mcpContext);
    }
    this.contexts.set(request, { ...mcpContext, calls: this.calls, isAlone: true });
    return this.alone.fetch(request, options);
  }

  /** Calls under way end by themselves once the server stops, and return that their question is parked. Then all streams are closed. */
  async stop(): Promise<void> {
    const all = [...this.connections.values()];
    for (const { transport } of all) transport.closeStandaloneSSEStream();
    await Promise.allSettled(
      [this.calls, ...all.map(({ mcpContext }) => mcpContext.calls)].flatMap((calls) => [...calls]),
    );
    // Their replies are sent in the next tick.
    await setImmediate();
    this.connections.clear();
    await Promise.all([this.alone.close(), ...all.map(({ server }) => server.close())]);
  }

  private async inConnection(
    id: string,
    request: Request,
    { parsedBody }: McpHandlerRequestOptions,
    by: Omit<McpContext, 'calls'>,
  ): Promise<Response> {
    const connection = this.current(id, by) ?? (await this.restored(id, by));
    // A connection of another principal is treated as unknown. The client then reconnects.
    if (connection === null || connection.mcpContext.principal !== by.principal) return unknownConnection();
    // Moves the most recently used connection to the end.
    if (this.connections.delete(id)) this.connections.set(id, connection);
    const body = await connection.replies.incoming(parsedBody, connection.mcpContext);
    if (parsedBody !== undefined && body === undefined) return new Response(null, { status: 202 });
    return connection.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
  }

  /** A connection uses its project for as long as new requests get the same; otherwise its next request restores it on theirs. */
  private current(id: string, by: Omit<McpContext, 'calls'>): Connection | null {
    const known = this.connections.get(id) ?? null;
    if (known === null || known.mcpContext.principal !== by.principal || known.mcpContext.askonce === by.askonce)
      return known;
    this.connections.delete(id);
    // Replies are sent in the next tick.
    void Promise.allSettled(known.mcpContext.calls)
      .then(() => setImmediate())
      .then(() => known.server.close());
    return null;
  }

  private async connect(
    request: Request,
    options: McpHandlerRequestOptions,
    by: Omit<McpContext, 'calls'>,
  ): Promise<Response> {
    const id = await sign('connection', helloOf(options.parsedBody as InitializeRequest), by);
    return (await this.open(id, by)).transport.handleRequest(request, options);
  }

  /** A connection that another server opened, or this one before it was restarted: the client is greeted on its behalf. */
  private async restored(id: string, by: Omit<McpContext, 'calls'>): Promise<Connection | null> {
    const hello = this.ended.get(id) === undefined ? await readSigned('connection', id, by) : null;
    if (hello === null) return null;
    const restored = this.restoring.get(id) ?? this.greeted(id, hello, by).finally(() => this.restoring.delete(id));
    this.restoring.set(id, restored);
    return restored;
  }

  private async greeted(
    id: string,
    { protocolVersion, name, version, elicitation }: Hello,
    by: Omit<McpContext, 'calls'>,
  ): Promise<Connection> {
    const connection = await this.open(id, by);
    const capabilities = elicitation === null ? {} : { elicitation };
    const params = { protocolVersion, capabilities, clientInfo: { name, version } };
    for (const message of [{ id: 0, method: 'initialize', params }, { method: 'notifications/initialized' }]) {
      const headers = { ...JSON_OR_STREAM, 'mcp-session-id': id };
      const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: '{}' });
      const reply = await connection.transport.handleRequest(request, { parsedBody: { jsonrpc: '2.0', ...message } });
      await reply.text();
    }
    return connection;
  }

  private async open(id: string, by: Omit<McpContext, 'calls'>): Promise<Connection> {
    const signForm = (form: ShownForm) => sign('form', form, by);
    const mcpContext = { ...by, calls: new Set<Promise<unknown>>(), signForm };
    const server = mcpServer(mcpContext, { era: 'legacy' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        this.makeRoom();
        this.connections.set(id, connection);
      },
      onsessionclosed: () => {
        this.connections.delete(id);
        this.ended.set(id, true);
      },
    });
    const replies = new FormReplies();
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(replies.outgoing(message), options);
    const connection = { transport, server, mcpContext, replies };
    await server.connect(transport);
    return connection;
  }

  private makeRoom(): void {
    if (this.connections.size < MAX_CONNECTIONS) return;
    const all = [...this.connections];
    const [id, { server }] = all.find(([, { mcpContext }]) => mcpContext.calls.size === 0) ?? all[0]!;
    this.connections.delete(id);
    void server.close();
  }
}

/** What is needed of a client's first request to serve its later ones. */
function helloOf({ params }: InitializeRequest): Hello {
  const { protocolVersion, capabilities, clientInfo } = params;
  const { elicitation } = capabilities;
  return {
    protocolVersion: protocolVersion.slice(0, MAX_NAME_LENGTH),
    name: clientInfo.name.slice(0, MAX_NAME_LENGTH),
    version: clientInfo.version.slice(0, MAX_NAME_LENGTH),
    elicitation:
      elicitation === undefined ? null : { ...(elicitation.form && { form: {} }), ...(elicitation.url && { url: {} }) },
  };
}

function unknownConnection(): Response {
  const error = { code: -32_001, message: 'No such session. Start with initialize.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
