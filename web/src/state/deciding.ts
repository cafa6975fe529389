/** Sends decisions about calls that ask for permission: one for each call, also if one choice settles several equal calls. */
import type { Clarification, DecisionBody } from '../../../src/surfaces/client/index.ts';
import { texts } from '../texts.ts';
import { settle } from './answering.ts';
import { api, messageOf, whoAmI } from './api.ts';
import { tell } from './notices.ts';
import { takeAway } from './waiting.ts';

export async function decideCalls(calls: readonly Clarification[], decision: DecisionBody): Promise<void> {
  for (const { id } of calls) takeAway(id);
  const { scope = 'once' } = decision;
  // One rule for each session, or one for the project. More would have to be revoked one by one.
  const groups = Map.groupBy(calls, ({ sessionId }) => (scope === 'project' ? '' : sessionId));
  const results = await Promise.all(Array.from(groups.values(), (group) => decideGroup(group, decision)));
  const accepted = results.reduce((sum, { accepted }) => sum + accepted, 0);
  // The credential may be of no use any more; the card then says how to get another.
  if (accepted < calls.length) whoAmI().catch(() => {});
  if (accepted === 0) return;
  const rules = results.flatMap(({ rule }) => rule ?? []);
  const { question } = calls[0]!;
  const said = texts.approval.decided(decision);
  if (accepted < calls.length) {
    tell({
      tone: 'warn',
      text: texts.approval.partly(said, accepted, calls.length),
      detail: texts.approval.partlyMore,
    });
    return;
  }
  const undo = { label: texts.approval.revokeRules(rules.length), run: () => void revokeRules(rules, question) };
  tell({
    tone: 'good',
    text: calls.length === 1 ? said : texts.approval.severally(said, calls.length),
    detail: question,
    ...(rules.length > 0 && { action: undo }),
  });
}

/** Decides calls of which one makes the rule: the first that is accepted. The others are decided once. */
async function decideGroup(calls: readonly Clarification[], decision: DecisionBody) {
  const { rule, ...rest } = decision;
  const once: DecisionBody = rule === undefined ? decision : { ...rest, scope: 'once' };
  let accepted = 0;
  for (const [index, call] of calls.entries()) {
    if (!(await decide(call, decision))) continue;
    accepted += 1;
    const others = await Promise.all(calls.slice(index + 1).map((other) => decide(other, once)));
    accepted += others.filter(Boolean).length;
    return { accepted, rule: rule === undefined ? null : call.id };
  }
  return { accepted, rule: null };
}

function decide(call: Clarification, decision: DecisionBody): Promise<boolean> {
  return settle(call, texts.approval.decided(decision), () => api().decide(call.id, decision));
}

async function revokeRules(ids: readonly string[], question: string): Promise<void> {
  try {
    for (const id of ids) await api().revokeRule(id);
    tell({ tone: 'good', text: texts.rules.revoked, detail: question });
  } catch (error) {
    tell({ tone: 'danger', text: messageOf(error), detail: question });
  }
}
