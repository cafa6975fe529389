/** The interpretations of prompts: made by the rules at once, or by a model that must be awaited. */
import { type Reader, unreadSpec } from '../core/jobs/on-settled.ts';
import type { Interpretation, Interpreter, InterpretInput } from '../core/model/interpretation.ts';
import { Turns } from '../util/event-loop-turns.ts';

export type Rules = (input: InterpretInput) => Interpretation;

/**
 * The rules are always available. With a model, the model reads first and the rules guard its result. Reading never throws, because a
 * prompt may be any text: if the model throws, the rules read; if the rules throw, the job continues unread.
 */
export class PromptReader {
  readonly model: Interpreter | null;
  /** How many prompts and answers could not be read since this process started. */
  unread = 0;
  /** The rules take tens of milliseconds for hard prompts, so each prompt is read in its own turn of the event loop. */
  readonly turns = new Turns();
  private readonly load: () => Promise<Rules>;
  private readonly log: (line: string) => void;
  private loaded: Rules | null = null;

  /** @param load Loads the rules. They take longer to load than everything else, and most processes read no prompt. */
  constructor(load: () => Promise<Rules>, model: Interpreter | null, log: (line: string) => void = () => {}) {
    this.load = load;
    this.model = model;
    this.log = log;
  }

  /** Null until first needed. */
  get rules(): Rules | null {
    return this.loaded;
  }

  async read(input: InterpretInput): Promise<Interpretation> {
    if (!this.model) return this.byRules(input);
    try {
      return await this.model(input);
    } catch (error) {
      this.log(`[askonce] an interpreter failed on a prompt; using the rules instead: ${faultOf(error)}`);
      return this.byRules(input);
    }
  }

  /** Reads by the rules, never by a model. Also used to load the rules before a caller has to wait for them. */
  async byRules(input: InterpretInput): Promise<Interpretation> {
    this.loaded ??= this.guarded(await this.load());
    await this.turns.take();
    return this.loaded(input);
  }

  private guarded(rules: Rules): Rules {
    return (input) => {
      try {
        return rules(input);
      } catch (error) {
        this.unread += 1;
        this.log(
          `[askonce] the rules failed on a prompt; its job continues without a check for conflicts: ${faultOf(error)}`,
        );
        return { kind: 'spec', spec: unreadSpec(input), confidence: 0 };
      }
    };
  }
}

/** Describes an error and its location in one line, without the prompt. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const at = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return `${error.name}: ${error.message}${at === undefined ? '' : ` (${at.trim()})`}`;
}

/** The interpretations of one call. A decision may be made several times, and must get the same interpretation each time. */
export class InterpretationCache {
  private readonly promptReader: PromptReader;
  private readonly known = new Map<string, Interpretation>();

  constructor(promptReader: PromptReader) {
    this.promptReader = promptReader;
  }

  /**
   * For decisions: it loads nothing, waits for nothing and asks no model. If it returns null, read the prompt with `of` and decide again.
   */
  readonly read: Reader = (input) => {
    const { rules, model, turns } = this.promptReader;
    const known = this.known.get(nameOf(input));
    if (known) return known;
    return rules && !model && turns.tryTake() ? this.keep(input, rules(input)) : null;
  };

  async of(input: InterpretInput): Promise<Interpretation> {
    return this.keep(input, await this.promptReader.read(input));
  }

  private keep(input: InterpretInput, reading: Interpretation): Interpretation {
    this.known.set(nameOf(input), reading);
    return reading;
  }
}

function nameOf({ originalPrompt, answer }: InterpretInput): string {
  return JSON.stringify([originalPrompt, answer]);
}
