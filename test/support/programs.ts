/**
 * The programs that tests start as processes of their own. In a run of the tests they are bundles of the sources as they are now,
 * which start in half the time (there are some hundreds of starts); elsewhere, as in `npm run storm`, they are the sources.
 */
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Set by programs.setup.ts: a package as it is published, and beside it the programs of PROGRAMS. */
const { BUNDLED_PACKAGE, BUNDLED_PROGRAMS } = process.env;

/** The command as a checkout runs it: from the sources. */
export const COMMAND_OF_CHECKOUT = join(ROOT, 'bin', 'askonce.js');

/** The command; bundled as it is published, where there is a bundle. */
export const BIN = BUNDLED_PACKAGE === undefined ? COMMAND_OF_CHECKOUT : join(BUNDLED_PACKAGE, 'bin', 'askonce.js');

export const PROGRAMS = [
  'test/slow/crash/careless-server.ts',
  'test/slow/crash/careless-worker.ts',
  'test/slow/crash/process-worker.ts',
  'test/slow/crash/storm-worker.ts',
  'test/slow/crash/task-agent.ts',
  'test/slow/crash/task-answerer.ts',
  'test/slow/faults/store-child.ts',
  'test/slow/faults/waiting-child.ts',
  'test/slow/repl/picker-child.ts',
  'test/slow/repl/screen-child.ts',
  'test/slow/run/claude-worker.ts',
  'test/slow/run/codex-worker.ts',
  'test/slow/run/command-child.ts',
  'test/slow/run/worker-child.ts',
  'test/slow/store/copy-worker.ts',
  'test/slow/store/postgres-opening-child.ts',
  'test/slow/store/prune-worker.ts',
  'test/slow/webhook/dispatcher-child.ts',
] as const;

/** The file to start for one of these programs. */
export function program(name: (typeof PROGRAMS)[number]): string {
  return BUNDLED_PROGRAMS === undefined ? join(ROOT, name) : join(BUNDLED_PROGRAMS, name.replace(/\.ts$/, '.js'));
}

/** What somebody who installed AskOnce imports; the sources, where there is no bundle. */
export const INDEX =
  BUNDLED_PACKAGE === undefined ? join(ROOT, 'src', 'index.ts') : join(BUNDLED_PACKAGE, 'dist', 'index.js');
