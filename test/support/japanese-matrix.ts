/** Pairs of opposites, the things they are said of, and the sentences that put them together: what the matrix test reads, row by column. */

/** How a word is used as an order: 追加(する), 残す, 有効(にする), 速い. */
type Kind = 'suru' | 'verb' | 'state' | 'quality';

export interface Pair {
  readonly kind: Kind;
  readonly words: readonly [string, string];
  /** The one undoes the other, and may well come after it: 開く, 閉じる. */
  readonly undoes: boolean;
}

const SURU = `追加/削除 許可/禁止 許可/拒否 開始/停止 承認/却下 増加/減少 拡大/縮小 表示/非表示 接続/切断 保存/破棄 登録/解除 固定/解除 起動/停止 圧縮/展開
  挿入/削除 公開/非公開 暗号化/復号 有効化/無効化 ロック/アンロック 保持/削除 維持/廃止 受信/拒否 結合/分割 展開/折りたたみ 加速/減速 強化/弱化 点灯/消灯
  入力/出力 インストール/アンインストール マウント/アンマウント 含有/除外 上昇/下降 延長/短縮 追加/除外 記録/消去 継続/中止 作成/削除 開封/密封 施錠/解錠`;
const VERBS = `残す/消す 増やす/減らす 開く/閉じる 開ける/閉める 上げる/下げる 広げる/狭める 含める/除く 見せる/隠す 許す/禁じる 始める/終える 強める/弱める
  付ける/外す 入れる/出す 伸ばす/縮める 速める/遅らせる 温める/冷やす 押す/引く 覚える/忘れる 続ける/止める 守る/破る 受け入れる/拒む 進める/戻す 明るくする/暗くする
  つなぐ/切る 集める/散らす 載せる/降ろす 点ける/消す 足す/引く 残す/捨てる`;
const STATES = `有効/無効 公開/非公開 必須/任意 同期/非同期 読み取り専用/書き込み可能 昇順/降順 白/黒 真っ白/真っ黒 静的/動的 自動/手動 無料/有料 匿名/実名 安全/危険 オン/オフ
  オンライン/オフライン 一時的/永続的 可変/不変 先頭/末尾 左寄せ/右寄せ 大文字/小文字 全角/半角 縦向き/横向き 水平/垂直 表示/非表示 暗号化/平文 ステートレス/ステートフル
  固定長/可変長 シンプル/複雑 透明/不透明 ローカル/クラウド 友好的/敵対的 肉食/草食 夜行性/昼行性 国内/海外 屋内/屋外 新品/中古 無制限/有限 並列/直列 税込み/税抜き
  左側/右側 上部/下部 前面/背面 最大/最小 最高/最低 最初/最後 明示的/暗黙的 直接/間接 常時表示/常時非表示 単一/複数 公式/非公式 正/負 偶数/奇数 男性専用/女性専用
  満タン/空 裸/厚着 北向き/南向き 東向き/西向き 内側/外側 フォーマル/カジュアル 赤/青 赤/緑 丸/四角 和風/洋風 冷凍/常温 厳格/寛容 高画質/低画質 高解像度/低解像度
  最優先/後回し 明るめ/暗め 大きめ/小さめ 速め/遅め 高め/低め 濃いめ/薄め 辛口/甘口 常温/冷凍 可逆/不可逆 一方向/双方向 片面/両面 単数/複数 能動的/受動的 楽観的/悲観的
  公共/民間 主観的/客観的 抽象的/具体的 一般的/専門的 部分的/全面的 原則許可/原則禁止 強制/任意 時計回り/反時計回り 右回り/左回り 縦書き/横書き 縦長/横長 ライトモード/ダークモード
  ライトテーマ/ダークテーマ 論理削除/物理削除 ホワイトリスト方式/ブラックリスト方式 遅延読み込み/即時読み込み 型付き/型なし 圧縮/非圧縮 順方向/逆方向 シングルスレッド/マルチスレッド
  1人用/多人数用 大音量/無音 モノクロ/カラー 白黒/フルカラー 正方形/円形 木製/金属製 天然/人工 液体/固体 生/加熱済み 防水/非防水 有線/無線 和食/洋食 平日限定/週末限定 午前/午後 昼/夜
  満席/空席 既読/未読 完了/未完了 ログイン必須/ログイン不要 要認証/認証不要 重複可/重複不可 24時間表示/12時間表示 前払い/後払い 定額制/従量制 深夜/早朝`;
const QUALITIES = `熱い/冷たい 大きい/小さい 明るい/暗い 速い/遅い 重い/軽い 長い/短い 高い/低い 広い/狭い 深い/浅い 太い/細い 厚い/薄い 強い/弱い 硬い/柔らかい 新しい/古い
  近い/遠い 甘い/辛い 甘い/苦い 暑い/寒い 濃い/薄い 白い/黒い 赤い/青い 丸い/四角い 鋭い/鈍い 多い/少ない 易しい/難しい 優しい/厳しい 美しい/醜い 早い/遅い うるさい/静か
  楽しい/悲しい 若い/古い 粗い/細かい きつい/緩い 安い/高い 温かい/冷たい 賢い/愚か`;

/** What comes after the other as a matter of course, so that doing both in turn is no contradiction. */
const UNDONE = new Set(
  `開始/停止 接続/切断 登録/解除 固定/解除 起動/停止 圧縮/展開 暗号化/復号 ロック/アンロック 結合/分割 展開/折りたたみ 入力/出力 インストール/アンインストール
  マウント/アンマウント 開封/密封 施錠/解錠 点灯/消灯 作成/削除 開く/閉じる 開ける/閉める 始める/終える 入れる/出す 温める/冷やす 押す/引く 覚える/忘れる 続ける/止める 進める/戻す
  つなぐ/切る 集める/散らす 載せる/降ろす 点ける/消す 足す/引く 付ける/外す 守る/破る 加速/減速`.split(/\s+/),
);

const pairs = (kind: Kind, text: string): Pair[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => ({ kind, words: pair.split('/') as unknown as [string, string], undoes: UNDONE.has(pair) }));

export const PAIRS: readonly Pair[] = [
  ...pairs('suru', SURU),
  ...pairs('verb', VERBS),
  ...pairs('state', STATES),
  ...pairs('quality', QUALITIES),
];

export const THINGS =
  `ヘッダー サイドバー 通知 ログ 設定ファイル コメント欄 検索ボックス プロフィール画像 背景 送信ボタン 注文一覧 剣 村の門 夕食のスープ 会議室の照明 閲覧履歴 Webhook キャッシュ 商品名 地図`.split(
    ' ',
  );

export interface Forms {
  /** 追加し, 残し, 有効にし, 速くし */
  readonly joined: string;
  readonly te: string;
  readonly plain: string;
  readonly stem: string;
  /** 追加しない */
  readonly not: string;
  /** As it stands before another or its noun: 速く(て), 有効(で). States and qualities only. */
  readonly bare: string;
  readonly and: string;
  readonly before: string;
}

const ROW: Readonly<Record<string, readonly [stem: string, te: string, not: string]>> = {
  す: ['し', 'して', 'さない'],
  く: ['き', 'いて', 'かない'],
  ぐ: ['ぎ', 'いで', 'がない'],
  む: ['み', 'んで', 'まない'],
  う: ['い', 'って', 'わない'],
};
/** Those of the list that end in る and are not like 入れる. */
const GODAN_RU = new Set(['切る', '破る', '守る']);

export function formsOf(kind: Kind, word: string): Forms {
  if (kind === 'suru') return suru(word, word);
  if (kind === 'state' || (kind === 'quality' && !word.endsWith('い')))
    return {
      ...suru(`${word}に`, word),
      and: `${word}で`,
      before: kind === 'quality' || word.endsWith('的') ? `${word}な` : `${word}の`,
    };
  if (kind === 'quality') {
    const stem = word.slice(0, -1);
    return { ...suru(`${stem}く`, word), and: `${stem}くて`, before: word };
  }
  if (word.endsWith('くする')) return suru(word.slice(0, -2), word);
  const [last, root] = [word.at(-1)!, word.slice(0, -1)];
  if (last === 'る' && !GODAN_RU.has(word))
    return {
      joined: root,
      te: `${root}て`,
      plain: word,
      stem: root,
      not: `${root}ない`,
      bare: word,
      and: '',
      before: word,
    };
  const [stem, te, not] = ROW[last] ?? ['り', 'って', 'らない'];
  return {
    joined: root + stem,
    te: root + te,
    plain: word,
    stem: root + stem,
    not: root + not,
    bare: word,
    and: '',
    before: word,
  };
}

const suru = (lead: string, bare: string): Forms => ({
  joined: `${lead}し`,
  te: `${lead}して`,
  plain: `${lead}する`,
  stem: `${lead}し`,
  not: `${lead}しない`,
  bare,
  and: '',
  before: '',
});

export interface Frame {
  readonly name: string;
  readonly of: readonly Kind[];
  /** Whether it holds for pairs of which the one undoes the other. */
  readonly undoing: boolean;
  readonly text: (x: string, a: Forms, b: Forms, y: string) => string;
}

const ALL: readonly Kind[] = ['suru', 'verb', 'state', 'quality'];
const ACTS: readonly Kind[] = ['suru', 'verb'];
const LASTING: readonly Kind[] = ['state', 'quality'];
const frame = (name: string, of: readonly Kind[], text: Frame['text'], undoing = true): Frame => ({
  name,
  of,
  text,
  undoing,
});

/** Each says both of one thing. */
export const CONTRADICTING: readonly Frame[] = [
  frame('XをAし、XをBする', ALL, (x, a, b) => `${x}を${a.joined}、${x}を${b.plain}`, false),
  frame('XをAし、XをBする。', ALL, (x, a, b) => `${x}を${a.joined}、${x}を${b.plain}。`, false),
  frame(
    'PにXをAし、PからXをBする',
    ACTS,
    (x, a, b) => `トップページに${x}を${a.joined}、トップページから${x}を${b.plain}。`,
    false,
  ),
  frame('PのXをAし、PのXをBする', ALL, (x, a, b) => `管理画面の${x}を${a.joined}、管理画面の${x}を${b.plain}`, false),
  frame(
    'XはAしてください。あと、XはBしてください',
    ALL,
    (x, a, b) => `${x}は${a.te}ください。あと、${x}は${b.te}ください。`,
    false,
  ),
  frame(
    'XはAしてください。また、XはBしてください',
    ALL,
    (x, a, b) => `${x}は${a.te}ください。また、${x}は${b.te}ください。`,
  ),
  frame(
    'Xを全部A。それからXを全部B',
    ALL,
    (x, a, b) => `${x}を全部${a.te}ください。それから${x}を全部${b.te}ください。`,
    false,
  ),
  frame(
    'XをAしつつ、XをBするように',
    ALL,
    (x, a, b) => `${x}を${a.stem}つつ、${x}を${b.plain}ように修正してください。`,
  ),
  frame('XをAしながらBする', ALL, (x, a, b) => `${x}を${a.stem}ながら、同時に${x}を${b.plain}ようにしてください`),
  frame('Xは常にAし、かつ常にBする', ALL, (x, a, b) => `${x}は常に${a.joined}、かつ常に${b.plain}こと`),
  frame('- Xを…\\n- Xを…', ALL, (x, a, b) => `次の要件でお願いします。\n- ${x}を${a.plain}\n- ${x}を${b.plain}`, false),
  frame('・Xは…\\n・Xは…', ALL, (x, a, b) => `仕様:\n・${x}は必ず${a.plain}\n・${x}は必ず${b.plain}`),
  frame('1. Xを…\\n2. …', LASTING, (x, a, b) => `1. ${x}を${a.plain}\n2. 余白を整える\n3. ${x}を${b.plain}`),
  frame('XをAして、XをBして', ALL, (x, a, b) => `${x}を${a.te}、${x}を${b.te}`, false),
  frame('XはAします。XはBします。', ALL, (x, a, b) => `${x}は${a.stem}ます。${x}は${b.stem}ます。`, false),
  frame('Xを…し、同時にXを…', ALL, (x, a, b) => `${x}を${a.joined}、同時に${x}を${b.te}ほしい`),
  frame('XをAし、Bする', LASTING, (x, a, b) => `${x}を${a.joined}、${b.plain}。`),
  frame('XはAでB', LASTING, (x, a, b) => `${x}は${a.and}、かつ${b.bare}でお願いします`),
  frame('AでBのX', LASTING, (x, a, b) => `${a.and}${b.before}${x}を作ってください`),
  frame('AでBのX、欲しい', LASTING, (x, a, b) => `${a.and}、しかも${b.before}${x}が欲しい`),
  frame('XはAであり、XはBである', ['state'], (x, a, b) => `${x}は${a.bare}であり、${x}は${b.bare}である。`),
  frame('Xは常にA、かつ常にB', LASTING, (x, a, b) => `${x}は常に${a.bare}、かつ常に${b.bare}にすること`),
  frame('XはAです。XはBです。', LASTING, (x, a, b) => `${x}は${a.bare}です。${x}は${b.bare}です。`),
  frame(
    'XをAし、XをBする (trailing time)',
    ALL,
    (x, a, b) => `毎朝9時に${x}を${a.joined}、毎朝9時に${x}を${b.plain}`,
    false,
  ),
  frame(
    'XをAし、XをBする (trailing manner)',
    ALL,
    (x, a, b) => `${x}を${a.joined}、${x}を${b.plain}形で今週中にお願いします。`,
    false,
  ),
  frame('XをAする。ただしXはBする', ALL, (x, a, b) => `${x}は必ず${a.te}ください。しかし${x}は必ず${b.te}ください。`),
  frame('XはAしないで。XはAして', ACTS, (x, a) => `${x}は絶対に${a.not}でください。${x}は必ず${a.te}ください。`),
  frame('すべてのXを', ALL, (x, a, b) => `すべての${x}を${a.joined}、すべての${x}を${b.plain}`, false),
  frame('XをAしたまま、Bする', ALL, (x, a, b) => `${x}をずっと${a.te}、ずっと${b.te}ください`, false),
  frame(
    'Xについて',
    ALL,
    (x, a, b) => `${x}についてですが、${x}を${a.te}ほしいです。そして${x}を${b.te}ほしいです。`,
    false,
  ),
];

/** Each sets the two apart. */
export const GOING_ON: readonly Frame[] = [
  frame('XをAし、YをBする', ALL, (x, a, b, y) => `${x}を${a.joined}、${y}を${b.plain}`),
  frame('XはAし、YはBする。', ALL, (x, a, b, y) => `${x}は${a.joined}、${y}は${b.te}ください。`),
  frame('XはAして。YはBして。', ALL, (x, a, b, y) => `${x}は${a.te}ください。あと、${y}は${b.te}ください。`),
  frame('場合は', ALL, (x, a, b) => `管理者の場合は${x}を${a.joined}、ゲストの場合は${x}を${b.plain}`),
  frame('ときは', ALL, (x, a, b) => `晴れのときは${x}を${a.te}、雨のときは${x}を${b.te}ください。`),
  frame('なら', ALL, (x, a, b) => `在庫があるなら${x}を${a.joined}、なければ${x}を${b.plain}`),
  frame('したら', ALL, (x, a, b) => `${x}を${a.te}ください。期限が過ぎたら${x}を${b.te}ください。`),
  frame('本番/開発', ALL, (x, a, b) => `本番では${x}を${a.joined}、開発環境では${x}を${b.plain}。`),
  frame('本番/開発 2', LASTING, (x, a, b) => `本番環境の${x}は${a.bare}、開発環境の${x}は${b.bare}にする`),
  frame('places', ALL, (x, a, b) => `一覧画面で${x}を${a.joined}、詳細画面で${x}を${b.plain}`),
  frame('places 2', ACTS, (x, a, b) => `ヘッダー領域に${x}を${a.joined}、フッター領域から${x}を${b.plain}`),
  frame('AからBへ', LASTING, (x, a, b) => `${x}を${a.bare}から${b.bare}に変更してください`),
  frame('今はA', LASTING, (x, a, b) => `${x}が今は${a.bare}になっているので、${b.plain}ようにしてください`),
  frame('現在A', LASTING, (x, a, b) => `現在の${x}は${a.bare}です。${x}を${b.te}ください。`),
  frame('切り替え', LASTING, (x, a, b) => `${x}を${a.bare}と${b.bare}で切り替えられるボタンを追加`),
  frame('click', ALL, (x, a, b) => `1回目のクリックで${x}を${a.joined}、もう1回クリックで${x}を${b.plain}`),
  frame('press', ALL, (x, a, b) => `Aキーを押すと${x}を${a.joined}、Bキーを押すと${x}を${b.plain}`),
  frame('または', LASTING, (x, a, b) => `${x}を${a.bare}または${b.bare}に設定できるようにする`),
  frame('か', LASTING, (x, a, b) => `${x}は${a.bare}か${b.bare}のどちらかを選べるようにして`),
  frame('以外', ALL, (x, a, b, y) => `${y}以外の${x}を${a.joined}、${y}の${x}を${b.plain}`),
  frame('を除いて', ALL, (x, a, b, y) => `${y}を除いて${x}を${a.joined}、${y}は${b.plain}`),
  frame('ではなく', LASTING, (x, a, b) => `${x}は${a.bare}ではなく${b.bare}にしてください`),
  frame('せずに', ACTS, (x, a, b) => `${x}を${a.not}で、${b.te}ください`),
  frame('代わりに', ALL, (x, a, b) => `${x}を${a.plain}代わりに、${b.te}ください`),
  frame('それぞれ', LASTING, (x, a, b, y) => `${x}と${y}をそれぞれ${a.bare}と${b.bare}にする`),
  frame('列ごと', LASTING, (x, a, b) => `${x}は列ごとに${a.bare}か${b.bare}を指定する`),
  frame('してから', ALL, (x, a, b) => `${x}を${a.te}から、最後に${x}を${b.plain}`),
  frame('した後', ALL, (x, a, b) => `まず${x}を${a.te}、処理が終わった後に${x}を${b.plain}`),
  frame('昼/夜', ALL, (x, a, b) => `平日は${x}を${a.joined}、休日は${x}を${b.plain}`),
  frame('quoted', LASTING, (x, a, b) => `${x}に「${a.bare}」と「${b.bare}」のラベルを表示してください`),
  frame('features', ACTS, (x, a, b) => `${x}を${a.plain}機能と、${x}を${b.plain}機能を作ってください`),
  frame('features 2', ACTS, (x, a, b) => `${x}を${a.plain}ボタン、${x}を${b.plain}ボタンを並べる`),
  frame('each its own', LASTING, (x, a, b, y) => `${a.before}${x}と${b.before}${y}を作ってください`),
  frame('each its own 2', LASTING, (x, a, b) => `${a.before}${x}は左に、${b.before}${x}は右に並べてください`),
  frame('only some', ALL, (x, a, b) => `管理者だけ${x}を${a.joined}、一般ユーザーには${x}を${b.plain}`),
  frame('first/last', ALL, (x, a, b) => `最初の3件の${x}を${a.joined}、残りの${x}を${b.plain}`),
  frame('bug', LASTING, (x, a, b) => `${x}を${a.te}も${b.bare}のままになる不具合を直してください`),
  frame('test', ALL, (x, a, b) => `${x}を${a.plain}テストと、${x}を${b.plain}テストを書いて`),
  frame('may', ACTS, (x, a, b) => `ユーザーが${x}を${a.stem}たり${b.stem}たりできる画面`),
  frame('when done', ALL, (x, a, b) => `読み込み中は${x}を${a.joined}、完了時に${x}を${b.plain}`),
  frame('not B', ALL, (x, a, b) => `${x}は必ず${a.te}ください。${x}は${b.not}でください。`),
  frame('other kind', ALL, (x, a, b) => `新しい${x}を${a.joined}、不要な${x}を${b.plain}`),
];
