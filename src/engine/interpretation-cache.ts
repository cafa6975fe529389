/** What prompts come to, as far as they have been read: by the rules at once, or by a model that has to be waited for. */
import { type Reader, unreadSpec } from '../core/jobs/on-settled.ts';
import type { Interpretation, Interpreter, InterpretInput } from '../core/model/interpretation.ts';
import { Turns } from '../util/event-loop-turns.ts';

export type Rules = (input: InterpretInput) => Interpretation;

/**
 * The rules always serve; where there is a model it reads first, with the rules as its guard rails. Neither throws: a prompt is somebody's
 * words, and what stumbles over them is at fault. Where a model throws, the rules read; where they do, the job goes on unread.
 */
export class PromptReader {
  readonly model: Interpreter | null;
  /** How many prompts and answers could not be read since this process began. */
  unread = 0;
  /** Hard prompts take the rules tens of milliseconds: of several, each is read in a turn of its own. */
  readonly turns = new Turns();
  private readonly load: () => Promise<Rules>;
  private readonly log: (line: string) => void;
  private loaded: Rules | null = null;

  /** @param load The rules take longer to load than all the rest, and most processes read no prompt. */
  constructor(load: () => Promise<Rules>, model: Interpreter | null, log: (line: string) => void = () => {}) {
    this.load = load;
    this.model = model;
    this.log = log;
  }

  /** Null until they have been needed once. */
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

  /** Never by a model: for whoever wants the rules loaded before anybody waits for them. */
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

/** The fault and where it is, in one line, without the prompt. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const at = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return `${error.name}: ${error.message}${at === undefined ? '' : ` (${at.trim()})`}`;
}

/** The readings of one call. A decision may be made several times, and must find the same each time. */
export class InterpretationCache {
  private readonly interpreting: PromptReader;
  private readonly known = new Map<string, Interpretation>();

  constructor(interpreting: PromptReader) {
    this.interpreting = interpreting;
  }

  /** For decisions: nothing is loaded, waited for or asked of a model here. Null: read it by `of`, and decide again. */
  readonly read: Reader = (input) => {
    const { rules, model, turns } = this.interpreting;
    const known = this.known.get(nameOf(input));
    if (known) return known;
    return rules && !model && turns.tryTake() ? this.keep(input, rules(input)) : null;
  };

  async of(input: InterpretInput): Promise<Interpretation> {
    return this.keep(input, await this.interpreting.read(input));
  }

  private keep(input: InterpretInput, reading: Interpretation): Interpretation {
    this.known.set(nameOf(input), reading);
    return reading;
  }
}

function nameOf({ originalPrompt, answer }: InterpretInput): string {
  return JSON.stringify([originalPrompt, answer]);
}
