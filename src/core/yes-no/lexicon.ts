/** Word lists made searchable: templates written out, and phrases kept in a tree of words or characters. */

/**
 * What a phrase does to the reading. `leansYes` and `leansNo` say nothing alone, stand beside their own answer and spoil the
 * other; `softYes` is a yes alone and gives way to a no; `neutral` stands beside either; `doubt` makes the whole unreadable.
 */
export type Role = 'yes' | 'no' | 'softYes' | 'leansYes' | 'leansNo' | 'neutral' | 'doubt';

/** Lines of templates: `|` parts alternatives, `(a|b)` groups them, `[a]` may be left out. A later line or role wins. */
export type Phrases = Partial<Readonly<Record<Role, string>>>;

export interface Node {
  role: Role | null;
  next: Map<string, Node> | null;
}

const ROLES: readonly Role[] = ['leansYes', 'leansNo', 'neutral', 'softYes', 'yes', 'no', 'doubt'];

const MARKS = new Set('()[]|\n');

/** The alternatives from `at` to the bracket that closes them, or to the end; [texts, where they end]. */
function alternatives(template: string, at: number): [string[], number] {
  const all: string[] = [];
  let current = [''];
  let i = at;
  for (; i < template.length; i += 1) {
    const char = template[i]!;
    if (char === ')' || char === ']') break;
    if (char === '|' || char === '\n') {
      for (const one of current) all.push(one);
      current = [''];
    } else if (char === '(' || char === '[') {
      const [inner, end] = alternatives(template, i + 1);
      if (char === '[') inner.push('');
      current = current.flatMap((head) => inner.map((tail) => head + tail));
      i = end;
    } else {
      let end = i + 1;
      while (end < template.length && !MARKS.has(template[end]!)) end += 1;
      const literal = template.slice(i, end);
      current = current.map((head) => head + literal);
      i = end - 1;
    }
  }
  for (const one of current) all.push(one);
  return [all, i];
}

/**
 * All phrases that a list of templates stands for.
 * @example
 * writtenOut('sounds (good|fine)[ to me]').length; // 4
 */
export function writtenOut(templates: string): string[] {
  return alternatives(templates, 0)[0]
    .map((phrase) => phrase.trim().replace(/ {2,}/g, ' '))
    .filter((phrase) => phrase !== '');
}

function insert(root: Node, path: readonly string[], role: Role): void {
  let node = root;
  for (const part of path) {
    node.next ??= new Map();
    let child = node.next.get(part);
    if (child === undefined) {
      child = { role: null, next: null };
      node.next.set(part, child);
    }
    node = child;
  }
  node.role = role;
}

/** One tree over several word lists; `cut` must be the very function that cuts the texts to be read. */
export function treeOf(lists: readonly Phrases[], cut: (phrase: string) => readonly string[]): Node {
  const root: Node = { role: null, next: null };
  for (const list of lists) {
    for (const role of ROLES) {
      const templates = list[role];
      if (templates === undefined) continue;
      for (const phrase of writtenOut(templates)) insert(root, cut(phrase), role);
    }
  }
  return root;
}
