/** Numbers of a sentence in Japanese that cannot all hold: a wait over its limit, a least over the most, more than fits, an end before its start. */
import { type JapaneseAmount, japaneseAmounts } from './amounts-japanese.ts';
import type { Found } from './contradictions.ts';
import { impossibleJapaneseSums } from './sums-japanese.ts';

const found = (axis: string, one: string, other: string): Found => ({
  axis,
  sides: [one, other],
  cosmetic: false,
  confidence: 0.8,
});

/** Between two amounts they make it two cases, or two things. */
const PARTED =
  /場合|とき|または|もしくは|以外|ごと|あたり|につき|毎に|プラン|超え(?:たら|る|て|た)|なら|たら|れば|より前|ただし|一方|それ以外|残り|から|→|または|ずつ|前後|あと|後に|予備|[増減]/;
/** 4桁の番号と8文字以上の名前: two of them. */
const LISTED = /[\p{Script=Han}ァ-ヶー]と(?![しなもす])/u;
const CASE = /^の?(?:とき|場合|なら|時は|際)/;
const TOPIC = /([\p{Script=Han}ァ-ヶーA-Za-z]{1,10})は/gu;
const THING = /([\p{Script=Han}ァ-ヶーA-Za-z]{1,10})(?:は|が|を|も)/gu;
/** All of it is in there. */
const WHOLLY =
  /全員|すべて|全て|全部|全件|最後まで|カットせず|ノーカット|そのまま|完全に|丸ごと|まるごと|同時に|常に|必ず/;
/** So it goes in, or is paid for. */
const PUT_IN: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    size: /^の[^、。]{1,14}を[^、。]{0,10}(?:埋め込|含め|同梱|入れ|インライン|添付|内蔵)/,
    time: /(?!)/,
    円: /^の[^、。]{1,14}を[^、。]{0,6}(?:買|購入|注文|予約)/,
  }),
);
/** 20歳以上限定の: what follows is of them alone. */
const LIMITS = /^(?:限定|のみ|だけ|専用)[^、。]{0,12}で、/;
/** 3人以上は割引, 30度以上で冷房. */
const IS_A_CASE = /^(?:は|で(?=[\p{Script=Han}ァ-ヶ]))/u;
const WAITS = /^間?(?:待|スリープ|停止|遅延|かか)/;

export function numbersIn(sentence: string): Found[] {
  if (!/\d/.test(sentence)) return [];
  const amounts = japaneseAmounts(sentence).slice(0, 12);
  const all: Found[] = [
    ...listsIn(sentence),
    ...impossibleJapaneseSums(sentence),
    ...hoursIn(sentence),
    ...areasIn(sentence),
  ];
  for (const [i, one] of amounts.entries()) {
    for (const other of amounts.slice(i + 1)) {
      if (!isOfOne(one, other)) continue;
      const between = sentence.slice(one.end, other.start);
      if (PARTED.test(between) || LISTED.test(between) || CASE.test(sentence.slice(other.end, other.end + 4))) continue;
      // 3人以上は…、2人以下は…: each is a case.
      if (IS_A_CASE.test(sentence.slice(one.end)) && IS_A_CASE.test(sentence.slice(other.end))) continue;
      const axis = one.of === 'time' || other.of === 'time' ? 'time' : 'number';
      if (
        isOverfull(sentence, one, other) ||
        isOverfull(sentence, other, one) ||
        (excludes(one, other) && (LIMITS.test(sentence.slice(one.end)) || isOfOneThing(sentence, one, other)))
      )
        all.push(found(axis, one.text, other.text));
    }
  }
  return all;
}

/** 最大体力20 and 体力が50以上: a number alone is of what the other names. */
const isOfOne = (one: JapaneseAmount, other: JapaneseAmount): boolean =>
  one.value !== other.value &&
  (one.of === other.of ||
    (other.of === 'number' && other.bound === 'least') ||
    (one.of === 'number' && one.bound === 'least'));

function excludes(one: JapaneseAmount, other: JapaneseAmount): boolean {
  const [low, high] = one.value < other.value ? [one, other] : [other, one];
  // ちょうど3つ leaves no room for a bare five of the same.
  if (low.bound === 'plain' || high.bound === 'plain')
    return /ちょうど|きっかり/.test(low.text + high.text) && one.of !== 'time';
  return low.bound !== 'least' && high.bound !== 'most';
}

/** Nothing that stands between the two is named there for the first time. */
function isOfOneThing(sentence: string, one: JapaneseAmount, other: JapaneseAmount): boolean {
  const before = sentence.slice(0, one.end);
  const things = [...sentence.slice(one.end, other.start + other.text.search(/\d/)).matchAll(THING)].map(
    (match) => match[1]!,
  );
  const named = other.text.match(/^(?:最[大小低高])?([\p{Script=Han}ァ-ヶー]{2,6})[はがを]/u)?.[1];
  const all = named === undefined ? things : [...things, named];
  if ((one.of !== other.of || one.bound === 'plain' || other.bound === 'plain') && all.length === 0) return false;
  return all.every(
    (thing) =>
      before.includes(thing.replace(/^最[大小低高長短多少]/, '')) ||
      /^(?:もの|こと|最.|上限|下限|長さ|文字数|数)$/.test(thing),
  );
}

/** 30秒以内の動画に2分の映像を全部: what goes in is more than there is room for. */
function isOverfull(sentence: string, room: JapaneseAmount, load: JapaneseAmount): boolean {
  if (room.bound !== 'most' || load.bound !== 'plain' || load.value <= room.value || room.of !== load.of) return false;
  const [from, to] = room.end <= load.start ? [room, load] : [load, room];
  const topics = [...sentence.slice(from.end, to.end).matchAll(TOPIC)].map((match) => match[1]!);
  if (!topics.every((topic) => sentence.slice(0, from.end).includes(topic))) return false;
  const after = sentence.slice(load.end, load.end + 28);
  if (load.of === 'time') return WAITS.test(after) || WHOLLY.test(after.split('。')[0]!);
  const lead = sentence.slice(Math.max(0, load.start - 8), load.start);
  return (
    PUT_IN.get(load.of)?.test(after) === true ||
    /^(?:を|が|の[^、。]{1,10}を)?(?:全員|すべて|全部|全件|同時に)/.test(after) ||
    /(?:常に|必ず|同時に)(?:[^、。]{1,5}を)?$/.test(lead)
  );
}

function listsIn(sentence: string): Found[] {
  const list = /(\d+)\s*(?:列|個|つ|項目|種類|件|色|ページ|カラム)[^:：、。]{0,6}[:：]\s*([^。]{3,120})/.exec(sentence);
  const items = (list?.[2] ?? '').split(/[、,，・]|と(?=[^、]+$)/).filter((item) => item.trim() !== '');
  if (list === null || items.length < 2 || items.length === Number(list[1]) || /など|等/.test(list[2]!)) return [];
  return [found('number', list[0].replace(/[:：][\s\S]*$/, ''), list[2]!.trim())];
}

const STARTS =
  /(午[前後]|[朝昼夜]の?)?(\d{1,2})(?:時|:00)(?:より前に(?:は)?[^、。]{0,8}(?:開始|始め|実行|起動)(?:し|せ|さ)?(?:ない|ず)|以降に[^、。]{0,6}(?:開始|始め|実行|起動|開店)|まで[^、。]{0,6}(?:開始し|始め|起動し)(?:ない|ず)|(?:[にか]ら?)?(?:開始|始[めま]|開店|開園|オープン))/;
const ENDS =
  /(午[前後]|[朝昼夜]の?)?(\d{1,2})(?:時|:00)(?:までに|より前に|前に|に)?[^、。]{0,6}(?:完了|終了|終わ|終え|閉店|閉園|解散)/;
/** A night's work may end at a smaller hour than it starts: 22時 to 2時. */
const SAME_HALF = 8;

/** 10時以降に開始し、9時までに終える. */
function hoursIn(sentence: string): Found[] {
  const [start, end] = [STARTS.exec(sentence), ENDS.exec(sentence)];
  if (start === null || end === null || /翌|次の日|明朝|場合|とき|または|曜/.test(sentence)) return [];
  const hour = (match: RegExpExecArray) => Number(match[2]) + (match[1] === '午後' ? 12 : 0);
  const early = hour(start) - hour(end);
  if (early < 0 || early > SAME_HALF || start[1] !== end[1]) return [];
  return [start.index < end.index ? found('time', start[0], end[0]) : found('time', end[0], start[0])];
}

/** 16x16のマップの中に40x40の城. */
function areasIn(sentence: string): Found[] {
  const tall = /(高さ|幅|深さ|長さ|直径|奥行き)(\d+)の[^、。\d]{1,8}に、?\1(\d+)の/.exec(sentence);
  if (tall !== null && Number(tall[3]) > Number(tall[2]))
    return [found('size', `${tall[1]}${tall[2]}`, `${tall[1]}${tall[3]}`)];
  const match = /(\d+)[x×](\d+)([^。]{0,20}?(?:中|内側?|内部)に[^。]{0,10}?)(\d+)[x×](\d+)/.exec(sentence);
  if (match === null || PARTED.test(match[3]!)) return [];
  const [, w, h, , width, height] = match;
  return Number(width) > Number(w) && Number(height) > Number(h)
    ? [found('size', `${w}x${h}`, `${width}x${height}`)]
    : [];
}
