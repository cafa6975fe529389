/**
 * The same thing under two opposites: two clauses that name the same, the one with a word and the other with its opposite, and nothing that
 * sets them apart. Whatever else trails behind, "add the bar to the header … remove the bar from the header" cannot both be.
 */
import { isUserAct } from './apart.ts';
import { IGNORED, keyOf, nameOf, namesIn } from './clause-names.ts';
import { polesIn } from './clause-poles.ts';
import { clausesOf, SPEAKERS } from './clauses.ts';
import type { Found } from './contradictions.ts';
import type { Entry } from './opposites.ts';
import { DETERMINERS, INDEFINITE, isNounish, type Part, SUBORDINATORS, words } from './prompt-words.ts';
import { areOfOthers } from './restated.ts';
import { isSetApart } from './set-apart.ts';
import { type Statement, statementsIn } from './statements.ts';

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
/** Whether both are said of the same: the same names, or a subject that the second leaves out, or "it". */
function isSame(parts: readonly Part[], a: Statement, b: Statement): boolean {
  const mine = [...a.before, ...a.behind];
  const theirs = isPutAway(parts, a, b) ? [] : [...b.before, ...b.behind];
  const joined = a.clause.sentence === b.clause.sentence && b.at > a.at;
  const next = b.clause.sentence - a.clause.sentence <= 1;
  if (theirs.length > 0) {
    if (isGiven(parts, a, b)) return true;
    if (hasOwnArticle(parts, b)) return false;
    if (keyOf(mine) === keyOf(theirs) || isSameWhole(parts, a, b)) return true;
    // "Changes are saved … nothing is saved until the user saves it".
    if (parts[b.from]!.text === 'until')
      return (
        theirs.some((name) => mine.includes(name)) && theirs.every((name) => name === NOTHING || mine.includes(name))
      );
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
  return (a.behind.length > 0 || !a.act) && (insists || !b.entries.some(({ axis }) => IN_TURN.has(axis)));
}

/** "Encrypt them and store them in plain text": how they are put away is how they are, unless the act undid something. */
const isPutAway = (parts: readonly Part[], a: Statement, b: Statement): boolean =>
  a.act &&
  !b.act &&
  b.at === a.at + 1 &&
  /^(?:store|save|keep|leave)$/.test(parts[b.clause.from]!.text) &&
  /^(?:it|them)$/.test(parts[b.clause.from + 1]!.text) &&
  !/^(?:un|de(?:crypt|compress|code)|thaw|melt)/.test(parts[a.from]!.text);

/** "Encrypt it before the upload … it is uploaded unencrypted": what limits the one is named by the other, and so parts nothing. */
function isSameWhole(parts: readonly Part[], a: Statement, b: Statement): boolean {
  if (a.whole !== b.whole || !a.whole.includes(' ')) return false;
  const [mine, theirs] = [a, b].map(({ clause: { limits, fronted } }) =>
    [...limits, ...fronted]
      // "Before they go to S3" is about going to S3.
      .filter(({ names }) => names !== '' && !/\b(?:it|they)\b/.test(names))
      .map(({ from }) => parts[from]!.text),
  );
  return (
    mine!.length === 0 ||
    theirs!.length === 0 ||
    [...mine!, ...theirs!].every((lead) => AT_ONE_TIME.has(lead)) ||
    mine!.join() === theirs!.join()
  );
}
const NOTHING = nameOf('nothing');

/** "The ring gives invisibility. Whoever wears the ring stays visible": what a thing gives, its bearer has. */
const isGiven = (parts: readonly Part[], a: Statement, b: Statement): boolean =>
  parts.slice(a.clause.from, a.from).some(({ text }) => GIVES.test(text)) &&
  a.before.length > 1 &&
  !parts.some(({ text, sentence }) => sentence === b.clause.sentence && text === 'without') &&
  b.whole.split(' ').includes(a.before[0]!);
const GIVES = /^(?:give|gives|giving|grant|grants|granting|confer|confers|bestow|bestows)$/;

const AT_ONE_TIME = words('when whenever once on at upon after as in during');

/**
 * "The number has to be mandatory. … The number is optional": an order, other matters, and then how it is. Right behind each other, or with a
 * word of trouble, the second would tell what is wrong.
 */
function isSpec(parts: readonly Part[], a: Statement, b: Statement): boolean {
  if (a.mood !== 'order' || b.mood !== 'is' || b.before.length + b.behind.length === 0) return false;
  return !parts.some(({ text }) => TROUBLED.has(text) || text === '?');
}
/** "Also, …": one more wish, and not how it is now. */
const isAdded = (parts: readonly Part[], { clause }: Statement): boolean => {
  const start = parts.findIndex(({ sentence }) => sentence === clause.sentence);
  return /^(?:also|additionally|furthermore|plus|moreover)$/.test(parts[start]!.text);
};
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
  if (areOfOthers(parts, a, b)) return true;
  const insists = ({ clause }: Statement) => parts.slice(clause.from, clause.to).some(({ text }) => INSISTS.has(text));
  // "It is slow. It should be fast": how it is, and how it ought to be.
  if (
    a.mood !== b.mood &&
    a.mood !== 'told' &&
    b.mood !== 'told' &&
    !(insists(a) && insists(b)) &&
    !isSpec(parts, a, b) &&
    !isAdded(parts, b)
  )
    return true;
  const [mine, theirs] = [a, b].map(({ before, behind }) => [...before, ...behind]);
  const both = a.whole.split(' ').filter((name) => b.whole.split(' ').includes(name));
  const shared = new Set(theirs!.length === 0 ? a.behind : mine!.length === 0 ? theirs : both);
  const end = parts.findLastIndex(({ sentence }) => sentence === b.clause.sentence);
  let start = a.clause.from;
  while (start > 0 && parts[start - 1]!.sentence === a.clause.sentence) start -= 1;
  for (let i = start; i <= end; i++) {
    const { text, kind, sentence } = parts[i]!;
    if (i === a.from || i === b.from) continue;
    if (i > a.to && i < b.from && isUserAct(parts[i - 1], parts[i]!)) return true;
    const own = sentence === a.clause.sentence || sentence === b.clause.sentence;
    if (i >= b.to && (AFTERWARDS.has(text) || b.clause.limits.some(({ from, to }) => from === b.from && i < to)))
      continue;
    if (parts[i]!.raw === 'REST') continue;
    // "About the broken boiler".
    if (text === 'broken' && isNounish(parts[i + 1]) && parts[i - 2]?.text === 'about') continue;
    if (kind === 'word' && own && BOTH_WANTED.has(text) && !shared.has(nameOf(text)) && !isLeadingFrom(parts, i, a, b))
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
  return !isSameWhole(parts, a, b) && !isGiven(parts, a, b) && isSetApart(parts, a, b);
}

/** "Add it to the header and remove it from the header": the "from" of the second. */
const isLeadingFrom = (parts: readonly Part[], at: number, a: Statement, b: Statement): boolean =>
  parts[at]!.text === 'from' &&
  (isFromSpeakerOrStart(parts, at) ||
    [a, b].some(({ from }) => at < from && at > from - 3) ||
    (at > b.to && b.act) ||
    (at > a.to && at < a.clause.to && a.act));

/** "Ticket from Ops", "from the start". */
const isFromSpeakerOrStart = (parts: readonly Part[], at: number): boolean => {
  const next = DETERMINERS.has(parts[at + 1]?.text ?? '') ? parts[at + 2] : parts[at + 1];
  return SPEAKERS.has(next?.text ?? '') || /^(?:start|beginning|outset)$/.test(next?.text ?? '');
};

const isWhile = (parts: readonly Part[], at: number, b: Statement): boolean =>
  /^whil(?:e|st)$/.test(parts[at]!.text) && (at + 1 === b.clause.from || parts[at + 1]!.text.endsWith('ing'));

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
