/**
 * The walks that docs/DESIGN.md draws through the code, held against it. A walk is a list of hops, each a file and a function. The function
 * of a hop names that of the next hop of its level, and those of the hops that are indented below it.
 */
import { parseSync, Visitor } from 'vite';

export interface Hop {
  readonly depth: number;
  readonly file: string;
  readonly name: string;
}

/** `1. \`src/session.ts\`: \`ask\`` and, indented below it, `- \`src/library/ask.ts\`: \`askIn\``. */
const HOP = /^( *)(?:\d+\.|-) `([^`]+)`: `(\w+)`/;

/** The hops of the lists below this heading. */
export function hopsBelow(markdown: string, heading: string): Hop[] {
  const [, below = ''] = markdown.split(`\n### ${heading}\n`);
  const section = below.split(/\n##/)[0]!;
  return section.split('\n').flatMap((line) => {
    const [, indent, file, name] = HOP.exec(line) ?? [];
    return indent === undefined ? [] : [{ depth: Math.floor(indent.length / 3), file: file!, name: name! }];
  });
}

/** What the bodies of a file's functions of this name say; null where it has none. */
function bodyOf(path: string, text: string, name: string): string | null {
  const bodies: string[] = [];
  const found = (key: unknown, of: unknown) => {
    const { body } = (of ?? {}) as { body?: { start: number; end: number } | null };
    if ((key as { name?: string } | null)?.name === name && body) bodies.push(text.slice(body.start, body.end));
  };
  new Visitor({
    FunctionDeclaration: (node) => found(node.id, node),
    MethodDefinition: (node) => found(node.key, node.value),
    PropertyDefinition: (node) => found(node.key, node.value),
    VariableDeclarator: (node) => found(node.id, node.init),
  }).visit(parseSync(path, text).program);
  return bodies.length === 0 ? null : bodies.join('\n');
}

/** What is wrong with a walk, in a sentence each. */
export function faultsIn(hops: readonly Hop[], read: (path: string) => string | null): string[] {
  return hops.flatMap(({ depth, file, name }, at) => {
    const text = read(file);
    if (text === null) return [`there is no file ${file}`];
    const body = bodyOf(file, text, name);
    if (body === null) return [`${file} has no function ${name}`];
    const rest = hops.slice(at + 1);
    const end = rest.findIndex((hop) => hop.depth <= depth);
    const below = rest.slice(0, end < 0 ? rest.length : end).filter((hop) => hop.depth === depth + 1);
    // At the top level one hop leads to the next; what is indented below one hop is called by it, one after the other.
    const next = depth === 0 && end >= 0 ? [rest[end]!] : [];
    return [...below, ...next]
      .filter((hop) => !new RegExp(`\\b${hop.name}\\b`).test(body))
      .map((hop) => `${name} in ${file} does not name ${hop.name}`);
  });
}
