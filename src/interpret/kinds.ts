/** "Only" one of a kind, and another of that kind as well: "only runs on Windows and must run on Linux". */
import type { Found } from './contradictions.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const KINDS: readonly (readonly [string, string])[] = [
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
  ['material', 'iron|gold|diamond|wood|stone|copper|emerald|obsidian|netherite'],
];
const ONLY = 'only|exclusively|purely|entirely|solely|nothing but|just|completely|100 ?%';
const PARTED =
  /\b(?:or|if|when|unless|until|while|whereas|then|from|into|port|convert|migrate|replace|instead|except|leave|remove|delete|drop|not|no|never|without|alone|later|existing|old|than)\b/;
const WANTS =
  /\b(?:in|on|with|using|uses?|via|for|to|as|supports?|accepts?|returns?|outputs?|through|by|made of|of|is|be|from|and)\s+(?:the |a |an )?(?:\w+ )?$/;

export function onlyOneKind(prose: string): Found[] {
  const lower = prose.toLowerCase();
  const found: Found[] = [];
  for (const { 0: sentence, index: start } of [...lower.matchAll(/[^;!?\n]+/g)].slice(0, 60)) {
    if (sentence.length > 500 || TROUBLE_SENTENCE.test(sentence)) continue;
    for (const [axis, members] of KINDS) {
      const only = new RegExp(
        `\\b(?:${ONLY})\\b(?: (?!only)[a-z]+){0,3} (?:${members})(?![\\w-])|(?<![\\w-])(?:${members})(?:-| )only\\b`,
      ).exec(sentence);
      if (only === null) continue;
      const own = new RegExp(`(?:${members})`).exec(only[0])![0];
      const end = only.index + only[0].length;
      // A list behind "only" is all of what is allowed.
      if (new RegExp(`^(?:,| and| or|/) ?(?:and |or )?(?:${members})\\b`).test(sentence.slice(end))) continue;
      const other = new RegExp(`(?<![\\w-])(?:${members})(?![\\w-])`, 'g');
      for (const match of sentence.matchAll(other)) {
        if (match[0] === own || (match.index >= only.index && match.index < end)) continue;
        const between =
          match.index > end
            ? sentence.slice(end, match.index)
            : sentence.slice(match.index + match[0].length, only.index);
        if (
          PARTED.test(between) ||
          /, (?:the|an?|our) /.test(between) ||
          !WANTS.test(sentence.slice(Math.max(0, match.index - 30), match.index))
        )
          continue;
        const words = (at: number, length: number) => prose.slice(start + at, start + at + length);
        const sides: [string, string] = [words(only.index, only[0].length), words(match.index, match[0].length)];
        found.push({
          axis,
          sides: only.index < match.index ? sides : [sides[1], sides[0]],
          cosmetic: false,
          confidence: 0.7,
        });
        break;
      }
    }
  }
  return found;
}
