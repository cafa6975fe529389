/** Converts the body of an ask to the engine's input. Some names differ; it decides nothing. */

import { AskOnceError } from '../../core/model/errors.ts';
import type { AskHere, AskOptions, AskWhat, QuestionInput } from '../../library/ask-input.ts';
import type { AskBody } from './schemas/asking.ts';

/** The fields of a question, which are at the top level if the ask is a single question. */
const OF_A_QUESTION = [
  ...(['header', 'type', 'options', 'multiSelect', 'strictOptions', 'recommended'] as const),
  ...(['default', 'destructive', 'subject', 'reason', 'context'] as const),
];

/** The questions. Null means left out; the engine accepts it. */
export function whatOf(body: AskBody): AskWhat {
  const { question, questions } = body;
  const beside = OF_A_QUESTION.filter((name) => body[name] !== undefined && body[name] !== null);
  if (questions === undefined || questions === null) {
    const fields = Object.fromEntries(beside.map((name) => [name, body[name]]));
    return { ...fields, question: question ?? '' } as QuestionInput;
  }
  const stray = question === undefined || question === null ? beside[0] : 'question';
  if (stray !== undefined) {
    const text = `“${stray}” is not allowed next to “questions”. Put it in the question it belongs to.`;
    throw new AskOnceError('argument_invalid', text, { argument: stray });
  }
  return { questions: questions.map((one) => (typeof one === 'string' ? { question: one } : one) as QuestionInput) };
}

/** The options, and the session or job that the sender names. */
export function howOf(body: AskBody, key: string | null): AskHere {
  const { sessionId, job, policy, asker, agent, branch, language } = body;
  const { onTimeout, fallback, rejects, because, userMessage, ref } = body;
  const where = { session: sessionId, job, policy, asker, agent, branch, language };
  const timing = { timeout: timeoutOf(body.timeout), onTimeout };
  return { ...where, ...timing, fallback, rejects, because, userMessage, ref, idempotencyKey: key } as AskHere;
}

/** JSON has no dates: a time is distinguished from a duration by its year. */
export function timeoutOf(timeout: AskBody['timeout']): AskOptions['timeout'] | null {
  return typeof timeout === 'string' && /^\d{4}-\d\d-\d\d/.test(timeout) ? new Date(timeout) : timeout;
}

/** What identifies a repeated ask: the idempotency key, and where the ask belongs. */
export function askKey(key: string | undefined, { sessionId, job }: AskBody): string | null {
  return key === undefined ? null : JSON.stringify([key, sessionId ?? null, job ?? null]);
}
