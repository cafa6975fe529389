/** What each clause in Japanese says is done, to what, and whether it is: 履歴は残さない, ログは英語で出力する, このボスは夜にしか出ない. */
import { type JapaneseClause, type Named, namedIn } from './clauses-japanese.ts';

export interface Statement {
  readonly clause: JapaneseClause;
  /** The place of its clause. */
  readonly at: number;
  /** The verb by its group, or by its root; empty where it only says what something is. */
  readonly act: string;
  /** The verb as it is written: 固定表示. */
  readonly root: string;
  readonly denied: boolean;
  readonly named: readonly Named[];
  /** What alone it holds for, with its particle: 夜 に of 夜にしか. */
  readonly only: Named | null;
  /** 誰でも, 全員が. */
  readonly anyone: boolean;
  /** Said of the noun behind it, which it may tell from others. */
  readonly before: boolean;
  readonly words: string;
}

/** Verbs that come to the same, one line each. */
const GROUPS: readonly RegExp[] = [
  '削除|消去?|破棄|捨|抹消|除去',
  '保存|バックアップ|記録|残|保持|保管|覚|記憶|蓄積|保有',
  '収集|取得|集|記入させ|聴取',
  '送信?|配信|発信|届|送付',
  '表示|見|出|掲載|載|映|描画|現|出現|登場|湧|スポーン',
  '使用?|利用|用|入|加|投入|含|混|採用',
  '襲|攻撃|敵対|噛|殴',
  '変更?|編集|書換|換|改変|更新|修正|上書|いじ',
  '開始?|オープン',
  '始|スタート|起動',
  '終了?|止|停止|中止',
  '閉|クローズ',
  '通信|接続|繋|つな',
  '呼|呼出|コール',
  '書|記述|書込|込|記載',
  '鳴|再生|流',
  '飛行?|飛',
  '話|喋|しゃ',
  '閲覧|読',
  '返|返却|応答',
  '実行|動|稼働|走',
  '許可|許|認|受付|付|受',
].map((source) => new RegExp(`^(?:${source})$`, 'u'));

/** @example actOf('送信') === actOf('送'); // true */
export const actOf = (root: string): string => {
  const at = GROUPS.findIndex((group) => group.test(root));
  return at < 0 ? root : `@${at}`;
};

/** How a wish ends in letters that are no verb's: ようにお願いします, 形に修正して下さい. */
const WISH =
  /(?:よう|形|仕様|方針)[にで]?(?:修正|変更|対応|実装|設定|制限)?[ぁ-ん]*(?:お願|下|欲|頂|貰|良|致)?[ぁ-ん]*$|(?<=[てで])(?:下|欲|頂|貰|良|構)[ぁ-ん]*$|[でを]?お願い[ぁ-ん]*$|(?<=[るいう])事$/;
const NOUNISH =
  /^(?:[をはがも]?(?:し(?!か)|す(?!ぎ)|せ|さ[せれ]|でき)|$|です|だ(?!け)|で|と[すし]|に[すし]|の?み|だけ|ま[すで])/;
const BY_KANA = /^(?:を|は|が|も|に|と(?![さしすせ])|へ)(?=[ぁ-ん]{2})/;
/** It has to be, and the denial in it says so. */
const MUST = /な(?:ければ|くては|いと|きゃ)(?:なら|いけ|だめ|ダメ|困)?[ぁ-ん]*/;
const DENIED = /ない|なく|ませ[んず]|ず(?:に)?$|ぬ$|(?<=は)だめ|やめ|なし/;
const FORBIDDEN =
  /(?:を|は|が|も|の)?(?:一切|全面|完全)?(?:禁止|不可|厳禁|不要|NG|ダメ|お断|認め(?:ない|ません|ず)|許さ(?:ない|ず))[ぁ-ん]*$/;
const ALLOWED =
  /(?:を|は|が|も)?(?:自由に)?(?:可能|可|OK|許可|自由|必須|義務)[ぁ-ん]*$|しても(?:構わ|かまわ|よい|いい|良)[ぁ-ん]*$/;
const SAYS_ONLY = /だけ|のみ|しか|限|専用/;
const ONLY =
  /(?<=^|[はがをもで、]|に(?=[^し]))([^はがをも、]+?)(に|で|から|へ|まで)?(?:だけ|のみ|しか)(に|で|が|を|は|から|へ|の)?/u;
/** What something is, and nothing else: 支払いは現金のみ, 会員限定. */
const SOLE = /([^はがをも、]+?)(?:(?:のみ|だけ)[ぁ-ん]*|(?:限定|専用|に限)[ぁ-ん]*)$/u;
const ANYONE = /(?:誰でも|だれでも|誰もが|全員[がは]|みんな[がは]|すべての人[がは])(?:自由に)?/;
/** There is none of it, or there is: コメントのない, 駐車場はあります. */
const THERE = /^[のがはも](?:一切|全く)?(?:ない|なし|なく|あり|ある)|^なし|^あり(?=$|で|と|の)/;
/** 泳がない denies 泳ぐ, and not that there is any. */
const ENDS_IN_GU = /[泳急防騒脱注研稼担仰嗅]$/;
const NOT_ONE = /(?:[一1]|ひと)[つ個人行件本枚]も|何一つ/;
const TAIL = /([\p{Script=Han}々ァ-ヶーA-Za-z0-9_.+#%]+)([ぁ-ん]*)$/u;
const NOUN_FORM = /([\p{Script=Han}ァ-ヶー]+[いきりみえけめちし](?:\p{Script=Han}*))$/u;
const VERB_IN = /(\p{Script=Han})[ぁ-ん]$/u;
const ADVERBS =
  /^(?:(?:\d+|[半数一二三])\p{Script=Han}間?(?=\p{Script=Han}$)|全部|毎[日回週月年晩朝]|一切|絶対|完全|全員|全件|常時|直接|今後|複数)(?=.)/u;
/** They say no more than that it is done: 返信は…行う. */
const LIGHT = /^(?:行|実施|やる|限定|制限)$/;

/** What is said before its noun is a statement of its own: 牛乳を使わない｜グラタン, 水の上を歩ける｜ブーツ. */
const BEFORE_NOUN =
  /(?<=[\p{Script=Han}ァ-ヶ]なし)(?=の)|(?<=[ぁ-ん](?:ない|ぬ)|[\p{Script=Han}ァ-ヶー][ぁ-ん]{0,3}[るすくむぶう])(?=[\p{Script=Han}ァ-ヶA-Za-z])(?!限|場合|時|間|為|際|事|前|後|度|方|程|以上|分|直前|途中)/u;

/** And what is done, or not, on the way to the verb at the end: 暗号化して｜保存, 確認せずに｜削除. */
const ON_THE_WAY =
  /(?<=[ぁ-ん](?:ずに|ないで|なくて)|[しいっきりんえけげめべ][てで])(?=[\p{Script=Han}ァ-ヶA-Za-zすあ])/u;

export function statementsOf(clauses: readonly JapaneseClause[]): Statement[] {
  const found: Statement[] = [];
  for (const [at, clause] of clauses.entries()) {
    for (const [split, before] of [
      [BEFORE_NOUN, true],
      [ON_THE_WAY, false],
    ] as const) {
      const end = clause.text.search(split);
      const said = end < 0 ? null : readStatement(clause.text.slice(0, end), clause, at, before);
      if (said !== null) found.push(said);
    }
    const said = readStatement(clause.text, clause, at, false);
    if (said !== null) found.push(said);
  }
  return found;
}

function readStatement(piece: string, clause: JapaneseClause, at: number, before: boolean): Statement | null {
  const whole = piece.replace(/けれ?ど$|(?<=[るすくむぶうたいん])が$|のに$/, '').trim();
  if (whole.length < 3 || whole.length > 80) return null;
  const anyone = ANYONE.test(whole);
  const wished = whole.replace(WISH, '').replace(ANYONE, '').replace(NOT_ONE, '');
  let text = wished;
  let denied = false;
  const [forbidden, allowed] = [FORBIDDEN.exec(text), ALLOWED.exec(text)];
  if (forbidden !== null && forbidden.index > 1) {
    denied = true;
    text = text.slice(0, forbidden.index);
  } else if (allowed !== null && allowed.index > 1) text = text.slice(0, allowed.index);
  // 分割払い可, 途中参加は禁止: a noun, whatever verb it comes from.
  const noun = text !== wished ? NOUN_FORM.exec(text) : null;
  const tail = noun ?? TAIL.exec(text);
  if (tail === null) return null;
  const kana = (tail[2] ?? '').replace(MUST, '');
  const isOnly = SAYS_ONLY.test(text);
  const sole = isOnly ? SOLE.exec(text) : null;
  const [root, lead] = sole === null ? verbIn(text, tail.index, tail[1]!, kana) : ['', text.slice(0, sole.index)];
  const only = isOnly && sole === null ? ONLY.exec(lead) : null;
  const rest = only === null ? lead : lead.slice(0, only.index) + lead.slice(only.index + only[0].length);
  const named = namedIn(rest).map(({ what, as }) =>
    as === '' && /..[のはが]$/.test(what) ? { what: what.slice(0, -1), as: what.at(-1)! } : { what, as },
  );
  const says = /しか/.test(only?.[0] ?? '') ? false : DENIED.test(kana);
  const light = LIGHT.test(root) ? named.findLast(({ as }) => /^[はをが]$/.test(as))?.what : undefined;
  return {
    clause,
    at,
    act:
      light === undefined
        ? actOf(noun === null ? root : (VERB_IN.exec(root)?.[1] ?? root))
        : actOf(light.replace(/^.*の(?=.)/, '')),
    root: light ?? root,
    denied: denied !== says,
    named: light === undefined ? named : named.filter(({ what }) => what !== light),
    only: sole !== null ? { what: sole[1]!.trim(), as: '' } : only && { what: only[1]!, as: only[2] ?? only[3] ?? '' },
    anyone,
    before,
    words: whole,
  };
}

/** The root of the verb, and what stands before it. */
function verbIn(text: string, start: number, run: string, kana: string): [root: string, lead: string] {
  if (THERE.test(kana) && !ENDS_IN_GU.test(run)) return ['ある', `${text.slice(0, start + run.length)}が`];
  const byKana = NOUNISH.test(kana) ? null : BY_KANA.exec(kana);
  if (byKana !== null) {
    const from = start + run.length + byKana[0].length;
    return [text.slice(from, from + 2), text.slice(0, from)];
  }
  if (NOUNISH.test(kana)) {
    const root = run.replace(ADVERBS, '');
    return [root, text.slice(0, start + run.length - root.length)];
  }
  // 1年間残す: the verb has but its last letter.
  return [run.at(-1)!, text.slice(0, start + run.length - 1)];
}
