/**
 * Whether a text is keys struck at random. Decided by how words are built: which consonants a word of a European language can begin and
 * end with. A word nobody knows but anybody could say ("zorbly") is a word; so is every name, identifier and other script.
 */
import { EVERYDAY } from './everyday-words.ts';
import { isAbsurd as isAbsurdInJapanese, isStammered, isUnheardOf } from './nonsense-japanese.ts';
import { OPPOSITES } from './opposites.ts';
import { rootOf, SMALL_WORDS, SUBORDINATORS, stemOf, VERBS } from './prompt-words.ts';
import { isJapanese } from './task-japanese.ts';
import { ACTION_OF, ARTICLES, FILLERS, THINGS, VAGUE } from './task-words.ts';
import { TRADE_WORDS } from './trade-words.ts';
import { isAbsurd, isJumble } from './word-salad.ts';

const BEGINS =
  /^(?:[bcdfghjklmnpqrstvwxyz]?|bl|br|bj|ch|chr|chl|cl|cr|cz|dr|dw|dj|dn|fl|fr|fj|gh|gl|gn|gr|gw|hj|kh|kl|km|kn|kr|kv|kw|lh|ll|mc|mn|ng|nh|ph|phr|phl|pl|pn|pr|ps|pt|pf|qu|rh|sc|sch|schl|schm|schn|schr|schw|scl|scr|sh|shr|shl|shm|sk|skr|skl|sl|sm|sn|sp|sph|spl|spr|sq|squ|sr|st|str|stl|sv|sw|sz|tch|th|thr|thw|tr|ts|tw|tz|tj|vl|vr|wh|wr|xy|zh|zw|zl|zb|vs)$/;
const ENDS =
  /^(?:[bcdfghjklmnpqrstvwxz]?|bb|bs|bt|cc|ch|chs|cht|chts|chst|ck|cks|ckt|cs|ct|cts|dd|ds|dge|dth|dt|dz|ff|ffs|ft|fts|fs|gg|gh|ght|ghts|gl|gm|gn|gs|gt|hl|hm|hn|hr|hrt|hs|ht|kk|ks|kt|lb|lbs|lch|ld|lds|ldt|lf|lfs|lg|lk|lks|ll|lls|llt|lm|lms|ln|lp|lps|ls|lst|lt|lts|lth|lths|lz|mb|mbs|mf|mm|mn|mns|mp|mps|mpt|mpts|ms|mt|nc|nch|nd|nds|ndt|nf|ng|ngs|ngst|ngth|ngths|nk|nks|nkt|nn|ns|nst|nt|nts|nth|nths|nx|nz|nzt|pf|ph|phs|phy|pp|ps|pt|pts|rb|rbs|rc|rch|rd|rds|rf|rfs|rg|rgs|rk|rks|rkt|rl|rld|rlds|rls|rm|rms|rn|rns|rnt|rp|rps|rr|rs|rsch|rsh|rst|rt|rts|rth|rths|rv|rx|rz|sch|scht|sh|sk|sks|sl|sm|sms|sp|sps|ss|st|sts|tch|th|ths|thm|thms|tl|ts|tt|tts|tz|tzt|wd|wk|wks|wl|wls|wn|wns|ws|wth|xt|xts|zz)$/;
/** Neighbours on the keyboard, as fingers run over them. */
const MASHED =
  /asdf|sdfg|dfgh|fghj|ghjk|hjkl|qwer|wert[^h]|rtyu|tyui|yuio|uiop|zxcv|xcvb|cvbn|vbnm|lkjh|kjhg|jhgf|hgfd|gfds|fdsa|poiu|oiuy|mnbv|^(?:sdf|dfg|fgh|ghj|hjk|jkl|qwe|zxc|xcv|cvb|vbn|bnm)$|sdfj|fjdk|jfkd|dfjk|sdlk|lksd|sldk|kfj|jkl;|lkj|kjh|dkfj/i;
const NEVER =
  /q[^uaei\W]|[jvxz]{2}(?<!zz|vv|xx)|[bcdfghjklmnpqrtvwxz]x[bdfgjkqrvwz]|[jkvwxz]j|j[bcdfghklmnpqrstvwxz]|v[bcdfghjkmpqtwxz]|f[hqvxz]|(.)\1{3}|[bcdfghjklmnpqrstvwxz]{6}/;

const KNOWN: ReadonlySet<string> = new Set(
  [SMALL_WORDS, SUBORDINATORS, VERBS, ARTICLES, FILLERS, THINGS, VAGUE, EVERYDAY, TRADE_WORDS]
    .flatMap((list) => [...list])
    .concat([...ACTION_OF.keys()], [...OPPOSITES.keys()]),
);
const GLUE: ReadonlySet<string> = new Set('the of and to with into a my ,'.split(' '));
const isKnown = (word: string): boolean => KNOWN.has(word);

/** Whether a word could be said. @param raw As it is written: capitals and digits mark names. */
function isSpeakable(raw: string): boolean {
  if (/[\d_]/.test(raw) || /\p{Ll}\p{Lu}/u.test(raw) || /^\p{Lu}{2,6}s?$/u.test(raw) || raw.length < 3) return true;
  const word = raw.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (!/^[a-z']+$/.test(word)) return true;
  if (MASHED.test(word) || NEVER.test(word)) return false;
  const vowels = /[aeiouy]/;
  // Short ones without a vowel are abbreviations: npm, html.
  if (!vowels.test(word)) return word.length <= 4;
  const begins = /^[^aeiouy]*/.exec(word)![0].replace(/'/g, '');
  const ends = /[^aeiouy]*$/.exec(word)![0].replace(/'/g, '');
  return (BEGINS.test(begins) || /^[a-z]$/.test(begins)) && ENDS.test(ends);
}

/** Hiragana with wide letters in between come from an input method that was not meant: あｓｄふぁ. */
function isJapaneseMash(text: string): boolean {
  const runs = text.match(/(?<=[ぁ-ん])[a-z]{1,6}(?![a-z])|(?<![a-z])[a-z]{1,6}(?=[ぁ-ん])/g) ?? [];
  const unspeakable = runs.filter((run) => !/[aeiou]/.test(run) && !EVERYDAY.has(run) && !isKnown(run));
  const kanji = /\p{Script=Han}/u.test(text);
  return (
    (unspeakable.length >= 2 && !kanji) ||
    (unspeakable.length > 0 && !kanji && /([ぁ-ん]{2,4})\1/.test(text)) ||
    isMadeUpKana(text) ||
    isBabble(text) ||
    isRareKana(text) ||
    isStammered(text) ||
    isUnheardOf(text) ||
    (!kanji && MASHED.test(text) && !/[をでにはが]/.test(text)) ||
    isAbsurdInJapanese(text) ||
    /っ{3}|(.)\1{4}|[ぁぃぅぇぉ]{3}/u.test(text) ||
    unspeakable.some((run) => run.length >= 4 && !kanji)
  );
}

/** Words of kana with blanks between that end like no Japanese word, and none like one that was borrowed. */
function isMadeUpKana(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length < 3 || !words.every((word) => /^(?:[ぁ-ん]{3,8}|[ァ-ヶ]{3,8})$/.test(word))) return false;
  return !words.some((word) => /[んンっッ]|[てたるいのをにはがうくすむだねよ]$/.test(word));
}

/** Hiragana alone, mostly of letters that Japanese words seldom have, without a particle between or a word said twice: ぬぽへらむそけ. */
function isRareKana(text: string): boolean {
  const plain = text.replace(/[\s、。！!？?]/g, '');
  if (
    !/^[ぁ-ん]{5,24}$/.test(plain) ||
    /[をのと]|[がはでに](?![ゃゅょ])|([ぁ-ん]{2})\1|(?:です|ます|する|して|たい|った|ない|ください|るか|ます)/.test(
      plain,
    )
  )
    return false;
  return (plain.match(/[ぬぺぽぴぷへほむめゆそふぱぞぜぢづ]/g)?.length ?? 0) * 5 >= plain.length * 2;
}

/** Words of hiragana alone that stammer, or are spelt with sounds that only borrowed words have, which are written in katakana. */
function isBabble(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || !words.every((word) => /^[ぁ-んー]{3,10}$/.test(word))) return false;
  const stammers = text.match(/([ぁ-ん])\1\1/g)?.length ?? 0;
  return stammers > 1 || /ふ[ぁぃぇぉ]|[じちし]ぇ|[てで]ぃ|ゔ/.test(text);
}

/** Three words at least, none of which anybody knows or could have made from a known one; between real small words it takes four. */
function isMadeUp(words: readonly string[], least = 3): boolean {
  if (words.length < least || words.some((word) => !/^[a-z]+$/.test(word) || isKnown(word))) return false;
  return !words.some((word) => isKnown(stemOf(word)) || isKnown(rootOf(word)) || FORMED.test(word) || isCompound(word));
}
/** "Changelog", "pgvector": a known word of four letters at least is in it, at either end. */
function isCompound(word: string): boolean {
  for (let length = 4; length < word.length - 1; length++)
    if (isKnown(word.slice(0, length)) || isKnown(word.slice(-length))) return true;
  return false;
}
/** Endings that English puts on its own words. */
const FORMED =
  /.{3}(?:ing|ed|er|ers|ly|tion|tions|sion|ness|able|ible|ment|ments|ful|less|ous|ive|ity|ism|ist|ical|ward|ship|hood|ize|ise|ify)$/;

/** Marks struck again and again, and nothing of three letters between: ";;;; ??? 0x0x". */
const isMarksAlone = (text: string): boolean =>
  !/\p{L}{3}/u.test(text) &&
  (/([^\p{L}\p{N}\s.])\1\1/u.test(text) || (text.match(/([^\p{L}\p{N}\s.])\1/gu)?.length ?? 0) > 1);

const LONGEST_SALAD = 120;
function isSalad(lower: string): boolean {
  const tokens = lower.match(/[a-z0-9][a-z0-9_'-]*|[^\s.!?]/g) ?? [];
  if (isAbsurd(lower, tokens) || isJumble(tokens)) return true;
  // Most texts have a word that is known, and need no list of the others.
  if (tokens.some((word) => isKnown(word) && !GLUE.has(word))) return false;
  return isMadeUp(
    tokens.filter((word) => !GLUE.has(word)),
    4,
  );
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** @example isNonsense('aesho faesf asdofh'); // true */
export function isNonsense(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .slice(0, 2_000)
    .replace(/`[^`\n]*`|https?:\/\/\S+/g, ' it ');
  if (!/\p{L}/u.test(plain)) return plain.trim() !== '';
  if (BEYOND_ASCII.test(plain)) {
    if (isJapanese(plain)) return isJapaneseMash(plain.toLowerCase());
    // No other script, and no letter with an accent, comes from keys struck at random.
    if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|[\u00c0-\u024f]/u.test(plain)) return false;
  }
  if (isMarksAlone(plain)) return true;
  const words = plain.match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}_']*/gu) ?? [];
  if (plain.length <= LONGEST_SALAD && !/["“]/.test(text) && isSalad(plain.toLowerCase())) return true;
  const long = words.filter((word) => word.length > 2);
  if (long.length === 0) return false;
  if (words.some((word) => word.length > 1 && isKnown(word.toLowerCase()) && word.toLowerCase() !== 'es')) {
    // Among real words only fingers that ran over the keys are nonsense, and only where they are all there is.
    let isMashed = false;
    for (const word of long) {
      if (isKnown(word.toLowerCase())) continue;
      if (!MASHED.test(word)) return false;
      isMashed = true;
    }
    return isMashed;
  }
  const strange = long.filter((word) => !isSpeakable(word));
  // Not one vowel, and more than any abbreviation has.
  if (strange.length > 0 && long.length > 1 && !long.some((word) => /[aeiouy\p{Lu}]/u.test(word))) return true;
  if (isMadeUp(words.filter((word) => word.length > 1))) return true;
  // One odd name beside an ordinary word is a name.
  const most = strange.length * 2 >= long.length;
  return most && (strange.length > 1 || long.length === 1 || strange.some((word) => MASHED.test(word)));
}
