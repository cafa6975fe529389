/** Cuts a text into what the readers compare: folded words, or characters where a script sets no blanks. */

/** Japanese, Chinese, Korean: cut by characters. */
const HAS_CJK = /[\u1100-\u11ff\u3005\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const HAS_KANA = /[\u3040-\u30ff]/;
const HAS_HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

export type Script = 'words' | 'kana' | 'han' | 'hangul';

export function scriptOf(text: string): Script {
  if (!HAS_CJK.test(text)) return 'words';
  if (HAS_HANGUL.test(text)) return 'hangul';
  return HAS_KANA.test(text) ? 'kana' : 'han';
}

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Variation selectors, joiners and skin tones: the same sign in another dress. */
const UNSEEN = /\u200d[♀♂]|\u200b|\u200c|\u200d|\u2060|\ufeff|\p{Variation_Selector}|\p{Emoji_Modifier}/gu;

/** One form for what looks alike. */
export function folded(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.trim().toLowerCase();
  return text
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ´]/g, "'")
    .trim();
}

const MARKED = /[áàâäãéèêëíìîïóòôöõúùûüñç]/g;

/** "não" and "nao", "natürlich" and "naturlich" are one word. Marks of other languages stay: their "ý" is no "y". */
function unaccented(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(MARKED, (letter) => letter.normalize('NFD')[0]!).replaceAll('ß', 'ss');
}

const PAUSE = new Set(' \t\n\r\u00a0,;!()[]{}"“”„«»¡*_`~–—、。・〜「」『』♪');
const isLetter = (char: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(char);

function isWordPart(char: string | undefined): boolean {
  if (char === undefined) return false;
  const code = char.charCodeAt(0);
  if (code < 128) return (code > 96 && code < 123) || (code > 47 && code < 58);
  return isLetter(char);
}

const SMILES = [':)', ':-)', ':d', ':-d', ';)', ';-)', '=)', '^^', '^_^', '<3'];

const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({ re: 'are', ll: 'will', d: 'would', m: 'am', ve: 'have' }),
);
const TAKES_IS = new Set(['that', 'it', 'there', 'he', 'she', 'this', 'what', 'here']);
/** Contractions, also as they are typed in haste. */
const WRITTEN_OUT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "can't": 'can not',
    "won't": 'will not',
    cant: 'can not',
    wont: 'will not',
    cannot: 'can not',
    dont: 'do not',
    "don'": 'do not',
    donot: 'do not',
    doesnt: 'does not',
    didnt: 'did not',
    isnt: 'is not',
    arent: 'are not',
    shouldnt: 'should not',
    wouldnt: 'would not',
    havent: 'have not',
    hasnt: 'has not',
    thats: 'that is',
    thatll: 'that will',
    youre: 'you are',
    "let's": 'let us',
    "ma'am": 'ma am',
    "y'all": 'you',
    "c'mon": 'come on',
  }).map(([word, words]) => [word, words.split(' ')]),
);

function pushWord(word: string, out: string[]): void {
  const whole = WRITTEN_OUT.get(word);
  if (whole !== undefined) {
    out.push(...whole);
    return;
  }
  const mark = word.indexOf("'");
  if (mark < 0) {
    out.push(word);
    return;
  }
  const head = word.slice(0, mark);
  const tail = word.slice(mark + 1);
  const ending = ENDINGS.get(tail);
  if (tail === 't' && head.endsWith('n')) out.push(head.slice(0, -1), 'not');
  else if (tail === 's' && TAKES_IS.has(head)) out.push(head, 'is');
  else if (ending !== undefined) out.push(head, ending);
  else for (const part of word.split("'")) if (part !== '') out.push(part);
}

const HASTY_ENGLISH: ReadonlyMap<string, readonly string[]> = new Map([
  ['im', ['i', 'am']],
  ['ive', ['i', 'have']],
  ['id', ['i', 'would']],
  ['u', ['you']],
]);

/** Hasty English forms that are words of their own elsewhere: German "im", Spanish "u". */
export function englishWords(words: string[]): string[] {
  if (!words.some((word) => HASTY_ENGLISH.has(word))) return words;
  return words.flatMap((word) => HASTY_ENGLISH.get(word) ?? word);
}

/** A pause that is glued to a letter on both sides belongs to a name: "no.md", "yes:no". */
function isGlued(text: string, at: number): boolean {
  return isWordPart(text[at - 1]) && isWordPart(text[at + 1]);
}

/** Where the smile at this place ends, or 0. */
function smileEnd(text: string, at: number): number {
  for (const smile of SMILES) {
    const end = at + smile.length;
    if (text.startsWith(smile, at) && !isWordPart(text[end])) return end;
  }
  return 0;
}

/** The words of a folded text, or null where it holds a sign that no plain answer has. */
export function wordsOf(text: string): string[] | null {
  const plain = unaccented(text);
  const out: string[] = [];
  for (let i = 0; i < plain.length; ) {
    const char = plain[i]!;
    if (isWordPart(char)) {
      let end = i + 1;
      while (isWordPart(plain[end]) || ((plain[end] === "'" || plain[end] === '-') && isWordPart(plain[end + 1]))) {
        end += 1;
      }
      pushWord(plain.slice(i, end), out);
      i = end;
      continue;
    }
    i = afterMark(plain, i, out);
    if (i === 0) return null;
  }
  return out;
}

/** Reads one sign that is no letter: a pause, a smile, "+1", an emoji. The place after it, or 0 where it is none of them. */
function afterMark(text: string, at: number, out: string[]): number {
  const char = text[at]!;
  if (PAUSE.has(char)) return at + 1;
  const smile = smileEnd(text, at);
  if (smile > 0) return smile;
  if (char === '.' || char === ':') return isGlued(text, at) ? 0 : at + 1;
  if (char === '%') {
    out.push('%');
    return at + 1;
  }
  if (char === '+' || char === '-') {
    if (text[at + 1] === '1' && !isWordPart(text[at + 2])) {
      out.push(`${char}1`);
      return at + 2;
    }
    return char === '-' ? at + 1 : 0;
  }
  if (char === "'") return at + 1;
  const code = text.codePointAt(at)!;
  if (code < 0x2000) return 0;
  const sign = String.fromCodePoint(code);
  out.push(sign);
  return at + sign.length;
}

/** The characters of a folded text without pauses, or null where it holds a sign that no plain answer has. */
export function charactersOf(text: string): string[] | null {
  const out: string[] = [];
  for (let i = 0; i < text.length; ) {
    const char = text[i]!;
    if (isWordPart(char)) {
      out.push(char);
      i += 1;
      continue;
    }
    i = afterMark(text, i, out);
    if (i === 0) return null;
  }
  return out;
}

const JAPANESE_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[御お]願い|おねがい|おねがぃ/g, 'お願い'],
  [/下さい|くださーい|下さーい/g, 'ください'],
  [/致し/g, 'いたし'],
  [/宜しく/g, 'よろしく'],
  [/有り?難う/g, 'ありがとう'],
  [/御座い/g, 'ござい'],
  [/頂/g, 'いただ'],
  [/事/g, 'こと'],
  [/ー{2,}/g, 'ー'],
  [/(?<=[\u3041-\u3096ー])[っッ](?=[!。、\s]|$)/g, ''],
  [/まーす/g, 'ます'],
  [/でーす/g, 'です'],
];

export function japaneseSpelling(text: string): string {
  let plain = text;
  for (const [pattern, spelling] of JAPANESE_SPELLINGS) plain = plain.replace(pattern, spelling);
  return plain;
}

export function japaneseOf(text: string): string[] | null {
  return charactersOf(japaneseSpelling(text));
}

const SIMPLER: ReadonlyMap<string, string> = new Map(
  (
    '對对沒没麼么這这樣样確确認认謝谢請请當当為为須须應应該该會会還还個个問问題题煩烦無无別别進进繼继續续執执開开辦办動动幫帮給给見见說说錯错準准備备來来' +
    '測测試试過过讓让們们時时現现話话嗎吗裡里裏里後后覺觉聽听願愿樂乐贊赞絕绝決决駁驳議议與与變变關关係系囉咯喲哟呢呢點点嘅的寫写檔档刪删創创建建設设' +
    '數数據据庫库類类資资訊讯碼码連连線线網网頁页圖图標标誌志記记錄录簡简單单複复雜杂機机構构實实際际語语處处發发佈布啟启運运環环種种稱称從从將将並并於于' +
    '夠够難难隨随麻麻勞劳兒儿壞坏謹谨慎慎棄弃轉转換换遷迁檢检驗验證证異异無无誤误預预覽览優优簽签約约'
  )
    .match(/../gu)!
    .map((pair) => [pair[0]!, pair[1]!]),
);

export function simplified(text: string): string {
  let plain = '';
  for (const char of text) plain += SIMPLER.get(char) ?? char;
  return plain;
}

export function chineseOf(text: string): string[] | null {
  return charactersOf(simplified(text));
}

/** A word without doubled letters, or the word itself where it has none: "yesss" and "yes" meet. */
export function unstretched(word: string): string {
  let out = '';
  for (const char of word) if (!out.endsWith(char)) out += char;
  return out;
}
