/**
 * What adapters for durable engines share. A workflow asks in a step, so the engine keeps the reply. What wakes the workflow says nothing: the
 * outcome is read by asking again under the same key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../core/model/question.ts';
import type { Approval, CallInput } from '../library/approve.ts';
import type { QuestionInput } from '../library/ask-input.ts';
import {
  approvalWaits,
  askApproval,
  askQuestions,
  NOTHING_WAITS,
  type Parked,
  takenId,
  type Waiting,
} from './asking.ts';
import { type AskOnceHost, askingOf, type Settlement, settlements } from './framework.ts';

/** Where a workflow's questions belong. */
export interface DurablePlace {
  /**
   * A session does not ask again what it has settled. By default each run of a workflow is a session of its own; the function gets the id of the
   * run.
   */
  session?: string | ((run: string) => string);
  /** Shown to people. Default: the name of the engine. */
  agent?: string;
}

export interface DurableOptions extends DurablePlace {
  /** A workflow that is not woken looks by itself this often, such as `10m`, the default. */
  checkEvery?: string | number;
}

export const CHECK_EVERY = '10m';

/** The outcome of a question that no longer waits. */
export type DurableOutcome = Exclude<Outcome, { outcome: 'parked' }>;

/** The decision about a call. Only `allow` is an approval. */
export type DurableApproval = Exclude<Approval, { decision: 'parked' }>;

/** What every bridge takes. */
export interface DurableBridgeOptions {
  /** The last `seq` that `onWoken` was given. Without it, the bridge begins with what is settled from now on. */
  after?: number;
  /** Called after each wake-up. Keep its `seq`, and nothing is missed while the bridge is down. */
  onWoken?: (settlement: Settlement) => void | Promise<void>;
  /**
   * Called when the engine cannot be woken: at the first try, and when the wake-up is given up after about two minutes. Without it, the error
   * is written to stderr.
   */
  onError?: (error: unknown, settlement: Settlement) => void;
  signal?: AbortSignal;
}

/** One call of a workflow, as its engine runs it. */
export interface DurableCall {
  /** The same whenever the engine runs the workflow again, so it names the ask. */
  readonly id: string;
  /** The id of the run of the workflow. */
  readonly run: string;
  /** What the bridge gets. */
  readonly ref: string;
  /** Runs an action once, and gives back what it returned whenever the workflow runs again. */
  step<T>(name: string, action: () => Promise<T>): Promise<T>;
  /** Returns when the workflow is woken or looks by itself. */
  wait(): Promise<void>;
  /** Withdraws, if this error of a step or of the wait means that the workflow was cancelled. */
  failed(error: unknown, withdraw: () => Promise<void>): Promise<void>;
}

export function sessionOf(session: DurablePlace['session'] = (run) => run, run: string): string {
  return typeof session === 'string' ? session : takenId(session(run));
}

/** Asks, or gets a call approved, in steps of a workflow. */
export function durableAsking(askonce: AskOnceHost, { session, agent }: DurablePlace & { agent: string }) {
  const asking = askingOf(askonce, agent);

  async function settled<R>(
    { id, run, ref, step, wait, failed }: DurableCall,
    attempt: (waiting: Waiting & { callId: string }) => Promise<R>,
    waits: (result: R) => Parked,
  ): Promise<R> {
    let parked = NOTHING_WAITS;
    // A workflow may be cancelled while its step asks, and then the step returns nothing.
    const onParked = (stored: Parked) => {
      parked = stored;
    };
    const waiting = { session: sessionOf(session, run), job: null, callId: id, waitMs: 0, onParked };
    try {
      // Only the first ask has the ref: each one that has it would wake the workflow.
      let result = await step('askonce', () => attempt({ ...waiting, ref }));
      for (parked = waits(result); parked.ids.length > 0; parked = waits(result)) {
        await wait();
        result = await step('askonce', () => attempt(waiting));
      }
      return result;
    } catch (error) {
      await failed(error, () => asking.leave(parked, 'The workflow was cancelled.'));
      throw error;
    }
  }

  return {
    async ask(call: DurableCall, question: QuestionInput): Promise<DurableOutcome> {
      const attempt = (waiting: Waiting) => askQuestions(asking, [question], waiting);
      const { outcomes } = await settled(call, attempt, ({ parked }) => parked);
      return outcomes[0] as DurableOutcome;
    },
    async approve(call: DurableCall, input: CallInput): Promise<DurableApproval> {
      const attempt = (waiting: Waiting & { callId: string }) =>
        askApproval(asking, input, { ...waiting, callId: input.callId ?? waiting.callId });
      return (await settled(call, attempt, approvalWaits)) as DurableApproval;
    },
  };
}

/** The HTTP status of an error of AskOnce that stays, however often the step is repeated. Everything else may pass. */
export function lastingStatus(error: unknown): number | null {
  const { status } = error as { status?: unknown };
  const lasts = typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  return lasts ? status : null;
}

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 30_000;
const MAX_TRIES = 10;

/**
 * Wakes the workflows whose questions and approvals are settled, until the signal is aborted. `wake` throws to be called again later, but not
 * for ever: the next ones wait meanwhile, and a workflow that is not woken looks by itself.
 */
export async function durableBridge(
  askonce: AskOnceHost,
  prefix: string,
  wake: (ref: string, settlement: Settlement) => Promise<void>,
  { after, onWoken, onError = report, signal }: DurableBridgeOptions,
  pause = (ms: number) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
): Promise<void> {
  const whole = signal === undefined ? {} : { signal };
  for await (const settlement of settlements(askonce, { ...whole, ...(after === undefined ? {} : { after }) })) {
    if (!settlement.ref.startsWith(prefix)) continue;
    const ref = settlement.ref.slice(prefix.length);
    for (let tries = 1; ; tries += 1) {
      try {
        await wake(ref, settlement);
        break;
      } catch (error) {
        if (signal?.aborted) return;
        if (tries === 1) onError(error, settlement);
        if (tries === MAX_TRIES) {
          onError(new Error(`It is given up: ${messageOf(error)}`, { cause: error }), settlement);
          break;
        }
      }
      await pause(Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)).catch(() => {});
      if (signal?.aborted) return;
    }
    await onWoken?.(settlement);
  }
}

function report(error: unknown, { ref }: Settlement): void {
  console.error(`AskOnce could not wake ${ref}: ${messageOf(error)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
