/** Two clauses in Japanese of which the one denies what the other says: 設定をコピーする。…設定をコピーしない。 */
import type { Found } from './contradictions.ts';

/** Choices, conditions, times, changes and troubles. */
const APART =
  /または|もしくは|あるいは|場合|とき|たら|れば|なら|押す|押し|クリック|タップ|すると|したら|後|次に|それから|もう一度|再度|切り替|両方|どちら|選択|選べ|バグ|不具合|修正|テスト|確認|期待|実際|現在|以前|ただし|一方|ではなく|それぞれ|[：:]/;
const ENDING =
  /(?:と|に)?(?:する|し|して|した|します|すること|してください|しなさい|です|だ|である|であり|であって|ます|ください|こと|とする|とし|にする|にし|で|が|け?れど|で(?:お願い(?:します|いたします)?)|して(?:保存|送信|出力|表示)(?:する|し|して|します|してください)?)?(?:こと)?(?:です)?$/;
/** しない, せず, ません: that it is not done. */
const DENIED =
  /(?:は|を)?(?:絶対に|決して|一切)?(?:と|に)?(?:しない|しません|せず(?:に)?|しないで|しないこと|しないでください|してはいけない|してはならない)$/;
/** Why it is wanted: 復元が面倒なので. */
const REASON = /^[^、。]{2,20}(?:なので|ないので|いので|るので|のため(?:に)?)(?=[^、。]{4})/;
const CHANGES = /(?:変更|書き換え|修正|編集|改変|更新)て?$/;
const STRESS =
  /^(?:また|あと|それと|かつ|さらに|しかも|なお|それに|同時に)、?|必ず|絶対に|常に|いつも|決して|一切|全部|すべて/g;
const MOST_CLAUSES = 40;

interface Said {
  readonly act: string;
  readonly denied: boolean;
  readonly words: string;
  readonly at: number;
}

/** What a clause says is done, or not. */
function saidIn(clause: string, at: number): Said | null {
  const plain = clause.replace(STRESS, '').replace(REASON, '').trim();
  if (plain.length < 4 || plain.length > 80 || !/[はをがにも]/.test(plain)) return null;
  const denied = DENIED.test(plain);
  const said = plain.replace(denied ? DENIED : ENDING, '');
  // テストは変更せずに、テストを書き換え: the same is done to the same.
  const act = said.replace(/[はを](?=(?:変更|書き換え|修正|編集|改変|更新)て?$)/, 'を').replace(CHANGES, '変更');
  if (said === plain || !/[はをが].*[\p{Script=Han}ァ-ヶー]{2,}[きりみえけ]?$/u.test(act)) return null;
  return { act, denied, words: plain, at };
}

/** @param sentences Each with what ends it. */
export function japaneseTwins(sentences: readonly string[]): Found[] {
  const clauses = sentences
    .flatMap((sentence) => sentence.split(/[、。！!\n]/))
    .filter((clause) => clause.trim() !== '');
  if (clauses.length < 2) return [];
  const first = new Map<string, Said>();
  const found: Found[] = [];
  for (const [at, clause] of clauses.slice(0, MOST_CLAUSES).entries()) {
    const said = saidIn(clause, at);
    if (said === null) continue;
    const earlier = first.get(said.act);
    if (earlier === undefined) first.set(said.act, said);
    else if (
      earlier.denied !== said.denied &&
      !APART.test(
        clauses
          .slice(Math.max(0, earlier.at - 1), at + 1)
          .join('、')
          .replaceAll(thingOf(said.act), ''),
      )
    )
      found.push({ axis: said.act, sides: [earlier.words, said.words], cosmetic: false, confidence: 0.8 });
  }
  return found;
}

/** What it is done to, which may have any word in its name: 既存のテスト. */
const thingOf = (act: string): string => /^[^はをが]{2,}(?=[はをが])/.exec(act)?.[0] ?? '\n';

const STEMS =
  '使わ:使[っういえ] 入れ:入れ[てる] 出さ:出[しす] 送ら:送[っりる] 含め:含め[てる] 付け:付け[てる] 加え:加え[てる] 流さ:流[しす] 残さ:残[しす]'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);
const NOT_DONE = new RegExp(
  `([\\p{Script=Han}ァ-ヶーA-Za-z]{1,16})[をは](?:一切|絶対に|決して)?(${STEMS.map(([not]) => not).join('|')})(?:ない|ず|ません)`,
  'gu',
);

/** 卵を使わない…。卵は3個使って: a thing that something is done with, and is not. */
export function japaneseDoneAndNot(prose: string): Found[] {
  const found: Found[] = [];
  for (const { 0: denied, 1: thing, 2: stem, index } of prose.matchAll(NOT_DONE)) {
    const done = STEMS.find(([not]) => not === stem)![1];
    const pattern = new RegExp(
      `(?<=^|[、。\\n]|前に)(?:あと|また)?、?${thing}[をは](?:必ず|\\d+[個本枚件つ])?${done}`,
      'gu',
    );
    for (const { 0: said, index: at } of prose.matchAll(pattern)) {
      const [from, to] = [Math.min(index, at), Math.max(index + denied.length, at + said.length)];
      const start = Math.max(prose.lastIndexOf('。', from - 1), prose.lastIndexOf('\n', from - 1)) + 1;
      const end = prose.slice(to).search(/[。\n]/);
      const around = prose.slice(start, end < 0 ? prose.length : to + end).replaceAll(thing!, '');
      if (
        from === to ||
        to - from > 80 ||
        APART.test(around) ||
        /と、|では|には|でも|だけ|のみ|代わり|以外|けど|が、/.test(around)
      )
        continue;
      const sides: [string, string] = index < at ? [denied, said] : [said, denied];
      found.push({ axis: thing!, sides, cosmetic: false, confidence: 0.75 });
    }
    if (found.length > 3) break;
  }
  return found;
}
