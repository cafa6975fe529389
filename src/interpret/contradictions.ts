/** All that a prompt wants and excludes at once. Rules only: pairs of opposites, claims and what breaks them, numbers, denials. */
import type { Opposition } from '../core/interpretation.ts';
import { clash } from './apart.ts';
import { brokenClaims } from './broken-claims.ts';
import { circularOrder } from './circular.ts';
import { areDoneByOthers } from './clause-names.ts';
import { japaneseContradictions } from './contradictions-japanese.ts';
import { denials } from './denials.ts';
import { keptAfterAll, touchedAfterAll } from './kept-out.ts';
import { onlyOneKind } from './kinds.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { denierOf, isDenier } from './negation.ts';
import { noneAndEvery } from './none-and-every.ts';
import { nothingDone } from './nothing-done.ts';
import { clashingNumbers } from './numbers.ts';
import { onlyAndAlso } from './only-and-also.ts';
import { onlySome } from './only-some.ts';
import { opposedStatements } from './opposed-statements.ts';
import { ableRoot, basesOf, type Entry, OPPOSITES } from './opposites.ts';
import { presumedActs } from './presumed-acts.ts';
import { DETERMINERS, isNounish, type Part, partsOf, proseOf, rootOf, VERBS } from './prompt-words.ts';
import { brokenRhythms } from './rhythms.ts';
import { ruledActs } from './ruled-acts.ts';
import { sameStatement } from './same-statement.ts';
import { areSetApart, isComplaint } from './set-apart.ts';
import { impossibleSums } from './sums.ts';
import { superlatives } from './superlatives.ts';
import { isJapanese } from './task-japanese.ts';

export interface Found extends Opposition {
  readonly confidence: number;
}

const MOST_FORMS = 50;
const MOST_FOUND = 6;

function pairsOf(parts: readonly Part[], mentions: readonly Mention[], prose: string): Found[] {
  const shown = ({ from, to, denied, words }: Mention) =>
    denied ? prose.slice(parts[denierOf(parts, from)]!.start, parts[to - 1]!.end) : words;
  const found: Found[] = [];
  for (const [i, one] of mentions.entries()) {
    for (const other of mentions.slice(i + 1, i + 12)) {
      const axis = opposedIn(one, other);
      if (axis === null) continue;
      const confidence = clash(parts, one, other, axis.strict);
      if (confidence === 0 || areSetApart(parts, one, other)) continue;
      if (
        one.denied !== other.denied &&
        isComplaint(parts, (one.denied ? one : other).from, (one.denied ? other : one).from)
      )
        continue;
      if (!(one.acts && other.acts && areDoneByOthers(parts, one, other)))
        found.push({ axis: axis.name, sides: [shown(one), shown(other)], cosmetic: axis.cosmetic, confidence });
    }
  }
  return found;
}

/** The axis in which two mentions are opposed: two poles that both hold, or one pole that holds and does not. */
function opposedIn(
  one: Mention,
  other: Mention,
): { readonly name: string; readonly cosmetic: boolean; readonly strict: boolean } | null {
  if (one.denied && other.denied) return null;
  const contrary = one.denied !== other.denied;
  if (contrary && !one.plainly && !other.plainly) return null;
  for (const { axis, pole, cosmetic, strict } of one.entries) {
    for (const entry of other.entries) {
      if (entry.axis !== axis || (entry.pole === pole) !== contrary) continue;
      return { name: axis, cosmetic, strict: strict || entry.strict || contrary };
    }
  }
  return null;
}

/** Words that are opposites by their form, or by a "not" alone, each pair an axis of its own. */
function entriesByForm(parts: readonly Part[]): ReadonlyMap<string, readonly Entry[]> | undefined {
  const denying: [word: string, base: string][] = [];
  const denied: number[] = [];
  const denies = parts.some(({ text }) => isDenier(text));
  for (const [at, { kind, text, joined }] of parts.entries()) {
    if (kind !== 'word' || text.length < 3 || denying.length + denied.length > MOST_FORMS) continue;
    if (joined && parts[at - 1]?.text === 'non') denying.push([`non ${text}`, text]);
    else {
      for (const base of basesOf(text)) denying.push([text, base]);
      if (denies && isPlainlyDenied(parts, at)) denied.push(at);
    }
  }
  if (denying.length + denied.length === 0) return undefined;
  const plain = new Map<string, string>();
  if (denying.length > 0) for (const { kind, text } of parts) if (kind === 'word') plain.set(rootOf(text), text);
  const found = new Map<string, Entry[]>();
  for (const [word, base] of denying) {
    const partner = plain.get(rootOf(base));
    if (partner === undefined || OPPOSITES.has(word)) continue;
    const known = OPPOSITES.get(partner)?.filter(({ pole }) => pole < 2);
    const entry = { axis: partner, pole: 0, role: 'adjective', cosmetic: false, strict: false } as const;
    if (known === undefined) found.set(partner, [entry]);
    found.set(
      word,
      (known ?? [entry]).map((one) => ({ ...one, pole: 1 - one.pole })),
    );
  }
  for (const at of denied) {
    const { text } = parts[at]!;
    const root = rootOf(text);
    const next = parts[at + 1];
    const role =
      next !== undefined && (DETERMINERS.has(next.text) || next.text === 'to' || isNounish(next)) ? 'act' : 'adjective';
    const entry: Entry = { axis: root, pole: 0, role, cosmetic: false, strict: true };
    for (const part of parts)
      if (part.kind === 'word' && (rootOf(part.text) === root || ableRoot(part.text) === root) && !found.has(part.text))
        found.set(part.text, [entry]);
  }
  return found;
}

/** "Must not be paginated", "no endpoint may require": the word itself is denied, not one further on. */
function isPlainlyDenied(parts: readonly Part[], at: number): boolean {
  const [before, earlier] = [parts[at - 1]?.text ?? '', parts[at - 2]?.text ?? ''];
  const denies = /^(?:not|never|cannot)$|n't$/;
  if (denies.test(before) || (/^(?:be|been|ever|always)$/.test(before) && denies.test(earlier)))
    return isNounish(parts[at]) || VERBS.has(parts[at]!.text);
  // "Must not be able to resize".
  if (before === 'to' && earlier === 'able' && [at - 3, at - 4].some((i) => denies.test(parts[i]?.text ?? '')))
    return true;
  return /^(?:may|can|must|should)$/.test(before) && parts[at - 3]?.text === 'no';
}

/** Pieces of the words without which nothing is ruled out, done away with, or said to be all there is. */
const MAY_RULE =
  /no|never|neither|n['’]t|dont|doesnt|isnt|without|only|sole|exclu|except|avoid|minus|stop|prevent|forbid|lack|zero|hardly|forever|indefinite|permanent|un(?:touch|chang|modif|alter)|intact|remove|drop|delete|uninstall|scrap|rid of|abolish|eliminate|pure|entire|just|complete|100 ?%/i;

/** What reads a prompt for what it rules out and has all the same. Most prompts rule nothing out, and one look tells. */
function brokenRules(parts: readonly Part[], prose: string): Found[] {
  if (!MAY_RULE.test(prose)) return [];
  return [
    ...denials(parts, prose),
    ...ruledActs(parts, prose),
    ...sameStatement(parts, prose),
    ...noneAndEvery(parts, prose),
    ...presumedActs(parts, prose),
    ...nothingDone(parts, prose),
    ...keptAfterAll(parts, prose),
    ...touchedAfterAll(prose),
    ...onlySome(parts, prose),
    ...onlyAndAlso(prose),
    ...onlyOneKind(prose),
  ];
}

/** Every opposition of a prompt, each axis once, the surest first among equals. */
export function contradictionsIn(prompt: string): Found[] {
  const prose = proseOf(prompt);
  const japanese = isJapanese(prose);
  const found = japanese && !HAS_LETTERS.test(prose) ? [] : englishContradictions(prose);
  if (japanese) found.push(...japaneseContradictions(prose));
  return distinct(found).slice(0, MOST_FOUND);
}

const HAS_LETTERS = /[A-Za-z\d]/;

function englishContradictions(prose: string): Found[] {
  const parts = partsOf(prose);
  return [
    ...pairsOf(parts, mentionsIn(parts, prose, entriesByForm(parts)), prose),
    ...opposedStatements(parts, prose),
    ...superlatives(prose),
    ...brokenClaims(prose),
    ...clashingNumbers(parts, prose),
    ...impossibleSums(prose),
    ...brokenRhythms(prose),
    ...brokenRules(parts, prose),
    ...circularOrder(parts, prose),
  ];
}

/**
 * One of an axis is enough to ask about, and what one rule has named needs no other rule. Of two in an axis the one counts that shares no
 * word with another axis: of "hot frozen … liquid and solid" liquid and solid, since frozen is the opposite of hot already.
 */
function distinct(found: readonly Found[]): Found[] {
  const isBorrowed = ({ axis, sides }: Found) =>
    found.some((other) => other.axis !== axis && other.sides.some((side) => sides.includes(side)));
  const kept: Found[] = [];
  for (const one of found) {
    const at = kept.findIndex(({ axis }) => axis === one.axis);
    if (at >= 0 && isBorrowed(kept[at]!) && !isBorrowed(one)) kept[at] = one;
    const known = kept.some(
      (other) =>
        other.axis === one.axis ||
        one.sides.every((side) => other.sides.some((word) => word.includes(side) || side.includes(word))),
    );
    if (!known) kept.push(one);
  }
  return kept;
}
