/** Answers that cannot be taken: each is told why by a stable code, and the question stays as it was. */
import { expect, it } from 'vitest';
import { describeOnStores } from '../support/stores.ts';
import { codeOf, openNew, park } from './support.ts';

const wrong = (value: unknown) => value as never;

describeOnStores('an answer', (kind) => {
  // shows: O1-05
  it('to an id that does not exist is clarification_unknown, for answer, decline and revoke alike', async () => {
    const askonce = await openNew(kind);
    await park(askonce);
    for (const id of ['q-nothing', '', '__proto__', "' OR 1=1 --", 'x'.repeat(1_000_000)]) {
      expect(await codeOf(() => askonce.questions.answer(id, 'yes'))).toBe('clarification_unknown');
      expect(await codeOf(() => askonce.questions.decline(id))).toBe('clarification_unknown');
      expect(await codeOf(() => askonce.questions.revoke(id))).toBe('clarification_unknown');
      expect(await codeOf(() => askonce.questions.cancel({ ask: id }))).toBe('ask_unknown');
    }
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
  });

  it.each([
    ['', 'answer_empty'],
    [' \n\t ', 'answer_empty'],
    [[], 'answer_empty'],
    [['', ' '], 'answer_empty'],
    [wrong(undefined), 'answer_empty'],
    [wrong({ toString: () => 'yes' }), 'answer_empty'],
    ['x'.repeat(100_001), 'answer_too_long'],
    ['colour \u001b[31m', 'answer_refused'],
    ['zero \0 byte', 'answer_refused'],
  ])('that cannot be kept leaves the question open (%#)', async (raw, code) => {
    const askonce = await openNew(kind);
    const id = await park(askonce);
    // Was a bug: the empty labels of a multi-select join to ", ", which is then taken for an answer.
    expect(await codeOf(() => askonce.questions.answer(id, raw))).toBe(code);
    expect((await askonce.questions.get(id))?.status).toBe('pending');
    expect((await askonce.questions.answer(id, 'a good one')).status).toBe('accepted');
  });

  // shows: R8
  it('that the question refuses leaves it open, enters no history, and a good one is still taken', async () => {
    const askonce = await openNew(kind);
    const session = askonce.session('s');
    const ask = async (more: object) =>
      (await session.ask({ question: `What about ${JSON.stringify(more)}?`, ...more }, { wait: false })).items[0]!.id!;
    const cases = [
      [await ask({ type: 'CONFIRM' }), 'perhaps', 'yes'],
      [await ask({ options: ['a', 'b'], strictOptions: true }), 'c', 'b'],
      [await ask({ type: 'TARGET_FILE' }), '../../etc/passwd', 'src/a.ts'],
      [await ask({ type: 'TARGET_FILE', header: 'again' }), '/etc/passwd', 'b.ts'],
    ] as const;
    for (const [id, bad, good] of cases) {
      expect(await codeOf(() => askonce.questions.answer(id, bad))).toBe('answer_refused');
      expect((await session.history()).items.map((entry) => entry.id)).not.toContain(id);
      expect((await askonce.questions.answer(id, good)).status).toBe('accepted');
    }
  });

  // shows: R3
  it('to an answered question is a replay if it is the same, and is otherwise told who won', async () => {
    const askonce = await openNew(kind);
    const id = await park(askonce);
    await askonce.questions.answer(id, 'first', { by: 'ann', surface: 'web' });
    expect((await askonce.questions.answer(id, ' first ')).status).toBe('replayed');
    await expect(askonce.questions.answer(id, 'second')).rejects.toMatchObject({
      code: 'already_answered',
      details: { winner: { answer: 'first', by: 'ann', surface: 'web', source: 'user' } },
    });
    expect(await codeOf(() => askonce.questions.decline(id))).toBe('already_answered');
    expect((await askonce.questions.get(id))?.answer).toBe('first');
  });

  it('to a withdrawn, declined or revoked question is clarification_closed', async () => {
    const askonce = await openNew(kind);
    const session = askonce.session('s');
    const left = await session.ask('Which one is withdrawn?', { wait: false });
    await askonce.questions.cancel({ ask: left.ask! });
    const declined = await park(askonce, 'Which one is declined?');
    await askonce.questions.decline(declined);
    const revoked = await park(askonce, 'Which one is revoked?');
    await askonce.questions.answer(revoked, 'this');
    await askonce.questions.revoke(revoked);
    for (const id of [left.items[0]!.id!, declined, revoked]) {
      expect(await codeOf(() => askonce.questions.answer(id, 'too late'))).toBe('clarification_closed');
    }
    expect(await codeOf(() => askonce.questions.decline(left.items[0]!.id!))).toBe('clarification_closed');
    expect((await session.history()).items).toEqual([]);
  });

  it('that is taken back twice is a replay, and what waits cannot be taken back', async () => {
    const askonce = await openNew(kind);
    const id = await park(askonce);
    expect(await codeOf(() => askonce.questions.revoke(id))).toBe('not_revocable');
    await askonce.questions.answer(id, 'x');
    expect((await askonce.questions.revoke(id)).status).toBe('accepted');
    expect((await askonce.questions.revoke(id)).status).toBe('replayed');
  });

  // Was a bug: an id or a reason that is no text gets as far as the driver, which complains of its parameters: store_failed.
  it.each([
    [
      'an id that is an object',
      'id_invalid',
      (a: Awaited<ReturnType<typeof openNew>>) => a.questions.answer(wrong({}), 'x'),
    ],
    [
      'a reason that is an object',
      'argument_invalid',
      async (a: Awaited<ReturnType<typeof openNew>>) => a.questions.decline(await park(a), wrong({})),
    ],
    [
      'a reason of 1 MB',
      'text_too_long',
      async (a: Awaited<ReturnType<typeof openNew>>) => a.questions.decline(await park(a), 'x'.repeat(1_000_000)),
    ],
  ] as const)('with %s is refused as %s', async (_what, code, call) => {
    const askonce = await openNew(kind);
    expect(await codeOf(() => call(askonce))).toBe(code);
  });

  it('after close is engine_closed, like everything else, and what was kept is there when it is opened again', async () => {
    const askonce = await openNew(kind);
    const id = await park(askonce);
    await askonce.close();
    const calls: (() => Promise<unknown>)[] = [
      () => askonce.questions.answer(id, 'x'),
      () => askonce.questions.decline(id),
      () => askonce.questions.revoke(id),
      () => askonce.questions.cancel({ ask: 'a-1' }),
      () => askonce.questions.list({ status: 'pending' }),
      () => askonce.history(),
      () => askonce.events.list(),
      () => askonce.questions.get(id),
      () => askonce.preferences.list(),
      () => askonce.session('s').ask('What now?'),
      () => askonce.session('s').ask('What now?', { wait: false }),
      () => askonce.session('s').observe('hello'),
      async () => askonce.events.on('*', () => {}),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe('engine_closed');
  });
});
