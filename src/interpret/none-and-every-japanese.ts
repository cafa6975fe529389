/** What nobody does and all do, in Japanese: 誰も開けられず、全員が開けられる; ログをすべて削除し、ログは一行も消さない. */
import type { Found } from './contradictions.ts';

/** Verbs by what they do; each group is one act. */
const ACTS: readonly RegExp[] = [
  '削除|消去|消[すしさせえ]|破棄|捨て|失[うわ]|抹消|なく[なさし]',
  '見[らえるれせ]|閲覧|読[むめまみん]|表示',
  '開[けくかい]|入[るれらり]|アクセス|ログイン',
  '変更|編集|書き換え|更新|修正',
  '送信|送[るらりっ]|通知|配信',
  '使[うえわいっ]|利用|使用',
  '持[つてたちっ]|運[ぶべばび]|装備',
  '保存|記録|残[すしさ]|保持',
  '倒[すせさし]|殺[すせさし]',
  '食べ',
  '乗[るれらっ]',
  '触[れるらっ]',
].map((source) => new RegExp(source));

const NOT = '(?:ない|ず|ません|なく)';
const NONE = new RegExp(
  `(?:誰も|だれも|誰にも|誰ひとり|誰一人|一人も|どの[^、。]{1,8}も|(?:[一1ひと]{1,2}(?:つ|行|件|個|人|枚|本|通|字|冊|匹|部)|何|なに)も)([^、。]{0,16}?)${NOT}`,
);
const EVERY =
  /(?:全員|みんな|誰でも|だれでも|誰もが|すべて(?:の[^、。はがを]{1,10})?|全て(?:の[^、。はがを]{1,10})?|全部|全件|全[\p{Script=Han}ァ-ヶー]{2,8}|どの[^、。]{1,8}でも)(?:が|は|に|を|も|で)?([^、。]{0,16})/u;
const APART =
  /場合|とき|以外|除[きくい]|ただし|前に|後に|あと|次に|それから|まで|なら|たら|れば|または|ではなく|一方|他の|別の|バックアップ|コピー/;

const actIn = (text: string): number => ACTS.findIndex((act) => act.test(text));
/** The nouns that a sentence names before a topic or an object. */
const thingsIn = (text: string): string[] =>
  [...text.matchAll(/([\p{Script=Han}ァ-ヶーA-Za-z]{1,10})(?:は|を|が|も)/gu)].map((match) => match[1]!);

export function japaneseNoneAndEvery(text: string): Found[] {
  if (text.length > 160 || APART.test(text)) return [];
  const none = NONE.exec(text);
  if (none === null) return [];
  const rest = `${text.slice(0, none.index)}${'＿'.repeat(none[0].length)}${text.slice(none.index + none[0].length)}`;
  const every = EVERY.exec(rest);
  if (every === null) return [];
  const act = actIn(none[1]!);
  // ファイルを全部削除: the verb may follow at once; a denial behind it is no "every".
  if (act < 0 || actIn(every[1]!) !== act || new RegExp(NOT).test(every[1]!)) return [];
  const ofPeople = /^(?:誰|だれ|一人)/.test(none[0]);
  const [mine, theirs] = [
    thingsIn(text.slice(Math.max(0, none.index - 14), none.index + none[0].length)),
    thingsIn(text.slice(Math.max(0, every.index - 14), every.index + every[0].length)),
  ];
  const named = mine.filter((thing) => !/^(?:誰|全員|何|一|人)/.test(thing));
  const others = theirs.filter((thing) => !/^(?:誰|全員|何|一|人|全)/.test(thing));
  if (named.length > 0 && others.length > 0 ? !named.some((thing) => others.includes(thing)) : !ofPeople) return [];
  const sides: [string, string] = none.index < every.index ? [none[0], every[0]] : [every[0], none[0]];
  return [{ axis: 'all', sides, cosmetic: false, confidence: 0.75 }];
}
