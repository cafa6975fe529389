/** What a prompt in Japanese wants and excludes at once. */
import { JAPANESE_CLAIMS } from './claims-japanese.ts';
import type { Found } from './contradictions.ts';
import { JAPANESE_AXES } from './opposites-japanese.ts';

interface Mention {
  readonly axis: string;
  readonly cosmetic: boolean;
  readonly pole: 0 | 1;
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly denied: boolean;
}

/** What follows a word that is denied. */
const DENIED =
  /^(?:的|に|さ|でき)?(?:では|じゃ|で|に|く|し|せ|を|は|も|さ)*(?:ない|なく|なし|無し|ず|ません|以外|不要|避け|やめ)/;
/** What may stand between two words that are said of one thing. */
const GLUE =
  /するが|だが|くて|かつ|且つ|しながら|ながら|なのに|ですが|だが|だけど|けれども?|けど|でも|しかし|さらに|しかも|同時に|であり|であって|である|つつ|とても|非常に|すごく|のまま|たまま|まま|専用|のみ|だけ|され(?:た|て)|した|して|する|です|ます|的|[いくなのでしたてにも、,，\s]/g;
/** They keep two things apart: a choice, a change, two times, two kinds. */
const PARTED =
  /ので|ため|すぎ|過ぎ|または|もしくは|あるいは|から|へ|→|より|場合|とき|時は|後に?|あと|前に|次に|それから|その後|一方|ではなく|なら|以外|[・／/]|か(?=、|$)/;
const BOTH_WANTED =
  /切り替|切替|トグル|両方|どちら|いずれ|選べ|選択|選ん|比較|違い|変換|変更(?!不可|可能)|変え|移行|分け|別々|それぞれ|区別|修正|バグ|不具合|なぜ|原因|エラー|問題|直し|直す|検出|防[ぐい]|説明|対応/;

function mentionsIn(text: string): Mention[] {
  const all = JAPANESE_AXES.flatMap(({ axis, cosmetic, poles }) =>
    poles.flatMap((pattern, pole) =>
      [...text.matchAll(pattern)].map((match): Mention => {
        const end = match.index + match[0].length;
        const denied = DENIED.test(text.slice(end, end + 10));
        return { axis, cosmetic, pole: pole as 0 | 1, start: match.index, end, words: match[0], denied };
      }),
    ),
  );
  const inside = (one: Mention) =>
    all.some(
      (other) =>
        other.start <= one.start &&
        other.end >= one.end &&
        other.end - other.start > one.end - one.start &&
        other.axis === one.axis,
    );
  return all
    .filter((one) => !inside(one))
    .toSorted((a, b) => a.start - b.start)
    .slice(0, 60);
}

/** The thing that は or を stands behind, right before `at`. */
const topicBefore = (text: string, at: number): string =>
  /([^、。\sはをがに]{1,20})[をはが][^をはが]{0,4}$/.exec(text.slice(Math.max(0, at - 30), at))?.[1] ?? '';

function isClash(sentence: string, one: Mention, other: Mention): boolean {
  const between = sentence.slice(one.end, other.start);
  if (between.length > 30 || PARTED.test(between)) return false;
  const rest = between.replace(GLUE, '');
  if (rest === '') return !between.startsWith('と');
  // "すべてのログを削除して、すべてのログを残す": the same thing once more.
  const again = /^(.{1,20})[をはが]$/.exec(rest)?.[1];
  return again !== undefined && again === topicBefore(sentence, one.start).replace(GLUE, '');
}

export function japaneseContradictions(prose: string): Found[] {
  const found: Found[] = [];
  for (const sentence of prose.split(/[。！？!?\n]/).slice(0, 60)) {
    if (sentence.length > 400 || BOTH_WANTED.test(sentence)) continue;
    const mentions = mentionsIn(sentence);
    for (const [i, one] of mentions.entries()) {
      for (const other of mentions.slice(i + 1, i + 8)) {
        if (one.axis !== other.axis || one.pole === other.pole || one.denied || other.denied || other.start < one.end)
          continue;
        if (isClash(sentence, one, other))
          found.push({ axis: one.axis, sides: [one.words, other.words], cosmetic: one.cosmetic, confidence: 0.85 });
      }
    }
    found.push(...brokenIn(sentence), ...numbersIn(sentence), ...deniedIn(sentence));
  }
  return found.filter(
    (one, i) => found.findIndex((other) => other.axis === one.axis && other.sides[0] === one.sides[0]) === i,
  );
}

const APART =
  /、[^、]{1,12}は|または|もしくは|場合|とき|後に|あと|前に|次に|一方|別の|他の|以外|ではなく|[/／・]|と[^、]{1,8}を|から.{0,6}へ/;

function brokenIn(sentence: string): Found[] {
  return JAPANESE_CLAIMS.flatMap(({ axis, claim, breach }): Found[] => {
    const claimed = claim.exec(sentence);
    if (claimed === null) return [];
    const end = claimed.index + claimed[0].length;
    const broken = breach.exec(sentence.slice(end));
    if (broken === null || APART.test(sentence.slice(end, end + broken.index))) return [];
    const after = sentence.slice(end + broken.index + broken[0].length);
    if (/^(?:でき|し|さ)?(?:ない|なく|ず|ません)/.test(after)) return [];
    return [{ axis, sides: [claimed[0], broken[0]], cosmetic: false, confidence: 0.7 }];
  });
}

const TIME: Readonly<Record<string, number>> = {
  ミリ秒: 1,
  ms: 1,
  秒: 1_000,
  分: 60_000,
  時間: 3_600_000,
  日: 86_400_000,
};

function numbersIn(sentence: string): Found[] {
  const found: Found[] = [];
  const limit = /(\d+)\s*(ミリ秒|ms|秒|分|時間|日)(?:以内|未満|以下)/.exec(sentence);
  const wait = /(\d+)\s*(ミリ秒|ms|秒|分|時間|日)(?:間)?(?:待|スリープ|停止|遅延|かか)/.exec(sentence);
  if (limit && wait && Number(wait[1]) * TIME[wait[2]!]! > Number(limit[1]) * TIME[limit[2]!]!) {
    found.push({ axis: 'time', sides: [limit[0], wait[0]], cosmetic: false, confidence: 0.8 });
  }
  const least = /(\d+)\s*([^\d\s、。]{1,4}?)(?:以上|より多|を超)/.exec(sentence);
  const most = /(\d+)\s*([^\d\s、。]{1,4}?)(?:以下|以内|未満|まで)/.exec(sentence);
  if (least && most && least[2] === most[2] && Number(least[1]) > Number(most[1])) {
    found.push({ axis: 'number', sides: [least[0], most[0]], cosmetic: false, confidence: 0.85 });
  }
  const list = /(\d+)\s*(?:列|個|つ|項目|種類|件|色|ページ|カラム)[^:：、。]{0,6}[:：]\s*([^。]{3,120})/.exec(sentence);
  const items = (list?.[2] ?? '').split(/[、,，・]|と(?=[^、]+$)/).filter((item) => item.trim() !== '');
  if (list && items.length > 1 && items.length !== Number(list[1]) && !/など|等/.test(list[2]!)) {
    found.push({
      axis: 'number',
      sides: [list[0].replace(/[:：][\s\S]*$/, ''), list[2]!.trim()],
      cosmetic: false,
      confidence: 0.8,
    });
  }
  return found;
}

/** "Xなしで … Xを使う". */
function deniedIn(sentence: string): Found[] {
  const none =
    /([\p{Script=Han}\p{Script=Katakana}ーA-Za-z]{2,12})(?:なし|無し|を使わず|は使わず|は使わない|を使わない|を含まない|は不要)/u.exec(
      sentence,
    );
  if (none === null) return [];
  const end = none.index + none[0].length;
  const again = sentence
    .slice(end)
    .match(new RegExp(`${none[1]}(?:を使[うっい]|を利用|付き|を表示|がある|を含[むみ]|を入れ)`));
  return again === null || APART.test(sentence.slice(end))
    ? []
    : [{ axis: 'presence', sides: [none[0], again[0]], cosmetic: false, confidence: 0.7 }];
}
