/** Several PMs in one session on a real store, a person who answers or does not, deadlines, restarts and crashes. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { type AskOnce, openAskOnce, type Task } from '../../../src/index.ts';
import type { PmReply, PmTurn } from '../../../src/orchestrator/index.ts';
import type { Store } from '../../../src/ports.ts';
import { DAY } from '../../../src/testing/fake-clock.ts';
import { violationsIn } from '../../support/invariants.ts';
import { SleepyClock } from '../../support/sleepy-clock.ts';
import type { StoreKind } from '../../support/stores.ts';
import { type Ground, groundFor } from './ground.ts';
import type { Opener } from './world.ts';

const PMS = 3;
const DEADLINE_MS = 60_000;
const LEASE_MS = DAY;
const INSIST = 2;
/** Its first question, those it may insist with, what it may be told without a person, and the end. */
const MAX_TURNS = 30;

/** What a PM says in a turn: asks (one of a few questions, in due form or not), works on, or ends. */
export type Saying = 'ask' | 'ask another' | 'ask the same as all' | 'ask badly' | 'seek leave' | 'plan' | 'complete';

const saying = fc.constantFrom<Saying>(
  ...(['ask', 'ask', 'ask another', 'ask the same as all', 'ask badly', 'seek leave', 'plan', 'complete'] as const),
);
const pm = fc.nat({ max: PMS - 1 });

const STEP = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('start' as const),
      pm,
      says: fc.array(saying, { minLength: 1, maxLength: 8 }),
      patient: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constantFrom('answer', 'answer', 'answer', 'decline', 'leave', 'revoke'),
      nth: fc.nat({ max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('later', 'restart', 'crash') }) },
);

export type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;
export const STEPS = fc.array(STEP, { minLength: 4, maxLength: 14 });

/** Leads everywhere, whatever the random ones do. */
export const GRAND_TOUR: readonly Step[] = [
  { step: 'start', pm: 0, says: ['plan', 'ask badly', 'ask', 'ask another', 'complete'], patient: true },
  {
    step: 'start',
    pm: 1,
    says: ['ask the same as all', 'ask', 'seek leave', 'ask another', 'complete'],
    patient: false,
  },
  { step: 'restart' },
  { step: 'start', pm: 2, says: ['ask the same as all', 'complete'], patient: true },
  { step: 'answer', nth: 0 },
  { step: 'crash' },
  { step: 'answer', nth: 0 },
  { step: 'decline', nth: 0 },
  { step: 'later' },
  { step: 'start', pm: 0, says: ['ask', 'ask', 'ask another', 'ask another', 'ask another', 'ask'], patient: true },
  { step: 'answer', nth: 0 },
  { step: 'revoke', nth: 0 },
];

/** Leave that was given and is taken back is asked for. */
export const LEAVE_TAKEN_BACK: readonly Step[] = [
  { step: 'start', pm: 0, says: ['seek leave', 'ask'], patient: false },
  { step: 'revoke', nth: 0 },
  { step: 'answer', nth: 0 },
  { step: 'answer', nth: 0 },
  { step: 'start', pm: 1, says: ['seek leave', 'ask'], patient: false },
  { step: 'answer', nth: 0 },
];

const FORM = { blocker: 'security_or_law', tried: 'the docs', fallback: 'the first', options: ['first', 'second'] };

interface Goal {
  readonly id: string;
  readonly asker: string;
  readonly says: readonly Saying[];
  readonly patient: boolean;
}

interface Run {
  readonly stop: AbortController;
  readonly ended: Promise<Task | null>;
}

const openPlainly: Opener = (db, root, clock) => openAskOnce({ db, project: root, clock });

export class OrchestratingWorld {
  /** How often each thing came about. */
  readonly seen = new Map<string, number>();
  private readonly clock = new SleepyClock();
  private readonly ground: Ground;
  private readonly open: Opener;
  private askonce!: AskOnce;
  /** Sees what is stored, also where the other is a control that does not. */
  private witness!: AskOnce;
  private readonly unended = new Set<string>();
  private readonly goals: Goal[] = [];
  private runs: Run[] = [];
  private readonly starts = new Map<string, number>();
  /** What a PM found wrong; thrown when the step is over, since a PM that throws only fails its job. */
  private readonly faults: string[] = [];
  private working = 0;

  private constructor(ground: Ground, open: Opener) {
    this.ground = ground;
    this.open = open;
  }

  static async make(kind: StoreKind, open: Opener = openPlainly): Promise<OrchestratingWorld> {
    const world = new OrchestratingWorld(await groundFor(kind), open);
    await world.begin();
    return world;
  }

  async take(step: Step): Promise<void> {
    await this.carryOut(step);
    await this.settled();
    await this.check();
  }

  /** Whatever has happened: once the person answers, everything ends. */
  async finish(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      const { items } = await this.askonce.questions.list({ status: 'pending' });
      for (const { id, type } of items) await this.askonce.questions.answer(id, type === 'CONFIRM' ? 'Yes' : 'first');
      await this.settled();
      if (items.length === 0) break;
    }
    await this.check();
    for (const { id } of this.goals) {
      const task = await this.askonce.jobs.get(id);
      assert.ok(task && ['COMPLETE', 'ERROR'].includes(task.state), `${id} has not ended but is ${task?.state}`);
      this.count(task.state);
      assert.ok((this.starts.get(id) ?? 0) <= MAX_TURNS, `${id} was started ${this.starts.get(id)} times`);
    }
    assert.deepEqual(await violationsIn(this.ground.raw), []);
  }

  async close(): Promise<void> {
    await this.halt();
    await this.ground.end();
  }

  private async carryOut(step: Step): Promise<void> {
    switch (step.step) {
      case 'start': {
        const asker = `pm-${step.pm}`;
        // One goal at a time for each PM: a second one would only wait for the first one's question.
        if (this.goals.some((goal) => goal.asker === asker && this.isOpen(goal))) return;
        const goal = { id: `goal-${this.goals.length}`, asker, says: step.says, patient: step.patient };
        this.goals.push(goal);
        this.runs.push(this.run(goal));
        return;
      }
      case 'later':
        this.clock.advance(DEADLINE_MS);
        return void (await this.askonce.questions.list({ status: 'pending' }));
      case 'restart':
        await this.halt();
        return this.begin();
      case 'crash':
        await this.ground.crash(() => this.halt());
        // The worker that is gone is this very process, so only its lease tells.
        this.clock.advance(2 * LEASE_MS);
        return this.begin();
      default:
        return this.respond(step);
    }
  }

  private async respond({ step, nth }: Extract<Step, { nth: number }>): Promise<void> {
    const status = step === 'revoke' ? 'answered' : 'pending';
    const { items } = await this.askonce.questions.list({ status });
    const question = items[nth % Math.max(1, items.length)];
    if (!question) return;
    if (step === 'revoke') return void (await this.askonce.questions.revoke(question.id));
    // Leave to go on that was taken back is asked for, and takes yes or no.
    if (step === 'answer')
      await this.askonce.questions.answer(question.id, question.type === 'CONFIRM' ? 'Yes' : 'second');
    else if (step === 'decline') await this.askonce.questions.decline(question.id);
    else await this.askonce.questions.cancel(question.id);
  }

  private isOpen({ id }: Goal): boolean {
    return this.unended.has(id);
  }

  private run(goal: Goal): Run {
    const { id, asker, patient } = goal;
    const stop = new AbortController();
    this.unended.add(id);
    const ended = this.askonce
      .orchestrate('Build it', {
        ...{ id, asker, session: 's', insist: INSIST, leaseMs: LEASE_MS, signal: stop.signal },
        ...(patient ? {} : { timeout: `${DEADLINE_MS / 1000}s` }),
        pm: (turn) => this.pm(goal, turn),
        worker: (task) => `did ${task}`,
      })
      .then(
        (task) => {
          this.unended.delete(id);
          return task;
        },
        () => null,
      );
    return { stop, ended };
  }

  private async pm(goal: Goal, turn: PmTurn): Promise<PmReply> {
    this.working += 1;
    try {
      this.starts.set(goal.id, (this.starts.get(goal.id) ?? 0) + 1);
      const state = await this.witness.session('s').state(goal.asker);
      if (state.clarification_used && !state.clarification_resolved)
        this.faults.push(`${goal.id} was started while its question waits`);
      const { user_clarification_response: response } = state;
      if (response !== null && !turn.prompt.includes(`Clarification Answer: ${response}`))
        this.faults.push(`${goal.id} was started without the response: ${turn.prompt}`);
      if (turn.prompt.includes('You MUST proceed')) this.count('fell back');
      if (response !== null) this.count('told');
      return this.said(goal, turn.number);
    } finally {
      this.working -= 1;
    }
  }

  private said({ asker, says }: Goal, number: number): PmReply {
    const say = says[number - 1] ?? 'complete';
    const ask = (question: string, form: object = FORM) =>
      ({ status: 'NEEDS_CLARIFICATION', question, ...form }) as PmReply;
    switch (say) {
      case 'ask':
        return ask(`Which part first, for ${asker}?`);
      case 'ask another':
        return ask(`Which part of ${number}, for ${asker}?`);
      case 'ask the same as all':
        return ask('Which way for all of us?');
      case 'ask badly':
        return ask(`Which part, for ${asker}?`, {});
      case 'seek leave':
        return ask('Should I proceed?', { type: 'CONFIRM' });
      case 'plan':
        return { status: 'PLAN', tasks: ['a step'], assumptions: [{ decision: 'UTC', reasoning: '' }] };
      case 'complete':
        return { status: 'COMPLETE', summary: 'done' };
    }
  }

  private async check(): Promise<void> {
    assert.deepEqual(this.faults, []);
    // What a question cost is no part of what the library shows.
    const { store } = (this.askonce as unknown as { readonly engine: { readonly store: Store } }).engine;
    const { items } = await store.list({ limit: 1_000 });
    const put = new Map<string, number>();
    for (const { capScope, succeeds } of items) {
      if (capScope === null || succeeds !== null) continue;
      put.set(capScope, (put.get(capScope) ?? 0) + 1);
    }
    for (const [scope, times] of put) assert.equal(times, 1, `${times} questions were put to the person in ${scope}`);
    for (const goal of this.goals) {
      const state = await this.witness.session('s').state(goal.asker);
      if (state.clarification_used && !state.clarification_resolved) this.count('waits');
    }
  }

  /** Nobody works any more: every goal has ended, or waits for the person. */
  private async settled(): Promise<void> {
    for (let calm = 0; calm < 3; ) {
      const open = this.goals.filter((goal) => this.isOpen(goal));
      const states = await Promise.all(open.map(({ id }) => this.askonce.jobs.get(id)));
      const still = this.working === 0 && states.every((task) => task?.state === 'AWAITING_RESPONSE');
      calm = still ? calm + 1 : 0;
      await sleep(2);
    }
  }

  private async begin(): Promise<void> {
    const { address, root } = this.ground;
    this.askonce = await this.open(address, root, this.clock);
    this.witness = await openPlainly(address, root, this.clock);
    this.runs = this.goals.filter((goal) => this.isOpen(goal)).map((goal) => this.run(goal));
  }

  private async halt(): Promise<void> {
    for (const { stop } of this.runs) stop.abort();
    await Promise.all(this.runs.map(({ ended }) => ended));
    this.runs = [];
    await this.askonce.close();
    await this.witness.close();
  }

  private count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}
