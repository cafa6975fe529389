/**
 * Which folder of src/ may import which. ONE table; a folder without a row fails. Pure: sources come in as text, breaches go out as data.
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

interface Layer {
  /** The folders, and files at the root of src/, that it may import; itself always. */
  readonly may: readonly string[];
  /** Packages; a name ending in `:` stands for all of Node's own modules. */
  readonly packages?: readonly string[];
}

const NODE = 'node:';

/** An import that is put together while the program runs. */
const COMPUTED = '(computed)';

/** From the bottom up: a row names only rows above it, so there is no cycle. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  text: { may: [] },
  core: { may: ['text'] },
  'ports.ts': { may: ['core'] },
  util: { may: ['core', 'ports.ts'], packages: [NODE] },
  interpret: { may: ['core', 'text'] },
  resolve: { may: ['core', 'text'] },
  testing: { may: ['core', 'text', 'ports.ts'], packages: [NODE] },
  store: { may: ['core', 'ports.ts', 'util'], packages: [NODE, 'better-sqlite3', 'pg'] },
  llm: { may: ['core', 'text', 'interpret', 'ports.ts'], packages: [NODE, 'ai', '@ai-sdk/openai-compatible'] },
  // Of the network Node's own modules alone: a further package could reach addresses that the guard does not see.
  notify: { may: ['core', 'text', 'ports.ts', 'util'], packages: [NODE] },
  engine: { may: ['core', 'text', 'ports.ts', 'util'], packages: [NODE, '@standard-schema/spec'] },
  access: { may: ['core', 'ports.ts', 'util', 'engine'], packages: [NODE] },
  library: { may: ['core', 'text', 'ports.ts', 'util', 'resolve', 'engine', 'notify'], packages: [NODE] },
  worker: {
    may: ['core', 'text', 'ports.ts', 'util', 'interpret', 'resolve', 'notify', 'engine', 'library'],
    packages: [NODE, '@agentclientprotocol/sdk'],
  },
  orchestrator: { may: ['core', 'text', 'util', 'engine', 'library', 'worker'], packages: ['zod'] },
  config: { may: ['core', 'util', 'interpret', 'resolve', 'notify', 'library', 'worker'], packages: [NODE] },
  'session.ts': { may: ['core', 'ports.ts', 'util', 'engine', 'library', 'orchestrator'] },
  'askonce.ts': {
    may: [
      ...['core', 'ports.ts', 'util', 'interpret', 'resolve', 'store', 'llm', 'engine', 'access', 'library'],
      ...['worker', 'orchestrator', 'config', 'session.ts'],
    ],
    packages: [NODE],
  },
  'index.ts': {
    may: [
      ...['core', 'text', 'ports.ts', 'interpret', 'resolve', 'store', 'llm', 'engine', 'access', 'library'],
      ...['notify', 'worker', 'config', 'session.ts', 'askonce.ts'],
    ],
  },
  adapters: { may: ['core', 'util', 'library', 'askonce.ts'], packages: [NODE, 'eventsource-parser'] },
  'surfaces/service': { may: ['core', 'library', 'askonce.ts'] },
  'surfaces/terminal': {
    may: ['core', 'text', 'util', 'library', 'surfaces/service'],
    packages: [NODE, 'picocolors', 'string-width'],
  },
  'surfaces/repl': {
    may: ['core', 'text', 'util', 'library', 'worker', 'surfaces/service', 'surfaces/terminal'],
    packages: [NODE, 'picocolors'],
  },
  'surfaces/mcp': {
    may: ['core', 'text', 'util', 'library', 'adapters', 'surfaces/service'],
    packages: [NODE, '@modelcontextprotocol/server', 'zod'],
  },
  'surfaces/http': {
    may: [
      ...['core', 'util', 'engine', 'access', 'library', 'orchestrator', 'session.ts', 'askonce.ts', 'adapters'],
      'surfaces/mcp',
    ],
    packages: [
      ...[NODE, 'fastify', '@fastify/cors', '@fastify/send', '@fastify/swagger'],
      ...['fastify-type-provider-zod', 'pino', 'prom-client', 'zod'],
    ],
  },
  'surfaces/client': { may: ['core', 'surfaces/http'], packages: ['eventsource-parser'] },
  'surfaces/remote': {
    may: ['core', 'util', 'library', 'worker', 'orchestrator', 'surfaces/service', 'surfaces/client'],
    packages: [NODE],
  },
  'surfaces/cli': {
    may: [
      ...['core', 'text', 'ports.ts', 'util', 'store', 'llm', 'notify', 'engine', 'access', 'library', 'worker'],
      ...['orchestrator', 'config', 'askonce.ts', 'adapters'],
      ...['surfaces/terminal', 'surfaces/repl', 'surfaces/mcp', 'surfaces/http', 'surfaces/service'],
      ...['surfaces/client', 'surfaces/remote'],
    ],
    packages: [NODE, 'commander', 'picocolors', 'uqr'],
  },
};

/**
 * What single files may import beyond their row. SHA-256 is a pure function that Node happens to keep in a module, and the word lists
 * are data that never changes.
 */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'src/text/question-key.ts': ['node:crypto'],
  'src/text/lists.ts': ['node:fs'],
  'src/interpret/data.ts': ['node:fs'],
  // The project's own configuration, and the provider that the settings name.
  'src/config/config-file.ts': [COMPUTED],
  'src/llm/providers.ts': [COMPUTED],
  // Frameworks are optional peers, each used by its own adapter alone.
  'src/adapters/ai-sdk/calls.ts': ['ai'],
  'src/adapters/frameworks/ai-sdk.ts': ['ai', 'zod'],
  'src/adapters/frameworks/langgraph.ts': [
    ...['@langchain/core/messages', '@langchain/core/tools', '@langchain/langgraph', 'langchain'],
  ],
  'src/adapters/frameworks/openai-agents.ts': ['@openai/agents', 'zod'],
  'src/adapters/langgraph/threads.ts': ['@langchain/langgraph'],
  // Slack's own clients reach Slack, or what the person's own settings name: no address of an agent or of a project.
  'src/notify/channels/slack.ts': ['@slack/web-api'],
  'src/notify/channels/slack-socket.ts': ['@slack/socket-mode'],
  'src/adapters/frameworks/restate.ts': ['@restatedev/restate-sdk'],
  'src/adapters/engines/restate.ts': ['@restatedev/restate-sdk'],
  'src/adapters/frameworks/claude-agent.ts': ['@anthropic-ai/claude-agent-sdk', 'zod'],
  'src/adapters/frameworks/mastra.ts': ['@mastra/core/tools', '@mastra/core/workflows', 'zod'],
  'src/adapters/frameworks/dbos.ts': ['@dbos-inc/dbos-sdk'],
  'src/adapters/frameworks/workflow.ts': ['workflow', 'workflow/api'],
  'src/adapters/frameworks/workflow-inside.ts': ['workflow'],
};

export interface Breach {
  readonly rule: 'layer' | 'package' | 'no row' | 'unused exception';
  readonly path: string;
  readonly imports: string;
}

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

/** The row that a file belongs to: its folder, two deep below `surfaces/`, or the file itself at the root of src/. */
export function layerOf(path: string): string {
  const [, first, second] = path.split('/');
  return first === 'surfaces' ? `surfaces/${second}` : first!;
}

/** What is outside: whatever is not a file of src/. A package's name, without the path inside it. */
function packageOf(target: string): string {
  if (isBuiltin(target)) return NODE;
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

export function layerBreaches(
  sources: readonly Source[],
  layers: Readonly<Record<string, Layer>> = LAYERS,
  exceptions: Readonly<Record<string, readonly string[]>> = EXCEPTIONS,
): Breach[] {
  const breaches: Breach[] = [];
  const used = new Set<string>();
  for (const source of sources) {
    const { path } = source;
    const own = layerOf(path);
    const layer = layers[own];
    if (layer === undefined) {
      breaches.push({ rule: 'no row', path, imports: own });
      continue;
    }
    for (const target of importsOf(source)) {
      if (exceptions[path]?.includes(target)) used.add(`${path} ${target}`);
      else if (target.startsWith('src/')) {
        const to = layerOf(target);
        if (to !== own && !layer.may.includes(to)) breaches.push({ rule: 'layer', path, imports: target });
      } else if (!layer.packages?.includes(packageOf(target))) {
        breaches.push({ rule: 'package', path, imports: target });
      }
    }
  }
  for (const [path, allowed] of Object.entries(exceptions)) {
    for (const imports of allowed) {
      if (!used.has(`${path} ${imports}`)) breaches.push({ rule: 'unused exception', path, imports });
    }
  }
  return breaches;
}

/** Rows that name a row which is not before them: where there are none, no folder depends on itself. */
export function rowsOutOfOrder(layers: Readonly<Record<string, Layer>> = LAYERS): string[] {
  const names = Object.keys(layers);
  return names.flatMap((name, at) =>
    layers[name]!.may.filter((to) => !names.slice(0, at).includes(to)).map((to) => `${name} -> ${to}`),
  );
}

/** What rows allow and no file uses. */
export function unusedPermissions(
  sources: readonly Source[],
  layers: Readonly<Record<string, Layer>> = LAYERS,
): string[] {
  const uses = new Set(
    sources.flatMap((source) =>
      importsOf(source).map((target) => {
        const to = target.startsWith('src/') ? layerOf(target) : packageOf(target);
        return `${layerOf(source.path)} -> ${to}`;
      }),
    ),
  );
  return Object.entries(layers)
    .flatMap(([name, { may, packages = [] }]) => [...may, ...packages].map((to) => `${name} -> ${to}`))
    .filter((allowed) => !uses.has(allowed));
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
