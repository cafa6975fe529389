/**
 * Rules in the syntax of the hosts: `Tool`, `Tool(pattern)`. What a pattern means depends on the tool:
 * - `Bash(npm test)` is one command, `Bash(npm test:*)` and `Bash(npm test *)` are that command with any further words; other `*` match
 *   any text. `\*` is a literal star.
 * - `Edit(src/**)` is a path as in .gitignore: relative to the project, `~/` to the home folder, `//` to the root.
 * - `WebFetch(domain:example.com)`, `WebFetch(domain:*.example.com)`.
 * - `mcp__server` is every tool of an MCP server, `mcp__server__get_*` some of them.
 * - `deploy({"env":"test"})` is exactly this input of any other tool.
 */
import { rememberingText } from '../../text/remembering.ts';
import { canonicalJson } from './canonical-json.ts';
import { longest, longestLiteral } from './glob.ts';
import { LITERAL_STAR, type Operator, readShell, STAR } from './shell.ts';
import { kindOf, type ToolKind } from './tools.ts';

export type RuleEffect = 'allow' | 'ask' | 'deny';

export interface Rule {
  readonly id: string | null;
  readonly effect: RuleEffect;
  /** In the host's syntax: “Bash(npm test:*)”. */
  readonly rule: string;
  /** Agents can write the files of a project, so an `allow` from there has no effect. */
  readonly from: 'config' | 'project' | 'answer';
  readonly session: string | null;
  readonly by: string | null;
  readonly at: number | null;
}

/** Words joined by `BETWEEN`, which also stands before the first; `STAR` is a wildcard. */
export type WordPattern = string;
/** Between words; no word contains it. */
export const BETWEEN = '\u0000';

export type Pattern =
  | {
      readonly kind: 'command';
      /** Null if the pattern has more than literal words, operators and wildcards: then it allows nothing. */
      readonly parts: readonly WordPattern[] | null;
      readonly operators: readonly Operator[];
      /** The last part may be followed by further words. */
      readonly prefix: boolean;
      /** The pattern of a single command, split at its wildcards; null if there are several, or none that can be read. */
      readonly pieces: readonly string[] | null;
      /** The longest piece of a word that every command contains that matches. */
      readonly literal: string;
      /** As written, for what is denied broadly. */
      readonly raw: string;
    }
  | {
      readonly kind: 'path';
      readonly from: 'folder' | 'home' | 'root';
      /** Without a slash the pattern matches in every folder. */
      readonly anchored: boolean;
      readonly segments: readonly string[];
      /** In lower case, and part of every path that matches; empty if there is no such text. */
      readonly literal: string;
    }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'input'; readonly json: string }
  /** Only denies and asks: a text field of the input, optionally named. */
  | { readonly kind: 'field'; readonly field: string | null; readonly value: string };

export interface ParsedRule {
  /** The tool's name; may contain `*` for tools of MCP servers. */
  readonly tool: string;
  readonly kind: ToolKind;
  /** Null stands for every call of the tool. */
  readonly pattern: Pattern | null;
}

const MAX_RULE = 4_000;
const MCP_NAME = /^mcp__[\w.*:@/-]+$/;
const NAME = /^[A-Za-z_][\w.:/-]*$/;

/** Reads a rule; null if it is not one. */
export const parseRule: (text: string) => ParsedRule | null = (text) => remembered(text).rule;

/** In an object, because a remembered null would be computed again. */
const remembered = rememberingText((text): { readonly rule: ParsedRule | null } => ({ rule: read(text) }));

function read(text: string): ParsedRule | null {
  if (typeof text !== 'string' || text.length > MAX_RULE || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return null;
  const open = text.indexOf('(');
  const tool = (open < 0 ? text : text.slice(0, open)).trim();
  if (tool !== '*' && !NAME.test(tool) && !MCP_NAME.test(tool)) return null;
  const kind = kindOf(tool);
  if (open < 0) return { tool, kind, pattern: null };
  const end = text.trimEnd();
  if (!end.endsWith(')')) return null;
  const content = end.slice(open + 1, -1).trim();
  if (content === '') return null;
  if (content === '*' || (content === ':*' && kind === 'shell')) return { tool, kind, pattern: null };
  const pattern = patternOf(kind, content);
  return pattern === null ? null : { tool, kind, pattern };
}

function patternOf(kind: ToolKind, content: string): Pattern | null {
  switch (kind) {
    case 'shell':
    case 'foreign-shell':
      return commandPattern(content);
    case 'read':
    case 'search':
    case 'edit':
      return pathPattern(content);
    case 'fetch': {
      const domain = /^domain:\s*((?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:.]+\])$/i.exec(content)?.[1];
      return domain === undefined ? null : { kind: 'domain', domain: domain.toLowerCase() };
    }
    case 'other':
      return inputPattern(content);
  }
}

function commandPattern(content: string): Pattern {
  // Hosts escape brackets in rules; `\*` is a star that is no wildcard.
  const unescaped = content
    .replace(/:\*$/, ' *')
    .replace(/\\([\\()*])/g, (_, char: string) => (char === '*' ? LITERAL_STAR : char));
  const raw = unescaped.replaceAll(LITERAL_STAR, '*');
  const reading = readShell(unescaped, true);
  if ('unclear' in reading)
    return { kind: 'command', parts: null, operators: [], prefix: false, pieces: null, literal: '', raw };
  const parts = reading.parts.map((words) =>
    words
      .map((word) => BETWEEN + word)
      .join('')
      .replaceAll(LITERAL_STAR, '*'),
  );
  const last = parts.at(-1)!;
  const ending = BETWEEN + STAR;
  const prefix = last.endsWith(ending) && last.indexOf(STAR) === last.length - 1;
  if (prefix) parts[parts.length - 1] = last.slice(0, -ending.length);
  const pieces = parts.length === 1 ? parts[0]!.split(STAR) : null;
  const literal = longest((pieces ?? []).flatMap((piece) => piece.split(BETWEEN)));
  return { kind: 'command', parts, operators: reading.operators, prefix, pieces, literal, raw };
}

function pathPattern(content: string): Pattern | null {
  if (/^[!#]/.test(content)) return null;
  const [from, rest] = content.startsWith('//')
    ? (['root', content.slice(1)] as const)
    : content.startsWith('~/')
      ? (['home', content.slice(1)] as const)
      : (['folder', content.replace(/^\.\//, '/')] as const);
  if (rest.startsWith('~')) return null;
  const segments = rest
    .replace(/\/+$/, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) return { kind: 'path', from, anchored: true, segments: ['**'], literal: '' };
  const literal = longestLiteral(segments.filter((segment) => segment !== '..')).toLowerCase();
  return { kind: 'path', from, anchored: rest.startsWith('/') || segments.length > 1, segments, literal };
}

function inputPattern(content: string): Pattern | null {
  if (content.startsWith('{')) {
    const json = canonicalText(content);
    return json === null ? null : { kind: 'input', json };
  }
  const named = /^(\w+):\s*(.+)$/.exec(content);
  return named ? { kind: 'field', field: named[1]!, value: named[2]! } : { kind: 'field', field: null, value: content };
}

function canonicalText(text: string): string | null {
  try {
    const json = canonicalJson(JSON.parse(text));
    return typeof json === 'string' ? json : null;
  } catch {
    return null;
  }
}

/** Chooses one of several rules that decide alike: the same one in every order. */
export function firstOf<T>(list: readonly T[], ruleOf: (one: T) => Rule): T {
  const name = (one: T) => `${ruleOf(one).rule}\n${ruleOf(one).from}\n${ruleOf(one).id ?? ''}`;
  return list.reduce((first, one) => (name(one) < name(first) ? one : first));
}
