/** The model interpreter, loaded with the first prompt. If the model is not available, it logs this once, and the rules decide. */
import type { Interpretation, Interpreter } from '../core/model/interpretation.ts';
import type { OppositeRow } from '../interpret/table.ts';
import type { ModelSettings } from './model-settings.ts';
import { sharedCalls } from './shared-calls.ts';

export function modelInterpreter(
  settings: ModelSettings,
  log: (line: string) => void,
  opposites: readonly OppositeRow[] = [],
): Interpreter {
  let loading: Promise<Interpreter> | undefined;
  const load = async (): Promise<Interpreter> => {
    const [{ modelFrom }, { interpreterBy }, { Rules }] = await Promise.all([
      import('./model.ts'),
      import('./model-interpreter.ts'),
      import('../interpret/interpret.ts'),
    ]);
    return interpreterBy(await modelFrom(settings), log, new Rules(opposites));
  };
  const rules = async (error: unknown): Promise<Interpreter> => {
    log(`[askonce] the model is not used: ${error instanceof Error ? error.message : String(error)}`);
    const rulesOnly = new (await import('../interpret/interpret.ts')).Rules(opposites);
    return (input) => rulesOnly.interpret(input);
  };
  // Several callers may send the same prompt or answer at once: they share one call. Its result is not kept after that.
  const inFlight = sharedCalls<Interpretation>(0);
  return (input, signal) =>
    inFlight(JSON.stringify([input.originalPrompt, input.answer]), signal, async (until) => {
      loading ??= load().catch(rules);
      return (await loading)(input, until);
    });
}
