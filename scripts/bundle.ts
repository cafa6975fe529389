/**
 * Bundles TypeScript into a few JavaScript files. This speeds up a command that an agent calls again and again: `askonce ask` reads and
 * strips 210 files in a checkout, but a dozen in the published package. Modules loaded by `import()` stay in separate files, and shared
 * modules exist once, so that a class is the same for all entries.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');

/** The entries that users import, by their names in package.json, and those that bin/start.js loads. */
export const PACKAGE_ENTRIES: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  'client/index': 'src/surfaces/client/index.ts',
  'orchestrator/index': 'src/orchestrator/index.ts',
  'worker/index': 'src/worker/index.ts',
  'webhooks/index': 'src/notify/webhooks/index.ts',
  'testing/index': 'src/testing/index.ts',
  ...Object.fromEntries(adapters().map((name) => [`adapters/${name}`, `src/adapters/frameworks/${name}.ts`])),
  'cli/main': 'src/surfaces/cli/main.ts',
};

/** Each file of that folder is an entry of its own, `askonce/<name>`. */
function adapters(): string[] {
  return globSync('*.ts', { cwd: join(ROOT, 'src', 'adapters', 'frameworks'), exclude: ['*.d.ts'] }).map((file) =>
    basename(file, '.ts'),
  );
}

const READS_DATA = /readFileSync\(new URL\('(\.\/data\/[\w.-]+)', import\.meta\.url\), 'utf8'\)/g;

/** Inlines data files where the sources read them, so that a bundle needs no other files. */
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

/** Also runs in browsers, so it is one file of its own, although commands that use a server contain the same modules. */
const ALONE = 'client/index';

/** Writes `<name>.js` into the folder for each entry; shared and lazily loaded parts go into `chunks/`. */
export async function bundle(entries: Readonly<Record<string, string>>, out: string): Promise<void> {
  const { [ALONE]: alone, ...others } = entries;
  await write(others, out);
  if (alone !== undefined) await write({ [ALONE]: alone }, out);
}

async function write(entries: Readonly<Record<string, string>>, out: string): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    input: entries,
    platform: 'node',
    plugins: [dataInside],
    // Dependencies stay external: npm installs them, and the optional ones may be missing.
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
