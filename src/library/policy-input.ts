/** Checks a policy that a caller gives, by name or whole. */

import { clip, storable } from '../core/answer/check.ts';
import { AskOnceError } from '../core/model/errors.ts';
import { POLICIES, type Policy, type PolicyName, REQUEST_PARTS } from '../core/model/policy.ts';
import { ON_TIMEOUT } from '../core/model/question.ts';
import { omitNullish } from '../util/arguments.ts';

export function policyOf(policy: PolicyName | Policy): Policy {
  if (typeof policy === 'string') {
    if (Object.hasOwn(POLICIES, policy)) return POLICIES[policy];
    const names = Object.keys(POLICIES).join(', ');
    throw new AskOnceError(
      'policy_unknown',
      `There is no policy “${clip(policy)}”. Known: ${names}; or give one as an object.`,
    );
  }
  const { name, cap, scope, onCap, onTimeout, resolvers, maxRejects, requires } = policy;
  const wrong = Object.entries({
    name: typeof name === 'string' && name !== '',
    cap: cap === null || (Number.isInteger(cap) && cap >= 0 && cap <= MAX_ASKS),
    scope: ['job', 'session', 'asker'].includes(scope),
    onCap: ['fail', 'fallback'].includes(onCap),
    onTimeout: ON_TIMEOUT.includes(onTimeout),
    resolvers:
      Array.isArray(resolvers) && resolvers.every((name) => ['input', 'preference', 'sentinel'].includes(name)),
    maxRejects: Number.isInteger(maxRejects) && maxRejects >= 0,
    requires:
      requires === undefined || (Array.isArray(requires) && requires.every((part) => REQUEST_PARTS.includes(part))),
  }).find(([, right]) => !right);
  if (wrong)
    throw new AskOnceError('policy_invalid', `The policy's “${wrong[0]}” is missing or not allowed.`, {
      field: wrong[0],
    });
  const wanted = requires === undefined ? {} : { requires };
  return { name: storable(name), cap, scope, onCap, onTimeout, resolvers, maxRejects, ...wanted };
}

/** A policy of your own: what is left out is as in the one that it extends. */
export interface PolicyInput extends Partial<Policy> {
  /** A preset, or another policy of your own. */
  readonly extends: PolicyName | Policy;
}

/**
 * Makes a policy from another. Unless you name it, its name says what it extends.
 * @example
 * const patient = definePolicy({ extends: 'orchestrator', cap: 3 });
 * console.log(patient.name); // 'custom orchestrator'
 */
export function definePolicy(input: PolicyInput): Policy {
  const { extends: base, ...changes } = omitNullish(input, 'policy');
  const standing = policyOf(base);
  const unknown = Object.keys(changes).find((field) => field !== 'requires' && !Object.hasOwn(POLICIES.job, field));
  if (unknown !== undefined) {
    const text = `A policy has no “${clip(unknown)}”. Known: ${Object.keys(POLICIES.job).join(', ')}, requires.`;
    throw new AskOnceError('policy_invalid', text, { field: unknown });
  }
  // Null is a value here: as many asks as there are.
  const cap = input.cap === null ? { cap: null } : {};
  return policyOf({ ...standing, name: `custom ${standing.name}`, ...changes, ...cap });
}

/** More asks than any person answers. Whoever means "as many as there are" says null. */
const MAX_ASKS = 1_000_000_000;
