/** Measures the package and its dependencies, and writes the figures into docs/benchmarks.md. Build first: `npm run build`. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedBy, type Locked } from './weight/installed.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'benchmarks.md');

/** What each dependency is for. test/docs/benchmarks.test.ts fails if one is missing. */
const PURPOSES: Readonly<Record<string, string>> = {
  '@fastify/cors': 'lets the websites of `serve --allow-origin` use the API',
  '@fastify/send': 'sends the files of the inbox page',
  '@fastify/swagger': 'describes the API at `/openapi.json`',
  '@modelcontextprotocol/server': '`askonce mcp` and `/mcp`',
  '@standard-schema/spec': 'the type of `schema` in a question; types only',
  'better-sqlite3': 'the SQLite store: its driver for every platform, and the sources of SQLite',
  commander: 'reads the command line',
  'eventsource-parser': 'reads event streams in the client',
  fastify: 'the HTTP server',
  'fastify-type-provider-zod': 'checks requests by the schemas that describe them',
  picocolors: 'colours in the terminal',
  pino: 'the log of `serve`; fastify needs it too',
  'prom-client': 'the metrics at `/metrics`',
  'string-width': 'measures text in the terminal',
  uqr: 'draws the QR code that pairs a phone',
  zod: 'the schemas of HTTP, MCP and orchestrators; MCP needs it too',
};

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

if (!existsSync(join(ROOT, 'dist', 'index.js'))) throw new Error('dist/ is missing. Run `npm run build` first.');
const page = readFileSync(PAGE, 'utf8');
const place = /(<!-- weight -->\n)[\s\S]*?(<!-- \/weight -->)/;
writeFileSync(
  PAGE,
  page.replace(place, (_all, begin: string, end: string) => `${begin}${figures()}${end}`),
);

function figures(): string {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { cwd: ROOT, encoding: 'utf8' }),
  ) as [{ size: number; unpackedSize: number; entryCount: number }];
  const size = sizes();
  const all = new Set<string>();
  const rows = Object.keys(dependencies).map((name) => {
    const purpose = PURPOSES[name];
    if (purpose === undefined) throw new Error(`Add to PURPOSES in scripts/weight.ts what ${name} is for.`);
    const installed = installedBy(name, packages);
    for (const path of installed) all.add(path);
    const own = size(`node_modules/${name}`);
    const others = installed.size - 1;
    return `| \`${name}\` | ${mb(own)} | ${others} | ${mb(sum([...installed].map(size)))} | ${purpose} |`;
  });
  return `The package: ${mb(packed.size)} MB to download, ${mb(packed.unpackedSize)} MB unpacked, ${packed.entryCount} files. With its ${Object.keys(dependencies).length} dependencies and
what these need, \`npm install askonce\` puts ${all.size} packages of ${mb(sum([...all].map(size)))} MB into \`node_modules\`. Optional peers (\`pg\`, \`ai\`) come on top
where you install them. Several dependencies share packages, so the last column of sizes adds up to more than that.

| dependency | MB | brings packages | MB with them | is for |
|---|---|---|---|---|
${rows.join('\n')}

Sources: ${lines('src/**/*.{ts,sql}')} lines of code in \`src/\` and ${lines('src/**/*.tsv')} lines of word lists and tables. They were 61,700 lines before the word readers were
made smaller and the folders were put in order.
`;
}

/** The size of a package's files, without nested packages, which are counted separately. */
function sizes(): (path: string) => number {
  return (path) =>
    sum(
      globSync('**/*', { cwd: join(ROOT, path), exclude: (name) => name === 'node_modules' })
        .map((file) => statSync(join(ROOT, path, file)))
        .filter((file) => file.isFile())
        .map((file) => file.size),
    );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e5 ? 2 : 1);
}

function lines(pattern: string): string {
  const count = sum(
    globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1),
  );
  return count.toLocaleString('en');
}
