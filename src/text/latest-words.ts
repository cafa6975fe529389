/**
 * Compares what the person said last with a question. Broad on purpose, since ways to contradict an answer are without end: any word that
 * a sentence shares with the question, its options or the known answer touches it, and so does a sentence that takes something back without
 * saying what. A question that is touched is asked, with the known answer offered first. Only the same choice again leaves it alone.
 */
import { fold } from './fold.ts';
import { lazy, wordList } from './lists.ts';
import type { Shown } from './risk.ts';
import { contentStems, isCjk, LETTERS, stemOf, wordsOf } from './words.ts';
import { seedYesNo } from './yes-no.ts';

/** How much is read: the engine keeps no more of the recent words. */
const MAX_READ = 10_000;
/** A prompt with more sentences is read from its beginning. */
const MAX_SENTENCES = 200;
const MAX_QUESTION = 2_000;
/** How much of its subject an order must mention to hold best practice back. */
const MIN_ORDERED = 0.5;
/** A shorter word may begin another by chance. */
const MIN_PREFIX = 4;
const SENTENCE_END = /(?<=[!?;。！？])\s*|(?<=\.)\s+|\n+/;
const HAS_LETTER = new RegExp(`[${LETTERS}]`, 'u');

const NEGATED_JAPANESE = /ない|ません|ずに|なし|やめ|以外|禁止|不要|じゃなく|ではなく|だめ|ダメ|嫌/u;

/** Yes and No are not names: an act is affirmed or negated by its own words. */
const isPolar = (label: string): boolean => /^(?:yes|no|はい|いいえ)$/u.test(fold(label));

/** A sentence in the forms in which it is compared, each computed once. */
interface Said {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly joined: string;
  readonly negative: boolean;
}

const COURTESY_JAPANESE = /すみません|(?:構い|かまい|問題あり|間違いあり)ません|問題ない/gu;

function saidIn(sentence: string): Said {
  const text = fold(sentence);
  const words = wordsOf(text);
  const stems = words.map(stemOf).map(asDigit);
  const negative = isCjk(text)
    ? NEGATED_JAPANESE.test(text.replace(COURTESY_JAPANESE, ''))
    : words.some((word) => wordList('negation').has(word) || word.endsWith("n't"));
  return { text, stems: new Set(stems), joined: stems.join(''), negative };
}

const NUMBERS = lazy(
  () => new Map('zero one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, `${at}`])),
);
/** "two" is "2". */
const asDigit = (stem: string): string => NUMBERS().get(stem) ?? stem;

function sentencesOf(words: string): Said[] {
  return words
    .slice(0, MAX_READ)
    .split(SENTENCE_END)
    .filter((sentence) => HAS_LETTER.test(sentence))
    .slice(0, MAX_SENTENCES)
    .map(saidIn);
}

/** "lock file" contains "lockfile", and "deployment" begins with "deploy". */
function holds({ text, stems, joined }: Said, stem: string): boolean {
  if (isCjk(stem) && stem.length > 1) return text.includes(stem);
  if (stems.has(stem) || (stem.length > 5 && joined.includes(stem))) return true;
  if (stem.length < MIN_PREFIX) return false;
  for (const one of stems) if (one.length >= MIN_PREFIX && (one.startsWith(stem) || stem.startsWith(one))) return true;
  return false;
}

/** Whether a sentence contains all words of a name, in any form. */
function names(said: Said, name: string): boolean {
  const folded = fold(name);
  if (folded === '') return false;
  if (isCjk(folded)) return said.text.includes(folded);
  const wanted = [...contentStems(name)];
  const words = wanted.length > 0 ? wanted : wordsOf(name).map(stemOf);
  return words.length > 0 && words.every((word) => holds(said, word));
}

/** How much of the question's subject a sentence mentions, from 0 to 1. */
function shared(said: Said, about: ReadonlySet<string>): number {
  if (about.size === 0) return 0;
  let found = 0;
  for (const stem of about) if (holds(said, stem)) found += 1;
  return found / about.size;
}

const asksAgain = (words: string): boolean => {
  const folded = fold(words.slice(0, MAX_READ));
  return [...wordList('ask_again')].some((phrase) => folded.includes(phrase));
};

/** The act of a request for permission. A verb such as "add" may begin any order. */
const ACT = /\b(?:(?:should|shall|may|can|could) (?:i|we)|(?:me|us) to) (?:also |now |just )?([a-z-]+)/u;
const general = lazy(() => {
  const parts = wordList('parts');
  return new Set([...wordList('general')].filter((word) => !parts.has(word)).map(stemOf));
});

/** The words that say what a question is about: its general words only where it has no others. */
function subjectOf({ question, header = '' }: Pick<Shown, 'question' | 'header'>): ReadonlySet<string> {
  const text = question.slice(0, MAX_QUESTION);
  const verb = ACT.exec(fold(text))?.[1] ?? '';
  const isCommon = wordList('harmless_acts').has(verb) || wordList('weak_acts').has(verb);
  const stems = [...contentStems(`${text} ${header}`)].map(asDigit);
  const things = stems.filter((stem) => !isCommon || stem !== stemOf(verb));
  const telling = things.filter((stem) => !general().has(stem));
  return new Set([telling, things, stems].find((some) => some.length > 0));
}

const stemsIn = (text: string): string[] => [...contentStems(text.slice(0, MAX_QUESTION))].map(asDigit);

/** The names that a question may be answered with. */
const labelsOf = ({ options = [] }: Shown, known: string): string[] =>
  [...options.map(({ label }) => label), known].filter((label) => label !== '' && !isPolar(label));

const AROUND_JAPANESE = /^(?:はい|[、。！!\s]|を|で|に|使って|使います|して|お願いします|ください|ね|よ)*$/u;

/** "use YAML, please" where YAML is known: the same choice, and nothing else. */
function repeats({ text, negative }: Said, question: string, known: string): boolean {
  const answer = fold(known);
  if (negative || known === '' || /[?？]/u.test(text) || /^(?:no|いいえ)$/u.test(answer)) return false;
  if (isCjk(text)) return text.includes(answer) && AROUND_JAPANESE.test(text.replace(answer, ''));
  const own = new Set(wordsOf(isPolar(known) ? `${question} yes` : known).map(stemOf));
  const words = wordsOf(text);
  if (!words.every((word) => wordList('around').has(word) || own.has(stemOf(word)))) return false;
  return isPolar(known) ? words.includes('yes') : [...own].every((stem) => words.some((word) => stemOf(word) === stem));
}

const NAMES_JAPANESE = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[a-z\d]{2,}/u;

/** "No, not like that", "the other one": it takes something back, and does not say what. "Create another one" is a new task. */
function takesBack({ text, negative }: Said): boolean {
  if (seedYesNo(text) !== null || wordList('harmless_acts').has(wordsOf(text)[0] ?? '')) return false;
  if (isCjk(text)) return negative && !NAMES_JAPANESE.test(text);
  const words = wordsOf(text).filter((word) => !wordList('function').has(word));
  const refers = (word: string) =>
    wordList('negation').has(word) || wordList('refers').has(word) || word.endsWith("n't");
  return words.some(refers) && words.every((word) => refers(word) || general().has(stemOf(word)));
}

/**
 * Whether the person's words touch a question: a sentence shares a word with it, its options or the known answer, or takes back something
 * that it does not name, and is not the known answer again.
 * @param known The answer that is stored, or that a preference would give.
 * @example
 * touches('my aunt talked me out of vitest', { question: 'Which test runner should I use?' }, 'vitest'); // true
 * touches('use vitest please', { question: 'Which test runner should I use?' }, 'vitest'); // false
 */
export function touches(words: string, shown: Shown, known: string): boolean {
  if (asksAgain(words)) return true;
  const labels = labelsOf(shown, known);
  const named = [...subjectOf(shown), ...labels.flatMap(stemsIn)];
  return sentencesOf(words).some((said) => {
    const touched =
      takesBack(said) || labels.some((label) => names(said, label)) || named.some((stem) => holds(said, stem));
    return touched && !repeats(said, shown.question, known);
  });
}

const HABITS = /\b(?:we|our|ours|us)\b|うち|当社|我々/u;

/** "Build a TypeScript app" is no word about strict mode; "the types get in my way" may be one. */
const isOrder = ({ text }: Said): boolean => !isCjk(text) && !wordList('function').has(wordsOf(text)[0] ?? '');

/**
 * Whether words hold best practice back, which is right only for who knows nothing else: they name an option, rule anything out, tell how
 * things are done here, or are about the question.
 */
export function outweighs(words: string, shown: Shown, known: string): boolean {
  if (asksAgain(words)) return true;
  const labels = labelsOf(shown, known);
  const parts = labels.flatMap(stemsIn);
  const about = new Set(stemsIn(shown.question));
  return sentencesOf(words).some((said) => {
    if (said.negative || HABITS.test(said.text) || labels.some((label) => names(said, label))) return true;
    if (parts.some((stem) => holds(said, stem))) return true;
    return shared(said, about) >= (isOrder(said) ? MIN_ORDERED : Number.MIN_VALUE);
  });
}

/** Whether a sentence that negates or stops something is about a question, or does not say what it is about. */
export function denies(words: string, question: string): boolean {
  const about = new Set(stemsIn(question));
  return sentencesOf(words).some((said) => takesBack(said) || (said.negative && shared(said, about) > 0));
}

/** Whether a sentence beside a question names another option, and not the known answer or that one negated. */
export function namesAnother(beside: string, shown: Shown, known: string): boolean {
  const others = labelsOf(shown, '').filter((label) => fold(label) !== fold(known));
  // "JSON Lines" does not name "JSON".
  const rest = ({ text }: Said, label: string) => saidIn(text.replaceAll(fold(label), ' '));
  return sentencesOf(beside).some((said) =>
    others.some((label) => names(said, label) && (said.negative || !names(rest(said, label), known))),
  );
}

/** Whether the text beside a question contradicts an answer that the person did not give to it. */
export function vetoes(beside: string, shown: Shown, known: string): boolean {
  if (asksAgain(beside) || namesAnother(beside, shown, known)) return true;
  const about = [...subjectOf(shown), ...(isPolar(known) ? [] : stemsIn(known))];
  const isNo = /^(?:no|いいえ)$/u.test(fold(known));
  return sentencesOf(beside).some(
    (said) => takesBack(said) || ((said.negative || isNo) && about.some((stem) => holds(said, stem))),
  );
}
