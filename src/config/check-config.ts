/**
 * Checks the contents of a config file. Pure. Not a zod schema: loading zod takes 80 ms of CPU, which every `askonce ask` in a project with
 * a config file would pay, and each field would still need its own sentence about what was expected.
 */

import { AskOnceError } from '../core/model/errors.ts';
import { POLICIES, type Policy, type PolicyName, REQUEST_PARTS } from '../core/model/policy.ts';
import { CLARIFICATION_TYPES, type ClarificationType } from '../core/model/question.ts';
import type { OppositeRow } from '../interpret/table.ts';
import { policyOf } from '../library/policy-input.ts';
import type { BestPractice } from '../resolve/best-practices.ts';
import type { SemanticPattern } from '../resolve/semantic-resolver.ts';
import type { Executor } from '../worker/executor.ts';
import { rulesAt } from './approvals-file.ts';
import type { Config } from './config.ts';
import {
  concurrencyAt,
  durationAt,
  inside,
  languageAt,
  objectAt,
  type Place,
  shown,
  textAt,
  unfit,
  urlAt,
} from './field.ts';
import { faultOf } from './opposites.ts';

type Check = (place: Place, value: unknown, json: boolean) => unknown;

const command = 'a shell command';

const FIELDS: Readonly<Record<keyof Omit<Config, 'file' | 'withheld'>, Check>> = {
  executor: executorAt,
  policy: policyAt,
  bestPractices: (place, value, json) => listAt(place, value, (at, one) => practiceAt(at, one, json)),
  patterns: (place, value, json) => listAt(place, value, (at, one) => patternAt(at, one, json)),
  opposites: (place, value) => listAt(place, value, oppositeAt),
  model: modelAt,
  approvals: (place, value) => rulesAt(place, value, ['ask', 'deny']),
  timeouts: timeoutsAt,
  concurrency: concurrencyAt,
  notify: (place, value) => textAt(place, value, command),
  language: languageAt,
  db: (place, value) => textAt(place, value, 'a file, or a postgres:// URL'),
  store: storeAt,
};

/**
 * Returns the config of a file. Throws for the first thing that is wrong.
 * @param json In JSON patterns are strings, and the executor cannot be a function.
 */
export function checkConfig(file: string, value: unknown, json: boolean): Config {
  const fields = objectAt({ file, name: '' }, value, Object.keys(FIELDS), 'an object');
  const checked = Object.entries(fields).map(([name, field]) => {
    const check = FIELDS[name as keyof typeof FIELDS];
    return [name, check({ file, name }, field, json)];
  });
  return { file, ...Object.fromEntries(checked) };
}

function storeAt(place: Place, value: unknown): 'project' {
  if (value === 'project') return value;
  throw unfit(place, value, '"project", for the store in the folder of the project; leave it out for your own');
}

function executorAt(place: Place, value: unknown, json: boolean): string | Executor {
  if (typeof value === 'function' && !json) return value as Executor;
  return textAt(place, value, json ? command : `${command}, or a function (job, context) => …`);
}

function policyAt(place: Place, value: unknown): PolicyName | Policy {
  const names = Object.keys(POLICIES);
  const expected = `one of ${names.join(', ')}, or a policy as an object`;
  if (typeof value === 'string') {
    if (names.includes(value)) return value as PolicyName;
    throw unfit(place, value, expected);
  }
  const known = [...Object.keys(POLICIES.job), 'requires'];
  // A cap of null means no cap, so it is kept, unlike other nulls.
  const fields = { ...objectAt(place, value, known, expected), ...capOf(value) };
  try {
    return policyOf(fields as unknown as Policy);
  } catch (error) {
    const field = error instanceof AskOnceError ? error.details.field : undefined;
    if (typeof field !== 'string') throw error;
    throw unfit(inside(place, field), Reflect.get(fields, field), POLICY_EXPECTED[field] ?? 'as in the presets');
  }
}

function capOf(value: unknown): { cap?: null } {
  return typeof value === 'object' && value !== null && 'cap' in value && value.cap === null ? { cap: null } : {};
}

const POLICY_EXPECTED: Readonly<Record<string, string>> = {
  name: 'a string',
  cap: 'a whole number of asks, or null for no cap',
  scope: 'one of job, session, asker',
  onCap: 'fail or fallback',
  onTimeout: 'one of wait, default, fallback, fail',
  resolvers: 'a list of input, preference, sentinel',
  maxRejects: 'a whole number',
  requires: `a list of ${REQUEST_PARTS.join(', ')}`,
};

function listAt<T>(place: Place, value: unknown, check: (place: Place, value: unknown) => T): T[] {
  if (!Array.isArray(value)) throw unfit(place, value, 'a list');
  return value.map((one, i) => check(inside(place, i), one));
}

function practiceAt(place: Place, value: unknown, json: boolean): BestPractice {
  const known = ['id', 'pattern', 'answer', 'reason', 'fits', ...(json ? ['flags'] : [])];
  const fields = objectAt(place, value, known, 'an object with id, pattern, answer and reason');
  const flags = fields.flags === undefined ? '' : flagsAt(inside(place, 'flags'), fields.flags);
  return {
    id: textAt(inside(place, 'id'), fields.id),
    pattern: regExpAt(inside(place, 'pattern'), fields.pattern, json, flags),
    answer: textAt(inside(place, 'answer'), fields.answer),
    reason: textAt(inside(place, 'reason'), fields.reason),
    ...(fields.fits === undefined ? {} : { fits: regExpAt(inside(place, 'fits'), fields.fits, json, flags) }),
  };
}

function patternAt(place: Place, value: unknown, json: boolean): SemanticPattern {
  const known = ['pattern', 'type', 'answer', 'evidence', ...(json ? ['flags'] : [])];
  const fields = objectAt(place, value, known, 'an object with pattern and answer');
  const flags = fields.flags === undefined ? '' : flagsAt(inside(place, 'flags'), fields.flags);
  const at = inside(place, 'pattern');
  // In ts and js a string must match the whole input, as for `openAskOnce`; in JSON a string is the only way to write a RegExp.
  const whole = !json && typeof fields.pattern === 'string';
  return {
    pattern: whole ? textAt(at, fields.pattern) : regExpAt(at, fields.pattern, json, flags),
    answer: textAt(inside(place, 'answer'), fields.answer),
    ...(fields.type === undefined ? {} : { type: typeAt(inside(place, 'type'), fields.type) }),
    ...(fields.evidence === undefined ? {} : { evidence: textAt(inside(place, 'evidence'), fields.evidence) }),
  };
}

function oppositeAt(place: Place, value: unknown): OppositeRow {
  const fields = objectAt(place, value, ['poles', 'axis', 'cosmetic', 'sure'], 'an object with poles');
  const fault = faultOf(fields);
  if (fault !== null) throw unfit(inside(place, fault.field), fields[fault.field], fault.expected);
  return fields as unknown as OppositeRow;
}

function typeAt(place: Place, value: unknown): ClarificationType {
  if (CLARIFICATION_TYPES.includes(value as ClarificationType)) return value as ClarificationType;
  throw unfit(place, value, `one of ${CLARIFICATION_TYPES.join(', ')}`);
}

function flagsAt(place: Place, value: unknown): string {
  if (typeof value === 'string' && /^[dimsuvgy]*$/.test(value)) return value;
  throw unfit(place, value, 'flags of a regular expression such as "i"');
}

function regExpAt(place: Place, value: unknown, json: boolean, flags: string): RegExp {
  if (!json && value instanceof RegExp) return value;
  if (!json) throw unfit(place, value, 'a regular expression');
  const source = textAt(place, value, 'a regular expression as a string');
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw unfit(place, value, `a regular expression (${error instanceof Error ? error.message : shown(error)})`);
  }
}

function modelAt(place: Place, value: unknown): NonNullable<Config['model']> {
  if (typeof value === 'string') return { name: textAt(place, value) };
  if (typeof value === 'object' && value !== null) {
    const key = Object.keys(value).find((name) => /^(?:api[-_]?)?(?:key|token|secret)$/i.test(name));
    if (key !== undefined) {
      // The value is not shown, because the message may end up in a log.
      const { file, name } = inside(place, key);
      const text = `${file}: ${name} must not be in a file that others can read. Put the key in ASKONCE_MODEL_KEY.`;
      throw new AskOnceError('config_invalid', text, { file, field: name });
    }
  }
  const expected = "a model's name, or an object with name, url and timeout";
  const { name, url, timeout } = objectAt(place, value, ['name', 'url', 'timeout'], expected);
  return {
    name: textAt(inside(place, 'name'), name),
    ...(url === undefined ? {} : { url: urlAt(inside(place, 'url'), url) }),
    ...(timeout === undefined ? {} : { timeout: durationAt(inside(place, 'timeout'), timeout) }),
  };
}

function timeoutsAt(place: Place, value: unknown): NonNullable<Config['timeouts']> {
  const fields = objectAt(place, value, ['total', 'idle', 'lease'], 'an object with total, idle and lease');
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, durationAt(inside(place, name), field)]),
  );
}
