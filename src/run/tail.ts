/** The end of a text that may be endless. */
export class Tail {
  readonly #max: number;
  #text = '';

  constructor(max: number) {
    this.#max = max;
  }

  add(text: string): void {
    this.#text += text;
    // At twice the length, so that each character is copied about once, and not with every chunk.
    if (this.#text.length > 2 * this.#max) this.#text = this.#text.slice(-this.#max);
  }

  /** At most as many characters as are kept, and never beginning with half of one. */
  toString(): string {
    return this.#text.slice(-this.#max).replace(/^[\udc00-\udfff]/, '');
  }
}
