/** What a clause names: the words that are left of it without what only holds it together, and by whom something is done. */
import { type Clause, clauseAt, SPEAKERS } from './clauses.ts';
import {
  ADVERBS,
  CONJUNCTIONS,
  COPULAS,
  DETERMINERS,
  HELPERS,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  rootOf,
  words,
} from './prompt-words.ts';
import { remembered } from './remembered.ts';
import { actOf } from './same-verb.ts';

/** They add nothing to what is said of a thing. */
const LIGHT = words(
  `make makes making set sets keep keeps leave leaves render renders treat let ensure sure turn turns turned turning switch switched put want wants need
  needs like love get gets have has had please pls kindly thanks thank hi hello hey there dear team folks us we you i me just also too well really
  actually app application system program software tool wanting would 'd i'd we'd could additionally furthermore moreover simultaneously
  forever permanently always never everywhere tonight today now automatically immediately completely fully entirely asap only same moment stay stays
  remain remains look looks appear everybody everyone certain that which who it them they this these those its their do does be first-of-all one-day
  away going go lot cheers kind in addition treated treats happen happens occur occurs kept working place able`,
);
const TOLD_APART = words(
  'some most other another rest remaining half first second third last next few several many no one two three four five',
);
export const IGNORED: ReadonlySet<string> = new Set(
  [...LIGHT, ...ADVERBS, ...CONJUNCTIONS, ...COPULAS, ...HELPERS, ...PREPOSITIONS, ...PRONOUNS].filter(
    (word) => !TOLD_APART.has(word),
  ),
);

/** Clicking inside is not clicking outside. */
export const PLACES = words('inside outside above below behind');

/** By what a word is compared: "shown" and "display" name one act, "deletion" and "removing" another. */
export const nameOf = remembered((text): string => actOf(rootOf(text.includes("'") ? text.replace(/'s?$/, '') : text)));

/** "Right away", "takes place": two words that name nothing together. */
export const isFiller = (parts: readonly Part[], at: number): boolean =>
  FILLERS.get(parts[at]!.text)?.has(parts[at + 1]?.text ?? '') ?? false;
const FILLERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['right', words('away now')],
  ['take', words('place')],
  ['takes', words('place')],
  ['by', words('hand')],
]);

/** The names between two places of a clause, its limits left out. */
export function namesIn(parts: readonly Part[], clause: Clause, from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at < to; at++) {
    const part = parts[at]!;
    if (part.kind === 'mark' || clause.limits.some((limit) => limit.from <= at && at < limit.to)) continue;
    if (part.kind === 'word') {
      // "Marketing wants the box checked": who wishes is not what it is about.
      if (
        at === clause.from &&
        SPEAKERS.has(part.text) &&
        /^(?:wants?|says?|asks?|needs?)$/.test(parts[at + 1]?.text ?? '')
      )
        continue;
      if (isFiller(parts, at)) continue;
      if (IGNORED.has(part.text) || isNot(part.text)) continue;
      if (part.text.endsWith('ly') && /[^fp]ly$/.test(part.text) && !isNounish(part)) continue;
      if (DETERMINERS.has(part.text) && !TOLD_APART.has(part.text)) continue;
    }
    names.push(nameOf(part.text));
  }
  return names;
}

const isNot = (text: string): boolean => text === 'not' || text === 'no' || text === 'cannot' || text.endsWith("n't");

export const keyOf = (names: readonly string[]): string => names.toSorted().join(' ');

/** "Pressing F2 should keep it, pressing Escape should delete it": each is done by another, or by one of several. */
export function areDoneByOthers(parts: readonly Part[], one: Span, other: Span): boolean {
  if (![one, other].every(({ to }) => DETERMINERS.has(parts[to]?.text ?? '') || isNounish(parts[to]))) return false;
  const [mine, theirs] = [one, other].map(({ from }) => {
    const clause = clauseAt(parts, from);
    return clause === undefined ? '' : keyOf(namesIn(parts, clause, clause.from, from));
  });
  return mine === nameOf('one') || (mine !== theirs && mine !== '' && theirs !== '');
}
interface Span {
  readonly from: number;
  readonly to: number;
}
