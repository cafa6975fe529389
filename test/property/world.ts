/** The real thing beside the model: one store file with two AskOnce instances on it, as two processes would have it. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type AskOnce, AskOnceError, openAskOnce } from '../../src/index.ts';
import { violationsIn } from '../crash/invariants.ts';
import { FakeClock } from '../support/fake-clock.ts';
import type { Model } from './model.ts';

/** Time that may also pass without any timer going off, as it does for a machine that sleeps. */
export class SleepyClock extends FakeClock {
  private slept = 0;

  /** No timer ever goes off: deadlines strike where somebody looks, which the model can follow step by step. */
  override after(): () => void {
    return () => {};
  }

  override now(): number {
    return super.now() + this.slept;
  }

  sleep(ms: number): void {
    this.slept += ms;
  }
}

/** Opens AskOnce on a file. A control passes one with a guard switched off. */
export type Opener = (db: string, root: string, clock: SleepyClock) => Promise<AskOnce>;

const openPlainly: Opener = (db, root, clock) => openAskOnce({ db, projectRoot: root, clock });

export class World {
  readonly clock = new SleepyClock();
  readonly instances: AskOnce[] = [];
  private readonly root = mkdtempSync(join(tmpdir(), 'askonce-property-'));
  private readonly open: Opener;
  private file = join(this.root, 'store-0.db');
  private crashes = 0;

  private constructor(open: Opener) {
    this.open = open;
  }

  static async make(open: Opener = openPlainly): Promise<World> {
    const world = new World(open);
    await world.start();
    return world;
  }

  /** An orderly end and a new start, with some time in between. */
  async restart(downMs: number): Promise<void> {
    await this.stop();
    this.clock.advance(downMs);
    await this.start();
  }

  /** The disk as a power cut would leave it: what was written so far, closed by nobody. */
  async crash(): Promise<void> {
    this.crashes += 1;
    const left = join(this.root, `store-${this.crashes}.db`);
    for (const part of ['', '-wal']) if (existsSync(this.file + part)) copyFileSync(this.file + part, left + part);
    await this.stop();
    this.file = left;
    await this.start();
  }

  /** Every rule on the raw tables, and every question as the model remembers it. */
  async check(model: Model): Promise<void> {
    assert.deepEqual(violationsIn(this.file), []);
    const db = new Database(this.file, { readonly: true, timeout: 5000 });
    const rows = db.prepare('SELECT id, status, answer FROM clarifications ORDER BY id').all();
    db.close();
    const remembered = model.questions.map(({ id, status, answer }) => ({ id, status, answer }));
    assert.deepEqual(
      rows,
      remembered.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    model.sweep(this.clock.now());
    const { items } = await this.instances[0]!.pending({ limit: 1000 });
    assert.deepEqual(items.map(({ id }) => id).toSorted(), model.pending().toSorted());
    assert.deepEqual(violationsIn(this.file), []);
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.root, { recursive: true, force: true });
  }

  private async start(): Promise<void> {
    for (let n = 0; n < 2; n += 1) this.instances.push(await this.open(this.file, this.root, this.clock));
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
