/** Recognizes the names of secrets. */
import { fold } from './fold.ts';
import { lazy, rowsOf } from './lists.ts';

/** "api_key" covers "api key" and "apikey". */
function spellingsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('_');
  return rest.reduce((all, part) => all.flatMap((one) => [`${one}${part}`, `${one} ${part}`]), [first]);
}

/** Names that must be whole words; and names in Japanese or with a mark, which count at the start of a word. */
const namesOf = (role: string) => {
  const names = rowsOf('secrets').flatMap(([name, list = '']) => (name === role ? list.split(' ') : []));
  const isWhole = (name: string) => /^[a-z\d_]+$/.test(name);
  const whole = new Set(names.filter(isWhole).flatMap(spellingsOf));
  return { whole, anywhere: names.filter((name) => !isWhole(name)) };
};
const lists = lazy(() => ({ secret: namesOf('secret'), harmless: namesOf('harmless') }));
const MAX_WORDS = 3;

/** How many words from a position on form one of the names; 0 if none do. */
function nameAt(words: readonly string[], from: number, names: ReadonlySet<string>): number {
  for (let size = Math.min(MAX_WORDS, words.length - from); size > 0; size -= 1)
    if (names.has(words.slice(from, from + size).join(' '))) return size;
  return 0;
}

/** Whether the words contain a secret's name outside of the harmless names. */
function holdSecret(words: readonly string[]): boolean {
  const parts: string[][] = [[]];
  for (let at = 0; at < words.length; ) {
    const size = nameAt(words, at, lists().harmless.whole);
    if (size > 0) parts.push([]);
    else parts.at(-1)!.push(words[at]!);
    at += Math.max(size, 1);
  }
  return parts.some((part) => part.some((_, at) => nameAt(part, at, lists().secret.whole) > 0));
}

function beginsWord(text: string, name: string): boolean {
  let at = text.indexOf(name);
  while (at > 0 && /[a-z\d\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff]/.test(text[at - 1]!))
    at = text.indexOf(name, at + 1);
  return at >= 0;
}

/**
 * Whether a text names a secret: a password, a key, a card number. A question about one gets no field that others can read.
 * @example
 * namesSecret('What is the API key of the mail service?'); // true
 * namesSecret('Which key should I sort by?'); // false
 */
export function namesSecret(text: string): boolean {
  const { secret, harmless } = lists();
  const folded = fold(text.slice(0, 20_000)).replaceAll("'s ", ' ');
  // No name contains hiragana, and a word begins after it.
  const parted = folded.replace(/[\u3041-\u309f]+/g, '|');
  const rest = harmless.anywhere.reduce((left, name) => left.replaceAll(name, '|'), parted);
  if (secret.anywhere.some((name) => beginsWord(rest, name))) return true;
  // Words of a name are separated by one blank, hyphen or underscore, or by nothing.
  return rest.split(/[^a-z\d _-]+|[ _-]{2,}/).some((run) => holdSecret(run.split(/[ _-]/)));
}
