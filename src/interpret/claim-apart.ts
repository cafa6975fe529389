/** Whether a claim and what would break it are about different things, times or places: as apart.ts, for phrases instead of words. */
import { isNounish, partsOf, stemOf } from './prompt-words.ts';

/** Behind a breach they tell when or where alone it is so. */
const ONLY_THEN =
  /^(?:\s+(?!and\b|but\b)[\w'-]+){0,5}?\s+(?:when|if|once|until|unless|before|as soon|only|enabled|disabled|turned|otherwise|instead)\b|^\s*(?:other|others|remaining|the rest|afterwards|later)\b/;
const LIMIT =
  /^(?:\s+(?!and\b|but\b)[\w'-]+){0,2}?\s+(?:on|for|in|at(?! all)|during|under|to)\s+(?:the |an? |all |every )?([\w-]+)/;
/** Where the next clause begins, and what it begins with. */
const CLAUSE = /(?:[,;.]|\band\b|\bwhile\b|\bbut\b)\s*(?:and |but )?((?:[\w'-]+ ){1,4})/g;

/** "For local development" and "in production". */
export function hasOtherLimit(afterClaim: string, afterBreach: string): boolean {
  const [mine, theirs] = [LIMIT.exec(afterClaim)?.[1], LIMIT.exec(afterBreach)?.[1]];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

export const isOnlyThen = (afterBreach: string): boolean => ONLY_THEN.test(afterBreach);

/** "The basic plan is free, the team plan costs 5 dollars": between the two another thing is named, as what the second is said of. */
export function namesOther(before: string, between: string): boolean {
  if (
    /(?:[,;.]|\band|\bwith)\s*(?:an?|another)\s*$/.test(between) ||
    /\bwith (?:(?:an?|the) [\w-]+|(?!(?:its|no|any|all|every)\b)[\w-]+ [\w-]+s\b)/.test(between)
  )
    return true;
  if (/\b[\w-]+ (?:who|that|which) $/.test(between) && /[,;]|\band\b/.test(between)) return true;
  const known = new Set(partsOf(before).map(({ text }) => stemOf(text)));
  for (const match of between.matchAll(CLAUSE)) {
    const parts = partsOf(match[1]!);
    const determined = /^(?:the|an?|our|all|each|every|its|their|any)$/.test(parts[0]?.text ?? '');
    const nouns: string[] = [];
    for (const part of determined ? parts.slice(1) : parts) {
      if (!isNounish(part)) break;
      nouns.push(stemOf(part.text));
    }
    // Without an article one word may be an order as well: "and log …".
    if (nouns.length > (determined ? 0 : 1) && nouns.some((noun) => !known.has(noun))) return true;
  }
  return false;
}
