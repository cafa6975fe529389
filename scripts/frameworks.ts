/**
 * `npm run test:frameworks`: every adapter with the real framework or engine. Installs them into frameworks/ (1.3 GB, once for each lock
 * file), builds AskOnce and puts the package beside them, as npm would. So the tests import `askonce/langgraph` as users do. Then checks the
 * types of the adapters, tests, examples and samples of the pages against the real packages, and runs the tests. Arguments go to vitest.
 *
 *   --no-build    uses dist/ as it is
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { writePageSamples } from './page-samples.ts';

const ROOT = join(import.meta.dirname, '..');
const HERE = join(ROOT, 'frameworks');
const MODULES = join(HERE, 'node_modules');
const ENV = { ...process.env, PATH: join(ROOT, 'node_modules', '.bin') + delimiter + process.env.PATH };

const args = process.argv.slice(2);
const vitestArgs = args.filter((arg) => arg !== '--no-build');

install();
if (vitestArgs.length === args.length) run('npm', ['run', 'build'], ROOT);
placePackage();
run('tsc', ['-p', 'tsconfig.json'], HERE);
writePageSamples(join(ROOT, 'docs'), join(HERE, 'samples', 'pages'));
run('tsc', ['-p', 'samples/tsconfig.json'], HERE);
run('vitest', ['run', ...vitestArgs], HERE);

/** Without scripts: every native part comes as a package, and one of the scripts reports to its maker. */
function install(): void {
  const lock = createHash('sha256')
    .update(readFileSync(join(HERE, 'package-lock.json')))
    .digest('hex');
  // Written last, so that an interrupted installation is repeated.
  const whole = join(MODULES, '.installed');
  if (existsSync(whole) && readFileSync(whole, 'utf8') === lock) return;
  process.stdout.write('Installing the frameworks into frameworks/node_modules (1.3 GB).\n');
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], HERE);
  writeFileSync(whole, lock);
}

/** A copy, not a link: from a link, the optional peers would be looked up in the project. */
function placePackage(): void {
  const place = join(MODULES, 'askonce');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  for (const part of ['package.json', 'bin', 'dist']) cpSync(join(ROOT, part), join(place, part), { recursive: true });
  // The adapters' sources, where the compiler finds the real types.
  const sources = join(HERE, 'src');
  if (!existsSync(sources)) symlinkSync(join('..', 'src'), sources);
}

function run(program: string, given: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(program, given, { cwd, env: ENV, stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write(`${program} ${given.join(' ')} failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(1);
}
