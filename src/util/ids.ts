/** Ids that sort by the time they were made, short enough to be typed: `q-` and fourteen letters and digits. */
import { hash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const EPOCH = Date.UTC(2026, 0, 1);
const COUNTERS = 32 ** 3;

/** Told apart by process and by count; two processes that draw the same letters still differ by time and count. */
const PROCESS = encode(randomInt(COUNTERS), 3);
let counter = randomInt(COUNTERS);
let latest = 0;

/** A new id. Ids of one process rise, even when the clock is set back. */
export function newId(prefix: 'q' | 'a' | 's' | 'w' | 'tok' | 'wh' | 'task' | 'job' | 'as', now: number): string {
  counter += 1;
  if (counter >= COUNTERS || now > latest) {
    latest = Math.max(now, counter >= COUNTERS ? latest + 1 : latest);
    counter = randomInt(COUNTERS / 2);
  }
  return `${prefix}-${encode(Math.max(0, latest - EPOCH), 8)}${encode(counter, 3)}${PROCESS}`;
}

/** The id that belongs to a key: the same one for the same key, and 160 bits, so that no two keys share one. */
export function keyedId(prefix: 'a' | 's' | 'job' | 'as', key: string): string {
  return `${prefix}-${hash('sha256', key, 'hex').slice(0, 40)}`;
}

function encode(value: number, length: number): string {
  let text = '';
  let rest = value;
  for (let place = 0; place < length; place += 1) {
    text = ALPHABET[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
