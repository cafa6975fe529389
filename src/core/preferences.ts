/**
 * How a project's preferences are learned from its people's answers. An answer that teaches is marked as such and nothing else is written,
 * so no row is shared by all who answer: what they taught is computed from the newest of these answers when a question is asked. A revoked
 * answer no longer teaches.
 */

import { aboutTheSame, saysMore } from '../text/context.ts';
import { isName } from '../text/names.ts';
import { isRead } from '../text/question-form.ts';
import { questionKey } from '../text/question-key.ts';
import { selectedIn } from './answer/check.ts';
import type { Effect } from './effects.ts';
import { AskOnceError } from './model/errors.ts';
import type { Question } from './model/question.ts';
import type { ClarificationRecord } from './model/records.ts';
import type { About, Preference } from './model/resolution.ts';
import type { KnownPreference } from './states.ts';

/** How many equal answers it takes before a preference is applied; one or two may be chance. */
export const ENOUGH = 3;

/**
 * How many of the newest lessons count. Each is read whenever the question is asked. With 8, three different answers in a row end a habit of
 * any length, and five replace it.
 */
export const LESSONS = 8;

/** Returns what a project's people usually answer: what was set by hand, else what was stored and what the newer lessons made of it. */
export function learned({ project, key, subject, stored, lessons }: KnownPreference): Preference | null {
  if (stored?.origin === 'set') return stored;
  let known = stored && stored.times > 0 ? stored : null;
  for (const { at, revoked, id: _id, session: _session, ...lesson } of lessons.toReversed()) {
    if (stored && at <= stored.updatedAt) continue;
    known = revoked ? unlearn(known, lesson.answer) : learn(known, { project, key, subject, ...lesson }, at);
  }
  return known;
}

/**
 * Returns the preference to store before the lessons up to a time are deleted, so that what is learned stays the same; null if they do not
 * count any more.
 */
export function foldedInto(known: KnownPreference, until: number): Preference | null {
  const { project, key, subject, stored } = known;
  const lessons = known.lessons.filter(({ at }) => at <= until && (stored === null || at > stored.updatedAt));
  const newest = lessons[0];
  if (stored?.origin === 'set' || newest === undefined) return null;
  const { type, question, answer, about } = newest;
  const nothing = { project, key, subject, type, question, answer, about, times: 0, origin: 'learnt' as const };
  return { ...(learned({ ...known, lessons }) ?? nothing), updatedAt: until };
}

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
export function aboutOf({ question, header, context, options }: Pick<Question, 'question'> & About): About | null {
  const beside = {
    ...(header === undefined ? {} : { header }),
    ...(context === undefined ? {} : { context }),
    options,
  };
  return saysMore({ question, ...beside }) ? beside : null;
}

/**
 * Whether an answer teaches what the project's people usually answer: a yes or no, a file, options that were offered, or a name where none
 * were. It does not if the person decides each time, if the question depends on its context (`saysAll`), or if it is in an unsupported
 * language. Any other answer teaches only if the person wants it to be remembered.
 */
export function teaches(clarification: ClarificationRecord, answer: string): boolean {
  const { question, type, options, multiSelect, destructive } = clarification;
  if (destructive || !saysAll(clarification) || !isRead(question)) return false;
  if (type === 'CONFIRM') return true;
  if (type === 'TARGET_FILE') return /[./\\]/.test(answer) || isName(answer);
  if (options.length === 0) return isName(answer);
  const chosen = multiSelect ? selectedIn(options, answer) : [answer];
  return chosen.every((part) => options.some(({ label }) => label === part));
}

/**
 * Whether a question's words are all that it asks. Destructive questions, and those that refer to something, have a key of more than their
 * words.
 */
function saysAll({ key, question }: Pick<ClarificationRecord, 'key' | 'question'>): boolean {
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
 * Returns the preference after an answer that it gave was revoked: one equal answer less, or null if none is left. A different answer, or a
 * preference set by hand, changes nothing.
 */
export function unlearn(previous: Preference | null, answer: string): Preference | null {
  if (previous === null || previous.origin === 'set') return previous;
  if (!sameAnswer(previous.type, previous.answer, answer)) return previous;
  return previous.times > 1 ? { ...previous, times: previous.times - 1 } : null;
}

/** Whether revoking an answer teaches the opposite: only if a preference gave it. Revoking any other answer ends what it taught. */
export function teachesRevoked({ source }: ClarificationRecord): boolean {
  return source === 'preference';
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

/** The effects of forgetting a preference: what was learned until now no longer counts. */
export function forgotten(preference: Preference, at: number): Effect[] {
  const { project, question } = preference;
  const of = { session: null, job: null, ask: null, clarification: null };
  return [
    { do: 'put_preference', preference: { ...preference, times: 0, origin: 'learnt', updatedAt: at } },
    { do: 'event', event: { type: 'preference.forgotten', at, ...of, data: { project, question } } },
  ];
}
