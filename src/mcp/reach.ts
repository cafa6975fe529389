/** How the person is reached through a client, beside the inbox. Pure. */
import { namesSecret } from '../core/destructive.ts';
import type { ClarificationRecord } from '../core/records.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

/** A form the client shows; a page it opens, which only we read; or not at all. */
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
  { mayElicit, inbox }: Pick<Desk, 'mayElicit' | 'inbox'>,
  questions: readonly ClarificationRecord[],
): Reach {
  if (!mayElicit || questions.length === 0) return 'inbox';
  // What is typed into a form goes through the client, its logs and perhaps its model.
  if (!questions.some(wantsSecret)) return elicitation.form ? 'form' : 'inbox';
  return elicitation.url && inbox !== null ? 'page' : 'inbox';
}

/** Whether a secret might be typed as its answer. Which of some options to take is none. */
function wantsSecret({ type, options, question, header, reason, context, subject }: ClarificationRecord): boolean {
  if (type === 'CONFIRM' || options.length > 0) return false;
  return namesSecret([question, header, subject, reason, context].filter((text) => text).join('\n'));
}
