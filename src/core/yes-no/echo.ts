/**
 * A yes or no with the question's own words behind it: "yes, add the tests". It says no more than the bare answer does; one word
 * that is new ("yes, and use tabs") would be lost with it, so then nothing is read.
 */
import { longestAt, type Reading, type Tally } from './cover.ts';
import { ECHO_WORDS } from './echo-words.ts';
import type { Language, LanguageCode } from './languages.ts';
import { asksSeveral, isNegated } from './question-form.ts';
import { folded, wordsOf } from './tokens.ts';

const LONGEST_QUESTION = 500;
const MOST_TAIL = 80;

interface Vocabulary {
  readonly function: ReadonlySet<string>;
  readonly negators: ReadonlySet<string>;
  readonly longest: number;
}

const vocabularies = new Map<LanguageCode, Vocabulary>();

function vocabularyOf({ code, cut }: Language): Vocabulary {
  const known = vocabularies.get(code);
  if (known !== undefined) return known;
  const lists = ECHO_WORDS[code];
  const set = (text: string): Set<string> => new Set(text.split(/[ |]/).map((word) => (cut(word) ?? []).join('')));
  const fresh = { function: set(lists.function), negators: set(lists.negators), longest: 0 };
  const longest = Math.max(...[...fresh.function, ...fresh.negators].map((word) => word.length));
  const vocabulary = { ...fresh, longest };
  vocabularies.set(code, vocabulary);
  return vocabulary;
}

/** Whether two words differ in their endings only. */
function sameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  const rest = short.length - shared;
  if (long.length - shared > 3) return false;
  return shared >= 4 ? rest <= 2 : shared === 3 && rest === 0;
}

const ROMANCE_CLITIC = /(?<=[aeir])(?:los|las|les|lo|la|le|me|se)$/;
const ROMANCE_ENDING =
  /(?:ando|endo|iendo|amos|emos|imos|aremos|ons|ent|ar|er|ir|re|ez|as|es|is|an|en|am|em|o|a|e|i|s)$/;

const withoutClitic = (word: string): string => (word.length > 4 ? word.replace(ROMANCE_CLITIC, '') : word);

/** The stem of a Spanish, Portuguese or French verb: "úsalo", "uso" and "usar" meet. */
function verbStem(word: string): string {
  const stem = withoutClitic(word).replace(ROMANCE_ENDING, '');
  return stem.length < 2 ? word : stem;
}

/** "füge … hinzu" takes "hinzufügen" apart. */
function isPartOf(word: string, whole: string): boolean {
  const longEnough = word.length >= 4 || (word.length === 3 && whole.length >= 8);
  return longEnough && whole.length > word.length && whole.includes(word);
}

const isRomance = (code: LanguageCode): boolean => code === 'es' || code === 'pt' || code === 'fr';

function isEcho(code: LanguageCode, word: string, asked: string): boolean {
  if (sameStem(word, asked)) return true;
  if (code === 'de') return isPartOf(word, asked);
  if (!isRomance(code)) return false;
  return verbStem(word) === verbStem(asked) || sameStem(withoutClitic(word), asked);
}

const JOINED = new Set(['and', 'y', 'e', 'et', 'und', 'plus', 'then', 'sowie', '&']);
const JOINED_CJK = /[、及和与跟]|と|および|そして|하고|그리고|랑|및/;

interface Place {
  readonly language: Language;
  /** The folded text, for the pauses that the tokens have lost. */
  readonly text: string;
  readonly tokens: readonly string[];
  readonly from: number;
  readonly tally: Tally;
}

/** Its words are English then, and so is an echo of them: "no tests" is no Spanish order. */
const LOOKS_ENGLISH = /\b(?:should|shall|do you|can i|may i|want|would|the)\b/i;

/** Reads on from the first place that no phrase covers. */
export function readEcho(place: Place, question: string): Reading | null {
  const { language, tokens, from, tally } = place;
  if (question.length > LONGEST_QUESTION || tokens.length - from > MOST_TAIL) return null;
  const isJoined = language.code === 'ja' || language.code === 'zh' || language.code === 'ko';
  const asked = folded(question);
  const said = tally.yes || tally.no ? tally.reading : isJoined || from > 0 ? null : refusalOpening(place, asked);
  const sentence = said === null && language.code === 'en' ? sentenceOpening(place) : null;
  if (said === null && sentence === null && !(isJoined && from === 0)) return null;
  if (language.code !== 'en' && LOOKS_ENGLISH.test(question)) return null;
  // An echo of a negative question or of a choice could be either answer.
  if (isNegated(question) || asksSeveral(question, language.code)) return null;
  if (sentence !== null) return repeatsQuestion(tokens.slice(sentence.from), language, asked) ? sentence.says : null;
  if (isJoined) return echoedCharacters(place, said, asked);
  return said === null ? null : echoedWords(place, said, asked);
}

/** "Ne le renomme pas" and "füge keine Tests hinzu" refuse without a no of its own. */
function refusalOpening({ language, tokens, tally }: Place, asked: string): Reading | null {
  const refuses =
    (language.code === 'fr' && (tokens[0] === 'ne' || tokens[0] === 'n')) ||
    // The verb is the last word of the question; "keine Tests" without it may refuse something else.
    (language.code === 'de' && isPartOf(tokens[0]!, questionWords(asked).at(-1) ?? ''));
  if (!refuses) return null;
  tally.no = true;
  return 'No';
}

const OPENINGS: readonly (readonly [opening: string, says: Reading])[] = [
  ...['i', 'we'].flatMap((who): [string, Reading][] => [
    [`${who} want`, 'Yes'],
    [`${who} do want`, 'Yes'],
    [`${who} do not want`, 'No'],
  ]),
  ...['it', 'they', 'that', 'this'].flatMap((what): [string, Reading][] => [
    [`${what} should`, 'Yes'],
    [`${what} should not`, 'No'],
  ]),
];

/** "It should include timestamps" says yes with no yes in it; the longest opening counts. */
function sentenceOpening({ tokens, tally }: Place): { says: Reading; from: number } | null {
  if (tally.doubt) return null;
  const text = `${tokens.slice(0, 4).join(' ')} `;
  const found = OPENINGS.filter(([opening]) => text.startsWith(`${opening} `)).at(-1);
  return found ? { says: found[1], from: found[0].split(' ').length } : null;
}

/** Whether words repeat all of a question but the thing that "it" stands for, in its order, and add nothing. */
function repeatsQuestion(said: readonly string[], language: Language, asked: string): boolean {
  const { function: small, negators } = vocabularyOf(language);
  const content = questionWords(asked).filter((word) => !small.has(word));
  const words = said.filter((word) => !small.has(word));
  if (words.length < 2 || said.some((word) => negators.has(word)) || content.length - words.length > 1) return false;
  return words.every((word, i) => isEcho(language.code, word, content[content.length - words.length + i] ?? ''));
}

/** "No lo renombres" negates its verb; "no, renombra" does not. */
const NO_BEFORE_VERB = /(?<!\p{L})(?:no|não|nao)\s+\p{L}/u;

function questionWords(asked: string): string[] {
  // A question may hold any sign; only its words count here.
  return wordsOf(asked.replace(/[^\p{L}\p{N}\p{M}'\s-]+/gu, ' ')) ?? [];
}

function echoedWords(
  { language, text, tokens: joined, from, tally }: Place,
  said: Reading,
  asked: string,
): Reading | null {
  // "ajoute-les", "fais-le".
  const tokens = joined.flatMap((token, i) => (i < from ? token : token.split('-')));
  const vocabulary = vocabularyOf(language);
  const words = questionWords(asked);
  const content = words.filter((word) => !vocabulary.function.has(word) && !JOINED.has(word));
  const echoed: number[] = [];
  const last = tokens[from - 1] ?? '';
  // "no need to add them", "nicht hinzufügen"; a lone "no" only answers.
  let negated = vocabulary.negators.has(last) && (from > 1 || language.code === 'de');
  if (language.code === 'en' && said === 'No' && last === 'to') negated = true;

  const isNoBeforeVerb = (language.code === 'es' || language.code === 'pt') && NO_BEFORE_VERB.test(text);
  for (let i = from; i < tokens.length; ) {
    const word = tokens[i]!;
    const at = content.findIndex((one, n) => !echoed.includes(n) && isEcho(language.code, word, one));
    if (at >= 0) {
      // A verb changes its form ("agrego", "no agregues"); "no pruebas" names what is not wanted, whatever was asked.
      if (echoed.length === 0 && isNoBeforeVerb && content[at] !== word) negated = true;
      echoed.push(at);
      i += 1;
      continue;
    }
    if (vocabulary.negators.has(word)) {
      if (said === 'Yes') return null;
      negated = true;
      i += 1;
      continue;
    }
    const phrase = longestAt(language, tokens, i);
    if (phrase !== null && (phrase.end > i + 1 || !vocabulary.function.has(word))) {
      tally.add(phrase.role);
      if (phrase.role === 'no') negated = true;
      i = phrase.end;
      continue;
    }
    if (!vocabulary.function.has(word)) return null;
    i += 1;
  }
  if (echoed.length === 0 || tally.reading !== said || (said === 'No' && !negated)) return null;
  const isList = words.some((word) => JOINED.has(word)) || asked.includes(',');
  if (isList && echoed.length < content.length) return null;
  return echoesOneRun(language.code, echoed, content.length) ? said : null;
}

/**
 * Whether the echo takes its words from the question in one piece, with the verb: "yes, deploy to production" leaves out a word of
 * "deploy to staging before production", and so says something else.
 */
function echoesOneRun(code: LanguageCode, echoed: readonly number[], length: number): boolean {
  if (length <= 2) return true;
  // In German the verb comes last, and is said first.
  const isGerman = code === 'de';
  if (isGerman && !echoed.includes(length - 1)) return false;
  const run = isGerman ? echoed.filter((place) => place < length - 1) : echoed;
  return run.every((place, i) => place === i);
}

const KANJI = /[\u3400-\u9fff]/;
const CARRIES_MEANING = /[\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7afa-z0-9]/;

/** What stands before its verb in Chinese; a 不 before a pause only answers. */
const CHINESE_DO_NOT = /(?:不要|不用|不必|不需要|无需|别|请勿)$/;
const CHINESE_NOT = /不(?=\p{Script=Han})/u;

/** `said` is null where the text opens with the echo itself: "変更してください", "用吧". */
function echoedCharacters(place: Place, said: Reading | null, asked: string): Reading | null {
  if (JOINED_CJK.test(asked)) return null;
  const { language, text, tokens, from, tally } = place;
  const vocabulary = vocabularyOf(language);
  const source = (language.cut(asked.replace(/[^\p{L}\p{N}\p{M}]+/gu, '')) ?? []).join('');
  const echoes: string[] = [];
  let negated =
    language.code === 'zh' && (CHINESE_DO_NOT.test(tokens.slice(0, from).join('')) || CHINESE_NOT.test(text));
  let endsInEcho = false;
  for (let i = from; i < tokens.length; ) {
    const negator = longestIn(vocabulary.negators, vocabulary.longest, tokens, i);
    if (negator > 0) {
      if (said === 'Yes') return null;
      negated = true;
      endsInEcho = false;
      i += negator;
      continue;
    }
    const echo = longestShared(source, tokens, i);
    const filler = longestIn(vocabulary.function, vocabulary.longest, tokens, i);
    const phrase = longestAt(language, tokens, i);
    const phraseLength = phrase === null ? 0 : phrase.end - i;
    endsInEcho = (echo > 1 || (echo === 1 && KANJI.test(tokens[i]!))) && echo >= filler && echo >= phraseLength;
    if (endsInEcho) {
      echoes.push(tokens.slice(i, i + echo).join(''));
      i += echo;
    } else if (phrase !== null && phraseLength > filler) {
      tally.add(phrase.role);
      if (phrase.role === 'no') negated = true;
      i = phrase.end;
    } else if (filler > 0) {
      i += filler;
    } else {
      return null;
    }
  }
  if (echoes.length === 0 || tally.doubt) return null;
  if (said !== null) return tally.reading === said && (said === 'Yes' || negated) ? said : null;
  const verbLast = negated ? echoes.slice(-1) : echoes;
  if ((endsInEcho && !(negated && language.code === 'zh')) || !asksForThis(language.code, source, verbLast))
    return null;
  tally.add(negated ? 'no' : 'yes');
  return tally.reading;
}

/** Particles that mark a word as what is acted on, not as the act. */
const JAPANESE_PARTICLES = new Set('をはがにものでとへやか');

/** A bare order may have been about something else, so it must name the very act that is asked about, or all of it. */
function asksForThis(code: LanguageCode, source: string, echoes: readonly string[]): boolean {
  if (echoes.length === 1) {
    const at = source.indexOf(echoes[0]!);
    const next = source[at + echoes[0]!.length] ?? '';
    if (code === 'ja') return /[\u3041-\u3096]/.test(next) && !JAPANESE_PARTICLES.has(next);
    if (code === 'ko') return /[할하해될]$/.test(echoes[0]!) || (next !== '' && '할하해될되시까'.includes(next));
    // In "要给解析器添加测试吗" the act follows whom it is done to.
    const afterWhom = /[给为把对将]/.test(source.slice(0, at)) && KANJI.test(next) && !'吗的器'.includes(next);
    return at === 0 || '要我该需以能想否'.includes(source[at - 1]!) || afterWhom;
  }
  const said = echoes.join('');
  const opener = code === 'zh' ? /^(?:请问|需要|要|是否|我|应该|可以|能|该|想|帮|您|你|不|吗)+|吗$/g : /^$/;
  return [...source.replace(opener, '')].every(
    (char) => !CARRIES_MEANING.test(char) || code === 'ko' || said.includes(char),
  );
}

function longestIn(set: ReadonlySet<string>, longest: number, tokens: readonly string[], from: number): number {
  let text = '';
  let best = 0;
  const end = Math.min(tokens.length, from + longest);
  for (let i = from; i < end; i += 1) {
    text += tokens[i]!;
    if (set.has(text)) best = i + 1 - from;
  }
  return best;
}

/** How many characters from a place stand in the question in this order. */
function longestShared(source: string, tokens: readonly string[], from: number): number {
  let text = '';
  let length = 0;
  for (let i = from; i < tokens.length; i += 1) {
    text += tokens[i]!;
    if (!source.includes(text)) break;
    length += 1;
  }
  return length;
}
