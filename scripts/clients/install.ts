/** Installs clients from npm into a folder outside the project, each version once. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './client.ts';

/** About 400 MB per client. */
export function usualCache(env = process.env): string {
  const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'askonce', 'clients');
}

/** Installs the client if needed, and returns the path of its command. */
export function installed(client: Client, cache: string): string {
  const folder = join(cache, `${client.name}-${client.version}`);
  const command = join(folder, 'node_modules', '.bin', client.command);
  // Written last, so that an interrupted installation is repeated.
  const whole = join(folder, 'installed');
  if (existsSync(whole)) return command;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // With this package.json, npm ignores all folders above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = `${client.package}@${client.version}`;
  process.stderr.write(`installing ${wanted} into ${folder}\n`);
  const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install ${wanted}. Its messages are above.`);
  writeFileSync(whole, '');
  return command;
}
