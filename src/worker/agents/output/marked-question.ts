/** Parses what follows a marker such as NEEDS_CLARIFICATION: JSON or plain text. */

import type { QuestionInput } from '../../../library/ask-input.ts';
import { seeksPermission } from '../../../text/permission.ts';
import { cleaned, isItem, itemsOf, shapeQuestion } from './question-shape.ts';

/** A marker's content: what it asks and where it ends, or why it cannot be used. */
export type Marked =
  | {
      readonly kind: 'asks';
      readonly what: QuestionInput | { questions: readonly QuestionInput[] };
      readonly end: number;
      /** Why the previous answer cannot be used; this question replaces it. */
      readonly rejects?: string;
    }
  /** "NEEDS_CLARIFICATION: none": the agent says that it has no question. */
  | { readonly kind: 'nothing' }
  /** "NEEDS_CLARIFICATION: <your question>": the instruction itself, repeated. */
  | { readonly kind: 'template' }
  | { readonly kind: 'malformed'; readonly problem: string };

const NAME = '(?:needs[_-]clarification|clarification[_-](?:required|needed))';

/** A marker at the beginning of a line; its content follows the colon. */
export const MARKER = new RegExp(
  `[ \\t]*(?:(?:[-*+]|\\d{1,3}[.)]|#{1,6})[ \\t]+)?(?:\\*\\*|__|\\*|_)?${NAME}(?:\\*\\*|__|\\*|_)?[ \\t]*[:：](?:\\*\\*|__|\\*|_)?`,
  'iy',
);
/** The shortest marker; shorter lines are skipped. */
export const MIN_MARKER_LENGTH = 'needs_clarification'.length;

const MARKER_KEY = new RegExp(`^${NAME}$`, 'i');
/** A line that may be a marker as JSON. */
export const JSON_MARKER = new RegExp(`"${NAME}"`, 'i');

const MAX_JSON_LENGTH = 100_000;
const MAX_PARAGRAPH_LENGTH = 10_000;
const SHAPE = 'NEEDS_CLARIFICATION: {"question": "…", "options": ["…", "…"]}';
const INSTEAD = `Write one line such as ${SHAPE}, or NEEDS_CLARIFICATION: followed by the question in plain words.`;

const malformed = (what: string): Marked => ({ kind: 'malformed', problem: `${what} ${INSTEAD}` });

const FIELDS = [
  ...(['question', 'type', 'reason', 'header', 'options', 'multiSelect', 'recommended', 'strictOptions'] as const),
  ...(['default', 'destructive', 'subject', 'context'] as const),
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** The known fields of one question. The ask validates their values and words the errors. */
function fieldsOf(from: Record<string, unknown>): QuestionInput {
  const given = FIELDS.filter((name) => Object.hasOwn(from, name) && from[name] !== null);
  const taken = Object.fromEntries(
    given.map((name) => [name, name === 'options' ? optionsOf(from[name]) : from[name]]),
  );
  return taken as unknown as QuestionInput;
}

/** A request for permission may name the act in any field, so unknown fields are added to its context. */
function withTheRest(question: QuestionInput, from: Record<string, unknown>): QuestionInput {
  const known: readonly string[] = [...FIELDS, 'rejects', 'because', 'status'];
  const rest = Object.entries(from).filter(([name]) => !known.includes(name) && !MARKER_KEY.test(name));
  if (rest.length === 0 || !seeksPermission(question.question)) return question;
  const context = [question.context, JSON.stringify(Object.fromEntries(rest))].filter(Boolean).join('\n');
  return { ...question, context };
}

function optionsOf(options: unknown): unknown {
  if (!Array.isArray(options)) return options;
  return options.map((option: unknown) => {
    if (!isObject(option)) return option;
    const kept = ['label', 'description'].filter((name) => Object.hasOwn(option, name) && option[name] !== null);
    return Object.fromEntries(kept.map((name) => [name, option[name]]));
  });
}

const NOTHING = /^(?:none|no|nothing|false|n\/?a|null|nil|not (?:needed|required)|なし|不要|无|없음)[.!。]?$/i;
const SAYS_YES = /^(?:true|yes)[.!]?$/i;
const TEMPLATE = /^(?:\.{2,}|…|<[^<>]*>|\[[^[\]]*\]|\{[\w .…-]*\})[?？.]?$/;

function fromValue(value: unknown, end: number): Marked {
  const several = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value.questions)
      ? value.questions
      : null;
  if (several !== null) {
    if (several.length < 1 || several.length > 4) {
      return malformed(`An ask takes one to four questions, not ${several.length}.`);
    }
    const inputs = several.map((entry: unknown) => (isText(entry) ? { question: entry } : entry));
    if (!inputs.every((entry) => isObject(entry) && isText(entry.question))) {
      return malformed('One of the questions has no “question” text.');
    }
    const questions = inputs.map((entry) => fieldsOf(entry as Record<string, unknown>));
    if (questions.every(({ question }) => TEMPLATE.test(question.trim()))) return { kind: 'template' };
    return { kind: 'asks', what: { questions }, end };
  }
  if (!isObject(value)) return malformed('The text after the marker is not a JSON object.');
  if (!isText(value.question)) return malformed('The JSON has no “question” text.');
  if (TEMPLATE.test(value.question.trim())) return { kind: 'template' };
  const { rejects, because } = value;
  const why = rejects ? { rejects: isText(because) ? because : 'the agent could not use it' } : {};
  return { kind: 'asks', what: withTheRest(fieldsOf(value), value), end, ...why };
}

/** Where the JSON value that begins here ends; -1 if it is never closed. Brackets inside strings do not count. */
function jsonEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_JSON_LENGTH);
  let depth = 0;
  let quoted = false;
  for (let at = start; at < limit; at += 1) {
    const char = text[at]!;
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function fromJson(text: string, start: number): Marked {
  const end = jsonEnd(text, start);
  if (end < 0) return malformed('The JSON after the marker is incomplete or too long.');
  const value = parsed(text.slice(start, end));
  if (value !== undefined) return fromValue(value, end);
  return TEMPLATE.test(text.slice(start, end))
    ? { kind: 'template' }
    : malformed('The JSON after the marker is not valid.');
}

const LOOKS_LIKE_JSON = /[ \t]*(?:\{|\[\s*[{"\]])/y;
const FENCED_JSON = /[ \t]*(?:`{3,20}|~{3,20})[ \t]*\w{0,20}[ \t]*\n\s{0,200}(?=[{[])/y;
const BEFORE_QUESTION = /^(?:question|q)[ \t]*[:：][ \t]*/i;

function startsAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const lineEnd = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
};

/** Parses what follows a marker that ends at `start`. */
export function markedAt(text: string, start: number): Marked {
  if (startsAt(LOOKS_LIKE_JSON, text, start) >= 0)
    return fromJson(text, text.slice(start, start + 200).search(/\S/) + start);
  const end = lineEnd(text, start);
  const rest = unwrapped(text.slice(start, end));
  if (NOTHING.test(rest)) return { kind: 'nothing' };
  if (TEMPLATE.test(rest)) return { kind: 'template' };
  if (rest !== '' && !SAYS_YES.test(rest)) return inWords(text, rest, end);
  let from = end + 1;
  while (from < text.length && text.slice(from, lineEnd(text, from)).trim() === '') from = lineEnd(text, from) + 1;
  const fenced = startsAt(FENCED_JSON, text, from);
  if (fenced >= 0) return fromJson(text, fenced);
  if (startsAt(LOOKS_LIKE_JSON, text, from) >= 0)
    return fromJson(text, from + text.slice(from, from + 200).search(/\S/));
  return paragraphAt(text, from);
}

function paragraphAt(text: string, from: number): Marked {
  const lines: string[] = [];
  let at = from;
  for (; at < text.length && at - from < MAX_PARAGRAPH_LENGTH; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    MARKER.lastIndex = 0;
    if (line.trim() === '' || /^\s*(?:>|`{3}|~{3})/.test(line) || MARKER.test(line)) break;
    if (lines.length > 0 && isItem(line)) break;
    lines.push(cleaned(line));
  }
  const words = lines.join(' ').trim().replace(BEFORE_QUESTION, '');
  if (words === '') return malformed('Nothing follows the marker.');
  return TEMPLATE.test(words) ? { kind: 'template' } : inWords(text, words, at - 1);
}

/** Plain text, with the list of choices that follows it. */
function inWords(text: string, words: string, end: number): Marked {
  const list: string[] = [];
  let at = end + 1;
  if (text[at] === '\n') at += 1;
  for (; at < text.length && list.length < 60; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, lineEnd(text, at));
    if (line.trim() === '' || !(isItem(line) || (list.length > 0 && /^\s{2}/.test(line)))) break;
    list.push(line);
  }
  const items = list.length < 2 ? null : itemsOf(list);
  const what = shapeQuestion(words, items ?? []);
  return { kind: 'asks', what, end: 'options' in what && items !== null ? Math.min(at, text.length) : end };
}

/** Removes bold or quotation marks around the whole text. */
function unwrapped(rest: string): string {
  const plain = cleaned(rest);
  return /^"[^"]*"$|^“[^”]*”$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

/** A line of JSON that asks, by a key or by its status; null for any other line. */
export function markedLine(line: string, end: number): Marked | null {
  if (line.length > MAX_JSON_LENGTH) return null;
  const value = parsed(line);
  if (!isObject(value)) return null;
  if (typeof value.status === 'string' && MARKER_KEY.test(value.status)) return fromValue(value, end);
  const key = Object.keys(value).find((name) => MARKER_KEY.test(name));
  if (key === undefined) return null;
  const content = value[key];
  if (content === false || content === null) return { kind: 'nothing' };
  if (content === true) return fromValue(value, end);
  if (typeof content !== 'string') return fromValue(content, end);
  const words = content.trim();
  if (NOTHING.test(words)) return { kind: 'nothing' };
  if (TEMPLATE.test(words)) return { kind: 'template' };
  return fromValue({ ...value, question: words === '' ? value.question : words }, end);
}
