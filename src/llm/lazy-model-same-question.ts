/** The model that compares two questions, loaded with the first comparison. */
import type { SameQuestion } from '../ports.ts';
import type { ModelSettings } from './model-settings.ts';

/** If the model is not available, it logs this once, and questions that are only similar go to the person. */
export function lazyModelSameQuestion(settings: ModelSettings, log: (line: string) => void): SameQuestion {
  let loading: Promise<SameQuestion> | undefined;
  const load = async (): Promise<SameQuestion> => {
    const [{ modelFrom }, { sameQuestionBy }] = await Promise.all([
      import('./model.ts'),
      import('./model-same-question.ts'),
    ]);
    return sameQuestionBy(await modelFrom(settings), log);
  };
  const never = (error: unknown): SameQuestion => {
    log(`[askonce] the model is not used: ${error instanceof Error ? error.message : String(error)}`);
    return async () => false;
  };
  return async (...compared) => {
    loading ??= load().catch(never);
    return (await loading)(...compared);
  };
}
