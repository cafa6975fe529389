/** Times as callers write them: a Date, milliseconds since 1970, an ISO 8601 time, or a duration from now. */
import { durationMs } from '../core/model/duration.ts';
import { invalidArgument } from '../util/arguments.ts';

export type MomentInput = string | number | Date;

/**
 * Returns milliseconds since 1970.
 * @param direction Whether a duration leads into the future or the past.
 */
export function momentOf(given: unknown, what: string, now: number, direction: 1 | -1): number {
  const at =
    given instanceof Date
      ? given.getTime()
      : typeof given === 'number'
        ? given
        : typeof given === 'string'
          ? timeOf(given.trim(), now, direction)
          : Number.NaN;
  if (Number.isFinite(at) && at >= 0 && at <= LAST) return Math.round(at);
  throw invalidArgument(what, 'a duration such as 2h, an ISO 8601 time, or a Date');
}

/** The year 9999. */
const LAST = 253_402_300_799_999;

function timeOf(text: string, now: number, direction: 1 | -1): number {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return Date.parse(text);
  return /^\d{10,}$/.test(text) ? Number(text) : now + direction * durationMs(text);
}
