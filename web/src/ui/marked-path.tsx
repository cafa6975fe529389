/** A path with the search matches marked: the folders are dimmed, the file's name is not. */

/** The positions of the typed words, preferably in the file's name; null if one is missing. */
function places(path: string, query: string): ReadonlySet<number> | null {
  const lower = path.toLowerCase();
  const found = new Set<number>();
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = lower.lastIndexOf(word);
    if (at < 0) return null;
    for (let index = 0; index < word.length; index += 1) found.add(at + index);
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
