/** Whether a text names a word as a whole, once, and in favour of it. Helpers of the semantic resolver; all run in linear time. */

export interface Place {
  readonly start: number;
  readonly end: number;
}

const LATIN = /[\p{Script=Latin}\p{N}_]/u;
/** Inside a longer name: "YAML-ish", "my.yaml", "src/json", "@yaml". */
const JOINS = new Set('-./@#+\\');
const KANA_OR_HAN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]/u;
/** What may follow a Japanese or Chinese name without making it another word. */
const PARTICLE = /^(?:で|を|に|が|は|の|と|へ|も|、|。|,|!|！|\s|$)/;

function endsWord(text: string, at: number): boolean {
  const char = text[at];
  if (char === undefined) return true;
  if (LATIN.test(char)) return false;
  // A full stop ends a sentence; followed by a letter it joins two parts of a name.
  if (JOINS.has(char)) return char === '.' && !LATIN.test(text[at + 1] ?? ' ');
  return true;
}

function isWhole(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  const after = text[end];
  if (LATIN.test(text[start]!)) {
    if (before !== undefined && (LATIN.test(before) || JOINS.has(before))) return false;
  } else if (before !== undefined && KANA_OR_HAN.test(before) && KANA_OR_HAN.test(text[start]!)) {
    return false;
  }
  if (after !== undefined && KANA_OR_HAN.test(text[end - 1]!)) return PARTICLE.test(text.slice(end, end + 1));
  return endsWord(text, end);
}

/**
 * A word that occurs more often than this was not named once, so further places do not matter. The limit also bounds the work on hostile
 * text.
 */
export const MAX_PLACES = 8;

/**
 * Where a text names a label as a whole word, in any case; at most the first `MAX_PLACES`.
 * @example
 * occurrencesOf('YAML', 'use yaml, not my.yaml'); // [{ start: 4, end: 8 }]
 */
export function occurrencesOf(label: string, text: string): Place[] {
  const needle = label.trim().toLowerCase();
  const hay = text.toLowerCase();
  // Lower-casing may change a text's length in a few scripts; positions would then be wrong, so nothing is found.
  if (needle === '' || hay.length !== text.length) return [];
  const places: Place[] = [];
  for (
    let at = hay.indexOf(needle);
    at >= 0 && places.length < MAX_PLACES;
    at = hay.indexOf(needle, at + needle.length)
  ) {
    if (isWhole(text, at, at + needle.length)) places.push({ start: at, end: at + needle.length });
  }
  return places;
}

export interface Sentence {
  readonly text: string;
  /** Where the name is in the sentence. */
  readonly name: Place;
  /** The sentence without the name, whose own words do not count: "Do not migrate" may be an option. */
  readonly rest: string;
}

/** The sentence around a place, including its closing mark. A dot inside a name does not end a sentence. */
export function sentenceAround(text: string, { start, end }: Place): Sentence {
  let from = start;
  while (from > 0 && !isSentenceEnd(text, from - 1)) from -= 1;
  while (from < start && /\s/.test(text[from]!)) from += 1;
  let to = end;
  while (to < text.length && !isSentenceEnd(text, to)) to += 1;
  const rest = `${text.slice(from, start)} ${text.slice(end, to + 1)}`;
  return { text: text.slice(from, to + 1), name: { start: start - from, end: end - from }, rest };
}

function isSentenceEnd(text: string, at: number): boolean {
  const char = text[at]!;
  if (char === '.') return /\s/.test(text[at + 1] ?? ' ');
  return '!?;\n。！？；'.includes(char);
}

/** Whether a text takes part of itself back, so that it is unclear which part holds. */
export function takesBack(text: string): boolean {
  return TAKES_BACK.test(text);
}

const TAKES_BACK =
  /\b(?:scratch that|forget (?:that|it)|wait|actually|kidding|joking|second thoughts?|never ?mind|or rather|on the other hand|hmm+|ugh)\b|\.\.\.|冗談|待って|取り消|いや、|うーん/i;

const REFUSES = [
  "\\b(?:not|no|never|none|cannot|dont|neither|nor|but|except|excluding|besides|without|instead of|rather than|other than|unlike|avoid|avoiding|ignore|leave|anything)\\b|n['‘’ʼ]t\\b",
  'ではな|じゃな|でな|以外|なし|ない|なく|やめ|避け|禁止|ません|嫌|だめ|ダメ|駄目|除い|不要',
];
const LEAVES_OPEN = [
  // left behind, disliked, supposed, compared, asked
  '\\b(?:from|was|were|used to|previously|before|earlier|old|currently|against|skip|stop|drop|hate|dislike|remove|replace)\\b',
  '\\b(?:said|says|told|thinks|recommends?|suggests?|claims?|other|another|different|their|his|her|alternative|successor|mistake|nightmare|worst|terrible|careful|easy|away|give up|if|unless|whether|maybe|perhaps|might|could|unsure|wonder|either|or|(?:something|things|looks|stuff) like|similar|than|vs|versus)\\b|[?？]',
  'から|または|もしくは|それとも|かも|もし|なら|より',
];
const REFUSAL = new RegExp(REFUSES.join('|'), 'i');
const NO_CHOICE = new RegExp([...REFUSES, ...LEAVES_OPEN].join('|'), 'i');

/** Whether a sentence contains a refusal, so that a name in it may be exactly what is not wanted. */
export function refuses(sentence: string): boolean {
  return REFUSAL.test(sentence);
}

/** Whether a sentence refuses, supposes, compares or asks, so that a name in it is not a choice. */
export function choosesNothing(sentence: string): boolean {
  return NO_CHOICE.test(sentence);
}

const COURTESY =
  /\b(?:please|pls|plz|thanks|thx|thank you|just|the)\b|\p{Extended_Pictographic}\ufe0f?|(?:の(?:方|ほう))?(?:を|に|で)?(?:お願いします|よろしく(?:お願いします)?|ください|下さい|です)|(?:の(?:方|ほう))?で$/giu;
const INSTRUCTION =
  /\b(?:use|choose|pick|take|go|with|in|as|i|we|would like|would|'d|prefer|want|let's|is fine|is good|works)\b|(?:を|に|で)?(?:使って|選んで|選びます|使います|します|して|いい)/gi;

export type Extent = 'name' | 'instruction' | 'more';

/** How much a text says besides the places: the name alone (politeness aside), "use NAME", or more than that. */
export function extentOf(text: string, places: readonly Place[]): Extent {
  let rest = '';
  let from = 0;
  for (const { start, end } of [...places].sort((a, b) => a.start - b.start)) {
    rest += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  rest += text.slice(from);
  if (rest.length > 200) return 'more';
  const isEmpty = (words: string): boolean => /^[\s.,!"'`。、！“”「」]*$/.test(words);
  const polite = rest.replace(COURTESY, ' ');
  if (isEmpty(polite)) return 'name';
  return isEmpty(polite.replace(INSTRUCTION, ' ').replace(COURTESY, ' ')) ? 'instruction' : 'more';
}
