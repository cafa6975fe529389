/** The page's connection to the server: the typed client, its token and role, and the state of the event stream. */
import { computed, effect, signal } from '@preact/signals';
import { AskOnceClient, AskOnceClientError, type Me } from '../../../src/surfaces/client/index.ts';
import { addressToken } from './address-token.ts';
import { compareClocks } from './now.ts';
import { keep, readStored } from './stored.ts';

/** `waits`: not tried yet; `polling`: the server has no room for a stream, and events are read every few seconds. */
export type Connection = 'waits' | 'connected' | 'polling' | 'reconnecting' | 'offline';

export const connection = signal<Connection>('waits');
/** The server wants a token, or another one. */
export const tokenWanted = signal(false);
export const me = signal<Me | null>(null);
export const mayAnswer = computed(() => me.value?.role !== 'asker');
/** Whether this page has the credential that approving needs. */
export const mayApprove = computed(() => me.value?.approves === true);

/** Kept until the tab closes, or, if the person chooses so, in the browser's storage. */
const token = signal<string | undefined>(
  sessionStorage.getItem('askonce:token') ?? readStored<string | null>('token', null) ?? undefined,
);
effect(() => {
  // The address that `askonce serve` prints is for this browser, so it is not asked for again.
  if (addressToken.value !== null) takeToken(addressToken.value, true);
});

export function takeToken(text: string, stay: boolean): void {
  sessionStorage.setItem('askonce:token', text);
  keep('token', stay ? text : null);
  token.value = text;
  tokenWanted.value = false;
}

export function forgetToken(): void {
  dropToken();
  tokenWanted.value = true;
}

function dropToken(): void {
  sessionStorage.removeItem('askonce:token');
  keep('token', null);
  token.value = undefined;
}

/** Asks for a token, so that the page may do more than without one. */
export function wantToken(): void {
  tokenWanted.value = true;
}

export function stopWantingToken(): void {
  tokenWanted.value = false;
}

export const hasToken = computed(() => token.value !== undefined);

/** How the credential of the person at the machine begins. */
const PERSON = 'person_';

/** Observes what the client does not report: whether the event stream is open, and whether a token is needed. */
const watchedFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  const isStream = url.startsWith(`${location.origin}/events`) && !url.includes('format=json');
  // The client sends this request again only after the previous stream has ended.
  if (isStream && connection.value === 'connected') connection.value = 'reconnecting';
  try {
    const reply = await fetchAsPerson(input, init);
    compareClocks(reply.headers.get('date'));
    if (isStream) connection.value = reply.ok ? 'connected' : reply.status === 429 ? 'polling' : 'reconnecting';
    if (reply.status === 401) tokenWanted.value = true;
    return reply;
  } catch (error) {
    if (isStream && !init?.signal?.aborted) connection.value = navigator.onLine ? 'reconnecting' : 'offline';
    throw error;
  }
};

/** The credential of the person at the machine belongs to one store. A server with another one may need none at all. */
const fetchAsPerson: typeof fetch = async (input, init) => {
  const reply = await fetch(input, init);
  const headers = new Headers(init?.headers);
  const [, sent] = /^Bearer (.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  if (reply.status !== 401 || !sent?.startsWith(PERSON)) return reply;
  // The reply may be late, and another credential in use by now.
  if (token.peek() === sent) dropToken();
  headers.delete('authorization');
  return fetch(input, { ...init, headers });
};

const howToReach = () => ({ url: location.origin, token: token.value, fetch: watchedFetch, retries: 2 });
const current = computed(() => new AskOnceClient(howToReach()));

/** The client with the current token. */
export function api(): AskOnceClient {
  return current.peek();
}

/** The client for what belongs to one project, such as its rules. */
export function apiIn(project: string): AskOnceClient {
  return new AskOnceClient({ ...howToReach(), project });
}

export function codeOf(error: unknown): string {
  return error instanceof AskOnceClientError ? error.code : 'unknown';
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof AskOnceClientError && (error.status === 0 || error.status >= 502);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let timesAsked = 0;

/** Reads the name and the role of the user. A reply that comes after a later call is of an older token, and is dropped. */
export async function whoAmI(): Promise<void> {
  timesAsked += 1;
  const thisTime = timesAsked;
  const found = await api().me();
  if (thisTime !== timesAsked) return;
  me.value = found;
  tokenWanted.value = false;
}
