/**
 * What keeps two clauses of opposite meaning apart: another case, another place, other people, another time. What is said of one of them
 * alone keeps them apart only where it is an exception to what was said before: "enable it. In tests, disable it."
 */
import { type Clause, clauseAt, ENDS, type Limit, type LimitKind } from './clauses.ts';
import { ADVERBS, COPULAS, DETERMINERS, HELPERS, isNounish, type Part, PREPOSITIONS } from './prompt-words.ts';

const namesOf = (limits: readonly Limit[], kind: LimitKind): string =>
  limits
    .filter((one) => one.kind === kind && one.names !== '')
    .map(({ names }) => names)
    .toSorted()
    .join('|');

/** A word of a clause that says what holds; what it is itself limits nothing: "after a delay". */
export interface Place {
  readonly clause: Clause;
  readonly from: number;
  readonly to: number;
}

/** Its own limits; where it has none, what its sentence began with. */
function limitsOf({ clause, from, to }: Place): readonly Limit[] {
  const own = clause.limits.filter(
    (one) => !(one.from < to && from < one.to && (one.kind !== 'case' || one.from >= from)),
  );
  return own.some(({ kind }) => kind !== 'manner') ? own : [...own, ...clause.fronted];
}

const FOREVER = /^(?:forever|always|permanently|indefinitely|everywhere)$/;

/** @param b Stands behind `a`. */
export function isSetApart(parts: readonly Part[], a: Place, b: Place): boolean {
  if (a.clause === b.clause) return false;
  const [mine, theirs] = withoutShared(limitsOf(a), limitsOf(b));
  if (mine.length === 0 && theirs.length === 0) return false;
  const [when, whenever] = [namesOf(mine, 'case'), namesOf(theirs, 'case')];
  if (when !== whenever && !(when === '' && isBare(parts, b) && b.clause.joint === 'and')) return true;
  const [here, there] = [namesOf(mine, 'place'), namesOf(theirs, 'place')];
  if (here !== there && there !== '') {
    if (here !== '') return true;
    const own = mine.some(({ names }) => names !== '' && !theirs.some((one) => one.names === names));
    if (own || !isShared(parts, a, b, theirs)) return true;
  }
  const [then, later] = [namesOf(mine, 'time'), namesOf(theirs, 'time')];
  if (then !== later && then !== '' && later !== '') {
    const lasts = [a, b].some(({ clause: { from, to } }) =>
      parts.slice(from, to).some(({ text }) => FOREVER.test(text)),
    );
    if (!lasts) return true;
  }
  const [how, otherwise] = [namesOf(mine, 'manner'), namesOf(theirs, 'manner')];
  return how !== otherwise && how !== '' && otherwise !== '';
}

/** Without the events that both name, be it "when the page loads" or "on page load". */
function withoutShared(mine: readonly Limit[], theirs: readonly Limit[]): [readonly Limit[], readonly Limit[]] {
  const shares = (one: Limit, others: readonly Limit[]) =>
    one.names !== '' && others.some(({ names, kind }) => names === one.names && kind !== one.kind);
  return [mine.filter((one) => !shares(one, theirs)), theirs.filter((one) => !shares(one, mine))];
}

/** "Show it and hide it in production", "a warm, icy blanket for the player": right behind the first, the place is the first's as well. */
function isShared(parts: readonly Part[], a: Place, b: Place, limits: readonly Limit[]): boolean {
  const { joint, from } = b.clause;
  const bare = isBare(parts, b);
  if (bare && joint === ',') return isNounish(parts[b.to]);
  return joint === 'and' && from === a.clause.to + 1 && (bare || !isForSome(parts, limits));
}

/** "…, and completely dark": nothing but the word itself, said of what the first is said of. */
function isBare(parts: readonly Part[], { clause, from, to }: Place): boolean {
  if (DETERMINERS.has(parts[to]?.text ?? '')) return false;
  for (let i = clause.from; i < from; i++)
    if (!ADVERBS.has(parts[i]!.text) && !COPULAS.has(parts[i]!.text) && !HELPERS.has(parts[i]!.text)) return false;
  return true;
}

const isForSome = (parts: readonly Part[], limits: readonly Limit[]): boolean =>
  limits.some(
    ({ kind, from, to }) =>
      kind === 'place' && (parts[from]!.text === 'for' || parts.slice(from, to).some((part) => part.kind === 'number')),
  );

/** The same for two words of a prompt, by the clauses they stand in. */
export function areSetApart(parts: readonly Part[], one: Span, other: Span): boolean {
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  if (isOneClause(parts, first.from, second.from)) return false;
  const [a, b] = [clauseAt(parts, first.from), clauseAt(parts, second.from)];
  if (a === undefined || b === undefined) return false;
  if (isAble(parts, a, first) && isAble(parts, b, second)) return true;
  if (isFronted(parts, a, first) && isFronted(parts, b, second)) return true;
  return isSetApart(
    parts,
    { clause: a, from: first.from, to: first.to },
    { clause: b, from: second.from, to: second.to },
  );
}

/** Quick, and sure where it says so: nothing ends a clause between the two, and nobody can do both. "Hot frozen cheese". */
function isOneClause(parts: readonly Part[], first: number, second: number): boolean {
  const { sentence } = parts[second]!;
  for (let i = second - 1; i >= 0 && parts[i]!.sentence === sentence; i--) {
    const { text } = parts[i]!;
    if (i >= first ? ENDS.has(text) : ABLE.test(text)) return false;
  }
  return parts[first]!.sentence === sentence;
}

const ABLE = /^(?:can|may|could|might)$/;
/** "Admins can keep it. Admins can also delete it." */
const isAble = (parts: readonly Part[], { from }: Clause, span: Span): boolean =>
  parts.slice(from, span.from).some(({ text }) => ABLE.test(text)) && !COPULAS.has(parts[span.from - 1]?.text ?? '');

/** "During the day …, at night …": what tells when something is so is itself no claim. */
const isFronted = (parts: readonly Part[], { from }: Clause, span: Span): boolean =>
  span.from === from && PREPOSITIONS.has(parts[from]!.text) && DETERMINERS.has(parts[span.to]?.text ?? '');

/** "The form doesn't submit. The form should submit": what is the matter, and what is wanted. "Not yet" is no denial for good. */
export function isComplaint(parts: readonly Part[], denied: number, wanted: number): boolean {
  const [not, then] = [clauseAt(parts, denied), clauseAt(parts, wanted)];
  if (not === undefined || then === undefined || not === then) return false;
  const said = (from: number, to: number) => parts.slice(from, to).map(({ text }) => text);
  if (parts[not.to]?.text === 'yet' && parts[not.to + 1]?.kind === 'mark') return true;
  const tells = said(not.from + 1, denied).some((text) => /^(?:doesn't|isn't|aren't|can't)$/.test(text));
  return tells && said(then.from, wanted).some((text) => /^(?:should|make|let)$/.test(text));
}

interface Span {
  readonly from: number;
  readonly to: number;
}
