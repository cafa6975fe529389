/** What is done to a thing and left undone in the same breath: "compress the file and leave it uncompressed", "hide it and keep it visible". */
import type { Found } from './contradictions.ts';
import { type Entry, OPPOSITES } from './opposites.ts';
import { ADVERBS, isNounish, type Part, rootOf, words } from './prompt-words.ts';

const LEAVES = words('leave leaves leaving keep keeps keeping');
/** They say how a thing is afterwards, as "leave" does, unless the act itself undid something. */
const PUTS_AWAY = words('store stores storing save saves saving');
const UNDOES = /^(?:un|de(?:crypt|compress|code)|thaw|melt)/;
/** Between the act and what is left they say that time passes, or that only some of it is left. */
const PARTED = words(
  'or then after before if when unless until once while otherwise instead later first again finally toggle switch rather not without from',
);
const FURTHEST = 14;

export function leftUndone(parts: readonly Part[], prose: string): Found[] {
  for (let at = 3; at < parts.length - 1; at++) {
    const verb = parts[at - 1]!;
    const puts = PUTS_AWAY.has(verb.text);
    if (!/^(?:it|them)$/.test(parts[at]!.text) || !(puts || LEAVES.has(verb.text))) continue;
    if (!/^(?:and|but|,|yet|also|to|must|should)$/.test(parts[at - 2]!.text)) continue;
    const state = stateFrom(parts, at + 1);
    if (state === null || !endsThere(parts[state.to])) continue;
    const act = actBefore(parts, at - 1, state.text, puts);
    if (act < 0) continue;
    const sides: [string, string] = [
      prose.slice(parts[act]!.start, parts[act]!.end),
      prose.slice(parts[state.from]!.start, parts[state.to - 1]!.end),
    ];
    return [{ axis: 'leaving', sides, cosmetic: false, confidence: 0.8 }];
  }
  return [];
}

interface State {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The longest word of the lists from here, else the one word that stands here. */
function stateFrom(parts: readonly Part[], at: number): State | null {
  let from = at;
  while (ADVERBS.has(parts[from]?.text ?? '') && parts[from]!.text !== 'not') from += 1;
  for (let length = 3; length > 0; length--) {
    const text = parts
      .slice(from, from + length)
      .map((part) => part.text)
      .join(' ');
    if (OPPOSITES.has(text) || (length === 1 && isNounish(parts[from])))
      return { text, from, to: Math.min(parts.length, from + length) };
  }
  return null;
}

const endsThere = (part: Part | undefined): boolean =>
  part === undefined || /^(?:[.,;!]|and|in|on|at|everywhere|all|too|forever|always|permanently|\n)$/.test(part.text);

/** The verb before, in the same sentence, of which the state is the opposite; -1 where there is none. */
function actBefore(parts: readonly Part[], before: number, state: string, puts: boolean): number {
  for (let i = before - 1; i >= 0 && i > before - FURTHEST; i--) {
    const { text, sentence, kind } = parts[i]!;
    if (sentence !== parts[before]!.sentence || PARTED.has(text)) return -1;
    if (kind !== 'word' || text.length < 4 || !isAct(parts, i) || (puts && UNDOES.test(text))) continue;
    // "Sorted in the view, unsorted in the database": each in its own place.
    const placed = parts.slice(i + 1, before).some((part) => /^(?:in|on|for|at|by|to)$/.test(part.text));
    if (undoes(text, state)) return placed ? -1 : i;
  }
  return -1;
}

/** It opens the sentence or stands behind "and", "must", "to", with an object behind it. */
const isAct = (parts: readonly Part[], at: number): boolean =>
  (at === 0 ||
    parts[at - 1]!.sentence !== parts[at]!.sentence ||
    /^(?:,|and|must|should|to|will|please|shall|always|:)$/.test(parts[at - 1]!.text)) &&
  parts[at + 1] !== undefined &&
  parts[at + 1]!.kind !== 'mark';

const opposed = (one: readonly Entry[] | undefined, other: readonly Entry[] | undefined): boolean =>
  one?.some(({ axis, pole }) => other?.some((entry) => entry.axis === axis && entry.pole !== pole)) ?? false;

function undoes(act: string, state: string): boolean {
  const denied = /^(?:un|non ?)(.{3,})$/.exec(state)?.[1];
  if (denied !== undefined && sameRoot(denied, act)) return true;
  const states = OPPOSITES.get(state);
  return states !== undefined && formsOf(act).some((form) => opposed(OPPOSITES.get(form), states));
}

const sameRoot = (one: string, other: string): boolean => bare(one) === bare(other);
/** Sorted, sort; minified, minify; zipped, zip; frozen, freeze. */
const bare = (word: string): string =>
  rootOf(
    word
      .replace(/^froze[n]?$/, 'freeze')
      .replace(/^hidden$/, 'hide')
      .replace(/ied$/, 'y'),
  )
    .replace(/(?<=.{3})ed$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1');

/** An act, and how a thing is to which it has been done. */
const formsOf = (act: string): string[] => [
  act,
  `${act}ed`,
  `${act}d`,
  `${act}${act.at(-1)}ed`,
  act.replace(/y$/, 'ied'),
  act.replace(/e$/, 'en'),
];
