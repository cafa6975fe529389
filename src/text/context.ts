/**
 * Whether two questions of the same words are about the same thing, by what stands beside them. Nothing on one side: the words
 * decide. On both sides: of header, context and descriptions, each where both have it, one side must say all that the other
 * says; words of the question itself do not count. In doubt they are two questions, and the earlier answer is offered. Leave to go on is leave for what
 * stands beside it, so there all of it must be the same; likewise in a language that is not read.
 */
import { fold, plain } from './fold.ts';
import { lazy, wordList } from './lists.ts';
import { isRead } from './question-form.ts';
import { isBareLeave, type Shown } from './risk.ts';
import { contentStems, isCjk, stemOf } from './words.ts';

/** One word in common is chance, unless there is no other. */
const MIN_SHARED = 2;
/** One thing of a project by its name: its licence, a path, a quoted name. */
const NAMES_ONE =
  /\b(?:the|this|our|your) (?:project|repo|repository|codebase|package)(?:'s)?\b|`[^`]+`|"[^"]+"|\b\w+(?:[._/]\w+)+\b|プロジェクトの/u;
const POINTS =
  /\b(?:it|its|this|these|those|that|them|here|above|below|following|they|their|he|she|him|her|one|such)\b/u;
/** So many words that name something say what is asked: "the retry limit of the webhook sender". With two, one in six was about another thing. */
const NAMING_WORDS = 3;

/** Whether a question says itself what it is about, so that what is told around it says nothing else. */
function namesItsThing(asked: string): boolean {
  const question = asked.slice(0, MAX_READ);
  if (NAMES_ONE.test(question)) return true;
  const text = fold(question);
  if (isCjk(text)) return (text.match(JAPANESE_NAMES) ?? []).length >= NAMING_WORDS && !/[こそあ][のれ]/u.test(text);
  if (POINTS.test(text)) return false;
  return [...contentStems(question)].filter((stem) => !general().has(stem)).length >= NAMING_WORDS;
}

/** Compounds of kanji, and words of katakana or Latin letters. */
const JAPANESE_NAMES = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[a-z\d]{2,}/gu;
const general = lazy(() => new Set([...wordList('general')].map(stemOf)));

/** So much of what stands beside a question is compared. */
const MAX_READ = 2_000;

/** Names, numbers, paths and code: where both sides have some, one at least must be the same. */
function namedThings(text: string): Set<string> {
  const found = new Set<string>();
  const read = plain(text);
  for (const { 0: token, index } of read.matchAll(/[\p{L}\p{N}_@~./-]+/gu)) {
    const name = token.replace(/[.]+$/u, '');
    const isName =
      /[\d_]|[^.][./][^.]/u.test(name) ||
      (index > 0 && /^\p{Lu}/u.test(name) && !/[.!?]\s$/u.test(read.slice(index - 2, index)));
    if (isName) found.add(fold(name));
  }
  return found;
}

const descriptionsOf = ({ options = [] }: Shown): string =>
  options
    .flatMap(({ label, description }) => (description === undefined ? [] : [`${label}: ${description}`]))
    .join('\n');

/** All that stands beside a question. */
const besideOf = (shown: Shown): string =>
  [shown.header, shown.context, descriptionsOf(shown)].filter(Boolean).join('\n');

/** A label that stands for what is said elsewhere: "Option A", "2", "B案". */
export function isPlaceholder(label: string): boolean {
  return /^(?:the )?(?:(?:option|choice|variant|version|alternative|approach|plan|proposal|design)[ #:.-]*)?(?:[a-z]|\d{1,2}|one|two|three|first|second|third|former|latter|other)[.)]?$|^(?:案|選択肢|プラン|候補) ?[a-z\d]{1,2}$|^[a-z\d]案$/u.test(
    fold(label),
  );
}

/** Whether something stands beside a question that says what it is about. */
export function saysMore({ question, header, context, options = [] }: Shown): boolean {
  const own = contentStems(question.slice(0, MAX_READ));
  const says = (text: string | undefined) =>
    text !== undefined && [...contentStems(text.slice(0, MAX_READ))].some((stem) => !own.has(stem));
  return says(header) || says(context) || options.some(({ description }) => says(description));
}

function agree(first: string, second: string, own: ReadonlySet<string>): boolean {
  const [one, other] = [first.slice(0, MAX_READ), second.slice(0, MAX_READ)];
  if (fold(one) === fold(other)) return true;
  const [a, b] = [one, other].map((text) => new Set([...contentStems(text)].filter((stem) => !own.has(stem))));
  if (a!.size === 0 || b!.size === 0) return true;
  const [named, namedOther] = [namedThings(one), namedThings(other)];
  if (named.size > 0 && namedOther.size > 0 && ![...named].some((name) => namedOther.has(name))) return false;
  const common = [...a!].filter((stem) => b!.has(stem)).length;
  const smaller = Math.min(a!.size, b!.size);
  // All that one side says, the other says too. One word in the place of another is another thing: "low tide", "high tide".
  return common === smaller && common >= Math.min(MIN_SHARED, smaller);
}

/** The same words but for some that stand in the place of others: "alarm of probe 3", "alarm of probe 7". */
function contrasts(first: string, second: string): boolean {
  const [a, b] = [first, second].map((text) => contentStems(text.slice(0, MAX_READ)));
  const common = [...a!].filter((stem) => b!.has(stem)).length;
  const [onlyFirst, onlySecond] = [a!.size - common, b!.size - common];
  return onlyFirst > 0 && onlySecond > 0 && common > 0 && Math.max(onlyFirst, onlySecond) <= common;
}

/** Told in the same words but for some in the place of others: "on the sign-up page", "on the sign-out page". */
function substitutes(first: string, second: string): boolean {
  const [a, b] = [first, second].map((text) =>
    fold(text.slice(0, MAX_READ))
      .split(/[\s.,;:!?]+/u)
      .filter(Boolean),
  ) as [string[], string[]];
  if (a.length !== b.length || a.length < 2) return false;
  const differ = a.flatMap((word, at) => (word === b[at] ? [] : [[word, b[at]!]]));
  const isFunction = (word: string) => wordList('function').has(word);
  return differ.length * 2 <= a.length && differ.some((pair) => !pair.some(isFunction));
}

/**
 * @example
 * aboutTheSame({ question, context: 'for the analytics service' }, { question, context: 'for the offline store' }); // false
 */
export function aboutTheSame(one: Shown, other: Shown): boolean {
  const identical = () => fold(besideOf(one)) === fold(besideOf(other));
  if (isBareLeave(one.question)) return identical();
  const read = [one, other].every((shown) => isRead(`${shown.question}\n${besideOf(shown)}`));
  if (!read) return !saysMore(one) || !saysMore(other) || identical();
  const fields: readonly (readonly [string | undefined, string | undefined])[] = [
    [one.header, other.header],
    [one.context, other.context],
  ];
  const both = fields.filter(([a, b]) => a !== undefined && b !== undefined) as (readonly [string, string])[];
  if (both.some(([a, b]) => substitutes(a, b))) return false;
  if (namesItsThing(one.question))
    return !saysMore(one) || !saysMore(other) || !contrasts(besideOf(one), besideOf(other));
  const own = contentStems(
    `${one.question} ${other.question} ${(one.options ?? []).map(({ label }) => label).join(' ')}`,
  );
  if (!saysMore(one) || !saysMore(other)) return true;
  if (both.length > 0) return both.every(([a, b]) => agree(a, b, own));
  // One tells it in its header, the other in its context: all of each against all of the other.
  return agree(besideOf(one), besideOf(other), own);
}
