/** Continues threads of LangGraph whose questions and approvals are settled: of a graph here, or of an assistant of LangGraph's server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from '@langchain/langgraph';
import { idOf } from '../asking.ts';
import { type AskOnceHost, askingOf, type Settlement, settlements } from '../framework.ts';
import { AGENT, type Interrupt, originOf, refOf, replyTo, sessionOf, WAKE } from './interrupts.ts';

/** A graph with a checkpointer, as `compile` and `createAgent` return it. */
export interface LangGraphGraph {
  invoke(...args: never[]): Promise<unknown>;
  getState(...args: never[]): unknown;
}

/** A client of LangGraph's server: `Client` of `@langchain/langgraph-sdk`. */
export interface LangGraphClient {
  readonly threads: { getState(...args: never[]): Promise<unknown> };
  readonly runs: { wait(...args: never[]): Promise<unknown> };
}

/** The graph whose threads are continued, and where its questions belong. */
export type LangGraphThreadsOptions = {
  /** As for the tool and the nodes; by default each thread is a session. */
  session?: string;
  /** The graph, for people to see; `LangGraph` by default. Only threads of this name are continued. */
  agent?: string;
  /** Further options of each run that continues a thread: of `invoke`, or of `runs.wait`. */
  run?: object;
} & ({ graph: LangGraphGraph } | { client: LangGraphClient; assistantId: string });

/** What `resumeOnAnswer` takes. */
export interface ResumeOnAnswerOptions {
  /** The last `seq` that `onResumed` was given. Without it, only what is settled from now on is handled. */
  after?: number;
  /** Called after each settlement, in order. Keep its `seq`, and nothing is missed while no process runs. */
  onResumed?: (settlement: Settlement) => void | Promise<void>;
  /** A run that failed. Without it, `resumeOnAnswer` throws. */
  onError?: (error: unknown, threadId: string) => void | Promise<void>;
  signal?: AbortSignal;
}

/** The threads of one graph. Runs of a graph exclude each other in this process only; LangGraph's server excludes them everywhere. */
export interface LangGraphThreads {
  /**
   * Does `work`, such as an `invoke` or a stream, while nothing else runs in this thread. Then stores what the thread waits for, and
   * continues it for as long as something of that is settled. Returns the last result.
   */
  run(threadId: string, work?: () => Promise<unknown>): Promise<unknown>;
  /** Continues threads whose questions and approvals are settled, until the signal is aborted. */
  resumeOnAnswer(options?: ResumeOnAnswerOptions): Promise<void>;
}

/** So many threads are continued at the same time. */
const MAX_RUNS = 16;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Continues the threads of a graph, or of an assistant of LangGraph's server. */
export function askonceThreads(askonce: AskOnceHost, options: LangGraphThreadsOptions): LangGraphThreads {
  const { agent = AGENT } = options;
  const asking = askingOf(askonce, agent);
  const { tasksOf, resume } = 'graph' in options ? byGraph(options) : byClient(options);
  const lines = new Map<string, Promise<unknown>>();

  function inLine(thread: string, work: () => Promise<unknown>): Promise<unknown> {
    const turn = (lines.get(thread) ?? Promise.resolve()).catch(() => {}).then(work);
    lines.set(thread, turn);
    const leave = () => void (lines.get(thread) === turn && lines.delete(thread));
    turn.then(leave, leave);
    return turn;
  }

  /** After a partial resume the state still lists what was resumed, so it is read only at first. A reply that comes again is ignored. */
  async function goOn(thread: string, first: unknown, asker: string | undefined): Promise<unknown> {
    const handled = new Set<string>();
    const tasks = await tasksOf(thread);
    let open = tasks.flatMap(({ interrupts = [] }) => interrupts);
    // A node that asked, in a process that was killed before the interrupt was stored.
    let isWoken = tasks.some(({ id, interrupts, error }) => id === asker && !interrupts?.length && !error);
    for (let result = first; ; isWoken = false) {
      const replies: Record<string, unknown> = {};
      for (const one of open) {
        // Interrupts of one node share their id, so what they ask is part of the key.
        const callId = idOf(thread, one.id, one.value);
        const place = {
          session: sessionOf(options.session, thread),
          job: null,
          callId,
          waitMs: 0,
          ref: refOf(agent, thread),
        };
        const reply = await replyTo(asking, one, place);
        if (reply === null) continue;
        if (handled.has(callId)) throw new Error(`A node of thread ${thread} asks the same again.`);
        handled.add(callId);
        if (reply === WAKE) isWoken = true;
        else replies[one.id!] = reply;
      }
      const isReply = Object.keys(replies).length > 0;
      if (!isReply && !isWoken) return result;
      result = await resume(thread, isReply ? replies : null);
      open = (result as { __interrupt__?: Interrupt[] }).__interrupt__ ?? [];
    }
  }

  /** The server rejects a run while another one of the thread goes on; what the thread waits for may be different afterwards. */
  async function goOnWhenFree(thread: string, first?: unknown, asker?: string, signal?: AbortSignal): Promise<unknown> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      signal?.throwIfAborted();
      try {
        return await goOn(thread, first, asker);
      } catch (error) {
        if ((error as { status?: unknown }).status !== 409) throw error;
        await sleep(pauseMs, undefined, signal === undefined ? {} : { signal });
      }
    }
  }

  return {
    run: (thread, work) => inLine(thread, async () => goOnWhenFree(thread, await work?.())),
    async resumeOnAnswer({ after, onResumed, onError, signal } = {}) {
      const stop = new AbortController();
      const until = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
      /** Not begun when the signal was aborted, so it is not reported, and comes again. */
      const isLeft = (error: unknown) =>
        until.aborted && [error, (error as { cause?: unknown } | null)?.cause].includes(until.reason);
      const running = new Set<Promise<unknown>>();
      let reported: Promise<unknown> = Promise.resolve();
      for await (const settlement of settlements(askonce, {
        signal: until,
        ...(after === undefined ? {} : { after }),
      })) {
        const origin = originOf(settlement.ref, agent);
        if (origin === null) continue;
        const { thread, task } = origin;
        const work = inLine(thread, () => goOnWhenFree(thread, undefined, task, until)).catch((error: unknown) => {
          if (onError === undefined || isLeft(error)) throw error;
          return onError(error, thread);
        });
        reported = reported.then(() => work).then(() => onResumed?.(settlement));
        reported.catch(() => stop.abort());
        const done = work.catch(() => {}).finally(() => running.delete(done));
        running.add(done);
        if (running.size >= MAX_RUNS) await Promise.race(running);
      }
      await reported.catch((error: unknown) => {
        if (!isLeft(error)) throw error;
      });
    },
  };
}

interface Task {
  readonly id?: string;
  readonly interrupts?: readonly Interrupt[];
  readonly error?: unknown;
}

interface State {
  readonly tasks: readonly Task[];
}

interface Place {
  tasksOf(thread: string): Promise<readonly Task[]>;
  /** Null only wakes: no input runs the interrupted tasks again. A value would stay for the next interrupt of the node. */
  resume(thread: string, replies: Readonly<Record<string, unknown>> | null): Promise<unknown>;
}

function byGraph({ graph, run = {} }: { graph: LangGraphGraph; run?: { configurable?: object } }): Place {
  // Else a killed process may leave no trace of the step that asked.
  const durability = 'sync';
  const configOf = (thread: string) =>
    ({ durability, ...run, configurable: { ...run.configurable, thread_id: thread } }) as never;
  return {
    tasksOf: async (thread) => ((await graph.getState(configOf(thread))) as State).tasks,
    resume: (thread, replies) =>
      graph.invoke((replies === null ? null : new Command({ resume: replies })) as never, configOf(thread)),
  };
}

function byClient({ client, assistantId, run }: { client: LangGraphClient; assistantId: string; run?: object }): Place {
  return {
    tasksOf: async (thread) => ((await client.threads.getState(thread as never)) as State).tasks,
    resume: (thread, replies) => {
      const how = replies === null ? { input: null } : { command: { resume: replies } };
      // A run that waited in a queue could meet another interrupt than the one that it replies to.
      const payload = { ...run, ...how, multitaskStrategy: 'reject' };
      return client.runs.wait(...([thread, assistantId, payload] as never[]));
    },
  };
}
