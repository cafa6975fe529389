import { expect, it } from 'vitest';
import { FakeClock, MINUTE } from '../../src/testing/fake-clock.ts';
import { askOf, codeOf, nextEvent, only, parkedId, setUp, trail, typesOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const SIZE = 'Which size?';

describeOnStores('an answer', (store) => {
  // shows: R3, O1-06
  it('wins where it comes first; the loser is told the winner', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open({ by: 'ben' });
    const id = parkedId(await askonce.session('s').ask(SIZE, { wait: false }));
    await askonce.questions.answer(id, 'small', { by: 'ana', surface: 'web' });
    await expect(other.questions.answer(id, 'large')).rejects.toMatchObject({
      code: 'already_answered',
      status: 409,
      details: { id, winner: { answer: 'small', by: 'ana', surface: 'web', source: 'user' } },
    });
    expect((await askonce.history()).items).toMatchObject([{ answer: 'small', by: 'ana' }]);
  });

  // shows: R3
  it('given again is a replay and changes nothing', async () => {
    const { askonce, open, count } = await setUp(store);
    const other = await open();
    const id = parkedId(
      await askonce.session('s').ask({ question: SIZE, options: ['small', 'large'] }, { wait: false }),
    );
    expect((await askonce.questions.answer(id, 'small', { by: 'ana' })).status).toBe('accepted');
    const events = await count('events');
    for (const same of ['small', 'SMALL', '1', ' small ']) {
      const receipt = await other.questions.answer(id, same, { by: 'ben' });
      expect(receipt).toMatchObject({ status: 'replayed', clarification: { answer: 'small', by: 'ana' } });
    }
    expect(await count('events')).toBe(events);
  });

  // shows: R3, O1-06, O2-05
  it('of many at once is taken exactly once', async () => {
    const { askonce, open } = await setUp(store);
    const instances = [askonce, await open(), await open()];
    const id = parkedId(await askonce.session('s').ask(SIZE, { job: 'j', wait: false }));
    const ended = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => instances[n % 3]!.questions.answer(id, `answer ${n}`)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const types = await typesOf(askonce);
    expect(types.filter((type) => type === 'clarification.answered')).toHaveLength(1);
    expect(types.filter((type) => type === 'job.resumed')).toHaveLength(1);
  });

  // shows: O1-05
  it('to nothing, or to a mistyped id, is an error and answers nothing', async () => {
    const { askonce } = await setUp(store);
    await askonce.session('s').ask(SIZE, { wait: false });
    expect(await codeOf(askonce.questions.answer('q-nothing', 'small'))).toBe('clarification_unknown');
    expect(await codeOf(askonce.questions.decline('q-nothing'))).toBe('clarification_unknown');
    expect(await codeOf(askonce.questions.revoke('q-nothing'))).toBe('clarification_unknown');
    expect(await codeOf(askonce.questions.cancel({ ask: 'a-nothing' }))).toBe('ask_unknown');
    expect(await askonce.questions.get('q-nothing')).toBeNull();
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  it('to a question that was declined, withdrawn or revoked is told that it is closed', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const declined = parkedId(await session.ask('Which a?', { wait: false }));
    await askonce.questions.decline(declined, 'no idea');
    const asked = await session.ask('Which b?', { wait: false });
    await askonce.questions.cancel({ ask: askOf(asked) });
    const revoked = parkedId(await session.ask('Which c?', { wait: false }));
    await askonce.questions.answer(revoked, 'x');
    await askonce.questions.revoke(revoked);
    for (const id of [declined, parkedId(asked), revoked]) {
      expect(await codeOf(askonce.questions.answer(id, 'x'))).toBe('clarification_closed');
    }
  });
});

describeOnStores('a question that several share', (store) => {
  it('is asked once for two jobs of a session, and costs only the one that asked first', async () => {
    const { askonce, count } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const first = session.ask(SIZE, { job: 'a' });
    await nextEvent(askonce, 'clarification.requested');
    const second = session.ask(SIZE, { job: 'b' });
    await nextEvent(askonce, 'clarification.joined');
    const [question, ...others] = (await askonce.questions.list({ status: 'pending' })).items;
    expect(others).toEqual([]);
    await askonce.questions.answer(question!.id, 'small');
    expect([only(await first), only(await second)]).toMatchObject([{ answer: 'small' }, { answer: 'small' }]);
    expect(await count('asks', 'ask_number IS NOT NULL')).toBe(1);
    expect((await session.ask('Which colour?', { job: 'b', wait: false })).status).toBe('parked');
    expect((await session.ask('Which shape?', { job: 'a', wait: false })).status).toBe('failed');
    expect((await trail(askonce)).filter(({ type }) => type === 'job.resumed').map(({ job }) => job)).toEqual([
      'a',
      'b',
    ]);
  });

  it('stays when one asker cancels, and is withdrawn with the last', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const a = await session.ask(SIZE, { job: 'a', wait: false });
    const b = await session.ask(SIZE, { job: 'b', wait: false });
    expect(parkedId(b)).toBe(parkedId(a));
    expect(await askonce.questions.cancel({ ask: askOf(a) }, { because: 'changed my mind' })).toBe(1);
    expect(await askonce.questions.get(parkedId(a))).toMatchObject({ status: 'pending' });
    expect(await askonce.questions.cancel({ ask: askOf(a) })).toBe(0);
    expect(await askonce.questions.cancel({ ask: askOf(b) })).toBe(1);
    expect((await askonce.questions.get(parkedId(a)))?.status).toBe('withdrawn');
    expect(only(await session.ask(SIZE, { job: 'a' }))).toMatchObject({
      outcome: 'cancelled',
      evidence: 'the asker cancelled: “changed my mind”',
    });
    expect((await session.ask(SIZE, { job: 'c', wait: false })).status).toBe('parked');
  });

  it('wakes the waiter whose ask was cancelled elsewhere', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open();
    const waiting = askonce.session('s').ask(SIZE);
    const { ask } = await nextEvent(askonce, 'clarification.requested');
    await other.questions.cancel({ ask: ask! });
    expect((await waiting).status).toBe('cancelled');
  });

  it('is asked anew for one of them where the answer is none of its own options', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const metric = session.ask({ question: SIZE, options: ['10 cm', '20 cm'] }, { job: 'a' });
    const { clarification } = await nextEvent(askonce, 'clarification.requested');
    const inches = session.ask({ question: SIZE, options: ['4 in', '8 in'] }, { job: 'b' });
    await nextEvent(askonce, 'clarification.joined');
    const anew = nextEvent(askonce, 'clarification.requested');
    await askonce.questions.answer(clarification!, '10 cm');
    const { clarification: second } = await anew;
    expect(await askonce.questions.get(second!)).toMatchObject({
      options: [{ label: '4 in' }, { label: '8 in' }],
      offered: { id: clarification, answer: '10 cm' },
    });
    await askonce.questions.answer(second!, '4 in');
    expect(only(await metric)).toMatchObject({ answer: '10 cm' });
    expect(only(await inches)).toMatchObject({ id: second, answer: '4 in' });
  });

  // Was a bug: one event step holds ask.expired and clarification.answered; waiters.answered ends the expired asker's wait as answered
  // before waiters.look has read its item, so it is told another outcome than the store keeps.
  it('tells an asker whose deadline had passed that it expired, though the answer came for the others', async () => {
    const { askonce, open, clock } = await setUp(store);
    // Its own clock stands still, so only the answering process notices that the deadline has passed.
    const slow = await open({ clock: new FakeClock() });
    const hurried = slow.session('s').ask(SIZE, { job: 'a', timeout: '10m', onTimeout: 'fail' });
    const { clarification } = await nextEvent(slow, 'clarification.requested');
    await askonce.session('s').ask(SIZE, { job: 'b', wait: false });
    clock.advance(15 * MINUTE);
    await askonce.questions.answer(clarification!, 'small');
    const told = (await hurried).status;
    const kept = (await askonce.session('s').ask(SIZE, { job: 'a' })).status;
    expect({ told, kept }).toEqual({ told: 'expired', kept: 'expired' });
  });
});
