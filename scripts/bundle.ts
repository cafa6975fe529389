/**
 * Bundles TypeScript into few files of JavaScript. A command that an agent calls again and again is quick by it: `askonce ask` reads
 * and strips 210 files in a checkout, and a dozen of the published package. What the sources load by `import()` stays in files of
 * its own, and what several entries share is there once, so that a class is the same class to all of them.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');

/** What users import, by the names in package.json, and what bin/start.js loads. */
export const PACKAGE_ENTRIES: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  'client/index': 'src/surfaces/client/index.ts',
  'orchestrator/index': 'src/orchestrator/index.ts',
  'worker/index': 'src/worker/index.ts',
  'webhooks/index': 'src/notify/webhooks/index.ts',
  'testing/index': 'src/testing/index.ts',
  'cli/main': 'src/surfaces/cli/main.ts',
};

const READS_DATA = /readFileSync\(new URL\('(\.\/data\/[\w.-]+)', import\.meta\.url\), 'utf8'\)/g;

/** Puts the text of data files where the sources read them, so that a bundle needs no file beside it. */
const dataInside: Plugin = {
  name: 'data-inside',
  transform(code, id) {
    if (!code.includes('./data/')) return null;
    const text = (_: string, file: string) => JSON.stringify(readFileSync(join(dirname(id), file), 'utf8'));
    const inside = code.replace(READS_DATA, text);
    if (inside.includes('./data/')) throw new Error(`${id} reads data in a way that the bundle cannot follow.`);
    return inside;
  },
};

/** Writes `<name>.js` into the folder for each entry; the parts that they share or load later go into `chunks/`. */
export async function bundle(entries: Readonly<Record<string, string>>, out: string): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: entries,
    platform: 'node',
    plugins: [dataInside],
    // Dependencies stay outside: npm installs them, and the optional ones may not be there.
    external: (id) => !id.startsWith('.') && !id.startsWith(ROOT) && !Object.values(entries).includes(id),
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  try {
    await build.write({
      dir: out,
      format: 'esm',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // Every entry needs the pure folders, so they are one file: else each set of entries that shares a module gets a chunk of its own.
      codeSplitting: { groups: [{ name: 'core', test: /[\\/]src[\\/](?:core|text|util)[\\/]/ }] },
    });
  } finally {
    await build.close();
  }
}
