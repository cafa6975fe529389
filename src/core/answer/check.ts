/** Whether an answer may be taken: the only place that refuses one, whatever surface it came from. */

import { questionHash } from '../../text/question-key.ts';
import { readYesNo } from '../../text/yes-no.ts';
import { AskOnceError } from '../model/errors.ts';
import type { Option, Question } from '../model/question.ts';

const MAX_ANSWER = 100_000;

/** Where a path really leads, looked up at the rim: inside the project root (relative to it), or not. */
export type PathFact = { readonly inside: string } | { readonly outside: true };

export type AnswerCheck =
  | { readonly accepted: string }
  | { readonly refused: string }
  | { readonly needsPath: string }
  /** It is no answer at all, whatever the question. */
  | { readonly error: AskOnceError };

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** An answer in the form the surfaces give it: text, or the chosen labels of a multi-select. */
export type RawAnswer = string | readonly string[];

/** The text of an answer; an error where it is none, before any question is looked at. */
export function answerText(raw: RawAnswer): string | AskOnceError {
  if (typeof raw !== 'string' && !(Array.isArray(raw) && raw.every((part) => typeof part === 'string'))) {
    return new AskOnceError('answer_empty', 'An answer is a text, or a list of texts for a multi-select question.');
  }
  const parts = typeof raw === 'string' ? [raw] : raw.filter((part) => part.trim() !== '');
  // Half a surrogate pair would come back from the store as another text than was given.
  const text = parts.join(', ').toWellFormed().trim();
  if (text === '') {
    const help = 'An empty answer is no answer. Use decline to close the question without one.';
    return new AskOnceError('answer_empty', help);
  }
  if (text.length > MAX_ANSWER) {
    const help = `An answer may have ${MAX_ANSWER} characters; this one has ${text.length}.`;
    return new AskOnceError('answer_too_long', help);
  }
  return text;
}

/**
 * Checks one answer against its question. `path` is asked for (`needsPath`) only where the question is about a file.
 */
export function checkAnswer(question: Question, raw: RawAnswer, language: string | null, path?: PathFact): AnswerCheck {
  const text = answerText(raw);
  if (typeof text !== 'string') return { error: text };
  if (CONTROL.test(text)) return { refused: 'The answer holds control characters. Type it again as plain text.' };
  switch (question.type) {
    case 'CONFIRM': {
      const yesNo = readYesNo(text, language, question.question);
      return yesNo ? { accepted: yesNo } : { refused: `This question takes yes or no, not “${clip(text)}”.` };
    }
    case 'TARGET_FILE': {
      const named = optionNamed(question.options, text);
      if (!named && (question.strictOptions || isPlace(question.options, text))) return notAnOption(question, text);
      const chosen = named ?? text;
      const trouble = pathTrouble(chosen);
      if (trouble !== null) return { refused: `“${clip(chosen)}” ${trouble}` };
      if (path === undefined) return { needsPath: chosen };
      if ('outside' in path) return { refused: `“${clip(chosen)}” is outside the project. Name a file inside it.` };
      // “./-rf” and a link may lead to what would not be taken as it is.
      const hidden = pathTrouble(path.inside);
      if (hidden !== null) return { refused: `“${clip(chosen)}” leads to “${clip(path.inside)}”, which ${hidden}` };
      return { accepted: path.inside };
    }
    case 'SELECT_ONE':
      return checkSelection(question, raw, text);
    case 'FREE_TEXT':
      return question.options.length > 0 ? checkSelection(question, raw, text) : { accepted: text };
  }
}

/** What a path may not hold: to a shell or on another system it would name another file than here. */
const PATH_TROUBLES: readonly [RegExp, string][] = [
  [/[\n\r\t\u2028\u2029\u0085]/, 'has more than one line or column. Name one file.'],
  [/^-/, 'begins with a dash, and a command would take it for an option. Name a file that does not.'],
  [/^~/, 'begins in a home folder. Name the file from the project on.'],
  [/^[a-z]:|\\/i, 'is written as on Windows. Name the file from the project on, with / between folders.'],
  // `$id` in lower case is a file name of several web frameworks.
  [/`|\$[({]|\$[A-Z_][A-Z0-9_]*(?!\w)|%\w+%/, 'holds what a shell would replace. Name the file itself.'],
];

/** What is wrong with a path as it is written; null where nothing is. */
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
  if (labels.length === 0) return { refused: 'The answer names nothing.' };
  if (labels.length > 1 && !multiSelect) return { refused: 'This question takes one option, not several.' };
  const isOption = (label: string) => options.some((option) => option.label === label);
  const strange = labels.find((label) => !isOption(label) && (strictOptions || isPlace(options, label)));
  if (strange !== undefined) return notAnOption(question, strange);
  return { accepted: [...new Set(labels)].join(', ') };
}

/** The parts of a list as it is typed. A label may hold a comma itself, so the longest label that fits is taken first. */
function selectionsIn(options: readonly Option[], text: string): string[] {
  // "1 3": places in the list, which people also part by blanks.
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

/** The parts of an answer of several options, as it is kept. The labels' own spelling tells “A, B” from the option “a, b”. */
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
  return { refused: `“${clip(text)}” is none of the options. Choose one of: ${clip(labels, 400)}.` };
}

/**
 * The option a text names: by its label, whatever the case, or by its number, counting from 1. Where a label is a number
 * itself, a number is never a place in the list: "2" of the options 2 and 4 means 2, and "1" is an answer of one's own.
 */
export function optionNamed(options: readonly Option[], text: string): string | undefined {
  const lower = text.toLowerCase();
  const byLabel =
    options.find((option) => option.label === text) ?? options.find((option) => option.label.toLowerCase() === lower);
  if (byLabel) return byLabel.label;
  return isPlace(options, text) ? options[Number(text) - 1]?.label : undefined;
}

/** Whether a text can only be meant as a place in the list; one that is not there is a slip, not an answer of one's own. */
function isPlace(options: readonly Option[], text: string): boolean {
  return options.length > 0 && /^\d{1,4}$/.test(text) && !options.some(({ label }) => /^\d+$/.test(label));
}

/** A question as it was put when its answer was given. */
type Asked = Pick<Question, 'question' | 'options'>;
type AskedAs = Asked & Pick<Question, 'type'>;

/**
 * An earlier answer in the form that this question takes, or null where it cannot serve it: it counts on the old order, is none of the
 * options now offered, or is no yes or no where one is asked for.
 */
export function servingAnswer(question: Question, answer: string, asked: AskedAs): string | null {
  if (countsOnOrder(question, answer, asked)) return null;
  switch (question.type) {
    case 'CONFIRM':
      return asked.type === 'CONFIRM' ? answer : readYesNo(bareLabel(answer), null, question.question);
    case 'TARGET_FILE':
      // Whether a path leads out of the project was looked up only where a file was asked for.
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

/** An answer as the options have it now. Unchanged options take any; of others every part must be among them. */
export function fittingAnswer(question: Question, answer: string, askedWith: readonly Option[]): string | null {
  const { options, multiSelect, strictOptions, type } = question;
  if (options.length === 0) return answer;
  const plain = (label: string) =>
    bareLabel(label)
      .toLowerCase()
      .replace(type === 'TARGET_FILE' ? /^\.\// : /^$/, '');
  const named = (label: string) => options.find((option) => plain(option.label) === plain(label))?.label;
  const one = named(answer);
  // A path was looked up in the form in which it is kept.
  if (one !== undefined) return type === 'TARGET_FILE' ? answer : one;
  const several = selectionsIn(options, answer).map(named);
  const allNamed = several.every((label) => label !== undefined);
  if (multiSelect && allNamed) return several.join(', ');
  // Words of the person's own, given to the very same options: not where only options count, nor several for one.
  return sameLabels(options, askedWith) && !strictOptions && !allNamed ? answer : null;
}

/** The one option that is this yes or no, in whatever language. */
function yesNoOption(options: readonly Option[], answer: string): string | null {
  const found = options.filter(({ label }) => readYesNo(bareLabel(label), null) === answer);
  return found.length === 1 ? found[0]!.label : null;
}

const RECOMMENDED =
  /[([（【](?:recommended|empfohlen|recommandée?|recomendad[oa]|推奨|おすすめ|推荐|추천)[)\]）】]\s*$/iu;

/**
 * A label without the mark by which agents recommend it: it comes and goes while the option stays the same.
 * @example
 * bareLabel('PostgreSQL (Recommended)'); // 'PostgreSQL'
 */
export function bareLabel(label: string): string {
  return label.replace(RECOMMENDED, '').trimEnd() || label;
}

/** "The second one" says something only beside what it was given to; whether these are other words, or in another order. */
export function countsOnOrder(question: Question, answer: string, asked: Asked): boolean {
  if (!mayCountOnOrder(answer) || question.options.some(({ label }) => label.toLowerCase() === answer.toLowerCase()))
    return false;
  const choice = asked.options.length > 0 || OFFERS_A_CHOICE.test(asked.question);
  if (!choice || names(answer, asked)) return false;
  const order = ({ options }: Asked) => options.map(({ label }) => bareLabel(label)).join('\n');
  return questionHash(asked.question) !== question.questionHash || order(asked) !== order(question);
}

/** Whether an answer has a word of order in it. Long ones say what they mean. */
export function mayCountOnOrder(answer: string): boolean {
  return answer.length <= 60 && ORDINAL.test(answer.normalize('NFKC'));
}

/** Whether an answer has a word of the alternatives in it, and so says which it means. */
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

/** A text as every database can hold it: half a surrogate pair and the character zero become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Shortens a text for a message. */
export function clip(text: string, length = 80): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Whether an answer, as somebody gives it, is the one that was kept. A path is not looked up: it is the same text or it is not. */
export function isSameAnswer(question: Question, raw: RawAnswer, kept: string): boolean {
  const checked = checkAnswer(question, raw, null);
  return 'accepted' in checked ? checked.accepted === kept : answerText(raw) === kept;
}
