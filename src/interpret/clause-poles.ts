/** Where a prompt has a word and, somewhere else, its opposite: the words of the lexicon, in every form, and what undoes another by its form. */
import { isOnOrOff } from './clauses.ts';
import { denierOf } from './negation.ts';
import { type Entry, longestFor, OPPOSITES } from './opposites.ts';
import { COMPOUNDS } from './opposites-english.ts';
import { type Part, rootOf, words } from './prompt-words.ts';
import { doneForm, goingForm } from './verb-patterns.ts';

/** "Ice cream", "dry run": the word says nothing by itself. */
function isInCompound(parts: readonly Part[], { at, to }: Pole): boolean {
  const key = parts
    .slice(at, to)
    .map(({ text }) => text)
    .join(' ');
  return COMPOUNDS.has(`${key} ${parts[to]?.text ?? ''}`) || COMPOUNDS.has(`${parts[at - 1]?.text} ${key}`);
}

interface Known {
  readonly entries: readonly Entry[];
  /** It has been done: "kept", which is no order. */
  readonly done: boolean;
}
const CLAUSE_TWINS = words(
  'outcome activation colours tongue currency indents quoting clock degrees distance format codetongue amounts rank severity sidewise2 ends2',
);
export const isAct = ({ role }: Entry): boolean => role === 'act' || role === 'verb';

/** The words of the lexicon that count here, and what has been done by their verbs: "kept" for "keep". Built once. */
const KNOWN: ReadonlyMap<string, Known> = knownWords();

/** What one of them begins with: most words of a prompt begin none, and need no further look. */
const BEGINS: ReadonlySet<string> = new Set([...KNOWN.keys()].map((key) => key.split(' ', 1)[0]!));

function knownWords(): Map<string, Known> {
  const found = new Map<string, Known>();
  for (const [word, listed] of OPPOSITES) {
    const entries = listed.filter(({ role, axis }) => role !== 'noun' && (role !== 'twin' || CLAUSE_TWINS.has(axis)));
    if (entries.length > 0) found.set(word, { entries, done: false });
  }
  for (const [word, listed] of OPPOSITES) {
    const acts = listed.filter(isAct);
    if (acts.length === 0 || word.includes(' ') || /ing$|[^s]s$/.test(word)) continue;
    for (const form of acts[0]!.role === 'verb' ? [doneForm(word), goingForm(word)] : [doneForm(word)]) {
      const known = found.get(form);
      const entries = [...(known?.entries ?? []), ...acts];
      found.set(form, { entries, done: !form.endsWith('ing') && !(known?.entries.some(isAct) && !known.done) });
    }
  }
  return found;
}

export interface Pole extends Known {
  readonly at: number;
  readonly to: number;
}

function poleAt(parts: readonly Part[], at: number, undoing: ReadonlyMap<string, Known>): Pole | null {
  const first = parts[at]!;
  if (first.kind !== 'word' || (!BEGINS.has(first.text) && !undoing.has(first.text))) return null;
  for (let length = Math.min(longestFor(first.text, parts[at + 1]?.text), parts.length - at); length > 0; length--) {
    let key = first.text;
    for (let i = at + 1; i < at + length; i++) key += ` ${parts[i]!.text}`;
    const listed = KNOWN.get(key);
    const formed = length === 1 ? undoing.get(key) : undefined;
    const known = listed ?? formed;
    if (known === undefined) continue;
    if (length === 1 && /^(?:on|off)$/.test(key) && !isOnOrOff(parts, at)) return null;
    const next = parts[at + length];
    if (length === 1 && (first.joined || next?.joined) && !/^(?:only|weight)$/.test(next?.text ?? '')) continue;
    const entries =
      formed === undefined || listed === undefined ? known.entries : [...listed.entries, ...formed.entries];
    return { at, to: at + length, entries, done: known.done };
  }
  return null;
}

const NONE: ReadonlyMap<string, Known> = new Map();
const MOST_UNDOING = 20;
const UNDOES = /^(?:un|de|dis).{3}/;
/** "Register … unregister": a word that undoes another of the prompt, by its form. */
function undoingIn(parts: readonly Part[]): ReadonlyMap<string, Known> {
  const undoing: Part[] = [];
  for (const part of parts)
    if (
      part.kind === 'word' &&
      (part.text.startsWith('d') || part.text.startsWith('u')) &&
      UNDOES.test(part.text) &&
      undoing.length < MOST_UNDOING
    )
      undoing.push(part);
  if (undoing.length === 0) return NONE;
  const found = new Map<string, Known>();
  for (const { text } of undoing) {
    const root = rootOf(text.replace(/^(?:un|de|dis)/, ''));
    for (const part of parts)
      if (part.kind === 'word' && root.length > 1 && part.text !== text && rootOf(part.text) === root)
        for (const [pole, word] of [part.text, text].entries())
          found.set(word, {
            entries: [{ axis: root, pole, role: 'act', cosmetic: false, strict: true }],
            done: /(?:ed|able|ible)$/.test(word),
          });
  }
  return found;
}

const PLAINLY = /^(?:not|never|cannot)$|n't$/;
/** "Must not be hidden" is to be visible. What is not red may still be blue or green. */
const turned = (pole: Pole): Pole => ({
  ...pole,
  entries: pole.entries.flatMap((entry) => (SEVERAL.has(entry.axis) ? [] : [{ ...entry, pole: 1 - entry.pole }])),
});
/** "Don't publish it yet", "don't just hide it" leave it open. */
function isForGood(parts: readonly Part[], denier: number): boolean {
  const { sentence } = parts[denier]!;
  for (let i = denier + 1; parts[i]?.sentence === sentence && parts[i]!.text !== ','; i++)
    if (NOT_FOR_GOOD.has(parts[i]!.text)) return false;
  return true;
}
const NOT_FOR_GOOD = words('yet just only simply merely necessarily both anymore again twice');
/** The axes of more than two poles. */
const SEVERAL: ReadonlySet<string> = new Set(
  [...OPPOSITES.values()].flatMap((entries) => entries.flatMap(({ axis, pole }) => (pole > 1 ? [axis] : []))),
);

/** Every word with an opposite in the prompt, where that opposite is there as well. */
export function polesIn(parts: readonly Part[]): Pole[] {
  const found: Pole[] = [];
  const undoing = undoingIn(parts);
  for (let at = 0; at < parts.length; at++) {
    const pole = poleAt(parts, at, undoing);
    if (pole === null) continue;
    const denier = denierOf(parts, pole.at);
    const waits = parts[at]!.text === 'until';
    // "Nothing is saved until the user saves it": by hand, where it is denied.
    if (waits ? denier >= 0 : denier < 0) found.push(pole);
    else if (waits) continue;
    else if (PLAINLY.test(parts[denier]!.text) && isForGood(parts, denier)) found.push(turned(pole));
    at = pole.to - 1;
  }
  if (found.length < 2) return [];
  const poles = new Map<string, number>();
  const opposed = new Set<string>();
  for (const { entries } of found)
    for (const { axis, pole } of entries) {
      const known = poles.get(axis);
      if (known === undefined) poles.set(axis, pole);
      else if (known !== pole) opposed.add(axis);
    }
  if (opposed.size === 0) return [];
  return found.flatMap((pole) => {
    const entries = pole.entries.filter(({ axis }) => opposed.has(axis));
    return entries.length === 0 || isInCompound(parts, pole) ? [] : [{ ...pole, entries }];
  });
}
