/**
 * The rows at the end of a terminal's output that belong to us: redrawn in place, wiped, or pushed down by text above them.
 * Everything goes out in one write an update, so that no half of it is ever seen.
 */
import { colouredText, type Frame, widthOf } from './wrapping.ts';

/** The part of `process.stdout` that is used here. */
export type TerminalOutput = NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };

const ERASE_LINE = '\u001b[K';
const ERASE_DOWN = '\u001b[J';
/** Around an update: terminals that know these show all of it at once, the others ignore them. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const CLEAR = '\u001b[H\u001b[2J';

export class Block {
  readonly #output: TerminalOutput;
  #drawn: (Frame & { readonly columns: number }) | null = null;

  constructor(output: TerminalOutput) {
    this.#output = output;
  }

  /** The columns a row may take. The last one stays free: terminals differ in where the cursor is once it is written. */
  get width(): number {
    return this.#columns - 1;
  }

  get height(): number {
    return this.#output.rows || 24;
  }

  get #columns(): number {
    return Math.max(2, this.#output.columns || 80);
  }

  /** Draws the frame in place of the last one, with `above` as lines of their own before it. */
  show(frame: Frame, above?: string): void {
    if (above === undefined && this.#isShown(frame)) return;
    const text = above === undefined ? '' : ERASE_DOWN + lines(above);
    const { rows, cursor } = frame;
    const drawn = rows.map((row) => row + ERASE_LINE).join('\r\n') + ERASE_DOWN;
    const place = `${up(rows.length - 1 - cursor.row)}\r${right(cursor.column)}`;
    this.#write(this.#toStart() + text + drawn + place);
    this.#drawn = { ...frame, columns: this.#columns };
  }

  /** Prints lines above what is shown, whoever shows it. */
  above(text: string): void {
    if (this.#drawn) this.show(this.#drawn, text);
    else this.#write(lines(text));
  }

  /** Takes the rows away; `last` stays as lines in their place. */
  wipe(last?: string): void {
    const text = last === undefined ? '' : lines(last);
    if (this.#drawn || text) this.#write(this.#toStart() + (this.#drawn ? ERASE_DOWN : '') + text);
    this.#drawn = null;
  }

  /** Somebody else has written since: the next frame begins on a line of its own. */
  forget(): void {
    if (this.#drawn) this.#write('\r\n');
    this.#drawn = null;
  }

  /** The same: what was shown is shown again on lines of its own. */
  redraw(): void {
    const drawn = this.#drawn;
    this.forget();
    if (drawn) this.show(drawn);
  }

  /** Empties the whole screen; the next frame begins at its top. */
  clear(): void {
    this.#write(CLEAR);
    this.#drawn = null;
  }

  #write(text: string): void {
    this.#output.write(BEGIN + text + END);
  }

  #isShown({ rows, cursor }: Frame): boolean {
    const drawn = this.#drawn;
    return (
      drawn !== null &&
      drawn.columns === this.#columns &&
      drawn.cursor.row === cursor.row &&
      drawn.cursor.column === cursor.column &&
      drawn.rows.length === rows.length &&
      drawn.rows.every((row, index) => row === rows[index])
    );
  }

  /**
   * From where the cursor was left to the first column of the first row. A terminal that became narrower has broken our
   * rows anew, as nearly all of them do (not xterm), so the way up is longer than it was.
   */
  #toStart(): string {
    if (!this.#drawn) return '';
    const { rows, cursor, columns } = this.#drawn;
    const now = this.#columns;
    if (now >= columns) return `\r${up(cursor.row)}`;
    const before = rows.slice(0, cursor.row).map((row) => Math.max(1, Math.ceil(widthOf(row) / now)));
    return `\r${up(before.reduce((sum, count) => sum + count, Math.floor(cursor.column / now)))}`;
  }
}

function lines(text: string): string {
  return `${colouredText(text).replace(/\n$/, '').replaceAll('\n', '\r\n')}\r\n`;
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

function right(columns: number): string {
  return columns > 0 ? `\u001b[${columns}C` : '';
}
