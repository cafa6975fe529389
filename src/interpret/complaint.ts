/** How a thing is against how it ought to be: who says "the page is slow and should be fast" contradicts nothing. */
import type { Mention } from './mentions.ts';
import { COPULAS, INDEFINITE, type Part, VERBS, words } from './prompt-words.ts';
import { has, INSISTS, sentenceStart } from './statement-pieces.ts';

/** What ought to be, as against what is. */
const OUGHT = words('must should shall needs need ought make makes let want wants please has have set turn change get');
const WAS = words('was were had used did');
const NOW = words('currently today now presently nowadays present actual');
const PAST = new Set([...WAS, ...NOW]);
const IS = words("is are it's they're 's stays remains");

/** Whether it says what ought to be; "has" does so only in "has to". */
function ought(parts: readonly Part[], from: number, to: number): boolean {
  for (let i = Math.max(0, from); i < to; i++)
    if (OUGHT.has(parts[i]!.text) && (!/^ha(?:s|ve)$/.test(parts[i]!.text) || parts[i + 1]?.text === 'to')) return true;
  return false;
}

/** "Find the slowest and make it fast". */
function makesIt(parts: readonly Part[], from: number, to: number): boolean {
  for (let i = from; i < to; i++)
    if (parts[i]!.text === 'make' && /^(?:it|them)$/.test(parts[i + 1]?.text ?? ''))
      return !has(parts, from, to, INSISTS);
  return false;
}

/** "The page is slow and should be fast", "our image is huge. Make it small": how it is, and how it ought to be. */
export function isComplaint(parts: readonly Part[], a: Mention, b: Mention): boolean {
  const start = sentenceStart(parts, a.from);
  const bStart = Math.max(a.to, sentenceStart(parts, b.from));
  const [pastA, pastB] = [has(parts, start, a.from, PAST), has(parts, bStart, b.from, PAST)];
  if (pastA && !pastB) return true;
  // "It used to be required. Now it is optional".
  if (has(parts, start, a.from, WAS) && has(parts, bStart, b.from, NOW)) return true;
  // "Make it immutable. At present it is mutable", "should be fast but it's slow": how it ought to be, and how it is.
  if (pastB && ought(parts, start, a.from) && !ought(parts, bStart, b.from)) return true;
  if (
    bStart === a.to &&
    ought(parts, start, a.from) &&
    !ought(parts, bStart, b.from) &&
    /^(?:but|yet|although|though)$/.test(parts[bStart]?.text === ',' ? parts[bStart + 1]!.text : parts[bStart]!.text) &&
    has(parts, bStart, b.from, IS) &&
    !has(parts, bStart, b.from, INSISTS)
  )
    return true;
  // "Frozen was a mistake".
  if (PAST.has(parts[b.to]?.text ?? '')) return true;
  if (!VERBS.has(parts[start]!.text) && !ought(parts, start, a.from) && makesIt(parts, bStart, b.from)) return true;
  // "Speed up the slow query, it should be fast".
  if (a.before && /^(?:the|our|this|these|my)$/.test(parts[a.from - 1]?.text ?? '') && ought(parts, bStart, b.from))
    return !has(parts, bStart, b.from, INSISTS);
  if (ought(parts, start, a.from) || !ought(parts, bStart, b.from)) return false;
  const finite = has(parts, start, a.from, COPULAS) || /^(?:the|our|my|its|it|this|these)$/.test(parts[start]!.text);
  if (!finite || has(parts, start, a.from, INSISTS) || has(parts, bStart, b.from, INSISTS)) return false;
  // "Write an importer that is strict" is a wish from its first word on.
  if (VERBS.has(parts[start]!.text) && !COPULAS.has(parts[start]!.text)) return false;
  return !INDEFINITE.has(parts[start]!.text) && !/^(?:each|every|all|any)$/.test(parts[start]!.text);
}
