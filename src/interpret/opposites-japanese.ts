/**
 * Japanese words that exclude each other, as data: one line an axis, its poles parted by `|`; `[いく]` stands for each of its letters.
 * `n:` is a noun that is as often one of a list, and counts only where something is said to be it and its opposite (敵で味方の); `t:`
 * is so common that it counts only where two clauses are the same but for it.
 * They are looked up letter by letter, since there are no blanks, and of two that overlap the longer counts: 非同期 is never also 同期.
 */
import { CLAUSE_AXES } from './opposites-clauses-japanese.ts';

const AXES = `
temperature: 熱[いくかさ] 熱々 暑[いく] 温か[いくな] 暖か[いくな] あたたか[いくな] あつ[いく] 燃え[るた] 燃えて 燃えさかる 沸騰 炎の 火の 溶岩の マグマの ホットな 灼熱 高温
  | 冷た[いくさ] つめた[いく] 寒[いく] 冷え[たて] 冷やした 凍っ 凍り 凍る 凍え 凍結 冷凍 氷の 氷漬け 雪の 霜の アイスな 極寒 低温
matter: 液体 液状 流動体 | 固体 固形 凍った
size: 小さ[いくな] ちいさ[いくな] 極小 微小 ちっちゃ[いくな] ミニサイズ 小型 | 巨大 大き[いくな] おおき[いくな] でか[いく] 特大 世界サイズ 世界くらい大き 世界と同じ大き 大型
edibility: 食べられる 食用 可食 食べれる | 機械 ロボット マシン 実体のない 食べられない 食用ではない
worn: 着られる 着用できる 装着できる 身につけられる かぶれる 着れる 被れる | ブロック 鉱石
speed: 速[いくかさ] 高速 素早[いく] すばや[いく] 速やか 迅速 | 遅[いくかさ] 低速 のろ[いく] ゆっくり 鈍足
synchrony: 同期 ブロッキング | 非同期 ノンブロッキング 非ブロッキング
publicity: 公開 パブリック 一般公開 誰でも見られる 全員に公開 | 非公開 未公開 限定公開 プライベート 秘密 内密
need: 必須 必ず入力 必要 | 任意 省略可 省略可能 入力しなくてもよい 不要 オプション
keeping: 削除 消去 消[しす] 破棄 捨て 消え 抹消 | 残[しすせる] 保持 維持 取っておく 取っておき 保管 保存 温存
encryption: 暗号化 | 平文 未暗号化 非暗号化 暗号化しない 暗号化せず
writing: 読み取り専用 読取専用 読取り専用 閲覧専用 閲覧のみ リードオンリー 参照のみ 編集不可 | 書き込み可能 書込可能 編集可能 編集可 書き込める 編集できる 書き込み専用
mutability: 不変 変更不可 変更不可能 イミュータブル 追記専用 変更できない | 可変 変更可能 ミュータブル 上書き可能 変更可 変更できる
order: 昇順 古い順 小さい順 安い順 あいうえお順 | 降順 新しい順 大きい順 高い順 最新順
change: 静的 スタティック | 動的 ダイナミック
network: オンライン | オフライン
state: ステートレス 状態を持たない | ステートフル 状態を持つ
permanence: 一時的 短命 一時保存 揮発性 使い捨て 短期間だけ | 永続 永続的 永続化 恒久 恒久的 永久 不揮発性 ずっと残 無期限
automation: 自動 自動的 全自動 自動化 | 手動 手作業 人手
activation: 有効 オンに 有効化 | 無効 オフに 無効化
visibility: 見える 見えて 可視 表示 目に見え 見られる | 見えない 見えなく 不可視 非表示 隠[すしれさ] 隠され 見られない
weight: 重[いくさ] 重たい 重量級 | 軽[いくさ] 軽量
brightness: 明る[いく] 光る 光り輝く まぶし[いく] | 暗[いく] 真っ暗 闇の
threads: シングルスレッド 単一スレッド | マルチスレッド 複数スレッド
players: シングルプレイ シングルプレイヤー 一人用 1人用 ソロ専用 | マルチプレイ マルチプレイヤー 多人数 複数人用
tenants: シングルテナント | マルチテナント
price: 無料 タダ 無償 | 有料 有償 課金制
identity: 匿名 名無し | 実名 記名 本名
login: ログイン不要 認証不要 認証なし ログインなし | ログイン必須 認証必須 要ログイン 要認証 ログインが必要 認証が必要
centre: 中央集権 集中型 | 分散型 非中央集権
danger: 安全 無害 | 危険 有害 有毒
temper: 友好的 平和 平和的 おとなしい 無害 優し[いく] 温厚 穏やか | 敵対的 敵対 凶暴 攻撃的 好戦的 獰猛 有害
health: 回復 癒[すし] 治[すし] 治癒 | 傷つけ 傷付け ダメージを与え 害[すし] 毒にする
hardness: 硬[いく] 固[いく] かたい 頑丈 | 柔らか[いくな] やわらか[いくな] ふわふわ
age: 新しい 新品 最新 若[いく] | 古い 古代 旧式 年老いた
strength: 強[いく] 強力 最強 無敵 | 弱[いく] 非力 最弱 貧弱
place: ローカル オンプレミス オンプレ 手元 | リモート クラウド
scope: グローバル 全体共通 全ユーザー共通 | ユーザーごと ユーザー別 個別
length: 長[いく] 長め | 短[いく] 短め
height: 高[いく] | 低[いく]
cost: 安[いく] 安価 格安 | 高価 高額
width: 広[いく] | 狭[いく]
depth: 深[いく] | 浅[いく]
thickness: 太[いく] 厚[いく] | 細[いく] 薄[いく]
amount: 増や[しすせ] 増加 増大 上げ 引き上げ 拡大 延ば[しす] 大きくする 長くする 広げ | 減ら[しすせ] 減少 削減 下げ 引き下げ 縮小 短縮 小さくする 短くする 狭め
opening: 開いた 開いて 開放 展開 開きっぱなし | 閉じた 閉じて 閉鎖 折りたた[みむんまめ] 閉じっぱなし
simplicity: シンプル 単純 簡素 簡単 | 複雑 難解
difficulty: 簡単 易し[いく] やさしい 容易 | 難し[いく] 困難 高難度
sound: 静か 無音 消音 音がしない | うるさ[いく] 騒がし[いく] 大音量 騒々し
direction: 水平 横向き 横並び 横方向 横長 | 垂直 縦向き 縦並び 縦方向 縦長
permission: 許可 許[すし] 認め 受け入れ 受理 | 禁止 禁じ 拒否 不許可 却下 受け付けない
bounds: 無制限 無限 上限なし 制限なし | 有限 制限付き 制限あり 上限あり
timing: リアルタイム 即時 即座 | バッチ 翌日 翌朝 遅延
sequence: 並列 並行 | 逐次 直列 順次
moisture: 濡れた 湿った 濡れて びしょびしょ | 乾いた 乾燥した 乾いて からから カラカラ
life: 生きた 生きて 生きている | 死んだ 死んで 死んでいる
death: 不死 死なない | 死ぬ 死にやすい
destruction: 壊れない 破壊不能 破壊できない 壊せない 不壊 | 壊れやすい 壊れる もろい 脆[いく] すぐ壊れ 一回で壊れ
chance: 決定的 決定論的 確定的 毎回同じ 常に同じ | ランダム 無作為 毎回異なる 毎回違う
transparency: 透明 透けて 透き通 | 不透明
lock: ロックされ ロック済み ロックする 施錠 | ロック解除 アンロック 解錠
compression: 圧縮 | 非圧縮 無圧縮 圧縮しない 圧縮せず
loss: 可逆 可逆圧縮 | 不可逆 非可逆 非可逆圧縮 不可逆圧縮
uniqueness: 一意 ユニーク 重複不可 重複なし 重複禁止 重複を禁止 重複しない | 重複可 重複を許 重複あり 重複して
flight: 空を飛[ぶべ] 飛べる 飛行 浮遊 飛ぶ | 飛べない 飛ばない 地を這う 地上専用
motion: 動く 動き回 移動する 走り回 | 動かない 静止 固定された 微動だにしない
frequency: 毎秒 | 毎分 1分ごと | 毎時 1時間ごと 一時間ごと | 毎日 日次 毎晩 毎朝 1日1回 1日に1回 一日一回 | 毎週 週次 週に1回 週1回 週に一回 週一回 | 毎月 月次 月に1回 月1回 月に一回 | 毎年 年次 年に1回 年1回
count: 1回だけ 一度だけ 一回だけ 一度きり | 何度でも 繰り返し 何回でも
eagerness: 先読み 事前読み込み 即時読み込み | 遅延読み込み 遅延ロード
strictness: 厳格 厳密 厳し[いく] | 寛容 緩[いく] ゆるい 甘[いく]
source: オープンソース | クローズドソース 非公開ソース プロプライエタリ
null: null許容 nullを許可 nullable null可 nullを許容 | not^null nullを禁止 非null null不可 nullを許可しない null禁止
writingstyle: 丁寧 敬語 | 乱暴 ぶっきらぼう ため口 タメ口
detail: 詳細 詳し[いく] | 簡潔 手短 簡略
mood: 明るい 楽し[いく] 陽気 | 悲し[いく] 陰気 憂鬱
beauty: 美し[いく] きれい 綺麗 | 醜[いく] 汚[いく]
taste: 甘[いく] | 苦[いく] 辛[いく] 酸っぱ[いく]
shape: 丸[いく] 円形 球形 | 四角[いく] 正方形 三角形
nature: 天然 自然の | 人工 人造
reality: 本物 | 偽物 ニセモノ
presence: 含め 含[むみ] 追加 | 除外 除[くい] 取り除
success: 成功 合格 勝[つち] | 失敗 不合格 負け
caching: キャッシュする キャッシュし | キャッシュしない キャッシュせず
version: 後方互換 | 互換性のない 破壊的変更
gender: 男性専用 | 女性専用
inout: 社内専用 内部専用 社内限定 | 社外向け 外部公開 社外公開
binary: バイナリ | テキスト形式
normal: 正規化 | 非正規化
typing: 静的型付け 型付き | 動的型付け 型なし
allegiance: n:味方 n:仲間 n:友達 | n:敵 n:天敵
extremes: n:最大 n:最高 n:最長 n:最速 n:最新 | n:最小 n:最低 n:最短 n:最遅 n:最古
sleep: 起きて 目覚めて | 眠って 寝て 眠り続け
figure: 太った 太って | 痩せた 痩せて やせた やせて
activation: t:オン | t:オフ
sidewise: t:左 t:左側 t:左寄せ 左寄せ 左揃え | t:右 t:右側 右寄せ 右揃え
ends: t:上 t:上部 t:一番上 t:先頭 t:最初 | t:下 t:下部 t:一番下 t:末尾 t:最後
tax: 税込み 税込 | 税抜き 税抜 税別
letters: t:大文字 | t:小文字
lettersize: t:全角 | t:半角
explicitness: 明示的 | 暗黙的 暗黙
directness: 直接的 | 間接的
units: t:絶対 | t:相対
normality: t:正常 | t:異常
possibility: t:可能 t:できる | t:不可能 t:不可 t:できない
connection: t:接続 常時接続 | t:切断
place2: t:国内 t:室内 t:屋内 t:社内 | t:国外 t:海外 t:屋外 t:社外
number: n:単一 t:1つ t:単数 | n:複数
listing: n:許可リスト n:ホワイトリスト | n:拒否リスト n:ブラックリスト
billing: 定額制 定額 | 従量制 従量課金
fixity: 固定長 固定幅 固定サイズ t:固定 | 可変長 可変幅 可変サイズ t:可変 t:変動
habitat: 水中専用 | 陸上専用
activehours: 夜行性 t:夜 t:夜間 | 昼行性 t:昼 t:昼間
diet: 肉食 | 草食
hunger: 満腹 | 空腹
luck: 幸運 | 不運
edge: 鋭い 鋭く | 鈍い 鈍く なまくら
nearness: 近い 近く | 遠い 遠く
courage: 勇敢 勇気ある | 臆病
mind: 賢い 賢く 頭のいい | 愚か 頭の悪い
luxury: 豪華 | 質素
gloss: つや消し マット | 光沢 つや出し
rising: 上昇し | 下降し
appearing: 現れ | 消え
wellness: 健康的 健康 | 不健康 病気
cleanness: 清潔 | 不潔 汚れた
size2: 伸び | 縮み
liquidity: 手書き | 印字
buoyancy: 浮く 浮かぶ 浮いて 浮き | 沈む 沈んで 沈み
once: t:一回 t:1回 t:一度 | t:毎回 t:何度も
who: t:全員 t:誰でも | t:誰にも
`;

export interface JapaneseEntry {
  readonly axis: string;
  readonly pole: number;
  readonly cosmetic: boolean;
  readonly text: string;
  /** Counts only where something is said to be it. */
  readonly noun: boolean;
  /** Counts only where two clauses are the same but for it. */
  readonly twin: boolean;
  /** Acts in turn are steps; only at once they exclude each other. */
  readonly undoes: boolean;
}

const ROWS = [
  'かきくけこい',
  'がぎぐげごい',
  'さしすせそ',
  'たちつてとっ',
  'なにぬねのん',
  'ばびぶべぼん',
  'まみむめもん',
  'らりるれろっ',
  'わいうえおっ',
];
/** They end in る, and change it as 切る does. */
const LIKE_CUT = /^(?:切|守|破|売|[上下]|登|散)る$/;

/** A verb in the beginnings that all its forms have: 開か, 開き, 開く, 開い; of 閉じる 閉じ. */
function verbForms(verb: string): string[] {
  const [stem, last] = [verb.slice(0, -1), verb.at(-1)!];
  if (verb.endsWith('する') || (last === 'る' && !LIKE_CUT.test(verb)))
    return [verb.endsWith('する') ? verb.slice(0, -2) : stem];
  const row = ROWS.find((letters) => letters[2] === last);
  return row === undefined ? [verb] : Array.from(row, (letter) => stem + letter);
}

/** 速[いく] stands for 速い and 速く. */
function spelt(word: string, mark: string | undefined): string[] {
  if (mark === 'v') return verbForms(word);
  if (mark === 'i') return Array.from('いくか', (letter) => word.slice(0, -1) + letter);
  const match = /^([^[]*)\[([^\]]+)\]$/.exec(word);
  return match === null ? [word.replace('^', ' ')] : Array.from(match[2]!, (letter) => match[1] + letter);
}

/** 熱く is a piece of 熱い: what people are shown is the whole word. */
const WHOLE = new Map(
  [...AXES.matchAll(/([^\s|[\]:]+)\[([^\]]+)\]/g)].flatMap(([, stem, letters]) => {
    const ending = ['い', 'す', 'ぶ', 'む', 'く'].find((letter) => letters!.includes(letter));
    return ending === undefined
      ? []
      : [...letters!].filter((letter) => letter !== 'な').map((letter) => [stem! + letter, stem! + ending] as const);
  }),
);

/** @example wholeWord('熱く'); // '熱い' */
export function wholeWord(text: string): string {
  const known = WHOLE.get(text);
  if (known !== undefined) return known;
  if (/\p{Script=Han}っ$/u.test(text)) return `${text}た`;
  return /^\p{Script=Han}[えけげてべめ]$/u.test(text) ? `${text}る` : text;
}

/** By their first letter, the longest first. */
const BY_FIRST = new Map<number, JapaneseEntry[]>();
for (const [line, common] of [AXES, CLAUSE_AXES].flatMap((axes, i) =>
  axes
    .trim()
    .split(/\n(?=\S)/)
    .map((one) => [one, i > 0] as const),
)) {
  const [, axis, rest] = /^(\w+):([\s\S]*)$/.exec(line)!;
  for (const [pole, side] of rest!.split('|').entries()) {
    for (const word of side.trim().split(/\s+/)) {
      const [, mark, plain] = /^(?:([ntvi]):)?(.+)$/.exec(word)!;
      for (const text of spelt(plain!, mark)) {
        const entry = {
          axis: axis!,
          pole,
          cosmetic: axis === 'temperature',
          text: text.toLowerCase(),
          noun: mark === 'n',
          twin: common || mark === 't',
          undoes: axis!.endsWith('_'),
        };
        const first = text.toLowerCase().charCodeAt(0);
        BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), entry]);
      }
    }
  }
}
for (const entries of BY_FIRST.values()) entries.sort((a, b) => b.text.length - a.text.length);

export interface JapaneseWord extends JapaneseEntry {
  readonly start: number;
  readonly end: number;
}

/** The words of a text that have opposites, in its order; in each axis the longest at a place. */
export function japaneseWordsIn(text: string, most = Number.POSITIVE_INFINITY): JapaneseWord[] {
  const lower = text.toLowerCase();
  const found: JapaneseWord[] = [];
  const ends = new Map<string, number>();
  let covered = 0;
  for (let start = 0; start < lower.length && found.length < most; start++) {
    const entries = BY_FIRST.get(lower.charCodeAt(start));
    if (entries === undefined) continue;
    for (const { axis, pole, cosmetic, noun, twin, undoes, text: word } of entries) {
      if (!lower.startsWith(word, start) || (ends.get(axis) ?? 0) > start) continue;
      const end = start + word.length;
      ends.set(axis, end);
      // 即時 in 即時読み込み is but a piece of it.
      if (end < covered && /[\p{Script=Han}ァ-ヶ]/u.test(text[end]!)) continue;
      if (!twin) covered = Math.max(covered, end);
      found.push({ axis, pole, cosmetic, noun, twin, undoes, text: text.slice(start, end), start, end });
    }
  }
  return found;
}
