/** Which server a command uses instead of a store, and with which token. Neither ever comes from the files of a project. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { unusable } from '../../config/field.ts';
import type { Role } from '../../core/access.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { projectOf } from '../../library/project-identity.ts';
import { configFolder } from '../../util/config-folder.ts';
import { machineId } from '../../util/process-namespace.ts';
import { isLoopback } from '../http/guard/host.ts';
import { checkedUrl } from './checked-url.ts';
import { isAgentsShell } from './person-only.ts';

export interface RemotePlace {
  readonly url: string;
  readonly token: string | null;
}

/** The address that is typed or set; null if the command uses a store. A store that is named by a flag wins over a variable. */
export function remotePlace(
  { url, db }: { readonly url?: string; readonly db?: string },
  env: NodeJS.ProcessEnv,
): RemotePlace | null {
  if (url && db) throw new AskOnceError('usage', 'Use either --url or --db, not both.');
  const named = url || (db || env.ASKONCE_DB ? undefined : env.ASKONCE_URL);
  if (!named) return null;
  const checked = serverUrl(named);
  return { url: checked, token: env.ASKONCE_TOKEN || tokenFor(checked, env) };
}

/** A token that is sent over plain http can be read on the way. */
export function serverUrl(typed: string): string {
  const url = checkedUrl(typed).replace(/\/+$/, '');
  const { protocol, hostname: host } = new URL(url);
  if (protocol === 'https:' || isLoopback(host.replace(/^\[|\]$/g, ''))) return url;
  throw new AskOnceError(
    'usage',
    `${url} is on another machine, so it needs https. Put a proxy with a certificate in front of it.`,
  );
}

const tokensFile = (env: NodeJS.ProcessEnv) => join(configFolder(env), 'askonce', 'servers.json');

/** What is kept for each server: the token of the person, and one of an asker. */
interface Stored {
  readonly tokens?: Readonly<Record<string, string>>;
  readonly askers?: Readonly<Record<string, string>>;
}

/** An agent gets no token that could answer its questions. A token of an unknown role may be one. */
function tokenFor(url: string, env: NodeJS.ProcessEnv): string | null {
  const { tokens = {}, askers = {} } = stored(env);
  const asker = askers[url] ?? null;
  const persons = tokens[url] ?? null;
  if (!isAgentsShell(env)) return persons ?? asker;
  if (asker !== null || persons === null) return asker;
  const text = `An agent started this process, and the token that is kept for ${url} may answer questions.`;
  const remedy = `Run \`askonce login ${url}\` with an asker's token too: it is kept beside yours. Or set ASKONCE_TOKEN to it.`;
  throw new AskOnceError('person_only', `${text} ${remedy}`);
}

/** Whether a token is kept that agents on this machine use. */
export const hasAskersToken = (url: string, env = process.env): boolean => stored(env).askers?.[url] !== undefined;

function stored(env: NodeJS.ProcessEnv): Stored {
  const file = tokensFile(env);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return {};
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw unusable(file, 'holds your tokens, but other users can read or write it. Run: chmod 600 on it.');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored;
  } catch (error) {
    throw unusable(file, 'is not valid JSON. Delete it, then run `askonce login` again.', error);
  }
}

/** Stores a token for its owner alone, an asker's beside the person's own; null forgets both. */
export function keepToken(
  url: string,
  token: { readonly text: string; readonly role: Role } | null,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const file = tokensFile(env);
  const { tokens = {}, askers = {} } = stored(env);
  const kept = (all: Readonly<Record<string, string>>, isIts: boolean) => {
    const { [url]: old, ...others } = all;
    const now = token === null ? undefined : isIts ? token.text : old;
    return now === undefined ? others : { ...others, [url]: now };
  };
  const isAsker = token?.role === 'asker';
  const next = { tokens: kept(tokens, !isAsker), askers: kept(askers, isAsker) };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (Object.keys({ ...next.tokens, ...next.askers }).length === 0) rmSync(file, { force: true });
  else {
    const written = `${file}.${randomUUID()}`;
    writeFileSync(written, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  }
  return file;
}

/** What a server calls the project of a folder, and the folder itself. */
export interface RemoteNames {
  readonly project: string;
  readonly place: string;
}

/**
 * On the server's own machine the path says all, and the project is the same by file and by address. Elsewhere the same path may be another
 * project: the name is the address of the repository, else the machine and the path. So it is for an asker's token everywhere, because an
 * agent must not be able to claim any project of the server's machine.
 */
export async function remoteNames(folder: string, remote: RemotePlace): Promise<RemoteNames> {
  const project = projectOf(folder);
  if (await isHere(remote)) return { project, place: folder };
  return { project: originOf(project) ?? `${hostname()}:${project}`, place: `${hostname()}:${folder}` };
}

/** Whether a path means the same to the server, and it takes one from this caller. */
async function isHere({ url, token }: RemotePlace): Promise<boolean> {
  if (!isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))) return false;
  if (token === null) return true;
  const { whoIs } = await import('../remote/who-is.ts');
  // Another machine may be behind a port of this one.
  return (await whoIs({ url, token })).machine === machineId();
}

function originOf(project: string): string | null {
  let config: string;
  try {
    config = readFileSync(join(project, '.git', 'config'), 'utf8');
  } catch {
    return null;
  }
  const url = /^\[remote "origin"\][^[]*?^\s*url\s*=\s*(\S+)/m.exec(config)?.[1];
  // git@github.com:acme/shop.git and https://user:key@github.com/acme/shop are one repository; a key never leaves this machine.
  const [, host, path] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(url ?? '') ?? [];
  return host === undefined || path === undefined ? null : `${host}/${path.replace(/^\/+/, '')}`;
}
