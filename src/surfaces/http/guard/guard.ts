/**
 * What every request passes before anything else looks at it: is it for this server, does no foreign page send it, who sends it,
 * and may they. Whatever is refused here has touched nothing.
 */
import type { FastifyRequest } from 'fastify';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { App } from '../app.ts';
import { hostCheck } from './host.ts';
import type { CountRequest } from './limits.ts';
import { checkOrigin, isPreflight } from './origin.ts';
import { ANYONE, AT_THE_MACHINE, type CheckToken, checkRole, principalOf, tokenMissing } from './tokens.ts';

export interface Guard {
  /** The names the server answers to; null: any. */
  readonly hosts: ReadonlySet<string> | null;
  /** Whose pages may use the server, besides its own. */
  readonly origins: ReadonlySet<string>;
  readonly requireToken: boolean;
  readonly checkToken: CheckToken;
  readonly countRequest: CountRequest;
}

export function guardRequests(app: App, guard: Guard): void {
  const hostOf = hostCheck(guard.hosts);
  app.decorate('tokensNeeded', guard.requireToken);
  app.decorateRequest('principal');
  app.decorate('mayStay', (request: FastifyRequest) => mayStay(request, guard));
  // A hook that calls back costs less than one that returns a promise, and hardly any request brings a token on loopback.
  app.addHook('onRequest', (request, reply, done) => {
    request.principal = ANYONE;
    // Fastify puts these options together whenever they are asked for, which takes longer than all the rest here.
    const config = () => request.routeOptions.config;
    try {
      const { method, headers, rawHeaders, url, httpVersionMajor } = request.raw;
      if (httpVersionMajor < 1 || url![0] !== '/') throw odd();
      const host = hostOf(rawHeaders);
      checkOrigin({ method: method!, headers, host, isPage: () => config().page === true }, guard.origins);
      // Said before anything is refused, so that the page can read why.
      if (headers.origin !== undefined && guard.origins.has(headers.origin))
        reply.header('access-control-allow-origin', headers.origin).header('vary', 'Origin');
      if (app.stopping.aborted && config().whileStopping !== true) throw stopping();
      if (isPreflight(method!, headers, guard.origins)) {
        done();
        return;
      }
      if (headers.authorization === undefined) {
        if (!guard.requireToken) request.principal = AT_THE_MACHINE;
        else if (config().may !== 'anyone') {
          // Whoever has none is counted too: it is from them that a flood would come.
          throw guard.countRequest(request) ?? tokenMissing();
        }
        done();
        return;
      }
    } catch (error) {
      done(error as AskOnceError);
      return;
    }
    withToken(request, guard).then(
      () => done(),
      (error: Error) => done(error),
    );
  });
}

async function mayStay({ headers, routeOptions }: FastifyRequest, { checkToken }: Guard): Promise<boolean> {
  if (headers.authorization === undefined) return true;
  try {
    checkRole(await principalOf(headers.authorization, checkToken), routeOptions.config.may);
    return true;
  } catch {
    // Also where the store cannot say: whoever comes back is let in, or told why not.
    return false;
  }
}

async function withToken(request: FastifyRequest, { checkToken, countRequest }: Guard): Promise<void> {
  try {
    request.principal = await principalOf(request.headers.authorization!, checkToken);
  } catch (error) {
    // Whoever tries tokens is soon told to wait.
    const isTried = error instanceof AskOnceError && error.code === 'token_invalid';
    throw (isTried ? countRequest(request) : null) ?? error;
  }
  // An address that is none needs no role; whoever has a token is told so.
  if (!request.is404) checkRole(request.principal, request.routeOptions.config.may);
}

/** HTTP/0.9, or a whole URL as proxies get it: whose name would count then, the URL's or the header's? */
function odd(): AskOnceError {
  return new AskOnceError('request_malformed', 'This is not a proxy. Send only the path in the request line.');
}

function stopping(): AskOnceError {
  return new AskOnceError('engine_closed', 'The server is stopping. Try again in a moment.');
}
