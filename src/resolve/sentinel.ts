/**
 * The rule sentinel: decides between best practice and case by case. It classifies only by the question's own words, never by its context.
 */

import { AskOnceError } from '../core/model/errors.ts';
import type { Question } from '../core/model/question.ts';
import type { Resolution, Resolver } from '../core/model/resolution.ts';
import { mayConsent } from '../text/consent.ts';
import { lazy } from '../text/lists.ts';
import { isNegated } from '../text/question-form.ts';
import { normaliseQuestion, readableForm } from '../text/question-key.ts';
import { type BestPractice, bestPractices } from './best-practices.ts';

/** A question of best practice is short; longer ones contain conditions. */
const MAX_LENGTH = 200;

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Hardly any question is one of best practice: a substring check rules out the rest before any pattern is compiled. */
const mayBe = (about: readonly string[] | undefined, text: string): boolean =>
  about === undefined || about.some((letters) => text.includes(letters));

/** The answer in the form the question takes, or null if it does not fit. */
function fitted(practice: BestPractice, question: Question): string | null {
  if (question.multiSelect) return null;
  const polar = practice.answer === 'Yes' || practice.answer === 'No';
  if (question.type === 'CONFIRM' && !polar) return null;
  if (question.options.length === 0) {
    return question.type === 'SELECT_ONE' || question.type === 'TARGET_FILE' ? null : practice.answer;
  }
  const fits = question.options.filter(
    ({ label }) => fold(label) === fold(practice.answer) || (practice.fits?.test(fold(label)) ?? false),
  );
  return fits.length === 1 ? fits[0]!.label : null;
}

/** A copy without the flags g and y, whose `lastIndex` would make one answer depend on the previous one. */
function stateless(practice: BestPractice): BestPractice {
  const copy = (pattern: RegExp): RegExp => new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''));
  return {
    ...practice,
    pattern: copy(practice.pattern),
    ...(practice.fits === undefined ? {} : { fits: copy(practice.fits) }),
  };
}

/**
 * A resolver that answers questions of best practice and leaves everything else to the person.
 * @param extra User-defined practices; they are tried before the built-in ones.
 * @example
 * ruleSentinel()({ question, heard: null, preference: null, language: null }); // 'Yes' to TypeScript strict mode
 */
export function ruleSentinel(extra: readonly BestPractice[] = []): Resolver {
  for (const practice of extra) {
    if (
      !(practice?.pattern instanceof RegExp) ||
      typeof practice.answer !== 'string' ||
      practice.answer.trim() === ''
    ) {
      const text = `The best practice “${String(practice?.id)}” needs a pattern (a RegExp) and an answer.`;
      throw new AskOnceError('pattern_invalid', text);
    }
  }
  const own = extra.map(stateless);
  const practices = lazy(() =>
    [...own, ...bestPractices()].map((practice) => ({ practice, about: practice.about?.split(' ') })),
  );
  return ({ question }): Resolution | null => {
    if (question.destructive || question.question.length > MAX_LENGTH || isNegated(question.question)) return null;
    const readable = readableForm(question.question);
    const plain = normaliseQuestion(question.question);
    for (const { practice, about } of practices()) {
      if (![readable, plain].some((text) => mayBe(about, text) && practice.pattern.test(text))) continue;
      const answer = fitted(practice, question);
      if (answer === null) return null;
      // A user-defined practice does not permit an act that is not known to be harmless.
      if (!bestPractices().includes(practice) && !mayConsent(question, answer, 'set')) return null;
      return {
        answer,
        source: 'best_practice',
        evidence: `${practice.id}: ${practice.reason.replace(/\.$/, '')}`,
        confidence: 0.9,
      };
    }
    return null;
  };
}
