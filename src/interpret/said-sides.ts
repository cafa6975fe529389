/**
 * Which side of an opposition an answer takes: every word of it that names a side, how it is spoken of, and what they come to together.
 * The last clear statement counts; a side that is spoken against is never taken.
 */
import type { Opposition } from '../core/interpretation.ts';
import { isDenied } from './negation.ts';
import { OPPOSITES } from './opposites.ts';
import { japaneseWordsIn } from './opposites-japanese.ts';
import {
  ADVERBS,
  CONJUNCTIONS,
  COPULAS,
  DETERMINERS,
  HELPERS,
  type Part,
  PREPOSITIONS,
  PRONOUNS,
  partsOf,
  proseOf,
  rootOf,
  stemOf,
} from './prompt-words.ts';
import { knownWordFor } from './spelling.ts';
import { type Stance, stancesOf } from './stance.ts';
import type { Span } from './stance-about-else.ts';
import { japaneseStancesOf, type TextSpan } from './stance-japanese.ts';
import { isJapanese } from './task-japanese.ts';
import { FILLERS } from './task-words.ts';

/** A word of an answer that names a side; side -1 is a third that the question did not offer. */
export interface Said {
  readonly side: number;
  readonly stance: Stance;
  readonly start: number;
  readonly end: number;
}

/** `both` are wanted; `open` is what cannot be told; `none` where no side is named at all. */
export type Verdict = 0 | 1 | 'both' | 'third' | 'open' | 'none';

const CORRECTS =
  /\b(?:actually|no,? wait|wait,|scratch that|strike that|sorry|i mean|i meant|second thoughts?|correction|make that|make it|or rather|changed? my mind|my bad|oops)\b|(?:^|[,.;!?…—–-]\s*)(?:no|nope|nah)\b(?=\s*[,.;!…—–-])|やっぱり?|やはり|いや[、,]|訂正|間違え|もとい|というか|いいえ[、,]/i;

/** What they come to. The words before a correction do not count. */
export function verdictOf(said: readonly Said[], text: string): Verdict {
  if (said.length === 0) return 'none';
  let from = 0;
  for (let i = 1; i < said.length; i++) {
    const definite = said[i]!.stance === 'for' || said[i]!.stance === 'against';
    const between = text.slice(said[i - 1]!.end, said[i]!.start);
    const corrected = CORRECTS.test(between) && !(/\bmake it\b/i.test(between) && said[i]!.side === said[i - 1]!.side);
    if (definite && corrected) from = i;
  }
  const counted = said.slice(from);
  const has = (side: number, ...stances: Stance[]) =>
    counted.some((one) => one.side === side && stances.includes(one.stance));
  const wanted = ['for', 'if', 'else'] as const;
  if (has(0, ...wanted) && has(1, ...wanted)) return has(0, 'against') || has(1, 'against') ? 'open' : 'both';
  const lastDefinite = counted.findLastIndex(({ stance }) => stance === 'for' || stance === 'against');
  const open = counted.some(
    ({ stance }, i) =>
      stance === 'unsure' || stance === 'if' || stance === 'else' || (stance === 'asked' && i > lastDefinite),
  );
  if (open || lastDefinite < 0) return onlyPast(counted) ?? 'open';
  for (const side of [0, 1] as const) {
    if (!has(side, 'for')) continue;
    return has(side, 'against', 'less') ? 'open' : side;
  }
  if (has(-1, 'for')) return 'third';
  const denied = [has(0, 'against'), has(1, 'against')];
  const past = [has(0, 'past'), has(1, 'past')];
  if (denied[0] === denied[1]) return 'open';
  const left = denied[0] ? 1 : 0;
  return has(left, 'less') || (past[left] && !past[1 - left]) ? 'open' : left;
}

/** "I said hot!" */
function onlyPast(said: readonly Said[]): 0 | 1 | null {
  const [first] = said;
  const same = said.every(({ stance, side }) => stance === 'past' && side === first!.side);
  return same && (first!.side === 0 || first!.side === 1) ? first!.side : null;
}

/** Two words of the lexicon, and no clauses. */
export const isPlainPair = ({ axis, sides }: Opposition): boolean =>
  poleOf(axis, sides[0]) !== null && poleOf(axis, sides[1]) !== null;

function poleOf(axis: string, words: string): number | null {
  const key = words.toLowerCase().replace(/[-\s]+/g, ' ');
  const entries = OPPOSITES.get(key) ?? OPPOSITES.get(knownWordFor(key) ?? '');
  const entry = entries?.find((one) => one.axis === axis);
  if (entry !== undefined) return entry.pole;
  return japaneseWordsIn(words).find((word) => word.axis === axis)?.pole ?? null;
}

/** What the prompt is about, to tell a word about it from a word about another thing. */
export const rootsOf = (prompt: string): ReadonlySet<string> =>
  new Set(
    partsOf(proseOf(prompt))
      .filter(({ kind, text }) => kind === 'word' && !isSmall(text))
      .map(({ text }) => rootOf(text)),
  );

type Named = Span & { readonly side: number };

function withStances(parts: readonly Part[], named: readonly Named[], prompt: string): Said[] {
  const stances = stancesOf(parts, named, rootsOf(prompt));
  return named.map(({ side, from, to }, i) => ({
    side,
    stance: stances[i]!,
    start: parts[from]!.start,
    end: parts[to - 1]!.end,
  }));
}

/** The words of a text that name a side, by the lexicon or, for sides that are phrases, by their own words. */
export function saidOf(opposition: Opposition, text: string, prompt: string): Said[] {
  const { axis, sides } = opposition;
  const poles = sides.map((side) => poleOf(axis, side));
  const parts = partsOf(text);
  if (poles[0] === null || poles[1] === null)
    return isJapanese(text) ? japanesePhrases(sides, text, prompt) : phrasesOf(sides, parts, prompt);
  const sideOf = (pole: number) => (poles[0] === pole ? 0 : poles[1] === pole ? 1 : -1);
  const english = withStances(parts, namedIn(axis, parts, sideOf, OPPOSITES), prompt);
  return [...english, ...japaneseSaid(axis, text, sideOf, prompt)].toSorted((a, b) => a.start - b.start);
}

type Table = ReadonlyMap<string, readonly { readonly axis: string; readonly pole: number; readonly role: string }[]>;

function namedIn(axis: string, parts: readonly Part[], sideOf: (pole: number) => number, table: Table): Named[] {
  const found: Named[] = [];
  for (let at = 0; at < parts.length; at++) {
    for (let length = Math.min(6, parts.length - at); length > 0; length--) {
      const key = parts
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' ');
      const known = table.get(key) ?? (length === 1 ? table.get(knownWordFor(key) ?? '') : undefined);
      const entry = known?.find((one) => one.axis === axis);
      if (entry === undefined) continue;
      // "Cool, …" greets the question.
      const greets = at === 0 && key === 'cool' && parts[1]?.kind === 'mark' && parts.length > 3;
      if (!greets) found.push({ side: sideOf(entry.pole), from: at, to: at + length, noun: entry.role === 'noun' });
      at += length - 1;
      break;
    }
  }
  return found;
}

/** Words that name a pole in an answer alone, where no word of the lexicon is: in a prompt they say too little. */
const HINTS = `
publicity: everyone everybody anyone anybody the-world the-internet publish | staff only-me just-me nobody-else internal only-us only-the-team
synchrony: wait waits waiting block blocks | background immediately right-away
need: must-fill must-enter must-give must-provide require | leave-empty left-empty left-blank skip omit be-empty leave-blank
keeping: need-later need-it-later need-them-later store stay stays | get-rid throw-away throw-them-away clean-up clean
temperature: heat heats cook bake melt thaw warm-up | freeze freezes chill
matter: melt melts flow flows | solidify hard harden
encryption: encrypt encrypts encryption hash cipher | readable
writing: | edit edits change modify write
mutability: | change modify mutate setters
visibility: see display | hide
network: internet connection | airplane-mode
permanence: | forever persist survive survives
automation: automate | hand click
sound: silence | noise sound
permission: let | stop
`;
const HINT_TABLE: Table = new Map(
  HINTS.trim()
    .split('\n')
    .flatMap((line) => {
      const [, axis, rest] = /^(\w+):(.*)$/.exec(line)!;
      return rest!.split('|').flatMap((side, pole) =>
        side
          .trim()
          .split(/\s+/)
          .filter((word) => word !== '')
          .map((word) => ({ axis: axis!, pole, key: word.replaceAll('-', ' ') })),
      );
    })
    .reduce((table, { axis, pole, key }) => {
      table.set(key, [...(table.get(key) ?? []), { axis, pole, role: 'verb' }]);
      return table;
    }, new Map<string, { axis: string; pole: number; role: string }[]>()),
);

/** "Only staff should see it" for private, "users can edit it" for editable. */
export function hintsOf({ axis, sides }: Opposition, text: string, prompt: string): Said[] {
  const poles = sides.map((side) => poleOf(axis, side));
  if (poles[0] === null || poles[1] === null) return [];
  const parts = partsOf(text);
  return withStances(
    parts,
    namedIn(axis, parts, (pole) => (poles[0] === pole ? 0 : poles[1] === pole ? 1 : -1), HINT_TABLE),
    prompt,
  );
}

const JAPANESE_STEMS: ReadonlyMap<string, readonly [RegExp, RegExp]> = new Map(
  Object.entries({
    temperature: [/温め|熱し|加熱|溶か/g, /凍ら|冷や|氷(?!の)/g],
    keeping: [/消さ|捨て/g, /残さ/g],
  }),
);

function japaneseSaid(axis: string, text: string, sideOf: (pole: number) => number, prompt: string): Said[] {
  if (!isJapanese(text)) return [];
  const known = japaneseWordsIn(text).filter((word) => word.axis === axis);
  const stems = (JAPANESE_STEMS.get(axis) ?? []).flatMap((pattern, pole) =>
    [...text.matchAll(pattern)].map(({ index, 0: word }) => ({ pole, start: index, end: index + word.length })),
  );
  const spans = [...known, ...stems.filter(({ start }) => !known.some((one) => one.start <= start && one.end > start))]
    .map(({ pole, start, end }) => ({ side: sideOf(pole), start, end }))
    .toSorted((a, b) => a.start - b.start);
  return withJapaneseStances(text, spans, prompt);
}

function withJapaneseStances(
  text: string,
  spans: readonly (TextSpan & { readonly side: number })[],
  prompt: string,
): Said[] {
  const stances = japaneseStancesOf(text, spans, prompt);
  return spans.map((span, i) => ({ ...span, stance: stances[i]! }));
}

export const isSmall = (word: string): boolean =>
  [ADVERBS, CONJUNCTIONS, COPULAS, DETERMINERS, HELPERS, PREPOSITIONS, PRONOUNS, FILLERS].some((list) =>
    list.has(word),
  );

const turned = (stance: Stance): Stance => (stance === 'for' ? 'against' : stance === 'against' ? 'for' : stance);

/** For sides that are phrases: words of the one that the other does not have, or has the other way round ("no dependencies"). */
function phrasesOf(sides: readonly [string, string], parts: readonly Part[], prompt: string): Said[] {
  const own = sides.map((side) => {
    const words = partsOf(side.toLowerCase());
    return new Map(
      words.flatMap(({ kind, text }, at) =>
        kind === 'mark' || isSmall(text) ? [] : [[stemOf(text), isDenied(words, at)] as const],
      ),
    );
  });
  const named: (Named & { readonly turn: boolean })[] = [];
  for (const [at, { text }] of parts.entries()) {
    const stem = stemOf(text);
    const [one, other] = [own[0]!.get(stem), own[1]!.get(stem)];
    if (one === other || (one !== undefined && other !== undefined && one === other)) continue;
    // In both, once denied: the answer's own denial tells which.
    const side = one === undefined ? 1 : other === undefined ? 0 : one ? 1 : 0;
    const turn = one !== undefined && other !== undefined ? false : own[side]!.get(stem)!;
    named.push({ side, turn, from: at, to: at + 1 });
  }
  return withStances(parts, named, prompt).map((one, i) =>
    named[i]!.turn ? { ...one, stance: turned(one.stance) } : one,
  );
}

const DENIED_AT_END = /(?:ない|なく|なし|ず|不可|禁止|ません)$/;

function japanesePhrases(sides: readonly [string, string], text: string, prompt: string): Said[] {
  const same = sides[0].slice(0, 3) === sides[1].slice(0, 3);
  const spans = sides.flatMap((side, i) => {
    const start = text.indexOf(side.slice(0, same ? 2 : 3));
    return start < 0 ? [] : [{ side: i, start, end: start + commonLength(text.slice(start), side) }];
  });
  if (same) {
    // The same words, once denied.
    const denies = ({ side }: { side: number }) => Number(DENIED_AT_END.test(sides[side]!));
    const [longest] = spans.toSorted((a, b) => b.end - a.end || denies(a) - denies(b));
    return longest === undefined ? [] : withJapaneseStances(text, [longest], prompt);
  }
  return withJapaneseStances(
    text,
    spans.toSorted((a, b) => a.start - b.start),
    prompt,
  ).map((one) =>
    DENIED_AT_END.test(sides[one.side]!) && !text.slice(one.start, one.end).includes(sides[one.side]!)
      ? { ...one, stance: turned(one.stance) }
      : one,
  );
}

function commonLength(text: string, side: string): number {
  let length = 0;
  while (length < side.length && text[length] === side[length]) length += 1;
  return length;
}
