/**
 * What an answer does to the conflict it was asked about: it settles it by a label, by a number, or by naming one side without negating it.
 */
import type { Conflict, Opposition } from '../core/model/interpretation.ts';
import { isDenied, mentionsIn } from './japanese-words.ts';
import { proseOf, tokensOf } from './prose.ts';
import { labelsOf } from './question-text.ts';
import type { Opposites, Pole } from './table.ts';

/** The decision on one opposition: the side to drop, or none if a model read an answer that keeps both. */
export interface Choice {
  readonly opposition: Opposition;
  readonly dropped: 0 | 1 | null;
}

/** A choice needs no more characters than this. */
const MAX_ANSWER = 2_000;

/** Not knowing, not caring, guessing, asking back, leaving it to others. */
const UNSAID =
  /[?？]\s*$|\b(?:maybe|perhaps|possibly|probably|might be|i guess|i suppose|(?:not|un)\s?(?:really )?sure|not certain|undecided|idk|dunno|whatever|whichever|surprise me|flip a coin|who knows|n\/a|tb[da]|no (?:idea|clue|preference|opinion|comment)|(?:do not|don'?t|dont|doesn'?t|does not|can'?t|cannot) (?:really )?(?:know|care|mind|matter|decide|say|remember|understand|have (?:a |any )?(?:preference|idea|opinion))|(?:you|u) (?:may |can |should |just )?(?:decide|choose|pick)|(?:choose|decide|pick) for me|up to you|your (?:call|choice|pick)|as you (?:like|wish|want|please)|what (?:do|would) you|never ?mind|forget it|ask (?:me )?(?:again|later)|(?:either|both|any|neither) (?:one |way |of them )?(?:is|are|works?|please)|the same as)\b|わから(?:ない|ん|ず)|分から(?:ない|ん|ず)|知ら(?:ない|ん)|どちらでも|どっちでも|何でも|なんでも|任せ|まかせ|適当|お好き|好きに|決められない|どうでも|特に(?:ない|なし)|さあ|未定|両方|どちらか|どっちか|どちらも|かも|たぶん|多分|かな/i;

/** A bare yes, no or thanks does not answer a choice, and says nothing about what is wanted. */
const BARE =
  /^(?:(?:yes|yeah|yep|no|nope|nah|ok|okay|sure|fine|both|either|neither|none|any|anything|all|something|nothing|correct|right|please|thanks|thank you|hello|hi|hmm+|skip|pass|continue|go|do it|next|help)[\s,.!]*)+$|^(?:はい|いいえ|うん|ええ|了解|お願いします|お願い|それ|これ|そう|です|で|大丈夫|なし|[。、！!\s])+$/i;

const isUnsaid = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text) || BARE.test(text) || UNSAID.test(text);

/** The part of an answer that is read. */
const plainOf = (answer: string): string =>
  proseOf(answer.slice(0, MAX_ANSWER)).normalize('NFKC').replaceAll('’', "'").trim();

/**
 * The whole answer is a position in the list: "the first one", "2番でお願いします". The groups are the first, the second, and one that does not
 * exist.
 */
const PLACE =
  /^(?:(?:i(?:'d| would)? (?:want|choose|pick|take|like|prefer)|let's (?:take|go with|use)|go (?:with|for)|take|use|pick|choose)\s+)?(?:the |option |number |choice |no\.? ?|#)*(?:(1|one|1st|first|former|1つ目|一つ目|1番目?|一番目|最初|前者)|(2|two|2nd|second|latter|last|2つ目|二つ目|2番目?|二番目|最後|後者)|\d{1,4}|third|3rd)(?: (?:one|option|choice))?(?:の(?:方|ほう|もの)?)?[でをに]?(?:お願いします|お願い|して|ください|です)*[\s,]*(?:please|pls|thanks)?[\s.!)。！]*$/i;

/** Which of the two a number or "the latter" names; -1 for a position that does not exist, null if none is named. */
function placeNamed(text: string): number | null {
  const named = text.length > 80 ? null : PLACE.exec(text);
  return named === null ? null : named[1] !== undefined ? 0 : named[2] !== undefined ? 1 : -1;
}

/** Words before or after a side that reject it. */
const DENIED_BEFORE =
  /(?:\b(?:not|no|never|without|nor|avoid|instead|than|except|drop|forget|remove|skip|lose|scrap)|n't|\bcannot)(?:\s+(?!but\b)[\w'-]+){0,3}\s+$/i;
const DENIED_BEHIND = /^\s*(?:was|is) (?:a mistake|wrong|a typo|not)|^より/i;

/** Which sides an answer names, and which it rejects. */
function saidOf(
  { axis, sides }: Opposition,
  text: string,
  { english, japanese }: Opposites,
): Record<'for' | 'against', Set<number>> {
  const said = { for: new Set<number>(), against: new Set<number>() };
  const onAxis = (poles: readonly Pole[] = []) => poles.find((pole) => pole.axis === axis)?.side;
  const shown = mentionsIn(sides[0], japanese()).find(({ word }) => word === sides[0]);
  // On the axis, the pole of the side that comes first in the prompt; undefined if the table does not contain the two.
  const first = onAxis(english.get(sides[0].toLowerCase())) ?? onAxis(shown?.poles);
  const add = (pole: number | undefined, start: number, end: number, isAgainst = false) => {
    if (pole === undefined) return;
    const isDown =
      DENIED_BEFORE.test(text.slice(Math.max(0, start - 60), start)) || DENIED_BEHIND.test(text.slice(end, end + 20));
    said[isAgainst || isDown ? 'against' : 'for'].add(pole === (first ?? 0) ? 0 : 1);
  };
  if (first === undefined)
    for (const [side, words] of sides.entries()) {
      const start = text.toLowerCase().indexOf(words.toLowerCase());
      if (start >= 0) add(side, start, start + words.length);
    }
  for (const { text: word, start, end } of tokensOf(text)) add(onAxis(english.get(word)), start, end);
  for (const one of mentionsIn(text, japanese())) add(onAxis(one.poles), one.start, one.end, isDenied(text, one));
  return said;
}

function choiceOf(opposition: Opposition, text: string, opposites: Opposites): Choice | null {
  const said = saidOf(opposition, text, opposites);
  // One side is named and not rejected; or one is rejected, and the other is not mentioned.
  const keeps = (side: number, other: number) =>
    !said.for.has(other) && !said.against.has(side) && (said.for.has(side) || said.against.has(other));
  return keeps(0, 1) ? { opposition, dropped: 1 } : keeps(1, 0) ? { opposition, dropped: 0 } : null;
}

/** The choices that settle a contradiction, in its order; null if the answer leaves something open. */
export function choicesOf({ oppositions }: Conflict, answer: string, opposites: Opposites): readonly Choice[] | null {
  const text = plainOf(answer);
  const [only] = oppositions;
  if (oppositions.length === 1 && only !== undefined) {
    // An option that is returned exactly as offered is not interpreted further.
    const picked = labelsOf(only).indexOf(answer.trim());
    const place = picked >= 0 ? picked : placeNamed(text);
    if (place !== null) return place < 0 ? null : [{ opposition: only, dropped: place === 0 ? 1 : 0 }];
  }
  if (isUnsaid(text)) return null;
  const choices = oppositions.map((opposition) => choiceOf(opposition, text, opposites));
  return choices.every((choice) => choice !== null) ? choices : null;
}

/** Whether an answer says nothing, whatever the question was. */
export const saysNothing = (answer: string): boolean => isUnsaid(plainOf(answer));

/** Whether an answer settles nothing, even if a model reads it: it names a position that does not exist, or both sides. */
export function isNoAnswer(conflict: Conflict, answer: string, opposites: Opposites): boolean {
  const text = plainOf(answer);
  return (
    isUnsaid(text) ||
    placeNamed(text) !== null ||
    conflict.oppositions.some((opposition) => saidOf(opposition, text, opposites).for.size > 1)
  );
}
