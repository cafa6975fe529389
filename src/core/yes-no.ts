/** Reads a bare yes or no. The whole text must be nothing else: anything in doubt is null, and the person is asked. */

const list = (text: string): ReadonlySet<string> => new Set(text.split('|'));

const YES = list(
  'y|yes|yeah|yep|yup|yea|ye|aye|sure|sure thing|ok|okay|of course|certainly|definitely|absolutely|affirmative|go ahead|go for it|' +
    'do it|do that|do so|please do|sounds good|yes it is|yes it does|yes i do|yes you should|yes you can|yes you may|that works|' +
    'by all means|agreed|approved|confirmed|why of course',
);
const NO = list(
  'n|no|nope|nah|nay|no thanks|no thank you|negative|do not|please do not|do not do it|do not do that|of course not|' +
    'certainly not|no it is not|no it does not|no i do not|no you should not|no need|not at all',
);
/** Says neither, and may stand beside either. */
const NEUTRAL = list(
  'please|thanks|thank you|thx|ty|cheers|sir|mate|that is fine|that is right|for sure|indeed|very much',
);

const YES_JA = list(
  'はい|はーい|ええ|うん|うんうん|そう|そうです|そうですね|お願い|お願いします|おねがいします|お願いいたします|お願い致します|' +
    'もちろん|もちろんです|勿論|勿論です|了解|了解です|了解しました|承知しました|オーケー|オッケー|おっけー|オーケーです|okです|' +
    'ぜひ|是非|是非お願いします|ぜひお願いします|それでお願いします|どうぞ|その通りです|進めてください|進めて',
);
const NO_JA = list(
  'いいえ|いえ|いえいえ|いや|いやいや|ううん|だめ|だめです|ダメ|ダメです|駄目|駄目です|やめて|やめてください|止めてください|' +
    'しないで|しないでください|違います|ちがいます|不要です|必要ありません|結構です',
);
/** "結構です" refuses beside a no, and may mean "splendid" alone. */
const NEEDS_COMPANY = list('結構です|いえ|いや|そう|どうぞ');

const LONGEST = 60;
const LONGEST_PHRASE = 4;

type Reading = 'Yes' | 'No';

function expanded(text: string): string {
  return text
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\b(do|does|is|should)n't\b/g, '$1 not')
    .replace(/\bdont\b/g, 'do not')
    .replace(/\b(that|it)'s\b/g, '$1 is');
}

/** Cuts the words into known phrases, longest first; null where one is unknown or yes and no meet. */
function readEnglish(text: string): Reading | null {
  const words = expanded(text)
    .split(/[\s,.!;:]+/)
    .filter((word) => word !== '');
  let reading: Reading | null = null;
  for (let i = 0; i < words.length; ) {
    let taken = 0;
    for (let n = Math.min(LONGEST_PHRASE, words.length - i); n > 0; n -= 1) {
      const phrase = words.slice(i, i + n).join(' ');
      const says: Reading | null = YES.has(phrase) ? 'Yes' : NO.has(phrase) ? 'No' : null;
      if (says === null && !NEUTRAL.has(phrase)) continue;
      if (says !== null && reading !== null && says !== reading) return null;
      reading = says ?? reading;
      taken = n;
      break;
    }
    if (taken === 0) return null;
    i += taken;
  }
  return reading;
}

function readJapanese(text: string): Reading | null {
  const parts = text.split(/[\s、。,.!~〜・]+/).filter((part) => part !== '');
  let reading: Reading | null = null;
  for (const part of parts) {
    const says: Reading | null = YES_JA.has(part) ? 'Yes' : NO_JA.has(part) ? 'No' : readJoined(part);
    if (says === null || (reading !== null && says !== reading)) return null;
    reading = says;
  }
  return parts.length === 1 && NEEDS_COMPANY.has(parts[0]!) ? null : reading;
}

/** "はいお願いします": two phrases without a mark between them. */
function readJoined(part: string): Reading | null {
  for (let cut = 1; cut < part.length; cut += 1) {
    const [head, tail] = [part.slice(0, cut), part.slice(cut)];
    if (YES_JA.has(head) && YES_JA.has(tail)) return 'Yes';
    if (NO_JA.has(head) && NO_JA.has(tail)) return 'No';
  }
  return null;
}

/** Languages in which y or n alone stands for the other answer, or "no" is a spoken yes (Unicode CLDR; Polish "no"). */
const LETTER_TURNS: Readonly<Record<string, ReadonlySet<string>>> = {
  az: list('y'),
  uz: list('y'),
  guz: list('y'),
  sw: list('n'),
  yo: list('n'),
  pl: list('no'),
  cs: list('no'),
  sk: list('no'),
};

/**
 * The yes or no a text is, or null. Only the whole text counts: "notes.md" is not "no", and "no, oh yes I have" is neither.
 * @param language The session's language (BCP 47), where known: it decides about letters that turn around elsewhere.
 * @example
 * readYesNo('yeah sure', null); // 'Yes'
 * readYesNo('absolutely not', null); // null
 */
export function readYesNo(text: string, language: string | null): 'Yes' | 'No' | null {
  if (text.length > LONGEST * 4) return null;
  const folded = text.normalize('NFKC').toLowerCase().trim();
  // "yes?" asks, and "yes..." hesitates.
  if (folded === '' || folded.length > LONGEST || folded.includes('?') || folded.includes('..')) return null;
  const primary = language?.toLowerCase().split('-')[0] ?? '';
  if (Object.hasOwn(LETTER_TURNS, primary) && LETTER_TURNS[primary]!.has(folded.replace(/[.!]+$/, ''))) return null;
  return readEnglish(folded) ?? readJapanese(folded);
}

const NEGATED =
  /\b(?:not|never|cannot|neither|nor|dont|shouldnt|isnt|doesnt)\b|n['‘’ʼ]t\b|ない|ません|なくて|しなく|ずに|なしで|不要|不应|不用/i;

/**
 * Whether a question is put in the negative, so that "yes" could mean either, and no positive answer may be applied.
 * @example
 * isNegated("Shouldn't I add tests?"); // true
 */
export function isNegated(question: string): boolean {
  return NEGATED.test(question.normalize('NFKC'));
}
