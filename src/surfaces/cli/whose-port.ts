/** Says whose a taken port is, where that can be found out. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { About } from '../http/about.ts';
import { inUrl, isLoopback } from '../http/guard/host.ts';
import type { ServerRecord } from './person/server-record.ts';
import { shortened } from './shortened.ts';

const MAX_REPLY_MS = 3_000;
const PERSONS = 'the AskOnce for all your projects (`askonce up`)';

/** The error of a server that cannot listen; it names the program that has the port, if that is an AskOnce of this machine. */
export async function saysWhose(
  error: unknown,
  host: string,
  port: number,
  persons: ServerRecord | null,
): Promise<unknown> {
  if (!(error instanceof AskOnceError) || error.details.cause !== 'EADDRINUSE') return error;
  // On all addresses, the port is taken on loopback too.
  const url = `http://${inUrl(isLoopback(host) ? host : '127.0.0.1')}:${port}`;
  // One that needs a token does not say, but its record does.
  const isPersons = persons !== null && Number(new URL(persons.url).port) === port;
  const whose = isPersons ? `${PERSONS}, process ${persons.pid}` : await whoseIs(url);
  if (whose === null) return error;
  const next = 'Use that one, stop it, or choose another port with --port.';
  return new AskOnceError('port_taken', `${inUrl(host)}:${port} is taken by ${whose}. ${next}`, error.details, error);
}

/** In words; null for another program. */
async function whoseIs(url: string): Promise<string | null> {
  const { status, body } = await read(`${url}/about`);
  if (isAbout(body)) {
    const whose = body.whose === 'person' ? PERSONS : `the AskOnce of ${shortened(body.folder)}`;
    return `${whose}, process ${body.pid}, with the store ${body.store}`;
  }
  // A server that needs a token does not say more, and one of an older release cannot.
  const described =
    status === 401 || status === 403 || status === 404 ? (await read(`${url}/openapi.json`)).body : null;
  const info = typeof described === 'object' && described !== null ? Reflect.get(described, 'info') : undefined;
  return (info as { title?: unknown } | undefined)?.title === 'AskOnce' ? 'another AskOnce' : null;
}

function isAbout(body: unknown): body is About {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'name') === 'AskOnce' && 'folder' in body;
}

async function read(url: string): Promise<{ status: number; body: unknown }> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(MAX_REPLY_MS) });
    return { status: reply.status, body: await reply.json().catch(() => null) };
  } catch {
    return { status: 0, body: null };
  }
}
