/** Short texts are put together up to this length, so that a million of them are not a million parts. */
const PART = 4096;

/** The end of a text that may be endless. */
export class Tail {
  readonly #max: number;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(text: string): void {
    const last = this.#parts.at(-1);
    if (last !== undefined && last.length < PART) this.#parts[this.#parts.length - 1] = last + text;
    else this.#parts.push(text);
    this.#length += text.length;
    while (this.#length - this.#parts[0]!.length >= this.#max) this.#length -= this.#parts.shift()!.length;
  }

  /** At most as many characters as are kept, and never beginning with half of one. */
  toString(): string {
    return this.#parts
      .join('')
      .slice(-this.#max)
      .replace(/^[\udc00-\udfff]/, '');
  }
}
