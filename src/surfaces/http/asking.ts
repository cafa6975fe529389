/** From the body of an ask to what the engine takes. The names differ a little; nothing is decided. */

import type { AskHere } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AskWhat, QuestionInput } from '../../library/ask-input.ts';
import type { AskBody, QuestionBody } from './schemas/asking.ts';

/** The fields that belong to a question, and stand beside the ask's own where it is one. */
const OF_A_QUESTION = [
  ...(['header', 'type', 'options', 'multiSelect', 'strict', 'strictOptions', 'recommended'] as const),
  ...(['default', 'destructive', 'subject', 'reason', 'context'] as const),
];

/** What is asked. Null stands for what is left out, which the engine knows. */
export function whatOf(body: AskBody): AskWhat {
  const { question, questions } = body;
  const beside = OF_A_QUESTION.filter((name) => body[name] !== undefined && body[name] !== null);
  if (questions === undefined || questions === null) {
    const fields = Object.fromEntries(beside.map((name) => [name, body[name]]));
    return inputOf({ ...fields, question: question ?? '' });
  }
  const stray = question === undefined || question === null ? beside[0] : 'question';
  if (stray !== undefined) {
    const text = `“${stray}” stands beside “questions”. Put it into the question that it belongs to.`;
    throw new AskOnceError('argument_invalid', text, { argument: stray });
  }
  return { questions: questions.map((one) => inputOf(typeof one === 'string' ? { question: one } : one)) };
}

export function inputOf({ strict, strictOptions, ...rest }: QuestionBody): QuestionInput {
  return { ...rest, strictOptions: strictOptions ?? strict } as QuestionInput;
}

/** How, and where it belongs, as far as its sender says. */
export function howOf(body: AskBody, key: string | null): AskHere {
  const { sessionId, job, policy, asker, language, onTimeout, fallback, rejects, because, heard } = body;
  const where = { session: sessionId, job, policy, asker, language };
  return { ...where, onTimeout, fallback, rejects, because, input: heard, deadline: deadlineOf(body), key } as AskHere;
}

export function deadlineOf({
  deadline,
  timeout,
}: Pick<AskBody, 'deadline' | 'timeout'>): string | number | Date | undefined {
  if (typeof timeout === 'number') return `${timeout}ms`;
  const said = timeout ?? deadline ?? undefined;
  const isTime = typeof said === 'string' && (timeout ?? null) === null && /^\d{4}-\d\d-\d\d/.test(said);
  return isTime ? new Date(said) : said;
}

/** What an ask is known by to whoever sends it twice: the key, and where the ask belongs. */
export function askKey(key: string | undefined, { sessionId, job }: AskBody): string | null {
  return key === undefined ? null : JSON.stringify([key, sessionId ?? null, job ?? null]);
}
