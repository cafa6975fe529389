/** How a project's preferences are learned from its people's answers, and weakened when an answer is revoked. */

import { aboutTheSame, saysMore } from '../text/context.ts';
import { isDeferral } from '../text/deferral.ts';
import { isRead } from '../text/question-form.ts';
import { questionKey } from '../text/question-key.ts';
import type { Effect } from './effects.ts';
import { AskOnceError } from './model/errors.ts';
import type { Question } from './model/question.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { About, Preference } from './model/resolution.ts';

/** How many equal answers it takes before a preference is applied; one or two may be chance. */
export const ENOUGH = 3;

/** Whether two answers are the same choice. */
export function sameAnswer(type: Preference['type'], a: string, b: string): boolean {
  const [left, right] = [a.normalize('NFKC').trim(), b.normalize('NFKC').trim()];
  // File names are case-sensitive on most machines; "yaml" and "YAML" are one choice.
  return type === 'TARGET_FILE' ? left === right : left.toLowerCase() === right.toLowerCase();
}

/**
 * Returns the preference after one more answer of the person. An equal answer strengthens it; a different one weakens it and eventually
 * replaces it. A preference that was set by hand does not change.
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
  if (previous.origin === 'set' || !isAbout(previous, fresh)) return previous;
  if (sameAnswer(previous.type, previous.answer, fresh.answer)) {
    return { ...previous, times: previous.times + 1, updatedAt: now };
  }
  if (previous.times > 1) return { ...previous, times: previous.times - 1, updatedAt: now };
  return { ...fresh, times: 1, origin: 'learnt', updatedAt: now };
}

/** Whether a preference was learned from a question about the same thing. */
export function isAbout({ question, about }: Preference, asked: Pick<Preference, 'question' | 'about'>): boolean {
  return about === null || asked.about === null || aboutTheSame({ question, ...about }, { ...asked, ...asked.about });
}

/** Returns the context of a question, if it says more than the question does. */
export function aboutOf({ question, header, context, options }: ClarificationRecord | Question): About | null {
  const beside = {
    ...(header === undefined ? {} : { header }),
    ...(context === undefined ? {} : { context }),
    options,
  };
  return saysMore({ question, ...beside }) ? beside : null;
}

/** Whether an answer says what the person wants: not if it defers the choice, or if the question is in an unsupported language. */
export function teaches({ question, options }: ClarificationRecord, answer: string): boolean {
  return isRead(question) && (options.some(({ label }) => label === answer) || !isDeferral(answer));
}

/**
 * Whether a question's words are all that it asks. Destructive questions, and those that refer to something, have a key of more than their
 * words.
 */
export function saysAll({ key, question }: Pick<ClarificationRecord, 'key' | 'question'>): boolean {
  return key === questionKey(question);
}

/** The effects of an answer that should hold for the whole project from now on, like a preference set by hand. */
export function remembered(
  clarification: ClarificationRecord,
  answer: string,
  known: Preference | null,
  at: number,
): Effect[] {
  if (known?.origin === 'set' && known.answer === answer) return [];
  const { project, key, subject, type, question } = clarification;
  const preference: Preference = {
    project,
    key,
    subject,
    type,
    question,
    answer,
    times: 0,
    origin: 'set',
    updatedAt: at,
    about: aboutOf(clarification),
  };
  return [{ do: 'put_preference', preference }, preferenceSet(preference, at)];
}

/** The event of a preference that was set. */
export function preferenceSet({ project, question, answer }: Preference, at: number): Effect {
  const of = { session: null, job: null, ask: null, clarification: null };
  return { do: 'event', event: { type: 'preference.set', at, ...of, data: { project, question, answer } } };
}

/** Destructive questions are decided by the person each time. */
export function takesNoPreference(): AskOnceError {
  const why =
    'A question that could destroy, publish, pay or reveal something cannot have a preference. Answer it each time.';
  return new AskOnceError('default_destructive', why);
}

/**
 * Returns the preference after an answer was revoked: one equal answer less, or null if none is left. A different answer, or a preference
 * set by hand, changes nothing.
 */
export function unlearn(previous: Preference | null, answer: string): Preference | null {
  if (previous === null || previous.origin === 'set') return previous;
  if (!sameAnswer(previous.type, previous.answer, answer)) return previous;
  return previous.times > 1 ? { ...previous, times: previous.times - 1 } : null;
}

/** The effects of revoking an answer: what was learned from it is unlearned. */
export function unlearnt(answered: ClarificationRecord, known: Preference | null): Effect[] {
  if (known?.origin !== 'learnt' || answered.answer === null) return [];
  // If the person revokes an answer that a preference gave, the preference is weakened as by a different answer.
  if (answered.source !== 'user' && answered.source !== 'preference') return [];
  const { project, key, subject } = known;
  const next = unlearn(known, answered.answer);
  return [next ? { do: 'put_preference', preference: next } : { do: 'drop_preference', project, key, subject }];
}

/**
 * The effects of a person revoking an answer that was to be remembered: the preference it made is dropped. A preference that was set or
 * edited since has a different time, and stays.
 */
export function forgottenWith(
  { answer, settledAt }: ClarificationRecord,
  known: Preference | null,
  at: number,
): Effect[] {
  if (known?.origin !== 'set' || known.updatedAt !== settledAt || known.answer !== answer) return [];
  return forgotten(known, at);
}

/** The effects of forgetting a preference. */
export function forgotten({ project, key, subject, question }: Preference, at: number): Effect[] {
  const of = { session: null, job: null, ask: null, clarification: null };
  return [
    { do: 'drop_preference', project, key, subject },
    { do: 'event', event: { type: 'preference.forgotten', at, ...of, data: { project, question } } },
  ];
}
