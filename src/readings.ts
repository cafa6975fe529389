/** What prompts come to, as far as they have been read: by the rules at once, or by a model that has to be waited for. */
import type { Reader } from './core/asked-job.ts';
import type { Interpretation, Interpreter, InterpretInput } from './core/interpretation.ts';

/** The rules always serve; where there is a model it reads first, with the rules as its guard rails. */
export interface Interpreting {
  readonly rules: (input: InterpretInput) => Interpretation;
  readonly model: Interpreter | null;
}

/** The readings of one call. A decision may be made several times, and must find the same each time; the rules always do. */
export class Readings {
  private readonly interpreting: Interpreting;
  private readonly known = new Map<string, Interpretation>();

  constructor(interpreting: Interpreting) {
    this.interpreting = interpreting;
  }

  /** For decisions: pure, so a model is not asked here. */
  readonly read: Reader = (input) => {
    const { rules, model } = this.interpreting;
    return model ? (this.known.get(nameOf(input)) ?? null) : rules(input);
  };

  async of(input: InterpretInput): Promise<Interpretation> {
    const { rules, model } = this.interpreting;
    if (!model) return rules(input);
    const reading = await model(input);
    this.known.set(nameOf(input), reading);
    return reading;
  }
}

function nameOf({ originalPrompt, answer }: InterpretInput): string {
  return JSON.stringify([originalPrompt, answer]);
}
