/**
 * Japanese words that exclude each other, as data. Patterns, since there are no blanks: of two that overlap the longer counts, so that
 * 非同期 is never also 同期.
 */
export interface JapaneseAxis {
  readonly axis: string;
  readonly cosmetic: boolean;
  readonly poles: readonly [RegExp, RegExp];
}

const axis = (name: string, one: string, other: string): JapaneseAxis => ({
  axis: name,
  cosmetic: name === 'temperature',
  poles: [new RegExp(one, 'g'), new RegExp(other, 'g')],
});

export const JAPANESE_AXES: readonly JapaneseAxis[] = [
  axis(
    'temperature',
    '熱[いくかさ]|熱々|暑[いく]|温か[いくな]|暖か[いくな]|あたたか[いくな]|あつ[いく]|燃え(?:る|て|た|さかる)|沸騰|炎の|炎(?=$|[、。\\s]|を(?:作|追加))|火の|溶岩の|マグマの|ホットな',
    '冷た[いくさ]|つめた[いく]|寒[いく]|冷え[たて]|冷やした|凍っ|凍り|凍る|凍え|凍結|冷凍|氷の|氷(?=$|[、。\\s]|を(?:作|追加))|氷漬け|雪の|霜の|アイスな',
  ),
  axis('matter', '液体|液状|流動体', '固体|固形|凍った'),
  axis(
    'size',
    '小さ[いくな]|ちいさ[いくな]|極小|微小|ちっちゃ[いくな]|ミニサイズ',
    '巨大|大き[いくな]|おおき[いくな]|でか[いく]|特大|世界(?:と同じ|くらい|ほど)(?:の)?大き[いくな]|世界サイズ',
  ),
  axis('edibility', '食べられる|食用|可食|食べれる', '機械|ロボット|マシン|実体のない|食べられない|食用ではない'),
  axis('worn', '着られる|着用できる|装着できる|身につけられる|かぶれる|着れる|被れる', 'ブロック|鉱石'),
  axis('speed', '速[いく]|高速|素早[いく]|すばや[いく]', '遅[いく]|低速|のろ[いく]|ゆっくり'),
  axis('synchrony', '同期', '非同期'),
  axis('publicity', '公開|パブリック', '非公開|未公開|限定公開|プライベート|秘密'),
  axis('need', '必須|必ず入力', '任意|省略可能?|入力しなくてもよい'),
  axis('keeping', '削除|消去|消[しす]|破棄', '残[しすせ]|保持|維持|取っておく|保管'),
  axis('encryption', '暗号化', '平文|未暗号化|非暗号化'),
  axis(
    'writing',
    '読み取り専用|読取り?専用|閲覧専用|リードオンリー',
    '書き込み可能|書込可能|編集可能|書き込める|編集できる',
  ),
  axis('mutability', '不変|変更不可能?|イミュータブル|追記専用', '可変|変更可能|ミュータブル|上書き可能'),
  axis('order', '昇順', '降順'),
  axis('change', '静的|スタティック', '動的|ダイナミック'),
  axis('network', 'オンライン', 'オフライン'),
  axis('state', 'ステートレス', 'ステートフル'),
  axis('permanence', '一時的|短命', '永続的?|恒久的?|永久'),
  axis('automation', '自動(?!車|販売|化)', '手動'),
  axis('activation', '有効', '無効'),
  axis('visibility', '見える|可視', '見えない|不可視'),
  axis('weight', '重[いく]|重たい', '軽[いく]|軽量'),
  axis('brightness', '明る[いく]|光る|ライト(?=[なでの])', '暗[いく]|真っ暗|ダーク(?=[なでの])'),
  axis('threads', 'シングルスレッド|単一スレッド', 'マルチスレッド|複数スレッド'),
  axis('players', 'シングルプレイ(?:ヤー)?|一人用|1人用', 'マルチプレイ(?:ヤー)?|多人数'),
  axis('price', '無料', '有料'),
  axis('identity', '匿名', '実名|記名'),
  axis('centre', '中央集権(?:型|的)?|集中型', '分散型'),
  axis('danger', '安全', '危険'),
  axis('temper', '友好的|平和的?|おとなしい|無害', '敵対的|凶暴|攻撃的|有害'),
  axis('hardness', '硬[いく]|固[いく]|かたい', '柔らか[いくな]|やわらか[いくな]'),
  axis('age', '新しい|新品|最新', '古い|古代'),
  axis('strength', '強[いく]|強力', '弱[いく]|非力'),
  axis('place', 'ローカル', 'リモート'),
  axis('length', '長[いく]', '短[いく]'),
  axis('height', '高[いく]', '低[いく]'),
  axis('cost', '安[いく]|安価', '高価'),
  axis('opening', '開いた|開いて', '閉じた|閉じて'),
  axis('simplicity', 'シンプル|単純|簡素', '複雑'),
  axis('sound', '静か|無音|消音', 'うるさ[いく]|騒がし[いく]|大音量'),
  axis('direction', '水平|横向き', '垂直|縦向き'),
  axis('permission', '許可', '禁止'),
  axis('bounds', '無制限|無限', '有限|制限付き'),
  axis('timing', 'リアルタイム', 'バッチ|日次'),
  axis('sequence', '並列|並行', '逐次|直列|順次'),
  axis('moisture', '濡れた|湿った|濡れて', '乾いた|乾燥した|乾いて'),
  axis('life', '生きた|生きて', '死んだ|死んで'),
  axis('destruction', '壊れない|破壊不能|破壊できない', '壊れやすい|壊れる|もろい'),
  axis('chance', '決定的|決定論的', 'ランダム|無作為'),
  axis('transparency', '透明', '不透明'),
  axis('lock', 'ロックされた|ロック済み', 'ロック解除|アンロック'),
  axis('compression', '圧縮', '非圧縮|無圧縮'),
  axis('loss', '可逆', '不可逆|非可逆'),
];
