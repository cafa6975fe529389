/**
 * The checks on every request before anything else: whether it is for this server, whether a foreign page sends it, who sends it, and
 * whether they may. A request rejected here has changed nothing.
 */
import type { FastifyRequest } from 'fastify';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { App } from '../app.ts';
import { hostCheck, isFromHere } from './host.ts';
import type { CountRequest } from './limits.ts';
import { checkOrigin, isPreflight } from './origin.ts';
import { ANYONE, AT_THE_MACHINE, type CheckToken, checkRole, principalOf, tokenMissing } from './tokens.ts';

export interface Guard {
  /** The host names the server accepts; null: any. */
  readonly hosts: ReadonlySet<string> | null;
  /** Origins whose pages may use the server, besides its own. */
  readonly origins: ReadonlySet<string>;
  readonly requireToken: boolean;
  /** Whether those who connect from this machine need none all the same: no proxy forwards others through loopback. */
  readonly isOpenHere: boolean;
  readonly checkToken: CheckToken;
  readonly countRequest: CountRequest;
}

export function guardRequests(app: App, guard: Guard): void {
  const hostOf = hostCheck(guard.hosts);
  app.decorate('tokensNeeded', guard.requireToken);
  app.decorateRequest('principal');
  app.decorate('mayStay', (request: FastifyRequest) => mayStay(request, guard));
  // A callback hook costs less than one that returns a promise, and on loopback hardly any request has a token.
  app.addHook('onRequest', (request, reply, done) => {
    request.principal = ANYONE;
    // Fastify rebuilds these options on every access, which takes longer than all the other checks here.
    const config = () => request.routeOptions.config;
    try {
      const { method, headers, rawHeaders, url, httpVersionMajor } = request.raw;
      if (httpVersionMajor < 1 || url![0] !== '/') throw odd();
      const host = hostOf(rawHeaders);
      checkOrigin({ method: method!, headers, host, isPage: () => config().page === true }, guard.origins);
      // Set before any rejection, so that the page can read the error.
      if (headers.origin !== undefined && guard.origins.has(headers.origin))
        reply.header('access-control-allow-origin', headers.origin).header('vary', 'Origin');
      if (app.stopping.aborted && config().whileStopping !== true) throw stopping();
      if (isPreflight(method!, headers, guard.origins)) {
        done();
        return;
      }
      if (headers.authorization === undefined) {
        if (!guard.requireToken || (guard.isOpenHere && isFromHere(request.raw.socket.remoteAddress, host)))
          request.principal = AT_THE_MACHINE;
        else if (config().may !== 'anyone') {
          // Requests without a token count too, because a flood would come from them.
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
    // Also if the store cannot be read: the client reconnects, and is either let in or gets the error.
    return false;
  }
}

async function withToken(request: FastifyRequest, { checkToken, countRequest }: Guard): Promise<void> {
  try {
    request.principal = await principalOf(request.headers.authorization!, checkToken);
  } catch (error) {
    // Invalid tokens count towards the rate limit, which slows down guessing.
    const isTried = error instanceof AskOnceError && error.code === 'token_invalid';
    throw (isTried ? countRequest(request) : null) ?? error;
  }
  // An unknown address needs no role: any valid token gets the 404.
  if (!request.is404) checkRole(request.principal, request.routeOptions.config.may);
}

/** Rejects HTTP/0.9 and absolute URLs as proxies get them: it would be unclear which host counts, the URL's or the header's. */
function odd(): AskOnceError {
  return new AskOnceError('request_malformed', 'This is not a proxy. Send only the path in the request line.');
}

function stopping(): AskOnceError {
  return new AskOnceError('engine_closed', 'The server is stopping. Try again in a moment.');
}
