/** A path in which what was searched for is marked: the folders stand back, the file's name does not. */

/** The places of the letters that were typed, in order; null where they are not all there. */
function places(path: string, query: string): ReadonlySet<number> | null {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  const lower = path.toLowerCase();
  // As a whole, if it can be, and best in the name; else letter by letter.
  const whole = lower.lastIndexOf(wanted);
  if (whole >= 0) return new Set(Array.from(wanted, (_, index) => whole + index));
  const found = new Set<number>();
  let from = 0;
  for (const letter of wanted) {
    const at = lower.indexOf(letter, from);
    if (at < 0) return null;
    found.add(at);
    from = at + 1;
  }
  return found;
}

export function matches(path: string, query: string): boolean {
  return places(path, query) !== null;
}

export function MarkedPath({ path, query }: { path: string; query: string }) {
  const marked = places(path, query) ?? new Set<number>();
  const name = path.lastIndexOf('/') + 1;
  return (
    <span class="min-w-0 font-mono text-sm">
      <span class="text-muted">{pieces(path, 0, name, marked)}</span>
      <span class="font-semibold">{pieces(path, name, path.length, marked)}</span>
    </span>
  );
}

function pieces(path: string, from: number, to: number, marked: ReadonlySet<number>) {
  const parts: { text: string; on: boolean }[] = [];
  for (let index = from; index < to; index += 1) {
    const on = marked.has(index);
    const last = parts.at(-1);
    if (last?.on === on) last.text += path[index];
    else parts.push({ text: path[index]!, on });
  }
  return parts.map(({ text, on }) => (on ? <mark>{text}</mark> : text));
}
