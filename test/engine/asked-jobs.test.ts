/** Jobs that were asked about, where something else happens than an answer in time: nothing but their own question moves them. */
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/core/model/policy.ts';
import { violationsIn } from '../support/invariants.ts';
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
    await askonce.questions.answer(other, 'hot pink');
    expect((await askonce.jobs.get('job-job'))?.clarificationStatus).toBe('asked');
    await askonce.jobs.answer('job-job', 'hot');
    expect(await askonce.jobs.get('job-interactive')).toMatchObject({ state: 'RUNNING', clarificationAnswer: 'hot' });
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
    await askonce.questions.decline(declined.clarification!.id);
    const again = await submit('hot frozen soup', 'kitchen');
    expect(again.job).toMatchObject({ state: 'ERROR', clarificationStatus: 'skipped', spec: null });
    expect(again.job.error).toMatch(/^Nobody was asked “.*” again \(the person declined/);
    await submit(CONFLICT, 'cellar', { policy: strict });
    expect((await submit('hot frozen soup', 'cellar', { policy: strict })).job.state).toBe('ERROR');
    const silent = await submit(CONFLICT, 'attic', { timeout: '1m', onTimeout: 'fallback' });
    const shared = await submit(CONFLICT, 'attic');
    expect(shared.job.clarificationId).toBe(silent.job.clarificationId);
    clock.advance(61_000);
    await askonce.jobs.answer(shared.job.id, 'frozen');
    expect(await askonce.jobs.get(silent.job.id)).toMatchObject({ state: 'RUNNING', clarificationStatus: 'skipped' });
    expect(await askonce.jobs.get(shared.job.id)).toMatchObject({ state: 'RUNNING', clarificationStatus: 'answered' });
    expect(await violationsIn(db)).toEqual([]);
  });

  it('that has ended, or goes on without an answer, takes none, though its question still waits for another job', async () => {
    const { askonce, clock } = await setUp(store);
    const submit = (more = {}) => askonce.jobs.submit(CONFLICT, { session: 'kitchen', ...more });
    const waiting = await submit();
    const cancelled = await submit();
    await askonce.jobs.cancel(cancelled.job.id);
    const silent = await submit({ timeout: '1m', onTimeout: 'fallback' });
    clock.advance(61_000);
    await askonce.questions.list({ status: 'pending' });
    for (const answered of [false, true]) {
      for (const { job } of [cancelled, silent])
        await expect(askonce.jobs.answer(job.id, 'hot')).rejects.toMatchObject({ code: 'clarification_closed' });
      if (!answered) expect((await askonce.jobs.get(waiting.job.id))?.clarificationStatus).toBe('asked');
      expect((await askonce.jobs.answer(waiting.job.id, 'hot')).status).toBe(answered ? 'replayed' : 'accepted');
    }
  });

  it('is told when to give up in words that are checked, whether it has a question or not', async () => {
    const { askonce, count } = await setUp(store);
    for (const prompt of [CONFLICT, 'a cheese sandwich']) {
      const submit = (more: object) => askonce.jobs.submit(prompt, more);
      await expect(submit({ timeout: 'soon' })).rejects.toMatchObject({ code: 'duration_invalid' });
      await expect(submit({ onTimeout: 'fail' })).rejects.toMatchObject({ code: 'timeout_invalid' });
      const asking = submit({ timeout: '1m', onTimeout: 'ask again' });
      await expect(asking).rejects.toMatchObject({ code: 'timeout_invalid' });
      // Its question has no default, so silence cannot mean one.
      const byDefault = submit({ timeout: '1m', onTimeout: 'default' });
      await expect(byDefault).rejects.toMatchObject({ code: 'timeout_invalid' });
    }
    expect(await count('jobs')).toBe(0);
  });

  it('under a policy that takes the default at the deadline fails then, since there is none', async () => {
    const { askonce, clock } = await setUp(store);
    const policy = { ...POLICIES.job, name: 'hasty', onTimeout: 'default' } as const;
    const submitting = askonce.jobs.submit(CONFLICT, { policy, timeout: '1m' });
    expect((await submitting).job.clarificationStatus).toBe('asked');
    clock.advance(61_000);
    await askonce.questions.list({ status: 'pending' });
    expect((await askonce.jobs.get((await submitting).job.id))?.state).toBe('ERROR');
  });

  it('is announced before anything else is told of it', async () => {
    const { askonce } = await setUp(store);
    const asked = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    await askonce.jobs.answer(asked.job.id, 'hot');
    const known = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    const of = async (id: string) => (await trail(askonce)).filter(({ job }) => job === id).map(({ type }) => type);
    expect(await of(asked.job.id)).toEqual(['job.created', 'clarification.requested', 'job.awaiting', 'job.resumed']);
    expect(await of(known.job.id)).toEqual(['job.queued', 'clarification.auto_resolved']);
  });

  it('whose answer is taken back is built as it was answered; the same prompt asks anew, as a job of its own', async () => {
    const { askonce, db } = await setUp(store);
    const first = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    await askonce.jobs.answer(first.job.id, 'hot', { idempotencyKey: 'k' });
    await askonce.questions.revoke(first.clarification!.id);
    await expect(askonce.jobs.answer(first.job.id, 'frozen')).rejects.toMatchObject({ code: 'already_answered' });
    for (const [answer, key] of [
      ['hot', 'other'],
      ['frozen', 'k'],
    ] as const)
      expect(await askonce.jobs.answer(first.job.id, answer, { idempotencyKey: key })).toMatchObject({
        status: 'replayed',
        settled: true,
      });
    const second = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    expect(second.job.clarificationStatus).toBe('asked');
    expect(second.clarification).toMatchObject({ status: 'pending', succeeds: first.clarification!.id });
    await askonce.jobs.answer(second.job.id, 'frozen');
    expect(await askonce.jobs.get(first.job.id)).toMatchObject({ state: 'RUNNING', clarificationAnswer: 'hot' });
    expect(await violationsIn(db)).toEqual([]);
  });

  it('is not asked anew by a builder that rejects the answer, whatever the policy lets be rejected', async () => {
    const { askonce } = await setUp(store);
    const policy = { ...POLICIES.job, name: 'choosy', cap: 3, maxRejects: 2 } as const;
    const { job, clarification } = await askonce.jobs.submit(CONFLICT, { policy });
    await askonce.jobs.answer(job.id, 'hot');
    const { question, type, options, subject, id } = clarification!;
    const runner = askonce.runner({
      executor: async (_job, { ask }) => {
        const { items } = await ask({ question, type, options, subject }, { rejects: id, because: 'too hot' });
        return items[0]!.outcome;
      },
    });
    await runner.start();
    expect((await askonce.jobs.ended(job.id)).result).toBe('failed');
    expect((await askonce.questions.get(id))?.status).toBe('answered');
    await runner.stop();
  });

  it('shares its question with those who run and those who are no job: one answer serves all of them', async () => {
    const { askonce, db } = await setUp(store);
    const { question, type, options, subject } = (await askonce.jobs.submit(CONFLICT)).clarification!;
    const session = askonce.session('kitchen', { policy: 'interactive' });
    const same = { question, type, options, subject };
    const id = parkedId(await session.ask(same, { job: 'runs', wait: false }));
    const { job, clarification } = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
    expect({ joined: job.clarificationId, shown: clarification?.id }).toEqual({ joined: id, shown: id });
    expect(parkedId(await session.ask(same, { wait: false }))).toBe(id);
    await askonce.questions.answer(id, 'hot');
    const runs = await askonce.jobs.get('runs');
    expect([runs?.state, runs?.clarificationStatus]).toEqual(['RUNNING', undefined]);
    expect(await askonce.jobs.get(job.id)).toMatchObject({ state: 'RUNNING', clarificationAnswer: 'hot' });
    expect(await violationsIn(db)).toEqual([]);
  });
});
