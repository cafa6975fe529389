/** Harmful acts, by verb and object: `data/acts.tsv`. risk.ts decides by their form which sentences are checked. */
import { lazy, rowsOf, wordList } from './lists.ts';
import { LETTERS, stemOf } from './words.ts';

type Kind = 'destroy' | 'publish' | 'pay' | 'reveal' | 'control';

interface Act {
  readonly kind: Kind;
  /** Null: any object. */
  readonly needs: () => ReadonlySet<string> | null;
  readonly unless: () => ReadonlySet<string>;
}

const stemsIn = (field: string): Set<string> => {
  const words = field.split(' ').flatMap((word) => (word.startsWith('@') ? [...wordList(word.slice(1))] : word || []));
  return new Set(words.map((word) => stemOf(word.replaceAll('_', ' '))));
};

/** Keys: the stem of one word, or of two separated by a blank. */
const acts = lazy(() => {
  const table = new Map<string, Act[]>();
  for (const [verbs = '', kind = '', needs = '*', unless = ''] of rowsOf('acts')) {
    const act: Act = {
      kind: kind as Kind,
      needs: lazy(() => (needs === '*' ? null : stemsIn(needs))),
      unless: lazy(() => stemsIn(unless)),
    };
    for (const verb of verbs.split(' ')) {
      const key = verb.split(/[_-]/).map(stemOf).join(' ');
      const known = table.get(key);
      if (known === undefined) table.set(key, [act]);
      else known.push(act);
    }
  }
  return table;
});

/** The maximum distance of an object from its verb, in words. */
const MAX_OBJECT = 10;

interface Token {
  readonly word: string;
  readonly stem: string;
  /** It starts a clause, so it may be a verb. */
  readonly opens: boolean;
}

/** A verb may follow these. */
const OPENS = new Set(
  'and then or to by before after first also now just please ahead with finally will ll would go immediately simply directly permanently automatically manually both either fully completely'.split(
    ' ',
  ),
);
const DETERMINERS = new Set(
  'the a an this that these those all my your our its any every each existing old current'.split(' '),
);

/** A word, or a mark that ends a clause. */
const TOKEN = new RegExp(`[${LETTERS}/.@][${LETTERS}'_/.@]*|[,;:.!?()\\n•*→–—-]`, 'gu');
const HAS_LETTER = new RegExp(`[${LETTERS}]`, 'u');

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let opens = true;
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0].replace(/[.']+$/, '');
    if (!HAS_LETTER.test(word)) {
      opens = match[0] !== '-' || opens || /\s$/.test(text.slice(0, match.index));
      continue;
    }
    tokens.push({ word, stem: stemOf(word), opens });
    opens = OPENS.has(word);
  }
  return tokens;
}

/** The act that the words at a position perform on an object of the table. */
function actAt(tokens: readonly Token[], at: number): Act | undefined {
  const { word, stem } = tokens[at]!;
  // "roll it out": the particle of a verb may follow its object.
  const two = tokens.slice(at + 1, at + 5).flatMap((next) => acts().get(`${stem} ${next.stem}`) ?? []);
  const found = two.length > 0 ? two : (acts().get(stem) ?? acts().get(word));
  if (found === undefined) return undefined;
  const objects = tokens.slice(at + 1, at + 1 + MAX_OBJECT);
  return found.find(({ needs, unless }) => {
    // Only a word close to the verb is its object: "delete the unused import".
    if (objects.slice(0, 4).some(({ stem: object }) => unless().has(object))) return false;
    const wanted = needs();
    return wanted === null || objects.some((object) => namesOf(object).some((name) => wanted.has(name)));
  });
}

/** An object by its stem, its word and, for a path, its parts. */
function namesOf({ word, stem }: Token): string[] {
  return /[/._@]/.test(word) ? [word, ...word.split(/[/._@]+/)] : [stem, word];
}

/** The first such act in a phrase that describes what to do, where a verb is possible. */
export function performed(phrase: string): Act | undefined {
  const tokens = tokensOf(phrase);
  for (const [at, { opens, word }] of tokens.entries()) {
    const before = tokens[at - 1];
    const isVerb = opens || word.endsWith('ing') || (before?.opens === true && DETERMINERS.has(before.word));
    const act = isVerb && !DETERMINERS.has(word) ? actAt(tokens, at) : undefined;
    if (act !== undefined) return act;
  }
  return undefined;
}

export const performs = (phrase: string): boolean => performed(phrase) !== undefined;

/** Whether any word of a folded text is such an act, in any position. */
export function mentionsAct(text: string): boolean {
  const tokens = tokensOf(text);
  return tokens.some((_, at) => actAt(tokens, at) !== undefined);
}

/** "Deletes the database and makes it anew": a description starts with what the option does. */
export function startsWithAct(description: string): boolean {
  const tokens = tokensOf(description.split(/[.;]/)[0] ?? '').slice(0, 14);
  const verbs = [0, ...tokens.flatMap(({ word }, at) => (word === 'and' || word === 'then' ? [at + 1] : []))];
  return verbs.some(
    (at) => tokens[at] !== undefined && !DETERMINERS.has(tokens[at].word) && actAt(tokens, at) !== undefined,
  );
}
