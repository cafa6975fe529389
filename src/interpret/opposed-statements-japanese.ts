/**
 * Two statements in Japanese that cannot both hold: one denies what the other says of the same (履歴は残さない。履歴は1年間残す), or each says that
 * it is so in one case alone, and the cases differ (夜にしか出ない。昼だけに出る).
 */
import type { JapaneseClause, Named } from './clauses-japanese.ts';
import type { Found } from './contradictions.ts';
import { KINDS } from './kinds.ts';
import { isSetApart } from './same-thing-japanese.ts';
import { actOf, type Statement, statementsOf } from './statements-japanese.ts';

/** Without one of these nothing is denied, and nothing is the only one. */
const MAY_CLASH = /ない|なく|なし|(?<![まか必])ず|ませ|禁|不可|不要|だけ|のみ|しか|限[定るり]|専用|お断|NG|ダメ/;
const MOST_BETWEEN = 6;

export function opposedJapaneseStatements(clauses: readonly JapaneseClause[], prose: string): Found[] {
  if (clauses.length < 2 || !MAY_CLASH.test(prose)) return [];
  const said = statementsOf(clauses);
  const found: Found[] = [];
  for (const [i, one] of said.entries())
    for (const other of said.slice(i + 1, i + 1 + MOST_BETWEEN)) {
      const sides = isDenial(one, other) || isThereAfterAll(one, other) ? shownOf(one, other) : solesOf(one, other);
      if (sides !== null && !areApart(one, other))
        found.push({ axis: one.root || 'only', sides, cosmetic: false, confidence: 0.75 });
    }
  return found;
}

/** Each from the thing that both name, without how it is wished for. */
function shownOf(one: Statement, other: Statement): readonly [string, string] {
  const thing = one.named.find(({ what }) => other.words.includes(what))?.what ?? '';
  const from = ({ words }: Statement) => words.slice(Math.max(0, words.indexOf(thing))).replace(WISHED, '');
  return [from(one), from(other)];
}
const WISHED =
  /(?<=ず)に$|(?<=ない)(?:で|こと|よう|もの).*$|(?<=[てで])(?:くだ|下|ほし|欲|お).*$|(?<=[るすうくむぶつ])(?:こと|ように).*$/;

/** 削除前に…。…せずに削除: both are said of the one act. */
const BEFORE = /(\p{Script=Han}{2,})(?:する)?の?前に/gu;
const WAITS = /[^はがも、＿]+(?:まで|限り)/g;
/** Choices, turns, exceptions and what is so by now. */
const EXCEPTS = /^(?:ただし|ただ|一方|でも|しかし)|例外(?:と|的|で)/;
function areApart(one: Statement, other: Statement): boolean {
  if (EXCEPTS.test(other.clause.opener + other.words)) return true;
  const acts = [one.root, other.root].filter((root) => root.length > 1);
  const openers = (one.clause.opener + other.clause.opener).replace('最後に', '');
  const around = `${one.words}＿${other.words}`
    .replace(WAITS, '')
    .replace(/\d+[^\d、]{1,2}ごとに?/g, '')
    .replace(BEFORE, (case_, act: string) =>
      `${one.clause.text}${other.clause.text}`.split(act).length > 2 ? '' : case_,
    );
  return isSetApart(
    acts.reduce((rest, act) => rest.replaceAll(act, ''), around),
    one.named,
    other.named,
    openers,
  );
}

/** When, where and for whom: of a statement that has one the other cannot be said to deny it. */
const CASE =
  /本番|開発|環境|モード$|時$|中$|後$|前$|際$|夜|朝|昼|初回|最初|起動|今|(?<!毎|\d)日$|場合|とき|なら|たら|れば|ても|でも|だけ|のみ|と$|まで$|限り$|曜|回目|目$|以外|から$|ながら$|ずに$|せず$|普段|通常|基本|次の|今後|来週|別の|他の/;
/** 入力できない欄に、…: the noun that the denial is said of, and then what is done. */
const DESCRIBES = /(?:ない|ぬ)[^、はを]*(?:で|が|に|だが)$/;
const MAIN = /^(?:は|を|が|も|の|については?|に関しては?)$/;
const RULE = /ないこと|ないで(?:ください|下さい)?|禁止|厳禁|ならない|いけない/;
const WHOLLY = /一切|絶対|決して|何も|全く|どんな/;
/** By itself or at once, which what waits for somebody is not. */
const AT_ONCE = /自動|即時|即座|すぐ|リアルタイム|瞬時|随時|常時/;
const NOT_UNTIL = /まで$|限り$|ないと$/;

const isSameAct = (none: Statement, some: Statement): boolean =>
  none.act === some.act ||
  (none.root.length > 1 &&
    some.root.endsWith(none.root) &&
    !/[非未不無]/.test(some.root.at(-1 - none.root.length) ?? ''));

function isDenial(one: Statement, other: Statement): boolean {
  if (one.denied === other.denied || one.only !== null || other.only !== null || one.at === other.at) return false;
  // 話すNPCと話さないNPC: which of them.
  if (one.before && other.before) return false;
  const [none, some] = one.denied ? [one, other] : [other, one];
  if (none.act === '' || !isSameAct(none, some)) return false;
  const wholly = WHOLLY.test(none.words) && none.clause.sentence !== some.clause.sentence;
  if (none.clause.under !== some.clause.under && !(wholly && none.clause.under === '')) return false;
  return isSaidOfOne(none, some, wholly);
}

function isSaidOfOne(none: Statement, some: Statement, wholly: boolean): boolean {
  const [denied, done] = [namesOf(none), namesOf(some)];
  const has = (names: readonly Named[], { what }: Named) => names.some((name) => name.what === what);
  // 写真は一切…ない: then no 撮影した写真 either.
  const shared = denied.filter((one) => has(done, one) || (wholly && done.some(({ what }) => what.endsWith(one.what))));
  const apart = some.clause.sentence - none.clause.sentence;
  const together = apart === 0 && Math.abs(none.at - some.at) < 2;
  // 歩かないモブで、…歩いて: all that follows is said of it.
  if (none.before && apart === 0 && none.at < some.at && denied.length === 0 && DESCRIBES.test(none.clause.text))
    return !some.before && !done.some(({ what, as }) => CASE.test(what) || as === 'は');
  const later = none.at > some.at ? denied : done;
  const goesOn = apart === 1 && !done.some(({ as }) => MAIN.test(as)) && denied.some(({ as }) => as === 'は');
  const elided =
    goesOn ||
    (later.length === 0 &&
      (together ||
        none.words.startsWith(`${none.root}は`) ||
        (denied.length + done.length === 0 && none.root.length > 1)));
  if (shared.length === 0 && (!elided || none.before || some.before)) return false;
  // What is denied of less than all leaves room for the rest: 本文には表示しない.
  const own = denied.filter((name) => !shared.includes(name));
  if (AT_ONCE.test(some.words) && own.some(({ what }) => NOT_UNTIL.test(what))) return true;
  if (own.some(({ as }) => !/^[はが]$/.test(as)) || (own.length > 0 && !together && none.at > some.at)) return false;
  const isSpokenOf = (what: string) => /..[前後時]$/.test(what) && none.clause.text.includes(what.slice(0, -1));
  const extra = done.filter((name) => !has(denied, name) && !isSpokenOf(name.what));
  if (own.length > 0 && extra.some(({ as }) => MAIN.test(as))) return false;
  // 外部APIを呼ばないこと。住所は外部APIを呼んで…: a rule holds of whatever it is.
  const rule = RULE.test(none.words) && !denied.some(({ as }) => as === 'は');
  return wholly || !extra.some(({ what, as }) => CASE.test(what) || (rule ? as === 'も' : /[はも]$/.test(as)));
}

/** What there is none of, or what is not used. */
const NONE_OF = new Set(['ある', '持', '置', '作', '乗', ...['使', '書'].map(actOf)]);
const DONE_AWAY = /削除|消|除|避|外|防|禁|隠|探|代/;

/** 例外を使わないコードで、…例外を投げる: what there is none of is used. */
function isThereAfterAll(none: Statement, some: Statement): boolean {
  if (!none.denied || some.denied || !NONE_OF.has(none.act) || none.only !== null || some.only !== null) return false;
  const apart = some.clause.sentence - none.clause.sentence;
  if (none.before && (some.before || none.clause.text.endsWith('と'))) return false;
  if (none.at === some.at || apart > 1 || (apart > 0 && !RULE.test(none.words)) || none.clause.under !== '')
    return false;
  const thing = namesOf(none).findLast(({ as }) => MAIN.test(as) || as === 'に')?.what;
  // コメントするにはログインが必要: for that alone.
  if (thing === undefined || DONE_AWAY.test(some.root) || /[にで]は/.test(some.words)) return false;
  return namesOf(some).some(
    ({ what, as }) =>
      /^(?:で|を|が|に|から)$/.test(as) &&
      (what === thing ||
        (what.startsWith(thing) && /^[内中上度]$/.test(what.slice(thing.length))) ||
        (what.endsWith(thing) && (none.act === 'ある' || /\d/.test(what)))),
  );
}

/** How often, how many, and in which way say nothing of what it is done to; 何も is all there is. */
const namesOf = ({ named }: Statement): Named[] =>
  named.filter(({ what, as }) => (as !== '' || CASE.test(what)) && !/^(?:何|なに|最後|必要)$/.test(what));

/** Two that are each the only one, or the only one and another: 夜にしか and 昼だけ, 管理者のみ and 誰でも. */
function solesOf(one: Statement, other: Statement): readonly [string, string] | null {
  if (one.only === null && other.only === null) return null;
  // 現金しか使えない。現金は使えない.
  const [sole, none] = one.only === null ? [other, one] : [one, other];
  if (
    none.denied &&
    none.act === sole.act &&
    none.named.some(({ what, as }) => what === sole.only!.what && MAIN.test(as))
  )
    return [sole.words, none.words];
  if (one.denied || other.denied) return null;
  if (one.clause.under !== other.clause.under || (one.before && other.before)) return null;
  const [mine, theirs] = [valueIn(one, other), valueIn(other, one)];
  if (mine === null || theirs === null || isPiece(mine, theirs) || isPiece(theirs, mine)) return null;
  return isOneMatter(one, other, [mine, theirs]) ? [mine, theirs] : null;
}

/** 会員 is in 一般会員, and not in 非会員. */
const isPiece = (piece: string, whole: string): boolean => whole.includes(piece) && !/^[非未不無]/.test(whole);

/** What one says where the other says "only". */
function valueIn(one: Statement, other: Statement): string | null {
  if (one.only !== null) return one.only.what;
  if (one.anyone) return '誰でも';
  const several = /^[1一]/.test(other.only!.what) ? /複数|いくつでも|何[度回]でも?/.exec(one.words) : null;
  if (several !== null) return several[0];
  const as = other.only!.as;
  const also =
    one.named.find((name) => /^(?:に|で)?も$/.test(name.as)) ??
    one.named.find(
      (name) => (name.as === as && /[にで]/.test(as)) || (name.as !== '' && kindOf(name.what) !== undefined),
    );
  return also?.what ?? null;
}

/** Whether both are said of the same; what the one does not name it does not set apart. */
function isOneMatter(one: Statement, other: Statement, values: readonly string[]): boolean {
  const topics = (said: Statement) =>
    namesOf(said)
      .map(({ what }) => what)
      .filter((what) => !values.includes(what));
  const [mine, theirs] = [topics(one), topics(other)];
  const shared = mine.filter((what) => theirs.includes(what));
  const kind = kindOf(values[0]!);
  if (kind !== undefined && kind === kindOf(values[1]!))
    return [...mine, ...theirs].every((what) => shared.includes(what) || OF_A_KIND.test(what));
  const crossed =
    mine.some((what) => what.includes(other.root) && other.root !== '') ||
    theirs.some((what) => what.includes(one.root) && one.root !== '');
  if (mine.length > shared.length && theirs.length > shared.length) return crossed;
  if (one.act !== '' && other.act !== '') return one.act === other.act;
  return shared.length > 0 || crossed || mine.length + theirs.length + one.act.length + other.act.length === 0;
}

/** They name the kind itself: 言語はGoのみ. */
const OF_A_KIND =
  /^(?:.*の)?(?:言語|コード|実装|プログラム|ソース(?:コード)?|開発|画面|UI|DB|データベース|保存先|(?:出力|保存|ファイル)?形式|フォーマット|出力|フレームワーク|ライブラリ|対応|対応OS|環境|ブラウザ|クラウド|支払い(?:方法)?|決済|全部|中身|本体)$/i;
const ALSO_GO = ['language', 'go|c|c言語|r|dart|シェルスクリプト|bash'] as const;
const KIND_OF = [...KINDS, ALSO_GO].map(([kind, members]) => [kind, new RegExp(`^(?:${members})$`, 'i')] as const);
const kindOf = (value: string): string | undefined => KIND_OF.find(([, members]) => members.test(value))?.[0];
