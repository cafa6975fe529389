/** Commands that agents call again and again start quickly: they load nothing that only others need, from the sources as when bundled. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BIN, COMMAND_OF_CHECKOUT } from '../../support/programs.ts';

/** Prints what is loaded, when the process ends: every file, and the sources that the bundler says are in it. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) {
    const made = next(url, context);
    loaded.push(url);
    if (url.includes('/dist/')) {
      for (const [, source] of String(made.source).matchAll(/^\\/\\/#region (src\\/.*)$/gm)) loaded.push('bundled/' + source);
    }
    return made;
  } });
  process.on('exit', () => process.stderr.write('LOADED ' + JSON.stringify(loaded)));
`)}`;

async function loadedBy(bin: string, ...args: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-loading-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const command = ['--import', WATCH, bin, ...args, '--db', join(folder, 'askonce.db')];
  const run = promisify(execFile)(process.execPath, command, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } });
  // Some end with a code of their own, such as 2 for what waits.
  const { stderr } = await run.catch((error: { stderr: string }) => error);
  return JSON.parse(/LOADED (.*)$/s.exec(stderr)![1]!) as string[];
}

const HEAVY = [
  '/node_modules/zod/',
  '/node_modules/fastify/',
  '/node_modules/pg/',
  '/node_modules/string-width/',
  '/src/interpret/contradictions.ts',
  // As a module it brings all that fetch needs: 30 ms.
  'node:http',
];

const heavyIn = (loaded: readonly string[]) =>
  loaded.filter((url) => HEAVY.some((heavy) => (heavy.startsWith('/') ? url.includes(heavy) : url === heavy)));

describe.each([
  ['from the sources', COMMAND_OF_CHECKOUT],
  ['bundled', BIN],
])('%s', (_, bin) => {
  test.each([[['inbox', '--json']], [['ask', 'Which colour?', '--session', 's']], [['state', 's']], [['history']]])(
    'askonce %j',
    async (args) => {
      const loaded = await loadedBy(bin, ...args);
      expect(loaded.some((url) => url.endsWith('/src/engine/engine.ts'))).toBe(true);
      expect(heavyIn(loaded)).toEqual([]);
    },
  );

  test('askonce --help', async () => {
    const loaded = await loadedBy(bin, '--help');
    expect(loaded.some((url) => url.endsWith('/src/surfaces/cli/command-line.ts'))).toBe(true);
    // A driver is the heaviest of all; loading it takes longer than everything else that --help does.
    const light = loaded.filter(
      (url) => !/better-sqlite3|\/pg\/|engine|\/store\/|store-location|\/askonce\.ts/.test(url),
    );
    expect(light).toEqual(loaded);
  });

  // The control: where something heavy is loaded, this test sees it. Elsewhere than on this machine it ends at once, for want of tokens.
  test('askonce serve is told apart', async () => {
    const heavy = heavyIn(await loadedBy(bin, 'serve', '--host', '192.0.2.1'));
    expect(heavy).toContain('node:http');
    expect(heavy.some((url) => url.includes('/fastify/'))).toBe(true);
  });
});

test('bundled, the command loads few files', async () => {
  const files = (await loadedBy(BIN, 'ask', 'Which colour?')).filter((url) => url.startsWith('file:'));
  expect(files.filter((url) => url.includes('/dist/')).length).toBeLessThan(40);
  expect(files.filter((url) => url.endsWith('.ts'))).toEqual([]);
});
