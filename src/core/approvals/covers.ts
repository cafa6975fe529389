import { tailMatches } from './loose.ts';
import type { ParsedRule } from './rule.ts';
import type { ToolKind } from './tools.ts';

/** Whether a rule is for this tool. A rule for `Edit` covers all tools that change files, one for `Read` all that read them. */
export function coversTool(
  { tool, kind }: ParsedRule,
  called: string,
  calledKind: ToolKind,
  broadly: boolean,
): boolean {
  if (tool === called) return true;
  if (kind === 'shell' || kind === 'fetch') return kind === calledKind;
  if (kind === 'edit') return calledKind === 'edit' && (broadly || /^edit$/i.test(tool));
  if (kind === 'read' || kind === 'search') {
    return (calledKind === 'read' || calledKind === 'search') && (broadly || /^read$/i.test(tool));
  }
  if (!broadly && tool.includes('*') && !/^mcp__[^*]+?__[^*]*\*$/.test(tool)) return false;
  const [name, whole] = broadly ? [tool.toLowerCase(), called.toLowerCase()] : [tool, called];
  if (name.includes('*')) {
    const [head, ...tail] = name.split('*');
    return whole.startsWith(head!) && tailMatches(whole.slice(head!.length), tail);
  }
  return name === whole || (/^mcp__(?:(?!__).)+$/.test(name) && whole.startsWith(`${name}__`));
}
