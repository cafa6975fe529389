/** Ids that sort by creation time and are short enough to type: `q-` and fourteen letters and digits. */
import { hash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const EPOCH = Date.UTC(2026, 0, 1);
const COUNTERS = 32 ** 3;

/** Ids differ by process and counter. Two processes that draw the same letters still differ by time and counter. */
const PROCESS = encode(randomInt(COUNTERS), 3);
let counter = randomInt(COUNTERS);
let latest = 0;

/** Returns a new id. The ids of one process increase, even if the clock is set back. */
export function newId(prefix: 'q' | 'a' | 's' | 'w' | 'tok' | 'wh' | 'task' | 'job' | 'as', now: number): string {
  counter += 1;
  if (counter >= COUNTERS || now > latest) {
    latest = Math.max(now, counter >= COUNTERS ? latest + 1 : latest);
    counter = randomInt(COUNTERS / 2);
  }
  return `${prefix}-${encode(Math.max(0, latest - EPOCH), 8)}${encode(counter, 3)}${PROCESS}`;
}

/** Returns the id for a key: always the same for the same key, with 160 bits, so that no two keys share one. */
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
