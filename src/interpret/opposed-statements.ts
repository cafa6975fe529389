/**
 * The same thing under two opposites: two clauses that name the same, the one with a word and the other with its opposite, and nothing that
 * sets them apart. Whatever else trails behind, "add the bar to the header … remove the bar from the header" cannot both be.
 */
import { isUserAct } from './apart.ts';
import { IGNORED, keyOf, namesIn } from './clause-names.ts';
import { isAct, type Pole, polesIn } from './clause-poles.ts';
import { type Clause, clausesOf, SPEAKERS } from './clauses.ts';
import type { Found } from './contradictions.ts';
import { denierOf } from './negation.ts';
import type { Entry } from './opposites.ts';
import {
  COPULAS,
  DETERMINERS,
  HELPERS,
  INDEFINITE,
  isNounish,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  rootOf,
  SUBORDINATORS,
  VERBS,
  words,
} from './prompt-words.ts';
import { isSetApart } from './set-apart.ts';

type Mood = 'order' | 'is' | 'may' | 'was';

interface Statement {
  readonly clause: Clause;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
  /** What is named before and behind the word. */
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly act: boolean;
  readonly mood: Mood;
}

/** They want both sides of something, or one after the other, or ask about it. */
const BOTH_WANTED = words(
  `toggle toggles toggling toggled switch switches switcher swap swaps flip flips alternate alternates compare compares comparing distinguish
  choose chooses choosing pick picks difference choice choices between convert converts migrate transition either whichever depending option options
  respectively or nor versus vs whether undo redo undoes instead rather then again later finally afterwards otherwise else except eventually next
  subsequently previously initially button buttons shortcut shortcuts key keys pressing clicking click clicks press presses tap command commands
  endpoint endpoints method methods function functions helpers test tests check checks verify verifies assert assertion filter filters
  value values status statuses field bug bugs fix wrong broken why explain describe regression replace replaces rename used was were currently
  another other others rest remaining half some most only-if became become becomes from`,
);
/** What comes after both parts nothing. */
const AFTERWARDS = words('then next finally later afterwards');
const INSISTS = words(
  'always also simultaneously both never too well forever every all everyone everywhere only same must',
);
/** Acts that are as a rule done in turn: "open the file and close it" is one after the other. */
const IN_TURN = words(
  `opening begin lock bind pausing mounting encrypt encryption compression subscription visibility presence installing selection checking2 pinning
  speech2 following activation archiving build begin freezing folding2 grouping loading4 filling2 pushing2 merging adding`,
);
const OUGHT = words(
  'must should shall needs need ought make makes set keep let want wants leave ensure would please turn wanting',
);
const MAY = words('can could may might able lets allows let optionally sometimes');
const WAS = words('was were used had currently already previously yesterday');
const MOST_STATEMENTS = 40;
/** Two nouns would tell no more than that a thing is spoken of twice; clauses of more are compared no further. */
const MOST_NAMES = 12;

function moodOf(parts: readonly Part[], { from, to }: Clause, at: number, act: boolean): Mood {
  let mood: Mood = 'is';
  let finite = false;
  for (let i = from; i < to; i++) {
    const { text } = parts[i]!;
    if (
      i < at &&
      (MAY.has(text) || (text === 'allow' && act)) &&
      !(text === 'let' && !act) &&
      !(/^(?:can|could)$/.test(text) && parts[i + 1]?.text === 'you')
    )
      return 'may';
    if (WAS.has(text) && !(text === 'used' && i > at)) return 'was';
    if (text === 'now' && parts[i - 1]?.text !== 'than' && i > at) return 'was';
    if (OUGHT.has(text) || (/^ha(?:s|ve)$/.test(text) && parts[i + 1]?.text === 'to')) mood = 'order';
    if (i < at && text !== 'to' && (COPULAS.has(text) || HELPERS.has(text))) finite = true;
  }
  return mood === 'is' && !finite ? 'order' : mood;
}

type As = 'act' | 'quality' | 'made';
const MAKES = words('draft write make create build design generate compose');

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
    !isOnlyWith(parts, clause, pole)
  )
    return null;
  // "While the tab is active": a case.
  if (/whil(?:e|st)|whereas/.test(clause.joint) && !/(?:ing|also|still)$/.test(parts[clause.from]!.text)) return null;
  if (leads && (acts || VERBS.has(parts[at]!.text)) && !named && !done && !COPULAS.has(before?.text ?? ''))
    return 'act';
  // "Collapsed it shows icons": in front of a clause it says when.
  if (leads && before === undefined) return null;
  const qualities = done || entries.some(({ role }) => role === 'adjective' || role === 'unsure' || role === 'twin');
  if (follows && !(acts && !named && (before === undefined || !isNounish(before) || IGNORED.has(before.text)))) {
    const only = parts.slice(to, clause.to).some(({ text }) => text === 'only');
    // "Draft a formal letter": what is to be made is to be so.
    if (qualities && /^an?$/.test(before?.text ?? '') && MAKES.has(parts[at - 2]?.text ?? '')) return 'made';
    return qualities && only ? 'quality' : null;
  }
  if (acts && !named && (follows || !qualities)) return 'act';
  return qualities && !(named && !follows && before!.text !== 'all') ? 'quality' : null;
}

function statementsIn(parts: readonly Part[], poles: readonly Pole[]): Statement[] {
  const clauses = clausesOf(parts);
  return poles.slice(0, MOST_STATEMENTS).flatMap((pole): Statement[] => {
    const at = clauses.findIndex(({ from, to }) => from <= pole.at && pole.at < to);
    const clause = clauses[at];
    if (clause === undefined || denierOf(parts, pole.at) >= clause.from) return [];
    const inLimit = clause.limits.some(
      ({ from, to, names }) => names !== '' && from <= pole.at && pole.at < to && from !== pole.at,
    );
    const as = inLimit && !isOnlyWith(parts, clause, pole) ? null : standsAs(parts, clause, pole);
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
    if (as === 'made' || inLimit) [before, behind] = [[], nounsFrom(parts, pole.to)];
    if (before.length + behind.length > MOST_NAMES) return [];
    const mood = moodOf(parts, clause, pole.at, as === 'act');
    return [
      { clause: own, at, from: pole.at, to: pole.to, entries: pole.entries, before, behind, act: as === 'act', mood },
    ];
  });
}

/** "With synchronous calls only". */
const isOnlyWith = (parts: readonly Part[], { limits }: Clause, { at, to }: Pole): boolean =>
  limits.some((limit) => limit.from === at - 1 && parts[limit.from]!.text === 'with' && limit.to === to + 2) &&
  parts[to + 1]?.text === 'only';

function nounsFrom(parts: readonly Part[], from: number): string[] {
  let to = from + 1;
  while (isNounish(parts[to])) to += 1;
  return parts.slice(from, to).map(({ text }) => rootOf(text));
}

/** Whether both are said of the same: the same names, or a subject that the second leaves out, or "it". */
function isSame(parts: readonly Part[], a: Statement, b: Statement): boolean {
  const [mine, theirs] = [
    [...a.before, ...a.behind],
    [...b.before, ...b.behind],
  ];
  const joined = a.clause.sentence === b.clause.sentence && b.at > a.at;
  const next = b.clause.sentence - a.clause.sentence <= 1;
  if (theirs.length > 0) {
    if (hasOwnArticle(parts, b)) return false;
    if (keyOf(mine) === keyOf(theirs)) return true;
    // "Deploy only by hand": however else it is said to be done, it is done otherwise.
    if (parts[a.from - 1]?.text === 'only' && parts[a.from]!.text === 'by' && mine.length > 0)
      return mine.every((name) => theirs.includes(name));
    return joined && b.before.length === 0 && a.behind.length > 0 && keyOf(mine) === keyOf([...a.before, ...theirs]);
  }
  if (mine.length === 0) return false;
  // "The car accelerates and slows down at the same moment".
  if (joined && a.act && b.act && a.behind.length === 0 && b.at === a.at + 1 && isAtOnce(parts, b)) return true;
  const own = parts.slice(b.clause.from, b.clause.to);
  const taken = own.some(({ text }) => /^(?:it|them|they)$/.test(text));
  if (!taken || !next || b.at - a.at > 2) return false;
  if (!b.act) return a.behind.length + a.before.length > 0;
  const insists = own.some(({ text }) => INSISTS.has(text));
  return a.behind.length > 0 && (insists || !b.entries.some(({ axis }) => IN_TURN.has(axis)));
}

/**
 * "The number has to be mandatory. … The number is optional": an order, other matters, and then how it is. Right behind each other, or with a
 * word of trouble, the second would tell what is wrong.
 */
function isSpec(parts: readonly Part[], a: Statement, b: Statement): boolean {
  if (a.mood !== 'order' || b.mood !== 'is' || a.act || b.act || b.clause.sentence - a.clause.sentence < 2)
    return false;
  return !parts.some(({ text }) => TROUBLED.has(text) || text === '?');
}
const TROUBLED = words(
  `bug bugs fix fixes fixed broken wrong wrongly incorrect expected actual actually currently now still but however reproduce steps fails failing
  why regression screenshot issue problem instead today see seems observed noticed`,
);

const isAtOnce = (parts: readonly Part[], { clause: { from, to } }: Statement): boolean =>
  parts.slice(from, to + 2).some(({ text }) => text === 'simultaneously');

/** A second "a button" is another button. */
function hasOwnArticle(parts: readonly Part[], { clause }: Statement): boolean {
  for (let at = clause.from; at < clause.to; at++)
    if (INDEFINITE.has(parts[at]!.text) && !clause.limits.some(({ from, to }) => from <= at && at < to)) return true;
  return false;
}

/** "I want you to both keep and delete the logs". */
const isBoth = (parts: readonly Part[], a: Statement, b: Statement): boolean =>
  parts[a.from - 1]?.text === 'both' &&
  b.from === a.to + 1 &&
  parts[a.to]!.text === 'and' &&
  a.before.length === 0 &&
  b.behind.length > 0;

function isApart(parts: readonly Part[], a: Statement, b: Statement): boolean {
  if (a.mood === 'may' || b.mood === 'may' || a.mood === 'was' || b.mood === 'was') return true;
  const insists = ({ clause }: Statement) => parts.slice(clause.from, clause.to).some(({ text }) => INSISTS.has(text));
  // "It is slow. It should be fast": how it is, and how it ought to be.
  if (a.mood !== b.mood && !(insists(a) && insists(b)) && !isSpec(parts, a, b)) return true;
  const shared = new Set(b.before.length + b.behind.length > 0 ? [...b.before, ...b.behind] : a.behind);
  const end = parts.findLastIndex(({ sentence }) => sentence === b.clause.sentence);
  let start = a.clause.from;
  while (start > 0 && parts[start - 1]!.sentence === a.clause.sentence) start -= 1;
  for (let i = start; i <= end; i++) {
    const { text, kind, sentence } = parts[i]!;
    if (i === a.from || i === b.from) continue;
    if (i > a.to && i < b.from && isUserAct(parts[i - 1], parts[i]!)) return true;
    const own = sentence === a.clause.sentence || sentence === b.clause.sentence;
    if (i > b.to && AFTERWARDS.has(text)) continue;
    if (parts[i]!.raw === 'REST') continue;
    // "About the broken boiler".
    if (text === 'broken' && isNounish(parts[i + 1]) && parts[i - 2]?.text === 'about') continue;
    if (kind === 'word' && own && BOTH_WANTED.has(text) && !shared.has(rootOf(text)) && !isLeadingFrom(parts, i, a, b))
      return true;
    if (own && SUBORDINATORS.has(text) && i > a.to && i < b.from && !isWhile(parts, i, b)) {
      const inOwn = a.clause.limits.some(({ from, to }) => from <= i && i < to);
      if (!inOwn && !b.clause.limits.some(({ from, to }) => from <= i && i < to)) return true;
    }
    if (text === '?' && own && /^(?:why|how|what|is|are|does|do|did|which|should|where)$/.test(parts[start]!.text))
      return true;
  }
  // "Start the server. Run the tests. Stop the server."
  if (
    a.act &&
    b.act &&
    b.at - a.at > 1 &&
    a.mood === 'order' &&
    !(insists(a) && insists(b)) &&
    hasStepBetween(parts, a, b)
  )
    return true;
  // "Start it and stop it at 60 seconds", "add it and remove it with a swipe": the second has its own time and way.
  const inTurn = a.act && b.act && b.entries.some(({ axis }) => IN_TURN.has(axis));
  if (
    inTurn &&
    a.clause.limits.length === 0 &&
    b.clause.limits.some(({ kind, names }) => kind === 'manner' && names !== '')
  )
    return true;
  return isSetApart(parts, a, b);
}

/** "Add it to the header and remove it from the header": the "from" of the second. */
const isLeadingFrom = (parts: readonly Part[], at: number, a: Statement, b: Statement): boolean =>
  parts[at]!.text === 'from' &&
  (isFromSpeakerOrStart(parts, at) || (at > b.to && b.act) || (at > a.to && at < a.clause.to && a.act));

/** "Ticket from Ops", "from the start". */
const isFromSpeakerOrStart = (parts: readonly Part[], at: number): boolean => {
  const next = DETERMINERS.has(parts[at + 1]?.text ?? '') ? parts[at + 2] : parts[at + 1];
  return SPEAKERS.has(next?.text ?? '') || /^(?:start|beginning|outset)$/.test(next?.text ?? '');
};

const isWhile = (parts: readonly Part[], at: number, b: Statement): boolean =>
  /^whil(?:e|st)$/.test(parts[at]!.text) && at + 1 === b.clause.from;

function hasStepBetween(parts: readonly Part[], a: Statement, b: Statement): boolean {
  const own = [...a.before, ...a.behind];
  return clausesOf(parts)
    .slice(a.at + 1, b.at)
    .some((clause) => namesIn(parts, clause, clause.from, clause.to).some((name) => !own.includes(name)));
}

/** Quick, and sure where it says no: whether anything is named twice, or taken up by "it". */
function namesTwice(parts: readonly Part[]): boolean {
  const begins = new Set<string>();
  for (const { kind, text } of parts) {
    if (kind === 'mark') continue;
    if (TAKES_UP.has(text)) return true;
    if (IGNORED.has(text) || DETERMINERS.has(text)) continue;
    const begin = text.slice(0, 3);
    if (begins.has(begin)) return true;
    begins.add(begin);
  }
  return false;
}
const TAKES_UP = words('it them they both simultaneously');

export function opposedStatements(parts: readonly Part[], prose: string): Found[] {
  if (!namesTwice(parts)) return [];
  const poles = polesIn(parts);
  if (poles.length < 2) return [];
  const statements = statementsIn(parts, poles);
  const found: Found[] = [];
  for (const [i, a] of statements.entries()) {
    for (const b of statements.slice(i + 1)) {
      if (b.clause.sentence - a.clause.sentence > 4) break;
      const axis = opposedIn(a, b);
      if (axis === undefined || !(isSame(parts, a, b) || isBoth(parts, a, b)) || isApart(parts, a, b)) continue;
      const shown = ({ from, to }: Statement) => prose.slice(parts[from]!.start, parts[to - 1]!.end);
      found.push({ axis: axis.axis, sides: [shown(a), shown(b)], cosmetic: axis.cosmetic, confidence: 0.8 });
    }
  }
  return found;
}

const opposedIn = (a: Statement, b: Statement): Entry | undefined =>
  a.entries.find(({ axis, pole }) => b.entries.some((one) => one.axis === axis && one.pole !== pole));
