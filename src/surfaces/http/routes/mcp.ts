/** `/mcp`: the same questions for agents that speak MCP. It translates requests; what they mean is in surfaces/mcp. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { durationMs } from '../../../core/model/duration.ts';
import { checkId } from '../../../util/arguments.ts';
import type { McpOverHttp } from '../../mcp/http.ts';
import type { McpContext } from '../../mcp/mcp-context.ts';
import type { App, Principal, Routes } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';

/**
 * Whose client may ask its person itself, and is believed what it brings back. An asker's token is an agent's, which can never
 * answer: that holds for forms too, unless whoever runs the server says that its agents' clients can be trusted.
 */
export const ELICITING = ['answerers', 'all', 'none'] as const;
export type Eliciting = (typeof ELICITING)[number];

export interface McpRoutesOptions {
  /** How long a call waits for a person before it returns that the question is parked. */
  readonly wait: string;
  readonly elicitation: Eliciting;
  readonly publicUrl?: string;
}

export function mcpRoutes({ wait, elicitation, publicUrl }: McpRoutesOptions): Routes {
  const waitMs = durationMs(wait);
  return async (app: App) => {
    const log = (line: string) => app.log.warn(line);
    let served: Promise<McpOverHttp> | undefined;
    // The protocol is loaded by the first who speaks it.
    const load = async () => new (await import('../../mcp/http.ts')).McpOverHttp(log);
    const deskOf = (principal: Principal, request: Request): Omit<McpContext, 'calls'> => {
      const { role, token, name } = principal;
      const url = new URL(request.url);
      const session = url.searchParams.get('session') ?? request.headers.get('askonce-session');
      return {
        askonce: app.askonce,
        inbox: publicUrl ?? url.origin,
        command: app.command,
        hasPage: true,
        waitMs,
        mayElicit: elicitation === 'all' || (elicitation === 'answerers' && role !== 'asker'),
        headless: null,
        session: session === null ? null : checkId(session, 'session'),
        host: null,
        job: null,
        principal: token,
        askTool: url.searchParams.get('ask-tool') === 'ask_person' ? 'ask_person' : 'ask_user',
        caller: callerOf(principal),
        by: name,
        stopping: app.stopping,
        log,
      };
    };
    app.addHook('preClose', async () => {
      await (await served)?.stop();
    });
    app.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      config: { may: 'asker' },
      schema: { hide: true },
      handler: async (request, reply) => {
        served ??= load();
        const asked = webRequest(request, reply);
        return (await served).serve(asked, request.body ?? undefined, deskOf(request.principal, asked));
      },
    });
  };
}

/** The request as the protocol's own library takes it. Its signal is aborted when whoever sent it goes away. */
function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(new URL(request.url, `${request.protocol}://${request.headers.host}`), {
    method: request.method,
    headers,
    signal: gone.signal,
    // The library takes the body as it was parsed here, and only looks whether there is one.
    ...(request.method === 'POST' ? { body: '{}' } : {}),
  });
}
