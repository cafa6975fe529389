/** What callers of the library see of the stored rows: the same fields, without those that only the engine needs. */

import type { TokenRecord, WebhookRecord } from '../access.ts';
import type { Deadline, Unanswered } from './question.ts';
import type { ClarificationRecord } from './records.ts';

/** A stored question, in any state. */
export interface Clarification extends Omit<ClarificationRecord, 'token' | 'answerKey' | 'capScope'> {}

/** A question with the first time at which silence ends a wait for it, and how it ended if it has no answer. */
export interface ListedClarification extends Clarification, Deadline {
  /** If it was closed without its own answer: how the ask that first put it continued. */
  readonly unanswered: Unanswered | null;
}

/** A token, without its hash. */
export type TokenView = Omit<TokenRecord, 'hash'>;

/** A webhook, without its secret and its lease. */
export type WebhookView = Omit<WebhookRecord, 'secret' | 'holder' | 'heldUntil'>;

/** Returns a row as callers see it. Additional fields of a listed row are preserved. */
export function clarificationView<Row extends ClarificationRecord>(
  row: Row,
): Omit<Row, 'token' | 'answerKey' | 'capScope'> {
  const { token: _token, answerKey: _answerKey, capScope: _capScope, ...shown } = row;
  return shown;
}

export function tokenView({ hash: _hash, ...shown }: TokenRecord): TokenView {
  return shown;
}
