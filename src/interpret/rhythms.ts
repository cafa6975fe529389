/** How often something happens, said twice so that it cannot be: "every day … only on Mondays", "hourly, at most twice a day". */
import type { Found } from './contradictions.ts';
import { partsOf, SMALL_WORDS } from './prompt-words.ts';
import { actOf } from './same-verb.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const HOURS: readonly (readonly [unit: RegExp, hours: number])[] = [
  [/second/, 1 / 3_600],
  [/minute/, 1 / 60],
  [/hour/, 1],
  [new RegExp(`week|${DAY}`), 168],
  [/\bda(?:y|ily)|night|morning|evening/, 24],
  [/month/, 720],
  [/quarter/, 2_160],
  [/year|annual/, 8_760],
];
const TIMES = '(?:once|twice|(?:\\d+|one|two|three|four|five) times)';
const UNIT = '(?:second|minute|hour|day|night|week|month|quarter|year)';
const PER = `(?:an?|per|every|each|in an?) ${UNIT}`;
/** So often at least. */
const OFTEN = new RegExp(
  `\\b(?:(?:every|each) (?:single )?(?:\\d+ )?(?:${UNIT}s?|morning|evening|${DAY})(?!s? (?:of|other))|(?:(?<!only )(?:hour|week|month|night|quarter|year)ly|daily)|${TIMES} ${PER})\\b`,
  'g',
);
/** No more often, or on no other day. */
const SELDOM = new RegExp(
  `\\b(?:(?:only|just|exactly|at most|no more(?: often)? than|never more(?: often)? than) (?:[a-z]+ed |sent |run )?${TIMES} ${PER}|once ${PER}|(?:only|exclusively|solely|just) (?:ever )?(?:[a-z]+ed |sent )?on (?:(?:a |every |each )?${DAY}s?|the first (?:day )?of (?:the|each|every) (?:month|week|year)))\\b`,
  'g',
);
const LIGHT = /^(?:runs?|happens?|occurs?|takes?|place|make|sure|fires?|am|pm|o'clock|sharp|utc|\d.*)$/;
const APART = /\b(?:or|if|unless|except|instead|change|switch|from|rather|otherwise|when|while|not)\b/;

const COUNTS = ['', 'once', 'twice', 'three', 'four', 'five'];
/** The hours between two times; half a day for "twice a day". */
function intervalOf(text: string): number {
  const hours = HOURS.find(([unit]) => unit.test(text))?.[1] ?? 0;
  const times = /times|once|twice/.test(text);
  const count = COUNTS.findIndex((word) => word !== '' && text.includes(word));
  const number = Number(/\d+/.exec(text)?.[0] ?? Math.max(1, count));
  return times ? hours / number : hours * number;
}

/** "On Mondays" leaves the hours of Mondays free: only what is daily goes on beyond it. */
function excludes(often: string, seldom: string): boolean {
  const interval = intervalOf(often);
  if (/ on /.test(seldom)) return interval === 24;
  return interval < intervalOf(seldom);
}

/** Whether nothing new is named between, so that both are said of the same. */
function isOfSame(before: string, between: string): boolean {
  const known = new Set(partsOf(before).map(({ text }) => actOf(text)));
  return partsOf(between).every(
    ({ kind, text }) => kind === 'mark' || SMALL_WORDS.has(text) || LIGHT.test(text) || known.has(actOf(text)),
  );
}

export function brokenRhythms(prose: string): Found[] {
  if (!/only|once|twice|times|just|exclusively|solely/i.test(prose)) return [];
  const lower = prose.toLowerCase();
  const seldoms = [...lower.matchAll(SELDOM)].slice(0, 8);
  if (seldoms.length === 0) return [];
  const found: Found[] = [];
  for (const often of [...lower.matchAll(OFTEN)].slice(0, 8)) {
    for (const seldom of seldoms) {
      const [one, other] = often.index < seldom.index ? [often, seldom] : [seldom, often];
      const end = one.index + one[0].length;
      if (end > other.index || other.index - end > 120 || !excludes(often[0], seldom[0])) continue;
      const between = lower.slice(end, other.index);
      const before = lower.slice(Math.max(0, one.index - 120), one.index);
      if (APART.test(`${before}${between}`) || (between.match(/[.;!?\n]/g)?.length ?? 0) > 1) continue;
      if (!isOfSame(`${before} ${one[0]}`, between) || TROUBLE_SENTENCE.test(before)) continue;
      const shown = (match: RegExpExecArray) => prose.slice(match.index, match.index + match[0].length);
      found.push({ axis: 'rhythm', sides: [shown(one), shown(other)], cosmetic: false, confidence: 0.75 });
    }
  }
  return found;
}
