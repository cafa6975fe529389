import { canonicalJson } from './canonical-json.ts';
import { escapeGlob } from './glob.ts';
import { ruleFor } from './match.ts';
import { type CallPlace, pathsOf, segmentsBelow } from './paths.ts';
import { BETWEEN, type Pattern, parseRule } from './rule.ts';
import { STAR } from './shell.ts';
import { commandOf, kindOf, type ToolCall } from './tools.ts';

const MAX_OFFERED = 5;

/**
 * The rules that a person may make of a call: suggestions of the host that would have allowed it, and the call itself. Empty for calls that
 * no rule may allow. A suggestion for everything that a shell, a file tool or a fetch can do is left out: it says more than the call shows.
 */
export function offeredRules(call: ToolCall, place: CallPlace): string[] {
  const narrow = (call.suggestions ?? []).filter((text) => {
    const parsed = parseRule(text);
    if (parsed === null) return false;
    return parsed.pattern === null ? parsed.kind === 'other' && !parsed.tool.includes('*') : saysWhat(parsed.pattern);
  });
  const exact = exactRule(call, place);
  return [...new Set(exact === null ? narrow : [exact, ...narrow])]
    .filter((text) => allows(text, call, place))
    .slice(0, MAX_OFFERED);
}

/** Whether a pattern names a program, a file or a folder, or a site: `Bash(* *)` and `Edit(//**)` are about everything. */
function saysWhat(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'command':
      return pattern.parts?.every((part) => !part.split(BETWEEN)[1]?.includes(STAR)) === true;
    case 'path':
      return pattern.segments.some((segment) => /[^*?.]/.test(segment));
    case 'domain':
      return pattern.domain.replace(/^\*\./, '').includes('.') || !pattern.domain.startsWith('*');
    default:
      return true;
  }
}

function allows(rule: string, call: ToolCall, place: CallPlace): boolean {
  const made = { id: null, effect: 'allow', rule, from: 'answer', session: null, by: null, at: null } as const;
  return ruleFor(call, [made], place)?.effect === 'allow';
}

/** The call itself as a rule; for tools of files, the one file. */
function exactRule(call: ToolCall, place: CallPlace): string | null {
  const { tool, input } = call;
  switch (kindOf(tool)) {
    case 'shell': {
      const command = commandOf(input, place.folder);
      return 'text' in command ? `${tool}(${command.text.trim().replace(/[\\*()]/g, '\\$&')})` : null;
    }
    case 'read':
    case 'edit': {
      const [path, ...more] = pathsOf(call, place);
      const real = path === undefined ? undefined : place.real.get(path);
      if (real === undefined || more.length > 0) return null;
      const inside = segmentsBelow(place.folder, real);
      return `${tool}(${inside === null ? `/${escapeGlob(real)}` : `./${escapeGlob(inside.join('/'))}`})`;
    }
    case 'fetch':
      return typeof input.url === 'string' && URL.canParse(input.url)
        ? `${tool}(domain:${new URL(input.url).hostname})`
        : null;
    case 'other': {
      const json = canonicalJson(input);
      return typeof json === 'string' ? `${tool}(${json})` : null;
    }
    default:
      return null;
  }
}
