/** Rejecting an answer: what it leads to, whom it costs an ask, and how often it may be done. */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../src/index.ts';
import { only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const SIZE = { question: 'Which size?', options: ['S', 'L'] };
const REWORDED = { question: 'Small or large, in words?', options: ['small', 'large'] };
const STRICT_MODE = 'Should I use TypeScript strict mode?';
const nothingPasses: StandardSchemaV1<string, unknown> = {
  '~standard': { version: 1, vendor: 'by hand', validate: () => ({ issues: [{ message: 'no good' }] }) },
};
const wait = false;

describeOnStores('a question that was rejected in other words', (store) => {
  // Was a bug: without a job the reworded question stood in for it, so its answer came back to words it was never given to.
  it.each(['no job', 'another job'])(
    'is asked anew in a session with %s, and the other keeps its answer',
    async (by) => {
      const { askonce } = await setUp(store);
      const session = askonce.session('s');
      const first = parkedId(await session.ask('Which size?', { wait }));
      await askonce.questions.answer(first, 'purple');
      const second = parkedId(await session.ask('Small or large?', { rejects: first, because: 'no size', wait }));
      await askonce.questions.answer(second, 'small');

      const again = await session.ask('Which size?', { wait, ...(by === 'no job' ? {} : { job: 'j' }) });
      expect(parkedId(again)).not.toBe(second);
      expect(await askonce.questions.get(second)).toMatchObject({ status: 'answered', answer: 'small' });
      expect((await session.ask('Small or large?')).answer).toBe('small');
    },
  );

  // Was a bug: what stood in for the question was superseded by it, though it is another question, with options of its own.
  it('does not supersede the question that its job asked instead, where that one’s answer is none of its options', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const first = parkedId(await session.ask(SIZE, { job: 'j', wait }));
    await askonce.questions.answer(first, 'purple');
    const second = parkedId(await session.ask(REWORDED, { job: 'j', rejects: first, because: 'no size', wait }));
    await askonce.questions.answer(second, 'small');

    expect(parkedId(await session.ask(SIZE, { job: 'j', wait }))).not.toBe(second);
    expect((await askonce.questions.get(second))?.status).toBe('answered');
    expect((await session.ask(REWORDED)).answer).toBe('small');
  });
});

describeOnStores('a rejection under a cap', (store) => {
  // Was a bug: what stands in for a rejected answer cost no ask, whoever had paid for the question.
  // shows: R2
  it('of answers that another asker was given buys no further question, and leaves them answered', async () => {
    const { askonce, count } = await setUp(store, { policy: 'orchestrator' });
    const session = askonce.session('s');
    const pm = { job: 'plan', asker: 'pm', wait } as const;
    const dev = { job: 'build', asker: 'dev', wait } as const;
    const given: string[] = [];
    for (const { id } of (await session.ask([{ question: 'Which a?' }, { question: 'Which b?' }], pm)).items) {
      await askonce.questions.answer(id!, 'that one');
      given.push(id!);
    }
    await askonce.questions.answer(parkedId(await session.ask('Which c?', dev)), 'this one');

    for (const [n, rejects] of given.entries()) {
      const result = await session.ask(`What about ${n}?`, { ...dev, rejects, because: 'no use to me' });
      expect(result.status).toBe('fallback');
    }
    for (const id of given) expect((await askonce.questions.get(id))?.status).toBe('answered');
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(2);
  });

  it('of another asker’s answer is paid for by the one who rejects, where it has an ask left', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const session = askonce.session('s');
    const dev = { job: 'build', asker: 'dev', wait } as const;
    const first = parkedId(await session.ask('Which a?', { job: 'plan', asker: 'pm', wait }));
    await askonce.questions.answer(first, 'that one');
    expect((await session.ask('Which a, by name?', { ...dev, rejects: first })).status).toBe('parked');
    expect((await askonce.questions.get(first))?.status).toBe('revoked');
    expect((await session.ask('Which b?', dev)).status).toBe('fallback');
  });
});

describeOnStores('the number of rejections', (store) => {
  // Was a bug: every link of the chain counted, so a person who revoked twice took the agent's rejections away.
  // shows: R8
  it('does not grow by what the person revoked themselves', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const session = askonce.session('s');
    for (let n = 0; n < 3; n += 1) {
      const id = parkedId(await session.ask('Which size?', { wait }));
      await askonce.questions.answer(id, `slip ${n}`);
      await askonce.questions.revoke(id);
    }
    let id = parkedId(await session.ask('Which size?', { wait }));
    for (const answer of ['purple', 'green']) {
      await askonce.questions.answer(id, answer);
      id = parkedId(await session.ask('Which size?', { rejects: id, because: 'no size', wait }));
    }
    await askonce.questions.answer(id, 'blue');
    expect((await session.ask('Which size?', { rejects: id, because: 'no size', wait })).status).toBe('fallback');
    expect((await askonce.questions.get(id))?.status).toBe('answered');
  });

  // Was a bug: an answer nobody gave could not be rejected under a policy that lets no answer be rejected.
  it('does not bound the rejection of an automatic answer: the person is asked', async () => {
    const never: Policy = { ...POLICIES.interactive, name: 'never', maxRejects: 0 };
    const { askonce } = await setUp(store, { policy: never });
    const session = askonce.session('s');
    const automatic = only(await session.ask(STRICT_MODE));
    expect(automatic).toMatchObject({ outcome: 'auto_resolved', source: 'best_practice' });
    const id = parkedId(await session.ask(STRICT_MODE, { rejects: automatic.id!, because: 'old code', wait }));
    expect((await askonce.questions.get(automatic.id!))?.status).toBe('revoked');
    await askonce.questions.answer(id, 'no');
    const refused = await session.ask(STRICT_MODE, { rejects: id, because: 'I want it', wait });
    expect(only(refused)).toMatchObject({ outcome: 'failed', code: 'answer_rejected' });
  });
});

describeOnStores('an automatic answer that the asker’s schema refuses', (store) => {
  // Was a bug: under the policy job, which lets no answer be rejected, the job failed before anybody had been asked.
  it('by best practice leads to the person under the policy job', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const question = { question: STRICT_MODE, schema: nothingPasses };
    const id = parkedId(await askonce.session('s').ask(question, { job: 'j', wait }));
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { id, question: STRICT_MODE, reason: 'no good' },
    ]);
    expect((await askonce.jobs.get('j'))?.state).toBe('AWAITING_RESPONSE');
  });

  it('by a preference set by hand leads to the person under the policy job', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    await askonce.preferences.set('Which port should I use?', 'eighty');
    const question = { question: 'Which port should I use?', schema: nothingPasses };
    const id = parkedId(await askonce.session('s').ask(question, { job: 'j', wait }));
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([{ id, reason: 'no good' }]);
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'eighty' }]);
  });
});
