/** Which question a question is: the key by which a session knows it again, made of all that is shown and nothing else. */
import { bareLabel } from './answer-check.ts';
import { LIVE, type Option, type Question } from './clarification.ts';
import { referentsOf } from './pointing.ts';
import { identicalKey, pointingKey } from './question-key.ts';
import type { ClarificationRecord } from './records.ts';
import type { KnownQuestion } from './states.ts';
import { readYesNo } from './yes-no.ts';

/** What a key is made of. */
export type Shown = Pick<Question, 'question' | 'type' | 'options' | 'subject' | 'destructive'> & {
  readonly header?: string | undefined;
  readonly reason?: string | undefined;
  readonly context?: string | undefined;
};

/**
 * The key of a question. `subject` is the one that the asker gave, or '': whoever names it has said what the question is about. Leave to
 * do harm is asked for by a job, and holds for it alone; asked for by none, it holds for all of the session that ask without one.
 */
export function keyOf(shown: Shown, job: string | null): string {
  const { question, header, reason, context, options, subject, destructive } = shown;
  if (!destructive) return pointingKey(question, subject === '' ? referentsOf(shown) : []);
  const offered = isYesNo(options) ? [] : options.flatMap((option) => [bareLabel(option.label), option.description]);
  return identicalKey(
    question,
    [header, reason, context, ...offered].map((text) => text ?? ''),
    job,
  );
}

/**
 * What is known of a question, also where another release has given the same words another key: those that are the same question by
 * the rules of this one stand in for what its own key does not find.
 */
export function knownByWords(question: Question, known: KnownQuestion, job: string | null): KnownQuestion {
  if (known.alike.length === 0) return known;
  const same = known.alike.filter((one) => isSame(question, job, one));
  const live = known.live ?? same.find(({ status }) => LIVE.includes(status)) ?? null;
  if (live || known.revoked) return { ...known, live };
  // What was asked in its place is not looked for under the other key. So nothing may stand in for it a second time: not for free.
  const revoked = same.find(({ status }) => status === 'revoked') ?? null;
  return { ...known, revoked, successor: revoked };
}

/** By the present rules, of two questions with the same words: the stored one is read anew. */
function isSame(question: Question, job: string | null, stored: ClarificationRecord): boolean {
  return (
    question.questionHash === stored.questionHash &&
    question.subject === stored.subject &&
    question.destructive === stored.destructive &&
    keyOf(question, job) === keyOf(stored, stored.job)
  );
}

/** Agents that know no CONFIRM offer a yes and a no; these say nothing that the question does not. */
function isYesNo(options: readonly Option[]): boolean {
  return options.every(
    ({ label, description }) => description === undefined && readYesNo(bareLabel(label), null) !== null,
  );
}
