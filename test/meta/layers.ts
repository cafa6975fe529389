/**
 * Which part of src/ may import which, and who does not keep to it. Pure: sources come in as text, breaches go out as data.
 * The imports are read by a parser and not by patterns: an example in a comment is no import, and `type T = import('x').T` is one.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One source file; the path is from the project root, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

export interface Breach {
  readonly rule:
    | 'core'
    | 'text'
    | 'resolve'
    | 'store'
    | 'testing'
    | 'webhook'
    | 'surface'
    | 'driver'
    | 'unused exception';
  readonly path: string;
  /** What is imported; for a surface the whole way to it. */
  readonly imports: string;
}

/**
 * What core/ and text/ may import from outside, file by file. SHA-256 is a pure function that Node happens to keep in a module, and the
 * word lists are data that never changes.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'src/text/question-key.ts': ['node:crypto'],
  'src/text/lists.ts': ['node:fs'],
};

const DRIVERS = ['better-sqlite3', 'pg'];
const SURFACES = ['cli', 'http', 'repl', 'mcp', 'adapters', 'run'];
const BELOW_SURFACES = /^src\/(core\/|text\/|resolve\/|store\/|engine\/|engine[^/]*\.ts$|ports\.ts$)/;

/** An import that is put together while the program runs; nobody can say where it leads. */
const COMPUTED = '(computed)';

/**
 * What a file imports, in whatever way: a file of the project as its path from the root, anything else as it is written.
 * A file that cannot be parsed throws: a guard that skips what it cannot read guards nothing.
 */
export function importsOf({ path, text }: Source): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found = new Set<string>();
  walk(program, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return;
    const text = literalText(specifier) ?? COMPUTED;
    found.add(/^\.\.?(\/|$)/.test(text) ? posix.join(posix.dirname(path), text) : text);
  });
  return [...found];
}

export function layerBreaches(
  sources: readonly Source[],
  exceptions: Readonly<Record<string, readonly string[]>> = EXCEPTIONS,
): Breach[] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const breaches: Breach[] = [];
  for (const [path, imports] of graph) {
    for (const target of imports) {
      const rule = directRule(path, target, exceptions);
      if (rule !== undefined) breaches.push({ rule, path, imports: target });
    }
    if (BELOW_SURFACES.test(path)) {
      for (const way of waysToSurfaces(path, graph)) {
        breaches.push({ rule: 'surface', path, imports: way.slice(1).join(' -> ') });
      }
    }
  }
  for (const [path, allowed] of Object.entries(exceptions)) {
    for (const name of allowed) {
      if (!graph.get(path)?.includes(name)) breaches.push({ rule: 'unused exception', path, imports: name });
    }
  }
  return breaches;
}

/** The rule that forbids this file this one import, if there is one. */
function directRule(
  path: string,
  target: string,
  exceptions: Readonly<Record<string, readonly string[]>>,
): Breach['rule'] | undefined {
  const isDriver = DRIVERS.some((driver) => target === driver || target.startsWith(`${driver}/`));
  const isIn = (...folders: string[]) => folders.some((folder) => target.startsWith(`src/${folder}/`));
  const isAllowed = exceptions[path]?.includes(target) === true;
  if (path.startsWith('src/core/')) return isIn('core', 'text') || isAllowed ? undefined : 'core';
  if (path.startsWith('src/text/')) return isIn('text') || isAllowed ? undefined : 'text';
  if (path.startsWith('src/resolve/')) return isIn('core', 'text', 'resolve') ? undefined : 'resolve';
  if (path.startsWith('src/store/')) {
    const allowed = isIn('core', 'store') || target === 'src/ports.ts' || isBuiltin(target) || isDriver;
    return allowed ? undefined : 'store';
  }
  if (path.startsWith('src/testing/')) {
    return isIn('core', 'text', 'testing') || target === 'src/ports.ts' || isBuiltin(target) ? undefined : 'testing';
  }
  // Nothing of the network's but Node's own: each further package would be one more that could go where the guard does not look.
  if (path.startsWith('src/webhook/')) {
    return isIn('core', 'webhook') || target === 'src/ports.ts' || isBuiltin(target) ? undefined : 'webhook';
  }
  return isDriver ? 'driver' : undefined;
}

/** The shortest way from a file to each surface file it reaches, through any file between: a detour is an import all the same. */
function waysToSurfaces(from: string, graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const ways: string[][] = [];
  const seen = new Set([from]);
  const queue: string[][] = [[from]];
  for (let way = queue.shift(); way !== undefined; way = queue.shift()) {
    for (const target of graph.get(way.at(-1)!) ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      const longer = [...way, target];
      // What a surface itself imports is its own affair; the way ends there.
      if (SURFACES.some((surface) => target.startsWith(`src/${surface}/`))) ways.push(longer);
      else queue.push(longer);
    }
  }
  return ways;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const element of value) walk(element, visit);
  } else if (isNode(value)) {
    visit(value);
    for (const child of Object.values(value)) walk(child, visit);
  }
}

/** The expression that says what is imported, where this node is an import of any kind. */
function specifierOf(node: Node): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'ExportNamedDeclaration':
      return node.source ?? undefined;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression': {
      const callee = node.callee;
      const isRequire = isNode(callee) && callee.type === 'Identifier' && callee.name === 'require';
      return isRequire && Array.isArray(node.arguments) ? node.arguments[0] : undefined;
    }
    default:
      return undefined;
  }
}

function literalText(expression: unknown): string | undefined {
  if (!isNode(expression)) return undefined;
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
  if (expression.type !== 'TemplateLiteral' || !Array.isArray(expression.quasis) || expression.quasis.length !== 1) {
    return undefined;
  }
  const [quasi] = expression.quasis as { value: { cooked: string | null } }[];
  return quasi?.value.cooked ?? undefined;
}
