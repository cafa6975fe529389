/**
 * A prompt in clauses, each with what it is about and what limits it: "In production the banner should be hidden" is about the banner, and
 * holds in production. What limits two clauses decides whether they speak of one case: see set-apart.ts.
 */
import { OPPOSITES } from './opposites.ts';
import {
  COPULAS,
  DETERMINERS,
  HELPERS,
  isNounish,
  type Part,
  PREPOSITIONS,
  stemOf,
  VERBS,
  words,
} from './prompt-words.ts';

/** `case`: a condition, or before or after something. `place`: where, for whom, from and to what. `manner`: how, by what. */
export type LimitKind = 'case' | 'place' | 'time' | 'manner';
export interface Limit {
  readonly kind: LimitKind;
  /** What it names, in the order of the alphabet. */
  readonly names: string;
  readonly from: number;
  readonly to: number;
}

export interface Clause {
  readonly from: number;
  /** Behind its last part. */
  readonly to: number;
  readonly sentence: number;
  /** What joins it to the clause before, as one text: ", and". Empty where a sentence begins. */
  readonly joint: string;
  readonly limits: readonly Limit[];
  /** What the sentence begins with holds for all its clauses: "on page load, …". */
  readonly fronted: readonly Limit[];
}

export const ENDS = words(', ; : . ! ? ( ) — – - → | + & / \n and but yet plus while whilst whereas');
const CASES = words('if when whenever unless until till once after before because since whether during except than');
const MANNERS = words('with without by using via through like');
/** Whichever of them leads to a place, it is the same place; "inside" and "outside" are two. */
const LEADS = words('to from in on at into onto for by as of');
const TIMES = words(
  `tonight today tomorrow yesterday now monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays
  saturdays sundays morning evening night day noon midnight weekend weekends week month year summer winter spring autumn daytime nights days hourly
  daily nightly weekly monthly yearly`,
);
const BARE_TIMES = words('tonight today tomorrow yesterday now hourly daily nightly weekly monthly yearly');
/** They hold for all there is, and so they limit nothing. */
const UNIVERSAL = words(
  'all every each any everyone everybody anyone everywhere whole entire case cases times everything good ever',
);
/** Why something is wanted, which is no case: "for security". */
const REASONS = words('security safety privacy performance compliance accessibility clarity consistency reason legal');
/** What happens, whether "when the page loads", "as soon as the page loads" or "on page load". */
const EVENTS: ReadonlyMap<string, string> = new Map(
  [
    'load',
    'startup start launch boot',
    'logout',
    'login',
    'exit',
    'shutdown',
    'success',
    'failure',
    'checkout',
    'submit',
    'save',
  ].flatMap((group) => {
    const all = group.split(' ');
    return all.map((word) => [word, all[0]!] as const);
  }),
);
const AT_EVENT = words('when whenever once on at upon as');
const MOST_CLAUSES = 80;

/** The names of an event, without what starts and what leads to it; null where it is none. */
function eventIn(lead: string, names: readonly string[]): string[] | null {
  if (!AT_EVENT.has(lead) || names.length > 6) return null;
  const event = names.map((name) => EVENTS.get(name)).find((name) => name !== undefined);
  if (event === undefined) return null;
  const others = names.filter(
    (name) => !EVENTS.has(name) && !/^(?:the|a|an|app|application|program|soon|as|is|it|has|user|initial)$/.test(name),
  );
  return [event, ...others];
}

/** Whether "to" leads to a place here, and not to a verb. */
const leadsToThing = (parts: readonly Part[], at: number): boolean => {
  const next = parts[at + 1];
  // "Has to scroll along".
  if (next === undefined || /^(?:has|have|needs?|ought|able|going|wants?)$/.test(parts[at - 1]?.text ?? ''))
    return false;
  if (DETERMINERS.has(next.text)) return next.text !== 'both';
  if (next.kind === 'quote' || /^(?:me|us|them|him|her|it)$/.test(next.text)) return true;
  const [then, acts] = [parts[at + 2], OPPOSITES.get(next.text)?.some(({ role }) => role === 'act' || role === 'verb')];
  return isNounish(next) && acts !== true && (isNounish(then) || then?.joined === true);
};

/** "Turn it off", "is on by default": a state, and no preposition. */
export const isOnOrOff = (parts: readonly Part[], at: number): boolean => {
  const next = parts[at + 1];
  return (
    /^(?:on|off)$/.test(parts[at]!.text) &&
    (next === undefined ||
      next.kind === 'mark' ||
      /^(?:for|by|in|at|and|but|too|also|while|when|if|again|tonight|today|now|forever)$/.test(next.text) ||
      /^(?:turn|turns|turned|turning|switch|switched|switches|switching)$/.test(parts[at - 1]?.text ?? ''))
  );
};

const beginsLimit = (parts: readonly Part[], at: number): LimitKind | null => {
  const { text, kind } = parts[at]!;
  if (kind !== 'word') return null;
  if (CASES.has(text) || (text === 'as' && parts[at + 1]?.text === 'soon')) return 'case';
  if (!PREPOSITIONS.has(text) || text === 'of' || text === 'as' || isOnOrOff(parts, at)) return null;
  // "I'd like the window hidden".
  if (text === 'like' && /^(?:i'd|we'd|would|i|we)$/.test(parts[at - 1]?.text ?? '')) return null;
  if (text === 'to') return leadsToThing(parts, at) ? 'place' : null;
  return MANNERS.has(text) ? 'manner' : 'place';
};

/** "In production hide the banner", and not "on page load the banner should …". */
function isOrder(parts: readonly Part[], at: number): boolean {
  const { text } = parts[at]!;
  if (!DETERMINERS.has(parts[at + 1]?.text ?? '')) return false;
  if (!VERBS.has(text) && !(OPPOSITES.get(text)?.some(({ role }) => role === 'act' || role === 'verb') ?? false))
    return false;
  for (let i = at + 2; i < at + 8 && parts[i] !== undefined && !ENDS.has(parts[i]!.text); i++)
    if (HELPERS.has(parts[i]!.text) || COPULAS.has(parts[i]!.text)) return false;
  return true;
}

/** The limits between two places, each up to where the next begins, or a verb, or the thing that is spoken of. */
function limitsIn(parts: readonly Part[], from: number, to: number): Limit[] {
  const found: Limit[] = [];
  for (let at = from; at < to; at++) {
    // "The nightly report" is a report.
    if (BARE_TIMES.has(parts[at]!.text) && !isNounish(parts[at + 1])) {
      found.push({ kind: 'time', names: stemOf(parts[at]!.text), from: at, to: at + 1 });
      continue;
    }
    const kind = beginsLimit(parts, at);
    if (kind === null) continue;
    const names: string[] = [];
    let end = at + 1;
    let universal = false;
    let timed = false;
    for (; end < to; end++) {
      const part = parts[end]!;
      const { text } = part;
      if (kind !== 'case') {
        if (beginsLimit(parts, end) !== null || HELPERS.has(text) || COPULAS.has(text)) break;
        // "In production the banner …": what is spoken of begins.
        if (names.length > 0 && (DETERMINERS.has(text) || isOrder(parts, end))) break;
      }
      universal ||= UNIVERSAL.has(text);
      timed ||= TIMES.has(text);
      const counts = isNounish(part) || part.kind === 'number' || VERBS.has(text) || kind === 'case';
      if (part.kind !== 'mark' && counts) names.push(stemOf(text));
    }
    const event = eventIn(parts[at]!.text, names);
    if (event !== null) {
      found.push({ kind, names: event.toSorted().join(' '), from: at, to: end });
      at = end - 1;
      continue;
    }
    if (!LEADS.has(parts[at]!.text) && names.length > 0) names.push(parts[at]!.text);
    if (parts[at]!.text === 'for' && names.length > 0 && names.every((name) => REASONS.has(name))) universal = true;
    if (parts[at]!.text === 'from' && /^(?:start|beginning|outset)$/.test(names[0] ?? '')) universal = true;
    const than = parts[at]!.text === 'than' && /^(?:now|before|today|currently)$/.test(names[0] ?? '');
    if (!than && !(universal && kind !== 'case') && names.length > 0)
      found.push({
        kind: timed && kind !== 'case' ? 'time' : kind,
        names: names.toSorted().join(' '),
        from: at,
        to: end,
      });
    else if (than || universal) found.push({ kind: 'manner', names: '', from: at, to: end });
    at = end - 1;
  }
  return found;
}

/** Who wishes for something sets nothing apart: "Marketing: …, Legal: …". */
export const SPEAKERS = words(
  `marketing legal ops operations security sales product design designer finance accounting qa dev devs development engineering management
  manager boss client pm po ceo cto cfo hr stakeholder stakeholders compliance backend-team frontend-team`,
);

/** "Ticket 4411:", "TODO:" head a text, and limit nothing. */
const isHeading = (parts: readonly Part[], from: number, to: number): boolean =>
  parts
    .slice(from, to)
    .every(
      ({ kind, text }) =>
        kind !== 'word' ||
        SPEAKERS.has(text) ||
        /^(?:from|merged|in|acceptance|criteria|says?|team|and|tickets?|todos?|tasks?|issues?|stor(?:y|ies)|requests?|notes?|specs?|requirements?|subject|re|fyi|hi|hello|this|the|for|my|our|sprint|list|feature|jira|pr)$/.test(
          text,
        ),
    );

function clausesIn(parts: readonly Part[]): Clause[] {
  const found: Clause[] = [];
  let fronted: Limit[] = [];
  let label: Limit[] = [];
  let joint = '';
  for (let from = 0; from < parts.length && found.length < MOST_CLAUSES; ) {
    const { sentence } = parts[from]!;
    if (found.at(-1) !== undefined && parts[from - 1]?.sentence !== sentence) {
      fronted = [];
      joint = '';
    }
    if (parts[from - 1]?.text === '\n') label = [];
    let to = from;
    while (to < parts.length && !ENDS.has(parts[to]!.text) && parts[to]!.sentence === sentence) to += 1;
    if (to === from) {
      joint += joint === '' ? parts[from]!.text : ` ${parts[from]!.text}`;
      from += 1;
      continue;
    }
    const limits = limitsIn(parts, from, to);
    const only = limits.length > 0 && limits[0]!.from === from && limits.at(-1)!.to === to;
    const opens = joint === '' || /^[:\-–—\n ]+$/.test(joint);
    if (parts[to]?.text === ':' && to - from < 5) {
      label =
        isHeading(parts, from, to) || parts.slice(from, to).some(({ text }) => text === 'same')
          ? []
          : [{ kind: 'place', names: namesOf(parts, from, to), from, to }];
      found.push({ from, to, sentence, joint, limits, fronted });
    } else {
      found.push({ from, to, sentence, joint, limits, fronted: [...fronted, ...label] });
      // A limit that stands alone, or before all the rest, holds on.
      if (only && (opens || fronted.length > 0)) fronted = limits;
      else if (limits[0]?.from === from) fronted = limits.filter(({ from: at }) => at === from);
    }
    joint = '';
    from = to;
  }
  return found;
}

const namesOf = (parts: readonly Part[], from: number, to: number): string =>
  parts
    .slice(from, to)
    .filter(isNounish)
    .map(({ text }) => stemOf(text))
    .toSorted()
    .join(' ');

/** One prompt is read at a time; a map of all that were would have to be swept. */
let read: { readonly parts: readonly Part[]; readonly clauses: readonly Clause[] } = { parts: [], clauses: [] };

/** The clause that a part stands in. The clauses of a prompt are read once, when they are first asked for. */
export function clauseAt(parts: readonly Part[], at: number): Clause | undefined {
  return clausesOf(parts).find(({ from, to }) => from <= at && at < to);
}
export function clausesOf(parts: readonly Part[]): readonly Clause[] {
  if (read.parts !== parts) read = { parts, clauses: clausesIn(parts) };
  return read.clauses;
}
