/** The person puts a question off until a time. It keeps waiting and can be answered; it is only not shown. Pure, like answer/decide.ts. */
import type { Decided, Effect, Verdict } from '../effects.ts';
import type { ClarificationState } from '../states.ts';
import { clarificationEvent, openFor } from './cancel.ts';
import { type Closing, closed, noAnswerTaken } from './closed-errors.ts';
import type { Answerer } from './decide.ts';

export interface SnoozeCommand extends Answerer {
  readonly id: string;
  /** Null: it is shown again at once. */
  readonly until: number | null;
}

export function decideSnooze(state: ClarificationState, command: SnoozeCommand, now: number): Verdict<Closing> {
  const { clarification } = state;
  const refused = noAnswerTaken(command.id, clarification);
  if (refused || !clarification) return { error: refused! };
  const open = openFor(state, now);
  if (open.waiting.length === 0)
    return { effects: open.effects, error: closed({ ...clarification, status: 'withdrawn' }) };
  const { id, question, snoozedUntil } = clarification;
  const { by, surface } = command;
  const until = command.until !== null && command.until > now ? command.until : null;
  if (until === snoozedUntil) return { effects: open.effects, result: { status: 'replayed', clarification } };
  const event =
    until === null
      ? clarificationEvent('clarification.returned', clarification, now, { question, by, surface })
      : clarificationEvent('clarification.snoozed', clarification, now, { question, until, by, surface });
  const effects: Effect[] = [...open.effects, { do: 'snooze_clarification', id, until }, event];
  return { effects, result: { status: 'accepted', clarification: { ...clarification, snoozedUntil: until } } };
}

/** The time has come. A question that has ended meanwhile returns nowhere. */
export function decideReturn({ clarification }: ClarificationState, now: number): Decided<boolean> {
  if (!clarification || clarification.snoozedUntil === null || clarification.snoozedUntil > now)
    return { effects: [], result: false };
  const waits = clarification.status === 'pending';
  const shown: Effect = { do: 'snooze_clarification', id: clarification.id, until: null };
  const told = clarificationEvent('clarification.returned', clarification, now, { question: clarification.question });
  return { effects: waits ? [shown, told] : [shown], result: waits };
}
