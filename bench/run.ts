/**
 * `npm run bench`: the cost of AskOnce on each store, compared with a raw program that writes the same rows in the same run. Machines are
 * noisy, so the two take turns and the figures are medians of the rounds; the ratios are what counts.
 * `--quick` for a first impression; `--guard`, `--sqlite`, `--postgres`, `--http`, `--repl`, `--mcp` or `--hooks` for one part alone;
 * `--million` for a store with a million parked questions.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onGuard } from './guard.ts';
import { onMillion } from './million.ts';
import { onHooks } from './on-hooks.ts';
import { onHttp } from './on-http.ts';
import { onMcp } from './on-mcp.ts';
import { onPostgres } from './on-postgres.ts';
import { onRepl } from './on-repl.ts';
import { onSqlite } from './on-sqlite.ts';
import { type Bench, Report } from './report.ts';

const has = (flag: string) => process.argv.includes(flag);
const quick = has('--quick');
const dir = mkdtempSync(join(process.env.ASKONCE_BENCH_DIR ?? tmpdir(), 'askonce-bench-'));
const report = new Report();
const bench: Bench = { report, quick, dir, rounds: quick ? 3 : 9 };

const PARTS = [
  ['--guard', onGuard],
  ['--sqlite', onSqlite],
  ['--postgres', onPostgres],
  ['--http', onHttp],
  ['--repl', onRepl],
  ['--mcp', onMcp],
  ['--hooks', onHooks],
] as const;

/** Takes long, and is run by name only. */
const MILLION = ['--million', onMillion] as const;

try {
  const only = [...PARTS, MILLION].find(([flag]) => has(flag));
  for (const [, run] of only ? [only] : PARTS) await run(bench);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = report.print() ? 0 : 1;
