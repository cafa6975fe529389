/** Installs the pinned packages from npm into a folder outside the project, once for each lock file. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LISTS = ['package.json', 'package-lock.json'];
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** About 500 MB. */
export function usualCache(env = process.env): string {
  const caches = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(caches, 'askonce', 'peers');
}

/** Installs the packages if needed, and returns their folder. */
export function installed(cache: string): string {
  const hash = createHash('sha256');
  for (const name of LISTS) hash.update(readFileSync(here(name)));
  const folder = join(cache, hash.digest('hex').slice(0, 12));
  // Written last, so that an interrupted installation is repeated.
  const whole = join(folder, 'installed');
  if (existsSync(whole)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of LISTS) copyFileSync(here(name), join(folder, name));
  process.stderr.write(`installing the peers into ${folder} (about 500 MB)\n`);
  // Without scripts: every native part comes as a package, and one of the scripts reports to its maker.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('npm could not install the peers. Its messages are above.');
  // Imported from here, a name is looked up here.
  writeFileSync(join(folder, 'load.mjs'), 'export const load = (name) => import(name);\n');
  writeFileSync(whole, '');
  return folder;
}

/** The pinned version of a package. */
export function versionOf(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return dependencies[name]!;
}
