/** What a project's people usually answer. Pure: the store keeps the rows, the engine calls `learn` and `unlearn`. */
import type { Question } from '../core/clarification.ts';
import type { Preference, Resolver } from '../core/resolution.ts';

/** Equal answers before one is applied; one or two may be chance. */
const ENOUGH = 3;
const MOST_CONFIDENT = 0.95;

function sameAnswer(type: Preference['type'], a: string, b: string): boolean {
  const [left, right] = [a.normalize('NFKC').trim(), b.normalize('NFKC').trim()];
  // File names differ by case on most machines; "yaml" and "YAML" are one choice.
  return type === 'TARGET_FILE' ? left === right : left.toLowerCase() === right.toLowerCase();
}

/** The answer as the question would have it, or null where it no longer fits. */
function fitting(question: Question, answer: string): string | null {
  if (question.type === 'CONFIRM') {
    return ['Yes', 'No'].find((word) => sameAnswer('CONFIRM', word, answer)) ?? null;
  }
  if (question.options.length === 0) return answer;
  return question.options.find(({ label }) => sameAnswer(question.type, label, answer))?.label ?? null;
}

/** Applies a preference that was set by hand, or learnt from three equal answers or more; never to a destructive question. */
export const preferenceResolver: Resolver = ({ question, preference }) => {
  if (preference === null || question.destructive) return null;
  if (preference.key !== question.key || preference.subject !== question.subject) return null;
  const set = preference.origin === 'set';
  if (!set && preference.times < ENOUGH) return null;
  const answer = fitting(question, preference.answer);
  if (answer === null) return null;
  return {
    answer,
    source: 'preference',
    evidence: set
      ? `this project’s preference is set to “${preference.answer}”`
      : `answered “${preference.answer}” ${preference.times} times in this project`,
    confidence: set ? 1 : Math.min(MOST_CONFIDENT, preference.times / (preference.times + 1)),
  };
};

/**
 * The preference after one more answer of the person's: an equal one strengthens it, a different one weakens it and in the
 * end takes its place. What was set by hand stays as it is.
 * @param previous What is known so far, or null.
 * @param fresh The answer just given, and to what.
 * @param now The time of the answer, in milliseconds.
 */
export function learn(
  previous: Preference | null,
  fresh: Omit<Preference, 'times' | 'origin' | 'updatedAt'>,
  now: number,
): Preference {
  if (previous === null) return { ...fresh, times: 1, origin: 'learnt', updatedAt: now };
  if (previous.origin === 'set') return previous;
  if (sameAnswer(previous.type, previous.answer, fresh.answer)) {
    return { ...previous, times: previous.times + 1, updatedAt: now };
  }
  if (previous.times > 1) return { ...previous, times: previous.times - 1, updatedAt: now };
  return { ...fresh, times: 1, origin: 'learnt', updatedAt: now };
}

/**
 * The preference after an answer was revoked: one equal answer less, and null when none is left. Another answer than the
 * known one, or a preference set by hand, changes nothing.
 */
export function unlearn(previous: Preference | null, answer: string): Preference | null {
  if (previous === null || previous.origin === 'set') return previous;
  if (!sameAnswer(previous.type, previous.answer, answer)) return previous;
  return previous.times > 1 ? { ...previous, times: previous.times - 1 } : null;
}
