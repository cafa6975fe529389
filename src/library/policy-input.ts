/** Checks a policy given by a caller, as a name or as an object. */

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
      `Unknown policy “${clip(policy)}”. Use one of ${names}, or pass a policy object.`,
    );
  }
  const { name, cap, scope, onCap, onTimeout, resolvers, maxRejects, requires, share } = policy;
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
    share: share === undefined || share === 'project',
  }).find(([, right]) => !right);
  if (wrong)
    throw new AskOnceError('policy_invalid', `The policy’s “${wrong[0]}” is missing or invalid.`, {
      field: wrong[0],
    });
  const wanted = { ...(requires === undefined ? {} : { requires }), ...(share === undefined ? {} : { share }) };
  return { name: storable(name), cap, scope, onCap, onTimeout, resolvers, maxRejects, ...wanted };
}

/** Your own policy. Omitted fields are taken from the one it extends. */
export interface PolicyInput extends Partial<Policy> {
  /** A preset, or another policy of yours. */
  readonly extends: PolicyName | Policy;
}

/**
 * Creates a policy from another. Unless you name it, its name says what it extends.
 * @example
 * const patient = definePolicy({ extends: 'orchestrator', cap: 3 });
 * console.log(patient.name); // 'custom orchestrator'
 */
export function definePolicy(input: PolicyInput): Policy {
  const { extends: base, ...changes } = omitNullish(input, 'policy');
  const standing = policyOf(base);
  const unknown = Object.keys(changes).find(
    (field) => !OPTIONAL.includes(field) && !Object.hasOwn(POLICIES.job, field),
  );
  if (unknown !== undefined) {
    const text = `A policy has no “${clip(unknown)}”. Known: ${[...Object.keys(POLICIES.job), ...OPTIONAL].join(', ')}.`;
    throw new AskOnceError('policy_invalid', text, { field: unknown });
  }
  // Null is a value here: no limit.
  const cap = input.cap === null ? { cap: null } : {};
  return policyOf({ ...standing, name: `custom ${standing.name}`, ...changes, ...cap });
}

/** Fields that no preset has. */
const OPTIONAL = ['requires', 'share'];

/** More asks than any person answers. For no limit, use null. */
const MAX_ASKS = 1_000_000_000;
