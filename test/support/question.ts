/** A whole question for tests of the pure parts, which want every field where most tests care about one or two. */
import type { Question } from '../../src/core/model/question.ts';
import { questionHash, questionKey } from '../../src/text/question-key.ts';

/** A harmless open question of these words, but for what `more` says. */
export function questionOf(text: string, more: Partial<Question> = {}): Question {
  return {
    question: text,
    type: 'FREE_TEXT',
    questionHash: questionHash(text),
    key: questionKey(text),
    subject: '',
    destructive: false,
    options: [],
    multiSelect: false,
    strictOptions: false,
    ...more,
  };
}

/** Options as a question holds them. */
export function optionsOf(labels: readonly string[]): Question['options'] {
  return labels.map((label) => ({ label }));
}
