/**
 * MCP over Streamable HTTP. In the 2026 era every request is independent. A client of the 2025 era has a connection with an id, since the
 * server asks it by a request whose reply comes in another request; a client that omits its id is still served, but cannot be asked.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpContext } from './mcp-context.ts';
import { mcpServer } from './server.ts';

/** How many 2025-era connections are kept. Beyond that, one without a call under way is dropped, and its client has to reconnect. */
const MAX_CONNECTIONS = 1_000;

interface Connection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  readonly mcpContext: McpContext;
}

export class McpOverHttp {
  private readonly connections = new Map<string, Connection>();
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
    this.contexts.set(request, { ...mcpContext, calls: this.calls });
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
    options: McpHandlerRequestOptions,
    { principal }: Pick<McpContext, 'principal'>,
  ): Promise<Response> {
    const connection = this.connections.get(id);
    // A connection of another principal is treated as unknown. The client then reconnects.
    if (connection === undefined || connection.mcpContext.principal !== principal) return unknownConnection();
    // Moves the most recently used connection to the end.
    this.connections.delete(id);
    this.connections.set(id, connection);
    return connection.transport.handleRequest(request, options);
  }

  private async connect(
    request: Request,
    options: McpHandlerRequestOptions,
    by: Omit<McpContext, 'calls'>,
  ): Promise<Response> {
    const mcpContext = { ...by, calls: new Set<Promise<unknown>>() };
    const server = mcpServer(mcpContext, { era: 'legacy' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.makeRoom();
        this.connections.set(id, { transport, server, mcpContext });
      },
      onsessionclosed: (id) => {
        this.connections.delete(id);
      },
    });
    await server.connect(transport);
    return transport.handleRequest(request, options);
  }

  private makeRoom(): void {
    if (this.connections.size < MAX_CONNECTIONS) return;
    const all = [...this.connections];
    const [id, { server }] = all.find(([, { mcpContext }]) => mcpContext.calls.size === 0) ?? all[0]!;
    this.connections.delete(id);
    void server.close();
  }
}

function unknownConnection(): Response {
  const error = { code: -32_001, message: 'No such session. Start with initialize.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
