/** What a prompt says is not so: a word behind "not", "without" or "instead of", up to where that ends. */
import { COPULAS, HELPERS, type Part, PREPOSITIONS } from './prompt-words.ts';

const NEGATES = new Set(
  `not no never without none neither nor cannot can't won't don't doesn't isn't aren't wasn't shouldn't mustn't needn't avoid avoids
  avoiding except excluding exclude excludes minus stop prevent prevents forbid forbids lacks lacking zero nothing ain't hardly
  dont doesnt isnt`
    .trim()
    .split(/\s+/),
);
/** "Instead of", "rather than", "free of", "as opposed to": the second word is what tells. */
const NEGATES_IN_TWO: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['of', new Set(['instead', 'free', 'out', 'rid', 'lieu'])],
  ['than', new Set(['rather', 'other'])],
  ['to', new Set(['opposed'])],
  ['from', new Set(['apart', 'aside', 'far'])],
  ['longer', new Set(['no'])],
]);
/** What ends a negation: another clause begins. */
const ENDS = new Set(['but', 'yet', 'instead', 'rather', 'then', 'so', 'however', 'only']);
const REACH = 5;

/** Whether a word denies by itself what follows it. */
export const isDenier = (text: string): boolean => NEGATES.has(text);

/** Whether the part at `at` is denied where it stands. */
export function isDenied(parts: readonly Part[], at: number): boolean {
  return denierOf(parts, at) >= 0;
}

const beginsClause = (text: string): boolean => PREPOSITIONS.has(text) || COPULAS.has(text) || HELPERS.has(text);

/** The place of the word that denies the part at `at`; -1 where none does. */
export function denierOf(parts: readonly Part[], at: number): number {
  const sentence = parts[at]?.sentence;
  let reached = 0;
  for (let i = at - 1; i >= 0 && reached < REACH; i--) {
    const part = parts[i]!;
    if (part.sentence !== sentence) return -1;
    if (part.kind === 'mark') {
      if (part.text === '&' || part.text === '/') continue;
      return -1;
    }
    const { text } = part;
    if (text === 'non' && i === at - 1) return i;
    // "Not only hot but also frozen" denies nothing.
    // "Zero-based" denies nothing.
    if (text === 'zero' && parts[i + 1]?.joined) continue;
    if (NEGATES.has(text)) return parts[i + 1]?.text === 'only' || parts[i + 1]?.text === 'just' ? -1 : i;
    if (NEGATES_IN_TWO.get(text)?.has(parts[i - 1]?.text ?? '') && parts[i + 1]?.text !== 'charge') return i - 1;
    if (ENDS.has(text)) return -1;
    // Past an "and" a denial holds for nouns and adjectives in a row, not for a new clause.
    if (text === 'and' && (reached > 1 || (reached > 0 && beginsClause(parts[i + 1]!.text)))) return -1;
    reached += 1;
  }
  return -1;
}
