/** Applies what a project's people usually answer. For how it is learnt, see core/preferences.ts. */
import { countsOnOrder, fittingAnswer } from '../core/answer/check.ts';
import type { Question } from '../core/model/question.ts';
import type { Resolver } from '../core/model/resolution.ts';
import { aboutOf, ENOUGH, isAbout, sameAnswer } from '../core/preferences.ts';
import { mayConsent } from '../text/consent.ts';
import { questionKey } from '../text/question-key.ts';

const MAX_CONFIDENCE = 0.95;

/** The answer in the form the question takes, or null if it no longer fits. */
function fitting(question: Question, answer: string): string | null {
  if (question.type === 'CONFIRM') {
    return ['Yes', 'No'].find((word) => sameAnswer('CONFIRM', word, answer)) ?? null;
  }
  if (question.options.length === 0) return answer;
  if (question.multiSelect) return fittingAnswer(question, answer, []);
  return question.options.find(({ label }) => sameAnswer(question.type, label, answer))?.label ?? null;
}

/** Applies a preference that was set by hand, or learnt from at least three equal answers; never to a destructive question. */
export const preferenceResolver: Resolver = ({ question, preference }) => {
  if (preference === null || question.destructive) return null;
  // A yes to "let it rip?" was given on one day; only the person knows whether it still holds today.
  if (!mayConsent(question, preference.answer, preference.origin)) return null;
  const set = preference.origin === 'set';
  // A preference set by hand applies to the words; one learnt from a question applies to that question's subject.
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
      : `“${preference.question}” was answered “${preference.answer}” at least ${preference.times} times in this project`,
    confidence: set ? 1 : Math.min(MAX_CONFIDENCE, preference.times / (preference.times + 1)),
  };
};
