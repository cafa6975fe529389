/** The real thing beside the model: one store with two AskOnce instances on it, as two processes would have it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AskOnce, AskOnceError, openAskOnce } from '../../../src/index.ts';
import { violationsAmong } from '../../support/invariants.ts';
import { withTables } from '../../support/raw-tables.ts';
import { SleepyClock } from '../../support/sleepy-clock.ts';
import type { StoreKind } from '../../support/stores.ts';
import { type Ground, groundFor } from './ground.ts';
import type { Model } from './model.ts';

/** Opens AskOnce on a store. A control passes one with a guard switched off. */
export type Opener = (db: string, root: string, clock: SleepyClock) => Promise<AskOnce>;

const openPlainly: Opener = (db, root, clock) => openAskOnce({ db, project: root, clock });

export class World {
  readonly clock = new SleepyClock();
  readonly instances: AskOnce[] = [];
  private readonly ground: Ground;
  private readonly open: Opener;

  private constructor(ground: Ground, open: Opener) {
    this.ground = ground;
    this.open = open;
  }

  static async make(kind: StoreKind, open: Opener = openPlainly): Promise<World> {
    const world = new World(await groundFor(kind), open);
    await world.start();
    return world;
  }

  /** An orderly end and a new start, with some time in between. */
  async restart(downMs: number): Promise<void> {
    await this.stop();
    this.clock.advance(downMs);
    await this.start();
  }

  async crash(): Promise<void> {
    await this.ground.crash(() => this.stop());
    await this.start();
  }

  /** Does something during which the connections break, so many milliseconds after it began; null: they hold. Nobody may notice. */
  async cutDuring<R>(ms: number | null, race: () => Promise<R>): Promise<R> {
    if (ms === null) return race();
    const cut = sleep(ms).then(() => this.ground.cut());
    const [result] = await Promise.all([race(), cut]);
    return result;
  }

  /** Every rule on the raw tables, and every question as the model remembers it. */
  async check(model: Model): Promise<void> {
    const remembered = model.questions.map(({ id, status, answer }) => ({ id, status, answer }));
    const { violations, rows } = await withTables(this.ground.raw, (tables) => ({
      violations: violationsAmong(tables),
      rows: tables.db.prepare('SELECT id, status, answer FROM clarifications ORDER BY id').all(),
    }));
    assert.deepEqual(violations, []);
    assert.deepEqual(
      rows,
      remembered.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    model.sweep(this.clock.now());
    const { items } = await this.instances[0]!.questions.list({ status: 'pending', limit: 1000 });
    assert.deepEqual(items.map(({ id }) => id).toSorted(), model.pending().toSorted());
    assert.deepEqual(await withTables(this.ground.raw, violationsAmong), []);
  }

  async end(): Promise<void> {
    await this.stop();
    await this.ground.end();
  }

  private async start(): Promise<void> {
    const { address, root } = this.ground;
    for (let n = 0; n < 2; n += 1) this.instances.push(await this.open(address, root, this.clock));
  }

  private async stop(): Promise<void> {
    await Promise.all(this.instances.splice(0).map((instance) => instance.close()));
  }
}

/** The status of what came back, or the code of the error; any other error is a fault. */
export async function said(call: Promise<{ readonly status: string }>): Promise<string> {
  try {
    return (await call).status;
  } catch (error) {
    if (error instanceof AskOnceError) return error.code;
    throw error;
  }
}
