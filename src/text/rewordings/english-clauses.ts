/** Clauses that may come before or after what is asked. */
import { ASKING, ASKS, lengthAt, PREPOSITION, phrases, words } from './phrases.ts';

/** Clauses that may come first or last without belonging to something else there. */
const TIMES = words('if when after before once');
const PLACES = words('for in on at');
const CHOOSES = phrases('should i use', 'do you want', 'would you like', 'would you prefer', 'do you prefer');

/** Words after which a clause could belong to what they open. */
const OPENS_CLAUSE = words('that which who whose where we you they');

/** "For the API, which …" asks "which … for the API", and "in which language …" asks "which language … in". */
export function withClauseLast(tokens: readonly string[]): readonly string[] {
  const first = tokens[0] ?? '';
  if (!PREPOSITION.has(first)) return tokens;
  if (tokens[1] === 'which' || tokens[1] === 'what') return [...tokens.slice(1), first];
  if (first === 'for' && tokens[1] === 'how') return tokens.slice(1);
  const pause = tokens.indexOf(',');
  const main = tokens.slice(pause + 1);
  if (pause < 2 || pause > 20 || !ASKS.has(main[0] ?? '') || main.includes('?')) return tokens;
  // "On Windows, should I fix the test that fails" is not about the test that fails on Windows.
  const chooses = lengthAt(main, 0, CHOOSES) > 0 && main.includes('or');
  const moves = TIMES.has(first) || tokens[1] === 'default' || (PLACES.has(first) && (ASKING.has(main[0]!) || chooses));
  if (!moves || main.some((word, at) => at > 0 && OPENS_CLAUSE.has(word) && !ASKS.has(main[at - 1]!))) return tokens;
  return [...main, ...tokens.slice(0, pause)];
}

/** "…, if it fails" and "… if it fails". Only the last pause is dropped, so that lists keep theirs. */
export function withoutLastPause(tokens: readonly string[]): readonly string[] {
  const pause = tokens.lastIndexOf(',');
  return pause > 0 && PREPOSITION.has(tokens[pause + 1] ?? '') ? tokens.toSpliced(pause, 1) : tokens;
}
