/** Errors for questions that are closed or do not exist. */

import { AskOnceError } from '../model/errors.ts';
import type { Outcome } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';

/** Returns why a question accepts no answer, or null if it waits for one. */
export function noAnswerTaken(id: string, clarification: ClarificationRecord | null): AskOnceError | null {
  if (!clarification) return unknownClarification(id);
  if (clarification.status === 'pending') return null;
  return clarification.status === 'answered' ? alreadyAnswered(clarification) : closed(clarification);
}

/** A question that was closed. `replayed`: it was closed before. */
export interface Closing {
  readonly status: 'accepted' | 'replayed';
  readonly clarification: ClarificationRecord;
}

/**
 * What an asker gets when it cancels its wait for a question: cancelled now, cancelled before, or an error because the question had already
 * ended.
 */
export function leftQuestion(
  left: number,
  outcome: Outcome,
  clarification: ClarificationRecord,
): Closing | AskOnceError {
  if (left > 0) return { status: 'accepted', clarification };
  if (outcome.outcome === 'cancelled') return { status: 'replayed', clarification };
  const { id, status } = clarification;
  if (status === 'answered') return alreadyAnswered(clarification);
  const text = `This ask of clarification ${id} has already ended (${outcome.outcome}); there is nothing to cancel.`;
  return new AskOnceError('clarification_closed', text, { id, status, outcome: outcome.outcome });
}

export function unknownClarification(id: string): AskOnceError {
  const text = id.startsWith('a-')
    ? `${id} is an ask, not a question. Use the id of one of its questions (q-…); \`askonce inbox\` lists the open ones.`
    : `No clarification ${id}. Run \`askonce inbox\` to list open questions, or \`askonce history\` to list answered ones.`;
  return new AskOnceError('clarification_unknown', text, { id });
}

export function closed({ id, status, because }: ClarificationRecord): AskOnceError {
  return new AskOnceError('clarification_closed', `Clarification ${id} is ${status} and can no longer be answered.`, {
    id,
    status,
    ...(because ? { because } : {}),
  });
}

/** The question may still wait for others, but not for this job. */
export function closedForJob({ id }: Pick<ClarificationRecord, 'id'>, job: string): AskOnceError {
  const text = `Job ${job} is no longer waiting for clarification ${id}, so it cannot be answered there.`;
  return new AskOnceError('clarification_closed', text, { id, job });
}

export function alreadyAnswered({ id, answer, by, surface, source }: ClarificationRecord): AskOnceError {
  const who = source === 'user' ? (by ?? 'someone') : 'AskOnce';
  return new AskOnceError('already_answered', `Clarification ${id} was already answered by ${who}: “${answer}”.`, {
    id,
    winner: { answer, by, surface, source },
  });
}
