import { expect, it } from 'vitest';
import { codeOf, only, parkedId, setUp, typesOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const HOUR = 3_600_000;

describeOnStores('a question that was put off', (store) => {
  it('is out of the inbox until then, and returns by itself', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask('Which size?', { wait: false }));
    const other = parkedId(await session.ask('Which colour?', { wait: false }));
    const { clarification } = await askonce.questions.snooze(id, '2h', { by: 'ana' });
    expect(clarification.snoozedUntil).toBe(clock.now() + 2 * HOUR);
    const inbox = async () => (await askonce.questions.list({ status: 'pending' })).items.map((one) => one.id);
    expect(await inbox()).toEqual([other]);
    expect((await askonce.questions.list({ status: 'pending', snoozed: 'only' })).items).toMatchObject([{ id }]);
    expect((await askonce.questions.count({ status: 'pending' })).count).toBe(1);

    // The timer of the process brings it back; nothing has to be listed for that.
    const returned = new Promise((resolve) => askonce.events.on('clarification.returned', resolve));
    clock.advance(2 * HOUR);
    expect(await returned).toMatchObject({ clarification: id, data: { question: 'Which size?' } });
    expect(await inbox()).toEqual([id, other]);
  });

  it('can be answered all the same, and then does not return', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask('Which size?', { wait: false }));
    await askonce.questions.snooze(id, '2h');
    await askonce.questions.answer(id, 'small');
    clock.advance(3 * HOUR);
    await askonce.questions.list({ status: 'pending' });
    expect(only(await session.ask('Which size?'))).toMatchObject({ answer: 'small' });
    expect(await typesOf(askonce)).not.toContain('clarification.returned');
    expect(await codeOf(askonce.questions.snooze(id, '2h'))).toBe('already_answered');
  });

  it('returns at once where the person wants it back, and keeps its deadline', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask('Which size?', { wait: false, timeout: '1h', onTimeout: 'fail' }));
    await askonce.questions.snooze(id, new Date(clock.now() + 2 * HOUR));
    expect((await askonce.questions.snooze(id, null)).clarification.snoozedUntil).toBeNull();
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await askonce.questions.snooze(id, '2h');
    clock.advance(HOUR);
    await askonce.questions.list({ status: 'pending' });
    expect(await askonce.questions.get(id)).toMatchObject({ status: 'withdrawn' });
    expect(await codeOf(askonce.questions.snooze('q-none', '2h'))).toBe('clarification_unknown');
    expect(await codeOf(askonce.questions.snooze(id, 'soon'))).toBe('duration_invalid');
  });
});
