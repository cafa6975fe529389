/** The amounts of a sentence in Japanese: how many of what, and whether that is the most, the least or the very number. */

export interface JapaneseAmount {
  readonly value: number;
  /** What is counted: a unit, or all units of one measure. */
  readonly of: string;
  readonly bound: 'most' | 'least' | 'just' | 'plain';
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Units of one measure, by the smallest. */
const MEASURES: ReadonlyMap<string, readonly [of: string, times: number]> = new Map(
  Object.entries({
    ミリ秒: ['time', 1],
    ms: ['time', 1],
    秒: ['time', 1_000],
    分: ['time', 60_000],
    時間: ['time', 3_600_000],
    日: ['time', 86_400_000],
    日間: ['time', 86_400_000],
    週間: ['time', 604_800_000],
    文字: ['length', 1],
    字: ['length', 1],
    桁: ['length', 1],
    けた: ['length', 1],
    kb: ['size', 1],
    mb: ['size', 1_000],
    gb: ['size', 1_000_000],
    tb: ['size', 1_000_000_000],
    名: ['人', 1],
    人: ['人', 1],
    個: ['個', 1],
    つ: ['個', 1],
    歳: ['歳', 1],
    才: ['歳', 1],
  }),
);
const AMOUNT =
  /(最大|最高|上限|定員|最長|最多|最小|最低|最短|最少|少なくとも|下限|ちょうど|きっかり)?(?:でも)?([\p{Script=Han}ァ-ヶー]{0,6}?)(?:[はがを:]|で(?=\d))?\s*(\d+(?:\.\d+)?)(千|万)?\s*(文字|字|桁|けた|ミリ秒|ms|秒|時間|分|日間|日|週間|か月|ヶ月|年|[KMGT]B|円|ドル|人|名|件|個|つ|枚|本|匹|体|頭|台|回|歳|才|%|px|行|列|ページ|ブロック|cm|km|kg|度|点|ポイント|冊|部屋|色|段|階|種類|項目|ファイル|ダメージ|ハート|マス)?(?:間)?(以上|以下|以内|未満|より多|を超|まで|しか|ちょうど|きっかり|固定|で(?=終わ|済))?/giu;

const MOST = /^(?:最大|最高|上限|定員|最長|最多|以下|以内|未満|まで|しか|で)$/;
const LEAST = /^(?:最小|最低|最短|最少|少なくとも|下限|以上|より多|を超)$/;

export function japaneseAmounts(sentence: string): JapaneseAmount[] {
  const found: JapaneseAmount[] = [];
  for (const match of sentence.matchAll(AMOUNT)) {
    const [text, before = '', noun = '', digits, tens, unit = '', behind = ''] = match;
    const [of, times] = MEASURES.get(unit.toLowerCase()) ?? [unit, 1];
    const value = Number(digits) * (tens === '万' ? 10_000 : tens === '千' ? 1_000 : 1) * times;
    // 最大体力20: what the number is of stands before it.
    const what = of !== '' ? of : before !== '' ? noun : behind !== '' ? 'number' : '';
    if (what === '') continue;
    const end = match.index + text.length;
    const bound =
      MOST.test(before) || MOST.test(behind)
        ? 'most'
        : LEAST.test(before) || LEAST.test(behind)
          ? 'least'
          : before !== '' || behind !== '' || (of === 'length' && sentence[end] === 'の')
            ? 'just'
            : 'plain';
    found.push({ value, of: what, bound, start: match.index, end, text: text.trim() });
  }
  return found;
}
