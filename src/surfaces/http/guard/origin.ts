/**
 * Which page sends a request. Browsers state it and pages cannot change it; other clients send nothing. Reads are rejected like writes,
 * because an event stream reveals as much as an answer does. Pure.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { AskOnceError } from '../../../core/model/errors.ts';

export interface Visit {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The host of the request, already checked. */
  readonly host: string;
  /** Whether the route is a page that people open from a link on any site. */
  readonly isPage: () => boolean;
}

/** Throws if a page of another origin sends the request. */
export function checkOrigin({ method, headers, host, isPage }: Visit, allowed: ReadonlySet<string>): void {
  const { origin } = headers;
  if (origin !== undefined) {
    if (origin === `http://${host}` || origin === `https://${host}` || allowed.has(origin)) return;
    throw refused();
  }
  const site = headers['sec-fetch-site'];
  // Browsers omit Origin on plain GETs, as of an image or a script, and state the site here instead.
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const opensPage =
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    isPage();
  if (!opensPage) throw refused();
}

/** Whether the request is a preflight of an allowed page. It carries no token, and has no effect. */
export function isPreflight(method: string, headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, 'access-control-request-method': wanted } = headers;
  return method === 'OPTIONS' && wanted !== undefined && origin !== undefined && allowed.has(origin);
}

/** An origin as browsers write it; throws if the text is not an origin. */
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
