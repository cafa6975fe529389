import { expect, it } from 'vitest';
import { codeOf, endOf, nextEvent, only, parkedId, setUp, trail } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const SIZE = { question: 'Which size?' };
const COLOUR = { question: 'Which colour?' };
const STRICT = { question: 'Should I use TypeScript strict mode?' };

describeOnStores('a job that is run again', (store) => {
  // shows: S001-PERSIST, O1-02, O2-05
  it('after its process died gets the answer that was given meanwhile', async () => {
    const { askonce, open, sql } = await setUp(store, { policy: 'job' });
    const died = askonce.session('s').ask(SIZE, { job: 'j' });
    const { clarification } = await nextEvent(askonce, 'clarification.requested');
    await Promise.all([expect(codeOf(died)).resolves.toBe('engine_closed'), askonce.close()]);

    const person = await open();
    await person.questions.answer(clarification!, 'small', { by: 'ana' });
    await person.close();

    const rerun = await open();
    expect(only(await rerun.session('s').ask(SIZE, { job: 'j' }))).toMatchObject({
      outcome: 'answered',
      id: clarification,
      answer: 'small',
      by: 'ana',
    });
    const rows = await sql(
      `SELECT c.answer, i.job_id FROM clarifications c JOIN ask_items i ON i.clarification_id = c.id`,
    );
    expect(rows).toEqual([{ answer: 'small', job_id: 'j' }]);
  });

  // Was a bug: an item at the cap has no clarification, and `undefined !== gone` (asking.ts stepFor) never holds: it is decided anew.
  it('gets every earlier outcome back, automatic ones too, at no cost and without a row more', async () => {
    const { askonce, open, count } = await setUp(store, { policy: 'job' });
    const run = async (instance: typeof askonce) => [
      await instance.session('s').ask(STRICT, { job: 'j' }),
      await instance.session('s').ask(SIZE, { job: 'j', wait: false }),
      await instance.session('s').ask(COLOUR, { job: 'j' }),
    ];
    const first = await run(askonce);
    expect(first.map(({ status }) => status)).toEqual(['auto_resolved', 'parked', 'failed']);
    const tables = ['asks', 'ask_items', 'clarifications', 'events'];
    const before = await Promise.all(tables.map((table) => count(table)));
    await askonce.close();
    const later = await open();
    expect(await run(later)).toEqual(first);
    expect(await Promise.all(tables.map((table) => count(table)))).toEqual(before);
  });

  it('while its question still waits does not grow the store, and waits for the same one', async () => {
    const { askonce, open, count } = await setUp(store);
    const questions = [SIZE, COLOUR, STRICT];
    const { ask } = await askonce.session('s').ask(questions, { job: 'j', wait: false });
    const before = [await count('asks'), await count('ask_items'), await count('events')];
    const other = await open();
    for (let n = 0; n < 5; n += 1) {
      const again = await other.session('s').ask(questions, { job: 'j', wait: false });
      expect(again.ask).toBe(ask);
    }
    expect([await count('asks'), await count('ask_items'), await count('events')]).toEqual(before);
  });

  it('may ask in another order, one ask at a time, and gets each question’s own outcome', async () => {
    const { askonce } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    const { items } = await session.ask([SIZE, COLOUR], { job: 'j', wait: false });
    await askonce.questions.answer(items[0]!.id!, 'small');
    await askonce.questions.answer(items[1]!.id!, 'red');
    expect(only(await session.ask(COLOUR, { job: 'j' }))).toMatchObject({ question: 'Which colour?', answer: 'red' });
    expect(only(await session.ask(SIZE, { job: 'j' }))).toMatchObject({ question: 'Which size?', answer: 'small' });
    const turned = await session.ask([COLOUR, SIZE], { job: 'j' });
    expect(turned.items).toMatchObject([{ answer: 'red' }, { answer: 'small' }]);
  });

  // Was a bug: all steps replay from one ask, so waiters.look gives back that ask's items in its own order, not the caller's.
  it('and asks in another order while it waits gets the outcomes in the order it asked', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const { items } = await session.ask([SIZE, COLOUR], { job: 'j', wait: false });
    const turned = session.ask([COLOUR, SIZE], { job: 'j' });
    await askonce.questions.answer(items[0]!.id!, 'small');
    await askonce.questions.decline(items[1]!.id!);
    expect((await turned).items).toMatchObject([
      { question: 'Which colour?', outcome: 'declined' },
      { question: 'Which size?', outcome: 'answered', answer: 'small' },
    ]);
  });

  // Was a bug: the wait is on the whole earlier ask (waiters.look): it ends when the other question does, with two items.
  it('and asks one question of an earlier ask waits for that question alone', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const { items } = await session.ask([SIZE, COLOUR], { job: 'j', wait: false });
    const one = session.ask(SIZE, { job: 'j' });
    one.catch(() => {});
    await askonce.questions.decline(items[0]!.id!);
    expect(await endOf(one)).toMatchObject({ status: 'declined', items: [{ question: 'Which size?' }] });
  });

  it('asks what it had not come to ask before', async () => {
    const { askonce, open } = await setUp(store);
    await askonce.session('s').ask(SIZE, { job: 'j', wait: false });
    await askonce.close();
    const later = await open();
    const both = await later.session('s').ask([SIZE, COLOUR], { job: 'j', wait: false });
    expect(both.items.map(({ outcome }) => outcome)).toEqual(['parked', 'parked']);
    expect((await later.questions.list({ status: 'pending' })).items).toHaveLength(2);
    for (const { id } of (await later.questions.list({ status: 'pending' })).items)
      await later.questions.answer(id, 'x');
    expect((await later.session('s').ask([SIZE, COLOUR], { job: 'j' })).status).toBe('answered');
  });

  it('settles twin questions inside one ask as one question', async () => {
    const { askonce, count } = await setUp(store, { policy: 'job' });
    const waiting = askonce.session('s').ask([SIZE, { question: 'which size' }, COLOUR], { job: 'j' });
    await nextEvent(askonce, 'clarification.requested');
    const { items } = await askonce.questions.list({ status: 'pending' });
    expect(items.map(({ question }) => question)).toEqual(['Which size?', 'Which colour?']);
    await askonce.questions.answer(items[0]!.id, 'small');
    await askonce.questions.answer(items[1]!.id, 'red');
    expect((await waiting).items).toMatchObject([{ answer: 'small' }, { answer: 'small' }, { answer: 'red' }]);
    expect(await count('clarifications')).toBe(2);
    expect((await trail(askonce)).filter(({ type }) => type === 'job.resumed')).toHaveLength(1);
  });

  // Was a bug: a twin is never taken for a replay, so every re-run of an ask with twins inserts the whole ask again.
  it('with twin questions does not grow the store either', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    await session.ask([SIZE, SIZE], { job: 'j', wait: false });
    const before = [await count('asks'), await count('ask_items')];
    for (let n = 0; n < 5; n += 1) await session.ask([SIZE, SIZE], { job: 'j', wait: false });
    expect([await count('asks'), await count('ask_items')]).toEqual(before);
  });

  it('asks four at once: one repeated, one from the input, two parked; and again the same', async () => {
    const { askonce, count } = await setUp(store, { policy: 'job' });
    const session = askonce.session('s');
    await askonce.questions.answer(parkedId(await session.ask(SIZE, { job: 'before', wait: false })), 'small');
    const format = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
    const four = [SIZE, format, COLOUR, { question: 'Which shape?' }];
    const first = await session.ask(four, { job: 'j', userMessage: 'use JSON please', wait: false });
    expect(first.status).toBe('parked');
    expect(first.items).toMatchObject([
      { outcome: 'auto_resolved', answer: 'small', source: 'history' },
      { outcome: 'auto_resolved', answer: 'JSON', source: 'input' },
      { outcome: 'parked' },
      { outcome: 'parked' },
    ]);
    expect(await count('asks', `job_id = 'j' AND ask_number IS NOT NULL`)).toBe(1);
    expect(await session.ask(four, { job: 'j', userMessage: 'use JSON please', wait: false })).toEqual(first);

    const waiting = session.ask(four, { job: 'j' });
    for (const { id, question } of (await askonce.questions.list({ status: 'pending' })).items)
      await askonce.questions.answer(id, `${question} yes`);
    const done = await waiting;
    expect(done.status).toBe('answered');
    expect(done.items.map((item) => 'answer' in item && item.answer)).toEqual([
      'small',
      'JSON',
      'Which colour? yes',
      'Which shape? yes',
    ]);
  });

  // shows: O2-05
  it('is resumed once, in the transaction of the answer, so that a crash right after it strands no job', async () => {
    const { askonce, open, sql } = await setUp(store);
    const [a, b] = [askonce, await open()];
    const id = parkedId(await a.session('s').ask(SIZE, { job: 'j', wait: false }));
    const ended = await Promise.allSettled([a.questions.answer(id, 'small'), b.questions.answer(id, 'large')]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await Promise.all([a.close(), b.close()]);
    expect(await sql(`SELECT state FROM jobs WHERE id = 'j'`)).toEqual([{ state: 'RUNNING' }]);
    const later = await open();
    expect((await trail(later)).filter(({ type }) => type === 'job.resumed')).toHaveLength(1);
    expect((await later.session('s').ask(SIZE, { job: 'j' })).status).toBe('answered');
  });

  // shows: S003-AWAITING, S003-RESUMED
  it('is AWAITING_RESPONSE while a question of its waits, and RUNNING again when the last is answered', async () => {
    const { askonce, sql } = await setUp(store);
    const state = async () => (await sql(`SELECT state FROM jobs WHERE id = 'j'`))[0]?.state;
    const session = askonce.session('s');
    await session.ask(STRICT, { job: 'j' });
    expect(await state()).toBe('RUNNING');
    const waiting = session.ask([SIZE, COLOUR], { job: 'j' });
    await nextEvent(askonce, 'job.awaiting');
    expect(await state()).toBe('AWAITING_RESPONSE');
    const [first, second] = (await askonce.questions.list({ status: 'pending' })).items;
    await askonce.questions.answer(first!.id, 'small');
    expect(await state()).toBe('AWAITING_RESPONSE');
    await askonce.questions.decline(second!.id);
    expect(await state()).toBe('RUNNING');
    expect((await waiting).items).toMatchObject([{ outcome: 'answered', answer: 'small' }, { outcome: 'declined' }]);
  });
});
