/** Whether rules allow a call that a rule may allow. Such rules are read as narrowly as possible. */
import { canonicalJson } from './canonical-json.ts';
import { tailMatches } from './loose.ts';
import { allowsPath, type CallPlace, readsBelow } from './paths.ts';
import { BETWEEN, firstOf, type ParsedRule, type Rule } from './rule.ts';
import { STAR } from './shell.ts';
import { hostsOf, type Subject } from './subject.ts';

export type Allowing = readonly { readonly rule: Rule; readonly parsed: ParsedRule }[];

export function allowedBy(subject: Subject, allowing: Allowing, place: CallPlace): Rule | null {
  const pick = (fits: (parsed: ParsedRule) => boolean): Rule | null => {
    const fitting = allowing.filter(({ parsed }) => fits(parsed));
    return fitting.length === 0 ? null : firstOf(fitting, ({ rule }) => rule).rule;
  };
  if (subject.kind !== 'shell') return pick(({ pattern }) => pattern === null || allowsCall(pattern, subject, place));
  const whole = pick(({ pattern }) => pattern === null || allowsWhole(pattern, subject));
  if (whole !== null) return whole;
  const rules = subject.parts.map((part) => pick(({ pattern }) => allowsPart(pattern, part)));
  return rules.every((rule) => rule !== null) ? rules[0]! : null;
}

/** Whether a rule about one or more commands describes exactly this command. */
function allowsWhole(pattern: NonNullable<ParsedRule['pattern']>, { parts, operators }: Subject): boolean {
  if (pattern.kind !== 'command' || pattern.parts?.length !== parts.length) return false;
  if (pattern.operators.join(' ') !== operators.join(' ')) return false;
  const last = parts.length - 1;
  return parts.every((part, at) => wordsMatch(pattern.parts![at]!, part, pattern.prefix && at === last));
}

function allowsPart(pattern: ParsedRule['pattern'], part: string): boolean {
  if (pattern?.kind !== 'command' || pattern.parts?.length !== 1) return false;
  return wordsMatch(pattern.parts[0]!, part, pattern.prefix);
}

function wordsMatch(pattern: string, part: string, prefix: boolean): boolean {
  if (prefix) return part === pattern || part.startsWith(pattern + BETWEEN);
  const [head, ...tail] = pattern.split(STAR);
  if (tail.length === 0) return part === pattern;
  return part.startsWith(head!) && tailMatches(part.slice(head!.length), tail);
}

function allowsCall(pattern: NonNullable<ParsedRule['pattern']>, { call, paths }: Subject, place: CallPlace): boolean {
  switch (pattern.kind) {
    case 'path':
      return paths.every((path) => allowsPath(pattern, place.real.get(path)!, place, readsBelow(call)));
    case 'domain':
      // Some hosts fetch the addresses that they find in the prompt.
      return hostsOf(call).every((host) => host !== null && isOfDomain(host, pattern.domain));
    case 'input':
      return canonicalJson(call.input) === pattern.json;
    default:
      return false;
  }
}

function isOfDomain(host: string, domain: string): boolean {
  return domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
}
