/**
 * Compares what the person said last with a question: whether it touches the question, and whether it reopens a stored answer. Broad on
 * purpose: a question that is touched is asked, with the known answer offered first. What leaves a stored answer alone is known by its form
 * (plain-mentions.ts); ways to contradict an answer are without end, so they are not listed.
 */
import { namedThings } from './context.ts';
import { fold } from './fold.ts';
import { lazy, wordList } from './lists.ts';
import { isPlainMention } from './plain-mentions.ts';
import type { Shown } from './risk.ts';
import { contentStems, isCjk, LETTERS, stemOf, wordsOf } from './words.ts';

/** How much is read: the engine keeps no more of the recent words. */
const MAX_READ = 10_000;
/** A prompt with more sentences is read from its beginning. */
const MAX_SENTENCES = 200;
const MAX_QUESTION = 2_000;
/** How much of an act's subject the text beside it must mention to take back a no. */
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
 * Whether the person's words touch a question: they name a part of an option or of the known answer, mention half of the question's
 * subject or the thing it asks for, or take sides about a part of it.
 * @param known The answer that a preference or best practice would give.
 * @example
 * touches('no vitest this time please', { question: 'Which test runner should I use?' }, 'vitest'); // true
 */
export function touches(words: string, { question, options = [] }: Shown, known: string): boolean {
  if (asksAgain(words)) return true;
  const labels = [...options.map(({ label }) => label), known].filter((label) => label !== '' && !isPolar(label));
  const parts = labels.map(contentStems);
  const about = contentStems(question.slice(0, MAX_QUESTION));
  const thing = thingAskedFor(question.slice(0, MAX_QUESTION));
  return sentencesOf(words).some((said) => {
    if (labels.some((label) => names(said, label)) || parts.some((stems) => shared(said, stems) > 0)) return true;
    const part = shared(said, about);
    const takesSides = said.negative || SAYS_YES.test(said.text);
    return part >= 0.5 || (part > 0 && takesSides) || (thing !== null && said.stems.has(thing));
  });
}

const SAYS_YES = /\byes\b|はい/u;

const general = lazy(() => new Set([...wordList('general')].map(stemOf)));

/** The words that tell a text from others. */
function tellingStems(text: string): Set<string> {
  const stems = contentStems(text.slice(0, MAX_QUESTION));
  const telling = new Set([...stems].filter((stem) => !general().has(stem)));
  return telling.size > 0 ? telling : stems;
}

/** A wish, an order or a doubt; a report has none of these. */
const WISHES =
  /\b(?:should|shall|must|would|could|need|needs|want|wants|wish|prefer|please|let's|lets|let|only|too|than|better|worse|more|ask)\b/u;
const REPORTS =
  /^(?:the|this|that|these|those|my|our|your|his|her|its|their|i|we|he|she|it|they|there|a|an|all|some|thanks|how|who|when|where|why|does|did|is|are)\b/u;
const WISHES_JAPANESE =
  /(?:て|で|ください|下さい|たい(?:です)?|ましょう|べき(?:です)?|ほしい(?:です)?|お願いします)[。！\s]*$|ほう|方が|より/u;

const isReport = ({ text, negative }: Said): boolean =>
  !negative && (isCjk(text) ? !WISHES_JAPANESE.test(text) : REPORTS.test(text) && !WISHES.test(text));

/**
 * Whether words said after an answer reopen it: they name it, another option or the thing asked for, or are a wish about the subject of the
 * question, and are not plainly a mention. In doubt they do: the question is asked, with the stored answer one key away.
 */
export function reopens(words: string, { question, options = [] }: Shown, stored: string): boolean {
  if (asksAgain(words)) return true;
  const about = tellingStems(question);
  const thing = thingAskedFor(question.slice(0, MAX_QUESTION));
  const polar = isPolar(stored);
  const answer = polar ? about : tellingStems(stored);
  const taken = saidIn(stored.slice(0, MAX_QUESTION));
  const others = options
    .map(({ label }) => label)
    .filter((label) => fold(label) !== taken.text && !isPolar(label) && !names(taken, label));
  const otherStems = others.map((label) => [...tellingStems(label)].filter((stem) => !taken.stems.has(stem)));
  const sentences = sentencesOf(words);
  return sentences.some((said, at) => {
    if (others.some((label) => names(said, label))) return true;
    if (otherStems.some((stems) => stems.some((stem) => holds(said, stem)))) return true;
    const isNamed =
      (!polar && names(said, stored)) || shared(said, answer) > 0 || (thing !== null && said.stems.has(thing));
    if (!isNamed) return shared(said, about) > 0 && !isReport(said);
    // "GraphQL was tempting. Let's not.": one sentence names it, and the next negates it.
    if (said.negative || sentences[at + 1]?.negative === true) return true;
    return !isPlainMention(said.text, polar ? fold(stored) : stored);
  });
}

/** Whether a sentence that negates or stops something mentions anything that a question is about. */
export function denies(words: string, question: string): boolean {
  const about = contentStems(question.slice(0, MAX_QUESTION));
  return sentencesOf(words).some((said) => said.negative && shared(said, about) > 0);
}

/** Whether a sentence that negates or restricts something names a thing: it may be about any question that it does not mention. */
export function restricts(words: string): boolean {
  return words
    .slice(0, MAX_READ)
    .split(SENTENCE_END)
    .some((sentence) => namedThings(sentence).size > 0 && saidIn(sentence).negative);
}

/** Whether the text beside a question contradicts an answer that the person did not give to it. */
export function vetoes(beside: string, shown: Shown, known: string): boolean {
  if (asksAgain(beside)) return true;
  const others = (shown.options ?? [])
    .map(({ label }) => label)
    .filter((label) => fold(label) !== fold(known) && !isPolar(label));
  const sentences = sentencesOf(beside);
  const isNamed = (label: string) => sentences.some((said) => names(said, label));
  if (others.some(isNamed) && !isNamed(known)) return true;
  if (isPolar(known) && denies(beside, shown.question)) return true;
  const about = contentStems(shown.question.slice(0, MAX_QUESTION));
  return sentences.some((said, at) => {
    if (others.some((label) => names(said, label)) && !names(said, known) && !said.negative) return true;
    if (isPolar(known)) return /^(?:no|いいえ)$/u.test(fold(known)) && !said.negative && shared(said, about) >= DENIED;
    return names(said, known) && (said.negative || sentences[at + 1]?.negative === true);
  });
}
