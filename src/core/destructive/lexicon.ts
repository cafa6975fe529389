import { verbForms } from './english-forms.ts';
import { fold, withoutAccents } from './fold.ts';
import { KIND, type Kind, type WordList } from './kinds.ts';

/** One word on the way through the phrases that share it: where a phrase ends, `kinds` says what it means. */
export interface Step {
  kinds: number;
  /** Words that must follow at once. */
  next: Map<string, Step> | undefined;
  /** Words that may follow within the gap. */
  later: Map<string, Step> | undefined;
  /** Beginnings of words that may follow, at once or within the gap. */
  stems: Follower[] | undefined;
  /** Phrases that begin here and are not laid out yet: most words never come up, and laying out all takes long. */
  pending: Pending[] | undefined;
}

interface Pending {
  readonly rest: readonly string[];
  readonly kinds: number;
}

/** A prefix of words, such as "supprim". */
export interface Stem {
  readonly text: string;
  readonly step: Step;
}

interface Follower extends Stem {
  readonly gap: boolean;
}

/** The words and stems of one group of languages. */
export interface Dictionary {
  readonly words: Map<string, Step>;
  /** By their first letters. */
  readonly stems: Map<string, Stem[]>;
  /** By `beginning`: 1 where some word or stem begins so. Most words of a text begin like none, and then nothing is looked up. */
  readonly beginnings: Uint8Array;
}

/** A number for the first letters of a word. Two beginnings may share one: then there is a look-up that finds nothing. */
export function beginning(word: string): number {
  const { length } = word;
  const second = length > 1 ? word.charCodeAt(1) : 0;
  const third = length > 2 ? word.charCodeAt(2) : 0;
  return ((word.charCodeAt(0) * 37 + second) * 37 + third) & (BEGINNINGS - 1);
}

const BEGINNINGS = 2 ** 15;

/** A character on the way through the substrings of a script that is not cut into words. */
export interface Sign {
  kinds: number;
  next: Map<number, Sign> | undefined;
}

export interface Lexicon {
  readonly english: Dictionary;
  /** Not asked amid English words, because its stems begin English words too. */
  readonly foreign: Dictionary;
  readonly signs: ReadonlyMap<number, Sign>;
}

/** How many letters of a stem its bucket shows; no stem is shorter. */
export const STEM_KEY = 3;

const IS_PLAIN = /^[^A-Z\u0080-\uffff]*$/;

const newStep = (): Step => ({ kinds: 0, next: undefined, later: undefined, stems: undefined, pending: undefined });

function spellings(written: string): string[] {
  if (written.startsWith('=')) return [fold(written.slice(1))];
  const forms = written.startsWith('+') ? verbForms(written.slice(1)) : [written];
  // Most are plain small letters, which have one spelling.
  if (IS_PLAIN.test(written)) return forms;
  return forms.flatMap((form) => {
    const folded = fold(form);
    const plain = withoutAccents(folded);
    return plain === folded ? [folded] : [folded, plain];
  });
}

function stepIn(map: Map<string, Step>, word: string): Step {
  const known = map.get(word);
  if (known) return known;
  const step = newStep();
  map.set(word, step);
  return step;
}

function stemStep({ stems }: Dictionary, text: string): Step {
  if (text.length < STEM_KEY) throw new Error(`The stem "${text}" is too short.`);
  const bucket = stems.get(text.slice(0, STEM_KEY)) ?? [];
  const known = bucket.find((stem) => stem.text === text);
  if (known) return known.step;
  const step = newStep();
  bucket.push({ text, step });
  stems.set(text.slice(0, STEM_KEY), bucket);
  return step;
}

function firstSteps(dictionary: Dictionary, written: string): Step[] {
  if (!written.endsWith('*')) return spellings(written).map((word) => stepIn(dictionary.words, word));
  return spellings(written.slice(0, -1)).map((text) => stemStep(dictionary, text));
}

function followingSteps(step: Step, written: string, gap: boolean): Step[] {
  if (!written.endsWith('*')) {
    const side = gap ? 'later' : 'next';
    const followers = step[side] ?? new Map<string, Step>();
    step[side] = followers;
    return spellings(written).map((word) => stepIn(followers, word));
  }
  step.stems ??= [];
  const { stems } = step;
  return spellings(written.slice(0, -1)).map((text) => {
    const known = stems.find((stem) => stem.text === text && stem.gap === gap);
    if (known) return known.step;
    const added = { text, gap, step: newStep() };
    stems.push(added);
    return added.step;
  });
}

function addPhrase(dictionary: Dictionary, phrase: string, kinds: number): void {
  const [first, ...rest] = phrase.split(' ');
  for (const step of first!.split('|').flatMap((written) => firstSteps(dictionary, written))) {
    if (rest.length === 0) step.kinds |= kinds;
    else {
      step.pending ??= [];
      step.pending.push({ rest, kinds });
    }
  }
}

/** Lays out the phrases that begin with this step. */
export function layOut(begin: Step): void {
  for (const { rest, kinds } of begin.pending ?? []) {
    let steps = [begin];
    let gap = false;
    for (const part of rest) {
      if (part === '~') {
        gap = true;
        continue;
      }
      const within = gap;
      steps = steps.flatMap((step) => part.split('|').flatMap((written) => followingSteps(step, written, within)));
      gap = false;
    }
    for (const step of steps) step.kinds |= kinds;
  }
  begin.pending = undefined;
}

function addSigns(signs: Map<number, Sign>, text: string, kinds: number): void {
  let level = signs;
  let sign: Sign | undefined;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    sign = level.get(code);
    if (!sign) {
      sign = { kinds: 0, next: undefined };
      level.set(code, sign);
    }
    if (i + 1 === text.length) break;
    sign.next ??= new Map();
    level = sign.next;
  }
  if (sign) sign.kinds |= kinds;
}

const entriesOf = (list: WordList): [kinds: number, entry: string][] =>
  Object.entries(list).flatMap(([kind, text]) =>
    text
      .split(/[,\n、]/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry): [number, string] => [KIND[kind as Kind], entry]),
  );

function dictionaryOf(lists: readonly WordList[]): Dictionary {
  const dictionary: Dictionary = { words: new Map(), stems: new Map(), beginnings: new Uint8Array(BEGINNINGS) };
  const { words, stems, beginnings } = dictionary;
  for (const [kinds, phrase] of lists.flatMap(entriesOf)) addPhrase(dictionary, phrase, kinds);
  for (const known of [words, stems]) for (const text of known.keys()) beginnings[beginning(text)] = 1;
  return dictionary;
}

function signsOf(lists: readonly WordList[]): ReadonlyMap<number, Sign> {
  const signs = new Map<number, Sign>();
  for (const [kinds, text] of lists.flatMap(entriesOf)) addSigns(signs, fold(text), kinds);
  return signs;
}

/**
 * Puts the lists together, each when it is first looked into: a process that is asked in English need not wait for the rest.
 * `substrings` are for scripts without blanks between the words.
 */
export function lexiconOf(lists: Record<'english' | 'foreign' | 'substrings', readonly WordList[]>): Lexicon {
  let english: Dictionary | undefined;
  let foreign: Dictionary | undefined;
  let signs: ReadonlyMap<number, Sign> | undefined;
  return {
    get english() {
      english ??= dictionaryOf(lists.english);
      return english;
    },
    get foreign() {
      foreign ??= dictionaryOf(lists.foreign);
      return foreign;
    },
    get signs() {
      signs ??= signsOf(lists.substrings);
      return signs;
    },
  };
}
