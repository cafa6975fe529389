/** Commands that agents call again and again start quickly: they load nothing that only others need. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/askonce.js', import.meta.url));

/** Prints what is loaded, when the process ends. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write('LOADED ' + JSON.stringify(loaded)));
`)}`;

async function loadedBy(...args: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-loading-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const command = ['--import', WATCH, BIN, ...args, '--db', join(folder, 'askonce.db')];
  const run = promisify(execFile)(process.execPath, command, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  // Some end with a code of their own, such as 2 for what waits.
  const { stderr } = await run.catch((error: { stderr: string }) => error);
  return JSON.parse(/LOADED (.*)$/s.exec(stderr)![1]!) as string[];
}

const HEAVY = ['/node_modules/zod/', '/node_modules/fastify/', '/node_modules/pg/', '/src/interpret/contradictions.ts'];

test.each([[['inbox', '--json']], [['ask', 'Which colour?', '--session', 's']], [['state', 's']], [['history']]])(
  'askonce %j',
  async (args) => {
    const loaded = await loadedBy(...args);
    expect(loaded.some((url) => url.endsWith('/src/engine.ts'))).toBe(true);
    expect(loaded.filter((url) => HEAVY.some((heavy) => url.includes(heavy)))).toEqual([]);
  },
);
