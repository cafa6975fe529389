/** What a prompt in Japanese wants and excludes at once. */
import { acrossSentences, brokenIn, rowsFor } from './broken-claims-japanese.ts';
import { japaneseCircularOrder } from './circular.ts';
import { clausesOf } from './clauses-japanese.ts';
import type { Found } from './contradictions.ts';
import { type JapaneseMention, japaneseMentions, shownOf } from './mentions-japanese.ts';
import { japaneseNoneAndEvery } from './none-and-every-japanese.ts';
import { numbersIn } from './numbers-japanese.ts';
import { opposedJapaneseStatements } from './opposed-statements-japanese.ts';
import { type JapaneseWord, japaneseWordsIn } from './opposites-japanese.ts';
import { saidOfOneThing } from './same-thing-japanese.ts';

/** They keep two things apart: a choice, a change, two times, two kinds, a reason. */
const PARTED =
  /または|もしくは|あるいは|から|へ(?!ル)|→|より|場合|とき|(?<!同)時[はに]|後に?|あと|前に|次に|それから|その後|一方|ではなく|じゃなく|なら|以外|ので|ため|すぎ|すると|なると|たら|れば|たり|ごと|途中|まで|では(?!な)|には|[・／/]|か(?=、|$)|[」』](?:と|や|、|・|か)?[「『]/;
const BOTH_WANTED =
  /切り替|切替|トグル|両方|どちら|いずれ|選べ|選択|選ん|比較|違い|変換|変更(?!不可|可能|でき)|変え|移行|分け(?!て、?全)|別々|それぞれ|区別(?=がつ|でき)|修正|バグ|不具合|なぜ|原因(?=[をは]?(?:調|教|特定|不明|わか|究明))|エラー(?!時|メッセージ|画面|ページ|コード|文|を返|ログ)|問題|直し|直す|検出|防[ぐい]|説明(?=し|せ|を?お願い)(?!してくれ)|[とや][^、。]{1,12}に対応|両対応|置き換/;
/** They say that both hold. */
const INSISTS = /かつ|且つ|同時|また、|さらに|しかも|同じ|常に|いつも|必ず|なおかつ|その上/;
/** Verbs and nouns that carry a quality and name no other thing. */
const CARRIES =
  /^(?:同時|常|状態|処理|項目|形|型|方式|形式|全部|全|完全|絶対|一切|毎回|必|誰|実行|固定|設定|保存|作成|実装|表示|動作|利用|使用|専用|量|程度|行|使|見|出|置|入|持|作|返|並|実際|本当|非常|極|感|的|化|性|用|順|可|可能|場所|物|且|又|更|同|更新|ユーザー|アプリ|モード|要件|仕様)$/;
const RUNS = /[\p{Script=Han}々]+|[ァ-ヶー]+|[a-z0-9_.-]+/giu;
/** 敵であり味方でもある. */
const IS_BOTH = /^(?:で(?!は)|であり|であって|なのに|でありながら|だが|かつ|、かつ|、同時に)/;
/** Once more, and then it is the other. */
const ANEW = /もう(?:1|一)?[回度]|再度|再び|回目/;
const FURTHEST = 40;
/** Who says more than this at once is pasting something. */
const MOST_WORDS = 600;

/** What stands in both, at its longest, is said once: 30日より前のログは. */
function withoutRepeated(between: string, before: string): string {
  for (let length = Math.min(between.length, before.length, 24); length >= 2; length--) {
    for (let at = 0; at + length <= between.length; at++) {
      const piece = between.slice(at, at + length);
      if (/[\p{Script=Han}ァ-ヶa-z]/iu.test(piece) && before.includes(piece))
        return between.slice(0, at) + between.slice(at + length);
    }
  }
  return between;
}

function isClash(text: string, one: JapaneseMention, other: JapaneseMention): boolean {
  const whole = text.slice(one.end, other.start);
  if (whole.length > FURTHEST) return false;
  const clause = Math.max(text.lastIndexOf('。', one.start - 1), text.lastIndexOf('\n', one.start - 1)) + 1;
  const before = text.slice(Math.max(clause, one.start - FURTHEST), one.start);
  const after = text.slice(other.end, other.end + 12);
  // 必須でなければならず: what has to be is said of it, and sets no condition.
  const between = withoutRepeated(whole, before).replace(/なければなら(?:ない|ず|なく|ぬ)/g, '');
  if (PARTED.test(between) || /^(?:と(?!し|する)|や|・|も$)|[とや]$/.test(between)) return false;
  // 小さくても大きな声; 「保存しない」ボタンと「保存する」ボタン.
  if (whole.startsWith('ても') || (whole.startsWith('でも') && after.startsWith('でも')) || /」.*「/.test(whole))
    return false;
  if (ANEW.test(whole) || /^[なの][^、。]*を/.test(whole)) return false;
  if ((one.noun || other.noun) && !IS_BOTH.test(between)) return false;
  // オフラインでも動き、オンラインに戻ったら: each has its time.
  if (/^でも[^、。]*、/.test(whole) || /^に(?:戻|なった|復帰|なる)|^(?:の|した)?(?:時|とき|場合)/.test(after))
    return false;
  // ハッシュ化し、平文では保存しない: it is denied further on.
  if (/^[でに]?は[^、。]{1,8}(?:ない|ず|ません)/.test(after) && !one.denied && other.pole !== one.pole) return false;
  // 非公開、公開済みの記事は: those that are so already. 削除して保存: one step, and the next.
  if (
    /^(?:済み|ボタン|リンク|メニュー|アイコン|フラグ|キー)/.test(after) ||
    (other.text === '保存' && /^して、?$/.test(whole))
  )
    return false;
  // 非公開のまま、…記事だけ公開: some of them.
  if (/、[^、。]+(?:だけ|のみ)$/.test(whole)) return false;
  // 現在は任意だが、必須にする: how it is, and how it is to be.
  if (/現在|今は|いまは|現状|以前|これまで|従来/.test(before)) return false;
  // 画像以外を残し、画像を削除: the rest, and what is left out of it.
  if (/以外|を除[いき]/.test(before)) return false;
  // 小さくなる薬と、大きくなる薬: two of them.
  const listed = /([\p{Script=Han}ァ-ヶー]{1,8})と、/u.exec(whole)?.[1];
  if (listed !== undefined && after.includes(listed)) return false;
  // 同期処理を非同期処理に: the one becomes the other.
  if (
    /を|^[^、。]+は$/.test(between) &&
    !/[、。]|かつ|また|同時/.test(between) &&
    (between.includes('を') || other.text.endsWith('く'))
  )
    return false;
  const left = (between.match(RUNS) ?? []).filter(
    (run) => !CARRIES.test(run) && !before.includes(run) && !after.includes(run),
  );
  if (left.length > 0) return false;
  if (isToldApart(text, one, other, between)) return false;
  // 不要なファイルを削除して必要なファイルを残す: what tells the two things apart stands before each.
  const which = /[\p{Script=Han}]{2,}な(?=[\p{Script=Han}ァ-ヶ])/u.exec(whole)?.[0];
  if (which !== undefined && /[\p{Script=Han}]な/u.test(before) && !before.includes(which)) return false;
  const crosses = /[。！？!?\n]/.test(whole);
  return crosses
    ? between !== whole || /[。\n]\s*(?:また|さらに|かつ|同時|しかも|なお|それ|これ|ただし)/.test(whole)
    : true;
}

/** 公開記事は…、非公開記事は…: before one noun each, they tell two things apart. */
function isToldApart(text: string, one: JapaneseMention, other: JapaneseMention, between: string): boolean {
  if (INSISTS.test(between)) return false;
  const noun =
    /^(?:[いなの的]{0,2}|[ぁ-ん]{0,2}[すくぐむぶるう])([\p{Script=Han}ァ-ヶーa-z0-9]{1,12})(?:[はがをに、]|と(?!する))/iu;
  const [mine, theirs] = [noun.exec(text.slice(one.end)), noun.exec(text.slice(other.end))];
  return mine !== null && theirs !== null && mine[1] === theirs[1];
}

const wordsWithin = (words: readonly JapaneseWord[], start: number, end: number): JapaneseWord[] =>
  words
    .filter((word) => word.start >= start && word.end <= end)
    .map((word) => ({ ...word, start: word.start - start, end: word.end - start }));

export function japaneseContradictions(prose: string): Found[] {
  const found: Found[] = [];
  const sentences = prose.split(/(?<=[。！？!?\n])/).slice(0, 60);
  const words = japaneseWordsIn(prose, MOST_WORDS);
  let from = 0;
  for (const [i, sentence] of sentences.entries()) {
    const start = from;
    from += sentence.length;
    if (sentence.length > 400 || BOTH_WANTED.test(sentence)) continue;
    const next = sentences[i + 1];
    const goesOn = next !== undefined && next.length <= 200 && !BOTH_WANTED.test(next);
    const text = goesOn ? sentence + next : sentence;
    const mentions = japaneseMentions(text, wordsWithin(words, start, start + text.length));
    for (const [at, one] of mentions.entries()) {
      if (one.start >= sentence.length) break;
      for (const other of mentions.slice(at + 1, at + 10)) {
        if (one.axis !== other.axis || other.start < one.end || (one.denied && other.denied)) continue;
        if ((one.pole === other.pole) !== (one.denied !== other.denied)) continue;
        if (isClash(text, one, other))
          found.push({
            axis: one.axis,
            sides: [one.text, shownOf(text, other)],
            cosmetic: one.cosmetic,
            confidence: 0.85,
          });
      }
    }
    const plain = sentence.replace(/[。！？!?\n]$/, '');
    const rows = rowsFor(text);
    found.push(
      ...brokenIn(plain, rows),
      ...numbersIn(plain),
      ...(goesOn ? acrossSentences(sentence, next.replace(/[。！？!?\n]$/, ''), rows) : []),
      ...japaneseNoneAndEvery(text),
      ...(/[後前]|あと/.test(text) ? japaneseCircularOrder(text) : []),
    );
  }
  const clauses = clausesOf(prose);
  found.push(...saidOfOneThing(clauses, prose, words), ...opposedJapaneseStatements(clauses, prose));
  return found.filter(
    (one, i) => found.findIndex((other) => other.axis === one.axis && other.sides[0] === one.sides[0]) === i,
  );
}
