import { expect, it } from 'vitest';
import { codeOf, only, parkedId, setUp, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FORMAT = { question: 'Which format should reports use?', options: ['YAML', 'JSON'] };

describeOnStores('a corrected answer', (store) => {
  it('reaches the job that used the old one with its next ask, at no cost to the cap, and says that it was corrected', async () => {
    const { askonce, count } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const id = parkedId(await session.ask(FORMAT, { job: 'j', wait: false }));
    await askonce.questions.answer(id, 'YAML', { surface: 'page' });
    expect(only(await session.ask(FORMAT, { job: 'j' }))).toMatchObject({ answer: 'YAML' });

    const { status, clarification } = await askonce.questions.correct(id, 'JSON', {
      because: 'no parser reads it',
      by: 'ana',
      surface: 'page',
    });
    expect(status).toBe('accepted');
    expect(clarification).toMatchObject({ succeeds: id, answer: 'JSON', by: 'ana', status: 'answered' });
    const again = only(await session.ask(FORMAT, { job: 'j' }));
    expect(again).toMatchObject({ outcome: 'auto_resolved', source: 'history', answer: 'JSON', id: clarification.id });
    expect(again).toHaveProperty('evidence', expect.stringContaining('corrected “YAML” to “JSON” (page)'));
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(1);
    expect(await askonce.questions.get(id)).toMatchObject({
      status: 'revoked',
      answer: 'YAML',
      because: 'no parser reads it',
    });
    const told = (await trail(askonce)).filter(({ type }) => type === 'clarification.corrected');
    expect(told).toMatchObject([
      {
        clarification: id,
        job: 'j',
        session: 's',
        data: { was: 'YAML', answer: 'JSON', correctedBy: clarification.id },
      },
    ]);
  });

  it('can be read and waited for like any other, and takes no place in what a session has asked', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const id = parkedId(await session.ask(FORMAT, { job: 'j', wait: false }));
    await askonce.questions.answer(id, 'YAML');
    const { clarification } = await askonce.questions.correct(id, 'JSON');
    const found = await askonce.questions.wait(clarification.id, { wait: false });
    expect(found?.outcome).toMatchObject({ outcome: 'answered', answer: 'JSON' });
    expect(await askonce.questions.outcome(clarification.id)).toMatchObject({ answer: 'JSON' });
    expect(Object.keys(await session.states())).toEqual(['agent']);
    // Revoked in its turn, it is asked again at no cost.
    await askonce.questions.revoke(clarification.id);
    expect((await session.ask(FORMAT, { job: 'j', wait: false })).status).toBe('parked');
  });

  it('is corrected again, and not where there is no answer that holds', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask(FORMAT, { wait: false }));
    expect(await codeOf(askonce.questions.correct(id, 'JSON'))).toBe('not_correctable');
    await askonce.questions.answer(id, 'YAML');
    expect((await askonce.questions.correct(id, 'YAML')).status).toBe('replayed');
    const second = (await askonce.questions.correct(id, 'JSON')).clarification.id;
    expect(await codeOf(askonce.questions.correct(id, 'YAML'))).toBe('not_correctable');
    const third = (await askonce.questions.correct(second, 'YAML')).clarification;
    expect(only(await session.ask(FORMAT))).toMatchObject({ answer: 'YAML', id: third.id });
    expect(await codeOf(askonce.questions.correct('q-none', 'YAML'))).toBe('clarification_unknown');
  });

  it('is checked like any other: one that the question cannot take changes nothing', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask({ ...FORMAT, strictOptions: true }, { wait: false }));
    await askonce.questions.answer(id, 'YAML');
    expect(await codeOf(askonce.questions.correct(id, 'TOML'))).toBe('answer_refused');
    expect(await askonce.questions.get(id)).toMatchObject({ status: 'answered', answer: 'YAML' });
  });

  it('unlearns what the old one taught, and an answer that was to be remembered is remembered anew', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask(FORMAT, { wait: false }));
    await askonce.questions.answer(id, 'YAML', { remember: true });
    await askonce.questions.correct(id, 'JSON');
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'JSON', origin: 'set' }]);
    expect(only(await askonce.session('other').ask(FORMAT))).toMatchObject({ source: 'preference', answer: 'JSON' });
  });

  it('of a dangerous question is the person’s own No, and no approval is corrected', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const drop = { question: 'Should I delete the table users?', type: 'CONFIRM' } as const;
    const id = parkedId(await session.ask(drop, { job: 'j', wait: false }));
    await askonce.questions.answer(id, 'yes');
    await askonce.questions.correct(id, 'no');
    expect(only(await session.ask(drop, { job: 'j' }))).toMatchObject({ answer: 'No' });
    const call = await session.approve({ tool: 'Bash', input: { command: 'ls' }, callId: 'c' }, { wait: false });
    await askonce.approvals.decide(call.id!, { decision: 'deny' });
    expect(await codeOf(askonce.questions.correct(call.id!, 'yes'))).toBe('not_correctable');
  });
});
