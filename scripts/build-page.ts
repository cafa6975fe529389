/**
 * Builds the inbox page: web/ into dist/web, with a compressed copy of each file that gets smaller by it. It is built in another folder and
 * moved into place at once, so that a running server never serves half of it, and a failed build keeps the previous page.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');

export interface PageBuild {
  /** The sources of the page, with its vite.config.ts. */
  readonly web: string;
  /** Other folders and files that the page is built from. */
  readonly uses: readonly string[];
  /** The output folder. */
  readonly out: string;
}

export const PAGE: PageBuild = {
  web: join(ROOT, 'web'),
  uses: [join(ROOT, 'src', 'surfaces', 'client'), join(ROOT, 'src', 'util', 'compared-lines.ts')],
  out: join(ROOT, 'dist', 'web'),
};

/** Whether the sources and the build tool are present. An installed package has neither. */
export function canBuild({ web }: PageBuild): boolean {
  return existsSync(join(web, 'vite.config.ts')) && vite() !== null;
}

/** Whether the page is missing, or older than one of its sources. */
export function isOld({ web, uses, out }: PageBuild): boolean {
  const index = join(out, 'index.html');
  if (!existsSync(index)) return true;
  const builtAt = statSync(index).mtimeMs;
  return [web, ...uses].some((folder) => newest(folder) > builtAt);
}

/** Builds the page. Returns an error message, or null. */
export function buildPage({ web, out }: PageBuild): string | null {
  mkdirSync(dirname(out), { recursive: true });
  const folder = mkdtempSync(join(dirname(out), '.web-'));
  try {
    const config = join(web, 'vite.config.ts');
    const args = [vite()!, 'build', '--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
    const built = spawnSync(process.execPath, args, { cwd: web, encoding: 'utf8' });
    if (built.status !== 0) return `${built.error?.message ?? ''}${built.stdout ?? ''}${built.stderr ?? ''}`.trim();
    pack(folder);
    // A temporary folder is private to its user, but another user's server may serve the page.
    chmodSync(folder, 0o755);
    putInPlace(folder, out);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For `npm start` and `npx askonce up`: builds the page if needed and possible, and prints one line. Otherwise the existing page is used. */
export function buildPageIfOld(
  page: PageBuild = PAGE,
  say: (line: string) => unknown = (line) => process.stderr.write(`${line}\n`),
): void {
  if (!canBuild(page) || !isOld(page)) return;
  const started = performance.now();
  const fault = buildPage(page);
  if (fault === null) say(`The page was built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  else say(`The page could not be built; the one before is used, if there is one. npm run build says why.`);
}

function vite(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');
  } catch {
    return null;
  }
}

/** When the last change was made in a folder. A deleted file changes the time of its folder. */
function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function putInPlace(folder: string, out: string): void {
  const before = `${folder}-before`;
  try {
    if (existsSync(out)) renameSync(out, before);
    renameSync(folder, out);
  } catch (error) {
    // Another process built it at the same moment; its result is as good.
    if (!existsSync(join(out, 'index.html'))) throw error;
  }
  rmSync(before, { recursive: true, force: true });
}

function pack(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(?:html|js|css|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = readFileSync(path);
    const packed = gzipSync(plain, { level: 9 });
    if (packed.length < plain.length) writeFileSync(`${path}.gz`, packed);
  }
}
