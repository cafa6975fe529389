/**
 * Whether two questions with the same words are about the same thing, judged by their header, context and descriptions. If one side says
 * nothing there, the words decide. If both do, they must say exactly the same: of contexts told anew, those about the same thing share no
 * more words than those about another. So these are two questions, and the earlier answer is only offered. The exception is a question about
 * the project itself, such as its licence.
 */
import { fold, plain } from './fold.ts';
import { normaliseQuestion } from './question-key.ts';
import { isBareLeave, type Shown } from './risk.ts';
import { contentStems } from './words.ts';

/** The project is one thing, whatever is told beside it. */
const NAMES_PROJECT = /\b(?:the|this|our|your) (?:project|repo|repository|codebase)(?:'s)?\b|プロジェクトの/u;
const POINTS =
  /\b(?:it|its|this|these|those|that|them|here|above|below|following|they|their|he|she|him|her|one|such)\b/u;
const JA_POINTS = /[こそあ][のれ]|上記|以下/u;
/** Whether a question refers to something beside it: "does that suit you?". */
export const pointsBeside = (question: string): boolean => POINTS.test(fold(question)) || JA_POINTS.test(question);

/** How much of the text beside a question is compared. */
const MAX_READ = 2_000;

/** Names, numbers, paths and code. */
function namedThings(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const read = plain(text.slice(0, MAX_READ));
  for (const { 0: token, index } of read.matchAll(/[\p{L}\p{N}_@~./-]+/gu)) {
    const name = token.replace(/[.]+$/u, '');
    const isName =
      /[\d_]|[^.][./][^.]/u.test(name) ||
      (index > 0 && /^\p{Lu}/u.test(name) && !/[.!?]\s$/u.test(read.slice(index - 2, index)));
    if (isName) found.add(fold(name));
  }
  return found;
}

/** All texts beside a question, each normalised as its words are. */
function besideOf({ header = '', context = '', options = [] }: Shown): string {
  const described = options
    .filter(({ description = '' }) => description !== '')
    .map(({ label, description }) => `${label}: ${description}`);
  return [header, context, ...described.sort()].map(normaliseQuestion).join('\n');
}

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

/** Whether both contexts name things, and not the same ones. */
function isNamedOtherwise(one: Shown, other: Shown): boolean {
  const [named, namedOther] = [one, other].map(({ header = '', context = '' }) => namedThings(`${header}\n${context}`));
  const isSame = named!.size === namedOther!.size && [...named!].every((name) => namedOther!.has(name));
  return named!.size > 0 && namedOther!.size > 0 && !isSame;
}

/**
 * @example
 * aboutTheSame({ question, context: 'for the analytics service' }, { question, context: 'for the offline store' }); // false
 */
export function aboutTheSame(one: Shown, other: Shown): boolean {
  const [beside, besideOther] = [besideOf(one), besideOf(other)];
  if (beside === besideOther) return true;
  // Permission to continue covers only what is shown beside the question.
  if (isBareLeave(one.question)) return false;
  if (!saysMore(one) || !saysMore(other)) return true;
  return NAMES_PROJECT.test(fold(one.question)) && !isNamedOtherwise(one, other);
}
