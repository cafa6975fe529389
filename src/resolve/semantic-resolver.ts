/** Finds the answer in the person's own last words (seed 000). It quotes them, and abstains whenever they could have another meaning. */

import { AskOnceError } from '../core/model/errors.ts';
import type { ClarificationType, Question } from '../core/model/question.ts';
import type { Heard, Resolution, Resolver } from '../core/model/resolution.ts';
import { isHarmlessAct, mayConsent } from '../text/consent.ts';
import { wordList } from '../text/lists.ts';
import { seeksPermission } from '../text/permission.ts';
import { asksLeave, asksSeveral, isNegated } from '../text/question-form.ts';
import { normaliseQuestion } from '../text/question-key.ts';
import { isFileName } from '../text/subject.ts';
import { seedYesNo } from '../text/yes-no.ts';
import { choosesFile, choosesOption } from './instructions.ts';
import {
  choosesNothing,
  extentOf,
  MAX_PLACES,
  occurrencesOf,
  refuses,
  type Sentence,
  sentenceAround,
  takesBack,
} from './named-words.ts';

/** A user-defined pattern. A string must equal the whole input after normalisation; a RegExp may match inside it. */
export interface SemanticPattern {
  readonly pattern: RegExp | string;
  /** Only for questions of this type; all types if absent. */
  readonly type?: ClarificationType;
  readonly answer: string;
  /** Shown instead of the words that matched. */
  readonly evidence?: string;
}

const ROOT_WORDS = new Set('root|root直下|root直下に|.|./|ここ|here|project root|the project root'.split('|'));
const ROOT_LABELS = new Set([...ROOT_WORDS, 'the root', 'repository root', 'プロジェクトルート', 'ルート']);
/** Asks for a place in the project: by its noun, or by where to put something. */
const ASKS_FOR_PLACE =
  /\b(?:directory|folder|path|location)\b|\bwhere\b.*\b(?:put|place[ds]?|saved?|stored?|created?|write|written|keep|kept|add(?:ed)?|go|live|belong|output|generated?|installed?|moved?|project|module|component|service|tests|docs|config)\b|どの(?:ディレクトリ|フォルダ|場所)|どこに/iu;
const QUOTED = 120;
const MAX_PATHS = 20;
const MAX_INPUT = 20_000;
/** A longer request for permission says more than an earlier yes or no could have covered. */
const MAX_LEAVE = 2_000;

/** The sentence, shortened before the name if necessary so that the quotation contains the name. */
function shownPart({ text, name }: Sentence): string {
  const from = text.length > QUOTED ? Math.max(0, Math.min(name.end, text.length) - QUOTED + 1) : 0;
  return `${from > 0 ? '…' : ''}${text.slice(from)}`;
}

function said(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ');
  return `the person said “${words.length > QUOTED ? `${words.slice(0, QUOTED)}…` : words}”`;
}

/** @param sentence The words that led to the answer, if the person said more than a line. */
function fromInput(heard: Heard, answer: string, confidence: number, bare: boolean, sentence?: Sentence): Resolution {
  return {
    answer,
    source: 'input',
    evidence: said(heard.text.length > QUOTED && sentence ? shownPart(sentence) : heard.text),
    confidence,
    ...(bare ? { spendsHeard: true } : {}),
  };
}

/**
 * The tokens of a text that may be paths, in order, each once, at most 20. The caller checks whether they exist and are inside the root.
 * @example
 * pathsMentioned('README.mdを直して'); // ['README.md']
 */
export function pathsMentioned(text: string): string[] {
  const found = new Set<string>();
  // Only characters that paths are written with: Japanese text around a path ends it, as a blank does.
  for (const match of text.slice(0, MAX_INPUT).matchAll(/[\w./~@+\\-]+/g)) {
    const glued =
      text[match.index + match[0].length] === ':' && text.startsWith('//', match.index + match[0].length + 1);
    if (glued || text.slice(Math.max(0, match.index - 3), match.index).endsWith(':')) continue;
    const token = match[0].replace(/(?<=.)[.]+$/, '');
    if (isFileName(token)) found.add(token);
    if (found.size === MAX_PATHS) break;
  }
  return [...found];
}

function rootFor(question: Question, heard: Heard): Resolution | null {
  const words = heard.text.normalize('NFKC').trim().toLowerCase();
  if (!ROOT_WORDS.has(words) && !ROOT_WORDS.has(words.replace(/[.!。]+$/, ''))) return null;
  const asksForPlace = question.type === 'TARGET_FILE' || ASKS_FOR_PLACE.test(question.question);
  if (!asksForPlace || question.type === 'CONFIRM' || isNegated(question.question)) return null;
  if (question.options.length === 0) return fromInput(heard, '.', 0.95, true);
  const fits = question.options.filter(({ label }) => ROOT_LABELS.has(label.trim().toLowerCase()));
  return fits.length === 1 ? fromInput(heard, fits[0]!.label, 0.95, true) : null;
}

/**
 * Words from before the question settle it only if they are the seed's own. A yes permits only what is known to be harmless, or a bare
 * "Proceed?" without any context; a no refuses any request for permission, even a harmful one.
 */
function yesNoFor(question: Question, heard: Heard): Resolution | null {
  const reading = question.question.length > MAX_LEAVE ? null : seedYesNo(heard.text);
  // A yes to a negative question, to a choice or to two questions at once is ambiguous.
  if (reading === null || isNegated(question.question) || asksSeveral(question.question)) return null;
  if (reading === 'No') return asksLeave(question.question) ? fromInput(heard, 'No', 0.98, true) : null;
  const harmless = isHarmlessAct(question.question) || seeksPermission(question.question);
  return harmless && mayConsent(question) ? fromInput(heard, 'Yes', 0.98, true) : null;
}

const withoutDot = (path: string): string => path.replace(/^\.\//, '');

/** The question asks for a file that does not exist yet, so an existing file was named for another reason. */
const ASKS_FOR_NEW =
  /\b(?:creat(?:e|ed|ing)|new|put|plac(?:e|ed|ing)|generat(?:e|ed|ing)|call(?:ed)?|name[ds]?)\b|作成|作る|作り|新しい|新規|置/i;
/** The file is only a reference: something should be like it, or about it. */
const POINTS_AT =
  /\b(?:see|like|similar to|based on|according to|as in|copy of|tests? (?:for|of)|for reference|instead of|than)\b|参考|のような|のように|テスト/i;

const PUTS_INTO = /\b(?:in|into|to|inside)\b/i;
const PUTS_INTO_JA = /^(?:に|へ)/;

function pathFor(question: Question, heard: Heard): Resolution | null {
  const path = heard.paths[0];
  if (path === undefined || heard.paths.length > 1 || isNegated(question.question)) return null;
  // "rename a.ts to b.ts" also names b.ts, although it does not exist yet.
  const mentioned = pathsMentioned(heard.text);
  const named = [...new Set(mentioned.map(withoutDot))];
  const written = mentioned[0] ?? path;
  const same = withoutDot(written) === withoutDot(path) || written.endsWith(`/${withoutDot(path)}`);
  if (named.length > 1 || !same) return null;
  const places = occurrencesOf(written, heard.text);
  if (places.length === 0 || places.length === MAX_PLACES) return null;
  const sentences = places.map((place) => sentenceAround(heard.text, place));
  if (sentences.some(({ rest }) => refuses(rest)) || takesBack(heard.text)) return null;
  const bare = extentOf(heard.text, places) === 'name';
  if (!bare && !sentences.every((sentence) => isFileChosen(sentence, question.question))) return null;
  const sentence = sentences[0]!;
  if (question.options.length === 0) return fromInput(heard, path, 0.95, bare, sentence);
  const fits = question.options.filter(({ label }) => withoutDot(label.trim()) === withoutDot(path));
  return fits.length === 1 ? fromInput(heard, fits[0]!.label, 0.95, bare, sentence) : null;
}

function isFileChosen(sentence: Sentence, asked: string): boolean {
  const { text, name, rest } = sentence;
  if (POINTS_AT.test(rest) || choosesNothing(politely(rest))) return false;
  if (
    ASKS_FOR_NEW.test(asked) &&
    !PUTS_INTO.test(text.slice(0, name.start)) &&
    !PUTS_INTO_JA.test(text.slice(name.end))
  )
    return false;
  return choosesFile(sentence, asked);
}

/** "Could you fix it?" is an order, not a question. */
function politely(rest: string): string {
  return /^\s*(?:please )?(?:can|could|would|will) you\b/i.test(rest)
    ? rest.replace(/\bcould\b/i, '').replace(/[?？]\s*$/, '')
    : rest;
}

function optionFor(question: Question, heard: Heard): Resolution | null {
  if (question.multiSelect || question.options.length === 0 || isNegated(question.question)) return null;
  const places: { label: string; start: number; end: number }[] = [];
  for (const { label } of question.options) {
    const found = occurrencesOf(label, heard.text);
    if (found.length === MAX_PLACES) return null;
    for (const place of found) places.push({ label, ...place });
  }
  // "JSON Lines" names "JSON Lines", not "JSON".
  const named = places.filter(
    (a) => !places.some((b) => b !== a && b.start <= a.start && b.end >= a.end && b.end - b.start > a.end - a.start),
  );
  const only = named[0];
  if (only === undefined || named.length > 1) return null;
  const extent = extentOf(heard.text, named);
  const sentence = sentenceAround(heard.text, only);
  if (choosesNothing(politely(sentence.rest)) || takesBack(heard.text)) return null;
  if (extent === 'more' && !isOptionChosen(sentence, only.label.trim(), question.question)) return null;
  return fromInput(heard, only.label, extent === 'more' ? 0.85 : 0.97, extent !== 'more', sentence);
}

function isOptionChosen(sentence: Sentence, label: string, asked: string): boolean {
  if (!choosesOption(sentence, asked)) return false;
  const { text, name } = sentence;
  // In a sentence these usually mean something else.
  const everyday = wordList('everyday').has(label.toLowerCase()) || [...label].length < 2;
  // "Write it in Go" spells the name as it is offered; "go ahead" does not.
  const asOffered = name.start > 0 && /[A-Z]/.test(label) && text.slice(name.start, name.end) === label;
  return !everyday || asOffered;
}

interface Checked extends SemanticPattern {
  readonly matches: (text: string) => string | null;
}

function checked(pattern: SemanticPattern): Checked {
  const known = typeof pattern?.pattern === 'string' || pattern?.pattern instanceof RegExp;
  if (!known || typeof pattern.answer !== 'string' || pattern.answer.trim() === '') {
    const text = `The semantic pattern “${String(pattern?.pattern)}” needs a string or RegExp as its pattern, and an answer.`;
    throw new AskOnceError('pattern_invalid', text);
  }
  const { pattern: source } = pattern;
  if (typeof source === 'string') {
    const whole = normaliseQuestion(source);
    if (whole === '')
      throw new AskOnceError('pattern_invalid', 'a semantic pattern is empty, so it would match an empty input');
    return { ...pattern, matches: (text) => (normaliseQuestion(text) === whole ? text.trim() : null) };
  }
  // A copy without the flags g and y: with them, `lastIndex` would make every second input miss.
  const stateless = new RegExp(source.source, source.flags.replace(/[gy]/g, ''));
  return { ...pattern, matches: (text) => stateless.exec(text)?.[0] ?? null };
}

/** A pattern's answer must be valid for the question; otherwise it would only be rejected later. */
function takes(question: Question, answer: string): boolean {
  if (question.type === 'CONFIRM') return answer === 'Yes' || answer === 'No';
  return (
    !question.strictOptions || question.options.length === 0 || question.options.some(({ label }) => label === answer)
  );
}

function customFor(patterns: readonly Checked[], question: Question, heard: Heard): Resolution | null {
  for (const pattern of patterns) {
    if ((pattern.type !== undefined && pattern.type !== question.type) || !takes(question, pattern.answer)) continue;
    const words = pattern.matches(heard.text);
    if (words === null || words.trim() === '') continue;
    const bare = words.trim() === heard.text.trim();
    const at = heard.text.indexOf(words);
    const sentence = sentenceAround(heard.text, { start: at, end: at + words.length });
    // "anything but the usual" contains "the usual".
    if (refuses(sentence.rest)) continue;
    const resolution = fromInput(heard, pattern.answer, 0.95, bare, sentence);
    return pattern.evidence === undefined ? resolution : { ...resolution, evidence: pattern.evidence };
  }
  return null;
}

/**
 * Questions about what is not wanted, and questions that a yes would invert: "which format should I avoid", "do you mind if I". What a
 * person said elsewhere does not apply to them.
 */
const TURNS_AWAY =
  /\b(?:avoid|exclude|skip|ignore|leave|dislike|hate|wrong|obsolete|worst|without|refrain|hold off|mind|problem|issue|object|objections?|stay|burn|stop|drop|retire|unused|never|against)\b|避け|除外|除く|控え|困|嫌|やめ|不要|使わな|省/i;

const turnsAway = (question: string): boolean => TURNS_AWAY.test(question);

/**
 * A resolver that uses the person's last words: user-defined patterns first, then root words, yes and no, a project file, an option. For a
 * destructive question it returns at most a plain No.
 * @example
 * semanticResolver([{ pattern: 'the usual', answer: 'YAML', type: 'SELECT_ONE' }]);
 */
export function semanticResolver(patterns: readonly SemanticPattern[] = []): Resolver {
  const own = patterns.map(checked);
  return ({ question, heard }) => {
    if (heard === null || heard.spent) return null;
    if (heard.text.trim() === '' || heard.text.length > MAX_INPUT) return null;
    if (question.type === 'CONFIRM') {
      const said = yesNoFor(question, heard);
      if (said?.answer === 'No' || question.destructive) return said?.answer === 'No' ? said : null;
      const custom = customFor(own, question, heard);
      return mayConsent(question) ? (custom ?? said) : null;
    }
    if (question.destructive || turnsAway(question.question)) return null;
    // In a language that is not supported, only a reply to the question itself counts.
    if (!mayConsent(question)) return null;
    // Permission to continue is the same question with options: only the seed's own words give it.
    if (seeksPermission(question.question) && seedYesNo(heard.text) === null) return null;
    const custom = customFor(own, question, heard);
    if (custom !== null) return custom;
    const root = rootFor(question, heard);
    if (root !== null) return root;
    if (question.type === 'TARGET_FILE') return pathFor(question, heard);
    return question.type === 'SELECT_ONE' ? optionFor(question, heard) : null;
  };
}
