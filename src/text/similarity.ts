/**
 * Tier "similar" of the repeat guard: two questions so alike that the earlier answer is shown first. It is never applied, so words may be
 * dropped, inflected and misspelt here that tier "same" (question-key.ts) must keep. If the earlier answer would surely be wrong (another
 * number, another name, the opposite), it is not offered either.
 */
import { lazy, wordList } from './lists.ts';
import { canonicalForm } from './question-key.ts';
import { words } from './rewordings/phrases.ts';
import { stemOf } from './words.ts';

/** One word of a pair against the other inverts the question. */
const turned = lazy(() => opposites(wordList('turned')));

function opposites(pairs: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, Set<string>>();
  for (const pair of pairs) {
    const [one, other] = pair.split(' ').map(stemOf) as [string, string];
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      map.set(from, (map.get(from) ?? new Set()).add(to));
  }
  return map;
}

const NEGATES = words('not no never without neither nor none except unless');
const CJK_RUN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー]+|[\p{Script=Hiragana}]+/gu;
const CJK_LETTER = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const KANA = /[\u3040-\u30ff]/;
/** Chinese characters that carry the form of a question. */
const CHINESE_FORM = /[的是用哪什么吗要应该在了和与或把被你我请呢]+/;
const CJK_NEGATES = /ない|なし|ません|ずに|以外|不|没|沒|无|無|別|别|未満|안 |않|못|없/u;
const CJK_OPPOSITES = (
  '前 後|前 后|入力 出力|输入 输出|以上 以下|大于 小于|最大 最小|現在 期待|追加 削除|有効 無効|読 書|始 終|上 下|新 旧|開 閉|' +
  '本番 開発|公開 非公開|包含 排除|含む 含まない|ローカル リモート'
)
  .split('|')
  .map((pair) => pair.split(' ') as [string, string]);

/** The data that similarity compares, computed once for each question. */
export interface Sketch {
  /** Stems and letter pairs, each once, in order. */
  readonly stems: readonly string[];
  /** Those that are numbers, code, paths or names: a different one means a different question. */
  readonly names: ReadonlySet<string>;
  /** Those names that contain a number. */
  readonly numbers: readonly string[];
  readonly negated: boolean;
  /** A small number for each stem, so that most of a thousand others are skipped without comparing letters. */
  readonly buckets: Uint16Array;
  readonly cjk: string;
}

const BUCKETS = 4096;

function bucket(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}

const NAME_LIKE = /\d|[._/\\#@+]|^[`"~]/;
const CAPITAL = /^["'(]?\p{Lu}/u;

/** Words written with a capital inside a sentence, in lower case. */
function capitalised(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (text.slice(1) === text.slice(1).toLowerCase()) return found;
  let inside = false;
  for (const word of text.split(' ')) {
    if (inside && CAPITAL.test(word)) found.add(word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''));
    inside = /[\p{L}\p{N},;:)]$/u.test(word);
  }
  return found;
}

/** How much of a question's text is compared; questions that differ only later are similar enough to offer. */
const MAX_LENGTH = 2_000;
const MAX_STEMS = 64;

/**
 * The data that tier "similar" compares.
 * @example
 * sketchOf('Which output format should I use?').stems; // ['output', 'format']
 */
export function sketchOf(question: string): Sketch {
  const text = question.slice(0, MAX_LENGTH);
  const capitals = capitalised(text);
  const hasCjk = CJK_LETTER.test(text);
  const stems = new Set<string>();
  const names = new Set<string>();
  let negated = false;
  let cjk = '';
  for (const token of canonicalForm(text).split(' ')) {
    if (stems.size >= MAX_STEMS) break;
    if (NEGATES.has(token)) negated = true;
    const runs = hasCjk ? token.match(CJK_RUN) : null;
    if (runs) {
      cjk += token;
      if (CJK_NEGATES.test(token)) negated = true;
      const kana = KANA.test(token);
      for (const run of runs) for (const part of kana ? [run] : run.split(CHINESE_FORM)) pushPairs(part, stems);
    }
    const latin = runs
      ? token
          .replace(CJK_RUN, ' ')
          .trim()
          .split(/[^\p{L}\p{N}._/\\#@+-]+/u)
      : [token];
    for (const word of latin) pushWord(word, capitals, stems, names);
  }
  const numbers = [...names].filter(hasDigit);
  return { stems: [...stems], names, numbers, negated, buckets: Uint16Array.from(stems, bucket), cjk };
}

const LETTERS = /^\p{L}+$/u;
const hasDigit = (word: string): boolean => /\d/.test(word);

/** Whether each has a number that the other lacks. */
function otherNumbers(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) => !b.includes(one)) && b.some((one) => !a.includes(one));
}

function pushWord(word: string, capitals: ReadonlySet<string>, stems: Set<string>, names: Set<string>): void {
  const isName = NAME_LIKE.test(word) || capitals.has(word);
  if (!/[\p{L}\p{N}]/u.test(word) || (wordList('function').has(word) && !isName) || NEGATES.has(word)) return;
  const root = stemOf(word);
  stems.add(root);
  if (isName) names.add(root);
}

/** Letter pairs serve as words in text without separators; kana that only inflect words are left out. */
function pushPairs(run: string, stems: Set<string>): void {
  if (/^\p{Script=Hiragana}/u.test(run)) return;
  const letters = [...run];
  if (letters.length === 0) return;
  if (letters.length === 1) stems.add(run);
  for (let i = 0; i + 1 < letters.length; i += 1) stems.add(letters[i]! + letters[i + 1]!);
}

/** One letter missing, added or changed, or two neighbours swapped. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 3) return false;
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1;
  let back = 0;
  while (back < a.length - from && back < b.length - from && a[a.length - 1 - back] === b[b.length - 1 - back])
    back += 1;
  const [restA, restB] = [a.slice(from, a.length - back), b.slice(from, b.length - back)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** How similar two questions are, 0 to 1. Also 0 if a number, a name or an inversion separates them. */
function similarity(a: Sketch, b: Sketch): number {
  if (a.negated !== b.negated || otherNumbers(a.numbers, b.numbers)) return 0;
  const onlyA = a.stems.filter((one) => !b.stems.includes(one));
  let onlyB = b.stems.filter((one) => !a.stems.includes(one));
  let shared = a.stems.length - onlyA.length;
  const left: string[] = [];
  for (const one of onlyA) {
    const slip = LETTERS.test(one) ? onlyB.find((other) => LETTERS.test(other) && isSlip(one, other)) : undefined;
    if (slip === undefined) left.push(one);
    else {
      onlyB = onlyB.filter((other) => other !== slip);
      shared += 1;
    }
  }
  if (partedByNames(left, onlyB, a.names, b.names) || turnedRound(left, onlyB, a, b)) return 0;
  return (2 * shared) / (2 * shared + left.length + onlyB.length || 1);
}

function partedByNames(
  left: readonly string[],
  right: readonly string[],
  namesLeft: ReadonlySet<string>,
  namesRight: ReadonlySet<string>,
): boolean {
  const named = (list: readonly string[], names: ReadonlySet<string>) => list.some((one) => names.has(one));
  return named(left, namesLeft) && named(right, namesRight);
}

function turnedRound(left: readonly string[], right: readonly string[], a: Sketch, b: Sketch): boolean {
  if (left.some((one) => right.some((other) => turned().get(one)?.has(other)))) return true;
  if (a.cjk === '' || b.cjk === '') return false;
  return CJK_OPPOSITES.some(([one, other]) => {
    const says = (text: string) => [text.includes(one), text.includes(other)].join();
    return (
      says(a.cjk) !== says(b.cjk) &&
      a.cjk.includes(one) !== b.cjk.includes(one) &&
      a.cjk.includes(other) !== b.cjk.includes(other)
    );
  });
}

/** From this value on an earlier answer is offered. */
const OFFERED_FROM = 0.5;

/**
 * Whether the answer to one question would be offered with the other.
 * @example
 * isSimilar('Which output format should I use?', 'In what format do you want the output?'); // true
 */
export function isSimilar(one: string, other: string): boolean {
  return similarity(sketchOf(one), sketchOf(other)) >= OFFERED_FROM;
}

/** How many misspelt words are allowed for before the letters are compared. */
const SLIPS = 2;

/**
 * The earlier question most similar to this one, or null if none is similar enough.
 * @param earlier In order of preference: of two equally similar ones, the first is used.
 */
export function mostSimilar<Known extends { readonly sketch: Sketch }>(
  question: Sketch,
  earlier: Iterable<Known>,
): Known | null {
  const marked = new Uint8Array(BUCKETS);
  for (const one of question.buckets) marked[one] = 1;
  let best: Known | null = null;
  let most = 0;
  for (const known of earlier) {
    const { buckets } = known.sketch;
    let shared = SLIPS;
    for (let i = 0; i < buckets.length; i += 1) shared += marked[buckets[i]!]!;
    if (2 * shared < OFFERED_FROM * (question.buckets.length + buckets.length)) continue;
    const score = similarity(question, known.sketch);
    if (score >= OFFERED_FROM && score > most) [best, most] = [known, score];
  }
  return best;
}
