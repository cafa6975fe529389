/** Whether a rule that denies or asks is about a call. Such rules are read as broadly as possible. */
import { canonicalJson } from './canonical-json.ts';
import { coversTool } from './covers.ts';
import { forbids, type LooseCommand, tailMatches } from './loose.ts';
import { absolutePath, type CallPlace, forbidsPath, type PathPattern } from './paths.ts';
import type { ParsedRule } from './rule.ts';
import { hostOf, type Subject } from './subject.ts';

/** `certain`: the rule is about the call. `possible`: it may be, so no other rule allows the call. */
export function forbidden(parsed: ParsedRule, subject: Subject, place: CallPlace): 'certain' | 'possible' | null {
  const { call, kind, loose } = subject;
  const { pattern } = parsed;
  const covered = coversTool(parsed, call.tool, kind, true);
  if (pattern === null) return covered ? 'certain' : null;
  if (pattern.kind === 'path') {
    if (kind !== 'read' && kind !== 'search' && kind !== 'edit') {
      if (kind === 'fetch' || !namesPath(pattern, loose, place)) return null;
      // `cat` in a shell reads a file; whether a command changes it is not known.
      return kind === 'shell' && parsed.kind !== 'edit' ? 'certain' : 'possible';
    }
    if (!covered) return null;
    const real = subject.paths.map((path) => place.real.get(path) ?? path);
    if ([...subject.paths, ...real].some((path) => forbidsPath(pattern, path, place))) return 'certain';
    // A search may come across what must not be read.
    return kind === 'search' ? 'possible' : null;
  }
  if (!covered) return null;
  if (pattern.kind === 'command') return forbids(pattern, loose);
  if (pattern.kind === 'input') return canonicalJson(call.input) === pattern.json ? 'certain' : null;
  if (pattern.kind === 'domain') {
    const domain = pattern.domain.replace(/^\*\./, '');
    const host = hostOf(call);
    if (host === null) return 'possible';
    return host === domain || host.endsWith(`.${domain}`) ? 'certain' : null;
  }
  const [head, ...tail] = pattern.value.toLowerCase().split('*');
  const fits = (value: unknown) => {
    const text = String(value).toLowerCase();
    return tail.length === 0 ? text === head : text.startsWith(head!) && tailMatches(text.slice(head!.length), tail);
  };
  const values = pattern.field === null ? Object.values(call.input) : [call.input[pattern.field]];
  return values.some(fits) ? 'certain' : null;
}

function namesPath(pattern: PathPattern, { tokens, lower }: LooseCommand, place: CallPlace): boolean {
  if (!lower.includes(pattern.literal)) return false;
  const named = tokens.flatMap((token) => [token, ...(/[=:@]/.test(token) ? token.split(/[=:@]/) : [])]);
  return named.some((path) => {
    if (path === '') return false;
    const home = path.startsWith('~/') && forbidsPath(pattern, absolutePath(`.${path.slice(1)}`, place.home), place);
    return home || forbidsPath(pattern, absolutePath(path, place.folder), place);
  });
}
