/** Splits a stream written for a terminal into plain-text lines, as a person would have read them. */
import { StringDecoder } from 'node:string_decoder';

/** Longer lines are cut into pieces of this many characters. */
const MAX_LINE = 4000;

/** An escape sequence that has not ended after this many characters is not one; until then its end may be in the next chunk. */
const MAX_HELD = 4096;

// CSI (colours, cursor); OSC, DCS and their like (titles, links), which end with BEL or ESC \; and the two-character ones.
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|[ -/]*[0-OQ-WYZ\\`-~])/g;
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b\n]*\x1b?|[ -/]*)$/;

/** Everything that neither prints nor moves to another line. The store may reject NUL characters. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The text as a terminal would show it: no control codes, and for each line only what was written last. */
export function plainText(text: string): string {
  return withoutCodes(text)
    .split('\n')
    .map((line) => withoutReturns(line))
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n');
}

/** Removes the CRs at the end. A loop, because a pattern would take quadratic time. */
function withoutReturns(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}

function withoutCodes(text: string): string {
  return text.replaceAll(SEQUENCE, '').replaceAll(CONTROLS, '');
}

/** Takes bytes as they arrive and emits each line once it is complete. Buffers at most one line. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: (line: string) => void;
  /** An escape sequence whose end has not arrived yet. */
  #held = '';
  #line = '';
  /** The line ended with CR. What comes next decides: LF ends the line, anything else replaces it. */
  #returned = false;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Returns the chunk as text, including control codes, for callers that keep the raw output. */
  push(chunk: Buffer): string {
    const text = this.#decoder.write(chunk);
    this.#take(text);
    return text;
  }

  /** Emits what is left, and returns the rest of the text. */
  end(): string {
    const text = this.#decoder.end();
    this.#take(text);
    this.#held = '';
    if (this.#line !== '') this.#give();
    return text;
  }

  #take(text: string): void {
    let rest = this.#held + text;
    this.#held = '';
    const unfinished = UNFINISHED.exec(rest.slice(-MAX_HELD));
    if (unfinished !== null) {
      this.#held = unfinished[0];
      rest = rest.slice(0, -this.#held.length);
    }
    rest = withoutCodes(rest);
    let from = 0;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', from)) {
      this.#append(rest.slice(from, end));
      this.#give();
      from = end + 1;
    }
    this.#append(rest.slice(from));
  }

  /** `part` contains no LF. */
  #append(part: string): void {
    const text = withoutReturns(part);
    if (text !== '') {
      const start = text.lastIndexOf('\r') + 1;
      if (this.#returned || start > 0) this.#line = '';
      this.#returned = false;
      this.#line += text.slice(start);
    }
    if (text.length < part.length) this.#returned = true;
    this.#cut();
  }

  /** Emits the pieces of a line that is already too long, so that a stream without line ends is not buffered. */
  #cut(): void {
    let from = 0;
    while (this.#line.length - from > MAX_LINE) {
      const to = from + MAX_LINE;
      // Does not split a surrogate pair.
      const end = /[\ud800-\udbff]/.test(this.#line[to - 1]!) ? to - 1 : to;
      this.#onLine(this.#line.slice(from, end));
      from = end;
    }
    if (from > 0) this.#line = this.#line.slice(from);
  }

  #give(): void {
    const line = this.#line;
    this.#line = '';
    this.#returned = false;
    this.#onLine(line);
  }
}
