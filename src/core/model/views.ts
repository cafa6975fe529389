/** What callers of the library see of the stored rows: the same fields, without those that only the engine needs. */

import type { DeliveryRecord, TokenRecord, WebhookRecord } from '../access.ts';
import { type Danger, dangersOf } from '../approvals/dangers.ts';
import { type ApprovalScope, type Call, toolCall } from './call.ts';
import { groupOf } from './group.ts';
import type { Deadline, Unanswered } from './question.ts';
import type { ClarificationRecord } from './records.ts';
import { withNames } from './scoped-id.ts';

/** A stored question, in any state. */
export interface Clarification extends Omit<ClarificationRecord, 'token' | 'answerKey' | 'capScope' | 'call'> {
  /** The call that an approval is about; null for other questions. */
  readonly approval: ApprovalView | null;
  /**
   * The same for equal questions of the project, which several sessions may put: show them as one, and answer them together with `also`. Null
   * for questions that could do harm and for approvals, which are never grouped.
   */
  readonly group: string | null;
}

/** A call as the person sees it. */
export interface ApprovalView extends Pick<Call, 'tool' | 'callId' | 'title' | 'editable'> {
  readonly input: Readonly<Record<string, unknown>>;
  /** What is dangerous in it, by its position in a text of the input. */
  readonly dangers: readonly Danger[];
  /** How far a decision may reach, and the rules that a person may make then. */
  readonly scopes: readonly { readonly scope: ApprovalScope; readonly rules: readonly string[] }[];
}

/** A question with the first time at which silence ends a wait for it, and how it ended if it has no answer. */
export interface ListedClarification extends Clarification, Deadline {
  /** If it was closed without its own answer: how the ask that first put it continued. */
  readonly unanswered: Unanswered | null;
}

/** A token, without its hash. */
export type TokenView = Omit<TokenRecord, 'hash'>;

/** A webhook, without its secret and its lease. */
export type WebhookView = Omit<WebhookRecord, 'secret' | 'holder' | 'heldUntil'>;

/** A channel, without its lease. */
export type ChannelView = Omit<DeliveryRecord, 'holder' | 'heldUntil'>;

/** Returns a row as callers see it. Additional fields of a listed row are preserved. */
export function clarificationView<Row extends ClarificationRecord>(
  row: Row,
): Omit<Row, 'token' | 'answerKey' | 'capScope' | 'call'> & Pick<Clarification, 'approval' | 'group'> {
  const { token: _token, answerKey: _answerKey, capScope: _capScope, call, ...shown } = withNames(row);
  return { ...shown, approval: call ? approvalView(call) : null, group: groupOf(row) };
}

function approvalView(call: Call): ApprovalView {
  const { tool, input, callId, title, editable, rules } = call;
  const once = { scope: 'once', rules: [] } as const;
  const wider = rules.length === 0 ? [] : (['session', 'project'] as const).map((scope) => ({ scope, rules }));
  return {
    tool,
    input: JSON.parse(input) as Record<string, unknown>,
    callId,
    ...(title === undefined ? {} : { title }),
    editable,
    dangers: dangersOf(toolCall(call)),
    scopes: [once, ...wider],
  };
}

export function tokenView({ hash: _hash, ...shown }: TokenRecord): TokenView {
  return shown;
}
