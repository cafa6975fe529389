/**
 * MCP over Streamable HTTP. Of the 2026 era every request stands for itself. A client of the 2025 era has a connection with an id,
 * since it is asked by a request of ours whose reply comes in a request of its own; one that forgets its id is served all the
 * same, but cannot be asked.
 */
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Desk } from './desk.ts';
import { mcpServer } from './server.ts';

/** How many connections of the 2025 era are kept; the one that was silent for longest gives way, and has to begin anew. */
const MOST_CONNECTIONS = 1_000;

interface Connection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
  /** Whose it is: nobody else may speak in it. */
  readonly principal: string | null;
}

export class McpOverHttp {
  private readonly deskOf: (principal: string | null, request: Request) => Desk;
  private readonly connections = new Map<string, Connection>();
  private readonly log: (line: string) => void;

  constructor(deskOf: (principal: string | null, request: Request) => Desk, log: (line: string) => void) {
    this.deskOf = deskOf;
    this.log = log;
  }

  async serve(request: Request, parsedBody: unknown, principal: string | null): Promise<Response> {
    const options: McpHandlerRequestOptions = parsedBody === undefined ? {} : { parsedBody };
    const id = request.headers.get('mcp-session-id');
    if (await isLegacyRequest(request, parsedBody)) {
      if (id !== null) return this.inConnection(id, request, options, principal);
      if (isInitializeRequest(parsedBody)) return this.connect(request, options, principal);
    }
    return this.alone(request, options, principal);
  }

  /** Streams that only wait for news end now; calls under way end by themselves, and say that their question is parked. */
  stop(): void {
    for (const { transport } of this.connections.values()) transport.closeStandaloneSSEStream();
  }

  async close(): Promise<void> {
    const all = [...this.connections.values()];
    this.connections.clear();
    await Promise.all(all.map(({ server }) => server.close()));
  }

  /** A request that needs no connection: all of the 2026 era, and those of the 2025 era that name none. */
  private alone(request: Request, options: McpHandlerRequestOptions, principal: string | null): Promise<Response> {
    const desk = this.deskOf(principal, request);
    const handler = createMcpHandler((context) => mcpServer(desk, context), {
      onerror: (error) => this.log(String(error)),
    });
    return handler.fetch(request, options);
  }

  private async inConnection(
    id: string,
    request: Request,
    options: McpHandlerRequestOptions,
    principal: string | null,
  ): Promise<Response> {
    const connection = this.connections.get(id);
    // One that is another's is as unknown as one that never was. A client that hears so begins anew.
    if (connection === undefined || connection.principal !== principal) return unknownConnection();
    this.connections.delete(id);
    this.connections.set(id, connection);
    return connection.transport.handleRequest(request, options);
  }

  private async connect(
    request: Request,
    options: McpHandlerRequestOptions,
    principal: string | null,
  ): Promise<Response> {
    const server = mcpServer(this.deskOf(principal, request), { era: 'legacy' });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.connections.set(id, { transport, server, principal });
        this.makeRoom();
      },
      onsessionclosed: (id) => {
        this.connections.delete(id);
      },
    });
    await server.connect(transport);
    return transport.handleRequest(request, options);
  }

  private makeRoom(): void {
    if (this.connections.size <= MOST_CONNECTIONS) return;
    const [oldest] = this.connections;
    this.connections.delete(oldest![0]);
    void oldest![1].server.close();
  }
}

function unknownConnection(): Response {
  const error = { code: -32_001, message: 'There is no such session. Begin with initialize.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
