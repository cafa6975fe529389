/** Submitted jobs on a real store, with two who submit and answer and one who builds, beside the naive model of them. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type AskOnce, openAskOnce, POLICIES } from '../../../src/index.ts';
import type { Store } from '../../../src/ports.ts';
import { openStore } from '../../../src/store/open.ts';
import { claim, end } from '../../../src/testing/drive-jobs.ts';
import { violationsIn } from '../../support/invariants.ts';
import { SleepyClock } from '../../support/sleepy-clock.ts';
import type { StoreKind } from '../../support/stores.ts';
import { type Ground, groundFor } from './ground.ts';
import { ANSWERS, DEADLINE_MS, type Silence, SUBMISSIONS, SubmittingModel, submission } from './submitting-model.ts';
import { type Opener, said } from './world.ts';

/** What is learnt in one session must not answer in the other: the model knows nothing of that. */
const POLICY = { ...POLICIES.job, name: 'one question', resolvers: [] };

const n = fc.nat({ max: SUBMISSIONS - 1 });
const answer = fc.constantFrom(...ANSWERS);
const key = fc.constantFrom(null, 'k-1', 'k-2');
const silence: fc.Arbitrary<Silence> = fc.constantFrom('wait', 'wait', 'fail', 'fallback');

const STEP = fc.oneof(
  { weight: 8, arbitrary: fc.record({ step: fc.constant('submit'), n, silence }) },
  { weight: 5, arbitrary: fc.record({ step: fc.constant('answer'), n, answer, key }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constantFrom('decline', 'revoke', 'cancel', 'answer at once'), n }) },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('build') }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('later'), ms: fc.constantFrom(1, DEADLINE_MS) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('restart', 'crash') }) },
);

export type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;
/** Leads everywhere, whatever the random ones do. */
export const GRAND_TOUR: readonly Step[] = [
  { step: 'submit', n: 0, silence: 'wait' },
  { step: 'submit', n: 2, silence: 'fallback' },
  { step: 'later', ms: DEADLINE_MS },
  { step: 'build' },
  { step: 'submit', n: 1, silence: 'fail' },
  { step: 'cancel', n: 0 },
  { step: 'later', ms: DEADLINE_MS },
  { step: 'submit', n: 3, silence: 'wait' },
  { step: 'crash' },
  { step: 'answer at once', n: 3 },
  { step: 'revoke', n: 3 },
  { step: 'submit', n: 4, silence: 'wait' },
  { step: 'answer', n: 4, answer: 'no idea', key: 'k-1' },
  { step: 'restart' },
  { step: 'answer', n: 4, answer: 'hot', key: 'k-1' },
  { step: 'answer', n: 4, answer: 'hot', key: 'k-2' },
  { step: 'submit', n: 5, silence: 'wait' },
  { step: 'decline', n: 5 },
  { step: 'submit', n: 7, silence: 'wait' },
];

export const STEPS = fc.array(STEP, { minLength: 5, maxLength: 40, size: 'max' });

const openPlainly: Opener = (db, root, clock) => openAskOnce({ db, project: root, clock });

export class SubmittingWorld {
  /** How often each state, and each reply, came about. */
  readonly seen = new Map<string, number>();
  private readonly model = new SubmittingModel();
  private readonly clock = new SleepyClock();
  private readonly ground: Ground;
  private readonly open: Opener;
  private readonly instances: AskOnce[] = [];
  private readonly builds: string[] = [];
  private builder: Store | null = null;
  private turn = 0;

  private constructor(ground: Ground, open: Opener) {
    this.ground = ground;
    this.open = open;
  }

  static async make(kind: StoreKind, open: Opener = openPlainly): Promise<SubmittingWorld> {
    const world = new SubmittingWorld(await groundFor(kind), open);
    await world.start();
    return world;
  }

  async take(step: Step): Promise<void> {
    this.turn += 1;
    await this.carryOut(step);
    await this.check();
  }

  /** A person who answers all and a builder who builds all bring every job to its end. */
  async finish(): Promise<void> {
    for (const id of this.model.jobs.keys()) {
      if (this.model.jobs.get(id)!.state === 'AWAITING_RESPONSE') await this.answer(id, 'hot', null);
    }
    while (this.model.claimable().length > 0) await this.build();
    await this.check();
    for (const { id, state } of this.model.jobs.values()) {
      assert.ok(['COMPLETE', 'ERROR', 'CANCELLED'].includes(state), `${id} is ${state}`);
      assert.equal(this.builds.filter((one) => one === id).length, state === 'COMPLETE' ? 1 : 0, `${id}, built`);
    }
    assert.deepEqual(await violationsIn(this.ground.raw), []);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.ground.end();
  }

  private get askonce(): AskOnce {
    return this.instances[this.turn % 2]!;
  }

  private async carryOut(step: Step): Promise<void> {
    if ('silence' in step) return this.submit(step.n, step.silence);
    if ('answer' in step) return this.answer(submission(step.n).id, step.answer, step.key);
    if ('n' in step) return this.befall(step.step, submission(step.n).id);
    if ('ms' in step) {
      this.clock.advance(step.ms);
      this.model.sweep(this.clock.now());
      // Deadlines strike where somebody looks.
      await this.askonce.questions.list({ status: 'pending' });
    } else if (step.step === 'build') await this.build();
    else {
      if (step.step === 'restart') await this.stop();
      else await this.ground.crash(() => this.stop());
      await this.start();
    }
  }

  /** By both at once: the job is made once. */
  private async submit(number: number, wanted: Silence): Promise<void> {
    const { id, session, prompt } = submission(number);
    const timing = wanted === 'wait' ? {} : ({ timeout: '60s', onTimeout: wanted } as const);
    const options = { id, session, policy: POLICY, ...timing };
    const all = await Promise.all(this.instances.map((one) => one.jobs.submit(prompt, options)));
    const { made } = this.model.submit(number, wanted, this.clock.now());
    assert.equal(all.filter((one) => one.made).length, made ? 1 : 0);
    assert.deepEqual(all[0]!.job, all[1]!.job);
  }

  private async answer(id: string, text: string, sent: string | null): Promise<void> {
    const options = sent === null ? {} : { idempotencyKey: sent };
    const told = await said(this.askonce.jobs.answer(id, text, options));
    assert.equal(told, this.model.answer(id, text, sent), `${id} answered “${text}”`);
    this.saw(told);
  }

  private async befall(what: 'decline' | 'revoke' | 'cancel' | 'answer at once', id: string): Promise<void> {
    if (what === 'cancel') {
      const told = await said(this.askonce.jobs.cancel(id).then(({ state }) => ({ status: state })));
      assert.equal(told, this.model.cancel(id));
      return;
    }
    const question = (await this.askonce.jobs.get(id))?.clarificationId;
    if (!question) return;
    if (what === 'decline') assert.equal(await said(this.askonce.questions.decline(question)), this.model.decline(id));
    else if (what === 'revoke') {
      const { status } = (await this.askonce.questions.get(question))!;
      if (status !== 'answered' && status !== 'declined') return;
      await this.askonce.questions.revoke(question);
      this.model.revoke(id);
    } else await this.race(id);
  }

  /** Two answers at once: the first is taken, the other is told so. Which is first, the store says. */
  private async race(id: string): Promise<void> {
    const words = ['hot', 'frozen'] as const;
    const told = await Promise.all(this.instances.map((one, at) => said(one.jobs.answer(id, words[at]!))));
    const first = told.indexOf('accepted');
    const order = first === 1 ? [1, 0] : [0, 1];
    for (const at of order) assert.equal(told[at], this.model.answer(id, words[at]!, null), `${id} ${told.join()}`);
    if (first >= 0) this.saw('raced');
  }

  private async build(): Promise<void> {
    const store = this.builder!;
    const now = this.clock.now();
    await store.runs.beat({ id: 'w-1', place: 'here', pid: 1, leaseUntil: now + 1 });
    const job = await claim(store, 'w-1', now, this.ground.root);
    const claimable = this.model.claimable();
    assert.equal(job !== null, claimable.length > 0, `${job?.id} of ${claimable.join()}`);
    if (!job) return;
    assert.ok(claimable.includes(job.id), `${job.id} of ${claimable.join()}`);
    assert.ok(job.spec, `${job.id} is built from nothing`);
    await end(store, job.id, 'w-1', { state: 'COMPLETE', result: null }, now);
    this.builds.push(job.id);
    this.model.built(job.id);
  }

  private saw(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  private async check(): Promise<void> {
    const other = this.instances[(this.turn + 1) % 2]!;
    const jobs = await Promise.all(this.model.expected().map(({ id }) => other.jobs.get(id)));
    const now = jobs.map((job) => ({
      id: job!.id,
      state: job!.state as string,
      status: job!.clarificationStatus as string,
      answer: job!.clarificationAnswer,
    }));
    assert.deepEqual(now, this.model.expected());
    assert.equal((await other.questions.list({ status: 'pending' })).items.length, this.model.pending());
    for (const { state, status } of now) this.saw(`${state} ${status}`);
  }

  private async start(): Promise<void> {
    const { address, root } = this.ground;
    for (let at = 0; at < 2; at += 1) this.instances.push(await this.open(address, root, this.clock));
    this.builder = await openStore(address, root);
  }

  private async stop(): Promise<void> {
    await Promise.all([...this.instances.splice(0), this.builder!].map((one) => one.close()));
  }
}
