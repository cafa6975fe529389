/** Finds the known name that a mistyped one was probably meant to be. Pure. */

/** Longer names are not compared letter by letter. */
const MAX_NAME_LENGTH = 40;

/** Returns the known name that is one or two typos away or starts alike, or null. */
export function nearest<Name extends string>(name: string, known: readonly Name[]): Name | null {
  const typed = name.slice(0, MAX_NAME_LENGTH).toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, away: distance(typed, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.away - b.away);
  const best = ranked[0];
  if (best !== undefined && best.away <= Math.max(1, Math.floor(best.candidate.length / 3))) return best.candidate;
  return known.find((candidate) => typed.length >= 3 && candidate.toLowerCase().startsWith(typed)) ?? null;
}

/** The hint to append to the error for an unknown name. */
export function hintFor(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === null ? `Known: ${known.join(', ')}.` : `Did you mean “${near}”?`;
}

/** How many letters must be inserted, removed, changed or swapped with their neighbour. */
export function distance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = least;
    }
  }
  return rows[a.length]![b.length]!;
}
