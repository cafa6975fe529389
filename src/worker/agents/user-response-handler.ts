/** Seed 003's callback as an adapter on the engine, for executors written against that seed. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { RunContext } from '../executor.ts';

export type UserResponseHandler = (question: string, options?: readonly string[], context?: string) => Promise<string>;

/**
 * Creates a handler that asks on behalf of the current job. The job is AWAITING_RESPONSE until it is answered on any surface; then the
 * promise resolves with the answer. It rejects if no answer will come.
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
