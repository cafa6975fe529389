/** A worker that is stopped for longer than its lease, as by SIGSTOP or a debugger: its agent must not meet its successor's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { living, until } from '../../support/processes.ts';
import { program } from '../../support/programs.ts';
import { storeOf } from '../../support/runners.ts';

const CHILD = program('test/slow/run/worker-child.ts');
const LEASE_MS = 3000;

/** Writes down which earlier agents live when it begins, then its own number, and works until it is ended. A zombie is dead. */
const AGENT = `for pid in $(cat pids 2>/dev/null); do
  case $(ps -o stat= -p $pid) in ''|Z*) ;; *) echo $pid >> met ;; esac
done
echo $$ >> pids
exec sleep 600`;

async function setUp() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-stopped-')));
  const db = join(root, 'askonce.db');
  const askonce = await openAskOnce({ db, project: root });
  const workers: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await askonce.close();
    await until(() => living(pids()).length === 0, 'the agents are gone');
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const numbers = (name: string) =>
    existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').trim().split('\n').map(Number) : [];
  const pids = () => numbers('pids');
  const worker = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [CHILD, db, root, AGENT, String(LEASE_MS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.push(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    return child;
  };
  /** The number of the agent that is begun as the nth. */
  const agent = async (n: number): Promise<number> => {
    await until(() => pids().length >= n, `agent ${n} begins`);
    return pids()[n - 1]!;
  };
  return { askonce, worker, agent, met: () => numbers('met') };
}

it('has no agent left when its successor begins, and changes nothing when it goes on', async () => {
  const { askonce, worker, agent, met } = await setUp();
  const first = await worker();
  const { id } = await askonce.jobs.queue('a task');
  const old = await agent(1);
  first.kill('SIGSTOP');
  await worker();
  const successor = await agent(2);
  expect(met()).toEqual([]);
  expect(living([old])).toEqual([]);
  first.kill('SIGCONT');
  // Once it holds a lease again, it has found out what it missed.
  const holders = async () => (await storeOf(askonce).runs.workers(Date.now())).map(({ pid }) => pid);
  await expect.poll(holders).toContain(first.pid);
  expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', runs: 2 });
  expect(living([successor])).toEqual([successor]);
});

it('runs its job again by itself where nobody has taken it: that its agent was ended is no failure of the job', async () => {
  const { askonce, worker, agent, met } = await setUp();
  const only = await worker();
  const { id } = await askonce.jobs.queue('a task');
  const old = await agent(1);
  only.kill('SIGSTOP');
  await until(() => living([old]).length === 0, 'the agent is ended');
  only.kill('SIGCONT');
  await agent(2);
  expect(met()).toEqual([]);
  expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', runs: 2 });
});

it('keeps its agent where it is stopped for less than its lease', async () => {
  const { askonce, worker, agent } = await setUp();
  const only = await worker();
  const { id } = await askonce.jobs.queue('a task');
  const old = await agent(1);
  only.kill('SIGSTOP');
  const stopped = performance.now();
  await until(() => performance.now() - stopped > LEASE_MS / 3, 'a third of the lease is over');
  only.kill('SIGCONT');
  await until(() => performance.now() - stopped > LEASE_MS * 1.5, 'the lease it had is over');
  expect(living([old])).toEqual([old]);
  expect(await askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', runs: 1 });
});
