/**
 * Two clauses that say the same but for one word, and that word is the opposite: "Prices include VAT. … Prices exclude VAT." However far
 * apart they stand, the same words show that the same is meant, so that even "on" and "off" count here, which are elsewhere too common.
 */
import { isUserAct } from './apart.ts';
import type { Found } from './contradictions.ts';
import { basesOf, type Entry, OPPOSITES } from './opposites.ts';
import {
  ADVERBS,
  COPULAS,
  DETERMINERS,
  HELPERS,
  INDEFINITE,
  type Part,
  PREPOSITIONS,
  rootOf,
  SUBORDINATORS,
  stemOf,
  words,
} from './prompt-words.ts';
import { areSetApart } from './set-apart.ts';

const ENDS_CLAUSE = words(', ; : . ! ? ( ) — – and but yet \n');
/** A clause that begins with one of them, or ends in it, holds for some or at some time alone. */
const LIMITS = words(
  `for in on at by during under when whenever if unless except until before after while once where whereas as with without then
  otherwise else finally later afterwards instead or as`,
);
/** Time passes in between: what was so before may be otherwise now. */
const PASSES = words('again after then later afterwards finally next instead previously eventually meanwhile vs');
/** Somebody does something in between, which may be why. */
const DOES = words(
  'click clicks press presses tap taps type types wait waits scroll reload reloads refresh hover submit toggle switch flip pull step open close',
);
/** In one sentence they part two clauses; further on they part others. */
const PARTS = words('or if when : once then unless whereas while');
const TROUBLE = words(
  `bug fix fixes broken wrong wrongly incorrectly unexpectedly regression investigate why currently fails failing crash crashes was were
  test tests verify assert check scenario example e.g either whether says between compare actual expected today`,
);
const COMPARES = words('compare benchmark measure versus difference respectively toggle toggles');
const OUGHT = words('must should shall needs need ought make makes set keep leave let want wants');
const INSISTS = words('always never every all only both any everyone nobody');
/** They add nothing to what is said: "is to be", "has to", "make it". */
const SAYS_NOTHING = words(
  'make makes set keep keeps leave treat let has have to it please always also too both be there as us we i want wants needs need put go goes',
);
const KEPT_PREPOSITIONS = words('without before after until except');
const PLACES = /^(?:left|right|top|bottom|first|last)$/;

interface Clause {
  readonly from: number;
  readonly to: number;
  /** What it says, in its order: stems, with the part each was read from. */
  readonly words: readonly { readonly text: string; readonly at: number }[];
  readonly ought: boolean;
}

const MOST_CLAUSES = 40;
const MOST_WORDS = 16;
/** One word, of two parts at most, and the place behind it. */
const MOST_LEFT = 4;

const denies = (text: string): boolean => /^(?:not|never|cannot|no)$|n't$/.test(text);

/** "Always on", "is on for all": not the "on" that leads to a place. */
const isPoleOf = (parts: readonly Part[], at: number): boolean =>
  /^(?:on|off)$/.test(parts[at]!.text) &&
  (/^(?:for|by|in|at|and|but|too)$/.test(parts[at + 1]?.text ?? 'and') || parts[at + 1]!.kind === 'mark') &&
  !/^(?:turn|switch|and|or)$/.test(parts[at - 1]?.text ?? '');

function wordAt(parts: readonly Part[], at: number): string | null {
  const { text, kind } = parts[at]!;
  if (kind === 'mark') return null;
  if (kind !== 'word') return text;
  if (denies(text) || text === 'non') return 'not';
  if (isPoleOf(parts, at) || KEPT_PREPOSITIONS.has(text)) return text;
  // "With" tells something only against "without".
  if (text === 'with') return text;
  if (SAYS_NOTHING.has(text) || PREPOSITIONS.has(text) || COPULAS.has(text) || HELPERS.has(text)) return null;
  if (DETERMINERS.has(text) || ADVERBS.has(text)) return null;
  return stemOf(text);
}

function clausesOf(parts: readonly Part[]): Clause[] {
  const found: Clause[] = [];
  for (let from = 0; from < parts.length && found.length < MOST_CLAUSES; ) {
    let to = from;
    while (to < parts.length && !ENDS_CLAUSE.has(parts[to]!.text)) to += 1;
    if (to > from) {
      const words: { text: string; at: number }[] = [];
      let ought = false;
      for (let at = from; at < to && words.length <= MOST_WORDS; at++) {
        if (OUGHT.has(parts[at]!.text)) ought = true;
        const text = wordAt(parts, at);
        if (text !== null) words.push({ text, at });
      }
      // "When offline" tells when, and wants nothing.
      const states = !SUBORDINATORS.has(parts[from]!.text) && !LIMITS.has(parts[from]!.text);
      if (states && words.length > 1 && words.length <= MOST_WORDS) found.push({ from, to, words, ought });
    }
    from = to + 1;
  }
  return found;
}

/** The words of one clause that the other has not; null where they are too many to be one word. */
function leftOver(one: Clause, other: Clause): Clause['words'] | null {
  const left = one.words.filter(({ text }) => !other.words.some((word) => word.text === text));
  return left.length > MOST_LEFT ? null : left;
}

const phrase = (parts: readonly Part[], words: Clause['words']): string =>
  parts
    .slice(words[0]!.at, words.at(-1)!.at + 1)
    .map(({ text }) => text)
    .join(' ');

const opposedBy = (one: readonly Entry[] | undefined, other: readonly Entry[] | undefined): Entry | undefined =>
  one?.find(({ axis, pole }) => other?.some((entry) => entry.axis === axis && entry.pole !== pole));

const isOppositeByForm = (one: string, other: string): boolean =>
  basesOf(one).some((base) => rootOf(base) === rootOf(other));

/** Whether a verb opens the clause that may be done in turn with its opposite: "Start the server. … Stop the server." */
const isInTurn = (parts: readonly Part[], { from, to, words }: Clause, at: number): boolean =>
  at === words[0]!.at &&
  at === from &&
  !COPULAS.has(parts[at + 1]?.text ?? '') &&
  !parts.slice(at, to).some(({ text }) => /^(?:on|at|during|by|for|always|every|all|each|any)$/.test(text));

/** What limits a clause from outside: what its sentence begins with, or goes on with. */
function limitOf(parts: readonly Part[], { from, to }: Clause): string {
  let start = from;
  while (start > 0 && start > from - 30 && parts[start - 1]!.sentence === parts[from]!.sentence) start -= 1;
  const lead = start < from && (LIMITS.has(parts[start]!.text) || SUBORDINATORS.has(parts[start]!.text));
  const behind = parts[to + 1];
  const follows =
    behind !== undefined &&
    behind.sentence === parts[from]!.sentence &&
    (LIMITS.has(behind.text) || SUBORDINATORS.has(behind.text));
  const label = parts[from - 1]?.text === ':' || parts[to]?.text === ':' ? parts[from - 2]?.text : '';
  return `${lead ? parts[start]!.text : ''}|${follows ? behind.text : ''}|${label}`;
}

function opposition(parts: readonly Part[], a: Clause, b: Clause): [Entry | string, number, number] | null {
  const [mine, theirs] = [leftOver(a, b), leftOver(b, a)];
  if (mine === null || theirs === null || mine.length + theirs.length === 0) return null;
  // One of them is denied.
  if (mine.length + theirs.length === 1) {
    const [word] = [...mine, ...theirs];
    if (word!.text !== 'not' || a.words.length < 2 || b.words.length < 2) return null;
    return ['denial', a.words.at(-1)!.at, b.words.at(-1)!.at];
  }
  const behind = b.from === a.to + 1 && parts[a.to]!.text === 'and' ? withoutPlace(parts, theirs) : theirs;
  if (mine.length === 1 && behind.length === 1 && behind !== theirs) {
    const same = opposedBy(OPPOSITES.get(phrase(parts, mine)), OPPOSITES.get(phrase(parts, behind)));
    if (same !== undefined) return [same, mine[0]!.at, behind[0]!.at];
  }
  if (mine.length === 0 || theirs.length === 0 || a.words.length <= mine.length || b.words.length <= theirs.length)
    return null;
  const [one, other] = [phrase(parts, mine), phrase(parts, theirs)];
  const entry = mine.length > 2 || theirs.length > 2 ? undefined : opposedBy(OPPOSITES.get(one), OPPOSITES.get(other));
  if (entry !== undefined) return [entry, mine[0]!.at, theirs[0]!.at];
  if (mine.length > 1 || theirs.length > 1) return null;
  return isOppositeByForm(one, other) || isOppositeByForm(other, one) ? [one, mine[0]!.at, theirs[0]!.at] : null;
}

/** "Turn it on and turn it off in production": joined by "and" alone, the place that the second names is the first's as well. */
function withoutPlace(parts: readonly Part[], words: Clause['words']): Clause['words'] {
  const [first] = words;
  const [next, then] = [parts[(first?.at ?? 0) + 1]?.text ?? '', parts[(first?.at ?? 0) + 2]?.text ?? ''];
  const shared = /^(?:in|on|at)$/.test(next) || (next === 'for' && /^(?:all|every|each|any|every\w+)$/.test(then));
  const same = shared && words.slice(1).every(({ at }) => at > first!.at && parts[at]!.kind === 'word');
  return same ? words.slice(0, 1) : words;
}

export function twinClauses(parts: readonly Part[], prose: string): Found[] {
  // One clause has no twin.
  if (!parts.some(({ text }) => ENDS_CLAUSE.has(text))) return [];
  // Whoever compares wants both.
  if (parts.some(({ text }) => COMPARES.has(text))) return [];
  const clauses = clausesOf(parts);
  const found: Found[] = [];
  for (const [i, a] of clauses.entries()) {
    for (const b of clauses.slice(i + 1)) {
      if (Math.abs(a.words.length - b.words.length) > 2) continue;
      const opposed = opposition(parts, a, b);
      if (opposed === null || isApart(parts, a, b, opposed)) continue;
      const [entry, one, other] = opposed;
      const shown = (clause: Clause, at: number): string =>
        entry === 'denial' || /^(?:on|off)$/.test(parts[at]!.text)
          ? prose.slice(parts[clause.from]!.start, parts[clause.to - 1]!.end)
          : prose.slice(parts[at]!.start, parts[at]!.end);
      const axis = typeof entry === 'string' ? entry : entry.axis;
      const cosmetic = typeof entry !== 'string' && entry.cosmetic;
      found.push({ axis, sides: [shown(a, one), shown(b, other)], cosmetic, confidence: 0.8 });
    }
  }
  return found;
}

function isApart(
  parts: readonly Part[],
  a: Clause,
  b: Clause,
  [entry, one, other]: readonly [Entry | string, number, number],
): boolean {
  const insists = (clause: Clause) => parts.slice(clause.from, clause.to).some(({ text }) => INSISTS.has(text));
  // "It is slow. It should be fast": how it is, and how it ought to be.
  if (a.ought !== b.ought && !(insists(a) && insists(b))) return true;
  if (
    limitOf(parts, a) !== limitOf(parts, b) ||
    areSetApart(parts, { from: one, to: one + 1 }, { from: other, to: other + 1 })
  )
    return true;
  if (isPassed(parts, a, b)) return true;
  for (let i = a.from; i < b.to; i++) {
    const { text, sentence } = parts[i]!;
    if (TROUBLE.has(text) && (sentence === parts[a.from]!.sentence || sentence === parts[b.from]!.sentence))
      return true;
  }
  // A second "a button" is another button.
  const indefinite = (clause: Clause) =>
    parts
      .slice(clause.from, clause.to)
      .some(({ text }) => INDEFINITE.has(text) || /^(?:others?|some|can|may)$/.test(text));
  if (indefinite(b)) return true;
  const names = (clause: Clause) =>
    parts.slice(clause.from, clause.to).some(({ text }) => DETERMINERS.has(text) || COPULAS.has(text));
  if (PLACES.test(parts[one]!.text) && !(names(a) && names(b))) return true;
  if (typeof entry === 'string') return false;
  // "Open the file, read it, close the file".
  return entry.role !== 'verb' && isInTurn(parts, a, one) && isInTurn(parts, b, other);
}

function isPassed(parts: readonly Part[], a: Clause, b: Clause): boolean {
  const same = parts[a.from]!.sentence === parts[b.from]!.sentence;
  for (let i = a.to; i < b.from; i++) {
    const { text } = parts[i]!;
    if (isUserAct(parts[i - 1], parts[i]!)) return true;
    if (PASSES.has(text) || (same && PARTS.has(text))) return true;
    if (text === ':' && parts[i + 1]?.text === '\n') return true;
    const first = ENDS_CLAUSE.has(parts[i - 1]!.text) || /^(?:users?|you|players?|i|we)$/.test(parts[i - 1]!.text);
    if (first && DOES.has(text)) return true;
  }
  return false;
}
