import { CHINESE, KOREAN } from './destructive/chinese-korean.ts';
import { COMMANDS, hasDangerousSign } from './destructive/commands.ts';
import { ENGLISH_DESTROY } from './destructive/english-destroy.ts';
import { ENGLISH_PAY, ENGLISH_REVEAL } from './destructive/english-pay-reveal.ts';
import { ENGLISH_PUBLISH } from './destructive/english-publish.ts';
import { fold, undisguised } from './destructive/fold.ts';
import { GERMANIC } from './destructive/germanic.ts';
import { JAPANESE } from './destructive/japanese.ts';
import { KIND, type WordList } from './destructive/kinds.ts';
import { lexiconOf } from './destructive/lexicon.ts';
import { LATIN_CORE, OTHER_SCRIPTS } from './destructive/more-languages.ts';
import { onlyAsks } from './destructive/noun-use.ts';
import { ROMANCE } from './destructive/romance.ts';
import { dangerOf, kindsIn, wordsOf } from './destructive/scan.ts';
import { SLAVIC } from './destructive/slavic.ts';
import { isHarmlessAct } from './harmless-acts.ts';

/**
 * Whether a question would destroy, publish, pay or reveal (design, rule 6). Broad on purpose: a false alarm costs one
 * question, a miss may cost the data. The words are data; the matcher reads a text once, so that hostile text is cheap.
 */
const LISTS = {
  english: [ENGLISH_DESTROY, ENGLISH_PUBLISH, ENGLISH_PAY, ENGLISH_REVEAL, COMMANDS],
  foreign: [ROMANCE, GERMANIC, SLAVIC, LATIN_CORE],
  substrings: [JAPANESE, CHINESE, KOREAN, OTHER_SCRIPTS],
};

const LEXICON = lexiconOf(LISTS);

/** How surely a text speaks of harm: "mild" is a sign that only an act makes harmful. */
function dangerIn(text: string): 'certain' | 'mild' | 'none' {
  // A text that is shown in another order than it is written hides what it says.
  if (TURNED.test(text)) return 'certain';
  const folded = fold(text);
  const danger = dangerOfFolded(text, folded);
  if (danger !== 'none') return danger;
  const plain = undisguised(folded);
  return plain === folded ? 'none' : dangerOfFolded(text, plain);
}

const TURNED = /[\u202d\u202e]/;

function dangerOfFolded(text: string, folded: string): 'certain' | 'mild' | 'none' {
  if (hasDangerousSign(folded)) return 'certain';
  const words = wordsOf(folded);
  const danger = dangerOf(LEXICON, folded, words);
  if (danger !== 'mild') return danger;
  return onlyAsks(folded, words.list) || isHarmlessAct(text) ? 'none' : 'mild';
}

/**
 * Whether a text (a question, its context) speaks of destroying, publishing, paying or revealing.
 * @param labels What stands beside it as a name: of these only what is plain counts, for "Chef" or "canary" alone harms nobody.
 * @example
 * isDestructive('Should I overwrite config.json?'); // true
 * isDestructive('Which format should I use?'); // false
 * isDestructive('What about the logs?', ['Keep them', 'Delete them']); // true
 */
export function isDestructive(text: string, labels: readonly string[] = []): boolean {
  const danger = dangerIn(labels.length === 0 ? text : `${text}\n${labels.join('\n')}`);
  if (danger !== 'mild' || labels.length === 0) return danger !== 'none';
  return dangerIn(text) !== 'none';
}

/** Names of secrets that are none where somebody speaks of them, and are where somebody asks for one. */
const ASKED_FOR: WordList = {
  secret: `
    my|your|their|our|his|her|whose|which|what pin|pins, my|your|their|our|his|her|whose|which|what token|tokens, the pin,
    database url, redis url, jwt, access|security|verification|confirmation|unlock|door code|codes, passkey, token for,
    login for, github|gitlab|npm|slack|discord|telegram|bot|deploy token, git hub|lab token`,
  harmless: 'which|what token limit|limits|count|counts|budget|type|types|length|size, design tokens, design token',
};

/** Only what names secrets; made when somebody first asks, which most processes never do. */
let secrets: ReturnType<typeof lexiconOf> | undefined;

function secretsLexicon(): ReturnType<typeof lexiconOf> {
  const named = (lists: readonly WordList[]) =>
    lists.flatMap(({ secret }) => (secret === undefined ? [] : [{ secret }]));
  // What is harmless beside a secret ("password policy"); what is harmless beside other harm would hide one ("your GitHub").
  const harmless = { harmless: ENGLISH_REVEAL.harmless ?? '' };
  const english = [...named(LISTS.english), harmless, ASKED_FOR];
  return lexiconOf({ english, foreign: named(LISTS.foreign), substrings: named(LISTS.substrings) });
}

/**
 * Whether a text names a secret: a password, a key, a card number. Whoever is asked about one should not be given a field that
 * others than AskOnce can read.
 * @example
 * namesSecret('What is the API key of the mail service?'); // true
 * namesSecret('Which key should I sort by?'); // false
 */
export function namesSecret(text: string): boolean {
  secrets ??= secretsLexicon();
  const folded = fold(text);
  return (kindsIn(secrets, folded, wordsOf(folded)) & KIND.secret) !== 0;
}
