/** A short storm over tasks with real agents. `npm run storm -- --tasks 500` is a long one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../support/processes.ts';
import { postgres, type StoreKind, sqlite } from '../../support/stores.ts';
import { rageOnTasks, TASK_AGENT } from './task-storm.ts';

async function newStore(kind: StoreKind): Promise<{ address: string; folder: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-tasks-')));
  const made = await kind.make(folder);
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { address: made.where.db!, folder };
}

const KILLS = 8;
const TASKS = 50;

describe('a storm of tasks', () => {
  it(`completes each of ${TASKS} once with its own answers, whenever its worker is killed, and leaves no process behind`, async () => {
    const { address, folder } = await newStore(sqlite);
    const log = await rageOnTasks({ address, folder, tasks: TASKS, kills: KILLS, limitMs: 100_000 });
    expect(log.faults).toEqual([]);
    expect(log.kills).toBeGreaterThanOrEqual(KILLS);
    // Every task takes a run at least, those that print three.
    expect(log.runs).toBeGreaterThan(2 * TASKS);
  }, 180_000);

  it('on PostgreSQL does the same', async () => {
    const { address, folder } = await newStore(postgres);
    const log = await rageOnTasks({ address, folder, tasks: 16, kills: 3, limitMs: 100_000 });
    expect(log.faults).toEqual([]);
    expect(log.kills).toBeGreaterThanOrEqual(3);
  }, 180_000);
});

describe('the agents of the storm', () => {
  it('control: are found out where two of one task meet, and not where the first was killed', async () => {
    const { folder } = await newStore(sqlite);
    writeFileSync(join(folder, 'sleeper'), 'exec sleep 60');
    const env = { ...process.env, RECORDS: folder, NODE: '/bin/sh', AGENT: join(folder, 'sleeper') };
    const begin = async (runs: number) => {
      const agent = spawn('sh', [TASK_AGENT], { env, stdio: ['pipe', 'ignore', 'inherit'] });
      onTestFinished(() => void agent.kill('SIGKILL'));
      agent.stdin.end('node item-0');
      await until(() => recorded('runs').length === runs, `${runs} runs`);
      return agent;
    };
    const recorded = (name: string) => {
      const file = join(folder, name);
      return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    };
    const first = await begin(1);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = await begin(2);
    expect(recorded('overlaps')).toEqual([]);
    const third = await begin(3);
    expect(recorded('overlaps')).toEqual([`item-0: ${third.pid} met ${second.pid}`]);
  });

  it('control: of a task that was answered for another are found out', async () => {
    const { address, folder } = await newStore(sqlite);
    const log = await rageOnTasks({
      address,
      folder,
      tasks: 4,
      kills: 0,
      limitMs: 100_000,
      answerFor: 'item-3',
    });
    expect(log.faults).toEqual(
      [0, 1, 2].map((n) => expect.stringContaining(`item-${n} is COMPLETE: item-${n}: first-of-item-3`)),
    );
  }, 60_000);
});
