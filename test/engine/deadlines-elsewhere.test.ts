/** Deadlines of processes that are gone, of policies, and how defaults are told. */
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/index.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { codeOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('a deadline', (store) => {
  // shows: R5
  it('of a process that is gone strikes for the job that is run again elsewhere, in time', async () => {
    const { askonce, open, clock } = await setUp(store);
    const other = await open();
    await other.session('s').ask('Which size?', { job: 'j', wait: false, timeout: '2m', onTimeout: 'fail' });
    await other.close();
    const waiting = askonce.session('s').ask('Which size?', { job: 'j' });
    // The wait has begun once its replay has been decided.
    await askonce.questions.list({ status: 'pending' });
    clock.advance(2 * MINUTE);
    expect((await waiting).status).toBe('expired');
    const late = await open();
    await late.session('t').ask('Which size?', { job: 'k', wait: false, timeout: '1m', onTimeout: 'fail' });
    clock.advance(MINUTE);
    expect((await late.session('t').ask('Which size?', { job: 'k', wait: false })).status).toBe('expired');
  });

  it('of the policy’s default needs a default for what the job waits for already, too', async () => {
    const { askonce } = await setUp(store, { policy: { ...POLICIES.interactive, name: 'd', onTimeout: 'default' } });
    const session = askonce.session('s');
    await session.ask('Which size?', { job: 'j', wait: false });
    const both = ['Which size?', { question: 'Which colour?', default: 'red' }] as never;
    expect(await codeOf(session.ask(both, { job: 'j', wait: false, timeout: '1m' }))).toBe('default_missing');
  });

  // shows: R7
  it('that takes the default is told as an automatic answer', async () => {
    const { askonce, clock } = await setUp(store);
    const heard: unknown[] = [];
    askonce.events.on('clarification.auto_resolved', ({ data }) => heard.push(data));
    const question = { question: 'Which colour?', default: 'red' };
    const asked = askonce.session('s').ask(question, { timeout: '1m', onTimeout: 'default' });
    await askonce.questions.list({ status: 'pending' });
    clock.advance(MINUTE);
    await asked;
    expect(heard).toMatchObject([{ question: 'Which colour?', answer: 'red', source: 'default' }]);
  });
});
