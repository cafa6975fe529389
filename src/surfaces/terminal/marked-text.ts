/** Text of an agent on a terminal, exactly: nothing is dropped, deceptive characters are visible, dangerous parts are marked. Pure. */
import type { Colours } from './output.ts';
import { printable } from './text.ts';
import { clipped, graphemes, widthOf } from './wrapping.ts';

/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

export interface Marked {
  /** Stands before the text; empty for a diff. */
  readonly label: string;
  readonly text: string;
  /** What is dangerous in it. */
  readonly spans: readonly Span[];
  /** The lines are those of a diff: their first letter is their colour. */
  readonly isDiff?: boolean;
}

export interface TextLook {
  readonly width: number;
  readonly colours: Colours;
  /** The maximum number of rows; what does not fit is counted. */
  readonly rows: number;
  /** How to see what does not fit, such as a key. */
  readonly seeAll: string;
}

/** One row on the terminal, without colours yet. */
interface Row {
  readonly lead: string;
  readonly parts: { text: string; readonly isDanger: boolean }[];
  /** In a diff: the first letter of its line. */
  readonly sign: string;
  /** How many code units of the source it shows. */
  units: number;
}

/** Longer texts are shown by their ends, however many rows there are. */
const MAX_READ = 20_000;
/** How many rows show the end of a text: a command may be padded to hide what it does. */
const TAIL_ROWS = 3;
/** Spaces that look like others, and letters that are not seen. */
const LOOKALIKE = /[\u00a0\u00ad\u115f\u1160\u2000-\u200a\u202f\u205f\u3164\uffa0]/gu;

/**
 * Rows of a text behind its label. Further lines start with `| `, and rows that continue a line with spaces, so no text can look like
 * another field. Dangerous parts are red; without colours, `^` points to them from the row below.
 */
export function markedRows(marked: Marked, look: TextLook): string[] {
  const { text } = marked;
  const isWhole = look.rows === Number.POSITIVE_INFINITY || text.length <= MAX_READ;
  const whole = isWhole ? layOut(marked, 0, text.length, look.width) : null;
  if (whole && heightOf(whole, look) <= look.rows) return whole.flatMap((row) => painted(row, look));
  const head = whole ?? layOut(marked, 0, MAX_READ / 2, look.width);
  if (look.rows < 3) return [shortened(head[0]!, text.length, look)];
  const tail = whole ?? layOut(marked, text.length - MAX_READ / 2, text.length, look.width);
  const end = fitting(tail.toReversed(), Math.min(TAIL_ROWS, Math.floor((look.rows - 1) / 2)), look).toReversed();
  const start = fitting(head, look.rows - 1 - heightOf(end, look), look);
  const gap = hiddenNote(text.length - unitsOf(start) - unitsOf(end), 'characters', look);
  return [...start.flatMap((row) => painted(row, look)), gap, ...end.flatMap((row) => painted(row, look))];
}

/** How many rows the whole text takes; counted up to what is read at most. */
export function markedHeight(marked: Marked, look: TextLook): number {
  return heightOf(layOut(marked, 0, Math.min(marked.text.length, MAX_READ), look.width), look);
}

/** The text with everything in it that misleads the eye escaped, as in `\u{202e}`. */
export function visible(text: string): string {
  return printable(text).replace(LOOKALIKE, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
}

/** Says how much is hidden, and how to see it. */
export function hiddenNote(count: number, what: string, { colours, seeAll }: TextLook): string {
  return colours.bold(`… ${count.toLocaleString('en-US')} ${what} hidden (${seeAll}) …`);
}

function shortened(row: Row, total: number, look: TextLook): string {
  const line = row.lead + row.parts.map(({ text }) => text).join('');
  const note = hiddenNote(Math.max(1, total - Math.floor(look.width / 2)), 'characters', look);
  return `${clipped(line, Math.floor(look.width / 2))} ${note}`;
}

function unitsOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { units }) => sum + units, 0);
}

function fitting(rows: readonly Row[], most: number, look: TextLook): Row[] {
  const kept: Row[] = [];
  let left = most;
  for (const row of rows) {
    left -= heightOf([row], look);
    if (left < 0) break;
    kept.push(row);
  }
  return kept;
}

function layOut({ label, text, spans, isDiff }: Marked, from: number, to: number, columns: number): Row[] {
  const width = Math.max(10, columns);
  const part = text.slice(from, to);
  let row: Row = { lead: from === 0 ? label : '  ', parts: [], sign: signOf(isDiff, part), units: 0 };
  const rows = [row];
  let column = widthOf(row.lead);
  let at = from;
  const start = (lead: string, sign: string) => {
    row = { lead, parts: [], sign, units: 0 };
    rows.push(row);
    column = lead.length;
  };
  for (const letter of graphemes(part)) {
    if (letter === '\n' || letter === '\r\n') {
      row.units += letter.length;
      start(isDiff ? '' : '| ', signOf(isDiff, text.slice(at + letter.length, at + letter.length + 1)));
    } else {
      const shown = letter === '\t' ? '  ' : visible(letter);
      if (column + widthOf(shown) > width) start('  ', row.sign);
      put(row, shown, isWithin(at, spans));
      row.units += letter.length;
      column += widthOf(shown);
    }
    at += letter.length;
  }
  return rows;
}

function signOf(isDiff: boolean | undefined, line: string): string {
  return isDiff ? line.slice(0, 1) : '';
}

function isWithin(at: number, spans: readonly Span[]): boolean {
  return spans.some((span) => at >= span.at && at < span.at + span.length);
}

function put({ parts }: Row, text: string, isDanger: boolean): void {
  const last = parts.at(-1);
  if (last?.isDanger === isDanger) last.text += text;
  else parts.push({ text, isDanger });
}

function heightOf(rows: readonly Row[], { colours }: TextLook): number {
  if (colours.isColorSupported) return rows.length;
  return rows.reduce((sum, { parts }) => sum + (parts.some(({ isDanger }) => isDanger) ? 2 : 1), 0);
}

function painted(row: Row, look: TextLook): string[] {
  const { bold, dim, red, green } = look.colours;
  const colour = { '+': green, '-': red, '@': dim }[row.sign] ?? ((text: string) => text);
  const shown = row.parts.map(({ text, isDanger }) => (isDanger ? bold(red(text)) : colour(text))).join('');
  const line = dim(row.lead) + shown;
  if (heightOf([row], look) === 1) return [line];
  const marks = row.parts.map(({ text, isDanger }) => (isDanger ? '^' : ' ').repeat(widthOf(text))).join('');
  return [line, ' '.repeat(widthOf(row.lead)) + marks.trimEnd()];
}
