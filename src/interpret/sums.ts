/**
 * Numbers and dates that cannot be, each in a form of its own: "ends on March 3 and starts on March 10", "60 % to A and 60 % to B", "exactly one button … Save, Cancel and Delete buttons". Held against one or two sentences.
 */
import type { Found } from './contradictions.ts';
import { AMOUNT_FORMS, mayBeTooMuch } from './impossible-amounts.ts';
import { COUNT_FORMS, mayCount } from './known-counts.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const N = `\\d+|${COUNTS.join('|')}`;
const countOf = (text: string): number => (COUNTS.includes(text) ? COUNTS.indexOf(text) : Number(text));

/** Where a form has to be looked for, what it is, and when it cannot be. The sides are groups of it, by name. */
export interface Form {
  readonly axis: string;
  /** Without one of these there is nothing to look for. */
  readonly needs: RegExp;
  readonly form: RegExp;
  readonly cannotBe: (groups: Readonly<Record<string, string>>) => boolean;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = `(?:\\d{4}-\\d\\d-\\d\\d|${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}(?: \\d{4})?)`;
/** Days since the beginning; of a date without a year, of any one year. */
function dayOf(text: string): { readonly day: number; readonly year: boolean } {
  const iso = /(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if (iso !== null) return { day: (Number(iso[1]) * 12 + Number(iso[2]) - 1) * 31 + Number(iso[3]), year: true };
  const month = MONTHS.indexOf(
    /[a-z]{3,}/.exec(text.replace(/\d+(?:st|nd|rd|th)|\bof\b/g, (one) => one.replace(/\D/g, '')))![0].slice(0, 3),
  );
  const year = /\d{4}/.exec(text)?.[0];
  return { day: (Number(year ?? 0) * 12 + month) * 31 + Number(/\d{1,2}/.exec(text)![0]), year: year !== undefined };
}
/** From December to January is a time over New Year. */
const isBefore = (end: string, start: string): boolean => {
  const [last, first] = [dayOf(end), dayOf(start)];
  if (last.year !== first.year) return false;
  return last.day < first.day && (last.year || first.day - last.day < 180);
};
const BEGINS = '(?:starts?|begins?|opens?|beginning|starting)';
const ENDS = '(?:ends?|closes?|finish(?:es)?|expires?|ending|is over|is due|deadline is)';

const FORMS: readonly Form[] = [
  {
    axis: 'dates',
    needs: /\b(?:end|clos|finish|expire|due|deadline)/,
    form: new RegExp(
      `\\b(?<one>${ENDS} (?:on |by )?(?<end>${DATE}))\\b[^.;]{0,40}?(?<other>${BEGINS} (?:on |at )?(?<start>${DATE}))`,
    ),
    cannotBe: ({ end, start }) => isBefore(end!, start!),
  },
  {
    axis: 'dates',
    needs: /\b(?:start|begin|open)/,
    form: new RegExp(
      `\\b(?<one>${BEGINS} (?:on |at )?(?<start>${DATE}))\\b[^;]{0,40}?(?<other>${ENDS} (?:on |by )?(?<end>${DATE}))`,
    ),
    cannotBe: ({ end, start }) => isBefore(end!, start!),
  },
  {
    axis: 'sum',
    needs: /%|percent/,
    form: /\b(?:split|splits|divide[sd]?|distributed?|allocated?|share)\b[^.;%]{0,60}?(?<one>(?<a>\d+) ?(?:%|percent)[^.;%]{0,30}?),? (?:and|,) (?:the other )?(?<other>(?<b>\d+) ?(?:%|percent)(?: (?:to|for|goes to) [\w-]+)?)(?![^.;]*%)/,
    cannotBe: ({ a, b }) => Number(a) + Number(b) > 100,
  },
  {
    axis: 'sum',
    needs: /%|percent/,
    form: /(?<one>\b(?<a>\d+) ?(?:%|percent) of (?:the|its|your|their|our) (?:whole |total |available |full )?(?:[a-z]+ )?(?:space|budget|time|width|height|screen|money|traffic|points|revenue|memory|disk|income|page|window|salary|weight|votes|area|profit))\b[^.;%]{0,50}?(?:,| and|, and)(?: the other)? (?<other>(?<b>\d+) ?(?:%|percent)(?: (?:to|for|goes to|of it|on) [\w-]+)?)(?![^.;]*%)/,
    cannotBe: ({ a, b }) => Number(a) + Number(b) > 100,
  },
  {
    axis: 'sum',
    needs: /\bhal(?:f|ves)\b/,
    form: /\b(?<one>(?:two |equal )?halves) of (?<other>(?<a>\d+) ?(?:%|percent))/,
    cannotBe: ({ a }) => Number(a) !== 50,
  },
  {
    axis: 'share',
    needs: /%/,
    form: /\b(?<one>(?:exactly |always )?(?<a>\d+) ?% (?:\w+ )?for (?:everyone|everybody|all \w+))\b(?=[^%]*\b(?:no exceptions?|always|exactly)\b|)(?<between>[^%]{0,60}?)(?<other>\b\w+ (?:get|gets|pay|pays|receive|receives) (?<b>\d+) ?%)/,
    cannotBe: ({ a, b, between, one }) =>
      a !== b && /exactly|always/.test(one!) && !/\bexcept\b|\bbut\b/.test(between!),
  },
  {
    axis: 'number',
    needs: /\bbetween\b/,
    form: /\bbetween (?<one>\d+)(?: ?%| percent)? and (?<other>\d+ ?(?:characters?|letters?|digits|words|items|players?|users?|entries|rows|lines|points|percent|%|pixels|px|kb|mb))(?!\w)/,
    cannotBe: ({ one, other }) => Number(one) > Number.parseInt(other!, 10),
  },
  {
    // "Exactly one button. Put Save, Cancel and Delete buttons".
    axis: 'number',
    needs: /\b(?:one|single)\b/,
    form: /\b(?<one>(?:exactly|only|just) (?:one|a single|1) (?<x>[a-z]{3,}))\b(?<between>[^;]{0,60}?)(?<other>\b(?:put|add|show|shows|with|has|have|place|use|includes?|offers?|provides?) (?:the |an? )?(?:[\w-]+, ){1,5}(?:an? |the )?[\w-]+,? and (?:an? |the )?[\w-]+ \k<x>s)\b/,
    cannotBe: ({ between }) => !/\b(?:per|each|every|at a time|of)\b/.test(between!),
  },
  {
    // "Must fit on one page. The report has 12 pages".
    axis: 'number',
    needs: /\b(?:one|single)\b/,
    form: new RegExp(
      `\\b(?<one>(?:fits? (?:on|in|into)|exactly|(?:has|have|contains?|uses?) (?:only|just)) (?:one|a single|1) (?<x>[a-z]{3,}))\\b(?<between>[^;]{0,50}?)(?<other>\\b(?:has|have|with|contains?|is|uses?|spans?|fills?) (?:at least |exactly )?(?<b>\\d+|${COUNTS.slice(2).join('|')}) \\k<x>s)\\b(?! or)`,
    ),
    cannotBe: ({ between, b }) =>
      countOf(b!) > 1 && !/\b(?:per|each|every|at a time|of|other|while|now)\b/.test(between!),
  },
  {
    // "10 questions, split into 3 rounds of 5 questions each".
    axis: 'sum',
    needs: /\b(?:of|with)\b/,
    form: /(?<one>\b(?<a>\d+) (?<x>[a-z]{3,}s))\b,? (?:split|divided|grouped|arranged|spread|dealt) (?:up )?(?:in|into|over|across|among|on) (?<other>(?<b>\d+) (?:equal )?[a-z]+ (?:of|with) (?<c>\d+)(?: \k<x>)?(?: each)?)\b/,
    cannotBe: ({ a, b, c }) => Number(a) !== Number(b) * Number(c),
  },
  {
    // "Seats at most 20 people; all 35 guests have to sit in it".
    axis: 'number',
    needs: /\b(?:seats|holds|fits|carries|room for|space for|capacity of)\b/,
    form: /\b(?<one>(?:seats|holds|fits|carries|room for|space for|capacity of) (?:at most |up to |only |exactly )?(?<a>\d+)(?: [a-z]+)?)\b[^.]{0,30}?(?<other>\ball (?<b>\d+) [a-z]+ (?:[a-z]+ ){0,3}(?:sit|fit|stay|sleep|go|ride|be))\b/,
    cannotBe: ({ a, b }) => Number(a) < Number(b),
  },
  {
    axis: 'number',
    needs: /\bcount is\b/,
    form: new RegExp(
      `\\b(?<one>(?<x>[a-z]{3,}?)(?:y|s)? count is (?<a>${N}))\\b[^.;]{0,20}?(?<other>\\b\\k<x>(?:y|ies|s) (?<b>${N}) times)`,
    ),
    cannotBe: ({ a, b }) => countOf(a!) !== countOf(b!),
  },
];
const ANY =
  /\b(?:end|clos|finish|expire|due|deadline|start|begin|open|split|divide|distribut|allocat|share|hal[fv]|over|above|older|more|greater|longer|larger|heavier|between|min|at least|no |max|at most|up to|tops|one|single|count)|%/;
const NOT_NOW = /\b(?:at the moment|right now|at present|today|so far|used to|previously|if|unless|instead)\b/;
const LONGEST = 400;

export function impossibleSums(prose: string): Found[] {
  const lower = prose.toLowerCase();
  const forms = [
    ...(/\d|\bone\b|\bonce\b|\bsingle\b/.test(lower) && ANY.test(lower) ? FORMS : []),
    ...(mayCount(lower) ? COUNT_FORMS : []),
    ...(mayBeTooMuch(lower) ? AMOUNT_FORMS : []),
  ].filter(({ needs }) => needs.test(lower));
  if (forms.length === 0) return [];
  const found: Found[] = [];
  const sentences = [...lower.matchAll(/[^.;!?\n]+(?:\.(?=\w)[^.;!?\n]*)*[.;!?\n]?/g)].slice(0, 60);
  for (const [i, { 0: here, index: start }] of sentences.entries()) {
    const next = sentences[i + 1];
    const text = next === undefined ? here : lower.slice(start, next.index + next[0].length);
    if (text.length > LONGEST) continue;
    for (const { axis, needs, form, cannotBe } of forms) {
      if (!needs.test(here)) continue;
      const match = form.exec(text);
      if (match === null || match.index >= here.length || !cannotBe(match.groups!)) continue;
      if (TROUBLE_SENTENCE.test(text) || NOT_NOW.test(text)) continue;
      const shown = (side: string): string => {
        const at = start + match.index + match[0].lastIndexOf(side);
        return prose.slice(at, at + side.length).trim();
      };
      found.push({
        axis,
        sides: [shown(match.groups!.one!), shown(match.groups!.other!)],
        cosmetic: false,
        confidence: 0.75,
      });
    }
  }
  return found;
}
