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

const UNSEEN = '匂い|におい|沈黙|ため息|寂しさ|悲しみ|昨日|一昨日|静けさ';
const PROGRAMS = 'インストール|コンパイル|デプロイ|マージ|ダウンロード|アップロード|コミット|デバッグ|圧縮';
const BODY = '肘|ひじ|膝|ひざ|かかと|眉毛?|まつげ|鼻の穴|へそ|親指|くるぶし';
const ABSURD = new RegExp(
  `(?:${UNSEEN})を[^、。]{0,14}(?:${PROGRAMS})(?:して|する|しろ|せよ|し|$)|` +
    `(?:数字|曜日|素数|円周率|平方根|沈黙|副詞|句読点)の[^、。をにが]{0,3}の?(?:${BODY})|` +
    `(?:むらさき|みどり|きいろ|紫|緑|黄色|水色|橙)(?:して|する|しろ|せよ)(?:くだ|ほし|$|。)`,
);

/** 昨日の匂いを…インストールして: grammar alone makes no sense. */
export const isAbsurd = (text: string): boolean => text.length < 80 && ABSURD.test(text);
