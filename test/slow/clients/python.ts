/** The machine's Python, with the client of this checkout. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../docs/markdown.ts';

/** The folder from which `import askonce` is the client. */
export const PYTHON_SOURCES = join(ROOT, 'clients', 'python', 'src');

/** Python leaves no compiled files in the checkout, and prints each line at once. */
export const PYTHON_ENV = {
  PYTHONPATH: PYTHON_SOURCES,
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  PYTHONIOENCODING: 'utf-8',
};

/** The program to start. Throws one line that says what to do where there is none. */
export function python3(): string {
  const program = process.env.PYTHON_PATH ?? 'python3';
  const newEnough = ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'];
  if (spawnSync(program, newEnough, { stdio: 'ignore' }).status === 0) return program;
  throw new Error(`No Python 3.9 or newer runs as ${program}. Install it, or set PYTHON_PATH to one.`);
}
