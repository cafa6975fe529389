/** `/mcp`: the same questions for agents that speak MCP. It translates requests; what they mean is in src/mcp. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkId } from '../../arguments.ts';
import { durationMs } from '../../core/duration.ts';
import type { Desk } from '../../mcp/desk.ts';
import type { McpOverHttp } from '../../mcp/http.ts';
import type { App, Routes } from '../app.ts';
import { inUrl } from '../guard/host.ts';

export interface McpRoutesOptions {
  /** How long a call waits for a person before it returns that the question is parked. */
  readonly wait: string;
  /** Whether clients may show the question to their person themselves. */
  readonly elicitation: boolean;
  readonly publicUrl?: string;
}

export function mcpRoutes({ wait, elicitation, publicUrl }: McpRoutesOptions): Routes {
  const waitMs = durationMs(wait);
  return async (app: App) => {
    let served: Promise<McpOverHttp> | undefined;
    // The protocol is loaded by the first who speaks it.
    const load = async () => {
      const { McpOverHttp } = await import('../../mcp/http.ts');
      const log = (line: string) => app.log.warn(line);
      return new McpOverHttp((principal, request) => {
        const url = new URL(request.url);
        const session = url.searchParams.get('session') ?? request.headers.get('askonce-session');
        return {
          askonce: app.askonce,
          inbox: publicUrl ?? url.origin,
          waitMs,
          mayElicit: elicitation,
          session: session === null ? null : checkId(session, 'session'),
          job: null,
          principal,
          by: principal,
          stopping: app.stopping,
          log,
        } satisfies Desk;
      }, log);
    };
    app.addHook('preClose', async () => {
      (await served)?.stop();
    });
    app.addHook('onClose', async () => {
      await (await served)?.close();
    });
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      config: { may: 'asker' },
      schema: { hide: true },
      handler: async (request, reply) => {
        served ??= load();
        const mcp = await served;
        return mcp.serve(webRequest(app, request, reply), request.body ?? undefined, request.principal.name);
      },
    });
  };
}

/** The request without its body, which is read already. Its signal is aborted when whoever sent it goes away. */
function webRequest(app: App, request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? `:${address.port}` : '';
  const host = request.headers.host ?? `${inUrl('127.0.0.1')}${port}`;
  return new Request(new URL(request.url, `${request.protocol}://${host}`), {
    method: request.method,
    headers,
    signal: gone.signal,
    // The adapter takes the parsed body; an empty one keeps the two from disagreeing over whether there is one.
    ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {}),
  });
}
