/** How a project's preferences grow out of its people's answers, and shrink when one is taken back. */

import { aboutTheSame, saysMore } from '../text/context.ts';
import { isDeferral } from '../text/deferral.ts';
import { isRead } from '../text/question-form.ts';
import { questionKey } from '../text/question-key.ts';
import type { Effect } from './effects.ts';
import { AskOnceError } from './model/errors.ts';
import type { Question } from './model/question.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { About, Preference } from './model/resolution.ts';

/** Equal answers before one is applied; one or two may be chance. */
export const ENOUGH = 3;

/** Whether two answers are one choice. */
export function sameAnswer(type: Preference['type'], a: string, b: string): boolean {
  const [left, right] = [a.normalize('NFKC').trim(), b.normalize('NFKC').trim()];
  // File names differ by case on most machines; "yaml" and "YAML" are one choice.
  return type === 'TARGET_FILE' ? left === right : left.toLowerCase() === right.toLowerCase();
}

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
  if (previous.origin === 'set' || !isAbout(previous, fresh)) return previous;
  if (sameAnswer(previous.type, previous.answer, fresh.answer)) {
    return { ...previous, times: previous.times + 1, updatedAt: now };
  }
  if (previous.times > 1) return { ...previous, times: previous.times - 1, updatedAt: now };
  return { ...fresh, times: 1, origin: 'learnt', updatedAt: now };
}

/** Whether a preference was taught by a question about the same thing. */
export function isAbout({ question, about }: Preference, asked: Pick<Preference, 'question' | 'about'>): boolean {
  return about === null || asked.about === null || aboutTheSame({ question, ...about }, { ...asked, ...asked.about });
}

/** What stands beside a question, where it says more than the question does. */
export function aboutOf({ question, header, context, options }: ClarificationRecord | Question): About | null {
  const beside = {
    ...(header === undefined ? {} : { header }),
    ...(context === undefined ? {} : { context }),
    options,
  };
  return saysMore({ question, ...beside }) ? beside : null;
}

/** Whether an answer says what the person wants: not where it puts the choice off, nor in a language that is not read. */
export function teaches({ question, options }: ClarificationRecord, answer: string): boolean {
  return isRead(question) && (options.some(({ label }) => label === answer) || !isDeferral(answer));
}

/** Whether a question's own words are all that it asks. What would destroy, and what points at something, has a key of more. */
export function saysAll({ key, question }: Pick<ClarificationRecord, 'key' | 'question'>): boolean {
  return key === questionKey(question);
}

/** The effects of an answer that is to hold for the whole project from now on, as one that was set by hand. */
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

/** Tells that somebody set a preference. */
export function preferenceSet({ project, question, answer }: Preference, at: number): Effect {
  const of = { session: null, job: null, ask: null, clarification: null };
  return { do: 'event', event: { type: 'preference.set', at, ...of, data: { project, question, answer } } };
}

/** What would destroy is decided each time, by the person. */
export function takesNoPreference(): AskOnceError {
  const why =
    'A question that could destroy, publish, pay or reveal something cannot have a preference. Answer it each time.';
  return new AskOnceError('default_destructive', why);
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

/** The effects of an answer that is taken back: what was learnt from it is unlearnt. */
export function unlearnt(answered: ClarificationRecord, known: Preference | null): Effect[] {
  if (known?.origin !== 'learnt' || answered.answer === null) return [];
  // What a preference answered and the person took back weakens it as an opposite answer would.
  if (answered.source !== 'user' && answered.source !== 'preference') return [];
  const { project, key, subject } = known;
  const next = unlearn(known, answered.answer);
  return [next ? { do: 'put_preference', preference: next } : { do: 'drop_preference', project, key, subject }];
}

/**
 * The effects of a person's taking back an answer that was to be remembered: the preference it made goes with it. What was set or
 * edited since has a time of its own, and stays.
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
