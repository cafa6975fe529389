/**
 * Checks the host name of a request. A website can resolve its own name to 127.0.0.1 and so read from a local server (DNS rebinding); but
 * the browser still sends that name as `Host`. Pure.
 */
import { isIPv6 } from 'node:net';
import { AskOnceError } from '../../../core/model/errors.ts';

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A name or an address in brackets, and an optional port. Anything else is rejected, such as a user or a path. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?\.?)(:\d{1,5})?$/;

/** Whether an address to bind to is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Whether a connection comes from this machine by its loopback name. A website that resolves its own name to 127.0.0.1 sends that name.
 * @param host As the request names it, already checked.
 */
export function isFromHere(address: string | undefined, host: string): boolean {
  return isLoopback((address ?? '').replace(/^::ffff:/, '')) && LOOPBACK_NAMES.has(host.replace(/:\d+$/, ''));
}

/** An address as written in a URL. */
export function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/**
 * Returns the host of a request as browsers write it in `Origin`: lower-case, without the trailing dot. Throws if it is invalid or not
 * among `names`; with null any valid host is accepted.
 */
export function hostCheck(names: ReadonlySet<string> | null): (rawHeaders: readonly string[]) => string {
  // Nearly all requests name the same host.
  let last = { given: '', checked: '' };
  return (rawHeaders) => {
    const given = onlyHost(rawHeaders);
    if (given !== last.given || given === '') last = { given, checked: checkedHost(given, names) };
    return last.checked;
  };
}

function checkedHost(host: string, names: ReadonlySet<string> | null): string {
  const [, name, port = ''] = HOST.exec(host.toLowerCase()) ?? [];
  if (name === undefined) throw new AskOnceError('request_malformed', 'The Host header is not a valid name and port.');
  const bare = name.replace(/\.$/, '');
  const whole = `${bare}${port}`;
  if (names === null || names.has(bare) || names.has(whole)) return whole;
  const text = 'This server accepts requests from this machine only. Use localhost or 127.0.0.1.';
  throw new AskOnceError('host_refused', text);
}

/** The names accepted by a server that listens on loopback only, and its public name. */
export function namesOf(publicUrl: string | undefined): ReadonlySet<string> {
  return publicUrl === undefined ? LOOPBACK_NAMES : new Set([...LOOPBACK_NAMES, new URL(publicUrl).host]);
}

/** Node silently keeps the first of several headers; a proxy in front may have used the last. */
function onlyHost(rawHeaders: readonly string[]): string {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) throw new AskOnceError('request_malformed', 'Duplicate Host header.');
    host = rawHeaders[at + 1]!;
  }
  if (host === undefined) throw new AskOnceError('request_malformed', 'The Host header is missing.');
  return host;
}
