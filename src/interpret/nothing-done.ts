/** A verb that is done to nothing, and to something all the same: "blocks nothing and blocks every attack", "log nothing, and keep the log". */
import type { Found } from './contradictions.ts';
import { DETERMINERS, isNounish, type Part, PREPOSITIONS, PRONOUNS, SMALL_WORDS, words } from './prompt-words.ts';
import { actOf } from './same-verb.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

/** What follows "nothing" and takes it back, or holds it to a case. */
const LIMITS = words(
  'but except else if when unless until while before after on in at for from to of with without than more other about',
);
const PARTED = words(
  'or if when unless until while otherwise then instead else except before after once not never only without',
);
const FURTHEST = 14;

export function nothingDone(parts: readonly Part[], prose: string): Found[] {
  for (let at = 1; at < parts.length - 2; at++) {
    const nothing = parts[at]!.text === 'nothing';
    if (!nothing && !(parts[at]!.text === 'no' && /^questions?$/.test(parts[at + 1]?.text ?? ''))) continue;
    const verb = parts[at - 1]!;
    const next = parts[at + (nothing ? 1 : 2)];
    if (verb.kind !== 'word' || SMALL_WORDS.has(verb.text) || verb.text.length < 3) continue;
    if (next === undefined || (LIMITS.has(next.text) && next.text !== 'but')) continue;
    const again = doneAgain(parts, at + 2, actOf(verb.text), parts[at]!.sentence);
    if (again < 0) continue;
    const text = prose.slice(verb.start, parts[again]!.end + 30).toLowerCase();
    if (TROUBLE_SENTENCE.test(text)) continue;
    const end = Math.min(parts.length - 1, again + 2);
    const sides: [string, string] = [
      prose.slice(verb.start, parts[nothing ? at : at + 1]!.end),
      prose.slice(parts[again]!.start, parts[end]!.end),
    ];
    return [{ axis: 'act', sides, cosmetic: false, confidence: 0.7 }];
  }
  return [];
}

/** Where the same act has an object, in this sentence; -1 where it has none. */
function doneAgain(parts: readonly Part[], from: number, act: string, sentence: number): number {
  for (let i = from; i < parts.length && i < from + FURTHEST && parts[i]!.sentence === sentence; i++) {
    const { text, kind } = parts[i]!;
    if (PARTED.has(text)) return -1;
    if (kind !== 'word' || text.length < 3 || SMALL_WORDS.has(text) || actOf(text) !== act) continue;
    const [lead, next] = [parts[i - 1], parts[i + 1]];
    const verb = !DETERMINERS.has(lead?.text ?? '') && !PREPOSITIONS.has(lead?.text ?? '');
    if (verb && next !== undefined && (DETERMINERS.has(next.text) || isNounish(next) || PRONOUNS.has(next.text)))
      return i;
    // "Keep the log": what the act would leave behind is there.
    if (
      DETERMINERS.has(lead?.text ?? '') &&
      /^(?:keep|keeps|show|shows|display|displays|print|prints|export|exports|list|lists)$/.test(
        parts[i - 2]?.text ?? '',
      )
    )
      return i;
  }
  return -1;
}
