/** How a run ends, as it can be kept: with what its executor returned, or with what it threw; or why it was stopped. Pure. */
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

  /** Null where it was not. */
  static by({ reason }: AbortSignal): Stopped['why'] | null {
    return reason instanceof Stopped ? reason.why : null;
  }
}

/** Anything may be thrown, also what cannot be made a text. */
function saidBy(error: unknown): string {
  try {
    return storable(String(error instanceof Error ? error.message : error));
  } catch {
    return '';
  }
}

/** What is no text is kept as JSON: whoever writes an executor in JavaScript may return anything. */
export function completed(result: unknown): JobEnd {
  if (result === undefined || result === null) return { state: 'COMPLETE', result: null };
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? String(result));
  return { state: 'COMPLETE', result: storable(text) };
}

/**
 * What a person reads of a run that failed; null where the store failed and not the run: it is let go, and begun again. An agent
 * that ended without its answer fails only where nobody is asked.
 */
export function failed(error: unknown): JobEnd | null {
  const code = error instanceof AskOnceError ? error.code : '';
  if (code.startsWith('store_') || code === 'engine_closed') return null;
  const text = saidBy(error) || 'The executor failed without an error message.';
  return { state: 'ERROR', error: text, ...(code === 'agent_failed' ? { unlessAwaiting: true } : {}) };
}
