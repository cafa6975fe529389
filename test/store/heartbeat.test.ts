import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { answer, park } from '../../src/testing/drive.ts';
import { beat, begun, LEASE_END } from '../../src/testing/drive-jobs.ts';
import { askCommand, NOW } from '../../src/testing/make.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('a heartbeat', (kind) => {
  // shows: O1-06-HEARTBEAT
  it('of a worker leaves a job that awaits a response awaiting it, and the answer alone resumes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'askonce-heartbeat-'));
    const made = await kind.make(folder);
    const store = await openStore(made.where.db!, folder);
    onTestFinished(async () => {
      await store.close();
      await made.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const { id, session, owner } = await begun(store);
    const question = await park(store, askCommand(session, ['Which colour?'], { job: id }));
    const waits = await store.job(id);
    expect(waits).toMatchObject({ state: 'AWAITING_RESPONSE', owner });
    for (let renewed = 1; renewed <= 5; renewed += 1)
      expect(await beat(store, owner, LEASE_END + renewed)).toEqual([id]);
    expect(await store.job(id)).toEqual(waits);
    await answer(store, question, 'blue', NOW + 1);
    expect(await store.job(id)).toMatchObject({ state: 'RUNNING', owner });
  });
});
