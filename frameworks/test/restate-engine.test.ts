/** `askonce serve --engine restate`: Restate's own server places the tasks of a storm on several workers, which are killed at random. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAskOnce } from 'askonce';
import { expect, it, onTestFinished } from 'vitest';
import { rageOnTasks, TASK_AGENT } from '../../test/slow/crash/task-storm.ts';
import { frontOf } from '../../test/support/front.ts';
import type {} from '../../test/support/postgres.setup.ts';
import { postgres } from '../../test/support/stores.ts';
import { freePort, killed, startRestate } from './support/restate-server.ts';

const BIN = join(import.meta.dirname, '..', 'node_modules', 'askonce', 'bin', 'askonce.js');
const WORKERS = 3;

/** Workers that Restate reaches through a load balancer. */
async function workersOn(options: {
  readonly exec: string;
  readonly concurrency: number;
  readonly choose?: () => number;
}) {
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
  // Nothing listens at the last one.
  const urls = [...ports, await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const front = await frontOf(urls, options.choose ?? (() => Math.floor(Math.random() * WORKERS)));
  const workers = ports.map((port) => [
    ...[BIN, 'serve', '--port', '0', '--db', address, '--project', folder, '--log-level', 'warn'],
    ...['--exec', options.exec, '--concurrency', String(options.concurrency), '--engine', 'restate'],
    ...['--engine-ingress', restate.ingress, '--engine-admin', restate.admin, '--engine-port', String(port)],
    ...['--engine-url', front.url],
  ]);
  return { folder, address, restate, front, workers };
}

it('completes each task of a storm once, whichever worker is killed, and Restate itself in the middle', async () => {
  const { folder, address, restate, workers } = await workersOn({ exec: `sh '${TASK_AGENT}'`, concurrency: 3 });
  const restarts: Promise<void>[] = [];
  const onKill = (kills: number) => {
    if (kills === 2) restarts.push(restate.restart());
  };
  const log = await rageOnTasks({ address, folder, tasks: 24, kills: 5, limitMs: 100_000, workers, onKill });
  expect(log.faults).toEqual([]);
  expect(log.kills).toBeGreaterThanOrEqual(5);
  expect(restarts).toHaveLength(1);
  await Promise.all(restarts);
});

it('starts a job only where Restate has placed it, and uses every worker', async () => {
  let reached = 0;
  const choose = () => (reached === 0 ? WORKERS : Math.floor(Math.random() * reached));
  const { folder, address, front, workers } = await workersOn({ exec: 'sleep 0.5; echo done', concurrency: 1, choose });
  const askonce = await openAskOnce({ db: address, project: folder });
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) await killed(child);
    await askonce.close();
  });
  for (const args of workers) {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    reached = children.push(child);
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said).toContain('AskOnce is listening');
  }
  reached = 0;
  const jobs = [];
  for (let n = 0; n < 12; n += 1) jobs.push((await askonce.jobs.queue(`task ${n}`)).id);
  const placings = () => front.went.filter((one) => one.includes('/invoke/')).length;
  await expect.poll(placings).toBeGreaterThan(5);
  for (const id of jobs) expect(await askonce.jobs.get(id)).toMatchObject({ state: 'QUEUED', runs: 0 });
  reached = WORKERS;
  for (const id of jobs) await expect.poll(async () => (await askonce.jobs.get(id))?.state).toBe('COMPLETE');
  const started = (await askonce.events.list({ limit: 1_000 })).filter(({ type }) => type === 'job.started');
  expect(started).toHaveLength(jobs.length);
  expect(new Set(started.map(({ data }) => data.worker)).size).toBe(WORKERS);
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

it.each([
  ['--engine-host', '0.0.0.0', '--engine-host 0.0.0.0 is no address that Restate can call. Add --engine-url'],
  ['--engine-identity-key', 'secret', '--engine-identity-key must be a public key of Restate: publickeyv1_'],
])('refuses %s %s before it starts', (flag, value, says) => {
  const serve = [BIN, 'serve', '--port', '0', '--engine', 'restate', flag, value];
  const { status, stderr } = spawnSync(process.execPath, serve, { cwd: tmpdir(), encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain(says);
});

it('sends its token to Restate, and refuses requests that Restate has not signed', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-engine-')));
  const tokens: string[] = [];
  const restate = createServer((request, reply) => {
    tokens.push(`${request.url} ${request.headers.authorization}`);
    reply.end('{}');
  }).listen(0, '127.0.0.1');
  await once(restate, 'listening');
  const at = `http://127.0.0.1:${(restate.address() as AddressInfo).port}`;
  const port = String(await freePort());
  const serve = [BIN, 'serve', '--port', '0', '--db', join(folder, 'askonce.db'), '--project', folder];
  const engine = ['--engine', 'restate', '--engine-admin', at, '--engine-ingress', at, '--engine-port', port];
  // The key of the examples in Restate's documentation.
  const key = 'publickeyv1_w7YHemBctH5Ck2nQRQ47iBBqhNHy4FV7t2Usbye2A6f';
  const env = { ...process.env, ASKONCE_ENGINE_TOKEN: 'token-of-askonce' };
  const child = spawn(process.execPath, [...serve, ...engine, '--engine-identity-key', key], { cwd: folder, env });
  onTestFinished(async () => {
    await killed(child);
    restate.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await expect.poll(() => tokens).toContain('/deployments Bearer token-of-askonce');
  const askonce = await openAskOnce({ db: join(folder, 'askonce.db'), project: folder });
  onTestFinished(() => askonce.close());
  const { id } = await askonce.jobs.queue('a task');
  await expect.poll(() => tokens).toContain('/askonce/run/send Bearer token-of-askonce');
  const unsigned = await fetch(`http://127.0.0.1:${port}/invoke/askonce/run`, {
    method: 'POST',
    body: JSON.stringify(id),
  });
  expect(unsigned.status).toBe(401);
});
