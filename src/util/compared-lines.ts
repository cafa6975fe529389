/** Two lists of lines, compared. Pure. */

export interface ComparedLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** For each diagonal, how far along the old text it was followed. */
type Furthest = ReadonlyMap<number, number>;

/**
 * The shortest edit, by the algorithm of Myers: the time grows with the size of the texts times the number of changes, and the memory with
 * the square of that number. With more changes than `most`, all old lines are removed and all new ones added.
 */
export function comparedLines(
  before: readonly string[],
  after: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
): ComparedLine[] {
  const rounds: Furthest[] = [];
  let furthest: Furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= most; edits += 1) {
    rounds.push(furthest);
    const reached = new Map(furthest);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let { x } = editTo(diagonal, furthest, edits);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkedBack(rounds, before, after);
    }
    furthest = reached;
  }
  const marked = (mark: '-' | '+') => (text: string) => ({ mark, text });
  return [...before.map(marked('-')), ...after.map(marked('+'))];
}

/** The edit that leads to a diagonal: an insertion from the one above, or a deletion from the one below. */
function editTo(diagonal: number, furthest: Furthest, edits: number): { x: number; inserts: boolean } {
  const [above, below] = [furthest.get(diagonal + 1) ?? -1, furthest.get(diagonal - 1) ?? -1];
  const inserts = diagonal === -edits || (diagonal !== edits && below < above);
  return { x: inserts ? above : below + 1, inserts };
}

function walkedBack(rounds: readonly Furthest[], before: readonly string[], after: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const step = editTo(x - y, rounds[edits]!, edits);
    for (; x > step.x; y -= 1) {
      x -= 1;
      lines.push({ mark: ' ', text: before[x]! });
    }
    if (edits === 0) break;
    if (step.inserts) {
      y -= 1;
      lines.push({ mark: '+', text: after[y]! });
    } else {
      x -= 1;
      lines.push({ mark: '-', text: before[x]! });
    }
  }
  return lines.reverse();
}
