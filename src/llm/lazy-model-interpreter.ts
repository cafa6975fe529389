/** The interpreter by a model, loaded with the first prompt; where the model cannot be had, that is said once and the rules decide. */
import type { Interpreter } from '../core/interpretation.ts';
import { rulesInterpreter } from '../interpret/interpret.ts';
import type { ModelSettings } from './model.ts';

export function modelInterpreter(settings: ModelSettings, log: (line: string) => void): Interpreter {
  let loading: Promise<Interpreter> | undefined;
  const load = async (): Promise<Interpreter> => {
    const [{ modelFrom }, { interpreterBy }] = await Promise.all([
      import('./model.ts'),
      import('./model-interpreter.ts'),
    ]);
    return interpreterBy(await modelFrom(settings), log);
  };
  const rules = (error: unknown): Interpreter => {
    log(`[askonce] no model is asked: ${error instanceof Error ? error.message : String(error)}`);
    return rulesInterpreter;
  };
  return async (input, signal) => {
    loading ??= load().catch(rules);
    return (await loading)(input, signal);
  };
}
