/** A job that is answered in the process that made it: nothing is read first, and whoever comes late hears the same as elsewhere. */
import { expect, it } from 'vitest';
import { codeOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('a job answered where it was made', (kind) => {
  it('is told what another answer came to that was given to its question, also once that is taken back', async () => {
    const { askonce } = await setUp(kind);
    const taken = await askonce.jobs.submit('big small house');
    const revoked = await askonce.jobs.submit('loud quiet bell');
    await askonce.questions.answer(taken.clarification!.id, 'big');
    await askonce.questions.answer(revoked.clarification!.id, 'loud');
    await askonce.questions.revoke(revoked.clarification!.id);
    expect(await codeOf(askonce.jobs.answer(taken.job.id, 'small'))).toBe('already_answered');
    expect(await askonce.jobs.answer(revoked.job.id, 'loud')).toMatchObject({ status: 'replayed', answer: 'loud' });
  });

  it('takes no answer that is empty or refused, and none once it is cancelled', async () => {
    const { askonce, open } = await setUp(kind);
    const elsewhere = await open();
    const { job } = await askonce.jobs.submit('hot frozen cheese');
    expect(await codeOf(askonce.jobs.answer(job.id, ' '))).toBe('answer_empty');
    expect(await codeOf(askonce.jobs.answer(job.id, 'h\u0000t'))).toBe('answer_refused');
    expect((await askonce.jobs.get(job.id))!.state).toBe('AWAITING_RESPONSE');
    await elsewhere.jobs.cancel(job.id);
    expect(await codeOf(askonce.jobs.answer(job.id, 'hot'))).toBe(await codeOf(elsewhere.jobs.answer(job.id, 'hot')));
  });
});
