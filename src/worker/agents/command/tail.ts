/** Short texts are joined up to this length, so that a million of them do not become a million parts. */
const PART = 4096;

/** Keeps the end of a text of any length. */
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

  /** At most the number of characters kept; never starts inside a surrogate pair. */
  toString(): string {
    return this.#parts
      .join('')
      .slice(-this.#max)
      .replace(/^[\udc00-\udfff]/, '');
  }
}
