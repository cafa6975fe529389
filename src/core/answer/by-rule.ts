/** A rule that was made meanwhile decides a call that waits, as it would if the call were asked now. Pure, like answer/decide.ts. */
import { type CallPlace, ruleFor } from '../approvals/match.ts';
import type { Effect, Verdict } from '../effects.ts';
import { toolCall } from '../model/call.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Facts } from '../needs.ts';
import type { ClarificationState } from '../states.ts';
import { clarificationEvent, openFor, resumedJobs, settledEvents } from './cancel.ts';

/**
 * @param place Where the paths of the call lead, on the machine where it was asked.
 * @returns Whether a rule decided it; else it keeps waiting for the person.
 */
export function decideByRule(
  state: ClarificationState,
  place: CallPlace,
  now: number,
  { rules }: Pick<Facts, 'rules'>,
): Verdict<boolean> {
  const { clarification } = state;
  if (clarification?.status !== 'pending' || !clarification.call || clarification.destructive)
    return { effects: [], result: false };
  const { id, call, session, project } = clarification;
  if (rules === null) return { needs: { kind: 'rules', project, session } };
  const found = ruleFor(toolCall(call), rules, place);
  if (found === null || found.effect === 'ask') return { effects: [], result: false };
  const open = openFor(state, now);
  if (open.waiting.length === 0) return { effects: open.effects, result: false };
  const [answer, source, evidence, confidence] = [
    found.effect === 'allow' ? 'Yes' : 'No',
    'rule',
    found.why,
    1,
  ] as const;
  const decision: ClarificationRecord['decision'] = {
    scope: 'once',
    ...(found.rule?.id ? { decidedBy: found.rule.id } : {}),
  };
  const settled = { answer, source, evidence, confidence };
  const whose = { by: null, surface: null };
  const effects: Effect[] = [
    ...open.effects,
    { do: 'settle_clarification', id, from: 'pending', to: 'answered', at: now, ...settled, ...whose, decision },
    { do: 'settle_waiting', clarification: id, outcome: 'auto_resolved', source, evidence, confidence },
    clarificationEvent('clarification.answered', clarification, now, { ...settled, ...whose }),
    ...settledEvents(
      open.waiting.map(({ item }) => item),
      'auto_resolved',
      now,
    ),
    ...resumedJobs(state.waiting, clarification, now),
  ];
  return { effects, result: true };
}
