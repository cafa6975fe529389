/** Reads a typed decision about a call: yes, or no with a message. Anything else decides nothing. Pure. */
import { clip } from '../../core/answer/check.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { ApprovalDecision } from '../../library/approvals.ts';
import { readYesNo } from '../../text/yes-no.ts';

/** What a person can type to decide a call. */
export const DECIDE = '<yes, or no and a message>';

/**
 * @example
 * typedDecision('q-1', 'no, use the staging database'); // { decision: 'deny', message: 'use the staging database' }
 */
export function typedDecision(id: string, typed: string): ApprovalDecision {
  const whole = readYesNo(typed, null);
  if (whole !== null) return { decision: whole === 'Yes' ? 'allow' : 'deny' };
  const [, first = '', message = ''] = /^(\p{L}+)[\s,.:;–-]+(\S[\s\S]*)$/u.exec(typed.trim()) ?? [];
  if (readYesNo(first, null) === 'No') return { decision: 'deny', message };
  const text = `Answer yes, or no with a message, not “${clip(typed)}”. The call still waits.`;
  throw new AskOnceError('answer_refused', text, { id });
}
