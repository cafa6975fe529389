import { expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../src/index.ts';
import { codeOf, nextEvent, only, parkedId, setUp, typesOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FAILED = 'Clarification did not resolve ambiguity. Please rephrase.';
/** Seed 002, case D, word for word. */
const FALLBACK = `Previous clarification was already provided. You MUST proceed with available information.
Make reasonable assumptions and document them. Do not request further clarification.`;

const custom = (more: Partial<Policy>): Policy => ({
  name: 'custom',
  cap: 2,
  scope: 'session',
  onCap: 'fail',
  onTimeout: 'wait',
  resolvers: ['input', 'preference', 'sentinel'],
  maxRejects: 2,
  ...more,
});

describeOnStores('the policy job', (store) => {
  // shows: S001-AT-MOST-ONCE, S001-CAP-FAILS, R2
  it('lets a job ask once, and fails its next questions unseen: nobody was asked, or, after an answer, in the seed’s words', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const first = parkedId(await session.ask('Hot or cold?', { job: 'j', wait: false }));
    for (const more of ['Which size?', 'Which colour?', 'Which shape?']) {
      const result = await session.ask(more, { job: 'j' });
      expect(result.status).toBe('failed');
      const error = `“${more}” was not asked: the policy “job” allows 1 ask per job, and that limit is reached.`;
      expect(only(result)).toMatchObject({
        question: more,
        code: 'cap_reached',
        error: expect.stringContaining(error),
      });
    }
    await askonce.questions.answer(first, 'hot');
    const after = await session.ask('Which weight?', { job: 'j' });
    expect(after.items).toMatchObject([{ outcome: 'failed', error: FAILED, code: 'cap_reached' }]);
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    expect(await typesOf(askonce)).toEqual([
      'job.created',
      'clarification.requested',
      'job.awaiting',
      'ask.failed',
      'ask.failed',
      'ask.failed',
      'clarification.answered',
      'job.resumed',
      'ask.failed',
    ]);
  });

  // shows: R2
  it('counts an ask of four questions once', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const questions = ['a', 'b', 'c', 'd'].map((name) => ({ question: `What ${name}?` }));
    const result = await askonce.session('s').ask(questions, { job: 'j', wait: false });
    expect(result.items.map((item) => item.outcome)).toEqual(['parked', 'parked', 'parked', 'parked']);
    expect((await askonce.session('s').ask('What e?', { job: 'j' })).status).toBe('failed');
  });

  it('gives every job of a session an ask of its own', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    expect((await session.ask('Which size?', { job: 'a', wait: false })).status).toBe('parked');
    expect((await session.ask('Which colour?', { job: 'b', wait: false })).status).toBe('parked');
    expect((await session.ask('Which shape?', { job: 'a' })).status).toBe('failed');
  });

  // shows: R2
  it('charges nothing for what was auto-resolved, joined, repeated or replayed, and for a refused answer', async () => {
    const { askonce, count } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const shared = parkedId(await session.ask('Which size?', { job: 'other', wait: false }));
    const strict = { question: 'Which colour?', options: ['red', 'blue'], strictOptions: true };

    expect((await session.ask('Should I use TypeScript strict mode?', { job: 'j' })).status).toBe('auto_resolved');
    expect((await session.ask('Which size?', { job: 'j', wait: false })).status).toBe('parked');
    expect((await session.ask('Which size?', { job: 'j', wait: false })).status).toBe('parked');
    await askonce.questions.answer(shared, 'small');
    expect((await session.ask('Which size?', { job: 'j' })).status).toBe('answered');

    const own = parkedId(await session.ask(strict, { job: 'j', wait: false }));
    expect(await codeOf(askonce.questions.answer(own, 'green'))).toBe('answer_refused');
    expect(parkedId(await session.ask(strict, { job: 'j', wait: false }))).toBe(own);
    expect(await count('asks', `job_id = 'j' AND ask_number IS NOT NULL`)).toBe(1);
  });

  // shows: O3-01, O3-03, R2
  it('holds against many processes that ask at once: one question is shown', async () => {
    const { askonce, open, count } = await setUp(store, { policy: 'job' });
    const instances = [askonce, await open(), await open()];
    const asks = instances.flatMap((instance, at) =>
      Array.from({ length: 8 }, (_, n) => instance.session('s').ask(`What is ${at}-${n}?`, { job: 'j', wait: false })),
    );
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'parked')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(23);
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(1);
  });

  // shows: O3-01
  it('holds after a restart: what else is saved does not give the ask back', async () => {
    const { askonce, open } = await setUp(store, { policy: 'job' });
    await askonce.session('s').ask('Which size?', { job: 'j', wait: false });
    await askonce.session('s').observe('something new');
    await askonce.preferences.set('Which shape?', 'round');
    await askonce.close();
    const later = await open();
    expect((await later.session('s').ask('Which colour?', { job: 'j' })).status).toBe('failed');
  });
});

describeOnStores('the policy orchestrator', (store) => {
  // shows: S002-A-ALLOW, S002-A-SURFACE, S002-B-SAME-QUESTION
  it('allows the first question, shows it, and gives the same one back while it waits', async () => {
    const { askonce, count } = await setUp(store, { policy: 'orchestrator' });
    const pm = askonce.session('s', { asker: 'pm' });
    const id = parkedId(await pm.ask('Which payment provider?', { wait: false }));
    expect((await askonce.questions.list({ status: 'pending' })).items).toMatchObject([
      { id, question: 'Which payment provider?' },
    ]);
    expect(parkedId(await pm.ask('Which payment provider?', { wait: false }))).toBe(id);
    expect(await count('clarifications')).toBe(1);
  });

  // shows: S002-C-RESPONSE
  it('stores the response and gives it to the asker', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const pm = askonce.session('s', { asker: 'pm' });
    const waiting = pm.ask('Which payment provider?');
    const { clarification } = await nextEvent(askonce, 'clarification.requested');
    await askonce.questions.answer(clarification!, 'Adyen');
    expect(only(await waiting)).toMatchObject({ outcome: 'answered', answer: 'Adyen', source: 'user' });
    expect((await pm.history()).items).toMatchObject([{ answer: 'Adyen' }]);
  });

  // shows: S002-D-NOT-SHOWN, S002-D-FALLBACK-TEXT, O3-03
  it('never shows a second question, but answers it with the seed’s fallback text, word for word', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const pm = askonce.session('s', { asker: 'pm' });
    await askonce.questions.answer(parkedId(await pm.ask('Which payment provider?', { wait: false })), 'Adyen');
    for (const question of ['Which currency?', 'Which country?', 'Which bank?']) {
      const result = await pm.ask(question);
      expect(result.status).toBe('fallback');
      expect(only(result)).toMatchObject({ answer: FALLBACK, source: 'fallback', confidence: 0 });
    }
    expect((await askonce.questions.list({ status: 'pending' })).items).toEqual([]);
    expect((await typesOf(askonce)).filter((type) => type === 'clarification.requested')).toHaveLength(1);
  });

  // shows: S002-CAP-SCOPE
  it('counts for each asker of a session apart, over all its jobs', async () => {
    const { askonce } = await setUp(store, { policy: 'orchestrator' });
    const session = askonce.session('s');
    expect((await session.ask('Which a?', { job: '1', asker: 'pm', wait: false })).status).toBe('parked');
    expect((await session.ask('Which b?', { job: '2', asker: 'lead', wait: false })).status).toBe('parked');
    expect((await session.ask('Which c?', { job: '3', asker: 'pm', wait: false })).status).toBe('fallback');
    expect((await askonce.session('t').ask('Which d?', { asker: 'pm', wait: false })).status).toBe('parked');
  });
});

describeOnStores('policies', (store) => {
  it('have no cap when interactive, which is the default', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    for (let n = 0; n < 20; n += 1) expect((await session.ask(`What is ${n}?`, { wait: false })).status).toBe('parked');
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(0);
  });

  // shows: R2
  it('may be the user’s own: cap, scope and what happens then', async () => {
    const { askonce } = await setUp(store, { policy: custom({ onCap: 'fallback' }) });
    const session = askonce.session('s');
    const statuses: string[] = [];
    for (const [n, job] of ['a', 'b', 'c'].entries()) {
      statuses.push((await session.ask(`What is ${n}?`, { job, wait: false, fallback: 'go on' })).status);
    }
    expect(statuses).toEqual(['parked', 'parked', 'fallback']);
    expect(only(await session.ask('What else?', { fallback: 'go on' }))).toMatchObject({ answer: 'go on' });
  });

  it('may forbid to ask at all', async () => {
    const { askonce } = await setUp(store, { policy: custom({ cap: 0 }) });
    expect((await askonce.session('s').ask('What now?')).status).toBe('failed');
    expect((await askonce.session('s').ask('Should I use TypeScript strict mode?')).status).toBe('auto_resolved');
  });

  it('are refused where they are unknown or not complete', async () => {
    const { askonce, open } = await setUp(store);
    expect(() => askonce.session('s', { policy: 'lenient' as 'job' })).toThrow(
      expect.objectContaining({ code: 'policy_unknown' }),
    );
    expect(await codeOf(open({ policy: custom({ cap: -1 }) }))).toBe('policy_invalid');
    expect(await codeOf(open({ policy: custom({ scope: 'world' as 'job' }) }))).toBe('policy_invalid');
  });

  it('and askers are fixed when a session or job is made; another one is an error and asks nothing', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s', { policy: 'orchestrator', asker: 'pm' });
    await session.ask('Which a?', { wait: false });
    await session.ask('Which b?', { job: 'j', policy: 'job', asker: 'dev', wait: false });
    const before = await count('events');

    const plain = askonce.session('s');
    expect(await codeOf(plain.ask('Which c?', { policy: 'interactive' }))).toBe('policy_mismatch');
    expect(await codeOf(plain.ask('Which c?', { asker: 'lead' }))).toBe('asker_mismatch');
    expect(await codeOf(plain.ask('Which c?', { job: 'j', policy: 'interactive' }))).toBe('policy_mismatch');
    expect(await codeOf(plain.ask('Which c?', { job: 'j', asker: 'pm' }))).toBe('asker_mismatch');
    expect(await codeOf(plain.ask('Which c?', { policy: { ...POLICIES.orchestrator, cap: 9 } }))).toBe(
      'policy_mismatch',
    );
    expect(await codeOf(askonce.session('t').ask('Which c?', { job: 'j' }))).toBe('job_elsewhere');
    expect(await count('events')).toBe(before);
  });

  it('are inherited: a job that names none asks under its session’s, a handle that names none under the stored one', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s', { policy: 'orchestrator', asker: 'pm' }).ask('Which a?', { wait: false });
    const handle = askonce.session('s');
    expect((await handle.ask('Which b?', { wait: false })).status).toBe('fallback');
    expect((await handle.ask('Which c?', { job: 'sub-agent', wait: false })).status).toBe('fallback');
  });

  it('stay as they were written when they are given again in another order of fields', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s', { policy: custom({}) }).ask('Which a?', { wait: false });
    const { name, ...rest } = custom({});
    expect((await askonce.session('s', { policy: { ...rest, name } }).ask('Which b?', { wait: false })).status).toBe(
      'parked',
    );
  });
});
