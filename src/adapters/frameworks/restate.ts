/**
 * Questions and approvals from inside a Restate handler. The handler waits for an awakeable, which costs nothing while it is suspended. The
 * awakeable only wakes it: the outcome is read by asking again under the same key.
 */
import { CancelledError, type Context, TerminalError, TimeoutError } from '@restatedev/restate-sdk';
import { durationMs } from '../../core/model/duration.ts';
import type { CallInput } from '../../library/approve.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import {
  CHECK_EVERY,
  type DurableApproval,
  type DurableBridgeOptions,
  type DurableCall,
  type DurableOptions,
  type DurableOutcome,
  type DurablePlace,
  durableAsking,
  durableBridge,
  lastingStatus,
} from '../durable.ts';
import type { AskOnceHost, Settlement } from '../framework.ts';

export type { AskOnceHost, DurableApproval, DurableOptions, DurableOutcome, DurablePlace, Settlement };

/** Asks people from inside handlers. */
export interface RestateAsking {
  /** Waits durably until the question has its outcome. */
  ask(ctx: Context, question: QuestionInput): Promise<DurableOutcome>;
  /** Waits durably until the call is decided. Without a `callId` of the host, this place of the invocation is the call. */
  approve(ctx: Context, call: CallInput): Promise<DurableApproval>;
}

/** What a bridge needs. */
export interface RestateBridgeOptions extends DurableBridgeOptions {
  /** The address of Restate's ingress, such as `http://localhost:8080`. */
  ingress: string;
  /** Sent with each request to the ingress. */
  headers?: Record<string, string>;
}

const REF = 'restate:';
const FIRST_PAUSE_MS = 1_000;

/** Lets Restate handlers ask and get calls approved. Run `restateBridge` once beside them. */
export function restateAsking(askonce: AskOnceHost, options: DurableOptions = {}): RestateAsking {
  const { session, agent = 'Restate', checkEvery = CHECK_EVERY } = options;
  const checkMs = durationMs(checkEvery);
  const durable = durableAsking(askonce, { ...(session === undefined ? {} : { session }), agent });

  /** The awakeable's id is the same whenever Restate runs the handler again. */
  function callOf(ctx: Context): DurableCall {
    const { id, promise } = ctx.awakeable<unknown>();
    // An awakeable wakes once. After a wake-up that was too early only the clock is left.
    let pauseMs: number | null = null;
    return {
      id,
      run: ctx.request().id,
      ref: REF + id,
      step: (name, action) => ctx.run(name, () => action().catch(refuseFinally)),
      async wait() {
        try {
          if (pauseMs !== null) await ctx.sleep(pauseMs);
          else await promise.orTimeout(checkMs);
          pauseMs = pauseMs === null ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, checkMs);
        } catch (error) {
          // A rejected awakeable is a wake-up like any other: it decides nothing.
          if (error instanceof CancelledError || !(error instanceof TerminalError)) throw error;
          if (!(error instanceof TimeoutError)) pauseMs = FIRST_PAUSE_MS;
        }
      },
      async failed(error, withdraw) {
        if (error instanceof CancelledError) await ctx.run('askonce.leave', withdraw);
      },
    };
  }

  return {
    ask: (ctx, question) => durable.ask(callOf(ctx), question),
    approve: (ctx, call) => durable.approve(callOf(ctx), call),
  };
}

/** Restate repeats what fails. What AskOnce rejects as wrong stays wrong, so it ends the invocation. */
function refuseFinally(error: Error): never {
  const errorCode = lastingStatus(error);
  throw errorCode === null ? error : new TerminalError(error.message, { errorCode });
}

/** Wakes the handlers whose questions and approvals are settled, until the signal is aborted. Any number may run. */
export async function restateBridge(askonce: AskOnceHost, options: RestateBridgeOptions): Promise<void> {
  const { ingress, headers = {}, ...rest } = options;
  const { signal = null } = rest;
  /** An awakeable that Restate does not know has no handler that waits, so there is nothing to repeat. */
  const wake = async (id: string) => {
    const url = `${ingress.replace(/\/$/, '')}/restate/awakeables/${encodeURIComponent(id)}/resolve`;
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '"settled"' };
    const reply = await fetch(url, { ...init, signal }).catch((error: Error) => {
      throw new Error(`There is no reply from Restate's ingress at ${ingress}.`, { cause: error });
    });
    await reply.body?.cancel();
    if (!reply.ok && ![400, 404, 409, 410].includes(reply.status))
      throw new Error(`Restate's ingress at ${ingress} answered ${reply.status}.`);
  };
  await durableBridge(askonce, REF, wake, rest);
}
