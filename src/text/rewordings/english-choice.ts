/**
 * "JSON or YAML" and "YAML or JSON" ask the same. Alternatives are sorted if their extent is certain: both are complete between an opener
 * and the end. An answer that depends on their order ("the first one") is not applied again: see core/answer/check.ts.
 */
import { ASKS, PREPOSITION, phrases, startsWith, words } from './phrases.ts';

/** An alternative starts after one of these. */
const OPENS = words('use want like prefer in as to with into at be');
const MAX_LENGTH = 4;
const USES = words('use want like prefer');
const WISHES = phrases('do you want', 'would you like', 'would you prefer', 'do you prefer');

/** The tokens with the alternatives of a choice sorted, and "do you want A or B" as "should i use A or B". */
export function chooses(tokens: readonly string[]): readonly string[] {
  const or = tokens.indexOf('or');
  if (or < 1 || tokens.indexOf('or', or + 1) > 0 || tokens.includes(',') || tokens.includes('and')) return tokens;
  let from = or - 1;
  while (from > 0 && !OPENS.has(tokens[from - 1]!) && or - from < MAX_LENGTH) from -= 1;
  const opener = tokens[from - 1];
  if (opener === undefined ? from > 0 || ASKS.has(tokens[0]!) : !OPENS.has(opener)) return tokens;
  // "as CSV or as JSON"
  const again = tokens[or + 1] === opener ? 1 : 0;
  let to = or + 1 + again;
  while (to < tokens.length && !PREPOSITION.has(tokens[to]!)) to += 1;
  const left = tokens.slice(from, or);
  const right = tokens.slice(or + 1 + again, to);
  // What follows may belong to the last alternative alone: "REST or GraphQL with Apollo".
  const named = left.length === 1 && right.length === 1;
  const whole = to === tokens.length || (named && tokens[to] === 'for' && USES.has(opener ?? ''));
  if (!whole || right.length === 0 || right.length > MAX_LENGTH || left.some((word) => PREPOSITION.has(word)))
    return tokens;
  const wishes = from === 3 && WISHES.some((wish) => startsWith(tokens, 0, wish));
  const [first, second] = [left.join(' '), right.join(' ')].sort() as [string, string];
  // Wanting a summary is not using it; with two names only using can be meant.
  const opened = (wishes || from === 0) && named ? ['should', 'i', 'use'] : tokens.slice(0, from);
  return [...opened, first, 'or', second, ...tokens.slice(to)];
}
