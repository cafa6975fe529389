/** Runners for tests: stopped when the test ends, watched while they run, and with a store that fails where a test wants it. */
import { onTestFinished } from 'vitest';
import type { AskOnce, Task } from '../../src/index.ts';
import type { Runs, Store } from '../../src/ports.ts';
import type { Executor, RunContext, RunnableJob } from '../../src/worker/executor.ts';
import type { Runner } from '../../src/worker/runner.ts';
import type { RunnerOptions } from '../../src/worker/runner-options.ts';
import { endOf } from './open.ts';

export const LEASE_MS = 15_000;

const leftOpen = new Set<() => void>();

/** A runner that begins at once. Its faults are collected. */
export async function startRunner(
  askonce: AskOnce,
  executor: Executor,
  options: Partial<RunnerOptions> = {},
): Promise<{ readonly runner: Runner; readonly faults: unknown[] }> {
  const { runner, faults } = makeRunner(askonce, executor, options);
  await runner.start();
  return { runner, faults };
}

export function makeRunner(askonce: AskOnce, executor: Executor, options: Partial<RunnerOptions> = {}) {
  const faults: unknown[] = [];
  const runner = askonce.runner({
    executor,
    leaseMs: LEASE_MS,
    onFault: (error) => faults.push(error),
    ...options,
  });
  onTestFinished(() => {
    // Whatever a test left open ends with it: a runner waits for its runs.
    for (const end of leftOpen) end();
    leftOpen.clear();
    return runner.stop();
  });
  return { runner, faults };
}

/** What is behind AskOnce, for tests that let it fail. Methods may be replaced. */
export function storeOf(
  askonce: AskOnce,
): { runs: { -readonly [M in keyof Runs]: Runs[M] } } & Pick<Store, 'decide' | 'claim' | 'list'> {
  return (askonce as unknown as { engine: { store: Store } }).engine.store;
}

/** The task once it is in one of these states; fails where it never is. */
export async function reaches(askonce: AskOnce, id: string, ...states: readonly Task['state'][]): Promise<Task> {
  return when(askonce, `${id} is ${states.join(' or ')}`, async () => {
    const task = await askonce.jobs.get(id);
    return task && states.includes(task.state) ? task : null;
  });
}

/** What `look` gives as soon as it is not null; looked at whenever something happens. */
async function when<T>(askonce: AskOnce, what: string, look: () => Promise<T | null>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const lookNow = () => {
    look().then((found) => found !== null && resolve(found), reject);
  };
  const off = askonce.events.on('*', lookNow);
  try {
    lookNow();
    return await endOf(promise);
  } catch (error) {
    throw new Error(`not so: ${what}`, { cause: error });
  } finally {
    off();
  }
}

export async function reachAll(askonce: AskOnce, ids: readonly string[], ...states: readonly Task['state'][]) {
  return Promise.all(ids.map((id) => reaches(askonce, id, ...states)));
}

/** One run of an executor, held open by the test. */
export interface HeldRun {
  readonly job: RunnableJob;
  readonly context: RunContext;
  finish(result?: string): void;
  fail(error: Error): void;
}

/** An executor whose runs end when the test says so, whatever their signal says. */
export function heldExecutor(): { executor: Executor; runs: HeldRun[]; next(): Promise<HeldRun> } {
  const runs: HeldRun[] = [];
  const waiting: ((run: HeldRun) => void)[] = [];
  let told = 0;
  return {
    runs,
    executor: (job, context) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
      const run = { job, context, finish: resolve as HeldRun['finish'], fail: reject };
      runs.push(run);
      if (waiting.length > 0) {
        told += 1;
        waiting.shift()!(run);
      }
      leftOpen.add(() => resolve(undefined));
      return promise;
    },
    /** The next run that nobody was given yet. */
    next: () =>
      endOf(
        told < runs.length ? Promise.resolve(runs[told++]!) : new Promise<HeldRun>((resolve) => waiting.push(resolve)),
      ),
  };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return endOf(
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    }),
  );
}

/** The next call of a method of the runs that has come to its end, from now on. */
export function nextCall(
  runs: ReturnType<typeof storeOf>['runs'],
  method: 'beat' | 'dismiss' | 'append',
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const real = runs[method] as (...args: never[]) => Promise<unknown>;
  const wrapped = async (...args: never[]) => {
    try {
      return await real(...args);
    } finally {
      Object.assign(runs, { [method]: real });
      resolve();
    }
  };
  Object.assign(runs, { [method]: wrapped });
  // And whoever called it has gone on.
  return endOf(promise.then(() => new Promise((resolve) => setImmediate(resolve))));
}
