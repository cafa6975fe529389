/** Two clauses in Japanese that say the same but for one word, and that word is the opposite: 電話番号は必須です。…電話番号は任意です。 */
import type { Found } from './contradictions.ts';
import { japaneseWordsIn } from './opposites-japanese.ts';

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
  readonly key: string;
  readonly pole: number;
  readonly words: string;
  readonly at: number;
  readonly axis: string;
  readonly cosmetic: boolean;
}

/** What a clause says, by each of its words that have an opposite: the key is all the rest of it. */
function saidIn(clause: string, at: number): Said[] {
  const plain = clause.replace(STRESS, '').trim();
  if (plain.length < 4 || plain.length > 80 || !/[はをがにも]/.test(plain)) return [];
  const found = japaneseWordsIn(plain).flatMap(({ axis, pole, start, end, text, cosmetic }): Said[] => {
    const rest = `${plain.slice(0, start)}＿${plain.slice(end).replace(ENDING, '')}`;
    // Something has to be named that both are said of.
    if (!/[\p{Script=Han}ァ-ヶーa-z0-9]{2,}.*[はをがにも]/iu.test(plain.slice(0, start))) return [];
    return [{ key: `${axis} ${rest}`, pole, words: text, at, axis, cosmetic }];
  });
  const denied = DENIED.test(plain);
  const act = plain.replace(denied ? DENIED : ENDING, '');
  if (act !== plain && /[はをが].*[\p{Script=Han}ァ-ヶー]{2,}[きりみえけ]?$/u.test(act))
    found.push({ key: `する ${act}`, pole: denied ? 1 : 0, words: plain, at, axis: act, cosmetic: false });
  return found;
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
    for (const said of saidIn(clause, at)) {
      const earlier = first.get(said.key);
      if (earlier === undefined) first.set(said.key, said);
      else if (earlier.pole !== said.pole && !APART.test(clauses.slice(Math.max(0, earlier.at - 1), at + 1).join('、')))
        found.push({
          axis: said.axis,
          sides: [earlier.words, said.words],
          cosmetic: said.cosmetic,
          confidence: 0.8,
        });
    }
  }
  return found;
}
