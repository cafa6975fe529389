/**
 * Claims that the same short prompt breaks: "a stateless service that keeps sessions". They are few, and follow from the meaning of the
 * words.
 */
import { lazy } from '../text/lists.ts';
import { claimRows } from './data.ts';
import type { Found } from './pairs.ts';
import { isJapanese } from './prose.ts';

/** In a longer text a claim and what seems to break it are usually about two things. */
const MAX_LENGTH = 300;
const CONFIDENCE = 0.7;
/** What may come between the two: the name of the one thing that both describe. */
const BETWEEN =
  /^(?:\s+(?!not\b|never\b|no\b|without\b)[\w-]+){0,3}?(?:\s+(?:that|which|and))?\s+$|^[^。、とや]{0,10}(?:で、)?$/;

/** Each pattern is compiled on first use. */
const claims = lazy(() =>
  claimRows().map(([axis = '', claim = '', breach = '', language = '']) => ({
    axis: `claim of ${axis}`,
    language,
    claim: lazy(() => new RegExp(claim, 'i')),
    breach: lazy(() => new RegExp(breach, 'i')),
  })),
);

export function brokenClaims(prose: string): Found[] {
  if (prose.length > MAX_LENGTH) return [];
  for (const { axis, language, ...row } of claims()) {
    if (!(language === 'ja' ? isJapanese(prose) : /[a-z]/i.test(prose))) continue;
    const claim = row.claim().exec(prose);
    if (claim === null) continue;
    const behind = prose.slice(claim.index + claim[0].length);
    const breach = row.breach().exec(behind);
    if (breach === null || !BETWEEN.test(behind.slice(0, breach.index))) continue;
    return [{ axis, sides: [claim[0].trim(), breach[0].trim()], cosmetic: false, confidence: CONFIDENCE }];
  }
  return [];
}
