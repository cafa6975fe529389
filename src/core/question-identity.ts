/** Which question a question is: the key by which a session knows it again, made of all that is shown and nothing else. */
import { bareLabel } from './answer-check.ts';
import type { Option, Question } from './clarification.ts';
import { referentsOf } from './pointing.ts';
import { identicalKey, pointingKey } from './question-key.ts';
import { readYesNo } from './yes-no.ts';

/** What a key is made of. */
export type Shown = Pick<Question, 'question' | 'type' | 'options' | 'subject' | 'destructive'> & {
  readonly header?: string | undefined;
  readonly reason?: string | undefined;
  readonly context?: string | undefined;
};

/** The key of a question. `subject` is the one that the asker gave, or '': whoever names it has said what the question is about. */
export function keyOf(shown: Shown): string {
  const { question, header, reason, context, options, subject, destructive } = shown;
  if (!destructive) return pointingKey(question, subject === '' ? referentsOf(shown) : []);
  const offered = isYesNo(options) ? [] : options.flatMap((option) => [bareLabel(option.label), option.description]);
  return identicalKey(
    question,
    [header, reason, context, ...offered].map((text) => text ?? ''),
  );
}

/** Agents that know no CONFIRM offer a yes and a no; these say nothing that the question does not. */
function isYesNo(options: readonly Option[]): boolean {
  return options.every(
    ({ label, description }) => description === undefined && readYesNo(bareLabel(label), null) !== null,
  );
}
