/**
 * A terminal without a window: what programs write goes in, the rows a person would see come out. It knows what our own
 * output uses, refuses every other sequence, and breaks lines anew when its width changes, as terminals of today do.
 */
interface Row {
  /** One cell a column; the second half of a wide letter is ''. */
  cells: string[];
  /** Whether the text goes on in the next row for want of room. */
  wrapped: boolean;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u30ff\uff01-\uff60]/u;
const NO_WIDTH = /[\p{M}\u200d]/u;
const SEQUENCE = /^\u001b(?:\[([?>]?)([\d;]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[=>78])/;
const PART_OF_SEQUENCE = /^\u001b(?:\[[?>]?[\d;]*|\][^\u0007]*)?$/;

export class Terminal {
  #columns: number;
  #height: number;
  #rows: Row[] = [newRow()];
  #top = 0;
  #row = 0;
  #column = 0;
  #rest = '';
  readonly #modes = new Set<string>();

  constructor(columns: number, height: number) {
    this.#columns = columns;
    this.#height = height;
  }

  /** The rows that are seen, without blanks at their ends and without empty rows at the end. */
  screen(): string[] {
    return texts(this.#rows.slice(this.#top, this.#top + this.#height));
  }

  /** Everything since the beginning, with what has scrolled away. */
  everything(): string[] {
    return texts(this.#rows);
  }

  /** Where the cursor is on the screen, from 0. */
  cursor(): { row: number; column: number } {
    return { row: this.#row - this.#top, column: Math.min(this.#column, this.#columns - 1) };
  }

  /** Whether a private mode is on, such as 2004 for marked pastes. */
  mode(number: string): boolean {
    return this.#modes.has(number);
  }

  write(text: string): void {
    let left = this.#rest + text;
    this.#rest = '';
    while (left !== '') {
      if (left.startsWith('\u001b')) {
        const [sequence, mark, numbers, letter] = SEQUENCE.exec(left) ?? [];
        if (sequence === undefined) {
          if (!PART_OF_SEQUENCE.test(left)) throw new Error(`no sequence: ${JSON.stringify(left.slice(0, 20))}`);
          this.#rest = left;
          return;
        }
        if (letter !== undefined) this.#obey(mark!, numbers!, letter);
        left = left.slice(sequence.length);
      } else {
        const letter = String.fromCodePoint(left.codePointAt(0)!);
        this.#put(letter);
        left = left.slice(letter.length);
      }
    }
  }

  resize(columns: number, height: number): void {
    if (columns !== this.#columns) this.#breakAnew(columns);
    this.#height = height;
    const filled = this.#rows.findLastIndex(({ cells }) => cells.length > 0);
    this.#rows.length = Math.max(filled, this.#row) + 1;
    this.#top = Math.max(0, this.#rows.length - height);
  }

  #breakAnew(columns: number): void {
    const rows: Row[] = [];
    let whole: string[] = [];
    let cursor: number | undefined;
    let place = { row: 0, column: 0 };
    for (const [index, { cells, wrapped }] of this.#rows.entries()) {
      if (index === this.#row) cursor = whole.length + this.#column;
      whole.push(...cells);
      if (wrapped) continue;
      const first = rows.length;
      for (let from = 0; from === 0 || from < whole.length; from += columns) {
        rows.push({ cells: whole.slice(from, from + columns), wrapped: from + columns < whole.length });
      }
      if (cursor !== undefined) {
        const down = Math.min(Math.floor(cursor / columns), rows.length - 1 - first);
        place = { row: first + down, column: Math.min(cursor - down * columns, columns - 1) };
        cursor = undefined;
      }
      whole = [];
    }
    this.#rows = rows;
    this.#row = place.row;
    this.#column = place.column;
    this.#columns = columns;
  }

  #put(letter: string): void {
    if (letter === '\r') this.#column = 0;
    else if (letter === '\n') this.#down();
    else if (letter === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (letter === '\t') this.#column = Math.min(this.#columns - 1, (Math.floor(this.#column / 8) + 1) * 8);
    else if (letter === '\u0007') return;
    else if (/\p{Cc}/u.test(letter)) throw new Error(`a control character: ${JSON.stringify(letter)}`);
    else this.#show(letter);
  }

  #show(letter: string): void {
    if (NO_WIDTH.test(letter)) {
      const { cells } = this.#rows[this.#row]!;
      const last = cells.findLastIndex((cell, index) => index < this.#column && cell !== '');
      if (last >= 0) cells[last] += letter;
      return;
    }
    const width = WIDE.test(letter) ? 2 : 1;
    if (this.#column + width > this.#columns) {
      this.#rows[this.#row]!.wrapped = true;
      this.#down();
      this.#column = 0;
    }
    const { cells } = this.#rows[this.#row]!;
    while (cells.length < this.#column) cells.push(' ');
    cells[this.#column++] = letter;
    if (width === 2) cells[this.#column++] = '';
  }

  #down(): void {
    this.#row++;
    if (this.#row === this.#rows.length) this.#rows.push(newRow());
    if (this.#row >= this.#top + this.#height) this.#top++;
  }

  #obey(mark: string, numbers: string, letter: string): void {
    const [first = 0] = numbers.split(';').map(Number);
    const count = Math.max(1, first);
    if (mark === '?' && (letter === 'h' || letter === 'l')) {
      if (letter === 'h') this.#modes.add(numbers);
      else this.#modes.delete(numbers);
    } else if (letter === 'A') this.#row = Math.max(this.#top, this.#row - count);
    else if (letter === 'B') this.#row = Math.min(this.#row + count, this.#rows.length - 1);
    else if (letter === 'C') this.#column = Math.min(this.#columns - 1, this.#column + count);
    else if (letter === 'D') this.#column = Math.max(0, this.#column - count);
    else if (letter === 'G') this.#column = Math.min(this.#columns, count) - 1;
    else if (letter === 'H' && numbers === '') this.#home();
    else if (letter === 'K' && first === 0) this.#eraseLine();
    else if (letter === 'J' && first === 0) this.#eraseDown();
    else if (letter === 'J' && first === 2) this.#eraseAll();
    else if (letter !== 'm') throw new Error(`a sequence nobody should write: ESC [ ${mark}${numbers}${letter}`);
  }

  #home(): void {
    this.#row = this.#top;
    this.#column = 0;
  }

  #eraseLine(): void {
    const row = this.#rows[this.#row]!;
    // Behind the last column the cursor still stands on it: what is erased there is the last letter.
    row.cells.length = Math.min(row.cells.length, this.#column, this.#columns - 1);
    row.wrapped = false;
  }

  #eraseDown(): void {
    this.#eraseLine();
    this.#rows.length = this.#row + 1;
  }

  #eraseAll(): void {
    for (let row = this.#top; row < this.#rows.length; row++) this.#rows[row] = newRow();
  }
}

function newRow(): Row {
  return { cells: [], wrapped: false };
}

function texts(rows: readonly Row[]): string[] {
  const lines = rows.map(({ cells }) => cells.join('').trimEnd());
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
