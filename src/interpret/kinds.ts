/** "Only" one of a kind, and another of that kind as well: "only runs on Windows and must run on Linux". */

import { goesOnFrom } from './broken-claims.ts';
import { namesOther } from './claim-apart.ts';
import type { Found } from './contradictions.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

export const KINDS: readonly (readonly [string, string])[] = [
  [
    'language',
    'python|typescript|javascript|java|rust|golang|ruby|php|kotlin|swift|scala|haskell|elixir|perl|lua|c\\+\\+|c#|cobol|fortran',
  ],
  ['platform', 'windows|linux|macos|android|ios|ubuntu|freebsd'],
  ['format', 'json|xml|yaml|csv|toml|protobuf|html|pdf|markdown|excel'],
  ['database', 'postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|dynamodb|cassandra|oracle'],
  ['browser', 'chrome|firefox|safari|edge|internet explorer'],
  ['tongue', 'english|german|french|spanish|japanese|italian|chinese|korean|portuguese|dutch|russian'],
  ['cloud', 'aws|azure|gcp|google cloud|heroku|on-premises?'],
  ['framework', 'react|vue|angular|svelte|ember|solid\\.js|preact'],
  ['protocol', 'http|grpc|websockets?|mqtt|graphql|rest|soap|ftp'],
  ['colour', 'red|blue|green|yellow|black|white|purple|orange|pink|brown|gray|grey'],
  ['day', 'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?'],
  ['device', 'phones?|tablets?|desktops?|laptops?|smartwatch(?:es)?'],
  ['payment', 'stripe|paypal|klarna|bank transfers?|credit cards?|apple pay|google pay|cash'],
  ['material', 'iron|gold|diamond|wood|stone|copper|emerald|obsidian|netherite'],
];
const ONLY = 'only|exclusively|purely|entirely|solely|nothing but|just|completely|100 ?%';
const SAYS_ONLY = new RegExp(`\\b(?:${ONLY})\\b|-only\\b`);
const PARTED =
  /\b(?:or|if|when|unless|until|while|whereas|then|from|into|port|convert|migrate|replace|instead|except|leave|remove|delete|drop|alone|later|existing|old|than)\b/;
const DENIED = /\b(?:not|no|never|without|nor|don't)(?: [\w-]+){0,3} ?$/;
const WANTS =
  /\b(?:in|on|with|using|uses?|via|for|to|as|supports?|accepts?|returns?|outputs?|through|by|made of|of|is|be|from|and)\s+(?:the |a |an )?(?:\w+ )?$/;

/** By kind: "only" one of it, any one of it, and a list of it. Built once. */
const MATCHERS = KINDS.map(([axis, members]) => ({
  axis,
  only: new RegExp(
    `\\b(?:${ONLY})\\b(?: (?!only)[a-z]+){0,3} (?:${members})(?![\\w-])|(?<![\\w-])(?:${members})(?:-| )only\\b(?! (?:the|an?|its|their|those|when|if|for|what|one|has|have|shows?|gets?|contains?|includes?)\\b)`,
  ),
  own: new RegExp(`(?:${members})`),
  any: new RegExp(`(?<![\\w-])(?:${members})(?![\\w-])`, 'g'),
  listed: new RegExp(`^(?:,| and| or|/) ?(?:and |or )?(?:${members})\\b`),
}));

export function onlyOneKind(prose: string): Found[] {
  const lower = prose.toLowerCase();
  if (!SAYS_ONLY.test(lower)) return [];
  const found: Found[] = [];
  for (const { 0: sentence, index: start } of [...lower.matchAll(/[^;!?\n]+/g)].slice(0, 60)) {
    if (sentence.length > 500 || !SAYS_ONLY.test(sentence) || TROUBLE_SENTENCE.test(sentence)) continue;
    for (const { axis, only, own, any, listed } of MATCHERS) {
      const sole = only.exec(sentence);
      if (sole === null) continue;
      const mine = own.exec(sole[0])![0];
      const end = sole.index + sole[0].length;
      // A list behind "only" is all of what is allowed.
      if (listed.test(sentence.slice(end))) continue;
      // "Only English for now": the rest is to come.
      if (/^ (?:for now|at first|initially|to begin with)\b/.test(sentence.slice(end))) continue;
      for (const match of sentence.matchAll(any)) {
        if (match[0] === mine || (match.index >= sole.index && match.index < end)) continue;
        const between =
          match.index > end
            ? sentence.slice(end, match.index)
            : sentence.slice(match.index + match[0].length, sole.index);
        const before = sentence.slice(Math.max(0, match.index - 30), match.index);
        if (PARTED.test(between) || DENIED.test(before) || !WANTS.test(before)) continue;
        // "The frontend is in TypeScript" is about another thing.
        const next = between.split(/\.\s+/).at(-1)!;
        if (next !== between && !goesOnFrom(sentence.slice(0, sole.index), next)) continue;
        if (namesOther(sentence.slice(0, Math.min(sole.index, match.index)), between)) continue;
        const words = (at: number, length: number) => prose.slice(start + at, start + at + length);
        const sides: [string, string] = [words(sole.index, sole[0].length), words(match.index, match[0].length)];
        found.push({
          axis,
          sides: sole.index < match.index ? sides : [sides[1], sides[0]],
          cosmetic: false,
          confidence: 0.7,
        });
        break;
      }
    }
  }
  return found;
}
