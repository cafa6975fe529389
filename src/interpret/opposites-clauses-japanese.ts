/**
 * More Japanese words that exclude each other, in the lines of opposites-japanese.ts. These are too common to count wherever they stand: they count
 * where two clauses say them of the same thing. `v:` is a verb in the form of a dictionary, `i:` such an adjective. An axis whose name ends in `_` has
 * acts of which the one undoes the other: in turn they are steps (開いて、閉じる), and only at once a contradiction.
 */
export const CLAUSE_AXES = `
adding: 追加 v:付ける v:つける 付加 挿入 加え v:足す v:載せる 含め 含有 | 削除 除外 v:消す v:外す v:除く v:取り除く 除い 取り外し 撤去 除去 消去
retaining: v:残す 維持 保持 継続 キープ 記録 | v:消す 消去 中止 廃止 撤廃 v:捨てる v:無くす v:なくす
showing: 表示 v:見せる 常時表示 v:表す | 非表示 v:隠す 常時非表示
allowing: 許可 v:許す v:認める 承認 v:受け入れる 受け付け 受信 原則許可 容認 | 禁止 v:禁じる 拒否 却下 v:拒む ブロック 原則禁止 v:断る 遮断
amounts: v:増やす 増加 v:上げる 拡大 拡張 v:広げる v:伸ばす v:延ばす 延長 v:高める 上昇 v:強める 強化 v:速める v:早める 加速
  | v:減らす 減少 v:下げる 縮小 v:狭める v:縮める 短縮 v:低める 下降 低下 v:弱める 弱化 弱体化 v:遅らせる 減速 削減 | 据え置き 据え置 現状維持
strengthening: v:強める 強化 | v:弱める 弱化 弱体化
speeding: v:速める v:早める 加速 高速化 | v:遅らせる 減速 低速化
lighting: v:明るくする 点灯 v:点ける v:つける | v:暗くする 消灯 v:消す
opening_: v:開く v:開ける 開封 開放 オープン | v:閉じる v:閉める 密封 密閉 閉鎖 クローズ
starting_: 開始 起動 v:始める スタート 再生 稼働 v:続ける 継続 | 停止 終了 v:終える v:止める 中止 ストップ v:やめる
connecting_: 接続 v:つなぐ v:繋ぐ 結合 連結 | 切断 v:切る 分割 分離 切り離し
registering_: 登録 固定 設定 作成 予約 適用 | 解除 抹消 削除 取り消し 取消 キャンセル
packing_: 圧縮 | 解凍 展開
mounting_: マウント | アンマウント
installing_: インストール 導入 | アンインストール
folding_: 展開 v:広げる | 折りたたみ v:畳む v:折りたたむ
ciphering_: 暗号化 | 復号 復号化
locking_: ロック 施錠 | アンロック 解錠 ロック解除
fitting_: v:付ける v:取り付ける 装着 v:着ける v:着る | v:外す v:取り外す v:脱ぐ
putting_: v:入れる 入力 v:載せる v:集める v:積む v:吸う | v:出す 出力 v:降ろす v:下ろす v:散らす v:吐く
warming_: v:温める 加熱 v:熱する | v:冷やす 冷却 v:冷ます 冷凍
pushing_: v:押す 前進 v:進める | v:引く v:戻す 後退
summing_: v:足す 加算 | v:引く 減算
minding_: v:覚える 記憶 | v:忘れる 忘却
obeying_: v:守る 遵守 | v:破る 違反
buying_: v:買う 購入 | v:売る 販売
colour: 白 真っ白 純白 i:白い ホワイト | 黒 真っ黒 漆黒 i:黒い ブラック | 赤 真っ赤 i:赤い 赤色 レッド | 青 真っ青 i:青い 青色 ブルー | 緑 緑色 グリーン
  | 黄色 i:黄色い イエロー | 紫 紫色 パープル | ピンク 桃色 | オレンジ 橙色 | 灰色 グレー | 茶色 i:茶色い ブラウン | 金色 ゴールド | 銀色 シルバー | 水色 | 紺色 ネイビー
tones: モノクロ 白黒 単色 | カラー フルカラー カラフル
theme: ライトモード ライトテーマ | ダークモード ダークテーマ
front: 前面 最前面 手前 | 背面 最背面 奥
side: 左 左側 左端 左寄せ 左揃え | 右 右側 右端 右寄せ 右揃え | 中央 真ん中 中央揃え 中央寄せ
corner: 左上 | 右上 | 左下 | 右下
changing: リセット 初期化 変更 v:変える 上書き v:書き換える | 維持 据え置き 据え置 キープ
ends: 先頭 最初 一番上 上部 上 最上部 冒頭 | 末尾 最後 一番下 下部 下 最下部 最後尾
inside: 内側 内部 屋内 室内 | 外側 外部 屋外 室外
land: 国内 | 国外 海外
compass: 北 北向き | 南 南向き | 東 東向き | 西 西向き
sign: 正 プラス 正の数 | 負 マイナス 負の数
parity: 偶数 | 奇数
fullness: 満タン 満席 満杯 | 空 空席 空っぽ
dress: 裸 薄着 | 厚着
manner: フォーマル 丁寧 堅め | カジュアル くだけた 柔らかめ
outline: i:丸い 丸 円形 円 | v:尖らせる 尖った 角ばった | i:四角い 四角 四角形 正方形 | 三角 三角形 | 六角形
cooking: 生 | 加熱済み 加熱
storage: 冷凍 | 常温 | 冷蔵
priority: 最優先 | 後回し
extremes: 最大 最高 最長 最速 最大値 | 最小 最低 最短 最遅 最小値
bias: 楽観的 | 悲観的
owner: 公共 公営 | 民間 民営
stance: 主観的 | 客観的
concreteness: 抽象的 | 具体的
audience: 一般的 | 専門的
coverage: 部分的 | 全面的 全体的
duty: 強制 必須 義務 必要 | 任意 自由 不要
deletion: 論理削除 ソフトデリート | 物理削除 ハードデリート
material: 木製 木造 | 金属製 鉄製 | 石造り 石製 | プラスチック製 | ガラス製 | 革製
halfday: 午前 午前中 | 午後
listing: ホワイトリスト ホワイトリスト方式 許可リスト | ブラックリスト ブラックリスト方式 拒否リスト
daytime: 昼 昼間 日中 | 夜 夜間 | 早朝 朝 | 深夜
weekpart: 平日限定 平日のみ | 週末限定 週末のみ
newness: 新品 | 中古
done: 完了 完成 済み | 未完了 未完成
formal: 公式 | 非公式
many: i:多い 多め 大量 | i:少ない 少なめ 少量
density: i:濃い 濃いめ 濃いめ | i:薄い 薄め
fine: i:粗い 粗め | i:細かい 細かめ
tight: i:きつい きつめ | i:緩い ゆるめ 緩め
early: i:早い 早め | i:遅い 遅め
kind: i:優しい 優しめ | i:厳しい 厳しめ
pricing: i:安い 安め 格安 | i:高い 高め 高額
youth: i:若い 若め | i:古い 年配
age: i:新しい 最新 新しめ | i:古い 古め
sizes: 大きめ 大サイズ | 小さめ 小サイズ
speeds: 速め | 遅め ゆっくり
heights: 高め | 低め
lights: 明るめ | 暗め
lengths: 長め | 短め
weights: 重め | 軽め
spice: 辛口 辛め i:辛い | 甘口 甘め i:甘い
noise: i:うるさい 大音量 最大音量 爆音 騒がしい 賑やか にぎやか | 静か 無音 消音 ミュート サイレント
mind: i:賢い 利口 | 愚か 馬鹿
directness: 直接 直接的 | 間接 間接的
compressed: 圧縮 | 非圧縮
capital: 大文字 | 小文字
kanawidth: 全角 | 半角
switch: オン ON | オフ OFF
language: 日本語 | 英語 | 中国語 | 韓国語 | フランス語
season: 夏 | 冬
weather: 晴れ | 雨
winning: v:勝つ 勝利 | v:負ける 敗北
living: v:生きる 生存 | v:死ぬ 死亡
rising: v:上る v:登る v:上がる 上昇 | v:下る v:降りる v:下がる 下降
moving: v:動かす v:動く 移動 | v:止める 静止 固定
fixity: 固定 | 可変
stop: v:進む | v:止まる
reach: グローバル | ローカル
buoyancy: v:浮く v:浮かぶ 浮上 | v:沈む 沈没
granting: 付与 v:与える v:渡す 支給 | 剥奪 v:奪う v:取り上げる 没収
promoting: 昇格 v:昇進 | 降格
joining_: 参加 加入 入場 入会 招待 フォロー | 退出 脱退 退場 退会 追放 アンフォロー
agreeing: 賛成 肯定 | 反対 否定
gathering: 収集 集約 統合 集中 | 破棄 分散 分割
scaling: 最大化 大型化 巨大化 | 最小化 小型化 縮小化
simplifying: 簡略化 単純化 簡素化 シンプル | 複雑化 複雑
building: 建設 v:建てる v:作る 修理 保護 | 解体 v:壊す 破壊 v:取り壊す
disclosing: 公表 発表 暴露 公開 | 秘匿 隠蔽 v:隠す 非公開
promotion: 促進 推進 | 抑制 阻止 v:妨げる
advising: 推奨 | 非推奨
binding: 解放 v:放す | 拘束 v:縛る
regarding: 重視 考慮 尊重 | 軽視 無視
charging: 請求 課金 徴収 | 免除 免税
timeshift: 前倒し v:早める | 延期 先延ばし v:遅らせる
appearing: 出現 召喚 v:現れる | 消滅 v:消える
waking: v:起きる v:目覚める v:起こす | v:寝る v:眠る v:寝かせる
term: 長期 長期的 | 短期 短期的
luxury: 豪華 高級 | 質素 安物 庶民的
flashy: 派手 | 地味
richness: 濃厚 こってり | あっさり さっぱり
crowd: 混雑 満員 | 閑散
town: 都会 都会的 | 田舎 田舎風
era: 現代的 近代的 モダン 未来的 | 伝統的 古典的 レトロ クラシック
ages: 大人向け 成人向け | 子供向け 子ども向け 幼児向け
level: 初心者向け 初級 初級者向け | 上級者向け 上級 プロ向け
customers: 個人向け 個人用 | 法人向け 法人用 企業向け
reuse: 使い捨て | 再利用可能 再使用可能
rhythm: 定期 定期的 規則的 | 不定期 不規則
symmetry: 対称 左右対称 | 非対称
fairness: 公平 平等 均等 | 不公平 不平等 不均等
law: 合法 | 違法
precision: 正確 厳密 | 不正確 大まか 大雑把 曖昧
prose: 簡潔 短文 | 冗長 長文
seriousness: 真面目 シリアス | ふざけた コミカル 不真面目
endings: ハッピーエンド | バッドエンド
person: 一人称 | 三人称 | 二人称
tense: 現在形 | 過去形 | 未来形
politeness: 敬体 敬語 ですます調 丁寧語 | 常体 タメ口 ため口 である調
voice: 能動態 | 受動態
positivity: ポジティブ 積極的 前向き | ネガティブ 消極的 後ろ向き
outgoing: 外向的 社交的 | 内向的 内気
honesty: 正直 誠実 | 嘘つき 不誠実
morals: 善 善良 正義 天使 | 悪 邪悪 悪魔
batch: 一括 一括払い | 分割 分割払い 個別
presence2: 対面 出社 オフライン | オンライン リモート 在宅 非対面
live: 生放送 ライブ | 録画
digital: アナログ | デジタル
dimensions: 2d 平面 二次元 | 3d 立体 三次元
drawing: ドット絵 | 実写 | 手描き
turns: ターン制 | リアルタイム
architecture: モノリス モノリシック | マイクロサービス
fractions: 整数 | 小数 実数
sided: 表 表面 | 裏 裏面
ground: 地上 | 地下 | 空中 | 水中 | 海底
nearness: 近い i:近い 近く | i:遠い 遠く
poverty: 裕福 金持ち | 貧乏 貧しい
fame: 有名 | 無名
speedwords: 急いで すぐ | ゆっくり のんびり
smooth: つるつる 滑らか なめらか | ざらざら でこぼこ
wet: i:湿った 湿潤 v:濡らす | 乾燥 v:乾かす
usual: 日常的 普通 | 非日常的 特別 異常
reality: 現実的 リアル | 非現実的 ファンタジー
humility: 謙虚 | 傲慢
diligence: 勤勉 | 怠惰
lending: v:貸す | v:借りる
laughing: v:笑う | v:泣く
attack: 攻撃 v:攻める | 防御 v:守る
naming: キャメルケース | スネークケース | パスカルケース | ケバブケース
indents: タブ | スペース 空白
calendar: 西暦 | 和暦
tabs: 新しいタブ 別タブ 新規タブ 別ウィンドウ | 同じタブ 同一タブ 現在のタブ
lettering: 縦書き | 横書き
paying: 前払い 先払い | 後払い | 着払い
trip: 日帰り | 泊まり 宿泊 一泊二日 1泊2日 二泊三日 2泊3日 三泊四日 3泊4日
smoking: 禁煙 | 喫煙可 喫煙
choosing: 先着順 先着 | 抽選
crew: 有人 | 無人
cable: 有線 | 無線
hues: 暖色 暖色系 | 寒色 寒色系
hours: 12時間表記 12時間表示 12時間制 | 24時間表記 24時間表示 24時間制
fill: 全画面 フルスクリーン 全画面表示 | ウィンドウ表示 小窓
scrolling: 縦スクロール | 横スクロール
corners: 角丸 i:丸い | 直角 i:四角い
boldness: 太字 | 細字
dining: 和食 和風 | 洋食 洋風 | 中華 中華風
handing: 手渡し | 郵送
attending: 全員参加 強制参加 参加必須 | 自由参加 任意参加
curing: 回復 v:治る 全回復 | v:減る 減少 ダメージ
muting: ミュート 消音 無音 | 再生 音声あり 有音
loading: 遅延読み込み 遅延ロード | 一括読み込み 事前読み込み
deleting: v:残る v:残す | v:消える v:消す
sendrecv: 送信 v:送る | 受信 v:受け取る
`;

/** Where two words or clauses differ by no more than these, they are opposites too: 高画質 and 低画質, 前払い and 後払い. */
export const OPPOSED_PIECES: ReadonlySet<string> = new Set(
  `高低 左右 上下 前後 内外 大小 多少 長短 縦横 新旧 公私 男女 東西 南北 昼夜 朝夜 朝晩 和洋 片両 順逆 有無 正負 単複 明暗 強弱 濃淡 軽重 早遅 速遅 双一 新古 入出 増減 開閉 先後 表裏 白黒 赤青 陰陽 寒暖
  冷温 冷熱 甘辛 硬軟 生死 攻守 主従 主客 楽悲 能受 単双 既未 済未 奇偶 往復 往帰 始終 浅深 広狭 太細 厚薄 遠近 善悪 貧富 静動 可否 縦横 山海 天地 親子 夏冬 春秋 裏表 賛否 需給 硬軟 私公 黒赤 白赤
  白青 黒青 赤緑 青緑 実仮 全半 全一 着脱 着発 売買 貸借 勝負 勝敗 喜怒 晴雨 異同 同異 自他 当逆 一双 一両 一複 単両 増縮 強軽 積消`
    .split(/\s+/)
    .concat('月 火 水 木 金 土 日'.split(' ').flatMap((one, i, days) => days.slice(i + 1).map((other) => one + other)))
    .flatMap((two) => [`${two[0]}|${two[1]}`, `${two[1]}|${two[0]}`])
    .concat(
      `ライト/ダーク あり/なし 有り/無し 付き/なし 必要/不要 可能/不可能 可/不可 アップ/ダウン イン/アウト シングル/マルチ ハード/ソフト 論理/物理 平日/週末 平日/休日 午前/午後 固定/可変 積極/消極 肯定/否定 許可/禁止 単一/複数
      1/多 ロング/ショート ワイド/ナロー ホット/コールド フロント/バック トップ/ボトム 最大/最小 最高/最低 最新/最古 能動/受動 同/異 必須/任意 事前/事後 国内/国外 国内/海外 高速/低速 増加/減少 有効/無効`
        .split(/\s+/)
        .flatMap((pair) => [pair.replace('/', '|'), pair.split('/').toReversed().join('|')]),
      '|不 |非 |未 |無 |反 不| 非| 未| 無| 反|'.split(' '),
    ),
);
