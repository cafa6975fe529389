/** The model sentinel, loaded when the first question needs it: rules settle most questions, and most processes ask none. */
import type { Sentinel } from '../ports.ts';
import type { ModelSettings } from './model-settings.ts';

/** If the model is not available, it logs this once, and every question counts as case by case. */
export function lazyModelSentinel(settings: ModelSettings, log: (line: string) => void): Sentinel {
  let loading: Promise<Sentinel> | undefined;
  const load = async (): Promise<Sentinel> => {
    const [{ modelFrom }, { modelSentinel }] = await Promise.all([import('./model.ts'), import('./model-sentinel.ts')]);
    return modelSentinel(await modelFrom(settings), log);
  };
  const nobody = (error: unknown): Sentinel => {
    log(`[askonce] the model is not used: ${error instanceof Error ? error.message : String(error)}`);
    return async () => null;
  };
  return async (question, language, signal) => {
    loading ??= load().catch(nobody);
    return (await loading)(question, language, signal);
  };
}
