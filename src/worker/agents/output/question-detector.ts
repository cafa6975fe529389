/** Finds the question in the output of a command-line agent: after a marker, or in a final message that only asks. */
import { hash } from 'node:crypto';
import type { QuestionInput } from '../../../library/ask-input.ts';
import { seeksPermission } from '../../../text/permission.ts';
import { readYesNo } from '../../../text/yes-no.ts';
import { finalQuestion, type Line } from './final-question.ts';
import { JSON_MARKER, MARKER, type Marked, MIN_MARKER_LENGTH, markedAt, markedLine } from './marked-question.ts';
import { eachLine } from './prose-lines.ts';
import { terminalText } from './terminal-text.ts';

/** What an agent's output asks. */
export type FoundQuestion =
  | {
      readonly kind: 'question';
      readonly what: QuestionInput | { questions: readonly QuestionInput[] };
      /** The text around the question, used as its context: it may veto an automatic answer. */
      readonly message: string;
      /** Whether the question came after a marker. */
      readonly marked: boolean;
      /** Why the previous answer cannot be used. */
      readonly rejects?: string;
    }
  /** A request for permission to continue that names no act. */
  | { readonly kind: 'permission'; readonly question: string; readonly message: string; readonly marked: boolean }
  /** A marker without usable content; `problem` tells the agent what to write instead. */
  | { readonly kind: 'malformed'; readonly problem: string; readonly marked: true };

/** How much of the end is searched: for markers, and for a final message without one. */
const MARKERS_WITHIN = 1_000_000;
const MESSAGE_WITHIN = 200_000;
/** More lines than any final message has. */
const MESSAGE_LINES = 1_000;
const MAX_MESSAGE_LENGTH = 4_000;
const MAX_AFTER_LENGTH = 1_000;
/** If the instruction is repeated more often than this, the search stops. */
const MAX_TEMPLATES = 50;

interface Found {
  readonly start: number;
  /** Where the content begins; for a line of JSON, where the line ends. */
  readonly to: number;
  readonly json: boolean;
}

const OPENING_BRACE = 123;

function scan(text: string): { markers: Found[]; lines: Line[] } {
  const markers: Found[] = [];
  const lines: Line[] = [];
  const from = text.length - MESSAGE_WITHIN;
  eachLine(text, (start, end, kind) => {
    if (end >= from && !(kind === 'blank' && lines.at(-1)?.kind === 'blank')) {
      if (lines.length >= 2 * MESSAGE_LINES) lines.splice(0, MESSAGE_LINES);
      lines.push({ text: text.slice(start, end), kind, start });
    }
    if (kind !== 'prose' || end - start < MIN_MARKER_LENGTH) return;
    MARKER.lastIndex = start;
    if (MARKER.test(text) && MARKER.lastIndex <= end) {
      markers.push({ start, to: MARKER.lastIndex, json: false });
      return;
    }
    const line = text.slice(start, end).trim();
    if (line.charCodeAt(0) === OPENING_BRACE && JSON_MARKER.test(line)) markers.push({ start, to: end, json: true });
  });
  return { markers, lines };
}

/** The text before and after a question. A long one is shortened to the parts next to the question, with a note that text is missing. */
function around(text: string, start: number, end: number): string {
  const [whole, rest] = [text.slice(0, start).trim(), text.slice(end).trim()];
  const after = rest.slice(0, MAX_AFTER_LENGTH).trim();
  const room = MAX_MESSAGE_LENGTH - after.length - 2 * LEFT_OUT.length;
  const before = whole.slice(-room).trim();
  const parts = [
    leftOut(whole.slice(0, whole.length - before.length)),
    before.toWellFormed(),
    after.toWellFormed(),
    leftOut(rest.slice(after.length)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const LEFT_OUT = '[… 1,000,000 characters omitted (00000000); see the log]';

/** Notes that text is missing, with a hash of it: a yes to one text must not count as a yes to another. */
function leftOut(text: string): string {
  if (text.trim() === '') return '';
  const mark = hash('sha256', text).slice(0, 8);
  return `[… ${text.length} characters omitted (${mark}); see the log]`;
}

/** Whether a question with fields asks only for permission: any field that says more makes it an ordinary question. */
function onlyLeave(what: QuestionInput | { questions: readonly QuestionInput[] }): string | null {
  const [only, ...others] = 'questions' in what ? what.questions : [what];
  if (only === undefined || others.length > 0 || typeof only.question !== 'string') return null;
  const { question, type, options = [], ...more } = only;
  if (Object.keys(more).length > 0 || (type !== undefined && type !== 'CONFIRM') || !Array.isArray(options))
    return null;
  const plain = options.every((option: unknown) => typeof option === 'string' && readYesNo(option, null) !== null);
  return plain && seeksPermission(question) ? question : null;
}

/** The last marker that counts. Undefined if there is none; then the wording alone decides. */
function byMarker(text: string, markers: readonly Found[]): FoundQuestion | null | undefined {
  for (const { start, to, json } of markers.slice(-MAX_TEMPLATES).toReversed()) {
    const marked: Marked | null = json ? markedLine(text.slice(start, to), to) : markedAt(text, to);
    if (marked === null || marked.kind === 'template') continue;
    if (marked.kind === 'nothing') return null;
    if (marked.kind === 'malformed') return { ...marked, marked: true };
    const message = around(text, start, marked.end);
    const question = onlyLeave(marked.what);
    const rejects = marked.rejects === undefined ? {} : { rejects: marked.rejects };
    return question === null
      ? { kind: 'question', what: marked.what, message, marked: true, ...rejects }
      : { kind: 'permission', question, message, marked: true };
  }
  return undefined;
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/**
 * The question in the entire output of an agent, or null if it asks nothing.
 * @example
 * findQuestion('NEEDS_CLARIFICATION: Which format should I use?');
 * // { kind: 'question', what: { question: 'Which format should I use?' }, message: '', marked: true }
 * findQuestion('Done. All tests pass. Anything else?'); // null
 */
export function findQuestion(output: string): FoundQuestion | null {
  const text = terminalText(output.slice(-MARKERS_WITHIN));
  const { markers, lines } = scan(text);
  const marked = byMarker(text, markers);
  if (marked !== undefined) return marked;
  const final = finalQuestion(text, lines);
  if (final === null) return null;
  // Text after the question, even a footer, may say what it is about.
  const rest = text.slice(final.start).trim();
  const alone = 'question' in final.what && wordsOf(rest) === wordsOf(final.what.question);
  const message = around(text, final.start, alone ? text.length : final.start);
  if (final.permission && 'question' in final.what) {
    return { kind: 'permission', question: final.what.question, message, marked: false };
  }
  return { kind: 'question', what: final.what, message, marked: false };
}
