/**
 * Whether work grows no faster than its input. What is compared are two amounts of work in the same process, never a number of
 * milliseconds: to read a text once, and to read a sixteenth of it sixteen times. Where work grows with the text the two are the same,
 * however slow or busy the machine is; where it grows with its square, the first is sixteen times as much.
 */

const TIMES = 16;
/** In the middle between the two: caches and compilers take their share. */
const MAX_GROWTH = 4;
/** Only work that seems to grow too fast is looked at so often. */
const ATTEMPTS = 12;
/** The clock of a thread moves by up to 4 ms at once: as much work is done as makes that small. */
const MEASURED_MS = 30;

/** So many looks at each letter are no work that need be measured. */
const LOOKS = 40;
const looksAt = new Map<number, number>();

/** The milliseconds that this thread computes, whatever else the machine does meanwhile. */
function cpuOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function timeOf(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** How long it takes to look at each of so many letters a few dozen times. */
function timeToLook(size: number): number {
  const known = looksAt.get(size);
  if (known !== undefined) return known;
  const text = 'ab'.repeat(size / 2);
  const look = () => {
    let sum = 0;
    for (let n = 0; n < LOOKS; n += 1)
      for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at) * n) | 0;
    return sum;
  };
  const least = Math.min(...Array.from({ length: 5 }, () => timeOf(look)));
  looksAt.set(size, least);
  return least;
}

function repeatedly(times: number, run: () => unknown): void {
  for (let n = 0; n < times; n += 1) run();
}

/** How many times as much work the whole is as its parts; 0 where it is no more than a few dozen looks at each letter. */
function growthOf(read: (text: string) => unknown, textOf: (size: number) => string, size: number): number {
  const [whole, part] = [textOf(size), textOf(size / TIMES)];
  let least = Number.POSITIVE_INFINITY;
  let rounds = 1;
  for (let attempt = 0; attempt < ATTEMPTS && least > MAX_GROWTH; attempt += 1) {
    for (let look = 0; look < 3; look += 1) if (timeOf(() => read(whole)) <= timeToLook(size)) return 0;
    let once = cpuOf(() => repeatedly(rounds, () => read(whole)));
    while (once < MEASURED_MS) {
      rounds *= 2;
      once = cpuOf(() => repeatedly(rounds, () => read(whole)));
    }
    const inParts = cpuOf(() => repeatedly(rounds * TIMES, () => read(part)));
    if (inParts > 0) least = Math.min(least, once / inParts);
  }
  return least;
}

/** Those of the pieces with which, over and over, the work of `read` grows faster than its input; there should be none. */
export function fasterThanInput(
  read: (text: string) => unknown,
  pieces: readonly string[],
  size = 40_000,
): [piece: string, growth: number][] {
  return pieces
    .map((piece): [string, number] => [
      piece,
      growthOf(read, (length) => piece.repeat(Math.max(1, Math.floor(length / piece.length))), size),
    ])
    .filter(([, growth]) => growth > MAX_GROWTH);
}
