/** The server, as the page reaches it: the typed client, whose token it is, and how the connection for events stands. */
import { computed, signal } from '@preact/signals';
import { AskOnceClient, AskOnceClientError, type Me } from '../../../src/surfaces/client/index.ts';
import { compareClocks } from './now.ts';
import { keep, readStored } from './stored.ts';

/** `waits`: not tried yet; `polling`: the server has no room for a stream, and events are read every few seconds. */
export type Connection = 'waits' | 'connected' | 'polling' | 'reconnecting' | 'offline';

export const connection = signal<Connection>('waits');
/** The server wants a token, or another one. */
export const tokenWanted = signal(false);
export const me = signal<Me | null>(null);
export const mayAnswer = computed(() => me.value?.role !== 'asker');

/** For as long as the tab is open, or, where the person says so, for as long as the browser keeps it. */
const token = signal<string | undefined>(
  sessionStorage.getItem('askonce:token') ?? readStored<string | null>('token', null) ?? undefined,
);

export function takeToken(text: string, stay: boolean): void {
  sessionStorage.setItem('askonce:token', text);
  keep('token', stay ? text : null);
  token.value = text;
  tokenWanted.value = false;
}

export function forgetToken(): void {
  sessionStorage.removeItem('askonce:token');
  keep('token', null);
  token.value = undefined;
  tokenWanted.value = true;
}

export const hasToken = computed(() => token.value !== undefined);

/** Sees what the client does not tell: whether the stream of events is up, and that a token is wanted. */
const watchedFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  const isStream = url.startsWith(`${location.origin}/events`) && !url.includes('format=json');
  // The client comes back here only when the stream before has ended.
  if (isStream && connection.value === 'connected') connection.value = 'reconnecting';
  try {
    const reply = await fetch(input, init);
    compareClocks(reply.headers.get('date'));
    if (isStream) connection.value = reply.ok ? 'connected' : reply.status === 429 ? 'polling' : 'reconnecting';
    if (reply.status === 401) tokenWanted.value = true;
    return reply;
  } catch (error) {
    if (isStream && !init?.signal?.aborted) connection.value = navigator.onLine ? 'reconnecting' : 'offline';
    throw error;
  }
};

const current = computed(
  () => new AskOnceClient({ url: location.origin, token: token.value, fetch: watchedFetch, retries: 2 }),
);

/** The client with the token that counts now. */
export function api(): AskOnceClient {
  return current.peek();
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

/** Who this is. */
export async function whoAmI(): Promise<void> {
  me.value = await api().me();
  tokenWanted.value = false;
}
