/**
 * Seed 002's state of one asker in a session: a view over what was put to the person, never stored beside it. So nothing that is
 * saved elsewhere can erase it, and it is the same in every process.
 */
import type { ClarificationRecord } from '../core/model/records.ts';
import type { AskedItem } from '../core/states.ts';

/** The fields carry the seed's own names. */
export interface ClarificationState {
  /** The asker has used its one chance. */
  readonly clarification_used: boolean;
  /** The person has responded, or will not. */
  readonly clarification_resolved: boolean;
  readonly clarification_question: string | null;
  /** What the person said; null where they did not, or took it back. */
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
 * @param asked All that was put to the people of its session, oldest first.
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

/** The question that an asker waits for, where there is one. */
export function waitingQuestion(asked: readonly AskedItem[], asker: string): ClarificationRecord | null {
  const waits = asked.find((one) => one.asker === asker && one.item.outcome === 'parked');
  return waits?.clarification ?? null;
}

/** Who has put questions to the person, in the order in which they first did. */
export function askersOf(asked: readonly AskedItem[]): string[] {
  return [...new Set(asked.map(({ asker }) => asker))];
}
