/** Turns stored rows into the outcomes that the asker gets. */
import { servingAnswer } from '../answer/check.ts';
import { isCorrected } from '../answer/evidence.ts';
import { AskOnceError } from './errors.ts';
import { CAP_FAILED_TEXT } from './policy.ts';
import type { Outcome, Question } from './question.ts';
import type { ClarificationRecord, ItemRecord } from './records.ts';

/** Returns an error if the store no longer holds the question that an item refers to. */
export function missingQuestion(item: ItemRecord, clarification: ClarificationRecord | null): AskOnceError | null {
  if (item.clarification === null || clarification !== null) return null;
  const text = `The store is damaged: the question ${item.clarification} of the ask ${item.ask} is missing.`;
  return new AskOnceError('store_corrupt', text, { ask: item.ask });
}

/** Returns the current outcome of an item, with the clarification it is linked to. */
export function outcomeOf(item: ItemRecord, clarification: ClarificationRecord | null): Outcome {
  const { question, type } = clarification ?? item;
  const id = clarification?.id;
  const settled = {
    ...(id === undefined ? {} : { id }),
    question,
    type,
    evidence: item.evidence ?? clarification?.evidence ?? '',
    confidence: item.confidence ?? clarification?.confidence ?? 1,
  };
  switch (item.outcome) {
    case 'parked':
      return parkedOutcome(clarification!);
    case 'answered':
      return answeredOutcome(clarification as ClarificationRecord & AnswerData);
    case 'auto_resolved':
      return {
        ...settled,
        outcome: 'auto_resolved',
        id: id!,
        answer: item.answer ?? clarification!.answer!,
        source: (item.source ?? clarification!.source) as 'history',
      };
    case 'fallback':
      return { ...settled, outcome: 'fallback', answer: item.answer!, source: 'fallback' };
    case 'failed':
      return { ...settled, outcome: 'failed', error: item.answer ?? CAP_FAILED_TEXT, code: item.code ?? 'cap_reached' };
    default:
      return { ...settled, outcome: item.outcome };
  }
}

/** The same, with the answer in the form of the current question, because the same words may be asked as another type. */
export function outcomeFor(question: Question, outcome: Outcome, clarification: ClarificationRecord | null): Outcome {
  if (!clarification || (outcome.outcome !== 'answered' && outcome.outcome !== 'auto_resolved')) return outcome;
  return { ...outcome, answer: servingAnswer(question, outcome.answer, clarification) ?? outcome.answer };
}

export function parkedOutcome(clarification: ClarificationRecord): Outcome {
  const { id, question, type, offered } = clarification;
  return { outcome: 'parked', id, question, type, ...(offered ? { offered } : {}) };
}

/** The outcome of a question itself, independent of the asks that wait or waited for it. */
export function asItStands(clarification: ClarificationRecord): Outcome {
  const { id, question, type, status, source, answer } = clarification;
  const settled = {
    id,
    question,
    type,
    evidence: clarification.evidence ?? '',
    confidence: clarification.confidence ?? 1,
  };
  switch (status) {
    case 'pending':
      return parkedOutcome(clarification);
    case 'answered':
      return source === 'user'
        ? answeredOutcome(clarification as ClarificationRecord & AnswerData)
        : { ...settled, outcome: 'auto_resolved', answer: answer!, source: source as 'history' };
    case 'declined':
      return { ...settled, outcome: 'declined' };
    default: {
      const evidence = {
        revoked: 'the answer was taken back',
        superseded: 'it was asked again',
        withdrawn: 'the asker no longer needs an answer',
      };
      return { ...settled, outcome: 'cancelled', evidence: evidence[status] };
    }
  }
}

/** The data of an answer event: everything that the asker gets. */
export interface AnswerData {
  readonly answer: string;
  readonly evidence: string;
  readonly by: string | null;
  readonly surface: string | null;
}

export function answeredOutcome(answered: AnswerData & Pick<ClarificationRecord, 'id' | 'question' | 'type'>): Outcome {
  const { id, question, type, answer, evidence, by, surface } = answered;
  return {
    outcome: 'answered',
    id,
    question,
    type,
    answer,
    source: 'user',
    evidence,
    confidence: 1,
    ...(by ? { by } : {}),
    ...(surface ? { surface } : {}),
  };
}

/** Tells people that no decision was made in their place. */
export const OWN_ANSWER_AGAIN = 'the person’s earlier answer, reused';

/** The outcome of an ask whose question the session already holds an answer or a refusal to. */
export function repeatedOutcome(live: ClarificationRecord): Outcome {
  const { id, question, type } = live;
  if (live.status === 'declined') {
    return { outcome: 'declined', id, question, type, evidence: live.evidence ?? '', confidence: 1 };
  }
  const who = live.source === 'user' ? `${OWN_ANSWER_AGAIN}:` : `settled earlier (${live.evidence})`;
  const evidence = isCorrected(live.evidence)
    ? `${live.evidence}; it was asked before: “${question}”`
    : `${who} “${live.answer}” to “${question}” in this session`;
  return {
    outcome: 'auto_resolved',
    id,
    question,
    type,
    answer: live.answer!,
    source: 'history',
    evidence,
    confidence: live.source === 'user' ? 1 : (live.confidence ?? 1),
  };
}
