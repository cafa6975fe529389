/** What a prompt's clauses say with a word that has an opposite: of what they say it, and whether it is so, ought to be, may be, or was. */
import { IGNORED, keyOf, nameOf, namesIn, PLACES } from './clause-names.ts';
import { isAct, type Pole } from './clause-poles.ts';
import { type Clause, clausesOf } from './clauses.ts';
import type { Entry } from './opposites.ts';
import {
  COPULAS,
  DETERMINERS,
  HELPERS,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  SUBORDINATORS,
  stemOf,
  VERBS,
  words,
} from './prompt-words.ts';

/** `told`: "the door locks at night", which may be how it is or how it shall be. */
type Mood = 'order' | 'is' | 'told' | 'may' | 'was';

export interface Statement {
  readonly clause: Clause;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
  /** What is named before and behind the word. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  /** All that the clause names, what limits it included: whether "on logout" or "when they log out". */
  readonly whole: string;
  readonly act: boolean;
  readonly mood: Mood;
}

const OUGHT = words(
  'must should shall needs need ought make makes set keep let want wants leave ensure would please turn wanting',
);
const MAY = words('can could may might able lets allows let optionally sometimes');
const WAS = words('was were used had currently already previously yesterday');
const MOST_STATEMENTS = 40;
/** Two nouns would tell no more than that a thing is spoken of twice; clauses of more are compared no further. */
const MOST_NAMES = 12;

/** "Let users expand it" says what they may do; "let it expand" is an order. */
const PEOPLE = words(
  'user users people players player admins admin guests guest customers customer visitors visitor members member me you us everyone anyone them',
);
const isLetting = (parts: readonly Part[], at: number): boolean =>
  PEOPLE.has(parts[DETERMINERS.has(parts[at + 1]?.text ?? '') ? at + 2 : at + 1]?.text ?? '');

function moodOf(parts: readonly Part[], { from, to }: Clause, at: number, act: boolean): Mood {
  let mood: Mood = 'is';
  let finite = false;
  for (let i = from; i < to; i++) {
    const { text } = parts[i]!;
    if (
      i < at &&
      (MAY.has(text) || (text === 'allow' && act)) &&
      !(text === 'let' && !(act && isLetting(parts, i))) &&
      !(/^(?:can|could)$/.test(text) && parts[i + 1]?.text === 'you')
    )
      return 'may';
    if (WAS.has(text) && !(text === 'used' && i > at)) return 'was';
    if (text === 'now' && parts[i - 1]?.text !== 'than' && i > at) return 'was';
    if (text === 'moment' && parts[i - 1]?.text === 'the') return 'was';
    if (OUGHT.has(text) || (/^ha(?:s|ve)$/.test(text) && parts[i + 1]?.text === 'to')) mood = 'order';
    if (i < at && text !== 'to' && (COPULAS.has(text) || HELPERS.has(text) || TELLS_NOT.test(text))) finite = true;
  }
  if (mood !== 'is' || finite) return mood;
  return isTold(parts, from, at, act) || /^(?:all|every|each|our)$/.test(parts[from]!.text) ? 'told' : 'order';
}

const TELLS_NOT = /^(?:doesn't|isn't|aren't|won't|can't|cannot)$/;
/** "The crawler ignores it": somebody is said to do so. */
const isTold = (parts: readonly Part[], from: number, at: number, act: boolean): boolean => {
  const before = parts[at - 1];
  if (!act || at === from || before === undefined) return false;
  const many = stemOf(before.text) !== before.text;
  return /[^s]s$/.test(parts[at]!.text)
    ? isNounish(before) || /^(?:it|that)$/.test(before.text)
    : many && isNounish(before) && at - from < 3 && !parts[at]!.text.endsWith('ing');
};

type As = 'act' | 'quality' | 'made';
const MAKES = words('draft write make create build design generate compose use produce assign');

/** As what a word stands here: what is done, what a thing is, or neither: "the open issues" names some. */
function standsAs(parts: readonly Part[], clause: Clause, pole: Pole): As | null {
  const { at, to, entries, done } = pole;
  const [before, next] = [at > clause.from ? parts[at - 1]! : undefined, to < clause.to ? parts[to] : undefined];
  const acts = !done && entries.some((entry) => isAct(entry) || entry.role === 'twin');
  const leads = next !== undefined && (DETERMINERS.has(next.text) || /^(?:it|them)$/.test(next.text));
  const follows =
    next !== undefined && (isNounish(next) || (!acts && VERBS.has(next.text) && /[^s]s$/.test(next.text)));
  const named =
    before !== undefined && DETERMINERS.has(before.text) && !PRONOUNS.has(before.text) && before.text !== 'both';
  if (
    before !== undefined &&
    PREPOSITIONS.has(before.text) &&
    before.text !== 'to' &&
    before.text !== 'as' &&
    !isOnlyWith(parts, clause, pole) &&
    !isValue(clause, pole)
  )
    return null;
  // "Nothing is saved until the user saves it".
  if (parts[at]!.text === 'until' || isValue(clause, pole)) return 'quality';
  // "While the tab is active": a case.
  if (/whil(?:e|st)|whereas/.test(clause.joint) && !/(?:ing|also|still)$/.test(parts[clause.from]!.text)) return null;
  if (leads && (acts || VERBS.has(parts[at]!.text)) && !named && !done && !COPULAS.has(before?.text ?? ''))
    return 'act';
  // "Collapsed it shows icons": in front of a clause it says when.
  if (leads && before === undefined) return null;
  if (acts && isTold(parts, clause.from, at, true) && (leads || follows)) return 'act';
  const qualities = done || entries.some(({ role }) => role === 'adjective' || role === 'unsure' || role === 'twin');
  if (follows && !(acts && !named && (before === undefined || !isNounish(before) || IGNORED.has(before.text)))) {
    const only = parts.slice(to, clause.to).some(({ text }) => text === 'only');
    // "Draft a formal letter": what is to be made is to be so.
    const maker = /^an?$/.test(before?.text ?? '') ? parts[at - 2] : before;
    if (qualities && MAKES.has(maker?.text ?? '')) return 'made';
    return qualities && only ? 'quality' : null;
  }
  if (acts && !named && (follows || !qualities)) return 'act';
  return qualities && !(named && !follows && before!.text !== 'all') ? 'quality' : null;
}

export function statementsIn(parts: readonly Part[], poles: readonly Pole[]): Statement[] {
  const clauses = clausesOf(parts);
  return poles.slice(0, MOST_STATEMENTS).flatMap((pole): Statement[] => {
    const at = clauses.findIndex(({ from, to }) => from <= pole.at && pole.at < to);
    const clause = clauses[at];
    if (clause === undefined) return [];
    const inLimit = clause.limits.some(
      ({ from, to, names }) => names !== '' && from <= pole.at && pole.at < to && from !== pole.at,
    );
    const value = isValue(clause, pole) || isDepicted(parts, clause, pole);
    const as = inLimit && !value && !isOnlyWith(parts, clause, pole) ? null : standsAs(parts, clause, pole);
    if (as === null) return [];
    let before = namesIn(parts, clause, clause.from, pole.at);
    let behind = namesIn(parts, clause, pole.to, clause.to);
    // "Input validation -> on", "theme: dark": what stands before is what it is said of, and no case.
    const earlier = clauses[at - 1];
    let own = clause;
    if (before.length === 0 && behind.length === 0 && earlier !== undefined && /^(?:[:\-→]|- -)$/.test(clause.joint)) {
      before = namesIn(parts, earlier, earlier.from, earlier.to);
      own = { ...clause, fronted: [] };
    }
    // "…, but keep it synchronous by default": one beside the other.
    if (as === 'made' && (clauses[at + 1]?.joint ?? '').includes('but')) return [];
    if (as === 'made' || (inLimit && !value)) [before, behind] = [[], nounsFrom(parts, pole.to)];
    if (before.length + behind.length > MOST_NAMES) return [];
    const mood = moodOf(parts, clause, pole.at, as === 'act');
    const { at: from, to, entries } = pole;
    const whole = wholeOf(parts, own, pole);
    return [{ clause: own, at, from, to, entries, before, behind, whole, act: as === 'act', mood }];
  });
}

/** "In euros", "to English": what it is to be, and no place. */
const isValue = ({ limits }: Clause, { at, to, entries }: Pole): boolean =>
  entries.some(({ role }) => role === 'twin') &&
  limits.some((limit) => limit.from < at && limit.from > at - 3 && limit.to === to);

/** "Goes to production unencrypted", "the text in the table left-aligned": behind a place, but said of the thing. */
const isDepicted = (parts: readonly Part[], { limits }: Clause, { at, to, entries }: Pole): boolean =>
  isNounish(parts[at - 1]) &&
  entries.some(({ role }) => role === 'adjective') &&
  limits.some((limit) => limit.to === to && limit.from < at - 1 && limit.kind === 'place');

function wholeOf(parts: readonly Part[], clause: Clause, { at, to }: Pole): string {
  const bare = { ...clause, limits: [] };
  const names = [...namesIn(parts, bare, clause.from, at), ...namesIn(parts, bare, to, clause.to)];
  for (const { text } of parts.slice(clause.from, clause.to)) if (PLACES.has(text)) names.push(text);
  for (const fronted of clause.fronted) names.push(...fronted.names.split(' ').map(nameOf));
  const all = names.flatMap((name, i) => (name === 'out' ? [] : names[i + 1] === 'out' ? [`${name}out`] : [name]));
  return keyOf([...new Set(all.filter((name) => name !== 'user' && !SUBORDINATORS.has(name)))]);
}

/** "With synchronous calls only". */
const isOnlyWith = (parts: readonly Part[], { limits }: Clause, { at, to }: Pole): boolean =>
  limits.some((limit) => limit.from === at - 1 && parts[limit.from]!.text === 'with' && limit.to === to + 2) &&
  parts[to + 1]?.text === 'only';

function nounsFrom(parts: readonly Part[], from: number): string[] {
  let to = from + 1;
  while (isNounish(parts[to])) to += 1;
  return parts.slice(from, to).map(({ text }) => nameOf(text));
}
