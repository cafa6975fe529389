/** How a task in Japanese is read: by patterns, since there are no blanks between its words. */
import type { TaskAction } from './task-words.ts';

const NOT = '(?:し|ら|か|さ)?(?:ない|なく|ず(?:に)?|ません)';

const ACTIONS: readonly (readonly [TaskAction, string])[] = [
  ['fix', '修正|修復|直(?:し|す|せ|そ)|なお(?:し|す|せ)|治(?:し|す)|解決|デバッグ|訂正'],
  ['delete', '削除|消(?:し|す|せ|去)|取り除|除去'],
  [
    'change',
    '追加|更新|変更|編集|改善|改良|変え|書き換え|書き直|作り直|リファクタ|リネーム|移動|移行|置換|対応|導入|実装|最適化|統一|整理|調整|足し|足す|加え|付け|設定し|有効に|無効に|よく|良く|いい感じ|良い感じ|なんとか|やって|やる|やれ|実行|テストし|デプロイ|翻訳|整形',
  ],
  ['create', '作成|新規|生成|作っ|作る|作れ|作り|作ろ|つくっ|つくる|つくり|書い|書く|書き|書け'],
  [
    'explain',
    '説明|教え|おしえ|とは|要約|レビュー|確認|調べ|調査|解説|何です|なんです|どう(?:して|やって|なって)|なぜ',
  ],
];

const ANY_ACTION = new RegExp(ACTIONS.map(([, words]) => `(${words})`).join('|'), 'g');
const NEGATED = new RegExp(`^${NOT}`);

export const isJapanese = (text: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/.test(text);

/** The first thing that is to be done, as the text has it; null where it says nothing of the kind. */
export function japaneseAction(text: string): TaskAction | null {
  for (const match of text.matchAll(ANY_ACTION)) {
    if (NEGATED.test(text.slice(match.index + match[0].length))) continue;
    return ACTIONS[match.slice(1).findIndex((group) => group !== undefined)]![0];
  }
  return null;
}

/** What stands behind a file that is made: を or nothing, and the word for making. */
const MADE = new RegExp(
  `^\\s*(?:(?:という|って)(?:名前の|名の)?\\s*(?:ファイル)?|ファイル)?\\s*(?:を|、)?\\s*(?:新規|新しく|新たに)?\\s*(?:に)?(?:作成|生成|作っ|作る|作れ|作り(?!直)|つく[っる]|書い|書く|書き(?!換|直|込|足))(?!${NOT})`,
);

/** Whether the file before these words is made by them: 「notes.md」を作って, but not notes.mdに追加して. */
export const isMadeHere = (after: string): boolean => MADE.test(after.replace(/^[」』`"”]/, ''));

/** Whether the words around a file keep the work away from it: 「x.tsは触らないで」. */
export const isLeftAlone = (after: string): boolean =>
  /^[^。\n]{0,12}?(?:触ら|変え|変更し|編集し|消さ|削除し)(?:ない|ず)/.test(after);

const NAMES_NOTHING =
  /それら?|これら?|あれ|その|この|あの|何か|なにか|なんか|どれか|やつ|もの|こと|ここ|そこ|例の|件|いつもの|いつも通り|いつもどおり|この前|こないだ|前回|さっき|先ほど|先日|以前|前(?=[とみに]|の(?!$))|続き|同じ|同様|話した|言った|頼んだ|お伝えした|よろしく|よしなに|通り|とおり|全部|すべて|全て|全体(?:的)?|適当|うまく|うまい|もっと|もう|ちょっと|少し|早く|急ぎ|至急|バグ|不具合|問題|エラー|ファイル|感じ|何|なに|なん(?:とか)?|面白[いくみ]?|おもしろ[いく]|すご[いく]|凄[いく]|かっこ(?:いい|よく|(?=し))|格好いい|かわい[いく]|可愛[いく]|楽し[いく]|素敵な?|すてきな?|便利な?|おしゃれな?|オシャレな?|最高の?|クールな?|イケてる|役に立つ|ヤバい|やばい|なんでも|何でも|とにかく|とりあえず|色々|いろいろ|どうにか|どう|きれいに|綺麗に|うまい具合|自由に|おまかせ|お任せ|おすすめ|ぐっと|こう|ちゃんと|しっかり|きちんと|変|違[うい]|ダメ|だめ|みたい|よう|来週|今週|今日|明日|今月|中|まで|アレ|あと|[一1]回|アイデア|良き|手伝|助け|相談|困|進め|仕上げ|やり直/g;
const MANNERS =
  /ください|下さい|お願い(?:いたし|し)?(?:ます)?|お願い|頼(?:む|みます|んだ)|欲しい|ほしい|もらえますか|もらえ|くれますか|いただけますか|いただ|てくれ|しておいて|しといて|やっとい|おい|とい|って|して|しろ|せよ|する|します|した|ですか|です|ます|ません|たい|ない|なり|なら|でき|けど|だけど|んだ|ので|見(?=て|せ)|動[かくい]|来る|いき|いか|いけ|ある|あり|[をにはがのでもとへてたねよなかいっしりるれ、。！？!?\s]/g;
/** What anything may be: an app, and not a word on which. */
const KINDS =
  /(?<=^|[のないをに、。\s])(?:ウェブ|web)?(?:アプリ(?:ケーション)?|サイト|ゲーム|ツール|ホームページ|プログラム|ソフト(?:ウェア)?|システム|ボット|サービス|機能|コード|プロジェクト|スクリプト)|\b(?:mod|bot|app)\b/gi;
const WISHED = /作|つく|欲し|ほし|直|なお[しす]|改善|改良|良く|よく|お願|頼|手伝|助け/;
const DONE = /デプロイ|翻訳|整形|リファクタ|最適化|テスト|レビュー|説明|要約|ビルド|起動|停止|削除|リネーム|移行|とは/;

const ENDS_A_WISH = /[てでいかがどむすんしによねだるたく][。！？!?\s]*$/;

/** Who writes more than this names something. */
export const LONGEST_NOTHING = 40;

/** Whether nothing is left of a text once its action, its manners and the words that stand for anything are gone. */
export function namesNothing(text: string): boolean {
  if (text.length > LONGEST_NOTHING) return false;
  const plain = WISHED.test(text) && !DONE.test(text) ? text.replace(KINDS, '') : text;
  const said = plain.replace(ANY_ACTION, '').replace(NAMES_NOTHING, '');
  const rest = said.replace(MANNERS, '').match(/[\p{L}\p{N}]/gu) ?? [];
  // Of words that say nothing an ending may be left over: a letter or two.
  return (
    rest.length === 0 ||
    (rest.length < 3 && said.length < text.length && ENDS_A_WISH.test(text) && /^[ぁ-ん]+$/.test(rest.join('')))
  );
}

const THING =
  /(?:ページ|画面|ファイル|ボタン|設定|フォーム|メニュー|テーブル|関数|クラス|コンポーネント|API|ヘッダー|フッター|サイドバー|ダッシュボード|データベース|サーバー|アプリ|サイト|モジュール|ログイン|一覧|ロゴ)$/i;

/** The thing a text names and says nothing of: ログインページ. */
export function japaneseThing(text: string): string | null {
  const name = text.trim().replace(/[。！!？?]+$/, '');
  return name.length <= 24 && !/[\sを、]/.test(name) && THING.test(name) ? name : null;
}
