/** `/mcp`: the same questions for agents that speak MCP. Only translates requests; the logic is in surfaces/mcp. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AskOnce } from '../../../askonce.ts';
import { durationMs } from '../../../core/model/duration.ts';
import { checkId } from '../../../util/arguments.ts';
import type { McpOverHttp } from '../../mcp/http.ts';
import type { McpContext } from '../../mcp/mcp-context.ts';
import type { App, Principal, Routes } from '../app.ts';
import { callerOf } from '../guard/tokens.ts';

/**
 * Whose clients may ask their person directly, with trusted replies. An asker's token belongs to an agent, which can never answer: this
 * includes forms, unless the operator of the server trusts the agents' clients.
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
    // The protocol is loaded on first use.
    const load = async () => new (await import('../../mcp/http.ts')).McpOverHttp(log);
    const deskOf = (principal: Principal, request: Request, askonce: AskOnce): Omit<McpContext, 'calls'> => {
      const { role, token, name } = principal;
      const url = new URL(request.url);
      const session = url.searchParams.get('session') ?? request.headers.get('askonce-session');
      return {
        askonce,
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
        return (await served).serve(
          asked,
          request.body ?? undefined,
          deskOf(request.principal, asked, request.askonce),
        );
      },
    });
  };
}

/** The request in the form of the protocol's library. Its signal is aborted when the client disconnects. */
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
    // The library uses the body as parsed here, and only checks that there is one.
    ...(request.method === 'POST' ? { body: '{}' } : {}),
  });
}
