/** Which server a command uses instead of a store, and with which token. Neither ever comes from the files of a project. */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { unusable } from '../../config/field.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import { projectOf } from '../../library/project-identity.ts';
import { configFolder } from '../../util/config-folder.ts';
import { machineId } from '../../util/process-namespace.ts';
import { isLoopback } from '../http/guard/host.ts';
import { checkedUrl } from './checked-url.ts';

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

function tokenFor(url: string, env: NodeJS.ProcessEnv): string | null {
  return storedTokens(env)[url] ?? null;
}

function storedTokens(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const file = tokensFile(env);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return {};
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw unusable(file, 'holds your tokens, but other users can read or write it. Run: chmod 600 on it.');
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as { tokens?: Record<string, string> };
    return found.tokens ?? {};
  } catch (error) {
    throw unusable(file, 'is not valid JSON. Delete it, then run `askonce login` again.', error);
  }
}

/** Stores a token for its owner alone; null forgets it. */
export function keepToken(url: string, token: string | null, env: NodeJS.ProcessEnv = process.env): string {
  const file = tokensFile(env);
  const { [url]: _old, ...others } = storedTokens(env);
  const tokens = token === null ? others : { ...others, [url]: token };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (Object.keys(tokens).length === 0) rmSync(file, { force: true });
  else {
    const next = `${file}.${randomUUID()}`;
    writeFileSync(next, `${JSON.stringify({ tokens }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(next, file);
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
