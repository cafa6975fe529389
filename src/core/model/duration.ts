/** Durations as people write them. */
import { AskOnceError } from './errors.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Ten years. A longer duration is most likely a mistake in the unit. */
const MAX_MS = 10 * 365 * 86_400_000;

/**
 * Returns the milliseconds of "10m", "90s", "1h30m", "500ms", "2d", or of a plain number of milliseconds.
 * @example
 * durationMs('1h30m'); // 5400000
 */
export function durationMs(duration: string | number): number {
  const ms =
    typeof duration === 'number' ? duration : typeof duration === 'string' ? parse(duration.trim()) : Number.NaN;
  if (!(ms >= 0 && ms <= MAX_MS)) {
    throw new AskOnceError(
      'duration_invalid',
      `“${String(duration)}” is not a duration. Write it like 30s, 10m, 1h30m or 2d.`,
    );
  }
  return ms;
}

function parse(text: string): number {
  if (!/^(\d{1,9}(\.\d{1,3})?(ms|s|m|h|d)){1,5}$/.test(text)) return Number.NaN;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ms|s|m|h|d)/g)) total += Number(amount) * UNITS[unit!]!;
  return Math.round(total);
}

const WORDS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
  [1, 'millisecond'],
] as const;

/**
 * Returns a duration in words, exactly.
 * @example
 * durationWords(5_400_000); // '1 hour 30 minutes'
 */
export function durationWords(ms: number): string {
  let rest = Math.round(ms);
  const parts: string[] = [];
  for (const [unit, word] of WORDS) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0) parts.push(`${count} ${word}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || '0 seconds';
}
