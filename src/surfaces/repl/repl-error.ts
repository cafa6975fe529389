/** An error at the prompt: what happened, what to do next, and its code. */

/** The codes of the prompt; errors of the engine keep their own. */
export type ReplCode = 'E105' | 'E107' | 'E108' | 'E109' | 'E201';

export class ReplError extends Error {
  readonly code: ReplCode;
  readonly hints: readonly string[];

  constructor(code: ReplCode, message: string, ...hints: string[]) {
    super(message);
    this.code = code;
    this.hints = hints;
  }

  lines(): string[] {
    return [`Error: ${this.message}`, ...this.hints.map((hint) => `       ${hint}`), `Code: ${this.code}`];
  }
}
