/**
 * Compares what the person said last with a question: whether it touches the question, and whether it contradicts a known answer. Broad on
 * purpose: a question that is touched is asked, with the known answer offered first.
 */
import { fold } from './fold.ts';
import { wordList } from './lists.ts';
import type { Shown } from './risk.ts';
import { contentStems, isCjk, LETTERS, stemOf, wordsOf } from './words.ts';

/** How much is read: the engine keeps no more of the recent words. */
const MAX_READ = 10_000;
/** A prompt with more sentences is read from its beginning. */
const MAX_SENTENCES = 200;
const MAX_QUESTION = 2_000;
/** How much of an act's subject must be mentioned to take back a yes to it. */
const DENIED = 1 / 3;
const SENTENCE_END = /(?<=[.!?;。！？])\s*|\n+/;
const HAS_LETTER = new RegExp(`[${LETTERS}]`, 'u');

const NEGATED_JAPANESE = /ない|ません|ずに|なし|やめ|以外|禁止|不要|じゃなく|ではなく|だめ|ダメ|嫌/u;

/** Yes and No are not names: an act is affirmed or negated by its own words. */
const isPolar = (label: string): boolean => /^(?:yes|no|はい|いいえ)$/u.test(fold(label));

/** A text in the forms in which it is compared, each computed once. */
interface Said {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly joined: string;
  readonly negative: boolean;
}

function saidIn(sentence: string): Said {
  const text = fold(sentence);
  const words = wordsOf(text);
  const stems = words.map(stemOf);
  const negative = isCjk(text)
    ? NEGATED_JAPANESE.test(text)
    : words.some((word) => wordList('negation').has(word) || word.endsWith("n't"));
  return { text, stems: new Set(stems), joined: stems.join(''), negative };
}

function sentencesOf(words: string): Said[] {
  return words
    .slice(0, MAX_READ)
    .split(SENTENCE_END)
    .filter((sentence) => HAS_LETTER.test(sentence))
    .slice(0, MAX_SENTENCES)
    .map(saidIn);
}

/** "lock file" contains "lockfile". */
const holds = ({ stems, joined }: Said, stem: string): boolean =>
  stems.has(stem) || (stem.length > 5 && joined.includes(stem));

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

const ASKED_FOR =
  /\b(?:which|what) ((?:[a-z-]+ ){0,3}?[a-z-]+) (?:should|shall|do|does|would|will|is|are|can|to)\b|\bhow should (?:the |our |its )?([a-z-]+)\b/u;

/** The thing that a question asks for, as a stem: "language" in "Which language should the manual have?". */
function thingAskedFor(question: string): string | null {
  const [, what, how] = ASKED_FOR.exec(fold(question)) ?? [];
  const thing = (what ?? how)?.split(' ').at(-1);
  return thing === undefined || wordList('function').has(thing) || wordList('general').has(thing)
    ? null
    : stemOf(thing);
}

const asksAgain = (words: string): boolean => {
  const folded = fold(words.slice(0, MAX_READ));
  return [...wordList('ask_again')].some((phrase) => folded.includes(phrase));
};

/**
 * Whether the person's words touch a question: they name an option or the known answer, or mention the question's subject.
 * @param known The answer that a preference or best practice would give.
 * @example
 * touches('no vitest this time please', { question: 'Which test runner should I use?' }, 'vitest'); // true
 */
export function touches(words: string, { question, options = [] }: Shown, known: string): boolean {
  if (asksAgain(words)) return true;
  const labels = [...options.map(({ label }) => label), known].filter((label) => label !== '' && !isPolar(label));
  const about = contentStems(question.slice(0, MAX_QUESTION));
  const thing = thingAskedFor(question.slice(0, MAX_QUESTION));
  return sentencesOf(words).some((said) => {
    if (labels.some((label) => names(said, label))) return true;
    const part = shared(said, about);
    return part >= 0.5 || (part > 0 && said.negative) || (thing !== null && said.stems.has(thing));
  });
}

/**
 * Whether words said after an answer contradict it: another option is named, the stored one is negated, or the person wants to be asked. A
 * mere mention does not count.
 */
export function contradicts(words: string, { question, options = [] }: Shown, stored: string): boolean {
  if (asksAgain(words)) return true;
  const about = contentStems(question.slice(0, MAX_QUESTION));
  const answer = saidIn(stored.slice(0, MAX_QUESTION));
  const others = options
    .map(({ label }) => label)
    .filter((label) => fold(label) !== answer.text && !isPolar(label) && !names(answer, label));
  const sentences = sentencesOf(words);
  return sentences.some((said, at) => {
    const { negative } = said;
    if (others.some((label) => names(said, label)) && !names(said, stored) && !negative) return true;
    if (isPolar(stored)) {
      return shared(said, about) >= DENIED && negative === (fold(stored) === 'yes' || fold(stored) === 'はい');
    }
    // "GraphQL was tempting. Let's not.": one sentence names it, and the next negates it.
    return names(said, stored) && (negative || sentences[at + 1]?.negative === true);
  });
}

/** Whether a sentence that negates or stops something mentions anything that a question is about. */
export function denies(words: string, question: string): boolean {
  const about = contentStems(question.slice(0, MAX_QUESTION));
  return sentencesOf(words).some((said) => said.negative && shared(said, about) > 0);
}

/** Whether the text beside a question contradicts an answer that the person did not give to it. */
export function vetoes(beside: string, shown: Shown, known: string): boolean {
  const others = (shown.options ?? [])
    .map(({ label }) => label)
    .filter((label) => fold(label) !== fold(known) && !isPolar(label));
  const said = saidIn(beside.slice(0, MAX_QUESTION));
  if (others.some((label) => names(said, label)) && !names(said, known)) return true;
  return contradicts(beside, shown, known) || (isPolar(known) && denies(beside, shown.question));
}
