/** Claims that the same short prompt breaks: "a stateless service that keeps sessions". They are few, and hold by what the words mean. */
import { claimRows } from './data.ts';
import type { Found } from './pairs.ts';

/** In a longer text a claim and what seems to break it are mostly about two things. */
const MAX_LENGTH = 300;
const CONFIDENCE = 0.7;
/** What may stand between the two: the name of the one thing that they are said of. */
const BETWEEN =
  /^(?:\s+(?!not\b|never\b|no\b|without\b)[\w-]+){0,3}?(?:\s+(?:that|which|and))?\s+$|^[^。、とや]{0,10}(?:で、)?$/;

let claims: readonly { readonly axis: string; readonly patterns: readonly RegExp[] }[] | undefined;

export function brokenClaims(prose: string): Found[] {
  if (prose.length > MAX_LENGTH) return [];
  claims ??= claimRows().map(([axis = '', ...row]) => ({
    axis: `claim of ${axis}`,
    patterns: row.slice(0, 2).map((pattern) => new RegExp(pattern, 'i')),
  }));
  for (const { axis, patterns } of claims) {
    const claim = patterns[0]!.exec(prose);
    const behind = claim === null ? '' : prose.slice(claim.index + claim[0].length);
    const breach = claim === null ? null : patterns[1]!.exec(behind);
    if (claim === null || breach === null || !BETWEEN.test(behind.slice(0, breach.index))) continue;
    return [{ axis, sides: [claim[0].trim(), breach[0].trim()], cosmetic: false, confidence: CONFIDENCE }];
  }
  return [];
}
