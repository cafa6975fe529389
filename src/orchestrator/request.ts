/**
 * What a PM agent submits when it wants to ask, and the reply it gets (seed 002). A question alone is enough. A policy may require more:
 * why the agent cannot continue, what it tried, options to choose from, and what it would do without an answer.
 */

import { FALLBACK_TEXTS, type RequestPart } from '../core/model/policy.ts';
import type { Outcome } from '../core/model/question.ts';
import { goingOn, seeksPermission } from '../text/permission.ts';
import { isDangerous as isDangerousQuestion, mentionsHarm } from '../text/risk.ts';

export const BLOCKERS = ['exclusive_requirements', 'missing_external_data', 'security_or_law'] as const;
export type Blocker = (typeof BLOCKERS)[number];

/** The parts of a request that decide whether it is allowed, beside the question itself. */
export interface RequestForm {
  readonly question: string;
  readonly type?: string | undefined;
  readonly header?: string | undefined;
  readonly context?: string | undefined;
  readonly subject?: string | undefined;
  readonly options?: readonly (string | { readonly label: string; readonly description?: string })[] | undefined;
  readonly destructive?: boolean | undefined;
  readonly blocker?: string | undefined;
  readonly tried?: string | readonly string[] | undefined;
  readonly fallback?: string | undefined;
}

const WORDS: Readonly<Record<RequestPart, string>> = {
  blocker: `“blocker”: one of ${BLOCKERS.join(', ')}`,
  tried: '“tried”: what you did to find the answer yourself',
  options: '“options”: at least two to choose from',
  fallback: '“fallback”: something safe that you would do without an answer',
};

/** An act that destroys, publishes, pays or reveals is not a safe fallback. */
export const isSafe = (fallback: string): boolean => !mentionsHarm(fallback);

const isSaid = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

const IS_THERE: Readonly<Record<RequestPart, (form: RequestForm) => boolean>> = {
  blocker: ({ blocker }) => BLOCKERS.includes(blocker as Blocker),
  tried: ({ tried }) => (Array.isArray(tried) ? tried.some(isSaid) : isSaid(tried)),
  options: ({ options, type }) => type === 'CONFIRM' || (options?.length ?? 0) >= 2,
  fallback: ({ fallback }) => isSaid(fallback) && isSafe(fallback!),
};

/** Whether continuing without an answer could destroy, publish, pay or reveal. Checks everything the person would read, and the goal. */
export function isDangerous(form: RequestForm, goal = ''): boolean {
  const { question, context, header, destructive } = form;
  const options = (form.options ?? []).map((option) => (typeof option === 'string' ? { label: option } : option));
  if (destructive === true || isDangerousQuestion({ question, context, header, options })) return true;
  // Permission to continue covers everything the asker is working on.
  return seeksPermission(question) && mentionsHarm(goal);
}

/**
 * What a request lacks, worded for the agent. A bare request for permission needs no form, and a request that could do harm reaches the
 * person in any form.
 */
export function missingIn(form: RequestForm, wanted: readonly RequestPart[] = [], goal?: string): string[] {
  if (isLeave(form) || isDangerous(form, goal)) return [];
  return wanted.filter((part) => !IS_THERE[part](form)).map((part) => WORDS[part]);
}

/** Whether the request asks only for permission to continue, so that there is one useful answer. */
function isLeave({ question, options = [] }: RequestForm): boolean {
  const labels = options.map((option) => (typeof option === 'string' ? option : option.label));
  return seeksPermission(question) && goingOn(labels) !== null;
}

/** What the asker must do now. */
export type RequestReply =
  /** Cases A and B: the person was asked just now, or before. The asker is not started again until they respond. */
  | { readonly decision: 'allow' | 'wait'; readonly id: string; readonly question: string }
  /** Case C, or settled without the person: the asker continues with this answer. */
  | {
      readonly decision: 'proceed';
      readonly response: string;
      readonly source: string;
      readonly evidence: string;
      readonly id: string;
    }
  /** Case D, or no answer came: the asker continues with this text. */
  | { readonly decision: 'fall_back'; readonly text: string; readonly evidence: string }
  /** The asker may ask again with the missing parts. */
  | { readonly decision: 'send_back'; readonly text: string };

/** Precedes the fallback text, which tells the agent to continue, and excludes this act. */
const NOT_ALLOWED_TEXT = 'What you asked about was not approved and could do harm. Do not do it.';

/**
 * @param isNew Whether this request put the question to the person.
 * @param goal What the asker is working on.
 */
export function replyTo(outcome: Outcome, form: RequestForm, isNew: boolean, goal?: string): RequestReply {
  const harms = () => isDangerous(form, goal) || !isSafe(form.fallback ?? '');
  const danger = () => (harms() ? `${NOT_ALLOWED_TEXT}\n` : '');
  switch (outcome.outcome) {
    case 'parked':
      return { decision: isNew ? 'allow' : 'wait', id: outcome.id, question: outcome.question };
    case 'answered':
    case 'auto_resolved': {
      const { id, answer, source, evidence } = outcome;
      const leave = outcome.outcome === 'auto_resolved' && isLeave(form) && goingOn([answer]) !== null;
      return { decision: 'proceed', response: leave ? 'continue' : answer, source, evidence, id };
    }
    case 'fallback':
      return { decision: 'fall_back', text: danger() + outcome.answer, evidence: outcome.evidence };
    case 'failed':
      if (outcome.code === 'request_incomplete') return { decision: 'send_back', text: outcome.error };
      return { decision: 'fall_back', text: danger() + outcome.error, evidence: outcome.evidence };
    default: {
      return { decision: 'fall_back', text: danger() + FALLBACK_TEXTS.declined, evidence: outcome.evidence };
    }
  }
}
