/**
 * One statement affirmed and denied: "the video should autoplay. Don't autoplay the video". Whatever the denial names has to be named by the
 * other clause as well, its place, time and case included; what only the other names is allowed where it narrows nothing.
 */
import { nameOf as compared, IGNORED, isFiller, PLACES } from './clause-names.ts';
import { type Clause, clausesOf, type Limit } from './clauses.ts';
import type { Found } from './contradictions.ts';
import { ableRoot } from './opposites.ts';
import { COPULAS, DETERMINERS, isNounish, type Part, PRONOUNS, words } from './prompt-words.ts';

type Mood = 'order' | 'is' | 'can';

interface Claim {
  readonly clause: Clause;
  readonly at: number;
  /** By what is compared, with where it stands. */
  readonly names: ReadonlyMap<string, number>;
  readonly adverbs: readonly string[];
  readonly mood: Mood;
  /** Where it denies; -1 where it does not. */
  readonly denier: number;
  /** It holds without exception: "cannot", "by anyone", "under no circumstances". */
  readonly flatly: boolean;
  /** A thing is not to be there: "with no confirmation", "without VAT". */
  readonly absent: boolean;
  /** Nothing is done to the thing: "leave it untouched". */
  readonly kept: boolean;
}

const DENIES = /^(?:not|never|cannot|mustn't|don't|doesn't|isn't|aren't|can't|won't|shouldn't|dont|doesnt|isnt)$/;
const KEPT = /^(?:untouched|unchanged|unmodified|unaltered|intact)$/;
const KEEPS = /^(?:keep|keeps|leave|leaves|stay|stays|remain|remains|be)$/;
const ANYBODY = /^(?:anyone|anybody|nobody|circumstances?|whatsoever|ever)$/;
const FLATLY = /^(?:cannot|can't|never|anyone|anybody|circumstances|whatsoever|ever)$/;
/** They narrow a denial to nothing that could be compared: "don't just log it". */
const NARROWS = words(
  'just only simply merely necessarily yet more less twice again both all every each too so anymore',
);
const isNarrowing = (text: string, denied: boolean): boolean =>
  NARROWS.has(text) && (denied || !/^(?:all|every|each)$/.test(text));
/** Two cases, a choice, a fault, or the words themselves are spoken of. */
const PARTED = words(
  `instead rather otherwise else except unless other others another or either whether toggle toggles toggled toggling switch test tests assert
  verify verifies check checks bug bugs fix fixes wrong broken why how explain currently previously already was were used instead then later
  afterwards first second some most few half remaining rest option options setting flag choose compare depending until before because although
  though since only-if who whose when's anymore complaint complain error warn warns warning reject rejects prevent prevents forbid forbids avoid
  without nothing stop stops should-have if`,
);
const ORDERS = words('must should shall needs need let lets want wants make makes ensure please has have ought');
const CANS = words("can may could can't cannot able");
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['start', 'startup'],
  ['startup', 'startup'],
  ['launch', 'startup'],
  ['boot', 'startup'],
  ['press', ''],
  ['hit', ''],
  ['click', ''],
  ['soon', ''],
]);
const CLASS_NOUNS = words(
  'table column file field key page button class function method variable flag endpoint branch',
);
/** What is done over, through or with something is done. */
const GOES = words('over through across along past above with by');
const CONTAINS = /^(?:contain|include|have|show|display|carry)$/;
const MOST_CLAIMS = 40;
const FURTHEST = 6;

const nameOf = (text: string): string => compared(ableRoot(text) || text);

/** Where a thing is not to be, they say no more than that it is there otherwise. */
const HOLDS: ReadonlySet<string> = new Set(
  `include contain have add use need require show display offer enable allow permit welcome exist come put support provide carry apply
  demand play insert embed`
    .split(/\s+/)
    .map(compared),
);

/** "The array it was given": which one is meant is known. */
const isAside = (parts: readonly Part[], at: number): boolean =>
  /^(?:it|they|you|we)$/.test(parts[at]!.text) && /^(?:was|were|is|are|got|gave|get)$/.test(parts[at + 1]?.text ?? '');

const inCase = (limits: readonly Limit[], at: number): boolean =>
  limits.some(({ kind, from, to }) => kind === 'case' && from <= at && at < to);

function claimOf(parts: readonly Part[], clause: Clause, at: number): Claim | null {
  if (parts[clause.to]?.text === 'yet' && parts[clause.to + 1]?.kind === 'mark') return null;
  const names = new Map<string, number>();
  const adverbs: string[] = [];
  let [denier, kept, flatly, subject, absent] = [-1, false, false, false, false];
  let mood: Mood = 'is';
  for (const { names: fronted, from } of clause.fronted)
    if (from < clause.from && fronted !== '')
      for (const name of fronted.split(' ')) if (!IGNORED.has(name)) add(names, name, -1);
  for (let i = clause.from; i < clause.to; i++) {
    const { text, kind } = parts[i]!;
    if (kind === 'mark') continue;
    // "The existing tests" are a thing as others are.
    const parted = PARTED.has(text) && !(text === 'tests' && isNounish(parts[i - 1]));
    if ((parted && text !== 'without' && !inCase(clause.limits, i)) || isNarrowing(text, denier >= 0)) return null;
    if (isAside(parts, i) && i > clause.from + 2) {
      i += 2;
      continue;
    }
    if (!inCase(clause.limits, i)) {
      if (DENIES.test(text) || (text === 'no' && parts[i + 1]?.text === 'circumstances')) {
        if (denier >= 0 || DETERMINERS.has(parts[i + 1]?.text ?? '')) return null;
        denier = i;
        absent = CONTAINS.test(parts[i + 1]?.text ?? '');
      } else if (text === 'no' || text === 'without') {
        if (denier >= 0 || !isNounish(parts[/^(?:an?|any)$/.test(parts[i + 1]?.text ?? '') ? i + 2 : i + 1]))
          return null;
        [denier, absent] = [i, true];
        continue;
      } else if (text === 'nobody') {
        if (i > clause.from || !CANS.has(parts[i + 1]?.text ?? '')) return null;
        [denier, flatly] = [i, true];
      }
      if (KEPT.test(text)) {
        if (![...parts.slice(clause.from, i)].some((part) => KEEPS.test(part.text))) return null;
        kept = true;
        continue;
      }
      if (CANS.has(text) && text !== 'may') mood = 'can';
      else if (ORDERS.has(text)) mood = 'order';
      flatly ||= FLATLY.test(text);
    }
    if (/[^fp]ly$/.test(text) && kind === 'word') {
      if (!/^(?:instantly|immediately|promptly)$/.test(text)) adverbs.push(text);
      continue;
    }
    const runs = /^(?:run|runs|running)$/.test(text);
    if (
      ANYBODY.test(text) ||
      DENIES.test(text) ||
      (!runs && kind === 'word' && (isSmall(text) || isFiller(parts, i)))
    ) {
      if (PRONOUNS.has(text) && text !== 'this' && text !== 'that' && denier < 0) subject = true;
      continue;
    }
    add(names, runs ? 'run' : nameOf(text), i);
  }
  if (absent && denier === clause.from) {
    // "No guest can invite members" is about guests.
    if (mood !== 'is' || parts.slice(denier, clause.to).some(({ text }) => COPULAS.has(text))) return null;
    mood = 'order';
  }
  if (mood === 'is' && isImperative(parts, clause, denier, subject)) mood = 'order';
  if (kept) {
    if (denier >= 0) return null;
    names.set('chang', clause.from);
  }
  denier = kept ? clause.from : denier;
  return { clause, at, names, adverbs, mood, denier, flatly: flatly || kept, absent, kept };
}

const isSmall = (text: string): boolean =>
  (IGNORED.has(text) && !PLACES.has(text)) || DETERMINERS.has(text) || /^(?:when|once|whenever|if|soon)$/.test(text);

function add(names: Map<string, number>, name: string, at: number): void {
  const event = EVENTS.get(name) ?? name;
  if (event !== '') names.set(event, at);
}

/** "Don't autoplay it", "never run it", "run it": with nobody named who does. */
function isImperative(parts: readonly Part[], { from, to }: Clause, denier: number, subject: boolean): boolean {
  if (subject || /ing$/.test(parts[from]!.text)) return false;
  if (denier >= 0)
    return (
      parts.slice(from, denier).every(({ text }) => IGNORED.has(text) && !PRONOUNS.has(text)) &&
      !/^(?:doesn't|isn't|aren't|doesnt|isnt)$/.test(parts[denier]!.text)
    );
  let at = from;
  while (
    at < to &&
    IGNORED.has(parts[at]!.text) &&
    !PRONOUNS.has(parts[at]!.text) &&
    !/^(?:run|keep|make|leave|put|set|turn|get)$/.test(parts[at]!.text)
  )
    at += 1;
  const next = parts[at + 1];
  return (
    at < to &&
    (next === undefined ||
      DETERMINERS.has(next.text) ||
      PRONOUNS.has(next.text) ||
      /^(?:make|let|keep|leave|run)$/.test(parts[at]!.text))
  );
}

/** Whether the denial rules out just what the other says. */
function isDenied(parts: readonly Part[], denial: Claim, claim: Claim): boolean {
  const ruled = [...denial.names.keys()].filter(
    (name) => !(denial.absent && HOLDS.has(name)) && !isAnyUser(name, claim),
  );
  if (ruled.length < 2 || !ruled.every((name) => claim.names.has(name))) return false;
  if (denial.adverbs.some((adverb) => !claim.adverbs.includes(adverb))) return false;
  if (!isSameMood(denial, claim)) return false;
  const first = claim.at < denial.at || denial.kept;
  for (const [name, at] of claim.names) {
    if (denial.names.has(name) || (denial.absent && HOLDS.has(name))) continue;
    if (!(first && isHarmless(parts, at, denial, claim))) return false;
  }
  return true;
}

/** "Users can't resize it" says that it is not resizable. */
const isAnyUser = (name: string, claim: Claim): boolean => name === 'user' && !claim.names.has('user');

function isSameMood(denial: Claim, claim: Claim): boolean {
  if (denial.mood === claim.mood || (denial.absent && denial.denier === denial.clause.from)) return true;
  // "Should be resizable … can't be resized".
  if (denial.mood === 'can' && claim.mood === 'order' && claim.at < denial.at) return true;
  const [a, b] = claim.at < denial.at ? [claim, denial] : [denial, claim];
  return a.clause.sentence === b.clause.sentence && /\band$/.test(b.clause.joint) && denial.kept;
}

/** What only the claim names, and still is ruled out by the denial. */
function isHarmless(parts: readonly Part[], at: number, denial: Claim, { clause, names }: Claim): boolean {
  if (at < 0) return false;
  const limit = clause.limits.find(({ from, to }) => from <= at && at < to);
  if (limit !== undefined) {
    const lead = parts[limit.from]!.text;
    if (denial.kept) return lead === 'for' || (lead === 'in' && parts[at]!.text === 'place');
    if (denial.absent) return true;
    return denial.flatly && (GOES.has(lead) || denial.clause.limits.length + denial.clause.fronted.length === 0);
  }
  // "A confirmation dialog" where no confirmation is to be.
  if (denial.absent && denial.names.has(nameOf(parts[at - 1]?.text ?? ''))) return true;
  // "The orders_old table".
  if (CLASS_NOUNS.has(parts[at]!.text) && /_|^[`"]/.test(parts[at - 1]?.text ?? '')) return true;
  const begins = at === clause.from || (at === clause.from + 1 && DETERMINERS.has(parts[clause.from]!.text));
  const anybody = parts.slice(denial.clause.from, denial.clause.to).some(({ text }) => ANYBODY.test(text));
  if (begins && (anybody || denial.kept) && !DETERMINERS.has(parts[at + 1]?.text ?? '')) return true;
  // "Teleporting ore is allowed".
  return begins && parts[at]!.text.endsWith('ing') && names.has(nameOf('allowed'));
}

export function sameStatement(parts: readonly Part[], prose: string): Found[] {
  if (
    !/\b(?:not?|never|nobody|cannot|without|dont|doesnt|isnt)\b|n['’]t\b|\b(?:untouched|un(?:chang|modifi|alter)ed|intact)\b/i.test(
      prose,
    )
  )
    return [];
  const clauses = clausesOf(parts);
  if (clauses.length < 2) return [];
  const asked = new Set(parts.filter(({ text }) => text === '?').map(({ sentence }) => sentence));
  const claims: Claim[] = [];
  for (const [at, clause] of clauses.entries()) {
    if (claims.length >= MOST_CLAIMS) break;
    if (asked.has(clause.sentence) || /\b(?:but|yet|while|whereas)\b/.test(clause.joint)) continue;
    const claim = claimOf(parts, clause, at);
    if (claim !== null && claim.names.size > 1) claims.push(claim);
  }
  const shown = ({ clause: { from, to } }: Claim) => prose.slice(parts[from]!.start, parts[to - 1]!.end);
  for (const denial of claims) {
    if (denial.denier < 0) continue;
    for (const claim of claims) {
      if (claim.denier >= 0 || Math.abs(claim.clause.sentence - denial.clause.sentence) > FURTHEST) continue;
      if (!isDenied(parts, denial, claim)) continue;
      const sides: [string, string] =
        claim.at < denial.at ? [shown(claim), shown(denial)] : [shown(denial), shown(claim)];
      return [{ axis: 'act', sides, cosmetic: false, confidence: 0.75 }];
    }
  }
  return [];
}
