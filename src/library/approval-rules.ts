/** Rules about tool calls from the configuration, and what no rule may allow. */
import { join, resolve } from 'node:path';
import { clip } from '../core/answer/check.ts';
import { parseRule, type Rule } from '../core/approvals/rule.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Guarded } from '../ports.ts';
import { checkText, invalidArgument, LIMITS, omitNullish } from '../util/arguments.ts';
import { configFolder } from '../util/config-folder.ts';
import { dataFolder } from '../util/data-folder.ts';

/** Rules in the syntax of the hosts. Deny wins over ask, ask over allow. */
export interface RulesInput {
  allow?: readonly string[];
  ask?: readonly string[];
  deny?: readonly string[];
}

const EFFECTS = ['allow', 'ask', 'deny'] as const;

export function rulesFrom(input: RulesInput | undefined): Rule[] {
  const given = omitNullish(input, 'approvals');
  return EFFECTS.flatMap((effect) => {
    const rules = given[effect] ?? [];
    if (!Array.isArray(rules)) throw invalidArgument(`approvals.${effect}`, 'a list of rules');
    return rules.map((rule): Rule => ({ ...CONFIGURED, effect, rule: checkRule(rule) }));
  });
}

const CONFIGURED = { id: null, from: 'config', session: null, by: null, at: null } as const;

function checkRule(text: unknown): string {
  const rule = checkText(text, 'rule', LIMITS.label);
  if (parseRule(rule) !== null) return rule;
  const example = 'Write it as Tool or Tool(pattern), such as Bash(npm test:*) or Edit(src/**).';
  throw new AskOnceError('rule_invalid', `“${clip(rule)}” is no rule. ${example}`);
}

/** The port of `askonce serve`, unless another is named. */
const PORT = 4766;

/** AskOnce's own files and port, for this project. */
export function guardedHere(db: string, root: string): Guarded {
  const own = [configFolder(process.env), dataFolder(process.env)].map((folder) => join(folder, 'askonce'));
  const paths = [join(root, '.askonce'), ...own];
  if (!/^postgres(?:ql)?:/i.test(db)) paths.push(resolve(root, db));
  return { paths, ports: [PORT] };
}
