/**
 * Whether two questions with the same words are about the same thing, judged by their header, context and descriptions. If one side has
 * none of these, the words decide. If both have them, each part that both have is compared, and one side must contain everything the other
 * says; words of the question itself do not count. In doubt they are two questions, and the earlier answer is only offered. Permission to
 * continue covers only what is shown beside the question, so there everything must be the same; likewise in an unsupported language.
 */
import { fold, plain } from './fold.ts';
import { lazy, wordList } from './lists.ts';
import { isRead } from './question-form.ts';
import { isBareLeave, type Shown } from './risk.ts';
import { contentStems, isCjk, stemOf } from './words.ts';

/** One shared word is chance, unless there is no other. */
const MIN_SHARED = 2;
/** One thing of a project by its name: its licence, a path, a quoted name. */
const NAMES_ONE =
  /\b(?:the|this|our|your) (?:project|repo|repository|codebase|package)(?:'s)?\b|`[^`]+`|"[^"]+"|\b\w+(?:[._/]\w+)+\b|プロジェクトの/u;
const POINTS =
  /\b(?:it|its|this|these|those|that|them|here|above|below|following|they|their|he|she|him|her|one|such)\b/u;
const JA_POINTS = /[こそあ][のれ]|上記|以下/u;
/** Whether a question refers to something beside it: "does that suit you?". */
export const pointsBeside = (question: string): boolean => POINTS.test(fold(question)) || JA_POINTS.test(question);

/** This many naming words say what is asked: "the retry limit of the webhook sender". With two, one in six was about another thing. */
const NAMING_WORDS = 3;

/** Whether a question itself says what it is about, so that its context does not change that. */
function namesItsThing(asked: string): boolean {
  const question = asked.slice(0, MAX_READ);
  if (NAMES_ONE.test(question)) return true;
  const text = fold(question);
  // "By mail or by Slack?": the alternatives are no thing that it is about.
  if (/\bor\b|それとも|または|どちら|どっち/u.test(text)) return false;
  if (isCjk(text)) return (text.match(JAPANESE_NAMES) ?? []).length >= NAMING_WORDS && !JA_POINTS.test(text);
  if (POINTS.test(text)) return false;
  return [...contentStems(question)].filter((stem) => !general().has(stem)).length >= NAMING_WORDS;
}

/** Compounds of kanji, and words of katakana or Latin letters. */
const JAPANESE_NAMES = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[a-z\d]{2,}/gu;
const general = lazy(() => new Set([...wordList('general')].map(stemOf)));

const EXCLUDES = /\b(?:not|other|another|instead|unlike|except)\b|ではな|じゃな|以外|別の/u;

/** How much of the text beside a question is compared. */
const MAX_READ = 2_000;

/** Names, numbers, paths and code: if both sides have some, they must be the same. One more may be the thing, the others beside it. */
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

/** All text beside a question. */
const besideOf = (shown: Shown): string =>
  [shown.header, shown.context, descriptionsOf(shown)].filter(Boolean).join('\n');

/** A label that refers to something described elsewhere: "Option A", "2", "B案". */
export function isPlaceholder(label: string): boolean {
  return /^(?:the )?(?:(?:option|choice|variant|version|alternative|approach|plan|proposal|design)[ #:.-]*)?(?:[a-z]|\d{1,2}|one|two|three|first|second|third|former|latter|other)[.)]?$|^(?:案|選択肢|プラン|候補) ?[a-z\d]{1,2}$|^[a-z\d]案$/u.test(
    fold(label),
  );
}

/** Whether the text beside a question says what it is about. */
export function saysMore({ question, header, context, options = [] }: Shown): boolean {
  if (header === undefined && context === undefined && options.every(({ description }) => description === undefined))
    return false;
  const own = contentStems(question.slice(0, MAX_READ));
  const says = (text: string | undefined) =>
    text !== undefined && [...contentStems(text.slice(0, MAX_READ))].some((stem) => !own.has(stem));
  return says(header) || says(context) || options.some(({ description }) => says(description));
}

function isNamedOtherwise(one: string, other: string): boolean {
  const [named, namedOther] = [namedThings(one), namedThings(other)];
  const both = [...named].filter((name) => namedOther.has(name)).length;
  return named.size > 0 && namedOther.size > 0 && both < Math.max(named.size, namedOther.size);
}

function agree(first: string, second: string, own: ReadonlySet<string>): boolean {
  const [one, other] = [first.slice(0, MAX_READ), second.slice(0, MAX_READ)];
  if (fold(one) === fold(other)) return true;
  const [a, b] = [one, other].map((text) => new Set([...contentStems(text)].filter((stem) => !own.has(stem))));
  if (a!.size === 0 || b!.size === 0) return true;
  if (isNamedOtherwise(one, other)) return false;
  const common = [...a!].filter((stem) => b!.has(stem)).length;
  const smaller = Math.min(a!.size, b!.size);
  // Everything that one side says, the other says too. One word in place of another means another thing: "low tide", "high tide".
  return common === smaller && common >= Math.min(MIN_SHARED, smaller);
}

/** The same words except for some that replace others: "alarm of probe 3", "alarm of probe 7". */
function contrasts(first: string, second: string): boolean {
  const [a, b] = [first, second].map((text) => contentStems(text.slice(0, MAX_READ)));
  const common = [...a!].filter((stem) => b!.has(stem)).length;
  const [onlyFirst, onlySecond] = [a!.size - common, b!.size - common];
  return onlyFirst > 0 && onlySecond > 0 && common > 0 && Math.max(onlyFirst, onlySecond) <= common;
}

/** Described in the same words except for some that replace others: "on the sign-up page", "on the sign-out page". */
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
  // The usual case, without reading the question.
  if (besideOf(one) === '' && besideOf(other) === '') return true;
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
  const own = contentStems(
    `${one.question} ${other.question} ${(one.options ?? []).map(({ label }) => label).join(' ')}`,
  );
  if (one.header !== undefined && other.header !== undefined && !agree(one.header, other.header, own)) return false;
  if (!saysMore(one) || !saysMore(other)) return true;
  const [all, allOther] = [besideOf(one), besideOf(other)];
  // "Not the one of billing": what is only mentioned cannot be told from what it is about.
  if (EXCLUDES.test(fold(`${all}\n${allOther}`)) && !identical()) return false;
  if (namesItsThing(one.question)) return !contrasts(all, allOther) && !isNamedOtherwise(all, allOther);
  const telling = both.filter(([a, b]) =>
    [a, b].every((text) => [...contentStems(text.slice(0, MAX_READ))].some((stem) => !own.has(stem))),
  );
  if (telling.length > 0) return telling.every(([a, b]) => agree(a, b, own));
  // One says it in its header, the other in its context or descriptions: all of each is compared with all of the other.
  return agree(all, allOther, own);
}
