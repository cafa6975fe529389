/** Turns text into rows of a terminal: clipped, wrapped at spaces, or broken where an input line reaches the edge. Pure. */
import { createRequire } from 'node:module';
import type stringWidth from 'string-width';
import { oneLine, printable } from './text.ts';

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** What is on the terminal: rows, each shorter than the terminal is wide, and the position of the cursor. */
export interface Frame {
  readonly rows: readonly string[];
  readonly cursor: Place;
}

/** Colours only; any other sequence could move the cursor or worse, and is escaped. */
const COLOUR = /(\u001b\[[\d;]*m)/;
const COLOURS = new RegExp(COLOUR, 'g');

/** The characters of most lines: one column each. */
const NARROW = /^[ -~“”‘’…→·–—]*$/;

/** Loaded on first use: their tables take 60 ms, and `askonce inbox --json` needs none. */
const load = createRequire(import.meta.url);
let segmenter: Intl.Segmenter | undefined;
let columnsOf: typeof stringWidth | undefined;

/** The characters as a person sees them, whatever the number of code points: one press of Backspace deletes one. */
export function graphemes(text: string): string[] {
  if (NARROW.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The number of columns a text takes, without its colours; Chinese, Japanese and Korean characters and emoji take two. */
export function widthOf(text: string): number {
  const bare = text.replace(COLOURS, '');
  if (NARROW.test(bare)) return bare.length;
  columnsOf ??= (load('string-width') as { default: typeof stringWidth }).default;
  return columnsOf(bare);
}

/** Text of several lines in which only colours work. */
export function colouredText(text: string): string {
  return parted(text, printable);
}

/** The same on one line. */
function colouredLine(text: string): string {
  return parted(text, oneLine);
}

function parted(text: string, made: (part: string) => string): string {
  return text
    .split(COLOUR)
    .map((part, index) => (index % 2 === 1 ? part : made(part)))
    .join('');
}

/** Lines of at most `width` columns; wrapped at spaces, and inside a word only if it is longer than a line. */
export function wrapped(text: string, width: number): string[] {
  return printable(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => wrappedLine(line.trimEnd(), width));
}

/** Hand-written: `wrap-ansi` drops the indentation of a line, or keeps trailing spaces, and treats a Japanese sentence as one word. */
function wrappedLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let column = 0;
  const put = (part: string, columns: number) => {
    line += part;
    column += columns;
  };
  const newLine = () => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    column = 0;
  };
  // Wide characters have no spaces between them and may be split anywhere.
  for (const piece of text.match(/\s+|[^\s\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]+|./gsu) ?? []) {
    const columns = widthOf(piece);
    if (column + columns <= width) {
      put(piece, columns);
      continue;
    }
    newLine();
    for (const letter of /\s/.test(piece) ? [] : graphemes(piece)) {
      const columns = widthOf(letter);
      if (column + columns > width) newLine();
      put(letter, columns);
    }
  }
  newLine();
  return lines.length === 0 ? [''] : lines;
}

/** One row of at most `width` columns; cut text ends with `…`, and its colours are closed. */
export function clipped(text: string, width: number): string {
  const line = colouredLine(text);
  if (widthOf(line) <= width) return line;
  let row = '';
  let left = Math.max(0, width - 1);
  let cut = false;
  for (const [index, part] of line.split(COLOUR).entries()) {
    if (index % 2 === 1) {
      row += part;
      continue;
    }
    for (const letter of cut ? [] : graphemes(part)) {
      const columns = widthOf(letter);
      if (columns > left) {
        cut = true;
        row += '…';
        break;
      }
      row += letter;
      left -= columns;
    }
  }
  return row;
}

/** An input line after `lead`, over as many rows as it needs; the cursor is before `text[at]`. */
export function inputRows(lead: string, text: string, at: number, width: number): Frame {
  const rows = [lead];
  let column = widthOf(lead);
  const newRow = () => {
    rows.push('');
    column = 0;
  };
  const put = (part: string) => {
    for (const letter of graphemes(oneLine(part))) {
      const columns = widthOf(letter);
      if (column + columns > width) newRow();
      rows[rows.length - 1] += letter;
      column += columns;
    }
  };
  put(text.slice(0, at));
  if (column >= width) newRow();
  const cursor = { row: rows.length - 1, column };
  put(text.slice(at));
  return { rows, cursor };
}

/** The part of a frame that fits into `height` rows and contains the cursor. */
export function cropped({ rows, cursor }: Frame, height: number): Frame {
  const first = Math.max(0, Math.min(cursor.row - height + 1, rows.length - height));
  return { rows: rows.slice(first, first + height), cursor: { row: cursor.row - first, column: cursor.column } };
}
