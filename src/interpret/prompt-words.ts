/**
 * A prompt in parts: words and marks with the sentence they stand in, and the small words of English that hold sentences together.
 * What is quoted or code is one part without a meaning: it names something, and says nothing. Pure, and linear in the text.
 */
import { remembered } from './remembered.ts';

export interface Part {
  /** In lower case. */
  readonly text: string;
  /** As the prompt has it. */
  readonly raw: string;
  readonly kind: 'word' | 'number' | 'quote' | 'mark';
  /** Joined to the part before by a hyphen: the "only" of "read-only". */
  readonly joined: boolean;
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

/** What is beyond is logs and sources, and nobody states a wish there. */
export const LONGEST_PROMPT = 20_000;
const MOST_PARTS = 4_000;

/** Quotes, code, addresses, paths and files. */
const NAMED =
  /(```[\s\S]*?(?:```|$)|`[^`\n]*`|"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])|https?:\/\/\S+|(?<![\p{L}\p{N}/_)])\/\p{L}[\w/.{}:-]{0,80}[\w/}]|[\w-]{0,40}(?:\/[\w.-]{1,80}){2,}|\p{L}[\w-]{0,60}\.(?:[cm]?[jt]sx?|json|md|ya?ml|py|rs|go|html?|css|sql|sh|txt|toml)\b)/u;
/** Whether a text has a sign that one of these cannot do without. Most have none, and looking for them takes longer than all else. */
const MAY_NAME = /[`"“«/]|\.[a-z]|(?<![\p{L}\p{N}])'/u;
/** Numbers, words and marks. */
const SAID =
  /(\d+(?:[.,/]\d+)*)(?![\p{L}\d])|([Aa]t the same (?:time|moment)\b|in the same breath\b|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_]*(?:['’][\p{L}]+)*)|([.,;:!?()/|→&+—–\n-])/gu;
const PARTS = new RegExp(`${NAMED.source}|${SAID.source}`, 'gu');

/** Several words that do the work of one. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['at the same time', 'simultaneously'],
  ['at the same moment', 'simultaneously'],
  ['in the same breath', 'simultaneously'],
]);

/** A text that is quoted as a whole is not quoted. */
function unquoted(text: string): string {
  return /^\s*(["“«'])([^"“”«»]+)(["”»'])\s*$/.exec(text)?.[2] ?? text;
}

export function proseOf(prompt: string): string {
  return unquoted(prompt.slice(0, LONGEST_PROMPT).normalize('NFKC').slice(0, LONGEST_PROMPT));
}

/** @example partsOf('A read-only page.').map(({ text }) => text); // ['a', 'read', 'only', 'page', '.'] */
export function partsOf(prose: string): Part[] {
  const parts: Part[] = [];
  const mayName = MAY_NAME.test(prose);
  const pattern = mayName ? PARTS : SAID;
  let sentence = 0;
  let hyphenAt = -1;
  // Not `matchAll`, which makes a pattern of its own for each text.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(prose); match !== null; match = pattern.exec(prose)) {
    if (parts.length >= MOST_PARTS) break;
    const [raw] = match;
    const [quote, number, word] = mayName ? [match[1], match[2], match[3]] : [undefined, match[1], match[2]];
    const start = match.index;
    const end = start + raw.length;
    if (raw === '-' && /[\p{L}\p{N}]/u.test(prose[start - 1] ?? '') && /[\p{L}\p{N}]/u.test(prose[end] ?? '')) {
      hyphenAt = end;
      continue;
    }
    const kind = quote !== undefined ? 'quote' : number !== undefined ? 'number' : word !== undefined ? 'word' : 'mark';
    const text = kind === 'word' ? wordOf(raw) : kind === 'quote' ? raw.toLowerCase() : raw;
    parts.push({ text, raw, kind, joined: hyphenAt === start, sentence, start, end });
    if (kind === 'mark' && (/[;!?\n]/.test(raw) || (raw === '.' && !/[\p{L}\p{N}]/u.test(prose[end] ?? ''))))
      sentence += 1;
  }
  return parts;
}

function wordOf(raw: string): string {
  const lower = raw.toLowerCase();
  return WHOLE.get(lower) ?? lower.replaceAll('’', "'");
}

/** A set of the words of a list that blanks part. */
export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

export const DETERMINERS = words(
  `a an the this that these those my our your its their his her every each all any some no one another both either whole entire
  such what which whose single several many few more most other two three four five`,
);
export const INDEFINITE = words('a an another one other some');
export const UNIVERSAL = words('all every each any everything anything everyone anyone everybody anybody whole entire');
export const PRONOUNS = words(
  `it they them itself themselves this that these those everything anything everyone anyone someone something he she we you i us me`,
);
export const RELATIVES = words('that which who whose where');
export const PREPOSITIONS = words(
  `in on at by for from to of with without into onto over under via per as about against between within through during
  across inside outside behind before after since until like than near upon toward towards using`,
);
export const CONJUNCTIONS = words('and but yet or nor so plus & also though although');
export const COPULAS = words(
  `is are was were be been being am stay stays remain remains become becomes look looks appear appears feel feels seem seems
  's it's that's work works run runs behave behaves act acts operate operates get gets`,
);
export const HELPERS = words(
  `must should shall will would can could may might has have had do does did need needs to have ought want wants let lets
  please always`,
);
export const ADVERBS = words(
  `very really quite too so also always only just never ever still completely totally fully entirely both extremely super highly
  simultaneously together even rather mostly somewhat strictly purely exclusively either not be well being remaining staying again perfectly absolutely incredibly alike`,
);
/** Verbs that end a run of nouns. What is as often a noun (load, test, report) is none of them. */
export const VERBS = words(
  `make makes making made create creates creating created add adds adding added build builds building write writes writing wrote written
  keep keeps keeping kept delete deletes deleting deleted remove removes removing removed use uses using store stores storing stored
  save saves saving saved send sends sending sent show shows showing shown hide hides hiding render renders rendering load loads loading
  loaded fetch fetches fetching return returns returning returned throw throws read reads reading open opens opening close closes closing
  start starts starting started stop stops stopping stopped run runs running ran give gives given take takes taken put puts set sets
  let lets get gets got want wants need needs have has had do does is are was were be been being go goes goes went come comes came
  handle handles handled support supports allow allows allowed enable enables disable disables sort sorts sorted move moves moved
  convert converts converted replace replaces replaced change changes changed update updates updated edit edits edited fix fixes fixed
  implement implements ensure ensures encrypt encrypts decrypt decrypts turn turns turned split splits merge merges call calls called
  calling wait waits waiting sleep sleeps drop drops dropped drops sets glow glows freeze freezes freezes heal heals attack attacks
  follow follows break breaks wear wears eat eats melt melts burn burns fly flies walk walks shoot shoots spawn spawns shines shine
  contains contain includes include provides provide accepts accept requires require becomes become stays stay remains remain
  looks look appears appear seems seem works work plays play validates validate exports imports publishes publish
  must should shall will would can could may might cannot can't won't don't doesn't isn't aren't`,
);

const [LETTER_E, LETTER_S] = [101, 115];
/** The singular of a noun, or near enough to compare by. */
export function stemOf(word: string): string {
  const last = word.charCodeAt(word.length - 1);
  if (last !== LETTER_S && last !== LETTER_E) return word;
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  if (word.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/^[a-z][b-hj-tv-z]s$/.test(word)) return word.slice(0, -1);
  return word.length > 3 && /[^s]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** A bare form to compare verbs and nouns by: throws, throwing, thrown. */
export const rootOf = remembered((word): string => {
  const stem = stemOf(word);
  return stem.length > 5
    ? stem
        .replace(/(?:(?<=.{4})at(?:e|ing|ed|ion)|ation|ing|ed|er|(?<!vers)ion|(?<=.{4})ment|(?<=[vs])al)$/, '')
        .replace(/e$/, '')
    : stem.replace(/e$/, '');
});

/** They set a circumstance: what is so when it rains says nothing about what is so else. */
export const SUBORDINATORS = words(
  `when whenever if unless while until till once after before during because since whether where whereas
  then otherwise else`,
);

/** The small words that hold a sentence together, and name nothing. */
export const SMALL_WORDS: ReadonlySet<string> = new Set([
  ...ADVERBS,
  ...CONJUNCTIONS,
  ...COPULAS,
  ...DETERMINERS,
  ...HELPERS,
  ...PREPOSITIONS,
  ...PRONOUNS,
]);
const NO_NOUNS: ReadonlySet<string> = new Set([...SMALL_WORDS, ...RELATIVES, ...VERBS, ...SUBORDINATORS]);

/** "The nightly report": of what is said with these, some stand before nouns. */
const isRhythm = (text: string): boolean => /^(?:night|week|month|hour|year|quarter|ear)ly$/.test(text);

/** Whether a part may be in a run of nouns. */
export function isNounish(part: Part | undefined): boolean {
  if (part === undefined) return false;
  if (part.kind === 'quote') return true;
  return (
    part.kind === 'word' &&
    !NO_NOUNS.has(part.text) &&
    (!part.text.endsWith('ly') || !/[^fp]ly$/.test(part.text) || isRhythm(part.text))
  );
}
