/** Applies what a project's people usually answer. How it is learnt: core/learning.ts. */
import { countsOnOrder, fittingAnswer } from '../core/answer/check.ts';
import type { Question } from '../core/model/question.ts';
import type { Resolver } from '../core/model/resolution.ts';
import { aboutOf, ENOUGH, isAbout, sameAnswer } from '../core/preferences.ts';
import { mayConsent } from '../text/consent.ts';
import { questionKey } from '../text/question-key.ts';

const MAX_CONFIDENCE = 0.95;

/** The answer as the question would have it, or null where it no longer fits. */
function fitting(question: Question, answer: string): string | null {
  if (question.type === 'CONFIRM') {
    return ['Yes', 'No'].find((word) => sameAnswer('CONFIRM', word, answer)) ?? null;
  }
  if (question.options.length === 0) return answer;
  if (question.multiSelect) return fittingAnswer(question, answer, []);
  return question.options.find(({ label }) => sameAnswer(question.type, label, answer))?.label ?? null;
}

/** Applies a preference that was set by hand, or learnt from three equal answers or more; never to a destructive question. */
export const preferenceResolver: Resolver = ({ question, preference }) => {
  if (preference === null || question.destructive) return null;
  // A yes to "let it rip?" was given on one day; whether it is the same today, only the person knows.
  if (!mayConsent(question, preference.answer, preference.origin)) return null;
  const set = preference.origin === 'set';
  // What somebody set by hand holds for the words; what was taught by a question, for the thing that it was about.
  if (preference.key !== questionKey(question.question) || preference.subject !== question.subject) return null;
  if (!isAbout(preference, { question: question.question, about: aboutOf(question) })) return null;
  if (!set && preference.times < ENOUGH) return null;
  const answer = fitting(question, preference.answer);
  if (answer === null || countsOnOrder(question, answer, { question: preference.question, options: [] })) return null;
  return {
    answer,
    source: 'preference',
    evidence: set
      ? `this project’s preference for “${preference.question}” is set to “${preference.answer}”`
      : `answered “${preference.answer}” at least ${preference.times} times to “${preference.question}” in this project`,
    confidence: set ? 1 : Math.min(MAX_CONFIDENCE, preference.times / (preference.times + 1)),
  };
};
