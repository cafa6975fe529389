/** Opens the store for one command and closes it again, whatever happens. */
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

/** AskOnce as flags, environment and config file say. */
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

/** The same for what can only be done to something that is there: a store is not made at a mistyped path. */
export async function withStoreThere<R>(location: StoreLocation, use: (askonce: AskOnce) => Promise<R>): Promise<R> {
  if (location.namedBy === null || (await storeExists(location.db))) return withStore(location, use);
  throw new AskOnceError('store_unavailable', missing(location));
}

/** Whether there is a store to look into. Whoever has named one that is not there has likely mistyped it, and is told. */
export async function isThere(location: StoreLocation): Promise<boolean> {
  if (await storeExists(location.db)) return true;
  if (location.namedBy !== null) note(missing(location));
  return false;
}

function missing({ db, namedBy }: StoreLocation): string {
  const store = isPostgresAddress(db) ? withoutPassword(db, '<password>') : db;
  return `No store at ${store} yet. Check ${namedBy}; the first question or task creates the store.`;
}

/** A page for reading. Looking where there is no store makes none: there is simply nothing there. */
export async function readPage<Row>(
  location: StoreLocation,
  read: (askonce: AskOnce) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  if (!(await isThere(location))) return { items: [], next: null };
  return withStore(location, read);
}

/** The name that stands beside an answer. */
function whoAnswers(): string {
  if (process.env.ASKONCE_BY) return process.env.ASKONCE_BY;
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return process.env.USER || 'somebody';
  }
}
