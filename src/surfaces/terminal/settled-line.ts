/** What is printed about a question that another surface settled. Pure. */
import type { AuditEvent } from '../../core/model/records.ts';
import { oneLine } from './text.ts';

/** @param question Its text; empty where it is still on the screen. */
export function settledLine({ type, data }: AuditEvent, question: string, isApproval: boolean): string {
  const isAnswered = type === 'clarification.answered';
  const who = typeof data.by === 'string' ? data.by : 'someone';
  const where = typeof data.surface === 'string' ? ` (${data.surface})` : '';
  const by = type === 'clarification.withdrawn' ? '' : ` by ${oneLine(who + where)}`;
  const which = question === '' ? '' : ` “${oneLine(question)}”`;
  if (isAnswered && isApproval) return `The call${which} was ${data.answer === 'Yes' ? 'allowed' : 'denied'}${by}.`;
  const what = isAnswered ? `: “${oneLine(String(data.answer))}”` : '';
  return `The ${isApproval ? 'call' : 'question'}${which} was ${type.slice('clarification.'.length)}${by}${what}.`;
}
