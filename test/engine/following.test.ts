import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { outcomeOf } from '../../src/core/model/outcome.ts';
import { Waiters } from '../../src/engine/waiters.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { answer, park } from '../../src/testing/drive.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import { askCommand, newId } from '../../src/testing/make.ts';
import { askOf, codeOf, endOf, parkedId, setUp, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const OTHERS_DECIDE = { timeout: '10m', onTimeout: 'fallback', fallback: 'go on', wait: false } as const;

describeOnStores('following a question', (store) => {
  it('ends when it is answered in another process', async () => {
    const { askonce, open } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', { wait: false }));
    const other = await open();
    const followed = other.questions.wait(id);
    expect(await stateOf(followed)).toBe('waits');
    await askonce.questions.answer(id, 'blue', { by: 'eva' });
    const { clarification, outcome } = (await endOf(followed))!;
    expect(clarification).toMatchObject({ id, status: 'answered', answer: 'blue' });
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 'blue', by: 'eva' });
  });

  it('loses no answer that comes while it begins', async () => {
    const { askonce, open } = await setUp(store);
    const other = await open();
    const session = askonce.session('s');
    for (let round = 0; round < 20; round += 1) {
      const id = parkedId(await session.ask(`Which colour has number ${round}?`, { wait: false }));
      const followed = other.questions.wait(id);
      await sleep(round % 4);
      await askonce.questions.answer(id, 'blue');
      expect((await endOf(followed))!.outcome.outcome).toBe('answered');
    }
  });

  it('tells each asker its own end: one has fallen back while another waits', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const first = await session.ask('Which colour?', OTHERS_DECIDE);
    const second = await session.ask('Which colour?', { wait: false });
    const id = parkedId(first);
    const followed = askonce.questions.wait(id, { ask: askOf(first) });
    clock.advance(600_000);
    expect((await endOf(followed))!.outcome).toMatchObject({ outcome: 'fallback', answer: 'go on' });
    const other = (await askonce.questions.wait(id, { ask: askOf(second), wait: false }))!;
    expect(other).toMatchObject({ ask: askOf(second), outcome: { outcome: 'parked' } });
    expect(other.clarification.status).toBe('pending');
  });

  it('lets a deadline strike that passed while the asker’s process was gone', async () => {
    const { askonce, clock, open } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', OTHERS_DECIDE));
    const other = await open();
    await askonce.close();
    clock.advance(600_001);
    expect((await other.questions.wait(id, { wait: false }))!.outcome.outcome).toBe('fallback');
  });

  it('ends with the question as it is when the time is up, and leaves it waiting', async () => {
    const { askonce, clock } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', { wait: false }));
    const followed = askonce.questions.wait(id, { wait: '30s' });
    expect(await stateOf(followed)).toBe('waits');
    clock.advance(30_000);
    expect((await endOf(followed))!).toMatchObject({
      outcome: { outcome: 'parked' },
      clarification: { status: 'pending' },
    });
  });

  it('is given up by a signal, which withdraws nothing', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', { wait: false }));
    const giveUp = new AbortController();
    const followed = askonce.questions.wait(id, { signal: giveUp.signal });
    expect(await stateOf(followed)).toBe('waits');
    giveUp.abort(new Error('gone'));
    await expect(followed).rejects.toThrow('gone');
    expect((await askonce.questions.get(id))!.status).toBe('pending');
  });

  it('knows no other question’s ask, and no question that there is not', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask('Which colour?', { wait: false }));
    const other = askOf(await session.ask('Which size of shirt?', { wait: false }));
    expect(await codeOf(askonce.questions.wait(id, { ask: other, wait: false }))).toBe('ask_unknown');
    expect(await askonce.questions.wait('q-nothing')).toBeNull();
  });

  it('serves a thousand at once', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', { wait: false }));
    const all = Promise.all(Array.from({ length: 1_000 }, () => askonce.questions.wait(id)));
    expect(await stateOf(all)).toBe('waits');
    await askonce.questions.answer(id, 'blue');
    expect(new Set((await endOf(all)).map((found) => found!.outcome.outcome))).toEqual(new Set(['answered']));
  });
});

describeOnStores('an ask under a key', (store) => {
  it('is made once, whatever is asked the second time', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    const first = await session.ask('Which colour?', { idempotencyKey: 'k', wait: false });
    const again = await session.ask('Which size of shirt?', { idempotencyKey: 'k', wait: false });
    expect(again).toEqual(first);
    expect(await count('clarifications')).toBe(1);
    expect(await count('asks')).toBe(1);
  });

  it('is given back as it ended, and asks nobody again', async () => {
    const { askonce, clock, count } = await setUp(store);
    const session = askonce.session('s');
    const ask = () => session.ask('Which colour?', { ...OTHERS_DECIDE, idempotencyKey: 'k' });
    await ask();
    clock.advance(600_001);
    expect(await ask()).toMatchObject({ status: 'fallback', answer: 'go on' });
    expect(await count('clarifications')).toBe(1);
  });

  it('waits for the answer with whoever asked first', async () => {
    const { askonce, open } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', { idempotencyKey: 'k', wait: false }));
    const again = (await open()).session('s').ask('Which colour?', { idempotencyKey: 'k' });
    expect(await stateOf(again)).toBe('waits');
    await askonce.questions.answer(id, 'blue');
    expect(await endOf(again)).toMatchObject({ status: 'answered', answer: 'blue' });
  });

  it('asks anew, once, where it joined a question that was answered to other options', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    const format = (options: string[]) => ({ question: 'Which file format?', options });
    const first = parkedId(await session.ask(format(['YAML', 'JSON']), { wait: false }));
    const ask = () => session.ask(format(['TOML', 'INI']), { idempotencyKey: 'k', wait: false });
    expect(parkedId(await ask())).toBe(first);
    await askonce.questions.answer(first, 'YAML');
    const anew = await ask();
    expect(parkedId(anew)).not.toBe(first);
    expect(await ask()).toEqual(anew);
    expect(await count('asks')).toBe(3);
    await askonce.questions.answer(parkedId(anew), 'INI');
    expect(await ask()).toMatchObject({ status: 'answered', answer: 'INI' });
  });

  it('keeps to what it asked though the options are others now', async () => {
    const { askonce, count } = await setUp(store);
    const session = askonce.session('s');
    const ask = (options: string[]) =>
      session.ask({ question: 'Which file format?', options }, { idempotencyKey: 'k', wait: false });
    await askonce.questions.answer(parkedId(await ask(['YAML', 'JSON'])), 'YAML');
    expect(await ask(['TOML', 'INI'])).toMatchObject({ status: 'answered', answer: 'YAML' });
    expect(await count('clarifications')).toBe(1);
  });

  it('has its value from the schema each time', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const schema = z.string().transform(Number);
    const ask = () => session.ask({ question: 'How many?', schema }, { idempotencyKey: 'k', wait: false });
    await askonce.questions.answer(parkedId(await ask()), '42');
    expect((await ask()).items[0]).toMatchObject({ outcome: 'answered', answer: '42', value: 42 });
  });

  it('is made once by many at the same time, in several processes', async () => {
    const { askonce, open, count } = await setUp(store);
    const openings = [askonce, await open(), await open()];
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        openings[n % 3]!.session(`s-${n % 2}`).ask('Which colour?', { idempotencyKey: 'k', wait: false }),
      ),
    );
    expect(new Set(asked.map(({ ask }) => ask)).size).toBe(1);
    expect(new Set(asked.map(parkedId)).size).toBe(1);
    expect(await count('asks')).toBe(1);
    expect(await count('clarifications')).toBe(1);
  });
});

describeOnStores('leaving a question', (store) => {
  it('withdraws it where nobody else waits, and is a replay the second time', async () => {
    const { askonce } = await setUp(store);
    const id = parkedId(await askonce.session('s').ask('Which colour?', { wait: false }));
    expect(await askonce.questions.cancel(id)).toMatchObject({
      status: 'accepted',
      clarification: { status: 'withdrawn' },
    });
    expect(await askonce.questions.cancel(id)).toMatchObject({
      status: 'replayed',
      clarification: { status: 'withdrawn' },
    });
  });

  it('keeps it for those who still wait', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask('Which colour?', { wait: false }));
    const second = askOf(await session.ask('Which colour?', { wait: false }));
    expect((await askonce.questions.cancel(id, { ask: second })).clarification.status).toBe('pending');
    expect((await askonce.questions.wait(id, { wait: false }))!.outcome.outcome).toBe('parked');
  });

  it('comes too late for an answer, which it names, and for what has expired', async () => {
    const { askonce, clock } = await setUp(store);
    const session = askonce.session('s');
    const id = parkedId(await session.ask('Which colour?', { wait: false }));
    await askonce.questions.answer(id, 'blue');
    await expect(askonce.questions.cancel(id)).rejects.toMatchObject({
      code: 'already_answered',
      details: { winner: { answer: 'blue' } },
    });
    const expired = parkedId(await session.ask('Which size of shirt?', OTHERS_DECIDE));
    clock.advance(600_001);
    expect(await codeOf(askonce.questions.cancel(expired))).toBe('clarification_closed');
    expect(await codeOf(askonce.questions.cancel('q-nothing'))).toBe('clarification_unknown');
  });
});

describeOnStores('a list of clarifications', (store) => {
  it('holds those of the states wanted, and of any where none is named', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const colour = parkedId(await session.ask('Which colour?', { wait: false }));
    const size = parkedId(await session.ask('Which size of shirt?', { wait: false }));
    const font = parkedId(await session.ask('Which font family?', { wait: false }));
    await askonce.questions.answer(colour, 'blue');
    await askonce.questions.decline(size);
    const ids = async (status?: 'pending' | ('answered' | 'declined')[]) =>
      (await askonce.questions.list(status === undefined ? {} : { status })).items.map(({ id }) => id);
    expect(await ids('pending')).toEqual([font]);
    expect(await ids(['answered', 'declined'])).toEqual([colour, size]);
    expect(await ids()).toEqual([colour, size, font]);
    expect(await ids([])).toEqual([]);
    expect(await codeOf(askonce.questions.list({ status: 'open' as 'pending' }))).toBe('argument_invalid');
  });
});

it('what happens between the look and the wait is seen, though it was told to nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-following-'));
  const store = await openSqliteStore(join(folder, 'askonce.db'));
  const waiters = new Waiters(store, new FakeClock());
  onTestFinished(async () => {
    waiters.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  waiters.hold();
  const command = askCommand(newId('s'), ['Which colour?']);
  const id = await park(store, command);
  const looked = (await store.items(command.ask)).map(({ item, clarification }) => outcomeOf(item, clarification));
  await answer(store, id, 'blue');
  const { ended } = waiters.followed(command.ask, looked, { until: null, signal: undefined });
  expect(await endOf(ended)).toMatchObject([{ outcome: 'answered', answer: 'blue' }]);
});
