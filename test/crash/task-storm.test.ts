/** A short storm over tasks with real agents. `npm run storm -- --tasks 500` is a long one. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type StoreKind, sqlite } from '../support/stores.ts';
import { rageOnTasks } from './task-storm.ts';

async function newStore(kind: StoreKind): Promise<{ address: string; folder: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-tasks-')));
  const made = await kind.make(folder);
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { address: made.where.db!, folder };
}

const KILLS = Number(process.env.ASKONCE_STORM_KILLS ?? 8);
const TASKS = Number(process.env.ASKONCE_STORM_TASKS ?? 50);

describe('a storm of tasks', () => {
  it(`completes each of ${TASKS} once with its own answers, whenever its worker is killed, and leaves no process behind`, async () => {
    const { address, folder } = await newStore(sqlite);
    const log = await rageOnTasks({ address, folder, tasks: TASKS, kills: KILLS, limitMs: 100_000 });
    process.stdout.write(`${log.kills} kills, ${log.runs} runs of agents in ${log.seconds.toFixed(1)} s\n`);
    expect(log.faults).toEqual([]);
    expect(log.kills).toBeGreaterThanOrEqual(KILLS);
  }, 180_000);
});
