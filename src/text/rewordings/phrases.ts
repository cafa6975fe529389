/** Word lists, and phrases at a position in a list of tokens. */

export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Separated by `|`, or as single arguments. */
export const phrases = (...list: string[]): readonly (readonly string[])[] =>
  list.flatMap((part) => part.split('|').map((phrase) => phrase.split(' ')));

/** What may open a clause that could also come last. */
export const PREPOSITION = words(
  'for in on at with within without during under inside after before if when once while as to into from by',
);

export const PAUSE = words(', . ? !');
export const ASKING = words('what which who whom whose where when why how if whether');
export const PERSON = words('i we you he she it they this that there');
export const MODAL = words('should shall can could would will must may might');
/** The longest X that is matched in "which X should I use", and in "do you want X to …". */
export const MAX_NOUN_LENGTH = 8;

/** A main clause that asks begins with one of these. */
export const ASKS = words(
  'what which who whom whose where when why how should shall can could would will must may might do does did is are was were has have',
);

export function startsWith(tokens: readonly string[], at: number, phrase: readonly string[]): boolean {
  if (at < 0 || at + phrase.length > tokens.length) return false;
  for (let i = 0; i < phrase.length; i += 1) if (tokens[at + i] !== phrase[i]) return false;
  return true;
}

/** The length of the longest phrase at a position; 0 if there is none. */
export function lengthAt(tokens: readonly string[], at: number, list: readonly (readonly string[])[]): number {
  let longest = 0;
  for (const phrase of list) {
    if (phrase.length > longest && startsWith(tokens, at, phrase)) longest = phrase.length;
  }
  return longest;
}
