/** Jobs that were asked about, where something else happens than an answer in time: nothing but their own question moves them. */
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/core/policy.ts';
import { violationsIn } from '../crash/invariants.ts';
import { parkedId, setUp, trail } from '../support/open.ts';
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
});
