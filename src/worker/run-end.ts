/** The end of a run in a form that can be stored: what its executor returned or threw, or why it was stopped. Pure. */
import { storable } from '../core/answer/check.ts';
import type { JobEnd } from '../core/jobs/decide.ts';
import { AskOnceError } from '../core/model/errors.ts';

/** Why a run was stopped. */
export class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'stopping';

  constructor(why: Stopped['why']) {
    super(`the run was stopped: ${why}`);
    this.why = why;
  }

  /** Null if it was not stopped. */
  static by({ reason }: AbortSignal): Stopped['why'] | null {
    return reason instanceof Stopped ? reason.why : null;
  }
}

/**
 * Thrown by an executor whose run is over while the job is not: its agent has ended and will go on from there, once its questions are
 * settled, or at once if none is open.
 */
export class Unfinished extends Error {
  /** The run counts towards the limit of lost runs. */
  readonly lost: boolean;

  constructor(because: string, { lost }: { readonly lost: boolean }) {
    super(because);
    this.lost = lost;
  }
}

/** Any value may be thrown, even one that cannot be converted to a string. */
function saidBy(error: unknown): string {
  try {
    return storable(String(error instanceof Error ? error.message : error));
  } catch {
    return '';
  }
}

/** A result that is not a string is stored as JSON: an executor written in JavaScript may return anything. */
export function completed(result: unknown): JobEnd {
  if (result === undefined || result === null) return { state: 'COMPLETE', result: null };
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? String(result));
  return { state: 'COMPLETE', result: storable(text) };
}

/**
 * The error a person reads about a failed run. Null if the store failed rather than the run: the job is then released and started again. An
 * agent that ended without its answer fails only if no question is waiting.
 */
export function failed(error: unknown): JobEnd | null {
  if (error instanceof Unfinished) return { state: 'UNFINISHED', because: error.message, lost: error.lost };
  const code = error instanceof AskOnceError ? error.code : '';
  if (code.startsWith('store_') || code === 'engine_closed') return null;
  const text = saidBy(error) || 'The executor failed without an error message.';
  return { state: 'ERROR', error: text, ...(code === 'agent_failed' ? { unlessAwaiting: true } : {}) };
}
