/**
 * Which page a request comes from. Browsers say so and pages cannot change it; whatever is no browser says nothing. Reading is
 * refused like writing: what an event stream tells is as good as what an answer does. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AskOnceError } from '../../../core/model/errors.ts';

export interface Visit {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The host it is for; checked. */
  readonly host: string;
  /** Whether the route is a page that people open from wherever they find its link. */
  readonly isPage: () => boolean;
}

/** Throws where a page of somebody else's sends the request. */
export function checkOrigin({ method, headers, host, isPage }: Visit, allowed: ReadonlySet<string>): void {
  const { origin } = headers;
  if (origin !== undefined) {
    if (origin === `http://${host}` || origin === `https://${host}` || allowed.has(origin)) return;
    throw refused();
  }
  const site = headers['sec-fetch-site'];
  // Browsers leave Origin out of plain GETs, of an image or a script, and say where they come from here.
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const opensPage =
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    isPage();
  if (!opensPage) throw refused();
}

/** Whether a browser asks what a page that is allowed may send. It sends no token with that, and nothing is done for it. */
export function isPreflight(method: string, headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, 'access-control-request-method': wanted } = headers;
  return method === 'OPTIONS' && wanted !== undefined && origin !== undefined && allowed.has(origin);
}

/** An origin as browsers write it; throws where it is none. */
export function originOf(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isOrigin) return url.origin;
  throw new AskOnceError(
    'usage',
    `“${text}” is not an origin. Write it like https://inbox.example.com, without a path.`,
  );
}

function refused(): AskOnceError {
  const text = 'Requests from other websites are rejected. If this one is yours, start the server with --allow-origin.';
  return new AskOnceError('origin_refused', text);
}
