/**
 * Two clauses that say opposites of one thing: 検索バーを追加し、…検索バーを削除する. What the one names and the other does not sets them apart if each names
 * something of its own; so does a condition, a time, a step in turn, or a choice that is offered.
 */
import { type JapaneseClause, type Named, namedIn } from './clauses-japanese.ts';
import type { Found } from './contradictions.ts';
import { isDeniedAt } from './mentions-japanese.ts';
import { OPPOSED_PIECES } from './opposites-clauses-japanese.ts';
import type { JapaneseWord } from './opposites-japanese.ts';

/** Both are wanted, one is complained of, or it is about the words themselves. */
const BOTH_WANTED =
  /切り?替|トグル|両方|どちら|いずれ|選べ|選択|選ん|比較|違い|変換|移行|それぞれ|別々|バグ|不具合|なぜ|原因|直し|直す|検出|説明|テスト|確認|期待|実際|交互|順番|もう(?:1|一)?[回度]|再度|再び|回目|クリック|タップ|押[すしさ]|または|もしくは|あるいは|代わり|ではなく|じゃなく|以外|除[いき]|ごと|たり|→|より前|現在|今は|いまは|現状|以前|これまで|従来|元々|もともと|一方(?!向|通行|的)/;
/** How it is asked for, and no fault that is spoken of. */
const ASKED =
  /(?:ように|[にへ])(?:修正|変更|対応|設定|直)(?:して|する|し|を?お願い|すること)?|選択(?=肢|欄|範囲)|確認(?=画面|ダイアログ|ボタン|メール)/g;
const INSISTS =
  /かつ|且つ|同時|また|しかも|常に|いつも|ずっと|必ず|絶対|つつ|ながら|なおかつ|その上|さらに|たまま|っぱなし|ておい/;
/** Steps in turn. */
const IN_TURN = /(?:て|で)から|[たの]後(?!ろ)|[たの]あと|終わ|(?<![手午以])前に/;
const TURN_OPENS = /まず|最後に|次に|その後/;
/** Where, when and by whom, which make two cases if only one has them. */
const CASE =
  /本番|開発|環境|モード|時$|中$|後$|前$|際$|夜|朝|昼|初回|最初|起動|今|日$|場合|とき|なら|たら|れば|だけ|のみ|と$|管理者|ゲスト|一般|会員|ユーザー$|曜|回|目$|ので/;
const MAIN = /^(?:は|を|が|も|については?|に関しては?)$/;
/** What may follow a word that is said of the thing: endings, and nouns that carry them. */
const CARRIED =
  /^(?:[ぁ-ん]|設定|変更|修正|対応|指定|統一|固定|お願|下|欲|形|状態|方針|方向|仕様|感|今週中|本日|今日中|来週|急|保存|実行|動作|処理|実装|表示|配置|描画|出力|作成|用意|要件|事|化|的|色|側|系|風|順|位置|揃|統|並|扱|限|専用|値|型|用|向|項目|入力)*(?:[にでと]\p{Script=Han}[ぁ-ん]{1,8})?$/u;
const ENDING = /(?:する|し|して|します|しろ|く|き|いて|きます|る|て|ます)?(?:ください|下さい|こと|ほしい|です)*$/;
/** Acts that may be done, offered side by side. */
const OFFERED = /でき|可能|られる|れるよう|機能|つの(?:ボタン|操作|コマンド|関数|メソッド|画面|API)/;

interface Said {
  readonly clause: JapaneseClause;
  readonly at: number;
  readonly named: readonly Named[];
  readonly prefix: string;
  readonly word: JapaneseWord;
  readonly denied: boolean;
  /** What follows the word in its clause, without how the sentence ends. */
  readonly tail: string;
}

export function saidOfOneThing(
  clauses: readonly JapaneseClause[],
  prose: string,
  words: readonly JapaneseWord[],
): Found[] {
  const found = atOnce(prose, words);
  if (clauses.length < 2) return found;
  // Words of the lists come first: their axes are known to who reads the answer.
  return [...found, ...inTwoClauses(clauses, prose, words), ...twinsByPiece(clauses, prose)];
}

function inTwoClauses(clauses: readonly JapaneseClause[], prose: string, words: readonly JapaneseWord[]): Found[] {
  const found: Found[] = [];
  const opposed = opposedAxes(words, prose);
  if (opposed.size === 0) return found;
  const byAxis = new Map<string, Said[]>();
  let next = 0;
  for (const [at, clause] of clauses.entries()) {
    while (next < words.length && words[next]!.start < clause.start) next++;
    for (let i = next; i < words.length && words[i]!.end <= clause.end; i++) {
      if (!opposed.has(words[i]!.axis)) continue;
      const said = readIn(clause, at, words[i]!, prose);
      if (said === null) continue;
      const known = byAxis.get(said.word.axis);
      if (known === undefined) byAxis.set(said.word.axis, [said]);
      else if (known.length < 12) known.push(said);
    }
  }
  for (const said of byAxis.values())
    for (const [i, one] of said.entries())
      for (const other of said.slice(i + 1)) {
        if (one.at === other.at || (one.denied && other.denied)) continue;
        if ((one.word.pole === other.word.pole) !== (one.denied !== other.denied)) continue;
        // 増やす and 拡大しない: only the very word is denied.
        if (one.denied !== other.denied && stemOf(one.word.text) !== stemOf(other.word.text)) continue;
        if (!isSame(one, other, prose)) continue;
        const { axis, cosmetic } = one.word;
        found.push({ axis, sides: [shown(one, prose), shown(other, prose)], cosmetic, confidence: 0.8 });
      }
  return found;
}

const stemOf = (word: string): string => word.replace(/[ぁ-ん]$/, '');

/** Only what some other word is opposed to, or denies, can be in a contradiction. */
function opposedAxes(words: readonly JapaneseWord[], prose: string): ReadonlySet<string> {
  const first = new Map<string, number>();
  const found = new Set<string>();
  const denies = /[なずせ]/.test(prose);
  for (const { axis, pole } of words) {
    const known = first.get(axis);
    if (known === undefined) first.set(axis, pole);
    else if (known !== pole || denies) found.add(axis);
  }
  return found;
}

const shown = ({ word, denied, clause }: Said, prose: string): string =>
  denied ? (/^.*?(?:ない|なく|ず|ません|なし)/.exec(prose.slice(word.start, clause.end))?.[0] ?? word.text) : word.text;

/** What is written in one with a word before it: 画面 of 画面上部. */
const JOINED = /[\p{Script=Han}ァ-ヶー]*$/u;
const STRESSED = /(?:即時|全部|毎回|絶対|完全|全て)$/;

function readIn(clause: JapaneseClause, at: number, word: JapaneseWord, prose: string): Said | null {
  // 白 in 余白 is another word.
  if (word.text.length === 1 && !/[にでとがはをもだな側向端色、。\s]/.test(prose[word.end] ?? '。')) return null;
  const lead = prose.slice(clause.start, word.start);
  const prefix = /[\p{Script=Han}ァ-ヶ]/u.test(word.text[0]!) ? JOINED.exec(lead.replace(STRESSED, ''))![0] : '';
  if (prefix !== '' && word.text.length === 1) return null;
  const after = prose.slice(word.end, clause.end);
  const tail = CARRIED.test(after) ? '' : after.replace(ENDING, '');
  // 増やすボタン: it says which, and is not done.
  if (tail !== '' && !/^[にでとへ]/.test(tail)) return null;
  return {
    clause,
    at,
    named: namedIn(prefix === '' ? lead : lead.slice(0, -prefix.length)),
    prefix,
    word,
    denied: isDeniedAt(prose, word.end),
    tail,
  };
}

function isSame(one: Said, other: Said, prose: string): boolean {
  const { clause: a } = one;
  const { clause: b } = other;
  if (a.under !== b.under || other.at - one.at > 8) return false;
  if (one.tail !== other.tail || one.prefix !== other.prefix) return false;
  const end = sentenceEnd(prose, b.end);
  const around = `${a.opener}${prose.slice(a.start, one.word.start)}＿${prose.slice(one.word.end, a.end)}${b.opener}${prose.slice(b.start, other.word.start)}＿${prose.slice(other.word.end, end)}`;
  if (isSetApart(around, one.named, other.named, a.opener + b.opener)) return false;
  const insists = INSISTS.test(around);
  if (one.word.undoes && !insists) return false;
  // Features beside each other.
  if (!insists && OFFERED.test(prose.slice(other.word.end, end + 12))) return false;
  return isSameThing(one.named, other.named, other.at - one.at, a.sentence === b.sentence, one.word.undoes && !insists);
}

/** What both name may have such a word in its own name: テストデータ. */
export function isSetApart(around: string, mine: readonly Named[], theirs: readonly Named[], openers: string): boolean {
  if (TURN_OPENS.test(openers)) return true;
  let plain = around.replace(ASKED, '');
  if (!BOTH_WANTED.test(plain) && !IN_TURN.test(plain)) return false;
  for (const { what } of mine)
    if (!/[ぁ-ん]/.test(what.replaceAll('の', '')) && theirs.some((other) => other.what === what))
      plain = plain.replaceAll(what, '');
  return BOTH_WANTED.test(plain) || IN_TURN.test(plain);
}

function isSameThing(
  mine: readonly Named[],
  theirs: readonly Named[],
  distance: number,
  together: boolean,
  undoes: boolean,
): boolean {
  const main = mine.filter(({ as }) => MAIN.test(as));
  if (main.length === 0) return false;
  const elided = !theirs.some(({ as }) => MAIN.test(as));
  if (elided && (!together || distance > 1 || undoes)) return false;
  const [all, others] = [mine.map(({ what }) => what), theirs.map(({ what }) => what)];
  if (elided) others.push(...main.map(({ what }) => what));
  const own = mine.filter(({ what }) => !others.includes(what));
  const extra = theirs.filter(({ what }) => !all.includes(what));
  if (own.length > 0 && extra.length > 0) return false;
  if (elided && extra.length > 0) return extra.every(({ as, what }) => as === 'から' && !CASE.test(what));
  if (own.length === all.length) return false;
  // 管理者は…: a topic goes on in its sentence, and a new one is another case.
  if (extra.some(({ as }) => /は$/.test(as)) || (!together && own.some(({ as }) => /は$/.test(as)))) return false;
  return ![...own, ...extra].some(({ what }) => CASE.test(what));
}

const LONGEST_TAIL = 200;
const sentenceEnd = (prose: string, from: number): number => {
  const end = prose.slice(from, from + LONGEST_TAIL).search(/[。！？!?\n]/);
  return end < 0 ? Math.min(prose.length, from + LONGEST_TAIL) : from + end;
};

const AND_ALSO =
  /^(?:で|くて|て|であり|でありながら|なのに|のに|でいて|であって|だけど|けど|だが)?、?(?:かつ|しかも|同時に|なおかつ|さらに|それでいて|常に|とても|すごく|また)*、?$/;
const PIECES_AT_ONCE =
  /(?<=^|[はがを、。\n])([\p{Script=Han}ァ-ヶーA-Za-z0-9]{1,8}[ぁ-ねは-ん]?[\p{Script=Han}ァ-ヶーA-Za-z0-9]{1,6}[きいりみえけめ]?)(?:で|であり|かつ|でありながら)、?(?:かつ|しかも|同時に|なおかつ)*([\p{Script=Han}ァ-ヶーA-Za-z0-9]{1,8}[ぁ-ねは-ん]?[\p{Script=Han}ァ-ヶーA-Za-z0-9]{1,6}[きいりみえけめ]?)(?:[なの](?=[\p{Script=Han}ァ-ヶA-Za-z])|に(?:する|し))/gu;

/** 白で黒の背景, 北向きで、しかも南向きの部屋: both before one noun. */
function atOnce(prose: string, words: readonly JapaneseWord[]): Found[] {
  const found: Found[] = [];
  for (const [i, one] of words.entries()) {
    for (let j = i + 1; j < Math.min(words.length, i + 6); j++) {
      const other = words[j]!;
      if (other.axis !== one.axis || other.pole === one.pole || one.undoes || !(one.twin || other.twin)) continue;
      // 赤、青の: a list.
      if (other.start <= one.end || other.start - one.end > 16 || prose.slice(one.end, other.start) === '、') continue;
      if (
        !AND_ALSO.test(prose.slice(one.end, other.start)) ||
        !/^(?:[なのいにで]?[\p{Script=Han}ァ-ヶA-Za-z]|に(?:する|し))/u.test(prose.slice(other.end))
      )
        continue;
      if (
        !/(?:[はがをに、。\n]|とても)$|^$/.test(prose.slice(Math.max(0, one.start - 4), one.start)) ||
        isWantedBoth(prose, one.start, other.end)
      )
        continue;
      found.push({ axis: one.axis, sides: [one.text, other.text], cosmetic: one.cosmetic, confidence: 0.75 });
    }
  }
  for (const { 0: whole, 1: one, 2: other, index } of prose.matchAll(PIECES_AT_ONCE))
    if (isOpposedPiece(one!, other!) && !isWantedBoth(prose, index, index + whole.length))
      found.push({ axis: one!, sides: [one!, other!], cosmetic: false, confidence: 0.75 });
  return found;
}

const isWantedBoth = (prose: string, start: number, end: number): boolean =>
  BOTH_WANTED.test(prose.slice(Math.max(0, start - 20), sentenceEnd(prose, end)).replace(ASKED, ''));

/** 画像は高画質にする。画像は低画質にする: the same but for a piece, and that piece is the opposite. */
function twinsByPiece(clauses: readonly JapaneseClause[], prose: string): Found[] {
  const found: Found[] = [];
  const read = clauses.map((clause) => headOf(clause));
  for (const [i, one] of read.entries()) {
    if (one === null || one.lead === '') continue;
    for (let j = i + 1; j < Math.min(read.length, i + 6); j++) {
      const other = read[j]!;
      if (other === null || other === undefined) continue;
      const [a, b] = [clauses[i]!, clauses[j]!];
      const elided = j === i + 1 && a.sentence === b.sentence && other.lead === '';
      if (a.under !== b.under || !isOpposedPiece(one.head, other.head, !elided)) continue;
      const [mine, theirs] = [namedIn(one.lead), namedIn(other.lead)];
      if (mine.length === 0 || (!elided && keyOf(mine) !== keyOf(theirs))) continue;
      const around = a.opener + a.text + b.opener + prose.slice(b.start, sentenceEnd(prose, b.end));
      if (OFFERED.test(around) || isSetApart(around, mine, theirs, a.opener + b.opener)) continue;
      found.push({ axis: one.head, sides: [one.head, other.head], cosmetic: false, confidence: 0.75 });
    }
  }
  return found;
}

const keyOf = (named: readonly Named[]): string =>
  named
    .map(({ what }) => what)
    .toSorted()
    .join(' ');

const HEAD =
  /^(?:常に|必ず|絶対に|いつも|ずっと|全部|同時に|すべて)?([\p{Script=Han}ァ-ヶーA-Za-z0-9]{1,8}[ぁ-ねは-ん]?[\p{Script=Han}ァ-ヶーA-Za-z0-9]{1,6}[きいりみえけめま]{0,2})(?:[にとでを]?(?:する|し|して|します|すること|したい|です|である|であり|とする|とし|でお願いします|ください)?)(?:ください|ように(?:する|して|してください|修正してください)?|こと|ほしい|つつ|ながら|形で.*)?(?:です)?$/u;

/** What a clause is about, and the word that it says of it. */
function headOf({ text }: JapaneseClause): { lead: string; head: string } | null {
  if (text.length > 60) return null;
  const plain = text.replace(/ながら$/, '');
  const cut = Math.max(plain.lastIndexOf('は'), plain.lastIndexOf('を'), plain.lastIndexOf('が'));
  const said = HEAD.exec(plain.slice(cut + 1));
  return said === null ? null : { lead: text.slice(0, cut + 1), head: said[1]! };
}

/** @param counts Whether two numbers are opposed as well: 24時間表示 and 12時間表示. */
function isOpposedPiece(one: string, other: string, counts = false): boolean {
  if (one === other) return false;
  let [from, to] = [0, 0];
  while (from < one.length && one[from] === other[from]) from++;
  while (to < Math.min(one.length, other.length) - from && one.at(-1 - to) === other.at(-1 - to)) to++;
  const [a, b] = [one.slice(from, one.length - to), other.slice(from, other.length - to)];
  return OPPOSED_PIECES.has(`${a}|${b}`) || (counts && /^\d+$/.test(a) && /^\d+$/.test(b));
}
