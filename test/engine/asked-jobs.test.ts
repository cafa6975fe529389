/** Jobs that were asked about, where something else happens than an answer in time: nothing but their own question moves them. */
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/core/policy.ts';
import { violationsIn } from '../crash/invariants.ts';
import { parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const CONFLICT = 'hot frozen cheese';

describeOnStores('a job whose prompt was asked about', (store) => {
  it('does not run, so nobody can ask in its name: no other answer is taken for the one about its prompt', async () => {
    const { askonce, db } = await setUp(store);
    const session = askonce.session('kitchen', { policy: 'interactive' });
    const other = parkedId(await session.ask('Which colour?', { wait: false }));
    for (const policy of ['interactive', 'job'] as const) {
      const { job } = await askonce.jobs.submit(CONFLICT, { session: 'kitchen', policy, id: `job-${policy}` });
      for (const question of ['Which colour?', 'Which size?'])
        await expect(session.ask(question, { job: job.id, wait: false })).rejects.toMatchObject({
          code: 'job_not_running',
          message: expect.stringContaining(job.clarificationId!),
        });
    }
    await askonce.answer(other, 'hot pink');
    expect((await askonce.job('job-job'))?.clarificationStatus).toBe('asked');
    await askonce.jobs.answer('job-job', 'hot');
    expect(await askonce.job('job-interactive')).toMatchObject({ state: 'RUNNING', clarificationAnswer: 'hot' });
    expect(await violationsIn(db)).toEqual([]);
  });

  it('is told of from its beginning, however its question is settled', async () => {
    const { askonce, db, clock } = await setUp(store);
    const strict = { ...POLICIES.job, name: 'strict', scope: 'session' } as const;
    const submit = (prompt: string, session: string, more = {}) => askonce.jobs.submit(prompt, { session, ...more });
    const asked = await submit(CONFLICT, 'kitchen');
    await askonce.jobs.answer(asked.job.id, 'hot');
    const known = await submit(CONFLICT, 'kitchen');
    expect(known.job).toMatchObject({ state: 'QUEUED', clarificationStatus: 'skipped', clarificationId: null });
    const declined = await submit('hot frozen soup', 'kitchen');
    await askonce.decline(declined.clarification!.id);
    const again = await submit('hot frozen soup', 'kitchen');
    expect(again.job).toMatchObject({ state: 'ERROR', clarificationStatus: 'skipped', spec: null });
    expect(again.job.error).toMatch(/did not resolve ambiguity.*declined/);
    await submit(CONFLICT, 'cellar', { policy: strict });
    expect((await submit('hot frozen soup', 'cellar', { policy: strict })).job.state).toBe('ERROR');
    const silent = await submit(CONFLICT, 'attic', { deadline: '1m', onTimeout: 'fallback' });
    const shared = await submit(CONFLICT, 'attic');
    expect(shared.job.clarificationId).toBe(silent.job.clarificationId);
    clock.advance(61_000);
    await askonce.jobs.answer(shared.job.id, 'frozen');
    expect(await askonce.job(silent.job.id)).toMatchObject({ state: 'RUNNING', clarificationStatus: 'skipped' });
    expect(await askonce.job(shared.job.id)).toMatchObject({ state: 'RUNNING', clarificationStatus: 'answered' });
    expect(await violationsIn(db)).toEqual([]);
  });
});
