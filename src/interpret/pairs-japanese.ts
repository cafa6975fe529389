/** Finds Japanese opposites that describe the same thing: 熱くて冷たいチーズ, or ボタンは大きい。ボタンは小さくする。 */
import { isDenied, type JapaneseLexicon, type Mention, mentionsIn } from './japanese-words.ts';
import { type Found, IN_ONE_PHRASE, MAX_PAIRS, OF_ONE_SUBJECT } from './pairs.ts';
import { opposed } from './table.ts';

const JOINS =
  /^[\s、]*(?:かつ|しかも|な?のに|だけど|けど|同時に|でも)?[\s、]*(?:とても|完全に|非常に|すごく|一番|常に)?$/;
/** Words that cover both: 明るい暗いテーマの切り替え. */
const RANGES = /切り?替|変換|スイッチ|トグル|選択|比較|判定|分類/;
const NOUN_FOLLOWS = /[\p{Script=Han}\p{Script=Katakana}]/u;
const SAYS_BOTH = /かつ|のに|けど|同時に/;

function inOnePhrase(text: string, one: Mention, other: Mention): boolean {
  const between = text.slice(one.end, other.start);
  if (between.length > 8 || !JOINS.test(between) || RANGES.test(text.slice(other.end, other.end + 14))) return false;
  if (one.form === 'linking' || SAYS_BOTH.test(between)) return true;
  if (one.form !== 'attributive' || between !== '') return false;
  // 公開の非公開ページ: a noun that is the first half of another comes before it as an adjective does.
  return (
    other.form === 'attributive' || (other.form === 'bare' && NOUN_FOLLOWS.test(text.slice(other.end, other.end + 1)))
  );
}

/** Sentences about another time, a condition, a choice or a fault. */
const ELSEWHERE =
  /場合|とき|時に|時は|なら|たら|れば|まで|それぞれ|または|もしくは|あるいは|今は|現在|以前|最初|次に|かどうか|すぎ|過ぎ|ことも|切り替え|変更/;
const BETWEEN = /^(?:とても|非常に|常に|必ず|もっと|全て|すべて|絶対に)?$/;

interface Said {
  readonly mention: Mention;
  readonly subject: string;
  readonly sentence: number;
}

/** Statements about a subject: ボタンは大きい. Excludes words before a noun, and conditions. */
function statementsOf(text: string, mentions: readonly Mention[]): Said[] {
  const said: Said[] = [];
  const left = [...mentions];
  for (const [number, { 0: sentence, index }] of [...text.matchAll(/[^。！？\n]+/g)].entries())
    while (left.length > 0 && left[0]!.start < index + sentence.length) {
      const mention = left.shift()!;
      const before = text.slice(Math.max(index, mention.start - 40), mention.start).replace(/.*、/, '');
      const [, subject = '', rest = ''] = /^(.{1,20}?)[はが](.*)$/.exec(before) ?? [];
      const isOfNoun = mention.form === 'attributive' && /[\p{Script=Han}ァ-ヶ]/u.test(text[mention.end] ?? '');
      if (subject !== '' && !isOfNoun && BETWEEN.test(rest) && !ELSEWHERE.test(sentence.slice(0, 300)))
        said.push({ mention, subject: subject.trim(), sentence: number });
    }
  return said;
}

let segmenter: Intl.Segmenter | undefined;

/** Whether both start at a word boundary. The segmenter is loaded for the first pair that needs this check. */
function areWords(text: string, one: Mention, other: Mention): boolean {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const from = Math.max(0, one.start - 20);
  const starts = new Set(Array.from(segmenter.segment(text.slice(from, other.end + 10)), ({ index }) => index + from));
  return starts.has(one.start) && starts.has(other.start);
}

export function japanesePairs(text: string, lexicon: JapaneseLexicon): Found[] {
  const mentions = mentionsIn(text, lexicon).filter((mention) => !isDenied(text, mention));
  const found = new Map<string, Found>();
  const add = (one: Mention, other: Mention, confidence: number): void => {
    const pole = opposed(one.poles, other.poles);
    if (pole === undefined || found.has(pole.axis) || found.size >= MAX_PAIRS || !areWords(text, one, other)) return;
    found.set(pole.axis, { axis: pole.axis, sides: [one.word, other.word], cosmetic: pole.cosmetic, confidence });
  };
  for (const [i, one] of mentions.entries())
    for (const [k, other] of mentions.slice(i + 1, i + 4).entries()) {
      if (!inOnePhrase(text, mentions[i + k]!, other)) break;
      add(one, other, IN_ONE_PHRASE);
    }
  const said = statementsOf(text, mentions);
  for (const [i, one] of said.entries())
    for (const other of said.slice(i + 1, i + 4))
      if (one.subject === other.subject && other.sentence - one.sentence <= 1)
        add(one.mention, other.mention, OF_ONE_SUBJECT);
  return [...found.values()];
}
