/** Nonsense in Japanese: kana that stammer and say nothing, and sentences in which a verb is done to what it cannot be done to. */

/** Particles, endings and words of everyday Japanese; にゃ is no に. */
const SAYS_SOMETHING =
  /[をの]|[がはでに](?![ゃゅょ])|です|ます|する|して|たい|った|ない|ください|ほしい|つく|かい|なお|ありがと|おねがい|こんにち|おはよ/;

/** ぽぽぽぴゃぴゃぐにゅるるる: hiragana alone, in which sounds are said three times over. きらきら is a word. */
export function isStammered(text: string): boolean {
  if (/[\p{Script=Han}ァ-ヶa-z]/u.test(text)) return false;
  const plain = text.replace(/[\s、。！!？?ー〜~]/g, '');
  if (plain.length < 6 || !/^[ぁ-ん]+$/.test(plain) || SAYS_SOMETHING.test(plain)) return false;
  const threes = plain.match(/([ぁ-ん]{1,2})\1\1/g)?.length ?? 0;
  // No word of Japanese begins with ん.
  return (threes > 1 && plain.length >= 8) || /^ん(?!だ|で|じ)/.test(plain);
}

/** ばるみゃの、ごけ: hiragana alone of sounds that words seldom have, and no end as verbs and wishes have it. */
export function isUnheardOf(text: string): boolean {
  const plain = text.replace(/[\s、。！!？?]/g, '');
  if (!/^[ぁ-ん]{6,30}$/.test(plain) || /[てたるいすうくむだねよか]$|を|ください|([ぁ-ん]{2})\1/.test(plain))
    return false;
  // ぶどうとかぼちゃ: one thing and another.
  if (/[ぁ-ん]{2}と[ぁ-ん]{2}/.test(text)) return false;
  const rare = plain.match(/[ぬぺぽぴぷぱぞぜぢづゃゅょざばぼべぶげむっ]/g)?.length ?? 0;
  return rare >= 3 && rare * 4 >= plain.length;
}

const UNSEEN =
  '匂い|におい|沈黙|ため息|寂しさ|悲しみ|昨日|一昨日|明日|静けさ|曜日|[月火水木金土日]曜日?|数学|算数|[割足掛引]り?算|平方根|円周率|素数|数字|[一二三四五六七八九十]月|角度|句読点|副詞|文法|記憶|高さ|重さ|味|音|緑|紫|影|右|左|確率|時間|民主主義';
const THING =
  '階段|天井|窓|机|椅子|雨|雲|壁|床|冷蔵庫|時計|鉛筆|消しゴム|靴下?|靴紐|石|太陽|空|傘|本棚|電柱|金づち|スプーン|洗濯機';
const PROGRAMS = 'インストール|コンパイル|デプロイ|マージ|ダウンロード|アップロード|コミット|デバッグ|圧縮';
const BODY = '肘|ひじ|膝|ひざ|かかと|眉毛?|まつげ|鼻の穴|へそ|親指|くるぶし|汗|涙|骨|裏側';
const BY_HAND =
  '煮|炒め|茹で|ゆで|食べ|飲|縫|編|洗|着|噛|かじ|焼|揚げ|折|塗|干|磨|刻|縛|履|泳|撫で|なで|蒸|鳴ら|植え|むらさき';
const MAY_BE_ODD = new RegExp(`${BY_HAND}|歌|笑|泣|妊娠|踊`);
/** Turns that are grammar and nothing else. One may be a poem; two mean nothing. */
const ODD = [
  `(?:${UNSEEN})を[^、。を]{0,8}(?:${BY_HAND})`,
  `(?:${UNSEEN}|${THING})[にを][^、。]{0,6}(?:飲ませ|食べさせ|読ませ|着せ|歌わせ|笑わせ|泣かせ|妊娠|踊らせ|眠らせ|噛ませ|履かせ)`,
  `(?:${UNSEEN}|${THING})が[^。]{0,14}?(?:食べ|泳|噛|飲|笑|歌|眠|踊|産|泣)`,
  `(?:赤い|青い|黄色い|四角い|三角の|丸い|甘い|悲しい|かなしい|[左右]の|逆さの|濡れた|七色の|[一二三四五六七八九]つの)(?:七|八)?(?:${UNSEEN}|金づち)`,
  `(?:${THING}|${UNSEEN})の(?:${BODY}|靴下|靴紐|夢|悲しみ|味|匂い|高さ|角度|平方根)`,
  `(?:${UNSEEN}|靴|鼻|色)で[^、。]{0,4}(?:${BY_HAND}|歌)`,
].map((source) => new RegExp(source));
const ABSURD = new RegExp(
  `(?:${UNSEEN})を[^、。]{0,14}(?:${PROGRAMS})(?:して|する|しろ|せよ|し|$)|` +
    `(?:数字|曜日|素数|円周率|平方根|沈黙|副詞|句読点)の[^、。をにが]{0,3}の?(?:${BODY})|` +
    `(?:むらさき|みどり|きいろ|紫|緑|黄色|水色|橙)(?:して|する|しろ|せよ)(?:くだ|ほし|$|。)`,
);
const MADE_UP =
  /詩|小説|物語|タイトル|歌詞|という|テーマ|イラスト|ゲーム|絵本|俳句|mod|追加|ブロック|アイテム|「|アプリ|関数|表示|画面/i;

/** 昨日の匂いを…インストールして: grammar alone makes no sense. */
export const isAbsurd = (text: string): boolean =>
  text.length < 80 &&
  (ABSURD.test(text) ||
    (MAY_BE_ODD.test(text) && !MADE_UP.test(text) && ODD.filter((turn) => turn.test(text)).length > 1));
