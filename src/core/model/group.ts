/** Which waiting questions are one question to the person, although several sessions put it. */
import { groupKey } from '../../text/question-key.ts';
import type { ClarificationRecord } from './records.ts';

/**
 * Returns the same text for equal questions of a project: the same words by tier same, about the same thing, with the same options in the same
 * order. Null for what is never grouped by its wording: questions that could do harm, and approvals.
 */
export function groupOf(question: ClarificationRecord): string | null {
  if (question.destructive || question.call) return null;
  const { project, key, subject, type, options, multiSelect, strictOptions } = question;
  const labels = options.map(({ label }) => label);
  return groupKey(project, key, subject, type, labels, multiSelect, strictOptions);
}
