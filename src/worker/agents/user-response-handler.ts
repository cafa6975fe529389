/** Seed 003's callback, for executors that were written for it, as an adapter on the engine. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { RunContext } from '../executor.ts';

export type UserResponseHandler = (question: string, options?: readonly string[], context?: string) => Promise<string>;

/**
 * A handler that asks as the job at hand. The job is AWAITING_RESPONSE until somebody answers, on any surface; the promise then
 * resolves with the answer. Where nobody will answer, it rejects.
 * @example
 * const runner = askonce.runner({
 *   executor: async (job, context) => {
 *     const ask = userResponseHandler(context);
 *     const format = await ask('Which format should I use?', ['YAML', 'JSON'], 'Multiple valid approaches exist');
 *     return `Used ${format}.`;
 *   },
 * });
 */
export function userResponseHandler({ ask }: Pick<RunContext, 'ask'>): UserResponseHandler {
  return async (question, options, context) => {
    const { items } = await ask({
      question,
      ...(options === undefined || options.length === 0 ? {} : { options }),
      ...(context === undefined ? {} : { reason: context }),
    });
    const item = items[0]!;
    if ('answer' in item) return item.answer;
    const why = 'error' in item ? item.error : `The question was ${item.outcome}.`;
    throw new AskOnceError('not_answered', `“${item.question}” has no answer. ${why}`, { outcome: item.outcome });
  };
}
