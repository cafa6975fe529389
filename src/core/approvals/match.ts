/** Which rule decides a call. Deny wins over ask, ask over allow, whatever the order of the rules. */
import { allowedBy } from './allowed.ts';
import { coversTool } from './covers.ts';
import { forbidden } from './forbidden.ts';
import type { CallPlace } from './paths.ts';
import { firstOf, type ParsedRule, parseRule, type Rule, type RuleEffect } from './rule.ts';
import { subjectOf } from './subject.ts';
import type { ToolCall } from './tools.ts';

export type { CallPlace } from './paths.ts';

export interface Verdict {
  readonly effect: RuleEffect;
  /** Null if no rule decided, because no rule may allow the call. */
  readonly rule: Rule | null;
  readonly why: string;
}

/**
 * Which rule decides a call; null if none does, so a person is asked. `rules` must hold only those of the call's session and project.
 * @example
 * ruleFor({ tool: 'Bash', input: { command: 'npm test' } }, [allow('Bash(npm test:*)')], place); // { effect: 'allow', … }
 */
export function ruleFor(call: ToolCall, rules: readonly Rule[], place: CallPlace): Verdict | null {
  const subject = subjectOf(call, place);
  const denying: Rule[] = [];
  const asking: { rule: Rule; why: string }[] = [];
  const allowing: { rule: Rule; parsed: ParsedRule }[] = [];
  for (const rule of rules) {
    const parsed = parseRule(rule.rule);
    if (rule.effect === 'allow') {
      // Agents can write the files of a project.
      if (parsed !== null && rule.from !== 'project' && coversTool(parsed, call.tool, subject.kind, false)) {
        allowing.push({ rule, parsed });
      }
    } else if (parsed === null) {
      asking.push({ rule, why: `The rule “${rule.rule}” cannot be read, so no other rule allows anything.` });
    } else {
      const hit = forbidden(parsed, subject, place);
      if (hit === 'certain' && rule.effect === 'deny') denying.push(rule);
      else if (hit === 'certain') asking.push({ rule, why: `The rule “${rule.rule}” asks.` });
      else if (hit === 'possible') asking.push({ rule, why: `The call may be one that “${rule.rule}” is about.` });
    }
  }
  if (denying.length > 0) {
    const rule = firstOf(denying, (one) => one);
    return { effect: 'deny', rule, why: `The rule “${rule.rule}” denies it.` };
  }
  if (asking.length > 0) return { effect: 'ask', ...firstOf(asking, ({ rule }) => rule) };
  if (subject.blocked !== null) {
    const what = subject.kind === 'shell' || subject.kind === 'foreign-shell' ? 'command' : 'call';
    return { effect: 'ask', rule: null, why: `No rule may allow this: the ${what} ${subject.blocked}.` };
  }
  const rule = allowedBy(subject, allowing, place);
  return rule === null ? null : { effect: 'allow', rule, why: `The rule “${rule.rule}” allows it.` };
}
