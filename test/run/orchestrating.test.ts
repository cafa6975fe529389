/** Seed 002 as it runs: a PM, workers, a person, and restarts. */
import { expect, it } from 'vitest';
import { FALLBACK_TEXTS, POLICIES } from '../../src/core/model/policy.ts';
import type { AskOnce, ListedClarification } from '../../src/index.ts';
import type { OrchestrateOptions, PmReply, PmTurn } from '../../src/orchestrator/index.ts';
import { DAY, MINUTE } from '../../src/testing/fake-clock.ts';
import { endOf, nextEvent, setUp, stateOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';

const FALLBACK = `Previous clarification was already provided. You MUST proceed with available information.
Make reasonable assumptions and document them. Do not request further clarification.`;

const FORM = { blocker: 'missing_external_data', tried: 'searched', fallback: 'take the first' } as const;
const asks = (question: string, more: object = {}): PmReply => ({
  status: 'NEEDS_CLARIFICATION',
  question,
  options: ['red', 'blue'],
  ...FORM,
  ...more,
});
const DONE: PmReply = { status: 'COMPLETE', summary: 'done' };

/** A PM that says these one after another, and then the last again and again; it keeps what it was started with. */
function scripted(...says: readonly (PmReply | string | ((turn: PmTurn) => PmReply))[]) {
  const turns: PmTurn[] = [];
  const pm = (turn: PmTurn): PmReply | string => {
    turns.push(turn);
    const said = says[Math.min(turn.number, says.length) - 1]!;
    return typeof said === 'function' ? said(turn) : said;
  };
  return { pm, turns };
}

/** No clock runs out on a lease while a test lets days pass. */
const LEASE = { leaseMs: 10_000 * DAY };
const inSession = (more: Partial<OrchestrateOptions>) => ({ session: 's', ...LEASE, ...more }) as OrchestrateOptions;

async function pending(askonce: AskOnce): Promise<ListedClarification> {
  for (;;) {
    const news = nextEvent(askonce, '*');
    const [one] = (await askonce.questions.list({ status: 'pending' })).items;
    if (one) return one;
    await news;
  }
}

describeOnStores('an orchestrator', (store) => {
  it('plans, works and completes without asking anybody', async () => {
    const { askonce } = await setUp(store);
    const worked: string[] = [];
    const { pm, turns } = scripted(
      { status: 'PLAN', tasks: ['one', { prompt: 'two' }], note: 'two steps' },
      { status: 'CONTINUE' },
      DONE,
    );
    const worker = (task: string) => {
      worked.push(task);
      if (task === 'two') throw new Error('no such table');
      return `did ${task}`;
    };
    const task = await askonce.orchestrate('Build it', inSession({ pm, worker }));
    expect(task).toMatchObject({ state: 'COMPLETE', result: 'done', asker: 'pm', policy: 'orchestrator' });
    expect(worked).toEqual(['one', 'two']);
    expect(turns.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(turns[1]!.prompt).toContain('Build it');
    expect(turns[1]!.prompt).toContain('Task “one” is done:\ndid one');
    expect(turns[1]!.prompt).toContain('Task “two” failed:\nno such table');
    expect((await askonce.questions.list()).items).toEqual([]);
  });

  // shows: S002-A-ALLOW, S002-A-SURFACE, S002-B-NO-RESPAWN, S002-C-RESPAWN, S002-D-RESPAWN, S002-D-NOT-SHOWN
  it('asks once, waits, goes on with the response, and beyond that with the fallback text', async () => {
    const { askonce, open } = await setUp(store);
    const { pm, turns } = scripted(asks('Which colour?'), asks('Which size?'), asks('Which shape?'), DONE);
    const ended = askonce.orchestrate('Build it', inSession({ pm }));
    const question = await pending(askonce);
    expect(question.question).toBe('Which colour?');
    expect(await stateOf(ended)).toBe('waits');
    expect(turns).toHaveLength(1);
    expect(await askonce.session('s').state('pm')).toMatchObject({
      clarification_used: true,
      clarification_resolved: false,
    });
    await (await open()).questions.answer(question.id, 'blue');
    expect(await endOf(ended)).toMatchObject({ state: 'COMPLETE' });
    expect(turns).toHaveLength(4);
    expect(turns[1]!.prompt).toContain('You asked: Which colour?\nClarification Answer: blue');
    expect(turns[1]!.clarification).toMatchObject({
      clarification_resolved: true,
      user_clarification_response: 'blue',
    });
    expect(turns[2]!.prompt).toContain(`You asked: Which size?\n${FALLBACK}`);
    // The response stays in the context of every PM that follows.
    for (const { prompt } of turns.slice(1)) expect(prompt).toContain('Clarification Answer: blue');
    expect((await askonce.questions.list()).items).toHaveLength(1);
  });

  // shows: S002-B-SAME-QUESTION
  it('comes back to the same question after it was stopped, and starts no PM while it waits', async () => {
    const { askonce, open } = await setUp(store);
    const { pm, turns } = scripted({ status: 'PLAN', tasks: ['look'] }, asks('Which colour?'), DONE);
    const worked: string[] = [];
    const options = { pm, worker: (task: string) => String(worked.push(task)), id: 'goal-1' };
    const stop = new AbortController();
    const first = askonce.orchestrate('Build it', inSession({ ...options, signal: stop.signal }));
    first.catch(() => {});
    const question = await pending(askonce);
    stop.abort();
    await expect(endOf(first)).rejects.toThrow();
    for (let restart = 0; restart < 3; restart += 1) {
      const again = await open();
      const stopAgain = new AbortController();
      const ended = again.orchestrate('Build it', inSession({ ...options, signal: stopAgain.signal }));
      ended.catch(() => {});
      expect(await stateOf(ended)).toBe('waits');
      expect((await again.questions.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([question.id]);
      stopAgain.abort();
      await ended.catch(() => {});
    }
    expect([turns.length, worked]).toEqual([2, ['look']]);
    const last = (await open()).orchestrate('Build it', inSession(options));
    await askonce.questions.answer(question.id, 'blue');
    expect(await endOf(last)).toMatchObject({ state: 'COMPLETE' });
    expect([turns.length, worked]).toEqual([3, ['look']]);
    expect(turns[2]!.prompt).toContain('Clarification Answer: blue');
  });

  it('starts no other PM of the asker either while its question waits, and that one is told the response', async () => {
    const { askonce } = await setUp(store);
    const one = scripted(asks('Which colour?'), DONE);
    const other = scripted(asks('Which size?'), DONE);
    const first = askonce.orchestrate('Build it', inSession({ pm: one.pm }));
    const { id } = await pending(askonce);
    const second = askonce.orchestrate('Sell it', inSession({ pm: other.pm }));
    expect(await stateOf(second)).toBe('waits');
    expect(other.turns).toEqual([]);
    await askonce.questions.answer(id, 'blue');
    expect(await endOf(Promise.all([first, second]))).toMatchObject([{ state: 'COMPLETE' }, { state: 'COMPLETE' }]);
    expect(other.turns[0]!.prompt).toContain('You asked: Which colour?\nClarification Answer: blue');
    expect(other.turns[1]!.prompt).toContain(FALLBACK);
    expect((await askonce.questions.list()).items).toHaveLength(1);
  });

  // shows: S002-CAP-SCOPE
  it('lets every PM of a session ask once, and gives what one was told to the others', async () => {
    const { askonce } = await setUp(store);
    const one = scripted(asks('Which colour?'), DONE);
    const first = askonce.orchestrate('Build it', inSession({ pm: one.pm, asker: 'pm-1' }));
    await askonce.questions.answer((await pending(askonce)).id, 'blue');
    await endOf(first);
    const other = scripted(asks('Which colour?'), asks('Which size?'), DONE);
    const second = askonce.orchestrate('Sell it', inSession({ pm: other.pm, asker: 'pm-2' }));
    const question = await pending(askonce);
    expect(question.question).toBe('Which size?');
    expect(other.turns[1]!.prompt).toContain('Clarification Answer: blue');
    await askonce.questions.answer(question.id, 'red');
    expect(await endOf(second)).toMatchObject({ state: 'COMPLETE' });
  });

  it.each([
    ['declined', (askonce: AskOnce, id: string) => askonce.questions.decline(id, 'no idea')],
    ['left', (askonce: AskOnce, id: string) => askonce.questions.cancel(id)],
  ])('goes on where its question was %s, and is told that nobody answered', async (_, close) => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(asks('Which colour?'), DONE);
    const ended = askonce.orchestrate('Build it', inSession({ pm }));
    await close(askonce, (await pending(askonce)).id);
    expect(await endOf(ended)).toMatchObject({ state: 'COMPLETE' });
    expect(turns[1]!.prompt).toContain(FALLBACK_TEXTS.declined);
  });

  // shows: O3-02
  it('goes on when the deadline passes, with its safe fallback kept as assumed by timeout', async () => {
    const { askonce, clock } = await setUp(store);
    const { pm, turns } = scripted(asks('Which colour?', { risk: 'paint again' }), DONE);
    const ended = askonce.orchestrate('Build it', inSession({ pm, timeout: '5m' }));
    await pending(askonce);
    clock.advance(5 * MINUTE);
    const { id } = await endOf(ended);
    expect(turns[1]!.prompt).toContain(FALLBACK_TEXTS.declined);
    expect((await askonce.session('s').assumptions()).items).toMatchObject([
      { decision: 'take the first', risk: 'paint again', timeoutAssumed: true, job: id },
    ]);
  });

  // shows: R9, O3-03
  it.each([
    [0, 3],
    [2, 5],
    [5, 8],
  ])(
    'with insist %s starts a PM that only asks %i times, and ends as an error that names the limit and all it asked',
    async (insist, starts) => {
      const { askonce } = await setUp(store);
      const { pm, turns } = scripted(...Array.from({ length: 40 }, (_, at) => asks(`Which colour has part ${at}?`)));
      const ended = askonce.orchestrate('Build it', inSession({ pm, insist }));
      await askonce.questions.answer((await pending(askonce)).id, 'blue');
      const { state, error } = await endOf(ended);
      expect(state).toBe('ERROR');
      expect(turns).toHaveLength(starts);
      expect(error).toContain(`The limit is ${insist + 1} ${insist === 0 ? 'round' : 'rounds'} (insist: ${insist}).`);
      for (let at = 0; at < starts; at += 1) expect(error).toContain(`Which colour has part ${at}?`);
      expect((await askonce.questions.list()).items).toHaveLength(1);
    },
  );

  // shows: R9, O3-03, S002-D-RESPAWN
  it('gives a PM that asks on the fallback text every time, until its turns are used up, and says so', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(...Array.from({ length: 40 }, (_, at) => asks(`Which colour has part ${at}?`)));
    const ended = askonce.orchestrate('Build it', inSession({ pm, scope: { maxTurns: 12 } }));
    await askonce.questions.answer((await pending(askonce)).id, 'blue');
    const { state, error } = await endOf(ended);
    expect([state, turns.length]).toEqual(['ERROR', 12]);
    for (const [at, { prompt }] of turns.entries())
      if (at >= 2) expect(prompt.endsWith(`You asked: Which colour has part ${at - 1}?\n${FALLBACK}`)).toBe(true);
    expect(error).toContain('The scope allows 12 turns of the PM, and it wants another. It was told 11 times to go on');
    expect(error).toContain('Which colour has part 11?');
  });

  it('ends a PM that asks the same answered question for ever', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(asks('Which colour?'));
    const ended = askonce.orchestrate('Build it', inSession({ pm }));
    await askonce.questions.answer((await pending(askonce)).id, 'blue');
    expect(await endOf(ended)).toMatchObject({ state: 'ERROR' });
    expect(turns.length).toBeLessThanOrEqual(6);
  });

  it('puts a plain question without blocker, options or fallback to the person', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted({ status: 'NEEDS_CLARIFICATION', question: 'Which colour?' }, DONE);
    const ended = askonce.orchestrate('Build it', inSession({ pm }));
    await askonce.questions.answer((await pending(askonce)).id, 'blue');
    expect(await endOf(ended)).toMatchObject({ state: 'COMPLETE' });
    expect(turns[1]!.prompt).toContain('Clarification Answer: blue');
  });

  it('sends back a request that lacks what its policy demands once, and asks when it brings it', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(
      { status: 'NEEDS_CLARIFICATION', question: 'Which colour?' },
      asks('Which colour?'),
      DONE,
    );
    const policy = { ...POLICIES.orchestrator, name: 'strict', requires: ['blocker'] } as const;
    const ended = askonce.orchestrate('Build it', inSession({ pm, policy }));
    await askonce.questions.answer((await pending(askonce)).id, 'blue');
    expect(await endOf(ended)).toMatchObject({ state: 'COMPLETE' });
    expect(turns[1]!.prompt).toContain('the request lacks “blocker”');
    expect(turns[2]!.prompt).toContain('Clarification Answer: blue');
  });

  it('tells a PM what cannot even be asked, and ends one that never puts it right', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted(asks('Which colour?', { options: ['red', 'red'] }));
    expect(await endOf(askonce.orchestrate('Build it', inSession({ pm })))).toMatchObject({ state: 'ERROR' });
    expect(turns[1]!.prompt).toContain('stands there twice');
    expect((await askonce.questions.list()).items).toEqual([]);
  });

  it('ends a PM whose replies cannot be read three times, and says what was wrong', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted('I am thinking.', '{"status":"PONDER"}', '{"status":"PLAN","tasks":7}');
    const { state, error } = await endOf(askonce.orchestrate('Build it', inSession({ pm })));
    expect([state, turns.length]).toEqual(['ERROR', 3]);
    expect(turns[1]!.prompt).toContain('could not be read: it holds no line of JSON with a “status”.');
    expect(turns[2]!.prompt).toContain('must be one of PLAN, CONTINUE, NEEDS_CLARIFICATION, COMPLETE, BLOCKED');
    expect(error).toContain('“tasks”');
  });

  it('ends as an error with the reason of a PM that is blocked', async () => {
    const { askonce } = await setUp(store);
    const { pm } = scripted({ status: 'BLOCKED', reason: 'no network' });
    expect(await askonce.orchestrate('Build it', inSession({ pm }))).toMatchObject({
      state: 'ERROR',
      error: 'The PM is blocked: no network',
    });
  });

  it('keeps what the PM assumed, once, also when it is run again', async () => {
    const { askonce, open } = await setUp(store);
    const assumptions = [{ decision: 'UTC', reasoning: 'logs', confidence: 'high', risk: 'a day off' } as const];
    const { pm } = scripted({ status: 'PLAN', tasks: [], assumptions }, asks('Which colour?'), DONE);
    const stop = new AbortController();
    const first = askonce.orchestrate('Build it', inSession({ pm, id: 'goal-1', signal: stop.signal }));
    first.catch(() => {});
    const { id } = await pending(askonce);
    stop.abort();
    await first.catch(() => {});
    const last = (await open()).orchestrate('Build it', inSession({ pm, id: 'goal-1' }));
    await askonce.questions.answer(id, 'red');
    await endOf(last);
    expect((await askonce.session('s').assumptions()).items).toMatchObject([
      { decision: 'UTC', reasoning: 'logs', confidence: 0.9, risk: 'a day off', job: 'goal-1', timeoutAssumed: false },
    ]);
    const log = (await askonce.jobs.log('goal-1')).map(({ line }) => line);
    expect(log.filter((line) => line.startsWith('[assumed') && line.includes('UTC'))).toHaveLength(1);
  });
});

describeOnStores('the scope of an orchestration', (store) => {
  it('ends it at the turn that is too many, and says which limit', async () => {
    const { askonce } = await setUp(store);
    const { pm, turns } = scripted({ status: 'CONTINUE' });
    const { state, error } = await askonce.orchestrate('Build it', inSession({ pm, scope: { maxTurns: 3 } }));
    expect([state, error]).toEqual(['ERROR', 'The scope allows 3 turns of the PM, and it wants another.']);
    expect(turns).toHaveLength(3);
  });

  // shows: S002-A-SCOPE-PAUSED, S002-C-SCOPE-RESUMED
  it('stands still while a person is asked, by the PM or by a worker, and goes on when they have responded', async () => {
    const { askonce, clock } = await setUp(store);
    const turn = (minutes: number, said: PmReply) => () => {
      clock.advance(minutes * MINUTE);
      return said;
    };
    const { pm } = scripted(
      turn(4, asks('Which colour?')),
      turn(1, { status: 'PLAN', tasks: ['paint'] }),
      turn(4, DONE),
    );
    const worker: OrchestrateOptions['worker'] = async (_, { ask }) => {
      clock.advance(MINUTE);
      const { items } = await ask({ question: 'Should I overwrite wall.png?', type: 'CONFIRM' });
      clock.advance(MINUTE);
      return items[0]!.outcome;
    };
    const policy = { name: 'two', cap: 2, scope: 'asker', onCap: 'fallback', onTimeout: 'wait' } as const;
    const two = { ...policy, resolvers: [], maxRejects: 0 } as const;
    const run = (maxMinutes: number, id: string) => {
      const ended = askonce.orchestrate('Build it', { pm, worker, id, policy: two, scope: { maxMinutes }, ...LEASE });
      return (async () => {
        for (let asked = 0; asked < 2; asked += 1) {
          const { id: question, type } = await pending(askonce);
          clock.advance(3 * DAY);
          await askonce.questions.answer(question, type === 'CONFIRM' ? 'Yes' : 'blue');
        }
        return ended;
      })();
    };
    // Eleven minutes of work in all, seven of them before the last turn, and six days of waiting.
    expect(await endOf(run(7, 'enough'))).toMatchObject({ state: 'COMPLETE' });
    expect(await endOf(run(6.5, 'too-little'))).toMatchObject({
      state: 'ERROR',
      error: 'The scope allows 6.5 minutes of work, and it took 7.0.',
    });
  });
});

describeOnStores('a worker', (store) => {
  it('asks in the session of its PM and at its PM’s cost, and both share the answer', async () => {
    const { askonce } = await setUp(store);
    const outcomes: string[] = [];
    const worker: OrchestrateOptions['worker'] = async (task, { ask }) => {
      const { items } = await ask({ question: task, options: ['red', 'blue'] });
      outcomes.push(items[0]!.outcome);
      return 'answer' in items[0]! ? items[0].answer : '';
    };
    const { pm, turns } = scripted(
      { status: 'PLAN', tasks: ['Which colour?', 'Which size?'] },
      asks('Which colour?'),
      asks('Which shape?'),
      DONE,
    );
    const ended = askonce.orchestrate('Build it', inSession({ pm, worker }));
    const question = await pending(askonce);
    expect(question).toMatchObject({ question: 'Which colour?', session: 's' });
    await askonce.questions.answer(question.id, 'blue');
    expect(await endOf(ended)).toMatchObject({ state: 'COMPLETE' });
    expect(outcomes).toEqual(['answered', 'fallback']);
    expect(turns[2]!.prompt).toContain('Clarification Answer: blue');
    expect(turns[3]!.prompt).toContain(FALLBACK);
    expect((await askonce.questions.list()).items).toHaveLength(1);
  });
});
