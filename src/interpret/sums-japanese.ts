/**
 * Sums in Japanese that do not come out: a price times how many over the budget, what all places hold under what is put in, more than the most,
 * more often than allowed. Each is a form of its own.
 */
import type { Found } from './contradictions.ts';

const found = (one: string, other: string): Found => ({
  axis: 'number',
  sides: [one, other],
  cosmetic: false,
  confidence: 0.8,
});

const KANJI = '一二三四五六七八九十';
const N = `\\d+(?:\\.\\d+)?|[${KANJI}]`;
const amountOf = (digits: string, tens = ''): number =>
  (KANJI.includes(digits) ? KANJI.indexOf(digits) + 1 : Number(digits)) *
  (tens === '万' ? 10_000 : tens === '千' ? 1_000 : 1);

const YEN = '(\\d+(?:\\.\\d+)?)(千|万)?円';
const OF_ONE = '(?:一|1|ひと)(?:人|名|泊|個|つ|枚|本|台|冊|回|日|部屋|皿|杯|組|り)';
const BUDGET = new RegExp(
  `(?:予算|合計|全部で|総額|全体で|トータル|全員で)(?!${OF_ONE})[^、。\\d一]{0,6}${YEN}|(?<!${OF_ONE}[^、。]{0,4})(?<![\\d.])${YEN}(?:以内|まで|以下|の予算|しか)`,
);
/** 一人2000円 … 6人分. */
const EACH = new RegExp(
  `(?:一|1|ひと)(人|名|泊|個|つ|枚|本|台|冊|回|日|部屋|皿|杯|組|り)(?:あたり|につき|分|前)?[^、。\\d]{0,6}${YEN}`,
);
/** 500円のケーキを6個. */
const SO_MANY = new RegExp(
  `${YEN}の(?!予算|範囲)[^、。\\d]{1,12}?を?(${N})(個|枚|本|つ|冊|人分|人前|杯|台|セット|皿|匹|足|着|箱|泊)`,
);

/** 予算5000円、一人2000円で6人: what it costs is over what there is. */
function costsIn(text: string): Found[] {
  const budget = text.includes('円') ? BUDGET.exec(text) : null;
  if (budget === null) return [];
  const most = amountOf(budget[1] ?? budget[3]!, budget[2] ?? budget[4]);
  const rest = text.replace(budget[0], '＿');
  const each = EACH.exec(rest);
  const unit = each?.[1] === 'り' ? '人' : each?.[1];
  const count =
    unit === undefined
      ? null
      : new RegExp(`(?<![\\d.])(${N})${unit}(?!あたり|につき|[、。]?\\d)`).exec(rest.replace(each![0], '＿'));
  if (each !== null && count !== null)
    return amountOf(each[2]!, each[3]) * amountOf(count[1]!) > most
      ? [found(budget[0], `${each[0]}、${count[0]}`)]
      : [];
  const many = SO_MANY.exec(rest);
  return many !== null && amountOf(many[1]!, many[2]) * amountOf(many[3]!) > most ? [found(budget[0], many[0])] : [];
}

const ROOM = 'ページ|部屋|箱|台|班|グループ|テーブル|日|回|チーム|段|袋|行|列|組|隻|便|皿|棚|缶|週';
const HELD = '件|個|人|名|枚|本|冊|匹|ページ|問|曲|つ|品|章';
const HOLDS = new RegExp(`(?:1|一)(${ROOM})(?:に|あたり|につき|で)?(?:最大)?(${N})(${HELD})(?!以上)`);
const ALL = /全|すべて|収|漏れなく|終え|終わ|残さず|みんな|入れ|詰め/;

/** 100件を1ページ20件まで、3ページで全件: the rooms times what each holds. */
function roomsIn(text: string): Found[] {
  const holds = HOLDS.exec(text);
  if (holds === null || !ALL.test(text)) return [];
  const [whole, room, each, of] = holds;
  const rest = text.replace(whole, '＿');
  const totals = [...rest.matchAll(new RegExp(`(${N})${of}`, 'g'))];
  const rooms = new RegExp(`(?<![\\d第])(${N})${room}(?!目|ごと)|${room}(?:を|が)?(${N})[つ個]`).exec(rest);
  if (totals.length !== 1 || rooms === null) return [];
  return amountOf(totals[0]![1]!) > amountOf(each!) * amountOf((rooms[1] ?? rooms[2])!)
    ? [found(totals[0]![0], `${whole}、${rooms[0]}`)]
    : [];
}

/** 30人を4人ずつ7班に. */
const IN_GROUPS = new RegExp(
  `(${N})(${HELD})(?:の[^、。\\d]{1,8})?[をが][^。\\d]{0,6}?(${N})\\2ずつ(?:の|で|、)?(${N})(?:${ROOM})`,
);
function groupsIn(text: string): Found[] {
  const groups = IN_GROUPS.exec(text);
  if (groups === null || !ALL.test(text)) return [];
  const [whole, total, of, each, count] = groups;
  return amountOf(total!) > amountOf(each!) * amountOf(count!)
    ? [found(`${total}${of}`, whole.slice(whole.lastIndexOf(`${each}${of}`)))]
    : [];
}

const NAMED_COUNT = new RegExp(
  `([\\p{Script=Han}ァ-ヶー]{2,8})[はがを](ちょうど)?(${N})[つ個](だけ|のみ|ちょうど)?`,
  'u',
);

/** ボタンは1つだけ … 3つのボタン. */
function countsIn(text: string): Found[] {
  const just = NAMED_COUNT.exec(text);
  if (just === null || (just[2] ?? just[4]) === undefined) return [];
  const rest = text.slice(just.index + just[0].length);
  const again = new RegExp(`${just[1]}[はがを](${N})[つ個]|(${N})[つ個]の${just[1]}`).exec(rest);
  return again === null || amountOf((again[1] ?? again[2])!) === amountOf(just[3]!) ? [] : [found(just[0], again[0])];
}

const DATE = '(\\d{1,2})月(\\d{1,2})日';
const LAST_DAY = new RegExp(`${DATE}(?:に|で|まで|が)?[^、。\\d]{0,4}(?:終|締|期限)`);
const FIRST_DAY = new RegExp(`${DATE}(?:に|から|より)[^、。\\d]{0,4}(?:始|開|スタート)|(?:開始|始まり)日?は${DATE}`);

/** 3月10日に終わって3月15日に始まる. Over New Year is no such case. */
function datesIn(text: string): Found[] {
  const [last, first] = [LAST_DAY.exec(text), FIRST_DAY.exec(text)];
  if (last === null || first === null) return [];
  const early =
    Number(first[1] ?? first[3]) * 31 + Number(first[2] ?? first[4]) - Number(last[1]) * 31 - Number(last[2]);
  return early > 0 && early < 180 && !/次|別|第|回目|後/.test(text) ? [found(last[0], first[0])] : [];
}

/** 最大体力が20 … 体力が30: more than the most. */
const CEILING =
  /(?:最大|最高)([\p{Script=Han}ァ-ヶーA-Za-z]{1,8})(?:が|は|を|:)?(\d+)|([\p{Script=Han}ァ-ヶーA-Za-z]{1,8})の?(?:上限|最大値?)(?:が|は|を|:)?(\d+)/u;
function ceilingsIn(text: string): Found[] {
  const most = CEILING.exec(text);
  if (most === null) return [];
  const what = (most[1] ?? most[3])!;
  const rest = text.replace(most[0], '＿');
  const over = new RegExp(`(?<!最大|最高)${what}(?:が|は|を)?(?:ちょうど|常に|必ず)?(\\d+)`).exec(rest);
  if (
    over === null ||
    Number(over[1]) <= Number(most[2] ?? most[4]) ||
    /から\d|＿から|[上引]げ|増や|突破|超え/.test(rest)
  )
    return [];
  return [found(most[0], over[0])];
}

const SECONDS: Readonly<Record<string, number>> = {
  秒: 1,
  分: 60,
  時: 3_600,
  時間: 3_600,
  日: 86_400,
  晩: 86_400,
  朝: 86_400,
  週: 604_800,
  週間: 604_800,
  月: 2_592_000,
  か月: 2_592_000,
  年: 31_536_000,
};
const EVERY =
  /毎(秒|分|時|日|晩|朝|週|月)(?!の)|(\d+)(秒|分|時間|日|週間)(?:ごと|おき|毎)に?|(日|週|月)に?(\d+)[回通度]/;
const AT_MOST = new RegExp(
  `(?:(?:1|一)?(日|週|月|年)に?|(?:1|一)(時間)に)(${N})(?:回|通|度|件|本)(?:だけ|のみ|まで|しか|限り|以内|以下|きり)`,
);

/** 毎日実行するバッチで、実行は月に1回だけ: what is done is named with both. */
function rhythmsIn(text: string): Found[] {
  const most = AT_MOST.exec(text);
  if (most === null) return [];
  const every = EVERY.exec(text.replace(most[0], '＿'.repeat(most[0].length)));
  if (every === null) return [];
  const often =
    (every[5] === undefined ? 1 : Number(every[5])) /
    (SECONDS[every[1] ?? every[3] ?? every[4]!]! * Number(every[2] ?? 1));
  if (often <= amountOf(most[3]!) / SECONDS[most[1] ?? most[2]!]!) return [];
  const done = /^(?:\d+[時分]に|[月火水木金土日]曜日?に)?[をにで]?([\p{Script=Han}ァ-ヶー]{1,10})/u.exec(
    text.slice(every.index + every[0].length),
  )?.[1];
  const near = /[^、。]*$/.exec(text.slice(0, most.index))![0] + /^[^、。]*/.exec(text.slice(most.index))![0];
  const runs = /実行|動|走|稼働|起動/;
  if (done === undefined || /\d時/.test(near) || !(near.includes(done) || (runs.test(done) && runs.test(near))))
    return [];
  return [every.index < most.index ? found(every[0], most[0]) : found(most[0], every[0])];
}

/** 1時間の番組に20分のコーナーを4つ. */
const SLOTS = /(\d+)(時間|分)の[^、。\d]{1,10}(?:に|で|の中に)、?(\d+)(時間|分)の[^、。\d]{1,10}を?(\d+)[つ個本回]/;
function slotsIn(text: string): Found[] {
  const slots = SLOTS.exec(text);
  if (slots === null) return [];
  const [, room, unit, each, of, count] = slots;
  return Number(each) * SECONDS[of!]! * Number(count) > Number(room) * SECONDS[unit!]!
    ? [found(`${room}${unit}`, `${each}${of}、${count}`)]
    : [];
}

const PARTED = /場合|または|もしくは|それぞれ|プランA|超えたら|超える場合/;
export const impossibleJapaneseSums = (text: string): Found[] =>
  PARTED.test(text)
    ? []
    : [costsIn, roomsIn, groupsIn, countsIn, datesIn, ceilingsIn, rhythmsIn, slotsIn].flatMap((read) => read(text));
