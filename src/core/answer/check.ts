/** Checks whether an answer is acceptable. This is the only place that rejects answers, for all surfaces. */

import { questionHash } from '../../text/question-key.ts';
import { readYesNo } from '../../text/yes-no.ts';
import { AskOnceError } from '../model/errors.ts';
import type { Option, Question } from '../model/question.ts';

const MAX_ANSWER = 100_000;

/** Where a path really leads, resolved outside the core: inside the project root (as a relative path), or outside. */
export type PathFact = { readonly inside: string } | { readonly outside: true };

export type AnswerCheck =
  | { readonly accepted: string }
  | { readonly refused: string }
  | { readonly needsPath: string }
  /** Not an answer at all, whatever the question. */
  | { readonly error: AskOnceError };

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** An answer as surfaces submit it: text, or the selected labels of a multi-select. */
export type RawAnswer = string | readonly string[];

/** Returns the text of an answer, or an error if it cannot be an answer to any question. */
export function answerText(raw: RawAnswer): string | AskOnceError {
  if (typeof raw !== 'string' && !(Array.isArray(raw) && raw.every((part) => typeof part === 'string'))) {
    return new AskOnceError(
      'answer_empty',
      'An answer must be a string, or a list of strings for a multi-select question.',
    );
  }
  const parts = typeof raw === 'string' ? [raw] : raw.filter((part) => part.trim() !== '');
  // The store would return a lone surrogate as different text.
  const text = parts.join(', ').toWellFormed().trim();
  if (text === '') {
    const help = 'The answer is empty. To close the question without an answer, use decline.';
    return new AskOnceError('answer_empty', help);
  }
  if (text.length > MAX_ANSWER) {
    const help = `An answer may have at most ${MAX_ANSWER} characters; this one has ${text.length}.`;
    return new AskOnceError('answer_too_long', help);
  }
  return text;
}

/** Checks an answer against its question. `path` is requested (`needsPath`) only if the question is about a file. */
export function checkAnswer(question: Question, raw: RawAnswer, language: string | null, path?: PathFact): AnswerCheck {
  const text = answerText(raw);
  if (typeof text !== 'string') return { error: text };
  if (CONTROL.test(text)) return { refused: 'The answer contains control characters. Send plain text.' };
  switch (question.type) {
    case 'CONFIRM': {
      const yesNo = readYesNo(text, language, question.question);
      return yesNo ? { accepted: yesNo } : { refused: `Answer yes or no, not “${clip(text)}”.` };
    }
    case 'TARGET_FILE': {
      const named = optionNamed(question.options, text);
      if (!named && (question.strictOptions || isPlace(question.options, text))) return notAnOption(question, text);
      const chosen = named ?? text;
      const trouble = pathTrouble(chosen);
      if (trouble !== null) return { refused: `“${clip(chosen)}” ${trouble}` };
      if (path === undefined) return { needsPath: chosen };
      if ('outside' in path) return { refused: `“${clip(chosen)}” is outside the project. Name a file inside it.` };
      // “./-rf” or a link may lead to a path that would be rejected if written directly.
      const hidden = pathTrouble(path.inside);
      if (hidden !== null) return { refused: `“${clip(chosen)}” points to “${clip(path.inside)}”, which ${hidden}` };
      return { accepted: path.inside };
    }
    case 'SELECT_ONE':
      return checkSelection(question, raw, text);
    case 'FREE_TEXT':
      return question.options.length > 0 ? checkSelection(question, raw, text) : { accepted: text };
  }
}

/** What a path must not contain, because a shell or another system would read it as a different file. */
const PATH_TROUBLES: readonly [RegExp, string][] = [
  [/[\n\r\t\u2028\u2029\u0085]/, 'contains a line break or a tab. Name one file.'],
  [/^-/, 'begins with a dash, so a command would read it as an option. Name another file.'],
  [/^~/, 'is in a home folder. Give the path relative to the project.'],
  [/^[a-z]:|\\/i, 'is a Windows path. Give the path relative to the project, with / between folders.'],
  // `$id` in lower case is a file name in several web frameworks.
  [/`|\$[({]|\$[A-Z_][A-Z0-9_]*(?!\w)|%\w+%/, 'contains something a shell would expand. Write the file name out.'],
];

/** Returns what is wrong with a path as written, or null. */
function pathTrouble(path: string): string | null {
  return PATH_TROUBLES.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

function checkSelection(question: Question, raw: RawAnswer, text: string): AnswerCheck {
  const { options, multiSelect, strictOptions } = question;
  const parts =
    typeof raw !== 'string'
      ? raw.map((part) => part.toWellFormed())
      : multiSelect
        ? selectionsIn(options, text)
        : [text];
  const labels = parts.map((part) => optionNamed(options, part.trim()) ?? part.trim()).filter((part) => part !== '');
  if (labels.length === 0) return { refused: 'The answer selects nothing. Choose an option, or type an answer.' };
  if (labels.length > 1 && !multiSelect) return { refused: 'This question takes only one option.' };
  const isOption = (label: string) => options.some((option) => option.label === label);
  const strange = labels.find((label) => !isOption(label) && (strictOptions || isPlace(options, label)));
  if (strange !== undefined) return notAnOption(question, strange);
  return { accepted: [...new Set(labels)].join(', ') };
}

/** Splits a typed list into its parts. Labels may contain commas, so the longest matching label is taken first. */
function selectionsIn(options: readonly Option[], text: string): string[] {
  // "1 3": positions in the list; people also separate them with spaces.
  const places = text.trim().split(/[\s,、]+/);
  if (places.every((place) => isPlace(options, place))) return places;
  const labels = options.map(({ label }) => label).sort((a, b) => b.length - a.length);
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const here = rest.toLowerCase();
    const label = labels.find(
      (known) => here.startsWith(known.toLowerCase()) && /^\s*([,、]|$)/.test(rest.slice(known.length)),
    );
    const length = label?.length ?? /[,、]|$/.exec(rest)!.index;
    parts.push(rest.slice(0, length));
    rest = rest.slice(length).replace(/^\s*[,、]?\s*/, '');
  }
  return parts;
}

/** Splits a stored answer of several options into its parts. Exact spelling distinguishes “A, B” from the option “a, b”. */
export function selectedIn(options: readonly Option[], answer: string): string[] {
  const labels = options.map(({ label }) => label).sort((a, b) => b.length - a.length);
  const parts: string[] = [];
  for (let rest = answer; rest !== ''; ) {
    const label = labels.find((known) => rest === known || rest.startsWith(`${known}, `));
    const length = label?.length ?? (rest.indexOf(', ') < 0 ? rest.length : rest.indexOf(', '));
    parts.push(rest.slice(0, length));
    rest = rest.slice(length + 2);
  }
  return parts;
}

function notAnOption(question: Question, text: string): AnswerCheck {
  const labels = question.options.map((option) => option.label).join(', ');
  return { refused: `“${clip(text)}” is not one of the options. Choose one of: ${clip(labels, 400)}.` };
}

/**
 * Returns the option that a text names: by its label, ignoring case, or by its number, counting from 1. If any label is itself a number,
 * numbers are never positions: with the options 2 and 4, "2" means 2, and "1" is free text.
 */
export function optionNamed(options: readonly Option[], text: string): string | undefined {
  const lower = text.toLowerCase();
  const byLabel =
    options.find((option) => option.label === text) ?? options.find((option) => option.label.toLowerCase() === lower);
  if (byLabel) return byLabel.label;
  return isPlace(options, text) ? options[Number(text) - 1]?.label : undefined;
}

/** Whether a text can only be a position in the list. A position that does not exist is a typo, not free text. */
function isPlace(options: readonly Option[], text: string): boolean {
  return options.length > 0 && /^\d{1,4}$/.test(text) && !options.some(({ label }) => /^\d+$/.test(label));
}

/** A question as it was asked when its answer was given. */
type Asked = Pick<Question, 'question' | 'options'>;
type AskedAs = Asked & Pick<Question, 'type'>;

/**
 * Returns an earlier answer in the form this question takes, or null if it does not fit: it refers to the old order, is not among the
 * current options, or is not a yes or no where one is expected.
 */
export function servingAnswer(question: Question, answer: string, asked: AskedAs): string | null {
  if (countsOnOrder(question, answer, asked)) return null;
  switch (question.type) {
    case 'CONFIRM':
      return asked.type === 'CONFIRM' ? answer : readYesNo(bareLabel(answer), null, question.question);
    case 'TARGET_FILE':
      // A path was checked to be inside the project only if a file was asked for.
      return asked.type === 'TARGET_FILE' ? fittingAnswer(question, answer, asked.options) : null;
    case 'SELECT_ONE':
      return (
        fittingAnswer(question, answer, asked.options) ??
        (asked.type === 'CONFIRM' ? yesNoOption(question.options, answer) : null)
      );
    case 'FREE_TEXT':
      return asked.options.some(({ label }) => label === answer) ? bareLabel(answer) : answer;
  }
}

/** Whether an earlier answer may be applied to this question. */
export function serves(question: Question, answer: string, asked: AskedAs): boolean {
  return servingAnswer(question, answer, asked) !== null;
}

/**
 * Returns an answer in terms of the current options. If the options are unchanged, any answer fits; otherwise every part must be among
 * them.
 */
export function fittingAnswer(question: Question, answer: string, askedWith: readonly Option[]): string | null {
  const { options, multiSelect, strictOptions, type } = question;
  if (options.length === 0) return answer;
  const plain = (label: string) =>
    bareLabel(label)
      .toLowerCase()
      .replace(type === 'TARGET_FILE' ? /^\.\// : /^$/, '');
  const named = (label: string) => options.find((option) => plain(option.label) === plain(label))?.label;
  const one = named(answer);
  // A path was checked in the form in which it is stored.
  if (one !== undefined) return type === 'TARGET_FILE' ? answer : one;
  const several = selectionsIn(options, answer).map(named);
  const allNamed = several.every((label) => label !== undefined);
  if (multiSelect && allNamed) return several.join(', ');
  // Free text given for exactly the same options. It does not fit if only options are accepted, or if it names several options where one is
  // allowed.
  return sameLabels(options, askedWith) && !strictOptions && !allNamed ? answer : null;
}

/** The one option that means this yes or no, in any supported language. */
function yesNoOption(options: readonly Option[], answer: string): string | null {
  const found = options.filter(({ label }) => readYesNo(bareLabel(label), null) === answer);
  return found.length === 1 ? found[0]!.label : null;
}

const RECOMMENDED =
  /[([（【](?:recommended|empfohlen|recommandée?|recomendad[oa]|推奨|おすすめ|推荐|추천)[)\]）】]\s*$/iu;

/**
 * Returns a label without the "recommended" mark that agents add. The mark may come and go while the option stays the same.
 * @example
 * bareLabel('PostgreSQL (Recommended)'); // 'PostgreSQL'
 */
export function bareLabel(label: string): string {
  return label.replace(RECOMMENDED, '').trimEnd() || label;
}

/** Whether an answer such as "the second one" refers to an order, and the question or the options are now different or in another order. */
export function countsOnOrder(question: Question, answer: string, asked: Asked): boolean {
  if (!mayCountOnOrder(answer) || question.options.some(({ label }) => label.toLowerCase() === answer.toLowerCase()))
    return false;
  const choice = asked.options.length > 0 || OFFERS_A_CHOICE.test(asked.question);
  if (!choice || names(answer, asked)) return false;
  const order = ({ options }: Asked) => options.map(({ label }) => bareLabel(label)).join('\n');
  return questionHash(asked.question) !== question.questionHash || order(asked) !== order(question);
}

/** Whether an answer contains an ordinal word. Long answers are taken to be explicit. */
export function mayCountOnOrder(answer: string): boolean {
  return answer.length <= 60 && ORDINAL.test(answer.normalize('NFKC'));
}

/** Whether an answer contains a word of one of the alternatives, so that it says which one it means. */
function names(answer: string, { question, options }: Asked): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const offered = new Set(words([question, ...options.map(({ label }) => label)].join(' ')));
  return words(answer).some((word) => offered.has(word) && !ORDINAL.test(word) && !SMALL_WORDS.has(word));
}

const SMALL_WORDS = new Set('the one use with should please for and option choice'.split(' '));
const ORDINAL =
  /\b(?:first|second|third|fourth|last|former|latter|other|1st|2nd|3rd|4th|two|three)\b|\b(?:option|choice|number|alternative) [a-d1-9]\b|^\W*[a-d1-9]\W*$|[一二三四1-4](?:つ目|番)|前者|後者|后者|最初|最後|[前後右左](?:の|で|$)|第[一二三四]/i;
const OFFERS_A_CHOICE = /\bor\b|どちら|それとも|还是|還是|아니면|\b(?:oder|ou|o)\b/i;

function sameLabels(a: readonly Option[], b: readonly Option[]): boolean {
  const labels = new Set(b.map(({ label }) => bareLabel(label)));
  return a.length === b.length && a.every(({ label }) => labels.has(bareLabel(label)));
}

/** Returns a text that every database can store: lone surrogates and NUL characters become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Shortens a text for a message. */
export function clip(text: string, length = 80): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Whether a submitted answer equals the stored one. A path is compared as text and not resolved. */
export function isSameAnswer(question: Question, raw: RawAnswer, kept: string): boolean {
  const checked = checkAnswer(question, raw, null);
  return 'accepted' in checked ? checked.accepted === kept : answerText(raw) === kept;
}
