/** Whether a claim and what would break it are about different things, times or places: as apart.ts, for phrases instead of words. */
import { isNounish, partsOf, stemOf } from './prompt-words.ts';
import { actOf } from './same-verb.ts';

/** Behind a breach they tell when or where alone it is so. */
const ONLY_THEN =
  /^(?:\s+(?!and\b|but\b)[\w'-]+){0,5}?\s+(?:when|if|once|until|unless|before|as soon|only|enabled|disabled|turned|otherwise|instead)\b|^\s*(?:other|others|remaining|the rest|afterwards|later)\b/;
const LIMIT =
  /^(?:\s+(?!and\b|but\b)[\w'-]+){0,2}?\s+(?:on|for|in|at(?! all)|during|under|to)\s+(?:the |an? |all |every )?([\w-]+)/;
/** Where the next clause begins, and what it begins with. */
const CLAUSE = /(?:[,;.]|\band\b|\bwhile\b|\bbut\b)\s*(?:and |but )?((?:[\w'-]+ ){1,4})/g;

/** Every row is a part of what the rows are in. */
export const OWN_ROWS =
  /\b(?:each|every) (?:row|entry|record|item|line|answer|vote|post|message|comment|request|call|response|reply|submission|rating|review|ballot|result)\b/g;

/** "For local development" and "in production". */
export function hasOtherLimit(afterClaim: string, afterBreach: string): boolean {
  const [mine, theirs] = [LIMIT.exec(afterClaim)?.[1], LIMIT.exec(afterBreach)?.[1]];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** "It is silent now, make it loud", "starts out silent and becomes loud": how it is, and how it ought to be or will be. */
export function isChange(beforeClaim: string, afterClaim: string, between: string): boolean {
  if (/\b(?:becomes?|turns? into|can stay|may stay|can remain)\b|^["'”’]|\bon hover\b/.test(between)) return true;
  if (
    /\b(?:support|supports|tests? for|values?|make the|change the \w+ from) (?:an? |the )?(?:\w+ and )?$/.test(
      beforeClaim,
    )
  )
    return true;
  const [is, now] = [
    /\b(?:is|are|'s) (?:\w+ )?$/.test(beforeClaim),
    /^ (?:now|at the moment|today)\b/.test(afterClaim),
  ];
  const ought = /\b(?:must|should|shall|ought|always|need|needs|want|make|build|create|add)\b/;
  return is && (now || !ought.test(beforeClaim)) && /(?:\bmake (?:it|them)|[.;] (?:it|they) should be) $/.test(between);
}

export const isOnlyThen = (afterBreach: string): boolean =>
  ONLY_THEN.test(afterBreach.replace(/^ before (?:[a-z]+ing|it \w+)\b/, ''));

/** "The basic plan is free, the team plan costs 5 dollars": between the two another thing is named, as what the second is said of. */
export function namesOther(before: string, between: string): boolean {
  if (
    /(?:[,;.]|\band|\bwith)\s*(?:an?|another)\s*$/.test(between) ||
    /\bwith (?:(?:an?|the) [\w-]+|(?!(?:its|no|any|all|every)\b)[\w-]+ [\w-]+s\b)/.test(between)
  )
    return true;
  if (/\b[\w-]+ (?:who|that|which) $/.test(between) && /[,;]|\band\b/.test(between)) return true;
  const others = between.replace(OWN_ROWS, ' ');
  const known = new Set(partsOf(before).map(({ text }) => stemOf(text)));
  for (const match of others.matchAll(CLAUSE)) {
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

const RELATIVE =
  /^(?: (?!with\b|and\b|or\b|for\b|to\b|of\b|next\b|that\b)[\w'-]+){0,5},? (?:where|in which|on which|for which|whose|that|which|who)(?: (?!and\b|or\b)[\w'-]+){0,6} $/;
const WITH = /^(?: (?!and\b|but\b|to\b)[\w-]+){0,5} with (?:an? |its |the |two |three |some )?(?:(?!link\b)[\w-]+ )?$/;
/** What has a part of this kind is of it itself; a live chat with a nightly backup is live. */
const OWN_PARTS = new Set(
  'writing state network dependencies login interface identity contents emptiness screens food bounds'.split(' '),
);

/** "An immutable list where a clerk can change lines", "a read-only page with a save button": it is said of the thing itself. */
export const isAttached = (axis: string, between: string, breach: string): boolean =>
  RELATIVE.test(between) ||
  (OWN_PARTS.has(axis) &&
    (WITH.test(between) || (/^with\b/.test(breach) && /^(?: (?!and\b|but\b)[\w-]+){0,3} $/.test(between))));

/** "Votes are anonymous, and the page lists who voted", "prices …; the price feed": the second names what the first is said of. */
export function takesUpSubject(before: string, after: string): boolean {
  const subject = /(?:^|[.;,]\s*)\s*(?:the |all |every |each |our )?([a-z]{4,}) (?:[a-z]+ ){0,3}$/.exec(before)?.[1];
  if (subject === undefined || !isNounish(partsOf(subject)[0])) return false;
  const root = actOf(subject);
  const parts = partsOf(after);
  return parts.some(
    (part, i) =>
      part.kind === 'word' &&
      actOf(part.text) === root &&
      (isNounish(parts[i + 1]) || /^(?:the|every|each|all|who|this|its)$/.test(parts[i - 1]?.text ?? '')),
  );
}

/** "… where JavaScript is available": the case in which what is ruled out is there. */
const THERE_AFTER_ALL =
  /\b(?:where|when|with|if|once|while)\b[^.;]{0,30}\b(?:available|enabled|present|supported|online|granted|switched on|turned on|is on)\b/;
/** "Unit tests that need no database, and integration tests that use one". */
const OTHERS_THAT = /(?:,|\band) (?:[\w-]+ ){1,3}(?:that|which|who) $/;
/** "The page has no images. Show a picture": how it is, and what to do about it. */
const LACKS = /\b(?:ha(?:s|ve)|there(?:'s| is| are)) no (?:[\w-]+ ){0,3}[\w-]+$/;
const REMEDY =
  /[.;] (?:please )?(?:add|show|write|let|make|create|give|put|build|implement|limit|introduce|include|provide|insert|draw|remember)\b/;
/** "No server restarts": it is said of what the means is only the name of. */
const OF_ELSE =
  /^ (?:[a-z]{3,}[^s']s|icon|button|banner|thread|page|field|section|module|schema|driver|support|tag|skew)\b/;

/** Whether what would break a claim is done where the means is there after all, by another, or to mend what is lacking. */
export const isOtherCase = (before: string, claim: string, between: string, breach: string, after: string): boolean =>
  THERE_AFTER_ALL.test(between) ||
  THERE_AFTER_ALL.test(after) ||
  (LACKS.test(before + claim) && REMEDY.test(between + breach)) ||
  (/\b(?:that|which|who) $/.test(before) && OTHERS_THAT.test(between));

export const isOfElse = (claim: string, after: string): boolean =>
  /^(?:has |have |needs? )?(?:no|without) [a-z]+$/.test(claim) &&
  OF_ELSE.test(after) &&
  !/^ (?:is|has|was|does)\b/.test(after);
