/** How an answer in Japanese stands to a word it names. What denies a word stands behind it. */
import type { Stance } from './stance.ts';

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const DENIES =
  /以外|ではな[いくし]|じゃな[いくし]|でな[いく]|じゃねえ|な(?:い(?!と)|く(?=て|、|$|し)|し(?=[でに、。です]|$)|け)|無し|ませ[んず]|(?<=[わさらせまじし])ず(?=に|、|$)|除[いくき]|外し|外す|抜き|やめ|止め|避け|不要|いらん|要らん|嫌|いや(?=[だで]|$)|イヤ|ダメ|だめ|駄目|違[ういっ]|NG|却下|反対|捨て|消し|消す|取り消|やだ|禁止|困[るり]|無理|間違い|間違え|間違って/g;
/** They have a denial in them and deny nothing. */
const HARMLESS =
  /問題(?:は)?な[いくし]|間違いな[いく]|に違いな[いく]|しかな[いく]|ほかな[いく]|迷わず|絶対|とりあえず/g;
const UNSURE =
  /だけ(?:で|じゃ)な[いく]|とは限ら|わけ(?:では|じゃ)|構わない|かまわない|構いません|ないと(?:だめ|ダメ|いけ|困)|なければ(?:なら|だめ|いけ)|なくもな|すぎ|過ぎ/;
const LESS = /^[いくな]?(?:の|さ)?(?:は|を)?(?:控えめ|少なめ|弱め|減ら)/;
const GUESSES =
  /たぶん|多分|おそらく|恐らく|もしかし|かも|かな|気がする|気もする|どうだろ|でしょうか|だろうか|迷[うっい]/;
const ASKS = /(?:です|ます|でしょう|なの|の)か[。\s]*$|[？?]|(?:は|って)(?:何|なに|どう|どういう)|なぜ|どうして|とは$/;
const CONDITIONS = /(?:もし|なら|場合|とき|時は|たら)/;
const RANKED_BELOW = /^[いくなのたるがも方ほうやつ側版に]{0,6}より(?!冷|熱|も?っと)/;
const BEFORE = /(?:と|って)(?:言っ|書い|いっ|思っ)(?:た|て)/;

/** How each word is spoken of, in the text's order. `known` is the prompt, which names what it is about. */
export function japaneseStancesOf(text: string, spans: readonly TextSpan[], known: string): Stance[] {
  return spans.map((span, i) => stanceOf(text, span, spans[i - 1], spans[i + 1], known));
}

function stanceOf(
  text: string,
  span: TextSpan,
  before: TextSpan | undefined,
  after: TextSpan | undefined,
  known: string,
): Stance {
  const lead = text.slice(Math.max(before?.end ?? 0, lastMark(text, span.start)), span.start);
  const clauseEnd = nextMark(text, span.end);
  const tail = text.slice(span.end, Math.min(clauseEnd, after?.start ?? clauseEnd));
  const mark = text[clauseEnd] ?? '';
  const reply = /^[？?：:、。…\s]+(いや|いいえ|違う|違います|ちがう|ううん|ダメ|だめ|なし|嫌)(?=[、。！!\s]|$)/.exec(
    text.slice(clauseEnd),
  )?.[1];
  if (reply !== undefined && clauseEnd <= (after?.start ?? text.length)) return 'against';
  if (RANKED_BELOW.test(tail)) return 'against';
  if (UNSURE.test(tail)) return 'unsure';
  const denials = (tail.replace(HARMLESS, '').match(DENIES) ?? []).length;
  if (denials > 1) return 'unsure';
  if (/[？?]/.test(mark) || GUESSES.test(lead) || GUESSES.test(tail) || ASKS.test(tail)) return 'asked';
  if (GUESSES.test(text.slice(clauseEnd)) && after === undefined) return 'asked';
  if (denials === 1) return 'against';
  if (LESS.test(tail)) return 'less';
  if (CONDITIONS.test(lead) || /^(?:い|く|な|の)?(?:なら|場合|とき|だったら)/.test(tail)) return 'if';
  if (isAboutElse(lead, tail, known)) return 'else';
  if (isJudged(tail, known)) return 'unsure';
  return BEFORE.test(tail) ? 'past' : 'for';
}

const MARK = /[、。！？!?,.：:；;…\n「」『』()（）]/;

function lastMark(text: string, from: number): number {
  let at = from;
  while (at > 0 && !MARK.test(text[at - 1]!)) at -= 1;
  return at;
}

function nextMark(text: string, from: number): number {
  let at = from;
  while (at < text.length && !MARK.test(text[at]!)) at += 1;
  return at;
}

/** Words behind a choice that leave it one. */
const LEAVES_IT =
  /^(?:方|側|版|物|状態|願|良|下|好|選|選択|欲|希望|優先|決|決定|一択|思|必要|進|作|扱|処理|設定|項目|順|順番|型|正|正解|最高|十分|大丈夫|使|表示|出|入|並|行|統一|指定|採用|感|言|書|重要|問題|間違|違|絶対|仕上|保|限定|バージョン|タイプ|マシ|ベスト|モード|モノ|ヤツ|ー)$/;

/** 熱いのは苦手, 熱いのはちょっと…: what is said of it is not known to be good. */
function isJudged(tail: string, known: string): boolean {
  if (/ちょっと|いまいち|どうも|にがて|あまり|あんまり|つら|きつ|まず/.test(tail)) return true;
  const runs = tail.replace(HARMLESS, '').match(/[\p{Script=Han}々]+|[ァ-ヶー]+/gu) ?? [];
  return runs.some((run) => !LEAVES_IT.test(run) && !known.includes(run));
}

const GENERAL =
  /^(?:私|僕|俺|今回|方|結論|答え|回答|希望|選択|全部|全て|これ|それ|設定|状態|基本|絶対|普通|データ|項目|ページ|温度|順番|順序|表示|最終的|必)$/;

/** 今日は寒い, 氷の上の猫: said of a thing that the prompt does not have. */
function isAboutElse(lead: string, tail: string, known: string): boolean {
  if (/^の?(?:上|下|中|横|隣|近く)(?:[のにで]|$)/.test(tail)) return true;
  const topic = /([\p{Script=Han}ァ-ヶー々]+)(?:は|が)$/u.exec(lead)?.[1];
  return topic !== undefined && !known.includes(topic) && !GENERAL.test(topic);
}
