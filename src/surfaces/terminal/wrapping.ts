/** How text becomes rows of a terminal: clipped, or broken at spaces or where an input line reaches the edge. Pure. */
import { createRequire } from 'node:module';
import type stringWidth from 'string-width';
import { oneLine, printable } from './text.ts';

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** What stands on the terminal, each row shorter than the terminal is wide, and where the cursor is. */
export interface Frame {
  readonly rows: readonly string[];
  readonly cursor: Place;
}

/** Colours alone; every other sequence could move the cursor or worse, and is written out. */
const COLOUR = /(\u001b\[[\d;]*m)/;
const COLOURS = new RegExp(COLOUR, 'g');

/** What most lines are made of: one column each. */
const NARROW = /^[ -~“”‘’…→·–—]*$/;

/** Loaded by the first line that needs them: their tables take 60 ms, and `askonce inbox --json` needs none. */
const load = createRequire(import.meta.url);
let segmenter: Intl.Segmenter | undefined;
let columnsOf: typeof stringWidth | undefined;

/** A letter as a person sees it, however many code points it is made of: one press of Backspace takes one of them. */
export function graphemes(text: string): string[] {
  if (NARROW.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns a text takes, its colours not counted; Chinese, Japanese and Korean letters and emoji take two. */
export function widthOf(text: string): number {
  const bare = text.replace(COLOURS, '');
  if (NARROW.test(bare)) return bare.length;
  columnsOf ??= (load('string-width') as { default: typeof stringWidth }).default;
  return columnsOf(bare);
}

/** Text of several lines in which colours work and nothing else does. */
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

/** Lines of at most `width` columns; broken at spaces, and inside a word only where it is longer than a line. */
export function wrapped(text: string, width: number): string[] {
  return printable(text)
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => wrappedLine(line.trimEnd(), width));
}

/** By hand: `wrap-ansi` drops the indentation of a line, or keeps spaces at its end, and takes a Japanese sentence for one word. */
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
  // Wide letters stand without spaces between them and may be parted anywhere.
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

/** One row of at most `width` columns; what is cut off shows as `…`, and its colours still end. */
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

/** A line that is being typed behind `lead`, over as many rows as it needs; the cursor stands before `text[at]`. */
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

/** The part of a frame that fits into `height` rows, with the cursor in it. */
export function cropped({ rows, cursor }: Frame, height: number): Frame {
  const first = Math.max(0, Math.min(cursor.row - height + 1, rows.length - height));
  return { rows: rows.slice(first, first + height), cursor: { row: cursor.row - first, column: cursor.column } };
}
