/**
 * Reads a person's yes or no in reply to a question that is shown. Phrases of `data/yes-no.tsv` or the question's own words must cover the
 * whole text, otherwise it is neither. English and Japanese are supported; in other languages only the exact word counts.
 */
import { fold } from './fold.ts';
import { lazy, rowsOf } from './lists.ts';
import { isCjk, stemOf } from './words.ts';

export type Reading = 'Yes' | 'No';
type Role = 'yes' | 'no' | 'lead' | 'skip';

/** A longer reply says more than yes or no. */
const MAX_REPLY = 200;
const MAX_PHRASE = 5;
/** How much of a question may be repeated. */
const MAX_QUESTION = 2_000;

const phrases = lazy(() => {
  const tables = { en: new Map<string, Role>(), ja: new Map<string, Role>(), other: new Map<string, Role>() };
  for (const [role = '', language = '', list = ''] of rowsOf('yes-no')) {
    for (const phrase of list.split(' ')) tables[language as 'en'].set(phrase.replaceAll('_', ' '), role as Role);
  }
  return tables;
});

/** Seed 000: what a person may have said before the question, with punctuation and a "please". */
const SEED: ReadonlyMap<string, Reading> = new Map([
  ['yes', 'Yes'],
  ['y', 'Yes'],
  ['はい', 'Yes'],
  ['no', 'No'],
  ['n', 'No'],
  ['いいえ', 'No'],
]);

/** In these languages "no" is a spoken yes, or "ne" and "na" are reversed. */
const NO_IS_YES = new Set(['pl', 'cs', 'sk']);

/**
 * The yes or no of seed 000's own words, or null.
 * @example
 * seedYesNo('Yes, please!'); // 'Yes'
 * seedYesNo('yeah sure'); // null
 */
export function seedYesNo(text: string): Reading | null {
  const bare = fold(text)
    .replace(/[\s,.!、。]+$/u, '')
    .replace(/[\s,、]*(?:please|pls|お願いします)$/u, '')
    .replace(/[\s,.!、。]+$/u, '');
  return SEED.get(bare) ?? null;
}

/**
 * The yes or no that a reply means, or null.
 * @param language The session's language (BCP 47), if known.
 * @param question If given, the reply may repeat its words: "yes, add the tests".
 * @example
 * readYesNo('uh, no', null); // 'No'
 * readYesNo('yes, but only the tests', null); // null
 */
export function readYesNo(text: string, language: string | null, question: string | null = null): Reading | null {
  if (text.length > MAX_REPLY) return null;
  const reply = withoutHesitation(fold(text));
  // "yes?" asks, and "yes..." hesitates; "hmm... yes" has done so.
  if (reply === '' || /[?？¿]|\.\.|。。|…|、、/u.test(reply)) return null;
  const own = (language ?? '').toLowerCase().split('-')[0]!;
  const bare = reply.replace(/[\s.!。！]+$/u, '');
  if (NO_IS_YES.has(own) && /^no\b/.test(bare)) return null;
  // Single letters have other meanings elsewhere: "n" is a yes in Swahili.
  const isOwn = own === '' || own === 'en' || own === 'ja';
  const seed = isOwn || bare.length > 1 ? SEED.get(bare) : undefined;
  if (seed !== undefined) return seed;
  if (bare.length === 1 && !isOwn) return null;
  const exact = phrases().other.get(bare);
  if (exact === 'yes' || exact === 'no') return exact === 'yes' ? 'Yes' : 'No';
  return decided(isCjk(reply) ? japaneseRoles(bare) : englishRoles(bare, question));
}

function withoutHesitation(reply: string): string {
  const [lead, word] = /^([\p{L}ー]+)(?:\s*[.,…。、!?！？]+|\s[–—-](?=\s))[\s.,…。、!?！？]*/u.exec(reply) ?? ['', ''];
  const says = phrases()[isCjk(word!) ? 'ja' : 'en'].get(word!);
  return says === 'skip' ? withoutHesitation(reply.slice(lead.length)) : reply;
}

/** Whether a label is the word for yes or no, in any language, and nothing else. */
export function isYesNoWord(label: string): boolean {
  const bare = fold(label).replace(/[\s.!。！]+$/u, '');
  return SEED.has(bare) || phrases().other.has(bare);
}

/** Null if the text is not covered. */
function decided(roles: readonly Role[] | null): Reading | null {
  if (roles === null) return null;
  const yes = roles.includes('yes');
  const no = roles.includes('no');
  if (yes !== no) return yes ? 'Yes' : 'No';
  return !yes && roles.length === 1 && roles[0] === 'lead' ? 'Yes' : null;
}

/** Words that make a reply a condition, a doubt or a wish for something else. */
const OPEN =
  /\b(?:but|if|unless|except|only|maybe|perhaps|probably|possibly|guess|suppose|depends|later|instead|first|after|before|until|yet|when|once|or|not)\b/u;

function englishRoles(reply: string, question: string | null): readonly Role[] | null {
  const words =
    reply.replace(/(?<=\p{L})\/(?=\p{L})/gu, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}']*|[^\s\p{L}\p{N}]+/gu) ?? [];
  const tokens = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.some((word) => !/^[\p{L}\p{N}][\p{L}\p{N}']*$|^[,.!;:'"()*-]+$/u.test(word) && !/\p{Emoji}/u.test(word)))
    return null;
  const known = phrases().en;
  const roles: Role[] = [];
  let at = 0;
  while (at < tokens.length) {
    let length = Math.min(MAX_PHRASE, tokens.length - at);
    while (length > 0 && !known.has(tokens.slice(at, at + length).join(' '))) length -= 1;
    if (length === 0) break;
    const role = known.get(tokens.slice(at, at + length).join(' '))!;
    // "Do not proceed": the words before it negate what would be a yes.
    const negated = role === 'yes' && NEGATES.test(tokens.slice(0, at).join(' '));
    roles.push(negated || (role === 'lead' && at > 0) ? 'skip' : role);
    at += length;
  }
  if (at === tokens.length) return roles;
  // The rest may repeat the question: "yes, add the tests", "no, don't add them".
  const rest = tokens.slice(at);
  if (question === null || OPEN.test(rest.join(' ')) || !echoes(rest, question)) return null;
  if (roles.some((role) => role === 'yes' || role === 'no')) return roles;
  // "Add the tests": an order to do exactly what was proposed.
  return isOrder(rest[0]!, question) ? [...roles, 'yes'] : null;
}

const NEGATES = /\b(?:do not|don't|never|not)$/u;
const ECHO_WORDS = new Set(
  'the a an it them that this those these to in of for my your our and please now i you we me want do just be is use with on'.split(
    ' ',
  ),
);

/** Whether a word is the verb of what the question asks permission for. */
function isOrder(word: string, question: string): boolean {
  const act =
    /\b(?:should|shall|may|can|could) (?:i|we) (?:\p{L}+ly )?([\p{L}]+)|\b(?:me|us) to ([\p{L}]+)|^([\p{L}]+) /u.exec(
      fold(question),
    );
  return act !== null && stemOf(act[1] ?? act[2] ?? act[3] ?? '') === stemOf(word);
}

/** Whether the words are the question's own, with nothing new among them. */
function echoes(rest: readonly string[], question: string): boolean {
  const asked = new Set(
    (fold(question.slice(0, MAX_QUESTION)).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []).map(stemOf),
  );
  const said = rest.filter((word) => !ECHO_WORDS.has(word));
  return said.length > 0 && said.every((word) => asked.has(stemOf(word)));
}

function japaneseRoles(reply: string): readonly Role[] | null {
  const text = reply.replace(/[\s、。！!,.～〜ー]+/gu, (mark) =>
    mark.includes('ー') ? mark.replace(/[^ー]/gu, '') : '',
  );
  const known = phrases().ja;
  const roles: Role[] = [];
  for (let at = 0; at < text.length; ) {
    let length = Math.min(14, text.length - at);
    while (length > 0 && !known.has(text.slice(at, at + length))) length -= 1;
    if (length === 0) return null;
    roles.push(known.get(text.slice(at, at + length))!);
    at += length;
  }
  return roles;
}
