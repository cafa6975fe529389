/** How the person is reached through a client, beside the inbox. Pure. */
import { namesSecret } from '../core/destructive.ts';
import type { ClarificationRecord } from '../core/records.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

/** A form the client shows; a page of ours that it opens, which only we read; or not at all. */
export type Reach = 'form' | 'page' | 'inbox';

/** Whether a client can be asked at all. */
export function canBeAsked(
  { elicitation }: Pick<Call, 'elicitation'>,
  { mayElicit }: Pick<Desk, 'mayElicit'>,
): boolean {
  return mayElicit && (elicitation.form || elicitation.url);
}

export function reachOf(
  { elicitation }: Pick<Call, 'elicitation'>,
  { mayElicit, hasPage }: Pick<Desk, 'mayElicit' | 'hasPage'>,
  questions: readonly ClarificationRecord[],
): Reach {
  if (!mayElicit || questions.length === 0) return 'inbox';
  // What is typed into a form goes through the client, its logs and perhaps its model.
  if (!questions.some((one) => isTyped(one) && isAboutSecret(one))) return elicitation.form ? 'form' : 'inbox';
  return elicitation.url && hasPage ? 'page' : 'inbox';
}

/** Whether its answer is written, not chosen. */
function isTyped({ type, options }: ClarificationRecord): boolean {
  return type !== 'CONFIRM' && options.length === 0;
}

/** Whether anything that stands around a question names a secret, so that one might be typed as its answer. */
export function isAboutSecret({ question, header, reason, context, subject }: ClarificationRecord): boolean {
  return namesSecret([question, header, subject, reason, context].filter((text) => text).join('\n'));
}
