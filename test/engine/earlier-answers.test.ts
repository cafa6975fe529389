/** Which earlier answers serve a question, and which do not. */
import { expect, it } from 'vitest';
import { only, parkedId, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const SIZES = { question: 'Which size?', options: ['small', 'large'] } as const;

describeOnStores('an earlier answer', (store) => {
  // shows: R1
  it('of one’s own words does not serve where only the options count, nor several where one is asked for', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(SIZES, { wait: false })), 'a bit of both');
    expect((await session.ask(SIZES, { wait: false })).answer).toBe('a bit of both');
    expect((await session.ask({ ...SIZES, strictOptions: true }, { wait: false })).status).toBe('parked');
    const other = askonce.session('t');
    const several = { ...SIZES, multiSelect: true };
    await askonce.questions.answer(parkedId(await other.ask(several, { wait: false })), ['small', 'large']);
    expect((await other.ask(several, { wait: false })).answer).toBe('small, large');
    expect((await other.ask(SIZES, { wait: false })).status).toBe('parked');
  });

  // shows: S003-PREFERENCE
  it('of several options is learnt as well', async () => {
    const { askonce } = await setUp(store);
    const several = { ...SIZES, multiSelect: true };
    for (const name of ['a', 'b', 'c']) {
      await askonce.questions.answer(parkedId(await askonce.session(name).ask(several, { wait: false })), [
        'small',
        'large',
      ]);
    }
    const fourth = only(await askonce.session('d').ask(several, { wait: false }));
    expect(fourth).toMatchObject({ outcome: 'auto_resolved', source: 'preference', answer: 'small, large' });
  });

  // shows: R7
  it('that was revoked is asked anew, although the job has failed at its cap since', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const first = parkedId(await session.ask(SIZES, { job: 'j', wait: false }));
    await askonce.questions.answer(first, 'small');
    const others = { ...SIZES, options: ['red', 'blue'] };
    expect((await session.ask(others, { job: 'j', wait: false })).status).toBe('failed');
    await askonce.questions.revoke(first);
    expect((await session.ask(SIZES, { job: 'j', wait: false })).status).toBe('parked');
  });
});
