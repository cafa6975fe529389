/** How long a caller waits for the person. */

import { durationMs } from '../core/model/duration.ts';
import type { AskResult } from '../core/model/question.ts';
import type { Wait } from '../engine/needs.ts';
import { invalidArgument } from '../util/arguments.ts';

export interface WaitOptions {
  /** How long to wait for the person: until they answer (the default), "10m", or `false` to return at once. */
  wait?: boolean | string | number;
  /** Stops the waiting, not the question: it stays safe, and `cancel` withdraws it. */
  signal?: AbortSignal;
  /** Told what waits, once it is safe in the store and before the waiting begins. */
  onParked?: (result: AskResult) => void | Promise<void>;
}

/** How long a caller waits, from what they say of it. */
export function patienceOf(
  { wait, signal, onParked }: { [K in keyof WaitOptions]: WaitOptions[K] | undefined },
  now: number,
): Wait {
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw invalidArgument('signal', 'an AbortSignal');
  if (onParked !== undefined && typeof onParked !== 'function') throw invalidArgument('onParked', 'a function');
  if (wait === false) return false;
  return { until: wait === undefined || wait === true ? null : now + durationMs(wait), signal, onParked };
}
