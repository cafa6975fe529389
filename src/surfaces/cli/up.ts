/** `askonce up`, `down`, `status` and `logs`: one server in the background, on one store for all projects of this person. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AskOnceError, ERRORS, type ErrorCode } from '../../core/model/errors.ts';
import { PACKAGE_FOLDER } from '../../util/package-folder.ts';
import { EXIT, note, say, sayJson } from '../terminal/output.ts';
import { ago, oneLine } from '../terminal/text.ts';
import { checkedUrl } from './checked-url.ts';
import { lanInvitation } from './lan.ts';
import { fullLog } from './person/bounded-log.ts';
import { ownStoreNotes } from './person/old-store.ts';
import { makePersonFolder, type PersonPlaces, personPlaces, personStore } from './person/places.ts';
import { addressElsewhere, type ServerRecord, serverState, within } from './person/server-record.ts';
import { isAgentsShell, notForAgents, personOnly } from './person-only.ts';
import { shortened } from './shortened.ts';
import { type GlobalOptions, quietLocation } from './store-location.ts';
import { withStore } from './with-store.ts';

export interface UpFlags extends GlobalOptions {
  port?: number;
  lan?: boolean;
  publicUrl?: string;
}

/** A busy machine takes seconds to start a process; a store of an older release is converted first. */
const MAX_START_MS = 60_000;
/** The server itself gives up after 15 seconds. */
const MAX_STOP_MS = 20_000;

export async function up(flags: UpFlags): Promise<number> {
  personOnly('up');
  if (flags.lan) notForAgents('up --lan');
  const publicUrl = flags.publicUrl === undefined ? undefined : checkedUrl(flags.publicUrl);
  const places = personPlaces();
  makePersonFolder(places);
  const found = serverState(places);
  const isNew = found.state === 'none';
  const record = found.state === 'running' ? found.record : await started(places, flags, isNew);
  if (flags.port !== undefined && flags.port !== 0 && Number(new URL(record.url).port) !== flags.port)
    note(`It already runs on another port. To move it, run \`askonce down\` first.`);
  if (publicUrl !== undefined && record.publicUrl !== publicUrl)
    note('It already runs without this public URL. To set it, run `askonce down` first.');
  const code = await report(places, record, flags, isNew ? 'started' : 'running');
  if (flags.lan) await invite(places, record, flags);
  return code;
}

/** Shows the code that pairs a phone. */
async function invite({ db }: PersonPlaces, record: ServerRecord, flags: UpFlags): Promise<void> {
  const address = record.lan ? addressElsewhere(record) : null;
  if (address === null) {
    const text = 'The server already runs, on this machine only. Run `askonce down`, then `askonce up --lan`.';
    throw new AskOnceError('usage', text);
  }
  const location = { ...(await quietLocation(flags)), db };
  for (const line of await withStore(location, (askonce) => lanInvitation(askonce, address))) note(line);
}

/** Waits for the server: the one that this process starts, or the one that another has just started. */
async function started(places: PersonPlaces, flags: UpFlags, isNew: boolean): Promise<ServerRecord> {
  const before = statSync(places.log, { throwIfNoEntry: false })?.size ?? 0;
  const child = isNew ? start(places, flags) : null;
  const found = await within(MAX_START_MS, () => {
    const now = serverState(places);
    if (now.state === 'running') return now.record;
    return now.state === 'none' && child?.hasEnded() === true ? 'failed' : null;
  });
  if (found === null) throw new AskOnceError('unexpected', `The server did not start in time. Read ${places.log}.`);
  if (found === 'failed') throw whyItFailed(places, before);
  // Another `up` was faster. Its rival would take the place at the next `down`.
  if (child !== null && child.pid !== found.pid) child.end();
  return found;
}

interface Child {
  readonly pid: number | undefined;
  hasEnded(): boolean;
  end(): void;
}

/** The process has nothing of this terminal, and survives it. */
function start({ log, folder }: PersonPlaces, { port, lan, publicUrl }: UpFlags): Child {
  const written = openSync(log, 'a', 0o600);
  const bin = join(PACKAGE_FOLDER, 'bin', 'askonce.js');
  const said = Object.entries({ port, 'public-url': publicUrl });
  const flags = said.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
  const own = [...flags, ...(lan ? ['--lan'] : [])];
  const args = [bin, 'serve', '--for-person', ...own];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: ofNoProject(process.env),
    detached: true,
    stdio: ['ignore', written, written],
    windowsHide: true,
  });
  closeSync(written);
  let ended = false;
  child.on('exit', () => {
    ended = true;
  });
  child.on('error', () => {
    ended = true;
  });
  child.unref();
  return { pid: child.pid, hasEnded: () => ended, end: () => child.kill('SIGKILL') };
}

/** The server belongs to no project and to no task, and npm, if it started this command, is not its parent. */
function ofNoProject(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const drop = /^(?:npm_|INIT_CWD$|ASKONCE_(?:DB|PROJECT|SESSION|JOB|URL|TOKEN)$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !drop.test(name)));
}

/** The two lines of an error that the server left in its log. */
function whyItFailed({ log }: PersonPlaces, from: number): AskOnceError {
  const text = readFileSync(log).subarray(from).toString();
  const [, message, code = ''] = /^error: (.*)\ncode: (\w+)$/m.exec(text) ?? [];
  if (message !== undefined && code in ERRORS) return new AskOnceError(code as ErrorCode, message);
  return new AskOnceError('unexpected', `The server ended as soon as it was started. Read ${log}.`);
}

export async function down(flags: GlobalOptions): Promise<number> {
  personOnly('down');
  const places = personPlaces();
  const found = await within(MAX_START_MS, () => {
    const now = serverState(places);
    return now.state === 'starting' ? null : now;
  });
  if (found === null) throw stuck(places);
  if (found.state === 'none') {
    if (flags.json) sayJson({ status: 'none' });
    else say('No server is running.');
    return EXIT.ok;
  }
  // The lock may have been held by another process that only looked, beside the record of a server that is gone.
  const again = serverState(places);
  if (again.state !== 'running' || again.record.pid !== found.record.pid) return down(flags);
  const { pid, url } = found.record;
  process.kill(pid, 'SIGTERM');
  const gone = await within(MAX_STOP_MS, () => (serverState(places).state === 'none' ? true : null));
  if (gone === null) throw stuck(places, pid);
  if (flags.json) sayJson({ status: 'stopped', pid, url });
  else say(`Stopped the server on ${url}. Questions and jobs are saved; \`askonce up\` starts it again.`);
  return EXIT.ok;
}

function stuck({ log }: PersonPlaces, pid?: number): AskOnceError {
  const remedy = pid === undefined ? '' : ` End it with: kill -9 ${pid}.`;
  return new AskOnceError('unexpected', `The server does not stop.${remedy} Its log is ${log}.`);
}

export async function status(flags: GlobalOptions): Promise<number> {
  const places = personPlaces();
  const found = serverState(places);
  if (found.state === 'running') return report(places, found.record, flags, 'running');
  const { usable, why } = personStore(places);
  if (flags.json) sayJson({ status: found.state, store: usable ? places.db : null });
  else {
    say(found.state === 'starting' ? 'The server is starting.' : 'No server is running. Start it with `askonce up`.');
    if (usable) say(oneLine(`  store   ${shortened(places.db)}, used by every project`));
    else if (why !== null) say(oneLine(`  store   ${shortened(places.db)} cannot be used: ${why}`));
    else say('  store   each project has its own until then');
  }
  for (const line of ownStoreNotes(await quietLocation(flags))) note(line);
  return EXIT.error;
}

/** Says where the inbox is. The credential of the person is not shown to an agent. */
async function report(
  places: PersonPlaces,
  { pid, url, startedAt, version }: ServerRecord,
  flags: GlobalOptions,
  status: 'started' | 'running',
): Promise<number> {
  const location = await quietLocation(flags);
  const { key, waiting } = await withStore({ ...location, db: places.db }, async (askonce) => ({
    key: await askonce.access.personKey(),
    waiting: await askonce.questions.count({ status: 'pending' }),
  }));
  const page = isAgentsShell() ? `${url}/` : `${url}/#token=${key}`;
  if (flags.json)
    sayJson({ status, pid, url, page, version, startedAt, store: places.db, log: places.log, waiting: waiting.count });
  else {
    say(
      status === 'started'
        ? `AskOnce is running on ${url}`
        : `AskOnce is running on ${url}, started ${ago(startedAt, Date.now())}`,
    );
    say(`  page    ${page}`);
    say(oneLine(`  store   ${shortened(places.db)}, used by every project from now on`));
    say(`  process ${pid}, version ${version}`);
    say(
      `  waiting ${waiting.more ? 'more than ' : ''}${waiting.count} ${waiting.count === 1 ? 'question' : 'questions'}`,
    );
  }
  for (const line of ownStoreNotes(location)) note(line);
  return EXIT.ok;
}

export interface LogFlags extends GlobalOptions {
  lines?: number;
}

/** The end of the log, oldest line first. */
export function logs({ lines = 100 }: LogFlags): number {
  const { log } = personPlaces();
  const files = [fullLog(log), log].filter((file) => existsSync(file));
  if (files.length === 0) {
    note('There is no log: the server was never started with `askonce up`.');
    return EXIT.ok;
  }
  const all = files.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line !== '');
  for (const line of all.slice(-lines)) say(oneLine(line));
  return EXIT.ok;
}
