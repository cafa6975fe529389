/** A store with a few jobs, workers and questions, the steps that may befall them, and what is checked after each. */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { hasEnded, JOB_MOVES } from '../../../src/core/model/job.ts';
import type { JobRecord } from '../../../src/core/model/records.ts';
import type { Store } from '../../../src/ports.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { answer, ask, cancel, decline, expire, shown } from '../../../src/testing/drive.ts';
import { beat, cancelJob, claim, end, queue, queueCommand, release } from '../../../src/testing/drive-jobs.ts';
import { askCommand, NOW } from '../../../src/testing/make.ts';

const JOBS = ['j-1', 'j-2', 'j-3', 'j-4'] as const;
const WORKERS = ['w-1', 'w-2', 'w-3'] as const;
const LEASE = 100;

const job = fc.constantFrom(...JOBS);
const worker = fc.constantFrom(...WORKERS);
const nth = fc.nat({ max: 5 });

const STEP = fc.oneof(
  { weight: 3, arbitrary: fc.record({ step: fc.constant('queue'), job }) },
  { weight: 5, arbitrary: fc.record({ step: fc.constant('claim'), worker }) },
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('ask'),
      job,
      question: fc.constantFrom('Which colour?', 'Which size?', 'Which shape?'),
      expires: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constantFrom('answer', 'decline', 'leave'), nth }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('cancel'), job }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('end'),
      job,
      // Mostly whoever may.
      worker: fc.oneof({ weight: 2, arbitrary: fc.constant('its own') }, { weight: 1, arbitrary: worker }),
      how: fc.constantFrom('complete', 'fail', 'fail unless awaiting', 'release'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constantFrom('beat', 'dismiss'), worker }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('later'), ms: fc.constantFrom(1, LEASE / 2, LEASE, 3 * LEASE) }),
  },
);

export type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;
export const STEPS = fc.array(STEP, { maxLength: 60, size: 'max' });

export class JobWorld {
  /** How often each state, and what else is worth seeing, came about. */
  readonly seen = new Map<string, number>();
  private readonly stores: readonly [Store, Store];
  private readonly before = new Map<string, JobRecord>();
  /** Until when each worker knows that it lives, and which jobs it believes to be its own. */
  private readonly leases = new Map<string, number>();
  private readonly believes = new Map<string, Set<string>>(WORKERS.map((id) => [id, new Set()]));
  private readonly asks: { id: string; expires: boolean }[] = [];
  private now = NOW;
  private steps = 0;

  private constructor(stores: readonly [Store, Store]) {
    this.stores = stores;
  }

  static async open(file: string): Promise<JobWorld> {
    const first = await openSqliteStore(file);
    return new JobWorld([first, await openSqliteStore(file)]);
  }

  async close(): Promise<void> {
    for (const store of this.stores) await store.close();
  }

  async take(step: Step): Promise<void> {
    this.steps += 1;
    await this.carryOut(step);
    await this.check();
  }

  /** Whatever state things are in, a living worker and a willing person bring every job to its end. */
  async finish(): Promise<void> {
    this.now += 10 * LEASE;
    const { store } = this;
    const last = 'w-last';
    await beat(store, last, this.now + LEASE);
    for (;;) {
      for (const { id } of (await store.list({ status: ['pending'], limit: 100 })).items)
        await answer(store, id, 'this', this.now);
      const got = await claim(store, last, this.now);
      await this.check();
      if (!got) break;
      if (hasEnded(got.state)) continue;
      expect(await end(store, got.id, last, { state: 'COMPLETE', result: null }, this.now)).toMatchObject({
        outcome: 'ended',
      });
      await this.check();
    }
    for (const { id, state } of this.before.values()) expect(hasEnded(state), `${id} is ${state}`).toBe(true);
  }

  private get store(): Store {
    return this.stores[this.steps % 2]!;
  }

  private lives(id: string): boolean {
    return (this.leases.get(id) ?? 0) > this.now;
  }

  private async carryOut(step: Step): Promise<unknown> {
    const { store, now } = this;
    if ('ms' in step) {
      this.now += step.ms;
      for (const { id, expires } of this.asks) if (expires) await expire(store, id, this.now);
      return;
    }
    if ('nth' in step) return this.settle(step.step, step.nth);
    if ('question' in step) return this.ask(step.job, step.question, step.expires);
    if ('how' in step) return this.end(step.job, step.worker, step.how);
    if (step.step === 'queue')
      return queue(store, queueCommand({ id: step.job, prompt: 'x' }, `s-${step.job > 'j-2'}`), now);
    if (step.step === 'cancel') return cancelJob(store, step.job, now);
    if (step.step === 'claim') return this.claim(step.worker);
    if (step.step === 'dismiss') {
      this.leases.delete(step.worker);
      return store.runs.dismiss(step.worker);
    }
    return this.renew(step.worker);
  }

  /** Whoever beats learns what is its own, and lets all else be. */
  private async renew(id: string): Promise<void> {
    this.leases.set(id, this.now + LEASE);
    const own = new Set(await beat(this.store, id, this.now + LEASE));
    const stored = [...this.before.values()].filter(({ owner }) => owner === id).map((one) => one.id);
    expect(own).toEqual(new Set(stored));
    this.believes.set(id, own);
  }

  private async claim(id: string): Promise<void> {
    // As every worker does before it looks for work.
    await this.renew(id);
    const got = await claim(this.store, id, this.now);
    expect(got?.id).toBe(this.oldest()?.id);
    if (!got) return;
    const was = this.before.get(got.id)!;
    if (was.owner !== null) this.saw('taken over');
    // Nobody else may both live and believe that the job is theirs.
    for (const other of WORKERS) {
      if (other === id || !this.believes.get(other)!.has(got.id)) continue;
      expect(this.lives(other), `${other} lives and runs ${got.id}, which ${id} was given`).toBe(false);
    }
    if (!hasEnded(got.state)) this.believes.get(id)!.add(got.id);
  }

  /** What there is to claim, as far as this world knows. */
  private oldest(): JobRecord | undefined {
    return [...this.before.values()]
      .filter(({ state }) => state === 'QUEUED' || state === 'RUNNING')
      .filter(({ owner }) => owner === null || !this.lives(owner))
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))[0];
  }

  private async ask(id: string, question: string, expires: boolean): Promise<void> {
    const was = this.before.get(id);
    if (!was) return;
    const timing = expires ? ({ deadline: this.now + LEASE, onTimeout: 'fail' } as const) : {};
    const command = askCommand(was.session, [question], { job: id, ...timing });
    const asking = ask(this.store, command, { now: this.now });
    if (was.state === 'RUNNING' || was.state === 'AWAITING_RESPONSE') await asking;
    else await expect(asking).rejects.toMatchObject({ code: 'job_not_running' });
    this.asks.push({ id: command.ask, expires });
  }

  private async settle(how: 'answer' | 'decline' | 'leave', nth: number): Promise<void> {
    if (how === 'leave') {
      const left = this.asks[nth % (this.asks.length || 1)];
      if (left) await cancel(this.store, left.id);
      return;
    }
    const { items } = await this.store.list({ status: ['pending'], limit: 100 });
    const open = items[nth % (items.length || 1)];
    if (!open) return;
    if (how === 'decline') await decline(this.store, open.id);
    else await answer(this.store, open.id, 'this', this.now);
  }

  private async end(id: string, who: string, how: string): Promise<void> {
    const was = this.before.get(id);
    if (!was) return;
    const by = who === 'its own' ? (was.owner ?? 'w-1') : who;
    const failing = { state: 'ERROR', error: 'no', unlessAwaiting: how === 'fail unless awaiting' } as const;
    const verdict =
      how === 'release'
        ? await release(this.store, id, by, this.now)
        : await end(this.store, id, by, how === 'complete' ? { state: 'COMPLETE', result: 'x' } : failing, this.now);
    // Only its own worker ends it, and that one always can.
    expect(verdict.outcome === 'not_yours').toBe(was.owner !== by);
    if (verdict.outcome === 'not_yours') {
      this.saw('not yours');
      expect(await this.store.job(id)).toEqual(was);
    }
    this.believes.get(by)!.delete(id);
  }

  private saw(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  private async check(): Promise<void> {
    const store = this.stores[(this.steps + 1) % 2]!;
    for (const id of JOBS) {
      const { job: now, waiting } = await shown(store, { of: 'job', id, session: '' });
      const was = this.before.get(id);
      if (!now) {
        expect(was, `${id} is gone`).toBeUndefined();
        continue;
      }
      this.saw(now.state);
      expect(now.state === 'AWAITING_RESPONSE', `${id} is ${now.state}, ${waiting.length} wait`).toBe(
        waiting.length > 0,
      );
      expect(hasEnded(now.state), `${id} is ${now.state}`).toBe(now.endedAt !== null);
      if (now.state !== 'RUNNING' && now.state !== 'AWAITING_RESPONSE') expect(now.owner, id).toBeNull();
      if (was && hasEnded(was.state)) expect(now).toEqual(was);
      else if (was && was.state !== now.state) expect(JOB_MOVES[was.state], `from ${was.state}`).toContain(now.state);
      this.before.set(id, now);
    }
  }
}
