/** Finds what a prompt in Japanese claims and breaks: the rows of claims-japanese.ts, and what is ruled out and done after all. */
import type { Claim } from './claims.ts';
import { JAPANESE_CLAIMS } from './claims-japanese.ts';
import { JAPANESE_CONCEPTS } from './concepts-japanese.ts';
import { JAPANESE_CONCEPTS_OF_THINGS } from './concepts-of-things-japanese.ts';
import type { Found } from './contradictions.ts';
import { numbersIn } from './numbers-japanese.ts';
import { JAPANESE, Triggers } from './trigger-words.ts';

/** A sentence that rules something out for all there is. */
const RULES_ALL =
  /一切|絶対に|決して|全く|禁止|何も|完全に?無料|無料です|なしで|(?:ない|ず)で?(?:ください|こと)|(?:しない|せず|使わない|せずに[^。]{0,10}|不要|なし)(?:とする|とします|です|で)?。?$/;
/** What holds in a certain case, or for some of a kind. */
const IN_A_CASE =
  /場合|とき|時は|時に|中は|では(?!な)|本番|テスト|用の|ただし|以外|別の|他の|通常|一方|のみ|だけ|なら|たら|既存|開発/;

/** データベースは使わないでください。注文はPostgreSQLに保存してください: what the first rules out, the next one uses. */
export function acrossSentences(first: string, next: string): Found[] {
  if (IN_A_CASE.test(first) || IN_A_CASE.test(next)) return [];
  const topic = /^([^、。はが]{1,16})は/.exec(first)?.[1];
  const text = `${first.replace(/[。！？!?\n]$/, '')}。${next}`;
  const crowded = /定員|上限|最大/.test(first) && /全員|全部|すべて|全件/.test(next);
  const numbers = crowded || (topic !== undefined && next.startsWith(`${topic}は`)) ? numbersIn(text) : [];
  if (!RULES_ALL.test(first)) return numbers;
  // Xを削除する前に…: of another thing than the first sentence.
  const thing = /^([^、。はがを]{2,16})を/.exec(next)?.[1];
  const broken = brokenIn(text).filter(
    ({ axis, sides }) =>
      first.includes(sides[0]) &&
      next.includes(sides[1]) &&
      // パスワードは保存しない says nothing of the rest.
      !sides[0].startsWith('保存') &&
      !sides[1].startsWith('ファイル') &&
      !(axis === 'asking' && thing !== undefined && !first.includes(thing)),
  );
  return [...numbers, ...broken];
}

const APART =
  /と、|.(?:だけ|のみ)(?!で)|希望者|一部|^(?:の|な)?[ァ-ヶー一-龠]{1,8}と$|、[^、]{1,12}は|または|もしくは|場合|とき|後に|あと|前に|次に|一方|別の|他の|以外|ではなく|[/／・]|と[^、]{1,8}を|から.{0,6}へ/;

const ALL_CLAIMS = [...JAPANESE_CLAIMS, ...JAPANESE_CONCEPTS, ...JAPANESE_CONCEPTS_OF_THINGS];
const TRIGGERS = new Triggers(ALL_CLAIMS, ({ source }) => source, JAPANESE);
/** Behind a breach they take it back. */
const TAKEN_BACK =
  /^(?:でき|し|さ|せ|され|られ)?(?:ない|なく|ず|ません)|^[^、。]{0,12}(?:ない|ません|ず)(?:こと|で(?:ください)?|ように)?(?:する|します)?(?:$|[、。])/;
/** Before the claim: 保持するステートレスな, 光って真っ暗な. What stands further off is said of something else. */
const LEADS_ON = /^[^、。]{0,10}$|^[^、。]{0,6}(?:て|で|り|し|が|つつ|ながら)、(?:かつ|しかも|同時に|さらに)?$/;

export function brokenIn(sentence: string): Found[] {
  return TRIGGERS.for(sentence.toLowerCase()).flatMap((claim) => {
    const found = brokenBehind(sentence, claim) ?? brokenBefore(sentence, claim);
    return found === null ? [] : [found];
  });
}

function brokenBehind(sentence: string, { axis, claim, breach }: Claim): Found | null {
  const claimed = claim.exec(sentence);
  if (claimed === null) return null;
  const end = claimed.index + claimed[0].length;
  const broken = breach.exec(sentence.slice(end));
  if (broken === null) return null;
  const between = sentence.slice(end, end + broken.index);
  // HTMLとCSSを3つのファイルに: a list of what goes into them.
  if (APART.test(axis === 'files' ? between.replace(/と(?=[^、]{1,8}[をと])/g, '') : between)) return null;
  // 、有料会員は…: another thing is spoken of.
  const topic = /、([^、はが]{1,12})は/.exec(between)?.[1];
  if (topic !== undefined && !sentence.slice(0, claimed.index).includes(topic)) return null;
  if (TAKEN_BACK.test(sentence.slice(end + broken.index + broken[0].length))) return null;
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

/** 閲覧履歴は保存しない。過去1年分の閲覧履歴を表示する: what is not kept cannot be shown later. */
export function keptIn(text: string): Found[] {
  if (!/し(?:ない|ません)|せず/.test(text)) return [];
  const none =
    /([\p{Script=Han}\p{Script=Katakana}ーA-Za-z]{2,12})(?:は|を|も)(?:一切|絶対に|決して|全く)?(?:保存|記録|保持|収集|保管)(?:し(?:ない|ません)|せず)/u.exec(
      text,
    );
  if (none === null) return [];
  const rest = text.slice(none.index + none[0].length);
  const again = rest.indexOf(none[1]!);
  if (again < 0) return [];
  const shown = /^(?:を|の|が)[^。]{0,14}?(?:表示|一覧|出力|検索|参照|確認でき|見られ|閲覧でき|ダウンロード)/.exec(
    rest.slice(again + none[1]!.length),
  );
  if (shown === null || /場合|以外|削除/.test(rest)) return [];
  return [{ axis: 'keeping', sides: [none[0], none[1]! + shown[0]], cosmetic: false, confidence: 0.7 }];
}
