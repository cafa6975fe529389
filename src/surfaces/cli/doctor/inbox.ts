/** Looks at AskOnce itself: its config, its store, the server with the page, and who hears of a question. */
import type { AskOnce } from '../../../askonce.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import { storeExists } from '../../../store/exists.ts';
import { isPostgresAddress, withoutPassword } from '../../../store/postgres/address.ts';
import { whyNotWritable } from '../init/files.ts';
import { ownStoreNotes } from '../person/old-store.ts';
import type { RemotePlace } from '../remote-place.ts';
import { shortened } from '../shortened.ts';
import type { StoreLocation } from '../store-location.ts';
import { withStore } from '../with-store.ts';
import { type Check, fail, ok, warn } from './check.ts';

export const SERVER = 'http://127.0.0.1:4766';
const MAX_REPLY_MS = 3_000;
const REMEDY = 'Make it readable and writable for you, or name another store with --db.';

interface StoreFacts {
  readonly check: Check;
  /** The first event, by which two looks at a store are known to be of the same one; null without any, undefined if not known. */
  readonly first?: { readonly seq: number; readonly at: number } | null;
  readonly webhooks: number;
}

export async function inboxChecks(location: StoreLocation, server: string): Promise<Check[]> {
  if (location.remote !== null) return [configCheck(location), await remoteCheck(location.remote)];
  const store = await storeFacts(location);
  const { check, answers } = await serverFacts(server, store);
  return [
    configCheck(location),
    store.check,
    ...[location.notPersons ?? [], ownStoreNotes(location)].flat().map((text) => warn('store', text)),
    check,
    heardCheck(location, store.webhooks, answers),
  ];
}

/** A server that is used instead of a store. */
async function remoteCheck({ url, token }: RemotePlace): Promise<Check> {
  const { AskOnceClient } = await import('../../client/index.ts');
  try {
    const { name, role } = await new AskOnceClient({ url, retries: 1, ...(token === null ? {} : { token }) }).me();
    return ok('server', `${url} knows you as ${name ?? 'the user of its machine'} (${role}).`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('server', why, 'Check the address, and run `askonce login` if it needs a token.');
  }
}

function configCheck({ untrusted, project }: StoreLocation): Check {
  if (untrusted === null) return ok('config', `The project is ${shortened(project)}.`);
  return warn('config', untrusted.text);
}

async function storeFacts(location: StoreLocation): Promise<StoreFacts> {
  const shown = isPostgresAddress(location.db) ? withoutPassword(location.db, '<password>') : shortened(location.db);
  try {
    const exists = await storeExists(location.db);
    const why = isPostgresAddress(location.db) ? null : whyNotWritable(location.db, exists);
    if (why !== null) return { check: fail('store', `${shown} cannot be written: ${why}.`, REMEDY), webhooks: 0 };
    const text = `${shown} does not exist yet; the first question creates it.`;
    if (!exists) return { check: ok('store', text), first: null, webhooks: 0 };
    return await withStore(location, (askonce) => factsOf(askonce, shown));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const code = error instanceof AskOnceError ? ` (${error.code})` : '';
    return {
      check: fail('store', `${why}${code}`, REMEDY),
      webhooks: 0,
    };
  }
}

async function factsOf(askonce: AskOnce, shown: string): Promise<StoreFacts> {
  await askonce.ready();
  const [waiting, events, webhooks] = await Promise.all([
    askonce.questions.list({ status: 'pending', limit: 100 }),
    askonce.events.list({ limit: 1 }),
    askonce.webhooks.list(),
  ]);
  const { length } = waiting.items;
  const count = waiting.next === null ? String(length) : 'more than 100';
  const [first] = events;
  return {
    check: ok('store', `${shown} is writable; ${count} waiting in the inbox.`),
    first: first === undefined ? null : { seq: first.seq, at: first.at },
    webhooks: webhooks.length,
  };
}

/** Whether an AskOnce answers there, and whether it has this store. */
async function serverFacts(url: string, { first }: StoreFacts): Promise<{ check: Check; answers: boolean }> {
  const start = 'Run `askonce up` to answer in a browser.';
  const description = await read(`${url}/openapi.json`);
  if (description === null) return { check: warn('server', `No server at ${url}.`, start), answers: false };
  const info = description.body?.info as { title?: unknown; version?: unknown } | undefined;
  if (info?.title !== 'AskOnce')
    return { check: warn('server', `${url} is another program.`, 'Run `askonce serve --port 4767`.'), answers: false };
  const named = `AskOnce ${String(info.version)} at ${url}`;
  const events = await read(`${url}/events?format=json&limit=1`);
  if (events?.status === 401) return { check: ok('server', `${named}; it needs a token.`), answers: true };
  const [theirs] = (events?.body?.items ?? []) as { seq: number; at: number }[];
  const isSame = first === undefined || (theirs?.seq === first?.seq && theirs?.at === first?.at);
  if (isSame) return { check: ok('server', `${named}.`), answers: true };
  const text = `${named} has another store: its page does not show this project.`;
  return { check: warn('server', text, `Stop it, or run \`askonce serve --port 4767\` here.`), answers: false };
}

async function read(url: string): Promise<{ status: number; body: Record<string, unknown> | null } | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(MAX_REPLY_MS) });
    const body: unknown = await response.json().catch(() => null);
    return { status: response.status, body: typeof body === 'object' ? (body as Record<string, unknown>) : null };
  } catch {
    return null;
  }
}

/** A question that nobody hears of waits until somebody looks. */
function heardCheck({ settings }: StoreLocation, webhooks: number, hasPage: boolean): Check {
  const ways = [
    ...(hasPage ? ['the page'] : []),
    ...(settings.notify === null ? [] : ['the notify command']),
    ...(webhooks === 0 ? [] : [webhooks === 1 ? 'one webhook' : `${webhooks} webhooks`]),
  ];
  if (ways.length > 0) return ok('people', `You hear of a question by ${new Intl.ListFormat('en').format(ways)}.`);
  const text = 'Nothing tells you of a new question: no page, no notify command, no webhook.';
  return warn('people', text, 'Run `askonce up`, or set `notify` in the config. `askonce inbox` lists what waits.');
}
