/** The texts of a call as lines to show, with what is dangerous marked by its position. Pure. */
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { type ComparedLine, comparedLines } from '../../../src/util/compared-lines.ts';

export type Call = NonNullable<Clarification['approval']>;
export type Danger = Call['dangers'][number];

export interface Piece {
  readonly text: string;
  /** What is dangerous about it; null if nothing is. */
  readonly danger: string | null;
}

export interface Line {
  /** Whether it is added, removed or kept by an edit; `…` stands for kept lines that are left out. Null outside of edits. */
  readonly mark: ComparedLine['mark'] | '…' | null;
  readonly pieces: readonly Piece[];
}

/** A longer line is shown as several, so that a browser never lays out a megabyte at once. */
const LONGEST_LINE = 5_000;

/** Collects pieces as lines. */
class LineWriter {
  readonly lines: { mark: null; pieces: Piece[] }[] = [{ mark: null, pieces: [] }];
  private length = 0;

  write(text: string, danger: string | null): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.startLine();
      for (let at = 0; at < line.length; ) {
        if (this.length >= LONGEST_LINE) this.startLine();
        const part = line.slice(at, at + LONGEST_LINE - this.length);
        this.lines.at(-1)!.pieces.push({ text: part, danger });
        this.length += part.length;
        at += part.length;
      }
    }
  }

  private startLine(): void {
    this.lines.push({ mark: null, pieces: [] });
    this.length = 0;
  }
}

/** A text of the input, given by the field in which it is. */
export function textLines(text: string, field: string, dangers: readonly Danger[]): Line[] {
  const writer = new LineWriter();
  for (const { text: part, danger } of marked(text, field, dangers)) writer.write(part, danger);
  return writer.lines;
}

function marked(text: string, field: string, dangers: readonly Danger[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const here = dangers.filter((danger) => danger.field === field).sort((a, b) => a.at - b.at);
  for (const { at, length, why } of here) {
    if (at < end || at >= text.length) continue;
    if (at > end) pieces.push({ text: text.slice(end, at), danger: null });
    end = Math.min(text.length, at + length);
    pieces.push({ text: text.slice(at, end), danger: why });
  }
  if (end < text.length || text === '') pieces.push({ text: text.slice(end), danger: null });
  return pieces;
}

/** JSON on several lines, as `JSON.stringify` with an indent writes it. */
export function jsonLines(value: unknown, dangers: readonly Danger[]): Line[] {
  const writer = new LineWriter();
  writeJson(writer, value, '', '\n', dangers);
  return writer.lines;
}

function writeJson(writer: LineWriter, value: unknown, field: string, newLine: string, dangers: readonly Danger[]) {
  if (typeof value === 'string') {
    writer.write('"', null);
    for (const { text, danger } of marked(value, field, dangers))
      writer.write(JSON.stringify(text).slice(1, -1), danger);
    writer.write('"', null);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    writer.write(JSON.stringify(value), null);
    return;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const entries = Object.entries(value);
  if (entries.length === 0) {
    writer.write(`${open}${close}`, null);
    return;
  }
  const inner = `${newLine}  `;
  for (const [index, [name, one]] of entries.entries()) {
    writer.write(`${index === 0 ? open : ','}${inner}${isList ? '' : `${JSON.stringify(name)}: `}`, null);
    writeJson(writer, one, field === '' ? name : `${field}.${name}`, inner, dangers);
  }
  writer.write(`${newLine}${close}`, null);
}

/** With more changes, comparing would take seconds: then all old lines are removed and all new ones added. */
const MOST_CHANGES = 1_000;
/** Kept lines around a change. */
const AROUND = 3;

/** An edit of a file as a diff. A long run of kept lines is left out. */
export function diffLines(before: string, after: string): Line[] {
  // With the empty line after the last line end: to add or remove that one is a change too.
  const compared = comparedLines(before.split('\n'), after.split('\n'), MOST_CHANGES);
  const changes = compared.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]));
  const near = new Uint8Array(compared.length);
  for (const index of changes) near.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  const lines: Line[] = [];
  let leftOut = 0;
  const leaveOut = () => {
    if (leftOut > 0) lines.push({ mark: '…', pieces: [{ text: String(leftOut), danger: null }] });
    leftOut = 0;
  };
  for (const [index, { mark, text }] of compared.entries()) {
    if (near[index] === 0 && changes.length > 0) leftOut += 1;
    else {
      leaveOut();
      lines.push(...lineWith(mark, text));
    }
  }
  leaveOut();
  return lines;
}

/** A patch: its lines say by their first character what they do. */
export function patchLines(patch: string): Line[] {
  return linesIn(patch).flatMap((line) => {
    const [first] = line;
    const isHead = /^(?:\+\+\+|---) /.test(line);
    return first === '+' || first === '-'
      ? isHead
        ? lineWith(' ', line)
        : lineWith(first, line.slice(1))
      : lineWith(' ', line);
  });
}

/** All lines of a file that is written. */
export function addedLines(content: string): Line[] {
  return linesIn(content).flatMap((line) => lineWith('+', line));
}

function linesIn(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function lineWith(mark: ComparedLine['mark'], text: string): Line[] {
  const parts = text.length <= LONGEST_LINE ? [text] : (text.match(new RegExp(`[^]{1,${LONGEST_LINE}}`, 'g')) ?? []);
  return parts.map((part) => ({ mark, pieces: [{ text: part, danger: null }] }));
}
