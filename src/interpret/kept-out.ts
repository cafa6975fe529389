/** What must not be kept and is shown later all the same; what must not be touched and is to be changed. */
import type { Found } from './contradictions.ts';
import { DETERMINERS, isNounish, type Part, rootOf, stemOf } from './prompt-words.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

const KEEPS =
  /^(?:stor|sav|keep|record|log|retain|remember|persist|collect|track|gather|archiv|kept)(?:e|es|s|ed|ing|ting|ping)?$/;
const DENIES = /^(?:never|not|no|without|cannot)$|n't$/;
/** What can only be shown of a thing that has been kept. */
const FROM_MEMORY =
  /^(?:history|last|past|previous|previously|recent|recently|earlier|old|older|saved|stored|archive|archived|kept|logged|recorded|yesterday's|month's|week's|year's)$/;

/** "Never store any search queries. Show the last 50 search queries." */
export function keptAfterAll(parts: readonly Part[], prose: string): Found[] {
  for (let verb = 1; verb < parts.length; verb++) {
    if (parts[verb]!.kind !== 'word' || !KEEPS.test(parts[verb]!.text)) continue;
    const denier = [verb - 1, verb - 2].find((at) => at >= 0 && DENIES.test(parts[at]!.text));
    const thing = denier === undefined ? null : (objectOf(parts, verb + 1) ?? subjectOf(parts, denier));
    if (thing === null) continue;
    const again = shownAgain(parts, thing);
    if (again < 0 || TROUBLE_SENTENCE.test(prose.slice(0, 600))) continue;
    const from = parts.findLastIndex(({ text }, at) => at < again && FROM_MEMORY.test(text));
    const sides: [string, string] = [
      prose.slice(parts[denier!]!.start, parts[thing.to - 1]!.end),
      prose.slice(parts[Math.min(from, again)]!.start, parts[Math.max(from, again)]!.end),
    ];
    return [{ axis: 'keeping', sides: again > verb ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.7 }];
  }
  return [];
}

interface Object {
  readonly from: number;
  readonly to: number;
}

function objectOf(parts: readonly Part[], at: number): Object | null {
  let from = at;
  while (DETERMINERS.has(parts[from]?.text ?? '') || parts[from]?.text === 'of') from += 1;
  let to = from;
  while (isNounish(parts[to]) && parts[to]!.sentence === parts[at]!.sentence) to += 1;
  // "Not stored in plain text" is about how.
  const limited =
    /^(?:in|on|for|longer|after|when|if|unless|to|as|with|without|until|beyond|outside|from|that|which)$/.test(
      parts[to]?.text ?? '',
    );
  return to === from || limited ? null : { from, to };
}

/** "The chat history is never saved". */
function subjectOf(parts: readonly Part[], denier: number): Object | null {
  if (!/^(?:is|are)$/.test(parts[denier - 1]?.text ?? '') || parts[denier]!.text !== 'never') return null;
  const next = parts[denier + 2];
  if (next !== undefined && next.kind !== 'mark' && !/^(?:and|but)$/.test(next.text)) return null;
  const to = denier - 1;
  let from = to;
  while (from > 0 && isNounish(parts[from - 1]) && parts[from - 1]!.sentence === parts[denier]!.sentence) from -= 1;
  return from === to ? null : { from, to };
}

/** The place where all the words of the thing are named again as something that is remembered; -1 where they are not. */
function shownAgain(parts: readonly Part[], { from, to }: Object): number {
  const words = parts.slice(from, to).map(({ text }) => rootOf(text));
  for (let i = 0; i < parts.length; i++) {
    if (i >= from && i < to) continue;
    if (rootOf(parts[i]!.text) !== words.at(-1)) continue;
    const around = parts
      .slice(Math.max(0, i - 8), i + 3)
      .filter(({ sentence }) => Math.abs(sentence - parts[i]!.sentence) === 0);
    const named = words.every((word) => around.some(({ text }) => rootOf(text) === word));
    const kept = around.some(
      ({ text }, at) => FROM_MEMORY.test(text) && !(at > 0 && DENIES.test(around[at - 1]!.text)),
    );
    if (
      named &&
      kept &&
      !around.some(
        ({ text }) => DENIES.test(text) || /^(?:delete|remove|clear|forget|erase|if|existing)$/.test(stemOf(text)),
      )
    )
      return i;
  }
  return -1;
}

const UNTOUCHED =
  /\b(?:without (?:changing|touching|modifying|editing)|(?:do not|don't|never|must not|mustn't) (?:change|touch|modify|edit))(?: (?!the other|other)[\w-]+){0,4}? ((?:[\w-]+\/[\w./-]*)|(?:[\w/-]+\.[a-z]{1,5}\b))/i;
const PATHS = /(?<![\w./-])(?:[\w-]+\/[\w./-]*\w|[\w-]+\.[a-z]{1,5})(?![\w/])/gi;

/** "Correct App.tsx in frontend/src without changing any file under frontend/". */
export function touchedAfterAll(prose: string): Found[] {
  const ruled = prose.length > 2_000 ? null : UNTOUCHED.exec(prose);
  if (ruled === null) return [];
  const kept = ruled[1]!.replace(/[/.]+$/, '');
  for (const match of prose.matchAll(PATHS)) {
    const path = match[0];
    if (match.index >= ruled.index && match.index < ruled.index + ruled[0].length) continue;
    if (path !== kept && !path.startsWith(`${kept}/`)) continue;
    const before = prose.slice(Math.max(0, match.index - 80), match.index);
    if (
      !/\b(?:fix|correct|change|update|edit|rename|refactor|rewrite|add|remove|delete|move|replace|improve|modify)\b[^.;]*$/i.test(
        before,
      )
    )
      continue;
    if (/\b(?:not|never|like|as in|from|see|without|don't)\b[^.;]{0,30}$/i.test(before)) continue;
    const sides: [string, string] = [path, ruled[0]];
    return [
      {
        axis: 'edits',
        sides: match.index < ruled.index ? sides : [sides[1], sides[0]],
        cosmetic: false,
        confidence: 0.75,
      },
    ];
  }
  return [];
}
