/** What may happen, as fast-check commands: each is done to the model and to the real thing, and the two must agree. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { AskOnceError, type AskOptions, type OnTimeout } from '../../../src/index.ts';
import type { Model, ModelQuestion } from './model.ts';
import { ANSWERS, type AskCall, askedBy, HEARD, POLICY_POOL, WORDINGS, type Wording } from './pool.ts';
import { said, type World } from './world.ts';

type Step = fc.AsyncCommand<Model, World>;

function step(name: string, run: (model: Model, world: World) => Promise<unknown>): Step {
  return {
    check: () => true,
    run: async (model, world) => void (await run(model, world)),
    toString: () => name,
  };
}

const JOBS = ['j0', 'j1', 'j2', 'j3'];
const sessionOf = (job: string) => (job < 'j2' ? 's0' : 's1');
const instance = fc.constantFrom(0, 1);
/** Picks one of however many there are by then; now and then one that never was. */
const pick = fc.nat({ max: 30 });

function picked<T>(all: readonly T[], at: number): T | undefined {
  return at === 30 ? undefined : all[at % Math.max(1, all.length)];
}

interface AskChoice extends Pick<AskCall, 'wordings' | 'policy' | 'asker' | 'deadlineMs' | 'onTimeout'> {
  readonly who: string;
  readonly rejects: boolean;
  readonly at: number;
}

const askChoice: fc.Arbitrary<AskChoice> = fc.record({
  who: fc.constantFrom(...JOBS, ...JOBS, 's0', 's1'),
  wordings: fc
    .uniqueArray(fc.constantFrom(...WORDINGS), {
      minLength: 1,
      maxLength: 4,
      selector: (one) => JSON.stringify(one.input),
    })
    // Two sets of options for one question in one ask are asked one after the other; that is a test of its own.
    .filter((all) => all.filter((one) => one.identity === 'format').length < 2),
  // Mostly unsaid: a policy or an asker that disagrees is an error, and errors are over soon.
  policy: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...POLICY_POOL) },
  ),
  asker: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('agent', 'pm') },
  ),
  deadlineMs: fc.constantFrom(undefined, undefined, 60_000, 3_600_000),
  onTimeout: fc.constantFrom<OnTimeout | undefined>(undefined, 'wait', 'default', 'fallback', 'fail'),
  rejects: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  at: instance,
});

const asks = askChoice.map((choice) => {
  const isJob = choice.who.startsWith('j');
  const session = isJob ? sessionOf(choice.who) : choice.who;
  const job = isJob ? choice.who : undefined;
  const wordings = choice.wordings.map((wording) => askedBy(wording, job));
  const texts = choice.wordings.map(({ input }) => input.question).join(' | ');
  const details = [choice.deadlineMs, choice.onTimeout, choice.policy && JSON.stringify(choice.policy), choice.asker];
  return step(
    `ask(${choice.who}: ${texts}; ${details.join(' ')}${choice.rejects ? ' rejects' : ''})`,
    (model, world) => {
      const rejected = choice.rejects ? rejectable(model, session, wordings[0]!) : undefined;
      return ask(model, world, choice.at, {
        ...choice,
        session,
        job,
        wordings: rejected ? wordings.slice(0, 1) : wordings,
        rejects: rejected?.id,
      });
    },
  );
});

/** An answer to the same question that only agents took back so far: whether the person's own count as well is nowhere said. */
function rejectable(model: Model, session: string, wording: Wording): ModelQuestion | undefined {
  return model.questions.find((question) => {
    if (question.session !== session || question.wording.identity !== wording.identity) return false;
    for (let one: ModelQuestion | null = question; one; one = one.succeeds)
      if (one.takenBackBy === 'person') return false;
    return question.status === 'answered';
  });
}

async function ask(model: Model, world: World, at: number, call: AskCall): Promise<void> {
  const expected = model.askError(call);
  try {
    const result = await callAsk(world, at, call);
    assert.equal(expected, null, 'the ask should have been refused');
    model.ask(call, result, world.clock.now());
  } catch (error) {
    if (!(error instanceof AskOnceError)) throw error;
    assert.equal(error.code, expected, error.message);
  }
}

function callAsk(world: World, at: number, call: AskCall) {
  const { job, policy, asker, deadlineMs, onTimeout, rejects } = call;
  const options: AskOptions & { wait: false } = { wait: false };
  if (job !== undefined) options.job = job;
  if (policy !== undefined) options.policy = policy;
  if (asker !== undefined) options.asker = asker;
  if (deadlineMs !== undefined) options.timeout = deadlineMs;
  if (onTimeout !== undefined && (deadlineMs !== undefined || onTimeout === 'wait')) options.onTimeout = onTimeout;
  if (rejects !== undefined) options.rejects = rejects;
  const questions = call.wordings.map((one) =>
    onTimeout === 'default' ? { ...one.input, default: one.default } : one.input,
  );
  return world.instances[at]!.session(call.session).ask(questions, options);
}

const answers = fc.tuple(pick, fc.constantFrom(...ANSWERS), instance).map(([which, raw, at]) =>
  step(`answer(${which}, “${raw}”)`, async (model, world) => {
    const id = picked(model.questions, which)?.id ?? 'q-nothing';
    const expected = model.answer(id, raw, world.clock.now());
    assert.equal(await said(world.instances[at]!.questions.answer(id, raw)), expected);
  }),
);

const declines = fc.tuple(pick, instance).map(([which, at]) =>
  step(`decline(${which})`, async (model, world) => {
    const id = picked(model.questions, which)?.id ?? 'q-nothing';
    const expected = model.decline(id, world.clock.now());
    assert.equal(await said(world.instances[at]!.questions.decline(id)), expected);
  }),
);

const revokes = fc.tuple(pick, instance).map(([which, at]) =>
  step(`revoke(${which})`, async (model, world) => {
    const id = picked(model.questions, which)?.id ?? 'q-nothing';
    const expected = model.revoke(id);
    assert.equal(await said(world.instances[at]!.questions.revoke(id)), expected);
  }),
);

const cancels = fc.tuple(pick, instance).map(([which, at]) =>
  step(`cancel(${which})`, async (model, world) => {
    const found = picked(model.asks, which);
    if (!found)
      return assert.rejects(world.instances[at]!.questions.cancel({ ask: 'a-nothing' }), { code: 'ask_unknown' });
    const expected = model.cancel(found.id);
    assert.equal(await world.instances[at]!.questions.cancel({ ask: found.id }), expected);
  }),
);

const hears = fc.tuple(fc.constantFrom('s0', 's1'), fc.constantFrom(...HEARD), instance).map(([session, words, at]) =>
  step(`heard(${session}, “${words}”)`, async (model, world) => {
    await world.instances[at]!.session(session).observe(words);
    model.heard(session);
  }),
);

const timePasses = fc.constantFrom(1000, 60_000, 3_600_000, 86_400_000).map((ms) =>
  step(`time passes(${ms})`, async (model, world) => {
    world.clock.advance(ms);
    // The timers' own sweeps may still run; looking at the inbox waits for one that began later.
    for (const askonce of world.instances) await askonce.questions.list({ status: 'pending', limit: 1 });
    model.sweep(world.clock.now());
  }),
);

/** Nobody has looked at the deadlines yet: whoever comes first must find them passed. */
const sleeps = fc
  .constantFrom(60_000, 3_600_000)
  .map((ms) => step(`sleep(${ms})`, async (_model, world) => world.clock.sleep(ms)));

/** Whoever opens a store lets the deadlines strike that passed while nobody was there. */
const restarts = fc.constantFrom(0, 60_000, 3_600_000).map((ms) =>
  step(`restart(down ${ms})`, async (model, world) => {
    await world.restart(ms);
    model.sweep(world.clock.now());
  }),
);
const crashes = fc.constant(
  step('crash', async (model, world) => {
    await world.crash();
    model.sweep(world.clock.now());
  }),
);
const checks = fc.constant(step('check', (model, world) => world.check(model)));

/** After how many milliseconds of a race the connections break, if they do. */
const cut = fc.constantFrom(null, null, 0, 1, 2, 4);

/** Several ask the very same at the same time, in two processes: one question, whoever was first. */
const askRaces = fc
  .tuple(fc.constantFrom('s0', 's1'), fc.constantFrom(...WORDINGS), fc.integer({ min: 2, max: 5 }), cut)
  .map(([session, wording, times, cutAfter]) =>
    step(`ask race(${session}: ${wording.input.question} × ${times}, cut ${cutAfter})`, async (model, world) => {
      const nothing = { job: undefined, policy: undefined, asker: undefined, deadlineMs: undefined };
      const call: AskCall = { session, wordings: [wording], onTimeout: undefined, rejects: undefined, ...nothing };
      const results = await world.cutDuring(cutAfter, () =>
        Promise.all(Array.from({ length: times }, (_, n) => callAsk(world, n % 2, call))),
      );
      // Only the first may have been settled by something new; the others then found its answer.
      const isRepeat = (item: (typeof results)[0]['items'][0]) =>
        item.outcome === 'auto_resolved' && item.source === 'history';
      results.sort((a, b) => Number(isRepeat(a.items[0]!)) - Number(isRepeat(b.items[0]!)));
      for (const result of results) model.ask(call, result, world.clock.now());
    }),
  );

/** Several answer the same question at the same time, in two processes: one wins, and the others are told. */
const answerRaces = fc
  .tuple(pick, fc.shuffledSubarray([...ANSWERS], { minLength: 3 }), cut)
  .map(([which, raws, cutAfter]) =>
    step(`answer race(${which}: ${raws.join(', ')}, cut ${cutAfter})`, async (model, world) => {
      const waiting = picked(model.pending(), which);
      const question = waiting === undefined ? undefined : model.find(waiting);
      if (!question) return;
      const readable = raws.filter((raw) => raw.trim() !== '' && question.wording.read(raw) !== null);
      const told = await world.cutDuring(cutAfter, () =>
        Promise.all(readable.map((raw, n) => said(world.instances[n % 2]!.questions.answer(question.id, raw)))),
      );
      const inOrder = readable.map((raw, n) => ({ raw, told: told[n]! }));
      inOrder.sort((a, b) => Number(b.told === 'accepted') - Number(a.told === 'accepted'));
      for (const one of inOrder) assert.equal(one.told, model.answer(question.id, one.raw, world.clock.now()));
    }),
  );

/** Somebody joins a question in one process while it is settled or left in the other: either may be first, and what follows fits it. */
const meetings = fc
  .tuple(pick, fc.constantFrom('answer', 'decline', 'cancel'), fc.constantFrom(...ANSWERS), instance, cut)
  .map(([which, what, raw, at, cutAfter]) =>
    step(`meeting(ask and ${what} ${which}, “${raw}”, cut ${cutAfter})`, async (model, world) => {
      const question = model.find(picked(model.pending(), which) ?? 'q-nothing');
      const waiting = model.asks.find(({ items }) => items.some((item) => item.question === question));
      if (!question || !waiting) return;
      const { id, session } = question;
      // Asked without a job, whoever asked it first.
      const wording = WORDINGS.find(({ input }) => input === question.wording.input)!;
      const nothing = { job: undefined, policy: undefined, asker: undefined, deadlineMs: undefined };
      const call: AskCall = { session, wordings: [wording], onTimeout: undefined, rejects: undefined, ...nothing };
      const other = world.instances[1 - at]!;
      const settle = async () => {
        if (what === 'cancel') return other.questions.cancel({ ask: waiting.id });
        return said(what === 'answer' ? other.questions.answer(id, raw) : other.questions.decline(id));
      };
      const [result, told] = await world.cutDuring(cutAfter, () => Promise.all([callAsk(world, at, call), settle()]));
      const now = world.clock.now();
      const settled = () => {
        if (what === 'cancel') return model.cancel(waiting.id);
        return what === 'answer' ? model.answer(id, raw, now) : model.decline(id, now);
      };
      const joined = result.items[0]!.outcome === 'parked' && result.items[0]!.id === id;
      if (joined) model.ask(call, result, now);
      assert.equal(told, settled());
      if (!joined) model.ask(call, result, now);
    }),
  );

/** Random sequences of everything that may happen. Asks and answers come most often, as they do in life. */
export function sequences(maxCommands: number) {
  const weighted = [
    asks,
    asks,
    asks,
    answers,
    answers,
    answerRaces,
    askRaces,
    meetings,
    declines,
    revokes,
    cancels,
    hears,
    timePasses,
    sleeps,
  ];
  return fc.commands([...weighted, restarts, crashes, checks], { maxCommands, size: 'max' });
}
