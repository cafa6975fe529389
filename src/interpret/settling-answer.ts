/**
 * Whether an answer settles what was asked about, and how. It is read against the conflict alone: what the prompt said before does not
 * speak against the answer, and what the answer does not say is not made up.
 */
import type { Conflict, Opposition } from '../core/interpretation.ts';
import { contradictionsIn } from './contradictions.ts';
import { isDenied } from './negation.ts';
import { settlesNothing } from './no-answer.ts';
import { isNonsense } from './nonsense.ts';
import { ableRoot, OPPOSITES } from './opposites.ts';
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
import { isJapanese } from './task-japanese.ts';
import { FILLERS } from './task-words.ts';
import { isVague } from './vague.ts';

/** What becomes of one opposition: the side that is dropped, or none where the answer makes room for both or for a third. */
export interface Choice {
  readonly opposition: Opposition;
  readonly dropped: 0 | 1 | null;
}

/** Who chooses needs no more words than this. */
const LONGEST_ANSWER = 2_000;

/** The choices that settle a conflict, in its order; null where the answer leaves something open. */
export function choicesOf(conflict: Conflict, answer: string, prompt = ''): readonly Choice[] | null {
  const text = proseOf(answer.slice(0, LONGEST_ANSWER)).trim();
  if (settlesNothing(text)) return null;
  const { oppositions } = conflict;
  if (conflict.kind !== 'contradiction') {
    return isNonsense(text) || isVague(text) || contradictionsIn(text).length > 0 ? null : [];
  }
  const place = placeNamed(text);
  if (place !== null) {
    if (oppositions.length !== 1 || place > 1) return null;
    return [{ opposition: oppositions[0]!, dropped: place === 0 ? 1 : 0 }];
  }
  // What the answer gives each its own place is no contradiction of it.
  const own = contradictionsIn(text).filter(
    ({ axis }) => !(isShared(text) && oppositions.some((one) => one.axis === axis)),
  );
  const choices = oppositions.map((opposition) => choiceOf(opposition, text, prompt));
  if (choices.some((choice) => choice === null)) return null;
  // An answer that says something new and takes it back has not said it.
  return own.length > 0 ? null : (choices as Choice[]);
}

/** An answer that is none, whoever reads it: nobody may take it for a choice. */
export function isNoAnswer(answer: string): boolean {
  const text = proseOf(answer.slice(0, LONGEST_ANSWER)).trim();
  return settlesNothing(text) || placeNamed(text) !== null || isNonsense(text) || contradictionsIn(text).length > 0;
}

const ORDINALS: readonly RegExp[] = [
  /^(?:(?:the |option |number |no\.? ?|#|choice |answer )*(?:1|one|first|former)(?:st)?(?: (?:one|option|choice|word|thing))?|1つ目|一つ目|ひとつ目|最初(?:の(?:方|ほう|もの)?)?|前者|1番目?|一番目|左)(?:(?:の(?:方|ほう))?(?:で|を|に|が)?(?:お願いします|お願い|して|ください|いい|良い)?(?:です)?)?[\s.!。！]*(?:please|thanks)?[\s.!]*$/i,
  /^(?:(?:the |option |number |no\.? ?|#|choice |answer )*(?:2|two|second|latter|last)(?:nd)?(?: (?:one|option|choice|word|thing))?|2つ目|二つ目|ふたつ目|後者|2番目?|二番目|最後(?:の(?:方|ほう|もの)?)?|右)(?:(?:の(?:方|ほう))?(?:で|を|に|が)?(?:お願いします|お願い|して|ください|いい|良い)?(?:です)?)?[\s.!。！]*(?:please|thanks)?[\s.!]*$/i,
];

/** The place in the list that an answer names; 2 and more where there is no such place. */
function placeNamed(text: string): number | null {
  if (text.length > 60) return null;
  const plain = text.replace(
    /^(?:i(?:'d| would)? (?:want|choose|pick|take|like|prefer|say)|let's (?:take|go with|use)|go (?:with|for)|take|use|pick|choose|make it)\s+/i,
    '',
  );
  const at = ORDINALS.findIndex((pattern) => pattern.test(plain));
  if (at >= 0) return at;
  const number = /^#?(\d{1,4})[.!)]?$/.exec(plain)?.[1];
  return number === undefined ? null : Number(number) === 0 ? 9 : Number(number) - 1;
}

type Poles = readonly [boolean, boolean];

function choiceOf(opposition: Opposition, text: string, prompt: string): Choice | null {
  const [first, second] = saidOf(opposition, text);
  if (first && second) return isShared(text) ? { opposition, dropped: null } : null;
  if (first || second) return { opposition, dropped: first ? 1 : 0 };
  const meant = sideByHint(opposition, text) ?? sideByClause(opposition, text, prompt);
  if (meant !== null) return { opposition, dropped: meant === 0 ? 1 : 0 };
  const third = isThird(text) || (!isPlainPair(opposition) && hasOwnWords(text));
  return third ? { opposition, dropped: null } : null;
}

/** What people say for a pole without its word: "only staff should see it" is private. */
const HINTS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  publicity: [
    /\b(?:everyone|everybody|anyone|anybody|the world|the internet)\b/i,
    /\b(?:only|just me|nobody else|staff|internal)\b/i,
  ],
  synchrony: [/(?<!n[o']t )(?<!without )\bwait/i, /\b(?:not|n't|without) wait|\bbackground\b|\bimmediately\b/i],
  need: [/\bmust (?:be )?(?:fill|give|enter|provide)/i, /\b(?:can|may) (?:be )?(?:leave|left|skip|omit|empty)/i],
  keeping: [/\bneed (?:it|them) later\b/i, /\b(?:get rid|throw|clean)\b/i],
};

function sideByHint({ axis, sides }: Opposition, text: string): 0 | 1 | null {
  const [one, other] = HINTS[axis]?.map((hint) => hint.test(text)) ?? [false, false];
  const poles = sides.map((side) => poleOf(axis, side));
  if (one === other || poles.includes(null)) return null;
  return poles[0] === (one ? 0 : 1) ? 0 : 1;
}

/** The side whose own clause of the prompt has the answer's words: "the caller should wait" for "the caller never waits". */
function sideByClause({ sides }: Opposition, text: string, prompt: string): 0 | 1 | null {
  if (prompt === '' || isJapanese(text)) return null;
  const prose = proseOf(prompt);
  const one = prose.indexOf(sides[0]);
  const other = prose.indexOf(sides[1], one + 1);
  if (one < 0 || other < 0) return null;
  const clauses = [partsOf(prose.slice(one, other)), partsOf(prose.slice(other, other + 300))];
  const answer = partsOf(text);
  let lean = 0;
  let matches = 0;
  for (const [at, { kind, text: word }] of answer.entries()) {
    if (kind !== 'word' || isSmall(word)) continue;
    for (const [side, parts] of clauses.entries()) {
      const found = parts.findIndex(
        (part) => rootOf(part.text) === rootOf(word) || ableRoot(part.text) === rootOf(word),
      );
      if (found < 0) continue;
      // That it can be edited says "editable" by itself; of other words one alone may be chance.
      matches += ableRoot(parts[found]!.text) === rootOf(word) ? 2 : 1;
      lean += (side === 0 ? 1 : -1) * (isDenied(parts, found) === isOff(answer, at) ? 1 : -1);
    }
  }
  return lean === 0 || matches < 2 ? null : lean > 0 ? 0 : 1;
}

/** Neither of the two, but something between them. */
const isThird = (text: string): boolean =>
  /\b(?:lukewarm|tepid|room temperature|medium|in between|halfway|moderate|neutral|configurable|let the user (?:choose|decide)|depending on|a toggle|switchable)\b|ぬるい|常温|中くらい|普通の温度/i.test(
    text,
  );

/** Words that give each side its own place: "hot outside, frozen inside". */
const isShared = (text: string): boolean =>
  /\b(?:outside|inside|outer|inner|interior|exterior|core|shell|top|bottom|first|then|when|while|during|by day|at night|by default|for (?:the )?\w+|in (?:the )?\w+|on (?:the )?\w+|left|right|before|after|initially|later|until|toggle|switch|depending|if|separate(?:ly)?)\b|は[^、。]{1,12}、[^、。]{1,12}は|外側|内側|外は|中は|最初は|その後|場合|とき|上は|下は/i.test(
    text,
  ) && !/\bor\b/i.test(text);

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

/** Which sides an answer affirms. To deny one of two is to take the other. */
function saidOf({ axis, sides }: Opposition, text: string): Poles {
  const parts = partsOf(text);
  const affirmed = [false, false];
  const denied = [false, false];
  const note = (side: number, no: boolean) => {
    (no ? denied : affirmed)[side] = true;
  };
  const poles = sides.map((side) => poleOf(axis, side));
  const sideOf = (pole: number) => (poles[0] === pole ? 0 : poles[1] === pole ? 1 : -1);
  if (poles[0] !== null && poles[1] !== null) {
    for (const { pole, no } of [...polesIn(axis, parts), ...japanesePoles(axis, text)])
      if (sideOf(pole) >= 0) note(sideOf(pole), no);
  } else {
    for (const { side, no } of wordsOfSides(sides, parts, text)) note(side, no);
  }
  if (!affirmed[0] && !affirmed[1] && denied[0] !== denied[1]) return [denied[1]!, denied[0]!];
  return [affirmed[0]! && !denied[0], affirmed[1]! && !denied[1]];
}

/** Said of a thing that shall go. */
const DROPS =
  /^(?:drop|drops|remove|skip|leave|without|no|forget|ignore|omit|lose|cut|scrap|discard|delete|not|never|don't|except|minus)$/;

function isOff(parts: readonly Part[], at: number): boolean {
  // \"Frozen was a mistake\".
  if (parts.slice(at + 1, at + 5).some(({ text }) => /^(?:mistake|wrong|typo|error|accident)$/.test(text))) return true;
  const behind = parts
    .slice(at + 1, at + 5)
    .map(({ text }) => text)
    .join(' ');
  // "Frozen was a mistake".
  if (/^(?:was|is|were) (?:an? |the )?(?:mistake|typo|wrong|error|accident|not|unnecessary|nonsense)/.test(behind))
    return true;
  return isDenied(parts, at) || parts.slice(Math.max(0, at - 4), at).some(({ text }) => DROPS.test(text));
}

function* polesIn(axis: string, parts: readonly Part[]): Generator<{ readonly pole: number; readonly no: boolean }> {
  for (let at = 0; at < parts.length; at++) {
    for (let length = Math.min(6, parts.length - at); length > 0; length--) {
      const key = parts
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(' ');
      const entries = OPPOSITES.get(key) ?? (length === 1 ? OPPOSITES.get(knownWordFor(key) ?? '') : undefined);
      const entry = entries?.find((one) => one.axis === axis);
      if (entry === undefined) continue;
      const no = axis === 'keeping' ? isDenied(parts, at) : isOff(parts, at);
      yield { pole: entry.pole, no };
      at += length - 1;
      break;
    }
  }
}

function japanesePoles(axis: string, text: string): { readonly pole: number; readonly no: boolean }[] {
  if (!isJapanese(text)) return [];
  return japaneseWordsIn(text)
    .filter((word) => word.axis === axis)
    .map(({ pole, end }) => ({
      pole,
      no: /^(?:的|に)?(?:では|じゃ|で|く|し|せ|は|を)*(?:ない|なく|なし|ず|ません|やめ)/.test(text.slice(end, end + 8)),
    }));
}

const isSmall = (word: string): boolean =>
  [ADVERBS, CONJUNCTIONS, COPULAS, DETERMINERS, HELPERS, PREPOSITIONS, PRONOUNS, FILLERS].some((list) =>
    list.has(word),
  ) && !/^(?:no|never|without)$/.test(word);

/** For sides that are phrases: words of the one that the other does not have. */
function wordsOfSides(
  sides: readonly [string, string],
  parts: readonly Part[],
  text: string,
): { side: number; no: boolean }[] {
  const own = sides.map(
    (side) =>
      new Set(
        partsOf(side.toLowerCase())
          .filter(({ kind, text: word }) => kind !== 'mark' && !isSmall(word))
          .map(({ text: word }) => stemOf(word)),
      ),
  );
  if (isJapanese(text)) {
    return sides.flatMap((side, i) => {
      const at = text.indexOf(side.slice(0, 3));
      return at < 0
        ? []
        : [{ side: i, no: /(?:ない|なく|なし|ず|やめ|外し|除)/.test(text.slice(at, at + side.length + 8).slice(3)) }];
    });
  }
  return parts.flatMap(({ text: word }, at) => {
    const stem = stemOf(word);
    const [one, other] = [own[0]!.has(stem), own[1]!.has(stem)];
    return one === other ? [] : [{ side: one ? 0 : 1, no: isOff(parts, at) }];
  });
}

/** At least two words that say something. */
function hasOwnWords(text: string): boolean {
  if (isNonsense(text) || isVague(text)) return false;
  if (isJapanese(text)) return text.length >= 4;
  return partsOf(text).filter(({ kind, text: word }) => kind !== 'mark' && !isSmall(word)).length >= 2;
}
