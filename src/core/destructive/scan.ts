import { withoutAccents } from './fold.ts';
import { KIND, PAIRS } from './kinds.ts';
import { beginning, type Dictionary, type Lexicon, layOut, STEM_KEY, type Step } from './lexicon.ts';
import { describedUntil, isForeignNounUse, isNounUse, nounAfter } from './noun-use.ts';
import { offerAt } from './proposal.ts';

/** How many words a "~" in a phrase may stand for. */
const GAP = 4;

/** The words of a text, cut once, and where each begins. */
export interface Words {
  readonly list: string[];
  readonly starts: number[];
}

/** Letters of the scripts that put blanks between words, digits, and "_" not: "drop_all" is two words. */
function isWordCode(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return code >= 0xc0 && code < 0x530 ? code !== 0xd7 && code !== 0xf7 : code >= 0x1e00 && code < 0x1f00;
}

/** First code of the scripts that are read by substrings: Hebrew and all after it. */
const FIRST_SIGN = 0x590;

const LINE_END = 10;

/** So many empty words that no phrase reaches over them. */
function pushBarrier(list: string[], starts: number[], at: number): void {
  for (let i = 0; i <= GAP; i += 1) {
    list.push('');
    starts.push(at);
  }
}

export function wordsOf(text: string): Words {
  const list: string[] = [];
  const starts: number[] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i += 1) {
    const code = i < text.length ? text.charCodeAt(i) : -1;
    if (isWordCode(code)) {
      if (start < 0) start = i;
      continue;
    }
    if (start >= 0) {
      const word = text.slice(start, i);
      list.push(word);
      starts.push(start);
      start = -1;
    }
    // Two labels are no phrase: "Blue" and "Green" below each other deploy nothing.
    if (code === LINE_END) pushBarrier(list, starts, i);
  }
  return { list, starts };
}

/** Plain arrays: to make a typed one takes longer than to fill this. */
const NOT_SEEN: readonly number[] = Array.from({ length: 32 }, () => -1_000_000);

/** What a scan has found so far: which kinds, and where each was seen last. */
class Findings {
  kinds = 0;
  /** Whether two halves of an act met, for certain or mildly. */
  paired = false;
  mildlyPaired = false;
  /** By the number of the kind's bit. */
  #seen: number[] | undefined;

  add(kinds: number, at: number): void {
    this.kinds |= kinds;
    // Most texts have nothing to find, and then nothing is made for it.
    this.#seen ??= Array.from(NOT_SEEN);
    for (let rest = kinds; rest !== 0; rest &= rest - 1) this.#seen[31 - Math.clz32(rest & -rest)] = at;
    for (const { first, second, near, mild } of PAIRS) {
      if ((this.kinds & first) === 0 || (this.kinds & second) === 0 || (mild && this.mildlyPaired)) continue;
      const met =
        ((kinds & first) !== 0 && this.#near(second, at, near)) ||
        ((kinds & second) !== 0 && this.#near(first, at, near));
      if (met && mild) this.mildlyPaired = true;
      if (met && !mild) this.paired = true;
    }
  }

  #near(kinds: number, at: number, distance: number): boolean {
    for (let rest = kinds; rest !== 0; rest &= rest - 1) {
      // One word is not both halves: "store" in "store timestamps" is no shop.
      const apart = at - this.#seen![31 - Math.clz32(rest & -rest)]!;
      if (apart > 0 && apart <= distance) return true;
    }
    return false;
  }
}

interface Found {
  kinds: number;
  /** The last word of the longest phrase. */
  last: number;
}

/** Follows all phrases that go on from this step, and adds up what those say that end. */
function follow(step: Step, words: readonly string[], at: number, found: Found): void {
  if (step.pending) layOut(step);
  if (step.kinds !== 0) {
    found.kinds |= step.kinds;
    if (at > found.last) found.last = at;
  }
  if (at + 1 === words.length) return;
  const next = step.next?.get(words[at + 1]!);
  if (next) follow(next, words, at + 1, found);
  if (!step.later && !step.stems) return;
  const end = Math.min(at + 1 + GAP, words.length - 1);
  for (let i = at + 1; i <= end; i += 1) {
    const word = words[i]!;
    const later = step.later?.get(word);
    if (later) follow(later, words, i, found);
    if (!step.stems) continue;
    for (const stem of step.stems) {
      if ((stem.gap || i === at + 1) && word.startsWith(stem.text)) follow(stem.step, words, i, found);
    }
  }
}

function lookUp(dictionary: Dictionary, list: readonly string[], at: number, word: string, found: Found): void {
  if (dictionary.beginnings[beginning(word)] === 0) return;
  const { words, stems } = dictionary;
  const exact = words.get(word);
  if (exact) follow(exact, list, at, found);
  if (word.length < STEM_KEY || stems.size === 0) return;
  const bucket = stems.get(word.slice(0, STEM_KEY));
  if (!bucket) return;
  for (const { text, step } of bucket) if (word.startsWith(text)) follow(step, list, at, found);
}

const ENGLISH = new Set(
  (
    'the should would could this that these you your which what how it its are have has with from my to be and not when ' +
    'where there they can use is for of we or shall does if i'
  ).split(' '),
);
const LONGEST_ENGLISH = Math.max(...Array.from(ENGLISH, ({ length }) => length));
/** How many words on either side tell whether a word stands amid English, and how many of them must be English. */
const AROUND = 5;
const ENOUGH = 2;
const LABEL = 2;
const FOREIGN_LETTER = /[^\u0000-\u007f]/;

/** For each word, how many plain English ones stand before it. */
function englishCounts(list: readonly string[]): number[] {
  const counts = [0];
  let count = 0;
  for (const word of list) {
    // All of them are short.
    if (word.length <= LONGEST_ENGLISH && ENGLISH.has(word)) count += 1;
    counts.push(count);
  }
  return counts;
}

/** The number of the first word after the sentence or line that the word at `at` stands in. */
function endOfSentence(text: string, starts: readonly number[], at: number): number {
  let word = at + 1;
  for (; word < starts.length; word += 1) {
    // What parts two words stands right before the second.
    for (let i = starts[word]! - 1; i > starts[word - 1]! && i >= starts[word]! - 4; i -= 1) {
      const code = text.charCodeAt(i);
      if (code === 10 || code === 63 || code === 33 || code === 0xbf || (code === 46 && i < starts[word]! - 1))
        return word;
      if (isWordCode(code)) break;
    }
  }
  return word;
}

/** Whether the words are dangerous for certain; what else they say goes to the findings. */
function scanWords(lexicon: Lexicon, text: string, words: Words, findings: Findings): boolean {
  const { list, starts } = words;
  const { english } = lexicon;
  const counts = englishCounts(list);
  const described = describedUntil(list);
  const found: Found = { kinds: 0, last: 0 };
  let sentenceStart = 0;
  let sentenceEnd = 0;
  for (let i = 0; i < list.length; i += 1) {
    const word = list[i]!;
    if (i >= sentenceEnd) {
      sentenceStart = i;
      sentenceEnd = endOfSentence(text, starts, i);
    }
    // Of a barrier.
    if (word === '') continue;
    found.kinds = 0;
    found.last = i;
    const offer = offerAt(text, list, starts, i);
    if (offer) findings.add(offer.act ? KIND.offer : KIND.placing, starts[offer.at] ?? starts[i]!);
    lookUp(english, list, i, word, found);
    const foreignOnly = found.kinds === 0;
    // A label has no words around it that tell its language; the question it belongs to has.
    const alone =
      sentenceEnd - sentenceStart <= LABEL &&
      !FOREIGN_LETTER.test(text.slice(Math.max(0, starts[sentenceStart]! - 1), starts[sentenceEnd]));
    const around = alone
      ? counts[list.length]!
      : counts[Math.min(sentenceEnd, i + AROUND + 1)]! - counts[Math.max(sentenceStart, i - AROUND)]!;
    if (around < ENOUGH) {
      const { foreign } = lexicon;
      lookUp(foreign, list, i, word, found);
      const plain = found.kinds === 0 ? withoutAccents(word) : word;
      if (plain !== word) lookUp(foreign, list, i, plain, found);
    }
    if (found.kinds === 0) continue;
    if ((found.kinds & KIND.harmless) !== 0) {
      i = found.last;
      continue;
    }
    const named =
      found.last < described || (found.last === i && (foreignOnly ? isForeignNounUse(list, i) : isNounUse(list, i)));
    if ((found.kinds & (KIND.danger | KIND.mild)) !== 0 && named) continue;
    if ((found.kinds & KIND.danger) !== 0) return true;
    findings.add(found.kinds, starts[i]!);
    if (findings.paired) return true;
  }
  return false;
}

/** The same for the scripts that are read by substrings. */
function scanSigns(lexicon: Lexicon, text: string, findings: Findings): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < FIRST_SIGN) continue;
    let sign = lexicon.signs.get(code);
    let kinds = 0;
    let last = i;
    for (let at = i + 1; sign; at += 1) {
      if (sign.kinds !== 0) {
        kinds |= sign.kinds;
        last = at - 1;
      }
      sign = sign.next?.get(text.charCodeAt(at));
    }
    if (kinds === 0) continue;
    if ((kinds & KIND.harmless) !== 0 || nounAfter(text, last + 1)) {
      i = last;
      continue;
    }
    if ((kinds & KIND.danger) !== 0) return true;
    findings.add(kinds, i);
    if (findings.paired) return true;
    // A long match is a word of its own: the end of "書き出します" is not "出します".
    if (last - i >= 2) i = last;
  }
  return false;
}

/** What a text is, by its words: dangerous, dangerous unless it only asks for information, or neither. */
export function dangerOf(lexicon: Lexicon, text: string, words: Words): 'certain' | 'mild' | 'none' {
  const findings = new Findings();
  if (scanWords(lexicon, text, words, findings) || scanSigns(lexicon, text, findings)) return 'certain';
  return findings.mildlyPaired || (findings.kinds & KIND.mild) !== 0 ? 'mild' : 'none';
}

/** Which kinds of words a text has, whatever they come to together. */
export function kindsIn(lexicon: Lexicon, text: string, words: Words): number {
  const findings = new Findings();
  scanWords(lexicon, text, words, findings);
  scanSigns(lexicon, text, findings);
  return findings.kinds;
}
