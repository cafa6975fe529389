/** Where a prompt in Japanese has words that have opposites, by the lists, by their form (非X and X), or by a denial (送る and 送らない). */
import type { JapaneseWord } from './opposites-japanese.ts';

export interface JapaneseMention {
  readonly axis: string;
  readonly cosmetic: boolean;
  readonly pole: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly denied: boolean;
  readonly noun?: boolean;
}

/** What follows a word that is denied. */
const DENIED =
  /^(?:的|に|さ|でき|化)?(?:では|じゃ|で|に|く|し|せ|を|は|も|さ|され|れ)*(?:ない|なく|なし|無し|ず|ません|以外|不要|避け|やめ)/;

/** @param words Those of the text that have opposites. */
export function japaneseMentions(text: string, words: readonly JapaneseWord[]): JapaneseMention[] {
  const known = words.filter(({ twin }) => !twin).map((word) => ({ ...word, denied: isDeniedAt(text, word.end) }));
  return [
    ...known,
    ...byForm(text),
    ...(text.includes('やす') ? easyAndHard(text) : []),
    ...(text.includes('な') || text.includes('ませ') ? deniedVerbs(text) : []),
  ]
    .filter(({ end }) => text[end] !== 'ら' && !text.startsWith('すぎ', end))
    .toSorted((a, b) => a.start - b.start)
    .slice(0, 60);
}

export const isDeniedAt = (text: string, end: number): boolean => DENIED.test(text.slice(end, end + 10));

/** 非X, 不X, 無X and 未X against X, and Xする against Xしない, of whatever is in no list. */
function byForm(text: string): JapaneseMention[] {
  if (!/[非不無未]|ない|なく|ず|ません/.test(text)) return [];
  const found: JapaneseMention[] = [];
  const seen = new Set<string>();
  const bases = [
    ...text.matchAll(
      /[非不無未]([\p{Script=Han}ァ-ヶー]{2,8})|([\p{Script=Han}ァ-ヶー]{2,8})(?:は|を|も)?(?:し|でき|され)(?:ない|なく|ず|ません)/gu,
    ),
  ];
  for (const match of bases.slice(0, 20)) {
    const base = (match[1] ?? match[2])!;
    if (seen.has(base)) continue;
    seen.add(base);
    const places: JapaneseMention[] = [];
    for (let at = text.indexOf(base); at >= 0 && places.length < 10; at = text.indexOf(base, at + base.length)) {
      // アンマウント is no マウント.
      if (/[ァ-ヶ]/.test(base[0]!) && /[ァ-ヶー]/.test(text[at - 1] ?? '')) continue;
      const prefixed = /[非不無未]/.test(text[at - 1] ?? '');
      const start = prefixed ? at - 1 : at;
      const end = at + base.length;
      const word = { axis: base, cosmetic: false, start, end, text: text.slice(start, end) };
      places.push({ ...word, pole: prefixed ? 1 : 0, denied: isDeniedAt(text, end) });
    }
    if (places.some(({ pole, denied }) => (pole === 0) !== denied)) found.push(...places);
  }
  return found;
}

/** 読みやすい and 読みにくい. */
function easyAndHard(text: string): JapaneseMention[] {
  return [...text.matchAll(/(\p{Script=Han}{1,2}[ぁ-ん]{0,3}?)(やす|にく|づら|がた)[いく]/gu)]
    .slice(0, 10)
    .map(({ index, 0: word, 1: stem, 2: how }) => ({
      axis: `${stem}やすい`,
      cosmetic: false,
      pole: how === 'やす' ? 0 : 1,
      start: index,
      end: index + word.length,
      text: word,
      denied: isDeniedAt(text, index + word.length),
    }));
}

const ROWS = [
  'あいうえお',
  'かきくけこ',
  'さしすせそ',
  'たちつてとっ',
  'なにぬねの',
  'ばびぶべぼ',
  'まみむめも',
  'らりるれろ',
  'わいうえおっ',
  'がぎぐげご',
];

/** 送る and 送らない, 押せる and 押せない: a verb and its own denial. */
function deniedVerbs(text: string): JapaneseMention[] {
  const found: JapaneseMention[] = [];
  for (const match of [...text.matchAll(/([\p{Script=Han}]{1,2})([ぁ-ん])[ぁ-ん]{0,2}?(?:ない|ません|なく)/gu)].slice(
    0,
    10,
  )) {
    const [whole, stem, kana] = [match[0], match[1]!, match[2]!];
    const row = ROWS.filter((letters) => letters.includes(kana));
    // 非表示しない denies 非表示, and nothing is said of 表示.
    if (row.length === 0 || /[非不無未]/.test(text[match.index - 1] ?? '')) continue;
    const word = { axis: stem, cosmetic: false, pole: 0 };
    for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
      const next = text[at + stem.length] ?? '';
      if (
        at === match.index ||
        !row.some((letters) => letters.includes(next)) ||
        /\p{Script=Han}/u.test(text[at - 1] ?? '')
      )
        continue;
      const end = at + stem.length + 1;
      found.push({
        ...word,
        start: at,
        end,
        text: text.slice(at, end),
        denied: isDeniedAt(text, end) || /^[ぁ-ん]{0,2}ない/.test(text.slice(end)),
      });
    }
    found.push({ ...word, start: match.index, end: match.index + whole.length, text: whole, denied: true });
  }
  return found;
}

/** A word that is denied is shown with what denies it. */
export function shownOf(text: string, { start, end, denied }: JapaneseMention): string {
  return denied && !/(?:ない|ません|なく)$/.test(text.slice(start, end))
    ? text.slice(start, end) + (DENIED.exec(text.slice(end, end + 10))?.[0] ?? '')
    : text.slice(start, end);
}
