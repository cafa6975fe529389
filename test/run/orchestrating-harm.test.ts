/** What an orchestrator must never do, whatever its PM says, who stops it, and what is taken back. */
import { expect, it } from 'vitest';
import { FALLBACK_TEXTS, POLICIES } from '../../src/core/model/policy.ts';
import type { AskOnce } from '../../src/index.ts';
import type { OrchestrateOptions, Pm, PmReply, PmTurn } from '../../src/orchestrator/index.ts';
import { DAY, MINUTE } from '../../src/testing/fake-clock.ts';
import { codeOf, endOf, nextEvent, setUp, stateOf } from '../support/open.ts';
import { SleepyClock } from '../support/sleepy-clock.ts';
import { describeOnStores } from '../support/stores.ts';

const FALLBACK = `Previous clarification was already provided. You MUST proceed with available information.
Make reasonable assumptions and document them. Do not request further clarification.`;
const NOT_ALLOWED = 'Nobody has allowed what you asked about, and it could do harm: do not do it.';

const FORM = { blocker: 'security_or_law', tried: 'searched', fallback: 'leave it', options: ['red', 'blue'] };
const asks = (question: string, more: object = FORM): PmReply =>
  ({ status: 'NEEDS_CLARIFICATION', question, ...more }) as PmReply;
const DONE: PmReply = { status: 'COMPLETE', summary: 'done' };
const LEAVE = 'Should I proceed?';
const DROP = 'Drop the production users table and delete all backups';

function scripted(...says: readonly (PmReply | string)[]) {
  const turns: PmTurn[] = [];
  const pm: Pm = (turn) => {
    turns.push(turn);
    return says[Math.min(turn.number, says.length) - 1]!;
  };
  return { pm, turns };
}

const goalOf = (more: Partial<OrchestrateOptions>) =>
  ({ session: 's', leaseMs: 10_000 * DAY, ...more }) as OrchestrateOptions;

async function pending(askonce: AskOnce) {
  for (;;) {
    const news = nextEvent(askonce, '*');
    const [one] = (await askonce.questions.list({ status: 'pending' })).items;
    if (one) return one;
    await news;
  }
}

describeOnStores('a PM that wants leave for what destroys', (store) => {
  // shows: R5, R6
  it.each([
    [
      'is told not to when the person declines',
      async (askonce: AskOnce, id: string) => askonce.questions.decline(id, 'NO!'),
    ],
    ['is told not to when its asker leaves', async (askonce: AskOnce, id: string) => askonce.questions.cancel(id)],
  ])('%s', async (_, close) => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(asks(LEAVE, { type: 'CONFIRM', fallback: 'proceed' }), DONE);
    const ended = askonce.orchestrate(DROP, goalOf({ pm }));
    const question = await pending(askonce);
    expect(question).toMatchObject({ question: LEAVE, destructive: true, context: expect.stringContaining(DROP) });
    await close(askonce, question.id);
    await endOf(ended);
    expect(turns[1]!.prompt).toContain(`${NOT_ALLOWED}\n${FALLBACK_TEXTS.declined}`);
  });

  it('is told not to at the cap and at the deadline, and nothing that destroys is kept as assumed', async () => {
    const { askonce, clock } = await setUp(store);
    const unsafe = { ...FORM, fallback: 'delete both backups and start over' };
    const first = scripted(asks('Which colour?', FORM), asks(LEAVE, { type: 'CONFIRM' }), DONE);
    const capped = askonce.orchestrate(DROP, goalOf({ pm: first.pm }));
    await askonce.questions.answer((await pending(askonce)).id, 'red');
    await endOf(capped);
    expect(first.turns[2]!.prompt).toContain(`${NOT_ALLOWED}\n${FALLBACK}`);

    const late = scripted(asks('Should I delete the backups?', { ...unsafe, type: 'CONFIRM', options: [] }), DONE);
    const ended = askonce.orchestrate('Tidy up', { ...goalOf({ pm: late.pm, timeout: '5m' }), session: 't' });
    await pending(askonce);
    clock.advance(5 * MINUTE);
    await endOf(ended);
    expect(late.turns[1]!.prompt).toContain(`${NOT_ALLOWED}\n${FALLBACK_TEXTS.declined}`);
    expect((await askonce.session('t').assumptions()).items).toEqual([]);
  });

  it('is not given it by a request that names its job either', async () => {
    const { askonce } = await setUp(store);
    const session = askonce.session('s');
    const { id } = await askonce.jobs.queue(DROP, { session: 's' });
    const runner = askonce.runner({
      executor: async (job) => {
        const reply = await session.request({ question: LEAVE, type: 'CONFIRM' }, { job: job.id, wait: false });
        return reply.decision;
      },
    });
    await runner.start();
    await runner.idle();
    expect((await askonce.questions.list({ status: 'pending' })).items.map(({ destructive }) => destructive)).toEqual([
      true,
    ]);
    await runner.stop();
    expect(id).toBeTruthy();
  });

  it('hears one yes as a yes, in whatever words it says that it tried', async () => {
    const { askonce } = await setUp(store);
    const drop = (tried: string) =>
      asks('Should I drop the table orders?', { type: 'CONFIRM', ...FORM, options: [], tried });
    const { pm, turns } = scripted(drop('the docs'), drop('the wiki as well'), DONE);
    const ended = askonce.orchestrate('Tidy up', goalOf({ pm }));
    await askonce.questions.answer((await pending(askonce)).id, 'Yes');
    await endOf(ended);
    expect(turns[2]!.prompt).toContain('Clarification Answer: Yes');
    expect(turns[2]!.prompt).not.toContain(NOT_ALLOWED);
    expect((await askonce.questions.list()).items).toHaveLength(1);
  });

  it('falls back on nothing unsafe: such a request is sent back where the policy demands one', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(asks('Which colour?', { ...FORM, fallback: 'delete the old images' }), DONE);
    const policy = { ...POLICIES.orchestrator, name: 'strict', requires: ['fallback'] } as const;
    await endOf(askonce.orchestrate('Paint it', goalOf({ pm, policy })));
    expect(turns[1]!.prompt).toContain(
      'the request lacks “fallback”: what you would do without an answer, and that is safe',
    );
  });
});

describeOnStores('a PM that seeks leave for what harms nobody', (store) => {
  it.each([
    ['a yes or no', { type: 'CONFIRM' }],
    ['no options', {}],
    ['Yes and No', { options: ['Yes', 'No'] }],
    ['Proceed and Stop', { options: ['Stop', 'Proceed'] }],
  ])('is told to continue, with %s, and keeps its chance', async (_, more) => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(asks(LEAVE, more), DONE);
    expect(await endOf(askonce.orchestrate('Write the notes', goalOf({ pm })))).toMatchObject({ state: 'COMPLETE' });
    expect(turns[1]!.prompt).toContain('Clarification Answer: continue');
    expect(await askonce.session('s').state('pm')).toMatchObject({ clarification_used: false });
  });

  it('may seek it before every phase of its work', async () => {
    const { askonce } = await setUp(store);
    const phase = [asks(LEAVE, { type: 'CONFIRM' }), { status: 'PLAN', tasks: ['a phase'] } as PmReply];
    const { pm } = scripted(...phase, ...phase, ...phase, ...phase, ...phase, ...phase, DONE);
    const ended = askonce.orchestrate('Write the notes', goalOf({ pm, worker: () => 'ok' }));
    expect(await endOf(ended)).toMatchObject({ state: 'COMPLETE' });
  });
});

describeOnStores('an orchestrator', (store) => {
  it('does not go by an answer that was taken back, and by the new one once there is one', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(
      asks('Which colour?'),
      { status: 'PLAN', tasks: ['wait'] },
      asks('Which colour?'),
      DONE,
    );
    let question = '';
    const worker = async () => {
      await askonce.questions.revoke(question);
      return 'ok';
    };
    const ended = askonce.orchestrate('Paint it', goalOf({ pm, worker }));
    question = (await pending(askonce)).id;
    await askonce.questions.answer(question, 'blue');
    const again = await pending(askonce);
    expect(turns[2]!.prompt).toContain('The answer to this was taken back. Do not go by it.');
    expect(turns[2]!.prompt).not.toContain('Clarification Answer: blue');
    await askonce.questions.answer(again.id, 'red');
    await endOf(ended);
    expect(turns[3]!.prompt).toContain('Clarification Answer: red');
    expect(turns[3]!.prompt).not.toContain('Clarification Answer: blue');
  });

  it('goes on after its machine slept for longer than its lease lasts', async () => {
    const clock = new SleepyClock();
    const { askonce, open } = await setUp(store, { clock });
    const awake = Promise.withResolvers<void>();
    let slept = false;
    const pm: Pm = ({ number }) => {
      // No timer has run, and then it is a day later.
      if (number === 2 && !slept) {
        slept = true;
        clock.sleep(DAY);
        awake.resolve();
      }
      return number < 3 ? { status: 'CONTINUE' } : DONE;
    };
    const options = { pm, session: 's', id: 'goal-1' };
    const ended = askonce.orchestrate('Paint it', options);
    await awake.promise;
    // Whoever is there takes it up: here another process, since on this clock no timer ever tells the first one to.
    const elsewhere = (await open()).orchestrate('Paint it', options);
    expect(await endOf(Promise.all([ended, elsewhere]))).toMatchObject([{ state: 'COMPLETE' }, { state: 'COMPLETE' }]);
  });

  it('lets no PM keep anything where the person’s answer is kept', async () => {
    const { askonce } = await setUp(store);
    const seen: unknown[] = [];
    const turns: PmTurn[] = [];
    const pm: Pm = async (turn, { once }) => {
      turns.push(turn);
      seen.push(await once('pm 1', () => turn.number));
      await once('reply 1', () => ({ outcome: 'answered', answer: 'forged' }));
      return turn.number === 1 ? asks('Which colour?') : DONE;
    };
    const ended = askonce.orchestrate('Paint it', goalOf({ pm }));
    await askonce.questions.answer((await pending(askonce)).id, 'blue');
    await endOf(ended);
    expect(seen).toEqual([1, 2]);
    expect(turns[1]!.prompt).toContain('Clarification Answer: blue');
  });

  it('lets a second PM of the asker go on when the question of the first is over, whoever else waits for it', async () => {
    const { askonce, clock } = await setUp(store);
    const one = scripted(asks('Which colour?'), DONE);
    const other = scripted(DONE);
    const first = askonce.orchestrate('Paint it', goalOf({ pm: one.pm, timeout: '5m' }));
    await pending(askonce);
    const second = askonce.orchestrate('Sell it', goalOf({ pm: other.pm, timeout: '5m' }));
    expect(await stateOf(second)).toBe('waits');
    expect(other.turns).toEqual([]);
    clock.advance(6 * MINUTE);
    expect(await endOf(Promise.all([first, second]))).toMatchObject([{ state: 'COMPLETE' }, { state: 'COMPLETE' }]);
  });

  it.each<[string, unknown, string]>([
    ['goes round in itself', circular(), 'could not be read'],
    ['is nested without end', deep(20_000), 'could not be read'],
    ['holds a BigInt', { status: 'PLAN', tasks: [1n] }, 'could not be read'],
    ['is nothing', undefined, 'could not be read'],
  ])('tells a PM whose reply %s that it cannot be read', async (_, odd, told) => {
    const { askonce } = await setUp(store);
    const turns: PmTurn[] = [];
    const pm = (turn: PmTurn) => {
      turns.push(turn);
      return (turn.number === 1 ? odd : DONE) as PmReply;
    };
    expect(await endOf(askonce.orchestrate('Paint it', goalOf({ pm })))).toMatchObject({ state: 'COMPLETE' });
    expect(turns[1]!.prompt).toContain(told);
  });

  it('keeps assumptions with whatever is in them, in their order', async () => {
    const { askonce } = await setUp(store);
    const odd = ['\u001b[31mred\u001b[0m', 'a\u0000b', 'x'.repeat(30_000), '\ud800', 'plain', '\u202eevil'];
    const assumptions = odd.map((decision) => ({ decision, reasoning: '' }));
    const { pm } = scripted({ status: 'CONTINUE', assumptions }, DONE);
    expect(await endOf(askonce.orchestrate('Paint it', goalOf({ pm })))).toMatchObject({ state: 'COMPLETE' });
    const kept = (await askonce.session('s').assumptions()).items.map(({ decision }) => decision.slice(0, 5));
    expect(kept).toEqual(['red', 'ab', 'xxxxx', '\ufffd', 'plain', 'evil']);
  });

  it('leaves others time, however quick its PM is, and ends it at 50 turns', async () => {
    const { askonce } = await setUp(store);
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    const { pm, turns } = scripted({ status: 'CONTINUE' });
    const ended = await endOf(askonce.orchestrate('Paint it', goalOf({ pm, scope: { maxMinutes: 60 } })));
    clearInterval(timer);
    expect(ended).toMatchObject({ state: 'ERROR', error: expect.stringContaining('50 turns') });
    expect(turns).toHaveLength(50);
    expect(ticks).toBeGreaterThan(0);
  });

  it('takes a key of one asker for nobody else’s', async () => {
    const { askonce } = await setUp(store);
    const request = { question: 'Which colour?', ...FORM };
    const how = { wait: false, idempotencyKey: '1' } as const;
    const first = await askonce.session('s').request(request, how);
    const other = await askonce.session('t').request(request, how);
    expect([first.decision, other.decision]).toEqual(['allow', 'allow']);
    expect((other as { id: string }).id).not.toBe((first as { id: string }).id);
  });

  it.each([
    [{ scope: { maxTurns: 'three' } }],
    [{ scope: 'x' }],
    [{ insist: -5 }],
    [{ timeout: 'soon' }],
    [{ pm: 'no function' }],
  ])('refuses settings that make no sense before it starts anything: %j', async (more) => {
    const { askonce } = await setUp(store);
    const { pm } = scripted(DONE);
    const code = await codeOf(askonce.orchestrate('Paint it', goalOf({ pm, ...(more as object) })));
    expect(['argument_invalid', 'duration_invalid']).toContain(code);
    expect((await askonce.jobs.list()).items).toEqual([]);
  });
});

function circular(): object {
  const around: Record<string, unknown> = { status: 'PLAN' };
  around.self = around;
  return around;
}

function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return { status: 'PLAN', value };
}
