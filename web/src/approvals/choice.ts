/** What the person chooses for a card of calls: how far it reaches, the rule, a message, another input. */
import type { Clarification, DecisionBody } from '../../../src/surfaces/client/index.ts';
import { mayApprove } from '../state/api.ts';
import { decideCalls } from '../state/deciding.ts';
import { type Draft, draftOf, setDraft } from '../state/drafts.ts';
import { texts } from '../texts.ts';
import { hasUnseen } from '../ui/plain-text.ts';
import type { Card } from '../waiting/cards.ts';
import type { Call } from './lines.ts';

export type Choice = 'once' | 'session' | 'project' | 'deny';

/** A longer input is not edited here. */
const MOST_EDITED = 100_000;

const callsOf = ({ questions }: Card) => questions.map(({ approval }) => approval as Call);
const idsOf = ({ questions }: Card) => questions.map(({ id }) => id).join(' ');

/** Drafts are kept under the id of the first call. */
export function draftFor(card: Card): Draft {
  return draftOf(card.questions[0]!.id).value;
}

export function changeDraft(card: Card, change: Partial<Draft>): void {
  setDraft(card.questions[0]!.id, change);
}

/** The rules that every call of the card offers. */
export function rulesOf(card: Card): string[] {
  const [first = [], ...others] = callsOf(card).map(({ scopes }) => scopes.flatMap(({ rules }) => rules));
  return [...new Set(first)].filter((rule) => others.every((rules) => rules.includes(rule)));
}

/** A call with another input is allowed once: a rule would be about the input that was asked. */
export function choicesOf(card: Card): Choice[] {
  const wide = rulesOf(card).length > 0 && draftFor(card).edit === undefined;
  const scopes = wide ? (['session', 'project'] as const).filter((scope) => isOffered(card, scope)) : [];
  return ['once', ...scopes, 'deny'];
}

function isOffered(card: Card, wanted: 'session' | 'project'): boolean {
  return callsOf(card).every(({ scopes }) => scopes.some(({ scope }) => scope === wanted));
}

/** What is chosen. A choice counts only for the calls that were there when it was made. */
export function choiceIn(card: Card): Choice | null {
  const { chosen, calls } = draftFor(card);
  const choice = chosen[0] as Choice | undefined;
  return choice !== undefined && calls === idsOf(card) && choicesOf(card).includes(choice) ? choice : null;
}

export function choose(card: Card, choice: Choice): boolean {
  if (!mayApprove.peek() || !choicesOf(card).includes(choice)) return false;
  changeDraft(card, { chosen: [choice], calls: idsOf(card) });
  return true;
}

export function ruleIn(card: Card): string | undefined {
  const rules = rulesOf(card);
  const { rule } = draftFor(card);
  return rule !== undefined && rules.includes(rule) ? rule : rules[0];
}

/** Chooses one of the offered rules by its number. */
export function chooseRule(card: Card, number: number): boolean {
  const rule = rulesOf(card)[number - 1];
  if (rule === undefined || rulesOf(card).length < 2) return false;
  changeDraft(card, { rule });
  return true;
}

/** The text that is edited: the command if there is nothing else to change, or all of the input as JSON. */
export function editableText(card: Card): { readonly is: 'command' | 'json'; readonly text: string } | null {
  const calls = callsOf(card);
  if (!calls.every(({ editable }) => editable)) return null;
  const { input } = calls[0]!;
  // Characters that cannot be seen can be written in JSON only.
  if (typeof input.command === 'string' && !hasUnseen(input.command))
    return input.command.length > MOST_EDITED ? null : { is: 'command', text: input.command };
  const text = JSON.stringify(input, null, 2);
  return text.length > MOST_EDITED ? null : { is: 'json', text };
}

/** The edited input: undefined if nothing was changed, or why it cannot be used. */
export function editedInput(card: Card): { input: Record<string, unknown> } | { error: string } | undefined {
  const { edit } = draftFor(card);
  const editable = editableText(card);
  if (edit === undefined || editable === null || edit === editable.text) return undefined;
  if (editable.is === 'command')
    return edit.trim() === ''
      ? { error: texts.approval.editEmpty }
      : { input: { ...callsOf(card)[0]!.input, command: edit } };
  try {
    const input: unknown = JSON.parse(edit);
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return { input: input as Record<string, unknown> };
    return { error: texts.approval.editObject };
  } catch (error) {
    return { error: texts.approval.editInvalid((error as Error).message) };
  }
}

/** The decision as it would be sent; null while something is missing or wrong. */
export function decisionIn(card: Card): DecisionBody | null {
  const choice = choiceIn(card);
  if (choice === null) return null;
  const message = draftFor(card).text.trim();
  if (choice === 'deny') return { decision: 'deny', ...(message === '' ? {} : { message }) };
  const edited = editedInput(card);
  if (edited && 'error' in edited) return null;
  return {
    decision: 'allow',
    scope: choice,
    ...(choice === 'once' ? {} : { rule: ruleIn(card)! }),
    ...(edited === undefined ? {} : { updatedInput: edited.input }),
  };
}

/** Sends the decision for each call of the card; returns whether there is one. */
export function sendApproval(card: Card): boolean {
  const decision = mayApprove.peek() ? decisionIn(card) : null;
  if (decision === null) return false;
  void decideCalls(card.questions as readonly Clarification[], decision);
  return true;
}
