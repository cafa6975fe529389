/** All that a prompt wants and excludes at once. Rules only: pairs of opposites, claims and what breaks them, numbers, denials. */
import type { Opposition } from '../core/interpretation.ts';
import { clash } from './apart.ts';
import { brokenClaims } from './broken-claims.ts';
import { japaneseContradictions } from './contradictions-japanese.ts';
import { denials } from './denials.ts';
import { onlyOneKind } from './kinds.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { clashingNumbers } from './numbers.ts';
import { type Entry, isNegatedForm, OPPOSITES } from './opposites.ts';
import { type Part, partsOf, proseOf } from './prompt-words.ts';
import { isJapanese } from './task-japanese.ts';

export interface Found extends Opposition {
  readonly confidence: number;
}

const MOST_FORMS = 50;
const MOST_FOUND = 6;

function pairsOf(parts: readonly Part[], mentions: readonly Mention[]): Found[] {
  const found: Found[] = [];
  for (const [i, one] of mentions.entries()) {
    for (const other of mentions.slice(i + 1, i + 12)) {
      const axis = opposedIn(one, other);
      if (axis === null) continue;
      const confidence = clash(parts, one, other, axis.strict);
      if (confidence > 0)
        found.push({ axis: axis.name, sides: [one.words, other.words], cosmetic: axis.cosmetic, confidence });
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
  for (const { axis, pole, cosmetic, strict } of one.entries) {
    for (const entry of other.entries) {
      if (entry.axis !== axis || (entry.pole === pole) !== contrary) continue;
      return { name: axis, cosmetic, strict: strict || entry.strict || contrary };
    }
  }
  return null;
}

/** Words of no list that are opposites by their form, each pair an axis of its own. */
function entriesByForm(parts: readonly Part[]): ReadonlyMap<string, readonly Entry[]> {
  const plain = new Set<string>();
  const denying = new Set<string>();
  for (const [at, { kind, text, joined }] of parts.entries()) {
    if (kind !== 'word' || text.length < 4) continue;
    if (joined && parts[at - 1]?.text === 'non') denying.add(`non ${text}`);
    else if (/^(?:un|non|in|im|ir|il|dis)|less$/.test(text)) denying.add(text);
    plain.add(text);
  }
  const found = new Map<string, Entry[]>();
  for (const denial of [...denying].slice(0, MOST_FORMS)) {
    const partner = [...plain].find((word) => isNegatedForm(word, denial.replace(' ', '')));
    if (partner === undefined || OPPOSITES.has(partner)) continue;
    const entry = { axis: partner, role: 'adjective', cosmetic: false, strict: false } as const;
    found.set(partner, [{ ...entry, pole: 0 }]);
    found.set(denial, [{ ...entry, pole: 1 }]);
  }
  return found;
}

/** Every opposition of a prompt, each axis once, the surest first among equals. */
export function contradictionsIn(prompt: string): Found[] {
  const prose = proseOf(prompt);
  const parts = partsOf(prose);
  const found = [
    ...pairsOf(parts, mentionsIn(parts, prose, entriesByForm(parts))),
    ...brokenClaims(prose),
    ...clashingNumbers(prose),
    ...denials(parts, prose),
    ...onlyOneKind(prose),
    ...(isJapanese(prose) ? japaneseContradictions(prose) : []),
  ];
  return distinct(found).slice(0, MOST_FOUND);
}

/** One of an axis is enough to ask about; and what one rule has named needs no other rule. */
function distinct(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of found) {
    const known = kept.some(
      (other) =>
        other.axis === one.axis ||
        one.sides.every((side) => other.sides.some((word) => word.includes(side) || side.includes(word))),
    );
    if (!known) kept.push(one);
  }
  return kept;
}
