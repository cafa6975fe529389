/** Which question a question is: the key by which a session knows it again, and what is known under it. */
import { aboutTheSame } from '../../text/context.ts';
import { contextKey, identicalKey, questionHash, questionKey } from '../../text/question-key.ts';
import { isBareLeave } from '../../text/risk.ts';
import { readYesNo } from '../../text/yes-no.ts';
import { bareLabel } from '../answer/check.ts';
import { LIVE, type Option, type Question } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { About, Preference } from '../model/resolution.ts';
import type { AskState, KnownQuestion } from '../states.ts';
import type { AskCommand, PreparedQuestion } from './command.ts';

/**
 * The version of the rules that keys are made by, here and in text/. Raise it with every change by which a stored question gets another key:
 * stores are then brought up to date (rekeying.ts). The keys of releases that kept none are 1.
 */
export const KEY_VERSION = 3;

/** What a key is made of. */
export type Shown = Pick<Question, 'question' | 'options' | 'destructive'> & {
  readonly header?: string | undefined;
  readonly reason?: string | undefined;
  readonly context?: string | undefined;
};

/**
 * The key of a question: its words. Leave to do harm, or to go on with what a job does, is asked for by a job, and holds for it alone;
 * asked for by none, it holds for all of the session that ask without one. All that is shown is part of the key of what would do harm.
 */
export function keyOf({ question, header, reason, context, options, destructive }: Shown, job: string | null): string {
  if (!destructive)
    return job !== null && isBareLeave(question) ? identicalKey(question, [], job) : questionKey(question);
  const offered = isYesNo(options) ? [] : options.flatMap((option) => [bareLabel(option.label), option.description]);
  return identicalKey(
    question,
    [header, reason, context, ...offered].map((text) => text ?? ''),
    job,
  );
}

/** The key of a stored question by the present rules. That of the same words about another thing stays: what stands beside them makes it. */
export function keyAnew(stored: ClarificationRecord): string {
  return stored.key === contextKey(stored.questionHash, besideOf(stored)) ? stored.key : keyOf(stored, stored.job);
}

/** The same of a preference, which no question has that would do harm. */
export function preferenceKeyAnew({ key, question, about }: Preference): string {
  const isContextKey = about !== null && key === contextKey(questionHash(question), besideOf(about));
  return isContextKey ? key : questionKey(question);
}

/** A question and what is known of it. */
interface Identified<Asked extends Question> {
  readonly question: Asked;
  readonly known: KnownQuestion;
}

/**
 * What is known of a question. The same words about another thing are another question: it gets a key of its own, and what stands under the
 * words' key is not its. And where another release has given the same words another key, those that are the same question by
 * the rules of this one stand in for what its own key does not find.
 */
function identified<Asked extends Question>(
  question: Asked,
  known: KnownQuestion,
  job: string | null,
): Identified<Asked> {
  const same = known.alike.filter((one) => isSame(question, job, one));
  const first = known.live ?? known.own.find(({ clarification }) => clarification)?.clarification ?? known.revoked;
  if (first && isElsewhere(question, first)) {
    const own = known.own.filter(({ clarification }) => clarification && !isElsewhere(question, clarification));
    const live = same.find(({ status }) => LIVE.includes(status)) ?? null;
    const key = contextKey(question.questionHash, besideOf(question));
    return { question: { ...question, key }, known: { ...known, live, own, revoked: null, successor: null } };
  }
  const live = known.live ?? same.find(({ status }) => LIVE.includes(status)) ?? null;
  if (live || known.revoked) return { question, known: { ...known, live } };
  // What was asked in its place is not looked for under the other key. So nothing may stand in for it a second time: not for free.
  const revoked = same.find(({ status }) => status === 'revoked') ?? null;
  return { question, known: { ...known, revoked, successor: revoked } };
}

/** The questions of an ask, each as what it is in its session and among those asked with it. */
export function identifiedIn(state: AskState, command: AskCommand): { state: AskState; command: AskCommand } {
  const before: PreparedQuestion[] = [];
  const questions: KnownQuestion[] = [];
  for (const [at, asked] of command.questions.entries()) {
    const { question, known } = identified(asked, state.questions[at]!, command.job);
    const twin = before.find(({ key, subject }) => key === question.key && subject === question.subject);
    const isOther = twin !== undefined && isElsewhere(question, twin);
    before.push(isOther ? { ...question, key: contextKey(question.questionHash, besideOf(question)) } : question);
    questions.push(known);
  }
  return { state: { ...state, questions }, command: { ...command, questions: before } };
}

/**
 * Whether the same words are about another thing. A given subject decides, but not for leave to go on: a yes to one plan of a job is none
 * to its next. Leave to do harm has all of it in its key.
 */
function isElsewhere(question: Question, stored: Question): boolean {
  if (question.destructive || (question.subject !== '' && !isBareLeave(question.question))) return false;
  return !aboutTheSame(question, stored);
}

/** By the present rules, of two questions with the same words: the stored one is read anew. */
function isSame(question: Question, job: string | null, stored: ClarificationRecord): boolean {
  return (
    question.questionHash === stored.questionHash &&
    question.subject === stored.subject &&
    question.destructive === stored.destructive &&
    keyOf(question, job) === keyOf(stored, stored.job) &&
    !isElsewhere(question, stored)
  );
}

function besideOf({ header, context, options }: About): string[] {
  return [header ?? '', context ?? '', ...options.flatMap(({ label, description }) => [label, description ?? ''])];
}

/** Agents that know no CONFIRM offer a yes and a no; these say nothing that the question does not. */
function isYesNo(options: readonly Option[]): boolean {
  return options.every(
    ({ label, description }) => description === undefined && readYesNo(bareLabel(label), null) !== null,
  );
}
