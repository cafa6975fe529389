/** `askonce serve --engine restate`: Restate's own server places the tasks of a storm on several workers, which are killed at random. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { rageOnTasks, TASK_AGENT } from '../../test/slow/crash/task-storm.ts';
import { frontOf } from '../../test/support/front.ts';
import type {} from '../../test/support/postgres.setup.ts';
import { postgres } from '../../test/support/stores.ts';
import { freePort, startRestate } from './support/restate-server.ts';

const BIN = join(import.meta.dirname, '..', 'node_modules', 'askonce', 'bin', 'askonce.js');
const WORKERS = 3;

it('completes each task of a storm once, with its own answers, whichever worker is killed', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-engine-')));
  const store = await postgres.make(folder);
  const restate = await startRestate(join(folder, 'restate'));
  onTestFinished(async () => {
    await restate.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const address = store.where.db!;
  const ports = await Promise.all(Array.from({ length: WORKERS }, freePort));
  const front = await frontOf(ports.map((port) => `http://127.0.0.1:${port}`));
  const workers = ports.map((port) => [
    ...[BIN, 'serve', '--port', '0', '--db', address, '--project', folder, '--log-level', 'warn'],
    ...['--exec', `sh '${TASK_AGENT}'`, '--concurrency', '3', '--engine', 'restate', '--engine-url', front.url],
    ...['--engine-ingress', restate.ingress, '--engine-admin', restate.admin, '--engine-port', String(port)],
  ]);
  const log = await rageOnTasks({ address, folder, tasks: 24, kills: 5, limitMs: 100_000, workers });
  expect(log.faults).toEqual([]);
  expect(log.kills).toBeGreaterThanOrEqual(5);
  const placed = front.went.filter((one) => one.includes('/invoke/')).map((one) => one.split(' ').at(-1));
  expect(new Set(placed).size).toBe(WORKERS);
});

it('says what to do when Restate cannot be reached', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-engine-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const serve = [BIN, 'serve', '--port', '0', '--db', join(folder, 'askonce.db'), '--project', folder];
  const engine = ['--engine', 'restate', '--engine-admin', nowhere, '--engine-port', '0'];
  const { status, stderr } = spawnSync(process.execPath, [...serve, ...engine], { cwd: folder, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain(`Restate at ${nowhere} does not accept the workers at http://127.0.0.1:`);
});
