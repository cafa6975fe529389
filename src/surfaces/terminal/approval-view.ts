/**
 * A tool call as a person judges it on a terminal: the command with its dangerous parts marked, an edit as a diff, a URL whole, everything
 * else field by field. Every field of the input is shown; what does not fit is counted. Pure.
 */
import { kindOf, writtenFields } from '../../core/approvals/tools.ts';
import type { ApprovalView } from '../../core/model/views.ts';
import { unifiedDiff } from './diff.ts';
import { hiddenNote, type Marked, markedHeight, markedRows, type Span, type TextLook, visible } from './marked-text.ts';
import { oneLine, shellQuoted } from './text.ts';

type Input = ApprovalView['input'];
type Dangers = ApprovalView['dangers'];

/** Beyond this a diff costs more than it tells: the old lines are followed by the new ones. */
const MAX_DIFF_LINES = 400;
const MAX_DANGERS = 5;
const MAX_WORDS = 60;
const COMMANDS = ['command', 'cmd', 'script'];
const PATCHES = ['patch', 'patchText', 'diff'];
const CONTENTS = ['content', 'new_source', 'file_text'];
/** The old and the new text of an edit, as the tools name them. */
const EDITS = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
] as const;

/** The rows of a call's input, shortened to `look.rows`. */
export function callRows({ tool, input, dangers }: ApprovalView, look: TextLook): string[] {
  const pieces = piecesOf(tool, input, dangers);
  if (pieces.length > look.rows) {
    const shown = pieces
      .slice(0, Math.max(1, look.rows - 1))
      .flatMap((piece) => markedRows(piece, { ...look, rows: 1 }));
    return [...shown, hiddenNote(pieces.length - shown.length, 'fields', look)].slice(0, look.rows);
  }
  const shares = sharesOf(pieces, look);
  return pieces.flatMap((piece, index) => markedRows(piece, { ...look, rows: shares[index]! }));
}

/** What is dangerous, each with the words that are: those may be in a part that does not fit. */
export function dangerText({ dangers, input }: ApprovalView): string | null {
  if (dangers.length === 0) return null;
  const told = dangers.slice(0, MAX_DANGERS).map(({ field, at, length, why }) => {
    const words = oneLine(visible(textAt(input, field).slice(at, at + Math.min(length, MAX_WORDS))));
    return words === '' ? why : `${why} (${words}${length > MAX_WORDS ? '…' : ''})`;
  });
  const more = dangers.length - told.length;
  return `DANGEROUS: ${[...new Set(told)].join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Rows for each piece: as many as it needs, and an equal share of what is left where that is too much. */
function sharesOf(pieces: readonly Marked[], look: TextLook): number[] {
  if (look.rows === Number.POSITIVE_INFINITY) return pieces.map(() => look.rows);
  const heights = pieces.map((piece) => markedHeight(piece, look));
  const shares: number[] = [];
  let left = look.rows;
  const smallestFirst = [...heights.keys()].sort((a, b) => heights[a]! - heights[b]!);
  for (const [done, index] of smallestFirst.entries()) {
    shares[index] = Math.max(1, Math.min(heights[index]!, Math.floor(left / (pieces.length - done))));
    left -= shares[index];
  }
  return shares;
}

function piecesOf(tool: string, input: Input, dangers: Dangers): Marked[] {
  const kind = kindOf(tool);
  const left = new Map(Object.entries(input));
  const take = (name: string): unknown => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const pieces: Marked[] = [];
  if (kind === 'shell' || kind === 'foreign-shell') {
    for (const name of COMMANDS) if (left.has(name)) pieces.push(commandPiece(name, take(name), dangers));
  }
  if (kind === 'edit') {
    for (const name of writtenFields(tool) ?? [])
      if (left.has(name)) pieces.push(fieldPiece(name, take(name), dangers));
    pieces.push(...editPieces(left, take));
  }
  for (const [name, value] of left) {
    pieces.push(fieldPiece(name, value, dangers));
    if (typeof value === 'string' && URL.canParse(value)) pieces.push(...hostPiece(value));
  }
  return pieces;
}

/** A command line; or its words, quoted as a shell would need them. */
function commandPiece(name: string, value: unknown, dangers: Dangers): Marked {
  const isWords = Array.isArray(value) && value.every((word) => typeof word === 'string');
  if (!isWords) return { ...fieldPiece(name, value, dangers), ...(typeof value === 'string' ? { label: '$ ' } : {}) };
  let text = '';
  const spans: Span[] = [];
  for (const [index, word] of (value as string[]).entries()) {
    const quoted = shellQuoted(word);
    const from = text.length + quoted.indexOf(word);
    for (const { at, length } of spansIn(`${name}.${index}`, dangers)) {
      // A quote within the word is written in another way: then all of it is marked.
      spans.push(quoted.includes(word) ? { at: from + at, length } : { at: text.length, length: quoted.length });
    }
    text += `${quoted} `;
  }
  return { label: '$ ', text: text.trimEnd(), spans };
}

function fieldPiece(name: string, value: unknown, dangers: Dangers): Marked {
  const label = `${oneLine(visible(name))}: `;
  if (typeof value === 'string') return { label, text: value, spans: spansIn(name, dangers) };
  const line = JSON.stringify(value);
  return { label, text: line.length <= MAX_WORDS ? line : JSON.stringify(value, null, 2), spans: [] };
}

function spansIn(name: string, dangers: Dangers): Span[] {
  return dangers.filter(({ field }) => field === name);
}

/** Where a URL really leads: `https://example.com@evil.net` does not lead to example.com. */
function hostPiece(url: string): Marked[] {
  const { host, protocol } = new URL(url);
  return /^https?:$/.test(protocol) ? [{ label: 'host: ', text: host, spans: [] }] : [];
}

function editPieces(left: ReadonlyMap<string, unknown>, take: (name: string) => unknown): Marked[] {
  const isText = (name: string) => typeof left.get(name) === 'string';
  const pieces: Marked[] = [];
  for (const [before, after] of EDITS) {
    if (isText(before) && isText(after)) pieces.push(changed(String(take(before)), String(take(after))));
  }
  for (const name of CONTENTS) if (isText(name)) pieces.push(changed('', String(take(name))));
  for (const name of PATCHES) if (isText(name)) pieces.push(diffPiece(String(take(name))));
  const edits = left.get('edits');
  if (!Array.isArray(edits) || edits.length === 0 || !edits.every(isPlainEdit)) return pieces;
  take('edits');
  return [...pieces, ...edits.map(({ old_string, new_string }) => changed(old_string, new_string))];
}

/** An edit with any further field is shown as JSON: nothing of an input is left out. */
function isPlainEdit(edit: unknown): edit is { readonly old_string: string; readonly new_string: string } {
  if (typeof edit !== 'object' || edit === null || Object.keys(edit).length !== 2) return false;
  const { old_string, new_string } = edit as Record<string, unknown>;
  return typeof old_string === 'string' && typeof new_string === 'string';
}

/** A change as a diff. The place of a fragment in its file is not known, so there are no line numbers. */
function changed(before: string, after: string): Marked {
  const lines = (text: string) => (text === '' ? [] : text.split('\n'));
  const [old, fresh] = [lines(before), lines(after)];
  const isLong = old.length > MAX_DIFF_LINES || fresh.length > MAX_DIFF_LINES;
  if (isLong || old.length === 0 || fresh.length === 0) {
    return diffPiece([...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)].join('\n'));
  }
  const [, , , ...shown] = unifiedDiff(`${before}\n`, `${after}\n`, '');
  return diffPiece(shown.map((line) => (line.startsWith('@@') ? '@ …' : line)).join('\n'));
}

function diffPiece(text: string): Marked {
  return { label: '', text, spans: [], isDiff: true };
}

/** The text that a danger is in, by its field: `command.2` is the third element of a list. */
function textAt(input: Input, field: string): string {
  if (typeof input[field] === 'string') return input[field];
  let value: unknown = input;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
