/** Whatever befalls jobs, in whatever order, through two openings: what must hold of them holds after every step. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { violationsIn } from '../../support/invariants.ts';
import { JobWorld, STEPS, type Step } from './job-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'askonce-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;

/** Runs the steps on a store of their own, and returns how often each job state was seen. */
async function live(steps: readonly Step[]): Promise<ReadonlyMap<string, number>> {
  runs += 1;
  const file = join(folder, `${runs}.db`);
  const world = await JobWorld.open(file);
  try {
    for (const step of steps) await world.take(step);
    await world.finish();
    expect(await violationsIn(file)).toEqual([]);
    return world.seen;
  } finally {
    await world.close();
    rmSync(file, { force: true });
  }
}

it('a job awaits a response exactly while it waits, has one living worker at most, moves only as it may, and ends for good', async () => {
  const seen = new Map<string, number>();
  const property = fc.asyncProperty(STEPS, async (steps) => {
    for (const [state, times] of await live(steps)) seen.set(state, (seen.get(state) ?? 0) + times);
  });
  await fc.assert(property, { numRuns: 40 });
  // A control: the steps lead everywhere, also to workers that were lost and to those that come too late.
  for (const what of [
    'QUEUED',
    'RUNNING',
    'AWAITING_RESPONSE',
    'COMPLETE',
    'ERROR',
    'CANCELLED',
    'taken over',
    'not yours',
  ])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});
