/**
 * `npm test` runs the checks and the quick tests. `npm run test:all`, which is this file with `--all`, adds the package and the slow tests
 * of test/slow. A failing check does not stop the others, so one run shows all failures.
 * The closing line is `N passed, N failed`; each check counts as one, each test of vitest as one.
 * With further arguments (`npm test -- test/unit`) only vitest runs, with those arguments.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Command = readonly [program: string, ...args: string[]];

interface Check {
  readonly name: string;
  /** Run one after another; the first that fails ends the check. */
  readonly commands: readonly Command[];
}

interface Totals {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is read here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const ROOT = join(import.meta.dirname, '..');

/** npm puts the pinned Node and the tools first on the PATH; this does the same when the file is started without npm. */
const ENV = { ...process.env, PATH: join(ROOT, 'node_modules', '.bin') + delimiter + process.env.PATH };

const INDEPENDENT_CHECKS: readonly Check[] = [
  {
    name: 'type check',
    commands: [
      ['tsc', '-p', 'tsconfig.json'],
      ['tsc', '-p', 'web/tsconfig.json'],
    ],
  },
  { name: 'lint', commands: [['biome', 'check', '.']] },
  { name: 'promise lint', commands: [['oxlint', '--type-aware']] },
  { name: 'unused code', commands: [['knip']] },
];

/** Runs alone: it replaces dist/ meanwhile, and nothing else should see half of it. */
const PACKAGE_CHECK: Check = { name: 'build and package', commands: [['npm', 'run', 'build'], ['publint']] };

/** The suite is meant for two cores; more at once would only make each check slower. */
const AT_ONCE = 2;

/** Projects of vitest.config.ts. */
const QUICK_TESTS = ['--project', 'unit', '--project', 'quick'];
/** They wait for processes, browsers and clocks for half of their time: one worker more than the quick tests have. */
const SLOW_TESTS = ['--project', 'slow', '--maxWorkers', '4'];

const args = process.argv.slice(2);
const vitestArgs = args.filter((arg) => arg !== '--all');
let totals: Totals = { passed: 0, failed: 0 };

if (vitestArgs.length > 0) {
  totals = await runVitest(vitestArgs);
} else {
  totals = add(totals, await runChecks(INDEPENDENT_CHECKS));
  totals = add(totals, await runVitest(QUICK_TESTS));
  if (args.includes('--all')) {
    totals = add(totals, await runChecks([PACKAGE_CHECK]));
    totals = add(totals, await runVitest(SLOW_TESTS));
  }
}

process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** Runs a few at a time and reports in the given order, each as soon as it and all before it are done. */
async function runChecks(checks: readonly Check[]): Promise<Totals> {
  const waiting = checks.map((check) => ({ check, done: Promise.withResolvers<Totals & { report: string }>() }));
  const queue = [...waiting];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      next.done.resolve(await runCheck(next.check));
  };
  const workers = Array.from({ length: AT_ONCE }, worker);
  let sum: Totals = { passed: 0, failed: 0 };
  for (const { done } of waiting) {
    const result = await done.promise;
    process.stdout.write(result.report);
    sum = add(sum, result);
  }
  await Promise.all(workers);
  return sum;
}

async function runCheck({ name, commands }: Check): Promise<Totals & { report: string }> {
  const started = performance.now();
  for (const command of commands) {
    const { code, output } = await run(command, 'captured');
    if (code === 0) continue;
    const report = `FAILED  ${name} (${since(started)}): ${command.join(' ')}\n${indent(output)}`;
    return { passed: 0, failed: 1, report };
  }
  return { passed: 1, failed: 0, report: `ok      ${name} (${since(started)})\n` };
}

async function runVitest(args: readonly string[]): Promise<Totals> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'askonce-test-'));
  const reportFile = join(folder, 'vitest.json');
  try {
    const command: Command = [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...args,
    ];
    const { code, output } = await run(command, 'shown');
    process.stdout.write(output);
    const counted = countTests(reportFile);
    const faults = [...counted.faults];
    if (counted.failed + faults.length === 0) {
      // A run without tests proves nothing, and an unhandled rejection fails a run although every test passed.
      if (counted.passed === 0) faults.push('vitest ran no test');
      else if (code !== 0) faults.push(`vitest ended with code ${code}`);
    }
    const failed = counted.failed + faults.length;
    const skipped = counted.skipped > 0 ? `, ${counted.skipped} skipped` : '';
    const word = failed > 0 ? 'FAILED' : 'ok    ';
    process.stdout.write(`${word}  tests (${since(started)}): ${counted.passed} passed, ${failed} failed${skipped}\n`);
    process.stdout.write(indent(faults.join('\n')));
    return { passed: counted.passed, failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tests by result, and the files that failed as a whole: not loaded, or broken outside any test. */
function countTests(reportFile: string): Totals & { skipped: number; faults: readonly string[] } {
  const counted = { passed: 0, failed: 0, skipped: 0, faults: [] as string[] };
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return { ...counted, faults: ['vitest left no readable report'] };
  }
  for (const { name, status, assertionResults } of report.testResults) {
    const failedHere = assertionResults.filter((result) => result.status === 'failed').length;
    const passedHere = assertionResults.filter((result) => result.status === 'passed').length;
    counted.failed += failedHere;
    counted.passed += passedHere;
    counted.skipped += assertionResults.length - failedHere - passedHere;
    if (status === 'failed' && failedHere === 0) counted.faults.push(`failed outside its tests: ${name}`);
  }
  return counted;
}

/** Never rejects: a program that cannot be started is a failed check, with the error as its output. */
function run([program, ...args]: Command, output: 'captured' | 'shown'): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(program, args, {
      cwd: ROOT,
      env: ENV,
      stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${program} did not start: ${error.message}\n` }));
    child.on('close', (code, signal) => {
      if (signal !== null) chunks.push(Buffer.from(`${program} was ended by ${signal}\n`));
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

function add(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

function since(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

function indent(text: string): string {
  const lines = text.trimEnd();
  return lines === '' ? '' : `${lines.replaceAll(/^/gm, '        ')}\n`;
}
