/** The types of the package: a declaration for each source that the types of an entry reach, and for no other. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

type PackageExports = Readonly<Record<string, string | { readonly types: string }>>;

/** The type entries of package.json. */
const ENTRIES = Object.values(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).exports as PackageExports,
).flatMap((entry) => (typeof entry === 'string' ? [] : [relative('dist', entry.types)]));

/**
 * Writes them into the folder. Returns an error message, or null. Skipping the type check gives the same result in a quarter of the time.
 */
export function writeDeclarations(out: string, sources: 'checked' | 'unchecked' = 'checked'): string | null {
  const check = sources === 'checked' ? [] : ['--noCheck'];
  const emitted = tsc(['-p', 'tsconfig.build.json', '--outDir', out, ...check]);
  if (emitted.fault !== null) return emitted.fault;
  const entries = ENTRIES.map((entry) => join(out, entry));
  const listed = tsc(['--ignoreConfig', '--module', 'nodenext', '--types', '', '--listFilesOnly', ...entries]);
  if (listed.fault !== null) return listed.fault;
  // Most sources are internal: their types would be shipped without use.
  const reached = new Set(listed.output.split('\n').map((file) => resolve(file)));
  for (const file of globSync('**/*.d.ts', { cwd: out })) {
    if (!reached.has(resolve(out, file))) rmSync(join(out, file));
  }
  return null;
}

/** Runs the project's own tsc at its root. */
function tsc(args: readonly string[]): { readonly output: string; readonly fault: string | null } {
  const run = spawnSync('tsc', args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PATH: join(ROOT, 'node_modules', '.bin') + delimiter + process.env.PATH },
  });
  if (run.error) return { output: '', fault: `tsc did not start: ${run.error.message}` };
  return { output: run.stdout, fault: run.status === 0 ? null : run.stdout + run.stderr };
}
