/** Agents as functions, a runner that runs them on the real engine, and a person who answers. */
import { onTestFinished } from 'vitest';
import {
  type AskOnce,
  AskOnceError,
  type Clarification,
  type JobState,
  type OpenOptions,
  type QueueOptions,
  type Runner,
  type RunnerOptions,
  type Task,
} from '../../src/index.ts';
import {
  type Agent,
  type AgentTurn,
  autoResolving,
  type Executor,
  type LogStream,
  type RunContext,
} from '../../src/worker/index.ts';
import { type Bench, endOf, setUp } from '../support/open.ts';
import type { StoreKind } from '../support/stores.ts';

/** What an agent does in one turn: prints this and ends well, or something else, or what it makes of its prompt. */
export type ScriptedTurn =
  | string
  | AgentTurn
  | ((prompt: string, context: RunContext) => string | AgentTurn | Promise<string | AgentTurn>);

export interface ScriptedAgent {
  readonly agent: Agent;
  /** Every prompt it was given, in order: the resolved one of seed 001. */
  readonly prompts: string[];
  /** The same with what stood before it: all that it read. */
  readonly read: string[];
}

/** An agent with one turn after the other; the last one is its answer to all that follows. */
export function scripted(...turns: readonly ScriptedTurn[]): ScriptedAgent {
  const prompts: string[] = [];
  const read: string[] = [];
  return {
    prompts,
    read,
    agent: async (prompt, _job, context, { resolvedPrompt }) => {
      const turn = turns[prompts.length] ?? turns.at(-1)!;
      prompts.push(resolvedPrompt);
      read.push(prompt);
      const printed = typeof turn === 'function' ? await turn(prompt, context) : turn;
      return typeof printed === 'string' ? { output: printed, exitCode: 0 } : printed;
    },
  };
}

export interface Work extends Bench {
  readonly runner: Runner;
  readonly lines: (readonly [string, LogStream])[];
  /** Begins a task and returns its id. */
  begin(prompt: string, options?: QueueOptions): Promise<string>;
  /** The task, once it is in one of these states. */
  in(id: string, ...states: readonly JobState[]): Promise<Task>;
  /** The task, once it has ended. */
  ended(id: string): Promise<Task>;
  /** The first question that the task waits for, once it waits for one that was not seen here yet. */
  waits(id: string): Promise<Clarification>;
  /** Answers the questions of a task, one after the other, and returns the task once it has ended. */
  answering(id: string, ...answers: readonly string[]): Promise<Task>;
}

export interface WorkOptions extends OpenOptions {
  readonly runner?: Partial<RunnerOptions>;
}

/** A runner at work, on a store of its own. It ends with the test. */
export async function atWork(store: StoreKind, agent: Agent, options: WorkOptions = {}): Promise<Work> {
  const { runner, ...open } = options;
  return workOf(await setUp(store, open), autoResolving(agent), runner);
}

export async function workOf(bench: Bench, executor: Executor, options: Partial<RunnerOptions> = {}): Promise<Work> {
  const lines: (readonly [string, LogStream])[] = [];
  const runner = await runnerOn(bench.askonce, {
    executor,
    onLog: (_job, line, stream) => lines.push([line, stream]),
    ...options,
  });
  const seen = new Set<string>();
  const inState = (id: string, ...states: readonly JobState[]) =>
    taskWhere(bench.askonce, id, ({ state }) => states.includes(state));
  const ended = (id: string) => inState(id, 'COMPLETE', 'ERROR', 'CANCELLED');
  const waits = async (id: string) => {
    const isNew = ({ waiting }: Task) => waiting.some((one) => !seen.has(one.id));
    const { waiting, ...task } = await taskWhere(bench.askonce, id, (task) => isNew(task) || task.endedAt !== null);
    const question = waiting.find((one) => !seen.has(one.id));
    if (!question) throw new Error(`the task waits for nothing: ${task.state} ${task.error ?? task.result}`);
    seen.add(question.id);
    return question;
  };
  return {
    ...bench,
    runner,
    lines,
    begin: (prompt, queue) => runner.run(prompt, queue),
    in: inState,
    ended,
    waits,
    async answering(id, ...answers) {
      for (const answer of answers) await bench.askonce.questions.answer((await waits(id)).id, answer, { by: 'Ada' });
      return ended(id);
    },
  };
}

/** A turn that says that it began, and ends only when it is told to. */
export function endless(): { readonly turn: ScriptedTurn; readonly began: Promise<void> } {
  const began = Promise.withResolvers<void>();
  return {
    began: endOf(began.promise),
    turn: (_prompt, { signal }) => {
      began.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
    },
  };
}

/** A runner that has been started, and is stopped before its store is closed, unless the test did that. */
export async function runnerOn(askonce: AskOnce, options: RunnerOptions): Promise<Runner> {
  const runner = askonce.runner(options);
  onTestFinished(async () => {
    const closed = (error: unknown) => error instanceof AskOnceError && error.code === 'engine_closed';
    await runner.stop().catch((error: unknown) => {
      if (!closed(error)) throw error;
    });
  });
  await runner.start();
  return runner;
}

/** The task, as soon as it is as the test wants it. Every change of a task is an event, so nothing is polled. */
async function taskWhere(askonce: AskOnce, id: string, wanted: (task: Task) => boolean): Promise<Task> {
  for (;;) {
    const { promise: news, resolve } = Promise.withResolvers<void>();
    const off = askonce.events.on('*', () => resolve());
    try {
      const task = await askonce.jobs.get(id);
      if (task && wanted(task)) return task;
      await endOf(news);
    } finally {
      off();
    }
  }
}
