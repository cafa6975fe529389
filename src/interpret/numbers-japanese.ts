/** Numbers of a sentence in Japanese that cannot all hold: a wait over its limit, a least over the most, a list of another length. */
import type { Found } from './contradictions.ts';

const TIME: Readonly<Record<string, number>> = {
  ミリ秒: 1,
  ms: 1,
  秒: 1_000,
  分: 60_000,
  時間: 3_600_000,
  日: 86_400_000,
};

export function numbersIn(sentence: string): Found[] {
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
  const [min, max] = [
    /最小(?:値|[\p{Script=Han}]{0,3})(?:は|を|が|:|：)?\s*(\d+)/u.exec(sentence),
    /最大(?:値|[\p{Script=Han}]{0,3})(?:は|を|が|:|：)?\s*(\d+)/u.exec(sentence),
  ];
  if (min && max && Number(min[1]) > Number(max[1])) {
    found.push({ axis: 'number', sides: [min[0], max[0]], cosmetic: false, confidence: 0.8 });
  }
  const upTo = /最大(\d+)\s*([^\d\s、。]{1,3}?)(?=まで|と|で|、|に|の)/.exec(sentence);
  const all = upTo && new RegExp(`(\\d+)\\s*${upTo[2]}(?:全員|すべて|全部)`).exec(sentence);
  if (upTo && all && Number(all[1]) > Number(upTo[1])) {
    found.push({ axis: 'number', sides: [upTo[0], all[0]], cosmetic: false, confidence: 0.8 });
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
