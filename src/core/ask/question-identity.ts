/** The identity of a question: the key by which a session recognizes it, and what is known under that key. */
import { isJobsOwn } from '../../text/consent.ts';
import { aboutTheSame } from '../../text/context.ts';
import { contextKey, exactKey, identicalKey, jobKey, questionHash, questionKey } from '../../text/question-key.ts';
import { isBareLeave } from '../../text/risk.ts';
import { readYesNo } from '../../text/yes-no.ts';
import { bareLabel } from '../answer/check.ts';
import { type Call, isSameCall } from '../model/call.ts';
import { LIVE, type Option, type Question } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { About, Preference } from '../model/resolution.ts';
import type { AskState, KnownQuestion } from '../states.ts';
import type { AskCommand, PreparedQuestion } from './command.ts';

/**
 * The version of the rules that make keys, here and in text/. Raise it with every change that gives a stored question another key; stores
 * are then migrated (rekeying.ts). Keys of releases that stored no version count as 1.
 */
export const KEY_VERSION = 5;

/** The fields that a key is made from. */
export type Shown = Pick<Question, 'question' | 'type' | 'options' | 'destructive'> & {
  readonly header?: string | undefined;
  readonly reason?: string | undefined;
  readonly context?: string | undefined;
};

/**
 * Returns the key of a question, made from its words. Consent holds only for the job that asks for it, unless it is known to be harmless;
 * asked without a job, for all asks of the session without a job. The key of a destructive question includes everything that is shown.
 */
export function keyOf(shown: Shown, job: string | null): string {
  const { question, header, reason, context, options, destructive } = shown;
  if (!destructive) return job !== null && isJobsOwn(shown) ? jobKey(question, job) : questionKey(question);
  const offered = isYesNo(options) ? [] : options.flatMap((option) => [bareLabel(option.label), option.description]);
  return identicalKey(
    question,
    [header, reason, context, ...offered].map((text) => text ?? ''),
    job,
  );
}

/**
 * Returns the key of a stored question under the current rules. A key that was made from the context (same words about another thing) stays
 * as it is.
 */
export function keyAnew(stored: ClarificationRecord): string {
  if (stored.call) return stored.key;
  return stored.key === contextKey(stored.questionHash, besideOf(stored)) ? stored.key : keyOf(stored, stored.job);
}

/** The same for a preference. Destructive questions have no preferences. */
export function preferenceKeyAnew({ key, question, about }: Preference): string {
  const isContextKey = about !== null && key === contextKey(questionHash(question), besideOf(about));
  return isContextKey ? key : questionKey(question);
}

/** A question and what is known about it. */
interface Identified<Asked extends Question> {
  readonly question: Asked;
  readonly known: KnownQuestion;
}

/**
 * Returns what is known about a question. The same words about another thing are another question: it gets its own key, and what is stored
 * under the key of the words does not apply. If another release gave the same words another key, its questions that are the same under the
 * current rules are used where the question's own key finds nothing.
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
  if (live || known.revoked) return { question, known: live === known.live ? known : { ...known, live } };
  // Replacements are not looked up under the other key. So the revoked question counts as already replaced, and a new ask is not free.
  const revoked = same.find(({ status }) => status === 'revoked') ?? null;
  return { question, known: revoked ? { ...known, revoked, successor: revoked } : known };
}

/**
 * Returns the key of an approval. With the host's id of the call, there is one approval for it. Without, every ask is an approval of its own:
 * a settled one never answers another call.
 */
export function callKeys(
  { tool, input, callId }: Call,
  ask: string,
): Pick<Question, 'key' | 'questionHash' | 'subject'> {
  if (callId !== null) {
    const key = exactKey(['call id', callId]);
    return { key, questionHash: key, subject: callId };
  }
  return { key: exactKey(['call', tool, input, ask]), questionHash: exactKey(['call', tool, input]), subject: '' };
}

/** A call without an id waits together with an equal one that waits already. */
function identifiedCall<Asked extends Question>(question: Asked, call: Call, known: KnownQuestion): Identified<Asked> {
  const equal = known.alike.find((one) => one.status === 'pending' && isSameCall(call, one.call));
  const live = known.live ?? (call.callId === null ? (equal ?? null) : null);
  return { question, known: { ...known, live } };
}

/** Identifies the questions of an ask, in their session and among each other. */
export function identifiedIn(state: AskState, command: AskCommand): { state: AskState; command: AskCommand } {
  const before: PreparedQuestion[] = [];
  const questions: KnownQuestion[] = [];
  for (const [at, asked] of command.questions.entries()) {
    const { question, known } = asked.call
      ? identifiedCall(asked, asked.call, state.questions[at]!)
      : identified(asked, state.questions[at]!, command.job);
    const twin = before.find(({ key, subject }) => key === question.key && subject === question.subject);
    const isOther = twin !== undefined && isElsewhere(question, twin);
    before.push(isOther ? { ...question, key: contextKey(question.questionHash, besideOf(question)) } : question);
    questions.push(known);
  }
  return { state: { ...state, questions }, command: { ...command, questions: before } };
}

/**
 * Whether the same words are about another thing. A given subject decides, except for permission to continue: a yes to one plan of a job is
 * not a yes to its next. For destructive questions, the key already contains everything.
 */
function isElsewhere(question: Question, stored: Question): boolean {
  if (question.destructive || (question.subject !== '' && !isBareLeave(question.question))) return false;
  return !aboutTheSame(question, stored);
}

/** Whether two questions with the same words are the same under the current rules. The key of the stored one is recomputed. */
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

/** Agents that do not know CONFIRM offer a yes and a no. Such options add nothing to the question. */
function isYesNo(options: readonly Option[]): boolean {
  return options.every(
    ({ label, description }) => description === undefined && readYesNo(bareLabel(label), null) !== null,
  );
}
