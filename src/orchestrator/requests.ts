/**
 * The requests of seed 002: a PM agent wants to ask and gets a reply that says what to do. The engine decides whether a person is asked, in
 * the same way for the orchestrator, the library, HTTP and the command line.
 */

import { clip } from '../core/answer/check.ts';
import type { Policy } from '../core/model/policy.ts';
import type { AskResult, Outcome } from '../core/model/question.ts';
import type { AssumptionRecord, SessionRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { AskOptions, QuestionInput } from '../library/ask-input.ts';
import { type AssumptionInput, recordAssumption } from '../library/assumptions.ts';
import { seeksPermission } from '../text/permission.ts';
import { invalidArgument, omitNullish, optionalText, printable } from '../util/arguments.ts';
import { type Blocker, isDangerous, isSafe, missingIn, type RequestReply, replyTo } from './request.ts';

/** One question of a PM, with the parts that justify it. */
export interface ClarificationRequest extends Omit<QuestionInput, 'schema' | 'default' | 'reason'> {
  /** Why the PM cannot continue by itself. */
  blocker?: Blocker | (string & {});
  /** What it did to find the answer itself. */
  tried?: string | readonly string[];
  /** What it can safely do without an answer. */
  fallback?: string;
  /** What happens if the fallback is wrong. */
  risk?: string;
}

export type TimeoutOption = Pick<AskOptions, 'timeout'>;

/** What to do now, and what it follows from; `ask` is absent if everything was settled from what was already known. */
export type RequestResult = RequestReply & Pick<AskResult, 'ask'> & { readonly outcome: Outcome };

/** Checks the fields that no ask checks. A risk is stored only at the deadline, when it is too late to report an error. */
export function checkRequest(request: ClarificationRequest): ClarificationRequest {
  const checked = omitNullish(request, 'request');
  const { question, options, tried = [] } = checked;
  const list: unknown = typeof tried === 'string' ? [tried] : tried;
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
    throw invalidArgument('tried', 'a string, or a list of strings');
  if (options !== undefined && !(Array.isArray(options) && options.every(isOption)))
    throw invalidArgument('options', 'a list of labels, or of objects with a label');
  optionalText(checked.fallback, 'fallback');
  optionalText(checked.risk, 'risk');
  return { ...checked, question: typeof question === 'string' ? question : '' };
}

function isOption(option: unknown): boolean {
  return typeof option === 'string' || typeof (option as { label?: unknown } | null)?.label === 'string';
}

const MAX_GOAL_LENGTH = 500;

const BLOCKER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    exclusive_requirements: 'The requirements conflict.',
    missing_external_data: 'External data is missing.',
    security_or_law: 'It is a matter of security or law.',
  }),
);

/** The ask for a request. Its other parts are shown to the person with the question. */
export function askOf(
  request: ClarificationRequest,
  policy: Policy,
  { timeout, goal }: TimeoutOption & { readonly goal?: string },
): { question: QuestionInput; options: Pick<AskOptions, 'missing' | 'timeout' | 'onTimeout'> } {
  const { blocker, tried, fallback, risk, ...question } = request;
  const list = typeof tried === 'string' ? [tried] : (tried ?? []);
  const aside = [
    seeksPermission(request.question) && goal !== undefined
      ? `Working on: ${clip(printable(goal), MAX_GOAL_LENGTH)}`
      : '',
    list.length === 0 ? '' : `Tried: ${list.join('; ')}`,
    fallback === undefined ? '' : `Without an answer: ${fallback}`,
  ].filter((part) => part !== '');
  const why = blocker === undefined ? undefined : BLOCKER_WORDS.get(blocker);
  return {
    question: {
      ...question,
      ...(why === undefined ? {} : { reason: why }),
      ...(aside.length === 0 ? {} : { aside: aside.join('\n') }),
      // The whole goal counts, even the part that is not shown: no permission is given for a destructive goal.
      ...(isDangerous(request, goal) ? { destructive: true } : {}),
    },
    options: {
      missing: missingIn(request, policy.requires, goal),
      // Expires rather than falls back, so that the PM learns that no answer came.
      ...(timeout === undefined ? {} : { timeout, onTimeout: 'fail' }),
    },
  };
}

/**
 * The reply to the PM. If the deadline passed, the safe fallback it continues with is stored as an assumption.
 * @param own The id of this request's own ask: a question with another ask's id was asked before.
 */
export async function replyToRequest(
  engine: Engine,
  request: ClarificationRequest,
  { ask, items }: AskResult,
  by: RequestedBy,
  own: string,
): Promise<RequestResult> {
  const outcome = items[0]!;
  await assumeByTimeout(engine, request, outcome, by);
  const isNew = outcome.outcome === 'parked' && (await engine.store.clarification(outcome.id))?.ask === own;
  return { ...replyTo(outcome, request, isNew, by.goal), outcome, ...(ask === undefined ? {} : { ask }) };
}

/** Who made a request, and what it is working on. */
export interface RequestedBy {
  readonly session: Omit<SessionRecord, 'heard' | 'createdAt'>;
  readonly asker: string;
  readonly job: string;
  readonly goal?: string;
}

export async function assumeByTimeout(
  engine: Engine,
  request: ClarificationRequest,
  outcome: Outcome,
  { session, asker, job }: RequestedBy,
): Promise<AssumptionRecord | null> {
  const input = assumedByTimeout(request, outcome);
  if (input === null) return null;
  const key = `timeout ${outcome.id}`;
  const origin = { timeoutAssumed: true, clarification: outcome.id! };
  return recordAssumption(engine, { ...input, idempotencyKey: key, job, asker }, session, origin);
}

/** What the PM goes on with because nobody answered in time; null if that is not so, or it named nothing safe. Pure. */
export function assumedByTimeout(
  { fallback, risk }: ClarificationRequest,
  outcome: Outcome,
): (Pick<AssumptionRecord, 'decision' | 'reasoning'> & Pick<AssumptionInput, 'risk'>) | null {
  if (outcome.outcome !== 'expired' || outcome.id === undefined) return null;
  // An unsafe act is not a fallback, whatever the request calls it: the reply tells the PM not to do it.
  if (!fallback?.trim() || !isSafe(fallback)) return null;
  return {
    decision: fallback,
    reasoning: `“${outcome.question}” was not answered in time.`,
    ...(risk === undefined ? {} : { risk }),
  };
}
