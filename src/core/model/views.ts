/** What callers of the library see of the stored rows: the same fields, without those that only the engine needs. */

import type { TokenRecord, WebhookRecord } from '../access.ts';
import type { Deadline, Unanswered } from './question.ts';
import type { ClarificationRecord } from './records.ts';

/** A question that was kept, in whatever state it is. */
export interface Clarification extends Omit<ClarificationRecord, 'token' | 'answerKey' | 'capScope'> {}

/** A question with the first moment at which silence ends a wait for it, and how it ended where it has no answer. */
export interface ListedClarification extends Clarification, Deadline {
  /** Where it is closed without an answer of its own: how the ask that first put it went on. */
  readonly unanswered: Unanswered | null;
}

/** A token, without the hash that it is kept as. */
export type TokenView = Omit<TokenRecord, 'hash'>;

/** A webhook, without its secret and without who tells it now. */
export type WebhookView = Omit<WebhookRecord, 'secret' | 'holder' | 'heldUntil'>;

/** A row as callers see it. What a listed row has besides stays. */
export function clarificationView<Row extends ClarificationRecord>(
  row: Row,
): Omit<Row, 'token' | 'answerKey' | 'capScope'> {
  const { token: _token, answerKey: _answerKey, capScope: _capScope, ...shown } = row;
  return shown;
}

export function tokenView({ hash: _hash, ...shown }: TokenRecord): TokenView {
  return shown;
}
