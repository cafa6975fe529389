/** What a prompt in Japanese wants and excludes at once. */
import { japaneseCircularOrder } from './circular.ts';
import { JAPANESE_CLAIMS } from './claims-japanese.ts';
import type { Found } from './contradictions.ts';
import { japaneseOnlyAndAlso } from './only-and-also.ts';
import { japaneseOnlySome } from './only-some.ts';
import { japaneseWordsIn } from './opposites-japanese.ts';
import { JAPANESE, Triggers } from './trigger-words.ts';
import { japaneseTwins } from './twins-japanese.ts';

interface Mention {
  readonly axis: string;
  readonly cosmetic: boolean;
  readonly pole: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly denied: boolean;
  readonly noun?: boolean;
}

/** What follows a word that is denied. */
const DENIED =
  /^(?:的|に|さ|でき|化)?(?:では|じゃ|で|に|く|し|せ|を|は|も|さ|され|れ)*(?:ない|なく|なし|無し|ず|ません|以外|不要|避け|やめ)/;
/** They keep two things apart: a choice, a change, two times, two kinds, a reason. */
const PARTED =
  /または|もしくは|あるいは|から|へ(?!ル)|→|より|場合|とき|(?<!同)時[はに]|後に?|あと|前に|次に|それから|その後|一方|ではなく|じゃなく|なら|以外|ので|ため|すぎ|たら|れば|たり|ごと|途中|まで|では(?!な)|には|[・／/]|か(?=、|$)/;
const BOTH_WANTED =
  /切り替|切替|トグル|両方|どちら|いずれ|選べ|選択|選ん|比較|違い|変換|変更(?!不可|可能|でき)|変え|移行|分け|別々|それぞれ|区別(?=がつ|でき)|修正|バグ|不具合|なぜ|原因|エラー|問題|直し|直す|検出|防[ぐい]|説明|対応|置き換/;
/** They say that both hold. */
const INSISTS = /かつ|且つ|同時|また、|さらに|しかも|同じ|常に|いつも|必ず|なおかつ|その上/;
/** Verbs and nouns that carry a quality and name no other thing. */
const CARRIES =
  /^(?:同時|常|状態|処理|項目|形|型|方式|形式|全部|全|完全|絶対|一切|毎回|必|誰|実行|固定|設定|保存|作成|実装|表示|動作|利用|使用|専用|量|程度|行|使|見|出|置|入|持|作|返|並|実際|本当|非常|極|感|的|化|性|用|順|可|可能|場所|物|且|又|更|同|更新|ユーザー|アプリ|モード|要件|仕様)$/;
const RUNS = /[\p{Script=Han}々]+|[ァ-ヶー]+|[a-z0-9_.-]+/giu;
/** 敵であり味方でもある. */
const IS_BOTH = /^(?:で(?!は)|であり|であって|なのに|でありながら|だが|かつ|、かつ|、同時に)/;
const FURTHEST = 40;

function mentionsIn(text: string): Mention[] {
  const known = japaneseWordsIn(text)
    .filter(({ twin }) => !twin)
    .map((word) => ({ ...word, denied: isDenied(text, word.end) }));
  return [...known, ...byForm(text), ...(text.includes('な') || text.includes('ませ') ? deniedVerbs(text) : [])]
    .filter(({ end }) => text[end] !== 'ら' && !text.startsWith('すぎ', end))
    .toSorted((a, b) => a.start - b.start)
    .slice(0, 60);
}

const isDenied = (text: string, end: number): boolean => DENIED.test(text.slice(end, end + 10));

/** 非X, 不X, 無X and 未X against X, and Xする against Xしない, of whatever is in no list. */
function byForm(text: string): Mention[] {
  const found: Mention[] = [];
  const seen = new Set<string>();
  const bases = [
    ...text.matchAll(
      /[非不無未]([\p{Script=Han}ァ-ヶー]{2,8})|([\p{Script=Han}ァ-ヶー]{2,8})(?:は|を|も)?(?:し|でき|され)(?:ない|なく|ず|ません)/gu,
    ),
  ];
  for (const match of bases.slice(0, 20)) {
    const base = (match[1] ?? match[2])!;
    if (seen.has(base)) continue;
    seen.add(base);
    const places: Mention[] = [];
    for (let at = text.indexOf(base); at >= 0 && places.length < 10; at = text.indexOf(base, at + base.length)) {
      const prefixed = /[非不無未]/.test(text[at - 1] ?? '');
      const start = prefixed ? at - 1 : at;
      const end = at + base.length;
      const word = { axis: base, cosmetic: false, start, end, text: text.slice(start, end) };
      places.push({ ...word, pole: prefixed ? 1 : 0, denied: isDenied(text, end) });
    }
    if (places.some(({ pole, denied }) => (pole === 0) !== denied)) found.push(...places);
  }
  return found;
}

const ROWS = [
  'あいうえお',
  'かきくけこ',
  'さしすせそ',
  'たちつてとっ',
  'なにぬねの',
  'ばびぶべぼ',
  'まみむめも',
  'らりるれろ',
  'わいうえおっ',
  'がぎぐげご',
];

/** 送る and 送らない, 押せる and 押せない: a verb and its own denial. */
function deniedVerbs(text: string): Mention[] {
  const found: Mention[] = [];
  for (const match of [...text.matchAll(/([\p{Script=Han}]{1,2})([ぁ-ん])[ぁ-ん]{0,2}?(?:ない|ません|なく)/gu)].slice(
    0,
    10,
  )) {
    const [whole, stem, kana] = [match[0], match[1]!, match[2]!];
    const row = ROWS.filter((letters) => letters.includes(kana));
    const word = { axis: stem, cosmetic: false, pole: 0 };
    for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
      const next = text[at + stem.length] ?? '';
      if (
        at === match.index ||
        !row.some((letters) => letters.includes(next)) ||
        /\p{Script=Han}/u.test(text[at - 1] ?? '')
      )
        continue;
      const end = at + stem.length + 1;
      found.push({
        ...word,
        start: at,
        end,
        text: text.slice(at, end),
        denied: isDenied(text, end) || /^[ぁ-ん]{0,2}ない/.test(text.slice(end)),
      });
    }
    found.push({ ...word, start: match.index, end: match.index + whole.length, text: whole, denied: true });
  }
  return found;
}

/** What stands in both, at its longest, is said once: 30日より前のログは. */
function withoutRepeated(between: string, before: string): string {
  for (let length = Math.min(between.length, before.length, 24); length >= 2; length--) {
    for (let at = 0; at + length <= between.length; at++) {
      const piece = between.slice(at, at + length);
      if (/[\p{Script=Han}ァ-ヶa-z]/iu.test(piece) && before.includes(piece))
        return between.slice(0, at) + between.slice(at + length);
    }
  }
  return between;
}

function isClash(text: string, one: Mention, other: Mention): boolean {
  const whole = text.slice(one.end, other.start);
  if (whole.length > FURTHEST) return false;
  const clause = Math.max(text.lastIndexOf('。', one.start - 1), text.lastIndexOf('\n', one.start - 1)) + 1;
  const before = text.slice(Math.max(clause, one.start - FURTHEST), one.start);
  const after = text.slice(other.end, other.end + 12);
  // 必須でなければならず: what has to be is said of it, and sets no condition.
  const between = withoutRepeated(whole, before).replace(/なければなら(?:ない|ず|なく|ぬ)/g, '');
  if (PARTED.test(between) || /^(?:と(?!し|する)|や|・|も$)|[とや]$/.test(between)) return false;
  if ((one.noun || other.noun) && !IS_BOTH.test(between)) return false;
  // 現在は任意だが、必須にする: how it is, and how it is to be.
  if (/現在|今は|いまは|現状|以前|これまで|従来/.test(before)) return false;
  // 小さくなる薬と、大きくなる薬: two of them.
  const listed = /([\p{Script=Han}ァ-ヶー]{1,8})と、/u.exec(whole)?.[1];
  if (listed !== undefined && after.includes(listed)) return false;
  // 同期処理を非同期処理に: the one becomes the other.
  if (/を/.test(between) && !/[、。]|かつ|また|同時/.test(between)) return false;
  const left = (between.match(RUNS) ?? []).filter(
    (run) => !CARRIES.test(run) && !before.includes(run) && !after.includes(run),
  );
  if (left.length > 0) return false;
  if (isToldApart(text, one, other, between)) return false;
  // 不要なファイルを削除して必要なファイルを残す: what tells the two things apart stands before each.
  const which = /[\p{Script=Han}]{2,}な(?=[\p{Script=Han}ァ-ヶ])/u.exec(whole)?.[0];
  if (which !== undefined && /[\p{Script=Han}]な/u.test(before) && !before.includes(which)) return false;
  const crosses = /[。！？!?\n]/.test(whole);
  return crosses
    ? between !== whole || /[。\n]\s*(?:また|さらに|かつ|同時|しかも|なお|それ|これ|ただし)/.test(whole)
    : true;
}

/** 公開記事は…、非公開記事は…: before one noun each, they tell two things apart. */
function isToldApart(text: string, one: Mention, other: Mention, between: string): boolean {
  if (INSISTS.test(between)) return false;
  const noun = /^[いなの的]{0,2}([\p{Script=Han}ァ-ヶーa-z0-9]{1,12})[はがをに]/iu;
  const [mine, theirs] = [noun.exec(text.slice(one.end)), noun.exec(text.slice(other.end))];
  return mine !== null && theirs !== null && mine[1] === theirs[1];
}

export function japaneseContradictions(prose: string): Found[] {
  const found: Found[] = [];
  const sentences = prose.split(/(?<=[。！？!?\n])/).slice(0, 60);
  for (const [i, sentence] of sentences.entries()) {
    if (sentence.length > 400 || BOTH_WANTED.test(sentence)) continue;
    const next = sentences[i + 1];
    const goesOn = next !== undefined && next.length <= 200 && !BOTH_WANTED.test(next);
    const text = goesOn ? sentence + next : sentence;
    const mentions = mentionsIn(text);
    for (const [at, one] of mentions.entries()) {
      if (one.start >= sentence.length) break;
      for (const other of mentions.slice(at + 1, at + 10)) {
        if (one.axis !== other.axis || other.start < one.end || (one.denied && other.denied)) continue;
        if ((one.pole === other.pole) !== (one.denied !== other.denied)) continue;
        if (isClash(text, one, other))
          found.push({
            axis: one.axis,
            sides: [one.text, shownOf(text, other)],
            cosmetic: one.cosmetic,
            confidence: 0.85,
          });
      }
    }
    const plain = sentence.replace(/[。！？!?\n]$/, '');
    found.push(
      ...brokenIn(plain),
      ...numbersIn(plain),
      ...(goesOn ? acrossSentences(sentence, next.replace(/[。！？!?\n]$/, '')) : []),
      ...deniedIn(plain),
      ...keptIn(text),
      ...japaneseOnlySome(text),
      ...japaneseOnlyAndAlso(text),
      ...japaneseCircularOrder(text),
    );
  }
  found.push(...japaneseTwins(sentences));
  return found.filter(
    (one, i) => found.findIndex((other) => other.axis === one.axis && other.sides[0] === one.sides[0]) === i,
  );
}

/** A sentence that rules something out for all there is. */
const RULES_ALL =
  /一切|絶対に|決して|全く|禁止|何も|完全に?無料|無料です|なしで|(?:ない|ず)で?(?:ください|こと)|(?:しない|せず|使わない|せずに[^。]{0,10}|不要|なし)(?:とする|とします|です|で)?。?$/;
/** What holds in a certain case, or for some of a kind. */
const IN_A_CASE =
  /場合|とき|時は|時に|中は|では(?!な)|本番|テスト|用の|ただし|以外|別の|他の|通常|一方|のみ|だけ|なら|たら|既存|開発/;

/** データベースは使わないでください。注文はPostgreSQLに保存してください: what the first rules out, the next one uses. */
function acrossSentences(first: string, next: string): Found[] {
  if (IN_A_CASE.test(first) || IN_A_CASE.test(next)) return [];
  const topic = /^([^、。はが]{1,16})は/.exec(first)?.[1];
  const text = `${first.replace(/[。！？!?\n]$/, '')}。${next}`;
  const numbers = topic !== undefined && next.startsWith(`${topic}は`) ? numbersIn(text) : [];
  if (!RULES_ALL.test(first)) return numbers;
  // Xを削除する前に…: of another thing than the first sentence.
  const thing = /^([^、。はがを]{2,16})を/.exec(next)?.[1];
  const broken = brokenIn(text).filter(
    ({ axis, sides }) =>
      first.includes(sides[0]) &&
      next.includes(sides[1]) &&
      // パスワードは保存しない says nothing of the rest.
      !/^保存/.test(sides[0]) &&
      !sides[1].startsWith('ファイル') &&
      !(axis === 'asking' && thing !== undefined && !first.includes(thing)),
  );
  return [...numbers, ...broken, ...doneAfterAll(first, next)];
}

/** 写真は一切アップロードしない。写真はクラウドにアップロードする: the same is done to the same. */
function doneAfterAll(first: string, next: string): Found[] {
  const none =
    /^([\p{Script=Han}ァ-ヶーA-Za-z]{2,12})(?:は|を|も)(?:一切|絶対に|決して|全く)([\p{Script=Han}ァ-ヶー]{2,8})し(?:ない|ません)/u.exec(
      first,
    );
  if (none === null) return [];
  const again = new RegExp(`${none[1]}[はをも][^。、]{0,16}?${none[2]}(?:する|します|して(?!は))`).exec(next);
  return again === null ? [] : [{ axis: 'act', sides: [none[0], again[0]], cosmetic: false, confidence: 0.75 }];
}

/** A word that is denied is shown with what denies it. */
function shownOf(text: string, { start, end, denied }: Mention): string {
  return denied && !/(?:ない|ません|なく)$/.test(text.slice(start, end))
    ? text.slice(start, end) + (DENIED.exec(text.slice(end, end + 10))?.[0] ?? '')
    : text.slice(start, end);
}

const APART =
  /、[^、]{1,12}は|または|もしくは|場合|とき|後に|あと|前に|次に|一方|別の|他の|以外|ではなく|[/／・]|と[^、]{1,8}を|から.{0,6}へ/;

const TRIGGERS = new Triggers(JAPANESE_CLAIMS, ({ source }) => source, JAPANESE);

function brokenIn(sentence: string): Found[] {
  return [...TRIGGERS.for(sentence.toLowerCase())].flatMap(({ axis, claim, breach }): Found[] => {
    const claimed = claim.exec(sentence);
    if (claimed === null) return [];
    const end = claimed.index + claimed[0].length;
    const broken = breach.exec(sentence.slice(end));
    if (broken === null || APART.test(sentence.slice(end, end + broken.index))) return [];
    // 、有料会員は…: another thing is spoken of.
    const topic = /、([^、はが]{1,12})は/.exec(sentence.slice(end, end + broken.index))?.[1];
    if (topic !== undefined && !sentence.slice(0, claimed.index).includes(topic)) return [];
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

/** 閲覧履歴は保存しない。過去1年分の閲覧履歴を表示する: what is not kept cannot be shown later. */
function keptIn(text: string): Found[] {
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
