/** What a person decides about a call beside the Yes or No: how far it reaches, what the agent is told, and another input. */

import type { CallPlace } from '../approvals/match.ts';
import { ruleFor } from '../approvals/match.ts';
import { type CallDecision, toolCall } from '../model/call.ts';
import { AskOnceError } from '../model/errors.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Facts, Need } from '../needs.ts';

/** A decision about a call, as the person made it. */
export interface ApprovalCommand extends Omit<CallDecision, 'decidedBy'> {
  readonly allows: boolean;
  /** For an edited input: where its paths lead. */
  readonly place: CallPlace | null;
}

/**
 * Returns what is stored of a decision; null for a question that is no approval. A plain answer decides no approval: only surfaces with an
 * answerer's credential make a decision.
 */
export function decisionOf(
  clarification: ClarificationRecord,
  decision: ApprovalCommand | undefined,
  { rules }: Facts,
): CallDecision | { readonly error: AskOnceError } | { readonly needs: Need } | null {
  const { id, call, destructive, session, project } = clarification;
  if (!call && !decision) return null;
  if (!call) return refused('not_approval', `Question ${id} is no approval. Answer it instead.`, id);
  if (!decision) {
    const text = `Question ${id} asks for permission to use ${call.tool}. Decide it where AskOnce knows who you are: on the page, in the prompt or in the inbox.`;
    return refused('approval_needed', text, id);
  }
  const { allows, place, ...kept } = decision;
  const { scope, rule, updatedInput } = kept;
  if (scope === 'once' && rule !== undefined)
    return refused('scope_refused', 'A rule needs the scope session or project.', id);
  if (scope !== 'once') {
    if (destructive)
      return refused('scope_refused', `The call of ${id} is dangerous, so it is decided once each time.`, id);
    if (rule === undefined || !call.rules.includes(rule)) {
      const offered =
        call.rules.length === 0
          ? 'This call offers no rule; decide it once.'
          : `Choose one of: ${call.rules.join(', ')}.`;
      return refused('scope_refused', `The rule “${rule ?? ''}” is not offered for ${id}. ${offered}`, id);
    }
  }
  if (updatedInput === undefined) return kept;
  if (!allows || !call.editable) {
    const why = allows ? 'its host takes no edited input' : 'a denied call has no input';
    return refused('edit_refused', `The input of ${id} cannot be edited: ${why}.`, id);
  }
  if (rules === null) return { needs: { kind: 'rules', project, session } };
  const found = ruleFor(toolCall({ ...call, input: updatedInput }), rules, place!);
  if (found?.effect !== 'deny') return kept;
  return refused('edit_refused', `The edited input is denied: ${found.why}. The approval is still open.`, id);
}

function refused(code: ConstructorParameters<typeof AskOnceError>[0], text: string, id: string) {
  return { error: new AskOnceError(code, text, { id }) };
}
