/**
 * Seed 002's state of one asker in a session: a view over what was put to the person, never stored separately. So no other write can erase
 * it, and it is the same in every process.
 */
import type { ClarificationRecord } from '../core/model/records.ts';
import type { AskedItem } from '../core/states.ts';

/** The fields have the seed's own names. */
export interface ClarificationState {
  /** The asker has used its one chance. */
  readonly clarification_used: boolean;
  /** The person has responded, or will not respond. */
  readonly clarification_resolved: boolean;
  readonly clarification_question: string | null;
  /** What the person said; null if they said nothing or took it back. */
  readonly user_clarification_response: string | null;
}

export const NOTHING_ASKED: ClarificationState = {
  clarification_used: false,
  clarification_resolved: false,
  clarification_question: null,
  user_clarification_response: null,
};

/**
 * The state of one asker.
 * @param asked Everything that was put to the people of its session, oldest first.
 */
export function clarificationState(asked: readonly AskedItem[], asker: string): ClarificationState {
  const own = asked.filter((one) => one.asker === asker);
  const last = own.at(-1);
  if (!last) return NOTHING_ASKED;
  const together = own.filter(({ item }) => item.ask === last.item.ask);
  const responses = together.flatMap(({ clarification: { status, answer } }) =>
    status === 'answered' ? [answer!] : [],
  );
  return {
    clarification_used: true,
    clarification_resolved: waitingQuestion(own, asker) === null,
    clarification_question: together.map(({ clarification }) => clarification.question).join('\n'),
    user_clarification_response: responses.length === 0 ? null : responses.join('\n'),
  };
}

/** The question that an asker is waiting for, if any. */
export function waitingQuestion(asked: readonly AskedItem[], asker: string): ClarificationRecord | null {
  const waits = asked.find((one) => one.asker === asker && one.item.outcome === 'parked');
  return waits?.clarification ?? null;
}

/** The askers that have put questions to the person, in the order of their first question. */
export function askersOf(asked: readonly AskedItem[]): string[] {
  return [...new Set(asked.map(({ asker }) => asker))];
}
