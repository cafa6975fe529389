/** Reads a plain yes or no. The whole text must be nothing else: anything in doubt is null, and the person is asked. */
import { coverFrom, longestAt, type Reading, Tally } from './yes-no/cover.ts';
import { readEcho } from './yes-no/echo.ts';
import { type Language, languageOf, languagesWriting, ONLY_IN, TURNED_IN } from './yes-no/languages.ts';
import { asksSeveral, isNegated } from './yes-no/question-form.ts';
import { folded, scriptOf } from './yes-no/tokens.ts';

export { asksSeveral, isNegated };

/** Letters and openers of the languages in which "no" is a spoken yes; none of the eight has them. */
const POLISH_OR_CZECH = /[ąćęłńśźżěčřůďťňľ]|\b(?:czy|mam|chcesz)\b/i;

/** The commonest answers, known before any word list is made. */
const SEED: ReadonlyMap<string, Reading> = new Map([
  ['y', 'Yes'],
  ['yes', 'Yes'],
  ['はい', 'Yes'],
  ['n', 'No'],
  ['no', 'No'],
  ['いいえ', 'No'],
]);

/** Two negations that make a yes, or no saying at all. */
const TWICE_NEGATED =
  /\b(?:not|never|n't) (?:to )?(?:not|never)\b|不(?:能|得|会|是|可)不|不.{1,3}不行|别不|ない(?:と|のは)(?:だめ|ダメ|駄目|いけ)|ないわけに|\bno digo que no|\bn[aã]o digo que n[aã]o|\bpois sim\b/;

/** Whoever writes more than this says more than yes or no. */
const LONGEST = 200;

/** An answer; null where the text is understood and in doubt; undefined where it is not understood. */
type Outcome = Reading | null | undefined;

function readIn({ language, text, tokens }: Cut, question: string | null): Outcome {
  if (tokens.length === 0) return undefined;
  const tally = new Tally();
  let from = 0;
  while (from < tokens.length) {
    const match = longestAt(language, tokens, from);
    if (match === null) break;
    tally.add(match.role);
    from = match.end;
  }
  if (from === tokens.length) return tally.reading;
  if (question !== null) return readEcho({ language, text, tokens, from, tally }, question) ?? undefined;
  const roles = from === 0 ? null : coverFrom(language, tokens, 0, new Set());
  if (roles === null) return undefined;
  const again = new Tally();
  for (const role of roles) again.add(role);
  return again.reading;
}

/** The session's own language decides where it understands the text; without it, all that do must agree. */
function agreed(cuts: readonly Cut[], own: string, question: string | null): Outcome {
  let found: Outcome;
  for (const cut of cuts) {
    const reading = readIn(cut, question);
    if (reading === undefined) continue;
    if (cut.language.code === own) return reading;
    // What English or Chinese finds doubtful stays so: the others know their common words, and Japanese their characters.
    if (reading === null && (cut.language.code === 'en' || cut.language.code === 'zh')) return null;
    if (reading === null) found ??= null;
    else if (found === undefined || found === null) found = reading;
    else if (found !== reading) return null;
  }
  return found;
}

interface Cut {
  readonly language: Language;
  readonly text: string;
  readonly tokens: readonly string[];
}

function cutsOf(text: string, own: string): Cut[] | null {
  const cuts: Cut[] = [];
  let words: string[] | null = null;
  const script = scriptOf(text);
  for (const code of languagesWriting(script)) {
    const language = languageOf(code);
    words = script === 'words' && words !== null ? words : language.cut(text);
    if (words === null) return null;
    const cut = { language, text, tokens: language.refine(words) };
    if (code === own) cuts.unshift(cut);
    else cuts.push(cut);
  }
  return cuts;
}

/**
 * The yes or no a text is, or null. Only the whole text counts: "notes.md" is not "no", and "no, oh yes I have" is neither.
 * @param language The session's language (BCP 47), where known: it decides about words that turn around elsewhere.
 * @param question Where given, the answer may repeat its words: "yes, add the tests".
 * @example
 * readYesNo('yeah sure', null); // 'Yes'
 * readYesNo('absolutely not', null); // null
 * readYesNo('yes, add the tests', null, 'Should I add tests?'); // 'Yes'
 */
export function readYesNo(text: string, language: string | null, question: string | null = null): 'Yes' | 'No' | null {
  if (text.length > LONGEST) return null;
  const plain = folded(text);
  // "yes?" asks, and "yes..." hesitates.
  if (plain === '' || /[?¿]|\.\.|。。|、、/.test(plain)) return null;
  const own = language === null ? '' : language.toLowerCase().split('-')[0]!;
  if (own !== '') {
    const bare = plain.replace(/[.!]+$/, '');
    if (TURNED_IN.get(own)?.has(bare)) return null;
    const only = ONLY_IN.get(own)?.get(bare);
    if (only !== undefined) return only;
  }
  if (TWICE_NEGATED.test(plain)) return null;
  if (question !== null && POLISH_OR_CZECH.test(question) && /^no[.! ]*$/.test(plain)) return null;
  const seed = SEED.get(plain);
  if (seed !== undefined) return seed;
  const cuts = cutsOf(plain, own);
  if (cuts === null) return null;
  const bareReading = agreed(cuts, own, null);
  if (bareReading !== undefined || question === null) return bareReading ?? null;
  return agreed(cuts, own, question) ?? null;
}
