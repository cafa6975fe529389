/**
 * The last rows of a terminal's output: redrawn in place, wiped, or pushed down by text above them. Each update is a single write, so that
 * a partial one is never visible.
 */
import { colouredText, type Frame, widthOf } from './wrapping.ts';

/** The part of `process.stdout` that is used here. */
export type TerminalOutput = NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };

const ERASE_LINE = '\u001b[K';
const ERASE_DOWN = '\u001b[J';
/** Encloses an update: terminals that support these show it at once, others ignore them. */
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const CLEAR = '\u001b[H\u001b[2J';

export class Block {
  readonly #output: TerminalOutput;
  #drawn: (Frame & { readonly columns: number }) | null = null;

  constructor(output: TerminalOutput) {
    this.#output = output;
  }

  /** The columns a row may use. The last one stays free: terminals differ in where the cursor is after writing to it. */
  get width(): number {
    return this.#columns - 1;
  }

  get height(): number {
    return this.#output.rows || 24;
  }

  get #columns(): number {
    return Math.max(2, this.#output.columns || 80);
  }

  /** Draws the frame in place of the last one, with `above` printed on separate lines before it. */
  show(frame: Frame, above?: string): void {
    if (above === undefined && this.#isShown(frame)) return;
    const text = above === undefined ? '' : ERASE_DOWN + lines(above);
    const { rows, cursor } = frame;
    const drawn = rows.map((row) => row + ERASE_LINE).join('\r\n') + ERASE_DOWN;
    const place = `${up(rows.length - 1 - cursor.row)}\r${right(cursor.column)}`;
    this.#write(this.#toStart() + text + drawn + place);
    this.#drawn = { ...frame, columns: this.#columns };
  }

  /** Prints lines above the current frame. */
  above(text: string): void {
    if (this.#drawn) this.show(this.#drawn, text);
    else this.#write(lines(text));
  }

  /** Removes the rows; `last` stays as lines in their place. */
  wipe(last?: string): void {
    const text = last === undefined ? '' : lines(last);
    if (this.#drawn || text) this.#write(this.#toStart() + (this.#drawn ? ERASE_DOWN : '') + text);
    this.#drawn = null;
  }

  /** Call it after other code has written to the terminal: the next frame starts on a new line. */
  forget(): void {
    if (this.#drawn) this.#write('\r\n');
    this.#drawn = null;
  }

  /** The same, and draws the current frame again on new lines. */
  redraw(): void {
    const drawn = this.#drawn;
    this.forget();
    if (drawn) this.show(drawn);
  }

  /** Clears the whole screen; the next frame starts at its top. */
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
   * Moves from where the cursor was left to the first column of the first row. A terminal that became narrower has rewrapped our rows, as
   * nearly all do (not xterm), so there are more rows to go up.
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
