/**
 * Changes single values in a JSON text and leaves every other byte as it is: order of keys, indentation, line ends, numbers as they were
 * written. A text that is parsed and written again would lose these, and its owner would read a diff of the whole file. Pure.
 */

/** From the root: keys of objects and indexes of arrays. */
export type JsonPath = readonly (string | number)[];

interface Node {
  readonly start: number;
  readonly end: number;
  /** Members or elements; null for a text, a number or a literal. */
  readonly children: readonly Child[] | null;
}

interface Child {
  readonly key: string | number;
  /** Where the key of a member begins, or the element. */
  readonly from: number;
  readonly node: Node;
}

/** The value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

/** Adds a member to the object at a path, after its last one. The object must not have the key yet. */
export function withMember(text: string, path: JsonPath, key: string, value: unknown): string {
  return withLast(text, path, `${JSON.stringify(key)}: `, value);
}

/** Adds an element to the array at a path, after its last one. */
export function withElement(text: string, path: JsonPath, value: unknown): string {
  return withLast(text, path, '', value);
}

export function withValue(text: string, path: JsonPath, value: unknown): string {
  const { start, end } = nodeAt(text, path);
  const isOneLine = !text.slice(start, end).includes('\n') && end - start > 2;
  return text.slice(0, start) + written(value, text, isOneLine ? null : indentOf(text, start)) + text.slice(end);
}

/** Removes a member or an element, with its comma. */
export function without(text: string, path: JsonPath): string {
  const container = nodeAt(text, path.slice(0, -1));
  const children = container.children ?? [];
  const at = children.findLastIndex(({ key }) => key === path.at(-1));
  if (at === -1) throw new Error(`There is nothing at ${path.join('.')}.`);
  const { from, node } = children[at]!;
  if (children.length === 1) return text.slice(0, container.start + 1) + text.slice(container.end - 1);
  if (at > 0) return text.slice(0, children[at - 1]!.node.end) + text.slice(node.end);
  return text.slice(0, from) + text.slice(children[1]!.from);
}

function withLast(text: string, path: JsonPath, prefix: string, value: unknown): string {
  const { start, end, children } = nodeAt(text, path);
  if (children === null) throw new Error(`${path.join('.')} is neither an object nor an array.`);
  const eol = eolOf(text);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) {
    const outer = indentOf(text, start);
    const inner = outer + unitOf(text);
    const lines = [text[start]!, `${inner}${prefix}${written(value, text, inner)}`, `${outer}${text[end - 1]!}`];
    return text.slice(0, start) + lines.join(eol) + text.slice(end);
  }
  const isOneLine = !text.slice(start, first.from).includes('\n');
  const indent = isOneLine ? null : indentOf(text, last.from);
  const gap = indent === null ? ' ' : eol + indent;
  return `${text.slice(0, last.node.end)},${gap}${prefix}${written(value, text, indent)}${text.slice(last.node.end)}`;
}

/** @param indent The indentation of the line it begins on; null to keep it on one line. */
function written(value: unknown, text: string, indent: string | null): string {
  if (indent === null) return JSON.stringify(value);
  return indented(value, unitOf(text)).replaceAll('\n', `${eolOf(text)}${indent}`);
}

/** As JSON.stringify writes it, with arrays of plain values on one line: a command is read at a glance. */
function indented(value: unknown, unit: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = (child: unknown) => indented(child, unit).replaceAll('\n', `\n${unit}`);
  const isList = Array.isArray(value);
  if (isList && value.every((child) => typeof child !== 'object' || child === null))
    return `[${value.map((child) => JSON.stringify(child)).join(', ')}]`;
  const parts = isList
    ? value.map(inner)
    : Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${inner(child)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${unit}${parts.join(`,\n${unit}`)}\n${close}`;
}

/** The line ends of a text: those of its first line. */
export function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** One level of indentation: that of the first line that has any. */
function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
}

function indentOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)![0];
}

function nodeAt(text: string, path: JsonPath): Node {
  let node = treeOf(text);
  for (const key of path) {
    // Where a key is there twice, the last one counts, as for JSON.parse.
    const child: Child | undefined = node.children?.findLast((one) => one.key === key);
    if (child === undefined) throw new Error(`There is nothing at ${path.join('.')}.`);
    node = child.node;
  }
  return node;
}

/** Reads where each value is. The text must be valid JSON. */
function treeOf(text: string): Node {
  // A text, a bracket, a mark, or anything else up to one of these. Spaces are skipped.
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g)];
  let at = 0;
  const next = (): { text: string; start: number; end: number } => {
    const { 0: word, index } = tokens[at++]!;
    return { text: word, start: index, end: index + word.length };
  };
  const node = (): Node => {
    const first = next();
    if (first.text !== '{' && first.text !== '[') return { ...first, children: null };
    const children: Child[] = [];
    const close = first.text === '{' ? '}' : ']';
    for (;;) {
      if (tokens[at]![0] === close) return { start: first.start, end: next().end, children };
      if (tokens[at]![0] === ',') at += 1;
      if (first.text === '[') {
        const element = node();
        children.push({ key: children.length, from: element.start, node: element });
      } else {
        const key = next();
        at += 1;
        children.push({ key: JSON.parse(key.text) as string, from: key.start, node: node() });
      }
    }
  };
  return node();
}
