/** Opens the store for one command and always closes it again. */
import { userInfo } from 'node:os';
import { type AskOnce, type OpenOptions, openAskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Log } from '../../engine/ask.ts';
import type { ModelSettings } from '../../llm/model-settings.ts';
import type { Page } from '../../ports.ts';
import { storeExists } from '../../store/exists.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { note } from '../terminal/output.ts';
import type { StoreLocation } from './store-location.ts';

export async function withStore<R>(location: StoreLocation, use: (askonce: AskOnce) => Promise<R>): Promise<R> {
  const askonce = await openHere(location, note);
  try {
    return await use(askonce);
  } finally {
    await askonce.close();
  }
}

/** Opens AskOnce with the settings of flags, environment and config file. */
export function openHere(
  { db, project, settings }: StoreLocation,
  log: Log,
  more: Pick<OpenOptions, 'questionsPerMinute'> = {},
): Promise<AskOnce> {
  const { policy, bestPractices, patterns, opposites, model } = settings;
  return openAskOnce({
    db,
    project: project,
    by: whoAnswers(),
    log,
    bestPractices,
    patterns,
    opposites,
    ...(policy === null ? {} : { policy }),
    ...(model === null ? {} : { model: modelSettings(model) }),
    ...more,
  });
}

function modelSettings({ timeout, ...model }: NonNullable<StoreLocation['settings']['model']>): ModelSettings {
  return timeout === undefined ? model : { ...model, timeoutMs: timeout };
}

/** The same for commands that need an existing store: a mistyped path does not create one. */
export async function withStoreThere<R>(location: StoreLocation, use: (askonce: AskOnce) => Promise<R>): Promise<R> {
  if (location.namedBy === null || (await storeExists(location.db))) return withStore(location, use);
  throw new AskOnceError('store_unavailable', missing(location));
}

/** Whether there is a store to read. Prints a note if a store that was named is missing, since the name is probably mistyped. */
export async function isThere(location: StoreLocation): Promise<boolean> {
  if (await storeExists(location.db)) return true;
  if (location.namedBy !== null) note(missing(location));
  return false;
}

function missing({ db, namedBy }: StoreLocation): string {
  const store = isPostgresAddress(db) ? withoutPassword(db, '<password>') : db;
  return `No store at ${store} yet. Check ${namedBy}; the first question or task creates the store.`;
}

/** Reads a page. Without a store the page is empty; reading does not create one. */
export async function readPage<Row>(
  location: StoreLocation,
  read: (askonce: AskOnce) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  if (!(await isThere(location))) return { items: [], next: null };
  return withStore(location, read);
}

/** The name recorded with an answer. */
function whoAnswers(): string {
  if (process.env.ASKONCE_BY) return process.env.ASKONCE_BY;
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return process.env.USER || 'somebody';
  }
}
