/** Two clauses in Japanese of which the one denies what the other says: 設定をコピーする。…設定をコピーしない。 */
import type { Found } from './contradictions.ts';

/** Choices, conditions, times, changes and troubles. */
const APART =
  /または|もしくは|あるいは|場合|とき|たら|れば|なら|押す|押し|クリック|タップ|すると|したら|後|次に|それから|もう一度|再度|切り替|両方|どちら|選択|選べ|バグ|不具合|修正|テスト|確認|期待|実際|現在|以前|ただし|一方|ではなく|それぞれ|[：:]/;
const ENDING =
  /(?:と|に)?(?:する|し|して|した|します|すること|してください|しなさい|です|だ|である|であり|であって|ます|ください|こと|とする|とし|にする|にし|で|が|け?れど)?(?:こと)?(?:です)?$/;
/** しない, せず, ません: that it is not done. */
const DENIED =
  /(?:は|を)?(?:絶対に|決して|一切)?(?:と|に)?(?:しない|しません|せず|しないで|しないこと|しないでください|してはいけない|してはならない)$/;
const STRESS = /^(?:また|かつ|さらに|しかも|なお|それに|同時に)、?|必ず|絶対に|常に|いつも|決して|一切/g;
const MOST_CLAUSES = 40;

interface Said {
  readonly act: string;
  readonly denied: boolean;
  readonly words: string;
  readonly at: number;
}

/** What a clause says is done, or not. */
function saidIn(clause: string, at: number): Said | null {
  const plain = clause.replace(STRESS, '').trim();
  if (plain.length < 4 || plain.length > 80 || !/[はをがにも]/.test(plain)) return null;
  const denied = DENIED.test(plain);
  const act = plain.replace(denied ? DENIED : ENDING, '');
  if (act === plain || !/[はをが].*[\p{Script=Han}ァ-ヶー]{2,}[きりみえけ]?$/u.test(act)) return null;
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
      !APART.test(clauses.slice(Math.max(0, earlier.at - 1), at + 1).join('、'))
    )
      found.push({ axis: said.act, sides: [earlier.words, said.words], cosmetic: false, confidence: 0.8 });
  }
  return found;
}
