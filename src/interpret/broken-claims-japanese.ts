/** Finds what a prompt in Japanese claims and breaks: the rows of claims-japanese.ts, and what is ruled out and done after all. */
import type { Claim } from './claims.ts';
import { JAPANESE_CLAIMS } from './claims-japanese.ts';
import { JAPANESE_CONCEPTS } from './concepts-japanese.ts';
import { JAPANESE_CONCEPTS_OF_THINGS } from './concepts-of-things-japanese.ts';
import type { Found } from './contradictions.ts';
import { numbersIn } from './numbers-japanese.ts';
import { impossibleJapaneseSums } from './sums-japanese.ts';
import { JAPANESE, Triggers } from './trigger-words.ts';

/** A sentence that rules something out for all there is. */
const RULES_ALL =
  /一切|絶対に|決して|全く|禁止|何も|完全に?無料|無料です|なしで|(?:ない|ず)で?(?:ください|こと)|(?:[しわさらかめまけれてえみ]ない|せず|せずに[^。]{0,10}|不要|なし|ゼロ|限定|専用|のみ|だけ)(?:とする|とします|です|で)?。?$/;
const STRONG = /一切|絶対に|決して|全く|完全|何も/;
/** What holds in a certain case, or for some of a kind. */
const IN_A_CASE =
  /場合|とき|時は|時に|中は|では(?!な)|本番|テスト|用の|ただし|以外|別の|他の|通常|一方|のみ|だけ|なら|たら|既存|開発/;
const EXCEPTS = /ただし|以外|別の|一方|除[いき]|例外|通常|普段|のみ|だけ|ではなく/;
/** メモアプリ。: a thing to be made, which all that follows is said of. */
const DESCRIBES =
  /(?:アプリ|ツール|サイト|ゲーム|ページ|システム|サービス|ボット|[bB]ot|モブ|アイテム|ブロック|NPC|キャラ|村|店|部屋|プラン|レシピ|メニュー|CLI|ライブラリ|関数|API|ブラウザ|剣|鳥|家|旅行|パーティー|会議|イベント|アンケート)。?$/;

/** データベースは使わないでください。注文はPostgreSQLに保存してください: what the first rules out, the next one uses. */
export function acrossSentences(first: string, next: string, rows: readonly Claim[]): Found[] {
  const topic = /^([^、。はが]{1,16})[はが]/.exec(first)?.[1];
  const goesOn = topic !== undefined && next.startsWith(topic);
  const both = `${first.replace(/[。！？!?\n]$/, '')}。${next}`;
  const found: Found[] = /\d.*。.*\d/.test(both) ? impossibleJapaneseSums(both) : [];
  if (!IN_A_CASE.test(first) && !IN_A_CASE.test(next)) {
    const crowded = /定員|上限|最大/.test(first) && /全員|全部|すべて|全件/.test(next);
    if (crowded || goesOn || /^(?:途中|その間|毎回|必ず|結果)/.test(next)) found.push(...numbersIn(both));
  }
  if (!goesOn && !RULES_ALL.test(first) && !DESCRIBES.test(first)) return found;
  // ダイヤの剣は…。木の剣は…: two of a kind.
  const other = /^([^、。はが]{1,16})[はが]/.exec(next)?.[1];
  if (topic !== undefined && other !== undefined && topic !== other && topic.at(-1) === other.at(-1)) return found;
  const apart = STRONG.test(first) || (goesOn && /必ず|常に|いつも|絶対/.test(next)) ? EXCEPTS : IN_A_CASE;
  // Xを削除する前に…: of another thing than the first sentence.
  const thing = /^([^、。はがを]{2,16})を/.exec(next)?.[1];
  for (const { axis, claim, breach } of rows) {
    const claimed = claim.exec(first);
    const broken = claimed === null ? null : breach.exec(next);
    if (claimed === null || broken === null) continue;
    const after = next.slice(broken.index + broken[0].length);
    // パスワードは保存しない says nothing of the rest.
    if (claimed[0].startsWith('保存') || broken[0].startsWith('ファイル') || TAKEN_BACK.test(after)) continue;
    if (axis === 'asking' && thing !== undefined && !first.includes(thing)) continue;
    if (apart.test(first.replace(claimed[0], '')) || apart.test(next.replace(broken[0], ''))) continue;
    found.push({ axis, sides: [claimed[0], broken[0]], cosmetic: false, confidence: 0.7 });
  }
  return found;
}

const APART =
  /^も$|と、|.(?:だけ|のみ)(?!で)|希望者|一部|^(?:の|な)?[ァ-ヶー一-龠]{1,8}と$|、[^、]{1,12}は|または|もしくは|場合|とき|後に|あと|前に|次に|一方|別の|他の|以外|ではなく|[/／・]|(?<![ごる])と[^、]{1,8}を|から.{0,6}へ|なので|ですので|なら|[「」『』]/;

const ALL_CLAIMS = [...JAPANESE_CLAIMS, ...JAPANESE_CONCEPTS, ...JAPANESE_CONCEPTS_OF_THINGS];
const TRIGGERS = new Triggers(ALL_CLAIMS, ({ sources }) => sources, JAPANESE);
/** Behind a breach they take it back. */
const TAKEN_BACK =
  /^(?:でき|し|さ|せ|され|られ)?(?:ない|なく|ず|ません)|^[^、。]{0,12}(?:ない|ません|ず)(?:こと|で(?:ください)?|ように)?(?:する|します)?(?:$|[、。])/;
/** Before the claim: 保持するステートレスな, 光って真っ暗な. What stands further off is said of something else. */
const LEADS_ON = /^[^、。]{0,10}$|^[^、。]{0,6}(?:て|で|り|し|が|つつ|ながら)、(?:かつ|しかも|同時に|さらに)?$/;

/** The rows that a text may claim and break. */
export const rowsFor = (text: string): readonly Claim[] => TRIGGERS.for(text.toLowerCase());

/** The noun that a claim is said of, and parts of it: ゲームで、各ステージは. */
const NOUN = /^([\p{Script=Han}ァ-ヶーA-Za-z]{1,10})[をはがと]/u;
const PART_OF =
  /^[^、。はが]{0,18}[\p{Script=Han}ァ-ヶーA-Za-z](?:で|だが|なのに|ですが)、(?:[^、。はが]{1,10}[はが])?/u;

export function brokenIn(sentence: string, rows: readonly Claim[]): Found[] {
  return rows.flatMap((claim) => {
    const found = brokenBehind(sentence, claim) ?? brokenBefore(sentence, claim);
    return found === null ? [] : [found];
  });
}

function brokenBehind(sentence: string, { axis, claim, breach }: Claim): Found | null {
  const claimed = claim.exec(sentence);
  if (claimed === null) return null;
  const end = claimed.index + claimed[0].length;
  // 必須でない項目.
  if (/^(?:で|では|じゃ)な[いく]/.test(sentence.slice(end))) return null;
  const broken = breach.exec(sentence.slice(end));
  if (broken === null) return null;
  const whole = sentence.slice(end, end + broken.index);
  // 小麦なしのメニューで、主食は…: what follows is part of it. What costs nothing may sell something.
  const between = axis === 'price' ? whole : whole.replace(claim, '').replace(PART_OF, '');
  // HTMLとCSSを3つのファイルに: a list of what goes into them.
  if (APART.test(axis === 'files' ? between.replace(/と(?=[^、]{1,8}[をと])/g, '') : between)) return null;
  // 、有料会員は…: another thing is spoken of.
  const topic = /、([^、はが]{1,12})は/.exec(between)?.[1];
  if (topic !== undefined && !sentence.slice(0, claimed.index).includes(topic)) return null;
  const after = sentence.slice(end + broken.index + broken[0].length);
  if (TAKEN_BACK.test(after)) return null;
  // 保存せず、押したら保存する: the same, in a case.
  if (/たら|れば|なら/.test(whole) && claimed[0].slice(0, 2) === broken[0].slice(0, 2)) return null;
  // 話さないNPCを1人、話すNPCを2人: which of them.
  const noun = NOUN.exec(whole)?.[1];
  if (noun !== undefined && noun === NOUN.exec(after)?.[1]) return null;
  // ログインしなくても閲覧できて、…だけがコメントできる: each may do something else.
  const act = /(?:だけ|のみ)[がに]?([\p{Script=Han}ァ-ヶー])/u.exec(broken[0] + after)?.[1];
  if (act !== undefined && !whole.includes(act) && /でき|られ|れる|える|可能/.test(whole)) return null;
  return { axis, sides: [claimed[0], broken[0]], cosmetic: false, confidence: 0.7 };
}

/** セッションを保持するステートレスなAPI: what breaks it may stand before it, as what is said of the same thing. */
function brokenBefore(sentence: string, { axis, claim, breach }: Claim): Found | null {
  const claimed = claim.exec(sentence);
  if (
    claimed === null ||
    claimed.index < 3 ||
    /^(?:では|じゃ)?な[いく]|^(?:以外|ではなく)/.test(sentence.slice(claimed.index + claimed[0].length))
  )
    return null;
  const before = sentence.slice(0, claimed.index);
  const broken = breach.exec(before);
  if (broken === null) return null;
  const between = before.slice(broken.index + broken[0].length);
  if (!LEADS_ON.test(between) || APART.test(between) || PARTS_BEFORE.test(between) || TAKEN_BACK.test(between))
    return null;
  return { axis, sides: [broken[0], claimed[0]], cosmetic: false, confidence: 0.7 };
}
const PARTS_BEFORE = /[をはにへとやか]|から|まで|より|ため|ので|たら|れば|なら|の[^、。]{1,4}$|ボタン|機能|画面|ページ/;
