/** Jobs of seed 001 at the library: read before they are built, at most one question, one answer. */
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/core/model/policy.ts';
import { setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const CONFLICT = 'hot frozen cheese';
const CLEAR = 'a cheese sandwich';
const UNRESOLVED = 'Clarification did not resolve ambiguity. Please rephrase.';

describeOnStores('a submitted job', (store) => {
  // shows: S001-NONE-SKIPPED
  it('whose prompt is clear is skipped past the question, has its spec, and is queued for the builder', async () => {
    const { askonce } = await setUp(store);
    const { job, made, clarification } = await askonce.jobs.submit(CLEAR);
    expect({ made, clarification }).toEqual({ made: true, clarification: null });
    expect(job).toMatchObject({ state: 'QUEUED', clarificationStatus: 'skipped', clarificationId: null });
    expect(job.spec?.prompt).toContain('cheese sandwich');
    expect(await askonce.jobs.get(job.id)).toEqual(job);
  });

  // shows: S001-NONE-ASKED
  it('whose prompt contradicts itself asks, keeps the question, and is not built meanwhile', async () => {
    const { askonce } = await setUp(store);
    const built: string[] = [];
    const runner = askonce.runner({ executor: async ({ id }) => void built.push(id) });
    await runner.start();
    const { job, clarification } = await askonce.jobs.submit(CONFLICT);
    expect(job).toMatchObject({ state: 'AWAITING_RESPONSE', clarificationStatus: 'asked', spec: null });
    expect(clarification).toMatchObject({
      id: job.clarificationId,
      status: 'pending',
      question: job.clarificationQuestion,
    });
    await runner.idle();
    expect(built).toEqual([]);
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([
      job.clarificationId,
    ]);
    await runner.stop();
  });

  // shows: S001-ASKED-ANSWERED
  it('is answered and given to the builder in one step, and built once', async () => {
    const { askonce } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT);
    const { status, job: answered } = await askonce.jobs.answer(job.id, 'hot');
    expect(status).toBe('accepted');
    expect(answered).toMatchObject({
      state: 'RUNNING',
      worker: null,
      clarificationStatus: 'answered',
      clarificationAnswer: 'hot',
      clarificationAnsweredAt: expect.any(Number),
    });
    const told: unknown[] = [];
    const runner = askonce.runner({ executor: async ({ prompt, spec }) => void told.push({ prompt, spec }) });
    await runner.start();
    expect((await askonce.jobs.ended(job.id)).state).toBe('COMPLETE');
    expect(told).toEqual([{ prompt: `${CONFLICT}\n\nClarification Answer: hot`, spec: answered.spec }]);
    await runner.stop();
  });

  // shows: S001-STILL-CONFLICT
  it('whose answer settles nothing fails with the seed’s words, and the answer is kept', async () => {
    const { askonce } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT);
    const answered = await askonce.jobs.answer(job.id, 'I don’t know');
    const { job: failed } = answered;
    expect(answered).toMatchObject({ settled: false, error: UNRESOLVED, code: 'clarification_unresolved' });
    expect(failed).toMatchObject({
      state: 'ERROR',
      error: UNRESOLVED,
      clarificationStatus: 'answered',
      clarificationAnswer: 'I don’t know',
      spec: null,
    });
    expect(await askonce.jobs.answer(job.id, 'I don’t know')).toEqual({ ...answered, status: 'replayed' });
  });

  it('is built once for a thousand answers at once: one wins, the others are told who', async () => {
    const { askonce } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT);
    const all = await Promise.allSettled(
      Array.from({ length: 1000 }, (_, n) => askonce.jobs.answer(job.id, n % 2 ? 'hot' : 'frozen', { by: `p${n}` })),
    );
    const won = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const lost = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(won.filter(({ status }) => status === 'accepted')).toHaveLength(1);
    const answer = won[0]!.job.clarificationAnswer;
    expect(lost).toHaveLength(500);
    for (const error of lost)
      expect(error).toMatchObject({ code: 'already_answered', details: { winner: { answer } } });
    const runs: number[] = [];
    const runner = askonce.runner({ executor: async ({ run }) => void runs.push(run) });
    await runner.start();
    await askonce.jobs.ended(job.id);
    expect(runs).toEqual([1]);
    await runner.stop();
  });

  it('is told the same for the same key, whatever the answer says then; another key is told who won', async () => {
    const { askonce } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT);
    const first = await askonce.jobs.answer(job.id, 'hot', { idempotencyKey: 'k1' });
    const again = await askonce.jobs.answer(job.id, 'frozen', { idempotencyKey: 'k1' });
    expect(again).toEqual({ ...first, status: 'replayed' });
    await expect(askonce.jobs.answer(job.id, 'frozen', { idempotencyKey: 'k2' })).rejects.toMatchObject({
      code: 'already_answered',
    });
  });

  it('can be answered on any surface, and is built all the same', async () => {
    const { askonce } = await setUp(store);
    const { job, clarification } = await askonce.jobs.submit(CONFLICT);
    await askonce.questions.answer(clarification!.id, '1', { surface: 'repl' });
    expect(await askonce.jobs.get(job.id)).toMatchObject({ clarificationAnswer: 'hot', state: 'RUNNING' });
  });

  it('in a session that holds the answer is not asked again, and its spec says so', async () => {
    const { askonce } = await setUp(store);
    const first = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    await askonce.jobs.answer(first.job.id, 'hot');
    const second = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    expect(second.job).toMatchObject({ state: 'QUEUED', clarificationStatus: 'skipped' });
    expect(second.job.spec?.settled).toMatchObject([{ answer: 'hot', source: 'history' }]);
    expect(second.clarification).toBeNull();
    const other = await askonce.jobs.submit('hot frozen soup', { session: 'kitchen' });
    expect(other.job.clarificationStatus).toBe('asked');
  });

  it('shares the question of another job that was asked the same, and one answer has both built', async () => {
    const { askonce } = await setUp(store);
    const [one, other] = await Promise.all([
      askonce.jobs.submit(CONFLICT, { session: 'kitchen' }),
      askonce.jobs.submit(CONFLICT, { session: 'kitchen' }),
    ]);
    expect(other.job.clarificationId).toBe(one.job.clarificationId);
    await askonce.jobs.answer(other.job.id, 'frozen');
    for (const { job } of [one, other])
      expect(await askonce.jobs.get(job.id)).toMatchObject({ state: 'RUNNING', clarificationAnswer: 'frozen' });
  });

  it('in a session whose answer settled nothing fails at once and asks nobody', async () => {
    const { askonce } = await setUp(store);
    const first = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    await askonce.jobs.answer(first.job.id, 'no idea');
    const second = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    expect(second.job).toMatchObject({ state: 'ERROR', error: UNRESOLVED, clarificationStatus: 'skipped' });
  });

  // shows: S001-POST-IS-NEW
  it('is always a new one, but for the same id with the same prompt', async () => {
    const { askonce } = await setUp(store);
    const one = await askonce.jobs.submit(CONFLICT);
    const two = await askonce.jobs.submit(CONFLICT);
    expect(one.job.id).not.toBe(two.job.id);
    const again = await askonce.jobs.submit(CONFLICT, { id: one.job.id });
    expect(again).toMatchObject({ job: one.job, made: false, clarification: { id: one.job.clarificationId } });
    await expect(askonce.jobs.submit(CLEAR, { id: one.job.id })).rejects.toMatchObject({ code: 'job_exists' });
    await expect(askonce.jobs.submit('hot frozen soup', { id: one.job.id })).rejects.toMatchObject({
      code: 'job_exists',
    });
  });

  it('gives its builder no question: answered or skipped, it is at the cap', async () => {
    const { askonce } = await setUp(store);
    const asked = await askonce.jobs.submit(CONFLICT);
    await askonce.jobs.answer(asked.job.id, 'hot');
    const clear = await askonce.jobs.submit(CLEAR);
    const outcomes: unknown[] = [];
    const runner = askonce.runner({
      executor: async (_job, { ask }) => {
        const { items } = await ask('Which colour should it have?');
        outcomes.push(items[0]!.outcome);
      },
    });
    await runner.start();
    await Promise.all([asked, clear].map(({ job }) => askonce.jobs.ended(job.id)));
    expect(outcomes).toEqual(['failed', 'failed']);
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    await runner.stop();
  });

  it('under a policy with more asks leaves its builder the rest of them', async () => {
    const { askonce } = await setUp(store);
    const policy = { ...POLICIES.job, name: 'talkative', cap: 2 } as const;
    const asked = await askonce.jobs.submit(CONFLICT, { policy });
    await askonce.jobs.answer(asked.job.id, 'hot');
    const clear = await askonce.jobs.submit(CLEAR, { policy });
    askonce.events.on(
      'clarification.requested',
      ({ clarification }) => void askonce.questions.answer(clarification!, 'blue'),
    );
    const outcomes: unknown[] = [];
    const runner = askonce.runner({
      executor: async (_job, { ask }) => {
        const asks = ['Which colour should it have?', 'Which size should it have?'];
        for (const question of asks) outcomes.push((await ask(question)).items[0]!.outcome);
      },
      concurrency: 1,
    });
    await runner.start();
    await Promise.all([asked, clear].map(({ job }) => askonce.jobs.ended(job.id)));
    expect(outcomes).toEqual(['answered', 'failed', 'answered', 'failed']);
    await runner.stop();
  });

  it('asks in another session anew, until it was answered the same three times', async () => {
    const { askonce } = await setUp(store);
    for (let n = 0; n < 3; n += 1) {
      const { job } = await askonce.jobs.submit(CONFLICT);
      expect(job.clarificationStatus).toBe('asked');
      await askonce.jobs.answer(job.id, 'hot');
    }
    expect((await askonce.jobs.submit(CONFLICT)).job.clarificationStatus).toBe('skipped');
  });

  it('that no longer waits takes no answer, and none that is meant for it goes to another job of the same question', async () => {
    const { askonce, clock } = await setUp(store);
    const late = await askonce.jobs.submit(CONFLICT, { session: 'kitchen', timeout: '1m' });
    const other = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    expect(other.job.clarificationId).toBe(late.job.clarificationId);
    expect(late.clarification?.deadline).toBe(clock.now() + 60_000);
    clock.advance(60_001);
    await expect(askonce.jobs.answer(late.job.id, 'hot')).rejects.toMatchObject({ code: 'clarification_closed' });
    expect(await askonce.jobs.get(late.job.id)).toMatchObject({
      state: 'ERROR',
      error: expect.stringMatching(/in time/),
    });
    expect(await askonce.jobs.get(other.job.id)).toMatchObject({
      state: 'AWAITING_RESPONSE',
      clarificationAnswer: null,
    });
    const both = await Promise.allSettled([
      askonce.jobs.cancel(other.job.id),
      askonce.jobs.answer(other.job.id, 'hot'),
    ]);
    const { state, clarificationAnswer } = (await askonce.jobs.get(other.job.id))!;
    const answered = both[1]!.status === 'fulfilled';
    expect({ state, clarificationAnswer }).toEqual({
      state: 'CANCELLED',
      clarificationAnswer: answered ? 'hot' : null,
    });
  });

  it('whose answer is taken back asks nobody anew either', async () => {
    const { askonce } = await setUp(store);
    const { job, clarification } = await askonce.jobs.submit(CONFLICT);
    await askonce.jobs.answer(job.id, 'hot');
    await askonce.questions.revoke(clarification!.id);
    const { question, type, options, subject } = clarification!;
    const runner = askonce.runner({
      executor: async (_job, { ask }) => {
        const { items } = await ask({ question, type, options, subject });
        return items[0]!.outcome;
      },
    });
    await runner.start();
    expect((await askonce.jobs.ended(job.id)).result).toBe('failed');
    await runner.stop();
  });

  it('fails where its question is declined, cancelled, or not answered in time, and says which', async () => {
    const { askonce, clock } = await setUp(store);
    const declined = await askonce.jobs.submit(CONFLICT);
    await askonce.questions.decline(declined.clarification!.id, 'ask my colleague');
    expect((await askonce.jobs.get(declined.job.id))?.error).toMatch(/declined.*ask my colleague/);
    const cancelled = await askonce.jobs.submit(CONFLICT);
    await askonce.questions.cancel({ ask: cancelled.clarification!.ask });
    expect((await askonce.jobs.get(cancelled.job.id))?.error).toMatch(/withdrawn/);
    const late = await askonce.jobs.submit(CONFLICT, { timeout: '10m', onTimeout: 'fail' });
    clock.advance(11 * 60_000);
    await askonce.questions.list({ status: 'pending' });
    expect(await askonce.jobs.get(late.job.id)).toMatchObject({
      state: 'ERROR',
      error: expect.stringMatching(/in time/),
    });
    await expect(askonce.jobs.answer(late.job.id, 'hot')).rejects.toMatchObject({ code: 'clarification_closed' });
  });

  it('is built with what nobody settled where silence is to mean that, and says what that was', async () => {
    const { askonce, clock } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT, { timeout: '10m', onTimeout: 'fallback' });
    clock.advance(11 * 60_000);
    await askonce.questions.list({ status: 'pending' });
    const gone = await askonce.jobs.get(job.id);
    expect(gone).toMatchObject({ state: 'RUNNING', clarificationStatus: 'skipped', clarificationAnswer: null });
    expect(gone?.spec?.assumptions[0]).toMatch(/hot.*frozen.*nobody answered/);
  });

  it('is not saved by an answer that comes after the deadline', async () => {
    const { askonce, clock } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT, { timeout: '10m', onTimeout: 'fail' });
    clock.advance(11 * 60_000);
    await expect(askonce.jobs.answer(job.id, 'hot')).rejects.toMatchObject({ code: 'clarification_closed' });
    expect(await askonce.jobs.get(job.id)).toMatchObject({ state: 'ERROR', clarificationStatus: 'asked' });
  });

  it('that is cancelled while its question waits is not built, and its question is gone', async () => {
    const { askonce } = await setUp(store);
    const { job } = await askonce.jobs.submit(CONFLICT);
    await askonce.jobs.cancel(job.id);
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    await expect(askonce.jobs.answer(job.id, 'hot')).rejects.toMatchObject({ code: 'clarification_closed' });
    expect(await askonce.jobs.get(job.id)).toMatchObject({ state: 'CANCELLED', clarificationStatus: 'asked' });
  });

  it('that was not asked has nothing to answer; one that is not there neither', async () => {
    const { askonce } = await setUp(store);
    const { job } = await askonce.jobs.submit(CLEAR);
    await expect(askonce.jobs.answer(job.id, 'hot')).rejects.toMatchObject({ code: 'job_not_asked', status: 409 });
    await expect(askonce.jobs.answer('job-none', 'hot')).rejects.toMatchObject({ code: 'job_unknown', status: 404 });
  });

  it('under a policy of one ask a session fails where the session has used it', async () => {
    const { askonce } = await setUp(store);
    const policy = { ...POLICIES.job, name: 'strict', scope: 'session' } as const;
    const one = await askonce.jobs.submit(CONFLICT, { session: 'kitchen', policy });
    const two = await askonce.jobs.submit('hot frozen soup', { session: 'kitchen', policy });
    expect(one.job.clarificationStatus).toBe('asked');
    expect(two.job).toMatchObject({ state: 'ERROR', clarificationStatus: 'skipped' });
    expect(two.job.error).toMatch(/^Nobody was asked “.*”: the policy “strict” allows 1 ask for each session/);
    const lenient = { ...policy, name: 'lenient', onCap: 'fallback' } as const;
    const three = await askonce.jobs.submit('hot frozen bread', { session: 'kitchen', policy: lenient });
    expect(three.job).toMatchObject({ state: 'QUEUED', clarificationStatus: 'skipped' });
    expect(three.job.spec?.assumptions).toHaveLength(1);
  });
});
