import { ruleFor, type Verdict } from '../../src/core/approvals/match.ts';
import { type CallPlace, pathsOf } from '../../src/core/approvals/paths.ts';
import type { Rule, RuleEffect } from '../../src/core/approvals/rule.ts';
import type { ToolCall } from '../../src/core/approvals/tools.ts';

export const rule = (effect: RuleEffect, text: string, from: Rule['from'] = 'config'): Rule => ({
  id: null,
  effect,
  rule: text,
  from,
  session: null,
  by: null,
  at: null,
});

export const allow = (...texts: string[]): Rule[] => texts.map((text) => rule('allow', text));
export const deny = (...texts: string[]): Rule[] => texts.map((text) => rule('deny', text));
export const ask = (...texts: string[]): Rule[] => texts.map((text) => rule('ask', text));

export const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } });
export const tool = (name: string, input: ToolCall['input']): ToolCall => ({ tool: name, input });

/** A project with a store outside and a server; `links` leads from a path to the path behind it. */
export function placeFor(call: ToolCall, links: Readonly<Record<string, string>> = {}): CallPlace {
  const folder = '/home/ann/projects/shop';
  const home = '/home/ann';
  return {
    folder,
    home,
    guarded: ['/home/ann/.local/share/answers/store.db', '/home/ann/.config/askonce'],
    ports: [4319],
    real: new Map(pathsOf(call, { folder, home }).map((path) => [path, behind(path, links)])),
  };
}

function behind(path: string, links: Readonly<Record<string, string>>): string {
  for (const [link, target] of Object.entries(links)) {
    if (path === link || path.startsWith(`${link}/`)) return target + path.slice(link.length);
  }
  return path;
}

export const decide = (
  call: ToolCall,
  rules: readonly Rule[],
  links?: Readonly<Record<string, string>>,
): Verdict | null => ruleFor(call, rules, placeFor(call, links));

/** What happens to a call: a person is asked if no rule decides. */
export const effectOf = (
  call: ToolCall,
  rules: readonly Rule[],
  links?: Readonly<Record<string, string>>,
): RuleEffect => decide(call, rules, links)?.effect ?? 'ask';
