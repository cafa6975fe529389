/**
 * Acts that a prompt rules out for good and asks for all the same: "Nobody may delete invoices. Admins can delete invoices." What is ruled
 * out may be said actively, passively or as "no changes to"; what is asked for must name the same act, the same thing, and every limit.
 */
import type { Found } from './contradictions.ts';
import { denierOf } from './negation.ts';
import { ADVERBS, DETERMINERS, isNounish, type Part, stemOf } from './prompt-words.ts';
import { remembered } from './remembered.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['sent', 'send'],
  ['kept', 'keep'],
  ['shown', 'show'],
  ['written', 'write'],
  ['made', 'make'],
  ['sold', 'sell'],
]);
/** The bare verb: deletes, deleting, deleted, logged. */
function bare(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known;
  const cut = stemOf(word)
    .replace(/(?<=\w{3})(?:ing|ed)$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1');
  return cut.replace(/e$/, '');
}

/** Verbs of which the first is meant by each. */
const SAME: ReadonlyMap<string, string> = new Map(
  [
    'store save persist record retain',
    'send mail email transmit',
    'delete remove erase purge',
    'change edit modify update alter rename rewrite touch',
    'show display reveal',
    'log print',
    'sell',
    'share publish',
    'move',
    'block',
    'overwrite',
    'track',
    'collect',
    'charge',
    'call',
    'restart',
    'cache',
    'import',
    'export',
    'upload',
    'download',
  ].flatMap((group) => {
    const verbs = group.split(' ').map(bare);
    return verbs.map((verb) => [verb, verbs[0]!] as const);
  }),
);
const sameAs = remembered((word): string | null => SAME.get(bare(word)) ?? null);
const actOf = ({ kind, text }: Part): string | undefined => (kind === 'word' ? (sameAs(text) ?? undefined) : undefined);

const CHANGE = 'chang';
const DELETE = 'delet';

/** Before a verb they rule it out, whoever does it. */
const RULES = /^(?:never|not|cannot|can't|don't|doesn't|mustn't|won't|shouldn't)$/;
const COMMANDS = /^(?:do|does|must|may|should|can|will|shall|to|is|are|be)$/;
const CASES =
  /^(?:if|when|whenever|unless|until|while|before|without|than|that|which|who|whose|as|longer|during|where|so|because|directly|twice|again|manually|automatically|yet|more|other|else|or)$/;
/** What is asked for is of another kind, or in another case, or not asked for at all. */
const OTHERWISE =
  /\b(?:if|unless|except|instead|rather|other|others|another|existing|old|only|or|error|hashed|masked|encrypted|anonymi[sz]ed|redacted|fake|dummy|test|sample|own|copy|copies|attempts?|tries|trying|test that|refuse|reject|prevent|forbid|block|warn|but not|otherwise|until|before|whether|asks?|want to|wants to|how)\b/;
/** Nothing may be allowed but what is asked right there: only a rule without exceptions is broken by "when …". */
const ALWAYS =
  /\b(?:never|ever|nobody|no one|at all|anywhere|any|under no circumstances|no|forever|indefinitely|permanently)\b/;
const FOREVER = /^(?:forever|indefinitely|permanently)$/;
const ANYTHING = 'anything';
const GENERIC = /^(?:data|information|info|detail|anything)$/;

interface Ruling {
  readonly act: string;
  /** The words of the thing, its head last. */
  readonly thing: readonly string[];
  readonly limits: readonly string[];
  readonly always: boolean;
  readonly from: number;
  readonly to: number;
  /** Behind its limits. */
  readonly end: number;
}

const word = (part: Part | undefined): string => stemOf((part?.text ?? '').replace(/'s?$/, ''));

/** The nouns from `at` on, and the place behind them. */
function nounsFrom(parts: readonly Part[], at: number): { readonly nouns: string[]; readonly to: number } {
  const sentence = parts[at]?.sentence;
  let to = at;
  while (
    parts[to]?.sentence === sentence &&
    (DETERMINERS.has(parts[to]?.text ?? '') || ADVERBS.has(parts[to]?.text ?? '') || parts[to]?.text === 'of')
  )
    to += 1;
  const nouns: string[] = [];
  while (to < parts.length && parts[to]!.sentence === sentence && isNounish(parts[to])) {
    nouns.push(word(parts[to]));
    to += 1;
  }
  return { nouns: nouns.filter((noun) => noun !== 'anywhere'), to };
}

/** The nouns right before `at`. */
function nounsBefore(parts: readonly Part[], at: number): { readonly nouns: string[]; readonly from: number } {
  let from = at;
  while (from > 0 && parts[from - 1]!.sentence === parts[at]!.sentence && isNounish(parts[from - 1])) from -= 1;
  return { nouns: parts.slice(from, at).map(word), from };
}

/** A ruling with all that limits it, from `to` on; null where it holds in certain cases alone. */
function ruling(
  parts: readonly Part[],
  act: string,
  thing: readonly string[],
  from: number,
  to: number,
): Ruling | null {
  if (thing.length === 0 || thing.length > 4) return null;
  const limits: string[] = [];
  const { sentence } = parts[from]!;
  let end = to;
  for (; end < parts.length && parts[end]!.sentence === sentence; end++) {
    const { text, kind } = parts[end]!;
    // "Not yet" is not for good.
    if (text === 'yet' && parts[end + 1]?.kind === 'mark') return null;
    if (kind === 'mark' || /^(?:and|but|yet)$/.test(text)) break;
    if (CASES.test(text)) return null;
    if (isNounish(parts[end]) && !/^(?:anywhere|all|whatsoever|ever|circumstances?)$/.test(text))
      limits.push(word(parts[end]));
  }
  const said = parts
    .slice(from, end)
    .map(({ text }) => text)
    .join(' ');
  // "By default, it does not …" is not for good.
  if (parts.some((part) => part.sentence === sentence && part.text === 'default')) return null;
  return { act, thing, limits, always: ALWAYS.test(said), from, to, end };
}

function rulingAt(parts: readonly Part[], at: number): Ruling | null {
  const act = actOf(parts[at]!);
  const { sentence } = parts[at]!;
  const before = (n: number): string => (parts[at - n]?.sentence === sentence ? parts[at - n]!.text : '');
  if (act === undefined) return null;
  const made = (thing: readonly string[], from: number, to: number) => ruling(parts, act, thing, from, to);
  const ever = before(1) === 'ever' ? 1 : 0;
  // "Emails are never sent", "invoices must not be deleted", "no invoice may be deleted".
  if (/(?:ed|sent|kept|shown|written|made|sold)$/.test(parts[at]!.text)) {
    let i = at - 1 - ever;
    while (i > 0 && COMMANDS.test(parts[i]!.text)) i -= 1;
    if (RULES.test(parts[i]?.text ?? '') && parts[i]!.sentence === sentence) {
      let subject = i;
      while (subject > 0 && COMMANDS.test(parts[subject - 1]!.text)) subject -= 1;
      const { nouns, from } = nounsBefore(parts, subject);
      // "Is not stored" tells how it is; "must not be stored" and "is never stored" rule it out.
      if (parts[i]!.text === 'not' && !/^(?:must|may|should|can|shall)$/.test(parts[i - 1]?.text ?? '')) return null;
      return made(nouns, from, at + 1);
    }
    const { nouns, from } = nounsBefore(parts, i + 1);
    return i < at - 1 - ever && parts[from - 1]?.text === 'no' ? made(nouns, from - 1, at + 1) : null;
  }
  const { nouns, to } = nounsFrom(parts, at + 1);
  const no = at - 1 - ever;
  const denies = before(1 + ever);
  if (denies === 'without' || (RULES.test(denies) && !(denies === 'not' && !COMMANDS.test(before(2 + ever)))))
    return made(nouns, no, to);
  // "Nobody may delete", "no one is allowed to delete".
  const subject = parts
    .slice(Math.max(0, at - 5), at)
    .filter((part) => part.sentence === sentence)
    .map(({ text }) => text)
    .join(' ');
  const nobody =
    /\b(?:nobody|no one) (?:may|can|must|should|(?:is|should be) (?:able|allowed) to|ever) ?(?:ever)?$/.exec(subject);
  return nobody === null ? null : made(nouns, at - nobody[0].trim().split(' ').length, to);
}

/** "No changes to the public API", "store nothing on the device", "keep the logs forever". */
function ruledByNoun(parts: readonly Part[], at: number): Ruling | null {
  const text = (n: number): string => parts[at + n]?.text ?? '';
  if (text(0) === 'no' && /^(?:changes?|edits?|modifications?)$/.test(text(1)) && text(2) === 'to') {
    const { nouns, to } = nounsFrom(parts, at + 3);
    return ruling(parts, CHANGE, nouns, at, to);
  }
  const act = actOf(parts[at]!);
  if (act !== undefined && text(1) === 'nothing') {
    const found = ruling(parts, act, [ANYTHING], at, at + 2);
    return found === null || found.limits.length === 0 ? null : { ...found, always: true };
  }
  if (/^(?:keep|store|retain)s?$/.test(text(0))) {
    const { nouns, to } = nounsFrom(parts, at + 1);
    const thing = nouns.filter((noun) => !FOREVER.test(noun));
    return thing.length < nouns.length ? ruling(parts, DELETE, thing, at, to) : null;
  }
  return null;
}

const MOST_RULINGS = 12;
const FURTHEST = 3;

export function ruledActs(parts: readonly Part[], prose: string): Found[] {
  // Most prompts rule nothing out.
  if (!/\b(?:no|not|never|nobody|nothing|without|cannot|forever|indefinitely|permanently)\b|n['’]t\b/i.test(prose))
    return [];
  const rulings: Ruling[] = [];
  for (let at = 0; at < parts.length && rulings.length < MOST_RULINGS; at++) {
    if (parts[at]!.kind !== 'word') continue;
    const found = ruledByNoun(parts, at) ?? rulingAt(parts, at);
    if (found !== null) rulings.push(found);
  }
  for (const ruled of rulings) {
    for (let at = 0; at < parts.length; at++) {
      if (at >= ruled.from - 1 && at < ruled.end) continue;
      const end = askedFor(parts, prose, at, ruled);
      if (end < 0) continue;
      const text = (from: number, to: number): string => prose.slice(parts[from]!.start, parts[to - 1]!.end);
      const sides: [string, string] = [text(ruled.from, ruled.end), text(at, end)];
      return [{ axis: 'act', sides: at > ruled.from ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.7 }];
    }
  }
  return [];
}

/** Behind what asks at `at` for what is ruled out; -1 where it does not. */
function askedFor(parts: readonly Part[], prose: string, at: number, ruled: Ruling): number {
  const { sentence } = parts[at]!;
  const gap = sentence - parts[ruled.from]!.sentence;
  if (Math.abs(gap) > FURTHEST || denierOf(parts, at) >= 0) return -1;
  const before = parts[at - 1]?.text ?? '';
  // "The update", "for export": a noun.
  if (DETERMINERS.has(before) || /^(?:of|for|from|in|on|with|by|via)$/.test(before)) return -1;
  const { nouns, to } = nounsFrom(parts, at + 1);
  const names = isNamedBy(parts[at]!, ruled);
  if (!names && actOf(parts[at]!) !== ruled.act && !doesTheSame(parts, at, to, ruled.act)) return -1;
  let [from, end] = [at, to];
  while (from > 0 && parts[from - 1]!.sentence === sentence && from !== ruled.end) from -= 1;
  while (end < parts.length && parts[end]!.sentence === sentence && end !== ruled.from) end += 1;
  const said = prose.slice(parts[from]!.start, parts[end - 1]!.end).toLowerCase();
  if (OTHERWISE.test(said) || TROUBLE_SENTENCE.test(said)) return -1;
  if (!ruled.always && /\b(?:when|whenever|once|after|as soon as|then|later)\b/.test(said)) return -1;
  const words = new Set(parts.slice(from, end).map(word));
  const [head, ...details] = ruled.thing.toReversed();
  if (![...ruled.limits, ...details].every((one) => words.has(one))) return -1;
  if (names) return to;
  if (head === ANYTHING) return nouns.length > 0 ? to : -1;
  if (GENERIC.test(head!)) return details.length > 0 && nouns.includes(details[0]!) ? to : -1;
  // "Rename the public API method" changes the API.
  if (nouns.at(-1) === head || (ruled.act === CHANGE && nouns.includes(head!))) return to;
  // "Send the customer an email".
  const second = nounsFrom(parts, to);
  const isSecond = nouns.length > 0 && /^(?:an?|the|this|their)$/.test(parts[to]?.text ?? '');
  return isSecond && parts[to]!.sentence === sentence && second.nouns.at(-1) === head ? second.to : -1;
}

/** "Do not send notifications … notify the user". */
const isNamedBy = ({ kind, text }: Part, { act, thing }: Ruling): boolean =>
  kind === 'word' &&
  act === 'send' &&
  thing.length === 1 &&
  /^(?:e?mail|notif|messag|remind|text|invoic)/.test(text) &&
  /^(?:emails?|mails?|notify|notifies|messages?|reminds?|texts?)$/.test(text) &&
  thing[0]!.slice(0, 4) === text.slice(0, 4);

/** "Write the password to the log" logs it; what is kept "for exactly 30 days" is deleted then. */
function doesTheSame(parts: readonly Part[], at: number, to: number, act: string): boolean {
  const behind = parts
    .slice(to, to + 4)
    .map(({ text }) => text)
    .join(' ');
  if (act === 'log')
    return /^(?:write|put|include|add)s?$/.test(parts[at]!.text) && /^(?:in|to|into) the logs?\b/.test(behind);
  return (
    act === DELETE && /^(?:keep|store|retain)s?$/.test(parts[at]!.text) && /^for (?:exactly|only|at most) /.test(behind)
  );
}
