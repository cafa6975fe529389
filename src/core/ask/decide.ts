/** Decides an ask in one pure function: every question gets a step of the path, and the steps become rows and outcomes. */
import { ownerOnly } from '../access.ts';
import { clip } from '../answer/check.ts';
import type { Effect, Verdict } from '../effects.ts';
import { isSameCall } from '../model/call.ts';
import { AskOnceError } from '../model/errors.ts';
import { missingQuestion, outcomeFor, outcomeOf, parkedOutcome } from '../model/outcome.ts';
import type { ItemRecord } from '../model/records.ts';
import { type Facts, type Need, NO_FACTS } from '../needs.ts';
import { teachesRevoked } from '../preferences.ts';
import type { AskState } from '../states.ts';
import {
  type AskCommand,
  type Asked,
  askEvent,
  type Context,
  contextOf,
  type Resolvers,
  refusalOf,
  sessionOfAsk,
} from './command.ts';
import { isRejectable, type Step, stepsFor } from './path.ts';
import { identifiedIn } from './question-identity.ts';
import { askRecord, keepAsk, missingDefault, repeated } from './rows.ts';

/** Decides a whole ask. It is called again, with a new state or more facts, if another process committed first or a fact was missing. */
export function decideAsk(
  seen: AskState,
  asked: AskCommand,
  resolvers: Resolvers,
  now: number,
  facts: Facts = NO_FACTS,
): Verdict<Asked> {
  const placed = { ...asked, session: sessionOfAsk(asked, seen.job) };
  const { state, command } = identifiedIn(seen, placed);
  const { session } = command;
  const error =
    refusalOf(state, command) ?? notRejectable(state, command) ?? changedCall(state, command) ?? damaged(state);
  if (error) return { error };
  const context = contextOf(state, command, now);
  const steps = stepsFor(state, command, context, resolvers, facts);
  if ('needs' in steps)
    return steps.needs.kind === 'pending' && facts.hasWaited ? waitsOn(steps.needs, command) : steps;
  const deadlines = steps.flatMap((step) => (step.is === 'replay' ? waitingUntil(step.own.item) : []));
  const expiresAt = deadlines.length === 0 ? null : Math.min(...deadlines);
  if (expiresAt !== null && expiresAt <= now) return { needs: { kind: 'overdue' } };
  const again = steps.every((step) => step.is === 'replay');
  const opening = again ? context.opening.filter((effect) => effect.do !== 'hear') : context.opening;
  const effects: Effect[] = [...opening, ...rejection(state, command, context, steps)];
  const spent = steps.some((step) => step.is === 'resolve' && step.resolution.spendsHeard);
  if (spent && context.heard) {
    effects.push({ do: 'hear', session: command.session, heard: { ...context.heard, spent: true } });
  }
  const replayed = steps.every((step) => step.is === 'replay') ? steps.map((step) => step.own) : null;
  if (replayed && new Set(replayed.map((own) => own.item.ask)).size === 1) {
    const items = replayed.map((own, at) =>
      outcomeFor(command.questions[at]!, outcomeOf(own.item, own.clarification), own.clarification),
    );
    return { effects, result: { session, ask: replayed[0]!.item.ask, items, replayed: true, expiresAt } };
  }
  if (steps.every((step) => standsAlready(step, command.job))) {
    const items = steps.map((step, at) => {
      const [outcome, clarification] =
        step.is === 'repeat'
          ? [repeated(step.live, context, effects), step.live]
          : [outcomeOf(step.own.item, step.own.clarification), step.own.clarification];
      return outcomeFor(command.questions[at]!, outcome, clarification);
    });
    return { effects, result: { session, ask: null, items } };
  }
  const ask = askRecord(steps, command, context);
  const lacking = missingDefault(ask, steps, command);
  if (lacking) return { error: lacking };
  return { effects, result: { session, ask: ask.id, items: keepAsk(ask, steps, command, context, facts, effects) } };
}

/** The scope's own question keeps waiting, and this ask waits with it. */
function waitsOn({ clarification }: Extract<Need, { kind: 'pending' }>, { questions }: AskCommand): Verdict<Asked> {
  const parked = parkedOutcome(clarification);
  const { session, ask } = clarification;
  return { effects: [], result: { session, ask, items: questions.map(() => parked), hasWaited: true } };
}

/** The deadline of a waiting item, if silence ends the wait. */
function waitingUntil({ outcome, expiresAt }: ItemRecord): number[] {
  return outcome === 'parked' && expiresAt !== null ? [expiresAt] : [];
}

/** Whether the step is settled by stored rows, so that only the event is stored. A job stores its outcomes, so that it gets them again. */
function standsAlready(step: Step, job: string | null): step is Extract<Step, { is: 'replay' | 'repeat' }> {
  return (step.is === 'repeat' && job === null) || (step.is === 'replay' && step.own.item.outcome !== 'parked');
}

function damaged({ questions }: AskState): AskOnceError | null {
  for (const { item, clarification } of questions.flatMap(({ own }) => own)) {
    const error = missingQuestion(item, clarification);
    if (error) return error;
  }
  return null;
}

/** Returns an error if the id of a call was used for another call before: an approval never passes from one call to another. */
function changedCall({ questions }: AskState, command: AskCommand): AskOnceError | null {
  for (const [at, { call }] of command.questions.entries()) {
    if (!call || call.callId === null) continue;
    const { live, own, revoked } = questions[at]!;
    const before = live ?? own.find(({ clarification }) => clarification)?.clarification ?? revoked;
    if (!before || isSameCall(call, before.call)) continue;
    const text = `The call id “${clip(call.callId)}” was used for another call in this session (${before.id}). Ask under a new call id.`;
    return new AskOnceError('call_changed', text, { id: before.id });
  }
  return null;
}

/** Returns why this ask cannot reject the answer it names, or null if it can or names none. */
function notRejectable(state: AskState, command: AskCommand): AskOnceError | null {
  if (command.rejects === null) return null;
  const found = state.rejected?.clarification;
  if (!found || found.session !== command.session) {
    const text = `No clarification ${command.rejects} in this session, so its answer cannot be rejected.`;
    return new AskOnceError('clarification_unknown', text);
  }
  const refused = ownerOnly(command.caller, found.token, `The question of ${found.id}`);
  if (refused || isRejectable(found) || found.status === 'revoked') return refused;
  const text = `Clarification ${found.id} is ${found.status}; only an answer can be rejected.`;
  return new AskOnceError('reject_refused', text, { id: found.id, status: found.status });
}

/** Revokes the rejected answer, unless the ask itself is not allowed. */
function rejection(state: AskState, command: AskCommand, context: Context, steps: readonly Step[]): Effect[] {
  if (command.rejects === null) return [];
  const found = state.rejected!.clarification;
  // If it is already revoked, the job that rejected it is running again.
  if (!isRejectable(found) || steps.some((step) => step.is === 'cap')) return [];
  const { now } = context;
  return [
    {
      do: 'retire_clarification',
      id: found.id,
      from: 'answered',
      to: 'revoked',
      at: now,
      because: command.because,
      rejected: true,
      teaches: teachesRevoked(found),
    },
    askEvent('clarification.revoked', context, null, found.id, { rejected: true, because: command.because }),
  ];
}
