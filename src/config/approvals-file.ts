/**
 * The person's own rules about tool calls, for all projects: `approvals.json` in their configuration folder. Agents can write a project's
 * files, so only this file may allow; the config file of a project may only add `ask` and `deny`.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseRule } from '../core/approvals/rule.ts';
import type { RulesInput } from '../library/approval-rules.ts';
import { configFolder } from '../util/config-folder.ts';
import { inside, objectAt, type Place, textAt, unfit, unusable } from './field.ts';

function approvalsFile(): string {
  return join(configFolder(process.env), 'askonce', 'approvals.json');
}

/** Returns the person's rules; none if there is no file. A file that others can write is refused, because it may allow. */
export function ownRules(file = approvalsFile()): RulesInput {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return {};
  const me = process.getuid?.();
  if (me !== undefined && (stats.uid !== me || (stats.mode & 0o022) !== 0)) {
    throw unusable(file, 'holds your rules about tool calls, but other users can write it. Run: chmod 600 on it.');
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unusable(file, `is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`, error);
  }
  return rulesAt({ file, name: '' }, value, ['allow', 'ask', 'deny']);
}

/** Checks an object of rules. A project's file has no `allow`. */
export function rulesAt(place: Place, value: unknown, effects: readonly (keyof RulesInput)[]): RulesInput {
  if (!effects.includes('allow') && typeof value === 'object' && value !== null && 'allow' in value) {
    const expected = `left out: agents can write this file, so only ${approvalsFile()} may allow`;
    throw unfit(inside(place, 'allow'), value.allow, expected);
  }
  const fields = objectAt(place, value, effects, `an object with lists of rules: ${effects.join(', ')}`);
  return Object.fromEntries(
    Object.entries(fields).map(([effect, rules]) => {
      const at = inside(place, effect);
      if (!Array.isArray(rules)) throw unfit(at, rules, 'a list of rules such as "Bash(npm test:*)"');
      return [effect, rules.map((rule, n) => ruleAt(inside(at, n), rule))];
    }),
  );
}

function ruleAt(place: Place, value: unknown): string {
  const expected = 'a rule such as "Bash(npm test:*)" or "Edit(src/**)"';
  const rule = textAt(place, value, expected);
  if (parseRule(rule) === null) throw unfit(place, value, expected);
  return rule;
}
