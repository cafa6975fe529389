/** What became of a question, for those who know its id and nothing else. */
import { expect, it } from 'vitest';
import { askOf, parkedId, setUp, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('became', (store) => {
  it('is told of the question, not of the one who asked first', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const first = await session.ask('Which colour?', { wait: false });
    const id = parkedId(first);
    await session.ask('Which colour?', { wait: false });
    await askonce.questions.cancel({ ask: askOf(first) });
    expect(await askonce.questions.wait(id, { wait: false })).toMatchObject({ outcome: { outcome: 'cancelled' } });
    expect(await askonce.questions.outcome(id)).toMatchObject({ outcome: 'parked', id });
    const waiting = askonce.questions.outcome(id, { wait: '10m' });
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.answer(id, 'green', { by: 'ada' });
    expect(await waiting).toMatchObject({ outcome: 'answered', answer: 'green', by: 'ada' });
    clock.advance(1);
    await askonce.questions.revoke(id);
    expect(await askonce.questions.outcome(id)).toMatchObject({
      outcome: 'cancelled',
      evidence: 'the answer was taken back',
    });
  });

  it('goes on waiting with whoever is left, and ends with the last of them', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const how = { timeout: '1m', onTimeout: 'fallback', wait: false } as const;
    const id = parkedId(await session.ask('Which shape?', how));
    const second = await session.ask('Which shape?', { wait: false });
    const waiting = askonce.questions.outcome(id, { wait: '10m' });
    expect(await stateOf(waiting)).toBe('waits');
    clock.advance(60_000);
    expect(await stateOf(waiting)).toBe('waits');
    await askonce.questions.cancel({ ask: askOf(second) });
    expect(await waiting).toMatchObject({ outcome: 'cancelled', evidence: 'the asker no longer needs an answer' });
    expect(await askonce.questions.outcome('q-none')).toBeNull();
    const other = parkedId(await session.ask('Which size?', { wait: false }));
    await askonce.questions.decline(other, 'no idea');
    expect(await askonce.questions.outcome(other)).toMatchObject({ outcome: 'declined' });
  });
});
