/** How text becomes rows of a terminal: clipped, or broken where an input line reaches the edge. Pure. */
import { columnsOf, oneLine, printable } from './text.ts';

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

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A letter as a person sees it, however many code points it is made of: one press of Backspace takes one of them. */
export function graphemes(text: string): string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
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

/** How many columns a text takes, its colours not counted. */
export function widthOf(text: string): number {
  return columnsOf(text.replace(COLOURS, ''));
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
      const columns = columnsOf(letter);
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
      const columns = columnsOf(letter);
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
