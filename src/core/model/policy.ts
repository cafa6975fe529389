/** Policies: how often a scope may ask, and what happens beyond that. Plain data; the three presets come from the seeds. */

import type { OnTimeout } from './question.ts';

/** What a policy may require of a clarification request (seed 002). */
export const REQUEST_PARTS = ['blocker', 'tried', 'options', 'fallback'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** The resolvers that a policy may use, in the order of the path. The repeat guard is not optional: it always comes first. */
export type ResolverName = 'input' | 'preference' | 'sentinel';

export interface Policy {
  readonly name: string;
  /** How many asks may reach the person in one scope; null for no limit. */
  readonly cap: number | null;
  /** What the cap counts over: a job, a session, or one asker in a session. */
  readonly scope: 'job' | 'session' | 'asker';
  readonly onCap: 'fail' | 'fallback';
  /** Used if an ask has a deadline and sets no `onTimeout`. */
  readonly onTimeout: OnTimeout;
  readonly resolvers: readonly ResolverName[];
  /** How often the agent may reject the answer to one question. */
  readonly maxRejects: number;
  /** What a clarification request must provide besides its question before a person may be asked; nothing by default, as in seed 002. */
  readonly requires?: readonly RequestPart[];
  /**
   * `project`: a person's answer in another session of the project answers the same question here, unless it could do harm. By default each
   * session asks for itself.
   */
  readonly share?: 'project';
}

/** Seed 001, verbatim. */
export const CAP_FAILED_TEXT = 'Clarification did not resolve ambiguity. Please rephrase.';

const PROCEED_TEXT =
  'You MUST proceed with available information.\n' +
  'Make reasonable assumptions and document them. Do not request further clarification.';

/** Seed 002, verbatim. Used only if a person has answered before; otherwise it would be untrue. */
export const FALLBACK_TEXT = `Previous clarification was already provided. ${PROCEED_TEXT}`;

/** Used if no person has answered; the first sentence states the reason. */
export const FALLBACK_TEXTS = {
  declined: `The person did not answer. ${PROCEED_TEXT}`,
  unanswered: `No further question can be put to the person. ${PROCEED_TEXT}`,
  incomplete: `Your request was not put to a person, because it is still incomplete. ${PROCEED_TEXT}`,
} as const;

const ALL_RESOLVERS: readonly ResolverName[] = ['input', 'preference', 'sentinel'];

/**
 * The three presets. Your own policy is an object of the same shape.
 * @example
 * const patient = { ...POLICIES.orchestrator, name: 'patient', cap: 3 };
 */
export const POLICIES = {
  /** Seed 001: one ask per job, then the job fails. */
  job: {
    name: 'job',
    cap: 1,
    scope: 'job',
    onCap: 'fail',
    onTimeout: 'wait',
    resolvers: ALL_RESOLVERS,
    maxRejects: 0,
  },
  /** Seed 002: one ask per asker of a session, then the fallback text. */
  orchestrator: {
    name: 'orchestrator',
    cap: 1,
    scope: 'asker',
    onCap: 'fallback',
    onTimeout: 'wait',
    resolvers: ALL_RESOLVERS,
    maxRejects: 2,
  },
  /** Seed 003: no cap. */
  interactive: {
    name: 'interactive',
    cap: null,
    scope: 'session',
    onCap: 'fail',
    onTimeout: 'wait',
    resolvers: ALL_RESOLVERS,
    maxRejects: 2,
  },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

/** The policy of requests that name none: the seed's, unless the current one says what a request must provide. */
export function requestPolicy(standing: Policy): Policy {
  return standing.requires === undefined ? POLICIES.orchestrator : standing;
}

/** Returns the scope whose asks are counted together, or null if the policy has no cap. */
export function capScope(policy: Policy, session: string, job: string | null, asker: string): string | null {
  if (policy.cap === null) return null;
  // Encoded as a list, because ids may contain colons: session "a", asker "b:c" is not session "a:b", asker "c".
  if (policy.scope === 'asker') return JSON.stringify(['asker', session, asker]);
  if (policy.scope === 'job' && job !== null) return JSON.stringify(['job', job]);
  return JSON.stringify(['session', session]);
}

/** Whether two policies are equal, whatever the order of their fields. */
export function samePolicy(a: Policy, b: Policy): boolean {
  return (
    a.name === b.name &&
    a.cap === b.cap &&
    a.scope === b.scope &&
    a.onCap === b.onCap &&
    a.onTimeout === b.onTimeout &&
    a.maxRejects === b.maxRejects &&
    a.resolvers.join() === b.resolvers.join() &&
    a.requires?.join() === b.requires?.join() &&
    a.share === b.share
  );
}
