/**
 * Amounts that cannot go together, as forms of sums.ts: what is larger than what it has to fit into, more than there is room for, none of
 * something and yet two of it, a deadline before the start.
 */
import type { Form } from './sums.ts';

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const N = `\\d+|${COUNTS.slice(2).join('|')}|several|multiple|many`;
const countOf = (text: string): number =>
  COUNTS.includes(text) ? COUNTS.indexOf(text) : /^\d/.test(text) ? Number(text.replaceAll(',', '')) : 2;

const CLOCK = '(?:\\d{1,2}:\\d\\d(?: ?[ap]m)?|\\d{1,2} ?[ap]m|noon|midnight)';
/** Minutes since midnight. */
function minutesOf(text: string): number {
  if (text === 'noon') return 720;
  if (text === 'midnight') return 1_440;
  const [hours, minutes = 0] = text.match(/\d+/g)!.map(Number);
  const afternoon = text.endsWith('pm') ? 12 : 0;
  return ((text.endsWith('m') ? hours! % 12 : hours!) + afternoon) * 60 + minutes;
}
/** What ends at 2 and starts at 3 cannot be; what ends at 2 and starts at 23 goes on overnight. */
const isTooEarly = (end: string, start: string): boolean => {
  const wait = minutesOf(start) - minutesOf(end);
  return wait > 0 && wait < 720;
};
const ENDS_BY = `(?:finish(?:es|ed)?|end(?:s|ed)?|done|complete[sd]?|over|ready|closes?|closed)\\b[^.;]{0,30}?\\b(?:before|by|until|at|no later than) (?<end>${CLOCK})`;
const STARTS_AT = `(?:begins?|starts?|started|opens?|runs?|launch(?:es|ed)?)\\b[^.;]{0,20}?\\b(?:until|before|at|after|from) (?<start>${CLOCK})`;

const HOURS =
  '(?<n>\\d+(?:\\.5)?|half an|an?|one|two|three|four|five|six|seven|eight|nine|ten)[- ](?:and a half )?(?<unit>minutes?|mins?|hours?|h)';
const lengthOf = (n: string, unit: string): number =>
  (n === 'half an' ? 0.5 : /^an?$/.test(n) ? 1 : countOf(n)) * (unit.startsWith('h') ? 60 : 1);
const HALF_DAY = 720;
/** Minutes from one time to the next; "from 10 until 2" is until the afternoon. */
const minutesBetween = (start: string, end: string): number =>
  (minutesOf(end) - minutesOf(start) + (/[ap]m|:/.test(end) ? 1_440 : HALF_DAY)) %
  (/[ap]m|:/.test(end) ? 1_440 : HALF_DAY);
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';

const LEAST = '(?:at least|(?:a )?minimum(?: of)?|no (?:fewer|less|shorter) than|more than|longer than)';
const MOST = '(?:at most|(?:a )?maximum(?: of)?|no (?:more|longer) than|less than|fewer than|shorter than|up to)';
const LENGTHS = '(?:characters?|chars?|digits?|letters?|symbols?|words?|numbers?)';
const HOLDS_ALL = '(?:over|across|on|onto|into|in|among|between|at)';

export const AMOUNT_FORMS: readonly Form[] = [
  {
    // "A 16x16 map with a 40x40 castle inside".
    axis: 'size',
    needs: /\d ?[x×] ?\d/,
    form: /\b(?<one>(?<a>\d+) ?[x×] ?(?<b>\d+)\b(?: [a-z]+){0,3})(?<between>[^.;]{0,60}?)(?<other>\b(?<c>\d+) ?[x×] ?(?<d>\d+)\b(?: [a-z]+){1,3}? (?:(?:completely|fully|entirely|right|all) )?(?:inside|within|in it|into it|on it|in there))\b/,
    cannotBe: ({ a, b, c, d, between }) =>
      (Number(c) > Number(a) || Number(d) > Number(b)) &&
      !/\b(?:scaled?|resized?|crop\w*|or|thumbnail)\b/.test(between!),
  },
  {
    // "A 4-digit PIN which is at least 8 characters long".
    axis: 'length',
    needs: /\b\w+[- ](?:digit|character|letter|char|word)\b/,
    form: new RegExp(
      `\\b(?<one>(?<a>${N})[- ](?:digit|character|letter|char|word) [a-z]+)\\b[^.;]{0,40}?(?<other>(?:(?<least>${LEAST})|(?<most>${MOST})|exactly) (?<b>${N}) ${LENGTHS})\\b`,
    ),
    cannotBe: ({ a, b, least, most }) =>
      least === undefined ? countOf(b!) < countOf(a!) || (most === undefined && a !== b) : countOf(b!) > countOf(a!),
  },
  {
    // "100 items over 3 pages of at most 20 items each".
    axis: 'sum',
    needs: /\b(?:at most|up to|max|maximum|no more than|room for|holding|holds?)\b/,
    form: new RegExp(
      `\\b(?<one>(?<a>\\d+) [a-z]{3,}s) ${HOLDS_ALL} (?:the |only |just |exactly )?(?<other>(?<b>${N}) [a-z]{3,}s (?:of|with|for|that hold|holding|each holding)?,? ?(?:at most|up to|max(?:imum)?(?: of)?|no more than|room for) (?<c>\\d+))\\b`,
    ),
    cannotBe: ({ a, b, c }) => countOf(a!) > countOf(b!) * countOf(c!),
  },
  {
    // "Zero arguments … its two arguments".
    axis: 'number',
    needs: /\b(?:zero|no|without)\b/,
    form: new RegExp(
      `\\b(?<one>(?:zero|no|without(?: any)?) (?<x>[a-z]{4,}s))\\b(?<between>[^;]{0,50}?)(?<other>\\b(?:its|their|both(?: its)?|all its) (?:(?:${N}|first|second|last) )?\\k<x>)\\b`,
    ),
    cannotBe: ({ between }) =>
      !/\b(?:or|if|unless|except|when|until|without|not|never|no|remove|other)\b/.test(between!),
  },
  {
    // "Only one session at any time, logged in on five devices simultaneously".
    axis: 'number',
    needs: /\b(?:one|single)\b/,
    form: new RegExp(
      `\\b(?<one>(?:only|just|exactly|at most|no more than) (?:one|a single|1) (?:[a-z]+ )?[a-z]+(?: at (?:any|a) (?:given )?time| at once))\\b(?<between>[^;]{0,70}?)(?<other>\\b(?:${N}) (?:[a-z]+ )?[a-z]+s (?:simultaneously|at (?:once|the same time)|concurrently|in parallel))\\b`,
    ),
    cannotBe: ({ between }) =>
      !/\b(?:or|if|unless|except|when|per|each (?:of|one)|admins?|premium|not|never|no)\b/.test(between!),
  },
  {
    axis: 'time',
    needs: /\b(?:finish|end|done|complete|over|ready|close)/,
    form: new RegExp(
      `\\b(?<one>${ENDS_BY})\\b(?<between>[^.]{0,40}?)(?<other>\\b(?:must |may |should |can )?(?:not |only )?${STARTS_AT})`,
    ),
    cannotBe: ({ end, start, between }) =>
      isTooEarly(end!, start!) && !/\bnext\b|\btomorrow\b|\bfollowing\b/.test(between!),
  },
  {
    axis: 'time',
    needs: /\b(?:begin|start|open|run|launch)/,
    form: new RegExp(`\\b(?<one>${STARTS_AT})\\b(?<between>[^.]{0,40}?)(?<other>\\b${ENDS_BY})`),
    cannotBe: ({ end, start, between }) =>
      isTooEarly(end!, start!) && !/\bnext\b|\btomorrow\b|\bfollowing\b|\bopens?\b|\bstarts?\b/.test(between!),
  },
  {
    // "Leaves at 9:00, the ride takes three hours, be there by 11".
    axis: 'time',
    needs: /\b(?:leav|depart|start|begin|set|board)/,
    form: new RegExp(
      `\\b(?<one>(?:leav\\w+|depart\\w*|start\\w*|begins?|beginning|setting off|set off)\\b[^.;]{0,25}?\\b(?:at|from) (?<start>${CLOCK}))\\b(?<between>[^.;]{0,40}?\\b(?:takes?|lasts?|needs?|taking|after) (?:about |at least |exactly |around )?${HOURS}\\b[^.;]{0,60}?)(?<other>\\b(?:by|before|no later than|at) (?<end>${CLOCK}|\\d{1,2}(?![\\d:%]| ?[a-z]*(?:minute|hour|day))))(?!\\w)`,
    ),
    cannotBe: ({ start, end, n, unit, between }) =>
      minutesBetween(start!, end!) < lengthOf(n!, unit!) &&
      !/\b(?:tomorrow|next|following|or|if|another|break|each|every)\b/.test(between!),
  },
  {
    axis: 'time',
    needs: /\bfrom\b/,
    form: new RegExp(
      `(?<one>\\bfrom (?<start>${CLOCK}) (?:to|until|till) (?<end>${CLOCK}))(?:,| and| but| it|, which| that| must)* (?<other>(?:lasts?|takes?) (?:exactly |at least )?${HOURS})\\b`,
    ),
    cannotBe: ({ start, end, n, unit }) => minutesBetween(start!, end!) !== lengthOf(n!, unit!),
  },
  {
    axis: 'time',
    needs: /\b(?:lasts?|takes?|duration)\b/,
    form: new RegExp(
      `\\b(?<one>(?:lasts?|takes?|duration (?:is|of)) (?:exactly |at least )?${HOURS})\\b[^.;\\d]{0,20}?(?<other>from (?<start>${CLOCK}) (?:to|until|till) (?<end>${CLOCK}))`,
    ),
    cannotBe: ({ start, end, n, unit }) => minutesBetween(start!, end!) !== lengthOf(n!, unit!),
  },
  {
    // "Goes out on Friday, after the review, which starts the following Monday".
    axis: 'time',
    needs: /\b(?:after|once|when|as soon as)\b/,
    form: new RegExp(
      `(?<one>\\b(?:on|by|until) ${WEEKDAY})\\b,? (?:but )?(?:only )?(?:after|once|when|as soon as) [^.;]{3,60}?\\b(?:which|that|who|and it|it) (?<other>(?:only )?(?:starts?|begins?|runs?|happens?|is|are|takes place|ends?|finish(?:es)?|comes?|arrives?)(?: [a-z]+){0,2} (?:on )?the (?:following|next) (?:${WEEKDAY}|week|month|day))\\b`,
    ),
    cannotBe: () => true,
  },
];
const WITH_NUMBER =
  /\d(?: ?[x×] ?\d|:\d| ?[ap]m\b)|\b(?:max|min|noon|midnight)|\b(?:digit|character|letter|char|word)\b|\b(?:at most|up to|no more than|room for)\b/;
const WITHOUT_NUMBER = /\b(?:at (?:any|a) (?:given )?time|at once|its|their|both)\b/;
/** Quick, and sure where it says no. */
export const mayBeTooMuch = (lower: string): boolean =>
  (/\d/.test(lower) && WITH_NUMBER.test(lower)) ||
  (/\b(?:zero|no|without|one|single)\b/.test(lower) && WITHOUT_NUMBER.test(lower)) ||
  /-(?:digit|letter|character|word)\b|\bthe (?:following|next) /.test(lower);
