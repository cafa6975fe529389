/** A server that goes on while its package is removed, as an upgrade or an emptied npx cache does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BIN } from '../../support/programs.ts';

const THROWS = 'data:text/javascript,process.on("SIGUSR2",()=>{throw new Error("thrown by the test")})';

it('ends with the error when it can no longer load what reports errors', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-removed-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, 'package');
  const source = dirname(dirname(BIN));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(source, part), join(installed, part), { recursive: true });
  symlinkSync(join(source, '..', 'node_modules'), join(folder, 'node_modules'));
  const bin = join(installed, 'bin', 'askonce.js');
  const server = spawn(process.execPath, ['--import', THROWS, bin, 'serve', '--port', '0'], { cwd: folder });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toContain('Press Ctrl-C to stop');
  rmSync(installed, { recursive: true });
  server.kill('SIGUSR2');
  expect(await once(server, 'exit')).toEqual([1, null]);
  expect(said).toContain('thrown by the test');
});
