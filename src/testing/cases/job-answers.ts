/** The person's answer about a job's prompt: written once, whatever is decided later. */
import assert from 'node:assert/strict';
import type { JobRecord } from '../../core/model/records.ts';
import type { Store } from '../../ports.ts';
import { write } from '../drive.ts';
import { readAs } from '../drive-submissions.ts';
import { jobOf, NOW, sessionOf } from '../make.ts';
import { casesAbout, refused } from '../store-under-test.ts';

export const JOB_ANSWERS = casesAbout('questions about jobs', {
  'the answer to the question about a job stays as it was given, and so does when it was given': async ({
    openings,
  }) => {
    const [store, other] = (await openings(2)) as [Store, Store];
    const session = sessionOf();
    for (const answer of ['hot', '']) {
      const job = jobOf(session.id, {
        state: 'RUNNING',
        prompt: 'hot frozen cheese',
        ...readAs('answered'),
        clarificationAnswer: answer,
      });
      const opening = answer === 'hot' ? [{ do: 'insert_session', session } as const] : [];
      await write(store, [...opening, { do: 'insert_job', job }], session.id);
      const put = (change: Partial<JobRecord>) =>
        write(
          other,
          [{ do: 'put_job', job: { ...job, ...change }, was: { state: 'RUNNING', owner: null } }],
          session.id,
        );
      await refused(put({ clarificationAnswer: 'frozen' }), 'another answer to the question about a job');
      await refused(put({ clarificationAnsweredAt: NOW + 1 }), 'another time of the answer');
      await refused(put({ clarificationAnswer: 'frozen', clarificationAnsweredAt: NOW + 1 }), 'another answer later');
      assert.deepEqual(await store.job(job.id), job);
      // All its other fields may change.
      await put({ updatedAt: NOW + 1 });
      assert.deepEqual(await store.job(job.id), { ...job, updatedAt: NOW + 1 });
    }
  },
});
