/** How long a caller waits for the person. */

import { durationMs } from '../core/model/duration.ts';
import type { AskResult } from '../core/model/question.ts';
import type { Wait } from '../engine/needs.ts';
import { invalidArgument } from '../util/arguments.ts';

export interface WaitOptions {
  /** How long to wait for the person: until they answer (the default), "10m", or `false` to return at once. */
  wait?: boolean | string | number;
  /** Stops the wait, not the question: it stays in the store, and `cancel` withdraws it. */
  signal?: AbortSignal;
  /** Called with what is waiting, once it is durably stored and before the wait begins. */
  onParked?: (result: AskResult) => void | Promise<void>;
}

/** Returns how long a caller waits, from its options. */
export function patienceOf(
  { wait, signal, onParked }: { [K in keyof WaitOptions]: WaitOptions[K] | undefined },
  now: number,
): Wait {
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw invalidArgument('signal', 'an AbortSignal');
  if (onParked !== undefined && typeof onParked !== 'function') throw invalidArgument('onParked', 'a function');
  if (wait === false) return false;
  return { until: wait === undefined || wait === true ? null : now + durationMs(wait), signal, onParked };
}
