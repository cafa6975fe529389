/** What was decided about a call, in the history. */
import type { Clarification } from '../../../src/surfaces/client/index.ts';
import { CallView } from '../approvals/call-view.tsx';
import { RuleText } from '../approvals/controls.tsx';
import { texts } from '../texts.ts';
import { plainText } from '../ui/plain-text.ts';

export function DecidedCall({ item, gone }: { item: Clarification; gone: boolean }) {
  const { id, answer, decision, approval, destructive } = item;
  const said =
    decision && texts.approval.decided({ decision: answer === 'Yes' ? 'allow' : 'deny', scope: decision.scope });
  return (
    <>
      {answer !== null && (
        <p class={`text-base font-semibold ${gone ? 'text-muted line-through' : ''}`}>{said ?? answer}</p>
      )}
      {decision?.rule !== undefined && (
        <p class="text-sm text-muted">
          {texts.approval.madeRule} <RuleText rule={decision.rule} />
        </p>
      )}
      {decision?.message !== undefined && (
        <p class="text-sm whitespace-pre-wrap">
          <span class="text-muted">{texts.approval.said}</span> <bdi>{plainText(decision.message)}</bdi>
        </p>
      )}
      {decision?.updatedInput !== undefined && (
        <div class="flex flex-col gap-1 text-sm">
          <span class="text-muted">{texts.approval.edited}</span>
          <CallView of={`${id}-edited`} call={{ input: decision.updatedInput, dangers: [] }} whole={false} />
        </div>
      )}
      <details class="text-sm">
        <summary class="text-muted">{texts.approval.asked}</summary>
        <div class="mt-2">
          <CallView of={id} call={approval!} whole={destructive} />
        </div>
      </details>
    </>
  );
}
