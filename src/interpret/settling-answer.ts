/**
 * Whether an answer settles what was asked about, and how. It is read against the conflict alone: what the prompt said before does not
 * speak against the answer, and what the answer does not say is not made up.
 */
import type { Conflict, Opposition } from '../core/interpretation.ts';
import { contradictionsIn } from './contradictions.ts';
import { isBlockOnly } from './gating.ts';
import { isDenied } from './negation.ts';
import { settlesNothing } from './no-answer.ts';
import { isNonsense } from './nonsense.ts';
import { ableRoot } from './opposites.ts';
import { partsOf, proseOf, rootOf } from './prompt-words.ts';
import { labelsOf } from './question-text.ts';
import { hintsOf, isPlainPair, isSmall, rootsOf, type Said, saidOf, type Verdict, verdictOf } from './said-sides.ts';
import { stancesOf } from './stance.ts';
import { japaneseStancesOf } from './stance-japanese.ts';
import { isJapanese } from './task-japanese.ts';
import { isVague } from './vague.ts';

/** What becomes of one opposition: the side that is dropped, or none where the answer makes room for both or for a third. */
export interface Choice {
  readonly opposition: Opposition;
  readonly dropped: 0 | 1 | null;
}

/** Who chooses needs no more words than this. */
const LONGEST_ANSWER = 2_000;

/** The choice of whoever gives an option back as it was offered. It is not read: what it could mean besides does not count. */
export function optionPicked({ kind, oppositions }: Conflict, answer: string): readonly Choice[] | null {
  const [only] = oppositions;
  if (kind !== 'contradiction' || only === undefined || oppositions.length > 1) return null;
  const picked = labelsOf(only).indexOf(answer.trim());
  return picked < 0 ? null : [{ opposition: only, dropped: picked === 0 ? 1 : 0 }];
}

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
  const choices = oppositions.map((opposition) => choiceOf(opposition, text, prompt));
  // Of a block only what it does has to be clear; how it looks may stay open.
  const isNeeded = ({ cosmetic }: Opposition) => !(cosmetic && isBlockOnly(prompt));
  if (choices.some((choice, i) => choice === null && isNeeded(oppositions[i]!))) return null;
  // An answer that says something new and takes it back has not said it; of what was asked the choice itself tells.
  const settled = choices.filter((choice) => choice !== null);
  const isRead = (axis: string) =>
    settled.some(
      ({ opposition, dropped }) =>
        opposition.axis === axis && (dropped === null ? PLACES.test(text) : isPlainPair(opposition)),
    );
  return contradictionsIn(text).some(({ axis }) => !isRead(axis)) ? null : settled;
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

const PLACE_NAMES: readonly [RegExp, RegExp] = [
  /(?<!\b(?:at|in the) )\b(?:first|former|1st|(?:option|number|choice|answer) (?:1|one))\b|#1\b|前者|最初|(?:1|一|ひと)(?:つ目|番目?)/gi,
  /\b(?:second|latter|2nd|last|(?:option|number|choice|answer) (?:2|two))\b|#2\b|後者|最後|(?:2|二|ふた)(?:つ目|番目?)/gi,
];

/** "Not the first one", "前者以外". */
function placesIn(text: string): Said[] {
  if (text.length > 80) return [];
  const spans = PLACE_NAMES.flatMap((pattern, side) =>
    [...text.matchAll(pattern)].map(({ index, 0: word }) => ({ side, start: index, end: index + word.length })),
  ).toSorted((a, b) => a.start - b.start);
  if (isJapanese(text)) {
    const stances = japaneseStancesOf(text, spans, '');
    return spans.map((span, i) => ({ ...span, stance: stances[i]! }));
  }
  const parts = partsOf(text);
  const named = spans.flatMap((span) => {
    const from = parts.findIndex(({ end }) => end > span.start);
    const to = parts.findLastIndex(({ start }) => start < span.end) + 1;
    return from < 0 || to <= from ? [] : [{ ...span, from, to }];
  });
  const stances = stancesOf(parts, named, new Set());
  return named.map(({ side, start, end }, i) => ({ side, start, end, stance: stances[i]! }));
}

function choiceOf(opposition: Opposition, text: string, prompt: string): Choice | null {
  const said = saidOf(opposition, text, prompt);
  const verdict = verdictOf(said, text);
  if (verdict === 'both') return isShared(text, said) ? { opposition, dropped: null } : null;
  if (verdict === 0 || verdict === 1) return { opposition, dropped: verdict === 0 ? 1 : 0 };
  if (verdict === 'third') return { opposition, dropped: null };
  if (verdict === 'open' && isPlainPair(opposition)) return null;
  const meant =
    sideOf(verdictOf(hintsOf(opposition, text, prompt), text)) ??
    sideOf(verdictOf(placesIn(text), text)) ??
    sideByClause(opposition, text, prompt);
  if (meant !== null) return { opposition, dropped: meant === 0 ? 1 : 0 };
  if (isOnlyAsked(text)) return null;
  const third = isThird(text) || (!isPlainPair(opposition) && hasOwnWords(text));
  return third ? { opposition, dropped: null } : null;
}

const sideOf = (verdict: Verdict): 0 | 1 | null => (verdict === 0 || verdict === 1 ? verdict : null);

/** The side whose own clause of the prompt has the answer's words: "the caller should wait" for "the caller never waits". */
function sideByClause({ sides }: Opposition, text: string, prompt: string): 0 | 1 | null {
  if (prompt === '' || isJapanese(text)) return null;
  const prose = proseOf(prompt);
  const one = prose.indexOf(sides[0]);
  const other = prose.indexOf(sides[1], one + 1);
  if (one < 0 || other < 0) return null;
  // A side's clause ends with its sentence; what follows leads to the other side.
  const end = prose.slice(one, other).search(/[.;!?]\s/);
  const clauses = [
    partsOf(prose.slice(one, end < 0 ? other : one + end)),
    partsOf(prose.slice(end < 0 ? other : one + end + 1, other + 300)),
  ];
  const answer = partsOf(text);
  const spans = answer.flatMap(({ kind, text: word }, at) =>
    kind === 'word' && !isSmall(word) ? [{ from: at, to: at + 1 }] : [],
  );
  const known = rootsOf(prompt);
  let lean = 0;
  let matches = 0;
  for (const { from, to } of spans) {
    const root = rootOf(answer[from]!.text);
    for (const [side, parts] of clauses.entries()) {
      const found = parts.findIndex((part) => rootOf(part.text) === root || ableRoot(part.text) === root);
      if (found < 0) continue;
      const [stance] = stancesOf(answer, [{ from, to }], known);
      if (stance !== 'for' && stance !== 'against') return null;
      // That it can be edited says "editable" by itself; of other words one alone may be chance.
      matches += ableRoot(parts[found]!.text) === root ? 2 : 1;
      lean += (side === 0 ? 1 : -1) * (isDenied(parts, found) === (stance === 'against') ? 1 : -1);
    }
  }
  return lean === 0 || matches < 2 ? null : lean > 0 ? 0 : 1;
}

/** Neither of the two, but something between them. */
const isThird = (text: string): boolean =>
  /(?<!\b(?:not|no|never|without) (?:a )?)\b(?:lukewarm|tepid|room temperature|medium|in between|halfway|moderate|neutral|configurable|let the user (?:choose|decide)|depending on|a toggle|switchable)\b|ぬるい|常温|中くらい|普通の温度/i.test(
    text,
  );

/** A question back, or a guess. */
const isOnlyAsked = (text: string): boolean =>
  /[?？]\s*$|\b(?:maybe|perhaps|possibly|probably|i guess|i suppose)\b|かな|かも|たぶん|多分/i.test(text);

const PLACES =
  /\b(?:outside|inside|outer|inner|interior|exterior|core|shell|top|bottom|first|then|when|while|during|by day|at night|by default|for (?:the )?\w+|in (?:the )?\w+|on (?:the )?\w+|left|right|before|after|initially|later|until|toggle|switch|depending|if|separate(?:ly)?)\b|は[^、。]{1,12}、[^、。]{1,12}は|外側|内側|外は|中は|最初は|その後|場合|とき|上は|下は/i;
/** What joins two words without giving either a place of its own. */
const JOINS_ONLY =
  /^(?:\s|[,&+/]|\b(?:and|or|but|yet|also|both|it|must|be|is|should|as|well|at|the|same|time|a|an|simultaneously|together|too)\b)*$/i;

/** Words that give each side its own place: "hot outside, frozen inside". */
function isShared(text: string, said: readonly Said[]): boolean {
  if (/\bor\b/i.test(text) || isOnlyAsked(text) || !PLACES.test(text)) return false;
  const at = said.findIndex(({ side }, i) => i > 0 && side !== said[i - 1]!.side);
  return !JOINS_ONLY.test(text.slice(said[at - 1]?.end ?? 0, said[at]?.start ?? 0));
}

/** At least two words that say something. */
function hasOwnWords(text: string): boolean {
  if (isNonsense(text) || isVague(text)) return false;
  if (isJapanese(text)) return text.length >= 4;
  return partsOf(text).filter(({ kind, text: word }) => kind !== 'mark' && !isSmall(word)).length >= 2;
}
