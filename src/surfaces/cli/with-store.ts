/** Opens the store for one command and always closes it again. */
import { userInfo } from 'node:os';
import { type AskOnce, type OpenOptions, openAskOnce } from '../../askonce.ts';
import { ownRules } from '../../config/approvals-file.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Log } from '../../engine/ask.ts';
import type { RulesInput } from '../../library/approval-rules.ts';
import type { ModelSettings } from '../../llm/model-settings.ts';
import type { Page } from '../../ports.ts';
import { storeExists } from '../../store/exists.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import type { Service, WorkingService } from '../service/service.ts';
import { note } from '../terminal/output.ts';
import { hasAskersToken, remoteNames } from './remote-place.ts';
import type { StoreLocation } from './store-location.ts';

/** Uses the server or the store of the location. */
export async function withService<R>(
  location: StoreLocation,
  use: (askonce: Service) => Promise<R>,
  log: Log = note,
): Promise<R> {
  const service = await serviceHere(location, log);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** The same for a process that stays. */
export async function serviceHere(location: StoreLocation, log: Log): Promise<Service> {
  const { remote, project, settings } = location;
  if (remote === null) return openHere(location, log);
  const { remoteService } = await import('../remote/remote-service.ts');
  const names = await remoteNames(project, remote);
  return remoteService({ ...remote, ...names, folder: project, language: settings.language });
}

/**
 * For commands that run jobs.
 * @param options.isPatient Whether a server that is away is waited for, also where the person could do something else meanwhile.
 */
export async function workingHere(
  location: StoreLocation,
  log: Log,
  { isPatient }: { readonly isPatient: boolean },
): Promise<WorkingService> {
  const { remote, project, settings } = location;
  if (remote === null) return openHere(location, log);
  const { remoteWorking } = await import('../remote/remote-working.ts');
  const names = await remoteNames(project, remote);
  const working = await remoteWorking({ ...remote, ...names, folder: project, language: settings.language, isPatient });
  if (working.role !== 'asker' && remote.token !== null && !hasAskersToken(remote.url)) note(TOKEN_KEPT);
  return working;
}

const TOKEN_KEPT =
  'Agents do not get your token, because it may answer questions. If yours runs askonce itself, `askonce login` with an asker’s token too.';

/** Uses the server or the store of the location to run jobs. */
export async function withWorking<R>(
  location: StoreLocation,
  use: (askonce: WorkingService) => Promise<R>,
): Promise<R> {
  const working = await workingHere(location, note, { isPatient: true });
  try {
    return await use(working);
  } finally {
    await working.close();
  }
}

/** The same for commands that need an existing store. */
export async function withWorkingThere<R>(
  location: StoreLocation,
  use: (askonce: WorkingService) => Promise<R>,
): Promise<R> {
  await mustBeThere(location);
  return withWorking(location, use);
}

export async function withStore<R>(
  location: StoreLocation,
  use: (askonce: AskOnce) => Promise<R>,
  log: Log = note,
): Promise<R> {
  const askonce = await openHere(location, log);
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
  more: Pick<OpenOptions, 'questionsPerMinute' | 'files'> = {},
): Promise<AskOnce> {
  const { policy, bestPractices, patterns, opposites, model, approvals } = settings;
  return openAskOnce({
    db,
    ...(more.files === undefined ? { project } : {}),
    by: whoAnswers(),
    log,
    bestPractices,
    patterns,
    opposites,
    approvals: withOwn(approvals),
    ...(policy === null ? {} : { policy }),
    ...(model === null ? {} : { model: modelSettings(model) }),
    ...more,
  });
}

/** The project's rules and the person's own. */
function withOwn({ ask = [], deny = [] }: RulesInput): RulesInput {
  const own = ownRules();
  return { allow: own.allow ?? [], ask: [...(own.ask ?? []), ...ask], deny: [...(own.deny ?? []), ...deny] };
}

function modelSettings({ timeout, ...model }: NonNullable<StoreLocation['settings']['model']>): ModelSettings {
  return timeout === undefined ? model : { ...model, timeoutMs: timeout };
}

/** The same for commands that need an existing store: a mistyped path does not create one. */
export async function withStoreThere<R>(
  location: StoreLocation,
  use: (askonce: AskOnce) => Promise<R>,
  log?: Log,
): Promise<R> {
  await mustBeThere(location);
  return withStore(location, use, log);
}

export async function withServiceThere<R>(
  location: StoreLocation,
  use: (askonce: Service) => Promise<R>,
  log?: Log,
): Promise<R> {
  await mustBeThere(location);
  return withService(location, use, log);
}

async function mustBeThere(location: StoreLocation): Promise<void> {
  if (location.namedBy === null || location.remote !== null || (await storeExists(location.db))) return;
  throw new AskOnceError('store_unavailable', missing(location));
}

/** Whether there is a store to read. Prints a note if a store that was named is missing, since the name is probably mistyped. */
export async function isThere(location: StoreLocation): Promise<boolean> {
  if (location.remote !== null || (await storeExists(location.db))) return true;
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
  read: (askonce: Service) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  if (!(await isThere(location))) return { items: [], next: null };
  return withService(location, read);
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
