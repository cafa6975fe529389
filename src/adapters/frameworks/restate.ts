/**
 * Questions and approvals from inside a Restate handler. The handler waits for an awakeable, which costs nothing while it is suspended. The
 * awakeable only wakes it: the outcome is read by asking again under the same key.
 */
import { CancelledError, type Context, TerminalError, TimeoutError } from '@restatedev/restate-sdk';
import { durationMs } from '../../core/model/duration.ts';
import type { Outcome } from '../../core/model/question.ts';
import type { Approval, CallInput } from '../../library/approve.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { approvalWaits, askApproval, askQuestions, type Parked, type Waiting } from '../asking.ts';
import { type AskOnceHost, askingOf, type Settlement, settlements } from '../framework.ts';

export type { AskOnceHost, Settlement };

/** Where a handler's questions belong. */
export interface RestateOptions {
  session: string;
  /** Shown to people. Default: Restate. */
  agent?: string;
  /** A handler that is not woken looks by itself this often, such as `10m`, the default. */
  checkEvery?: string | number;
}

/** The outcome of a question that no longer waits. */
export type RestateOutcome = Exclude<Outcome, { outcome: 'parked' }>;

/** The decision about a call. Only `allow` is an approval. */
export type RestateApproval = Exclude<Approval, { decision: 'parked' }>;

/** Asks people from inside handlers. */
export interface RestateAsking {
  /** Waits durably until the question has its outcome. */
  ask(ctx: Context, question: QuestionInput): Promise<RestateOutcome>;
  /** Waits durably until the call is decided. Without a `callId` of the host, this place of the invocation is the call. */
  approve(ctx: Context, call: CallInput): Promise<RestateApproval>;
}

/** What a bridge needs. */
export interface RestateBridgeOptions {
  /** The address of Restate's ingress, such as `http://localhost:8080`. */
  ingress: string;
  /** Sent with each request to the ingress. */
  headers?: Record<string, string>;
  /** The last `seq` that `onWoken` was given. Without it, the bridge begins with what is settled from now on. */
  after?: number;
  /** Called after each wake-up. Keep its `seq`, and nothing is missed while the bridge is down. */
  onWoken?: (settlement: Settlement) => void | Promise<void>;
  signal?: AbortSignal;
}

const REF = 'restate:';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** Lets Restate handlers ask and get calls approved. Run `restateBridge` once beside them. */
export function restateAsking(askonce: AskOnceHost, options: RestateOptions): RestateAsking {
  const { session, agent = 'Restate', checkEvery = '10m' } = options;
  const asking = askingOf(askonce, agent);
  const checkMs = durationMs(checkEvery);

  /** The awakeable's id is the same whenever Restate runs the handler again, so it names the ask. */
  async function settled<R>(
    ctx: Context,
    attempt: (waiting: Waiting & { callId: string }) => Promise<R>,
    waits: (result: R) => Parked,
  ): Promise<R> {
    const { id, promise } = ctx.awakeable<unknown>();
    const waiting = { session, job: null, callId: id, waitMs: 0 };
    const step = (ref: { ref?: string }) =>
      ctx.run('askonce', () => attempt({ ...waiting, ...ref }).catch(refuseFinally)) as Promise<R>;
    let result = await step({ ref: REF + id });
    let pauseMs: number | null = null;
    while (waits(result).ids.length > 0) {
      try {
        // An awakeable wakes once. After a wake-up that was too early only the clock is left.
        if (pauseMs !== null) await ctx.sleep(pauseMs);
        else await promise.orTimeout(checkMs);
        pauseMs = pauseMs === null ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, checkMs);
      } catch (error) {
        if (error instanceof CancelledError) {
          const parked = waits(result);
          await ctx.run('askonce.leave', () => asking.leave(parked, 'The invocation was cancelled.'));
        }
        // A rejected awakeable is a wake-up like any other: it decides nothing.
        if (error instanceof CancelledError || !(error instanceof TerminalError)) throw error;
        if (!(error instanceof TimeoutError)) pauseMs = FIRST_PAUSE_MS;
      }
      result = await step({});
    }
    return result;
  }

  return {
    async ask(ctx, question) {
      const asked = await settled(
        ctx,
        (waiting) => askQuestions(asking, [question], waiting),
        ({ parked }) => parked,
      );
      return asked.outcomes[0] as RestateOutcome;
    },
    async approve(ctx, call) {
      const approve = (waiting: Waiting & { callId: string }) =>
        askApproval(asking, call, { ...waiting, callId: call.callId ?? waiting.callId });
      return (await settled(ctx, approve, approvalWaits)) as RestateApproval;
    },
  };
}

/** Restate repeats what fails. What AskOnce rejects as wrong stays wrong, so it ends the invocation. */
function refuseFinally(error: unknown): never {
  const { status, message } = error as { status?: unknown; message: string };
  const wrong = typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  throw wrong ? new TerminalError(message, { errorCode: status }) : error;
}

/** Wakes the handlers whose questions and approvals are settled, until the signal is aborted. Any number may run. */
export async function restateBridge(askonce: AskOnceHost, options: RestateBridgeOptions): Promise<void> {
  const { ingress, headers = {}, after, onWoken, signal } = options;
  const from = { ...(after === undefined ? {} : { after }), ...(signal === undefined ? {} : { signal }) };
  for await (const settlement of settlements(askonce, from)) {
    if (!settlement.ref.startsWith(REF)) continue;
    const id = encodeURIComponent(settlement.ref.slice(REF.length));
    const url = `${ingress.replace(/\/$/, '')}/restate/awakeables/${id}/resolve`;
    for (let pauseMs = 250; !(await isWoken(url, headers)); pauseMs = Math.min(pauseMs * 2, LONGEST_RETRY_MS)) {
      if (signal?.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    await onWoken?.(settlement);
  }
}

/** An awakeable that Restate does not know has no handler that waits, so there is nothing to repeat. */
async function isWoken(url: string, headers: Record<string, string>): Promise<boolean> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '"settled"' };
  const reply = await fetch(url, init).catch(() => null);
  await reply?.body?.cancel();
  return reply !== null && (reply.ok || [400, 404, 409, 410].includes(reply.status));
}
