/** What the compiler knows of an ask's result. The types are held by `tsc` of the whole project, the rest by running it. */
import { expect, expectTypeOf, it } from 'vitest';
import type { Answered, AskOptions, AskResult, Outcome, Parked, SingleAskResult } from '../../src/index.ts';
import { nextEvent, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

describeOnStores('the result of one question', (store) => {
  it('has its answer and its one item by its status', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const waits = await session.ask({ question: 'Which colour?' }, { wait: false });
    if (waits.status !== 'parked') throw new Error(`it is ${waits.status}`);
    expectTypeOf(waits.items).toEqualTypeOf<readonly [Parked]>();
    expectTypeOf(waits.answer).toEqualTypeOf<undefined>();
    await askonce.questions.answer(waits.items[0].id, 'blue', { by: 'ana' });

    // As they are taken apart, too.
    const asked = nextEvent(askonce, 'clarification.requested');
    const asking = session.ask('Which size?');
    await askonce.questions.answer((await asked).clarification!, 'small', { by: 'ana' });
    const { status, answer, items } = await asking;
    if (status !== 'answered') throw new Error(`it is ${status}`);
    expectTypeOf(answer).toEqualTypeOf<string>();
    expectTypeOf(items).toEqualTypeOf<readonly [Answered]>();
    expect([answer.toUpperCase(), items[0].by]).toEqual(['SMALL', 'ana']);
  });

  it('is known to be of one question only where it must be', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const several = await session.ask([{ question: 'Which colour?' }, { question: 'Which size?' }], { wait: false });
    expectTypeOf(several).toEqualTypeOf<AskResult>();
    expectTypeOf(several.items).toEqualTypeOf<readonly Outcome[]>();
    // An ask under the same key is given back as it was, however many it asked.
    const options: AskOptions = { idempotencyKey: 'k' };
    await session.ask([{ question: 'Which shape?' }, { question: 'Which name?' }], { ...options, wait: false });
    const keyed = await session.ask('Which shape?', { ...options, wait: false });
    expectTypeOf(keyed).toEqualTypeOf<AskResult>();
    expect(keyed.items).toHaveLength(2);
    expectTypeOf<SingleAskResult>().toExtend<AskResult>();
  });
});
