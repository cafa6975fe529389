/** Finds what a prompt claims and breaks: the rows of claims.ts, held against it sentence by sentence. */

import {
  hasOtherLimit,
  isAttached,
  isChange,
  isOfElse,
  isOnlyThen,
  isOtherCase,
  namesOther,
  OWN_ROWS,
  takesUpSubject,
} from './claim-apart.ts';
import { CLAIMS, type Claim } from './claims.ts';
import { CLAIMS_OF_USE } from './claims-of-use.ts';
import { CONCEPTS } from './concepts.ts';
import { CONCEPTS_OF_THINGS } from './concepts-of-things.ts';
import type { Found } from './contradictions.ts';
import { MEANS } from './means.ts';
import { PREPOSITIONS, VERBS, words } from './prompt-words.ts';
import { ACTION_OF } from './task-words.ts';
import { ENGLISH, Triggers } from './trigger-words.ts';
import { TROUBLE_SENTENCE } from './trouble.ts';

/** Right before a breach they take it back. */
const DENIED =
  /(?:\b(?:not|never|no|without|cannot|can't|don't|doesn't|isn't|aren't|won't|shouldn't|mustn't|nor|neither|instead of|rather than|avoid|avoids|nobody|none|nothing|prevents?|forbids?|than|free of|stop|stops|hide|hides|filter|filters|remove|removes|reject|rejects|exclude|excludes|skip|ignore|block|links? to)\b)(?:\s+[\w'-]+){0,3}\s*$/;
/** Between claim and breach: another thing, another time, a choice. */
const PARTED =
  /\b(?:or|if|when|whenever|unless|until|while|whereas|then|afterwards|later|instead|separate(?:ly)?|another|other(?:s)?|except|only when|once|before|after|first|old|for (?:admins?|guests?|members?|others)|so (?:that )?|because|from|into|replace[sd]?|convert(?:s|ed)?|migrat\w+|but (?:the|a|an|for|in)|(?:everything|anything|all) (?:under|in|else|below|behind)|in (?:production|staging|dev\w*|tests?|ci))\b/;

/** A claim that rules something out holds for all that follows; one about a thing ends where the next thing begins. */
const RULES_OUT =
  /^(?:no|nothing|without|zero|never|needs? no|requires? no|not|must|may|should|can|does|do|has|have)(?:n't)?\b|^(?:stor|sav|keep|record|retain)\w* no|\b(?:offline|off|disabled|denied|forbidden|prohibited|banned|blocked|unavailable)\b/;
const RULED_FOR = /^[^.;]{0,30}\b(?:in|on|for|by) (?:the |our |an? )?(?!this\b|that\b|page\b|site\b|app\b)[\w-]+/;
/** "…, and its examples use React". */
const OTHER_USES =
  /(?:[,;.]|\band) (?:its|the|our) (?!(?:app|page|tool|site|service|server|script|form|code|whole)\b)[a-z]+(?: [a-z]+)? (?:may |can |will )?$/;
const NEW_THING =
  /\band (?:an?|another|one|the)\b|,? (?:the|an?|our|all|each|every) (?:[\w-]+ ){1,3}(?:is|are|has|have|must|should|can|may)\b/;

/** What may never be rewritten may not be so in any case. */
const ALWAYS: ReadonlySet<string> = new Set(['rewriting']);
const CASES = /\b(?:if|when|whenever|once|after)\b/g;
const CASES_ATTACHED = /\b(?:old|where|in which)\b/g;

interface Window {
  readonly text: string;
  readonly start: number;
}

const SENTENCE = /[^.;!?\n]+(?:\.(?=[\w])[^.;!?\n]*)*/g;
const MOST_SENTENCES = 60;

function sentencesOf(lower: string): Window[] {
  const found: Window[] = [];
  // Not `matchAll`, which makes a pattern of its own for each text.
  SENTENCE.lastIndex = 0;
  for (let match = SENTENCE.exec(lower); match !== null; match = SENTENCE.exec(lower)) {
    if (found.length === MOST_SENTENCES) break;
    found.push({ text: match[0], start: match.index });
  }
  return found;
}

/** To turn requests away is what a program does, and no trouble with it. */
const TURNS_AWAY =
  /\bfails? (?:on|at|fast)\b|\b(?:rejects?|refuses?) (?=all\b|every\b|any\b|each\b|requests?\b|calls?\b|users?\b|clients?\b)|\b(?:wrong|incorrect) (?=passwords?\b|attempts?\b|log-?ins?\b|pins?\b|answers?\b|codes?\b|tries\b|entries\b|rows?\b|amounts?\b)/g;
const isTroubled = (text: string): boolean => TROUBLE_SENTENCE.test(text.replace(TURNS_AWAY, ''));
/** A sentence that rules something out, for all that is made: what follows need not speak of the same thing to break it. */
const RULES_ALL =
  /\b(?:at all|whatsoever|under no circumstances|anywhere|ever)\b|^\s*we (?:do not|don't|never|\w+ no(?:thing)?)\b|^\s*(?:absolutely |please |use |there (?:must|should|may) be )?(?:no|never|do not|don't)\b[^,]*$|\b(?:must|may|should)(?: not|n't)\b|\bwithout (?:asking|using)\b/;
const RULES_EVERYTHING =
  /\b(?:at all|whatsoever|under no circumstances|anywhere|ever)\b|^\s*(?:absolutely )?no\b|^\s*we (?:do not|don't|never|\w+ no(?:thing)?)\b/;
/** "Render the chart …": an order, for what was spoken of. */
const ORDERS =
  /^\s*(?!for\b|in\b|on\b|if\b|when\b|with\b|while\b|but\b|only\b|then\b|once\b|where\b|unless\b|during\b|instead\b|leave\b|keep\b|ignore\b|skip\b|mock\b|remove\b|reject\b|return\b|\w+s\b)[a-z]+ (?:the|an?|all|every|each|our|its|their|for|it|them|full)\b/;
/** What begins so holds in a certain case, or is about somebody else. */
const BEGINS_CASE =
  /^\s*(?:for|in|on|if|when|with|while|but|only|then|later|once|where|unless|during|instead|existing|other|tests?|[\w-]+ itself|the [\w-]+ itself)\b/;

const ALL_CLAIMS = [...CLAIMS, ...CLAIMS_OF_USE, ...MEANS, ...CONCEPTS, ...CONCEPTS_OF_THINGS];
const OF_THINGS: ReadonlySet<string> = new Set(CONCEPTS_OF_THINGS.map(({ axis }) => axis));
const NEVER_DOES = /^(?:never|cannot|can't|does not|doesn't)\b/;
const TRIGGERS = new Triggers(ALL_CLAIMS, ({ sources }) => sources, ENGLISH);

export function brokenClaims(prose: string): Found[] {
  const lower = prose.toLowerCase().replaceAll('’', "'");
  // Before it is cut into sentences: hardly a prompt is left.
  const claims = TRIGGERS.for(lower).filter(({ claim, breach }) => claim.test(lower) && breach.test(lower));
  if (claims.length === 0) return [];
  const found: Found[] = [];
  /** One of an axis is enough. */
  const axes = new Set<string>();
  const sentences = sentencesOf(lower);
  for (const [i, here] of sentences.entries()) {
    if (here.text.length > 600) continue;
    const next = sentences[i + 1];
    // A sentence about "it" goes on about the same thing.
    const goesOn =
      next !== undefined &&
      next.text.length < 300 &&
      !/\b(?:already|existing|alone)\b/.test(next.text) &&
      (goesOnFrom(here.text, next.text) ||
        ORDERS.test(next.text) ||
        isOfSame(here.text, next.text) ||
        (RULES_ALL.test(here.text) &&
          !BEGINS_CASE.test(next.text) &&
          (RULES_EVERYTHING.test(here.text) || !/^\s*(?:the|an?|our|its)\b/.test(next.text))));
    const windows =
      goesOn && !isTroubled(next.text)
        ? [here, { text: lower.slice(here.start, next.start + next.text.length), start: here.start }]
        : [here];
    let isTrouble: boolean | undefined;
    for (const { text, start } of windows)
      for (const one of brokenIn(claims, text, start, prose, axes)) {
        // Looked at last: most sentences break nothing, and this is the longest of the patterns.
        isTrouble ??= isTroubled(here.text);
        if (isTrouble || axes.has(one.axis)) continue;
        axes.add(one.axis);
        found.push(one);
      }
  }
  return found;
}

/** "The product costs nothing. The checkout charges 15 euros for the product." */
function isOfSame(text: string, next: string): boolean {
  const subject = /^\s*(?:the|this|our) ([\w-]+)/.exec(text)?.[1];
  return subject !== undefined && new RegExp(`\\b(?:the|this|our) ${subject}\\b`).test(next);
}

/** "Only the owner sees the draft, everyone sees the published version". */
function hasOtherObject(one: string, other: string): boolean {
  const object = /^ (?:the|an?|its|their) ([\w-]+)/;
  const [mine, theirs] = [object.exec(one)?.[1], object.exec(other)?.[1]];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** A sentence about "it", with an order, or about what the one before began with, is about the same thing. */
export function goesOnFrom(text: string, next: string): boolean {
  const [, article, first] = /^\s*(the |a |an |our |its |your |my )?([\w'-]+)/.exec(next) ?? [];
  if (first === undefined || PREPOSITIONS.has(first)) return false;
  if (article === undefined && (OPENS.has(first) || VERBS.has(first) || ACTION_OF.has(first))) return true;
  return text.includes(` ${first}`) || text.startsWith(first) || FORMS.has(first);
}
const OPENS = words(
  'only shut restart halt embed render stream query it they this users everyone anyone everything all each every',
);
/** Parts that anything may have: what holds for the whole holds for them. */
const FORMS = new Set(['form', 'page', 'app', 'service', 'server', 'tool', 'script', 'code', 'site', 'whole']);

const MOST_BREACHES = 4;
/** The first few places where a pattern matches. */
function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (let from = 0; found.length < MOST_BREACHES; ) {
    const match = pattern.exec(text.slice(from));
    if (match === null) break;
    match.index += from;
    found.push(match);
    from = match.index + Math.max(1, match[0].length);
  }
  return found;
}

function brokenIn(
  claims: readonly Claim[],
  text: string,
  start: number,
  prose: string,
  known: ReadonlySet<string>,
): Found[] {
  return claims.flatMap(({ axis, claim, breach }): Found[] => {
    if (known.has(axis)) return [];
    const claimed = claim.exec(text);
    // What cannot be broken here needs no second look.
    if (claimed === null || !breach.test(text)) return [];
    if (
      DENIED.test(text.slice(Math.max(0, claimed.index - 40), claimed.index)) &&
      !/^(?:no|without|not|never|cannot|nothing|nobody|do|must|may|should)/.test(claimed[0])
    )
      return [];
    if (/^\s*(?:afterwards|later)\b/.test(text.slice(claimed.index + claimed[0].length))) return [];
    // "Do not log request bodies" leaves the rest to be logged.
    if (
      /(?:log|cach|stor|sav)e?s?$/.test(claimed[0]) &&
      /^ (?!and\b|but\b|at all|it\b)[a-z]/.test(text.slice(claimed.index + claimed[0].length))
    )
      return [];
    // "Used to be single-threaded", "users without an account": how it was, and who is meant.
    if (
      /\b(?:used to be|was|were|previously|formerly|until now|so far|currently) (?:(?:asked|supposed|meant|told|expected|made) to be )?(?:[\w-]+ ){0,2}$/.test(
        text.slice(0, claimed.index),
      )
    )
      return [];
    if (
      /^without/.test(claimed[0]) &&
      /\b(?:users?|people|visitors?|customers?|members?|players?|guests?|those|anyone|requests?|clients?) $/.test(
        text.slice(0, claimed.index),
      )
    )
      return [];
    // "No colours when piped": only in a certain case.
    if (/^\s+(?:when|if|unless|during|until|while)\b/.test(text.slice(claimed.index + claimed[0].length))) return [];
    // "When the list is empty, …", "with --quiet …": a case.
    if (
      /\b(?:when|if|while|unless|until|once|whenever|with (?:the )?--?\w)\b[^,.;]*$/.test(text.slice(0, claimed.index))
    )
      return [];
    // "No damage to players", "only English for now": ruled out for some, or for a time.
    const follows = text.slice(claimed.index + claimed[0].length);
    if (/^ (?:yet|for now|at first|initially|until|so far|to begin with|in the first)\b/.test(follows)) return [];
    if (
      (RULES_OUT.test(claimed[0]) || /^(?:cannot|can't)\b/.test(claimed[0])) &&
      /^ (?:for [a-z]+ing\b|(?:to|against|by|from|during|while|when) (?!any|every|all\b|anyone|anybody|the user)|at (?:night|day|noon)|in (?:the (?!game|app|program|site|world|house|tool|whole)|winter|summer|water|rain|combat|level|stage|phase|round|tests?|mode)\b|on \w+days?)/.test(
        follows,
      )
    )
      return [];
    if (isOfElse(claimed[0], follows)) return [];
    // What breaks it may stand on either side.
    const end = claimed.index + claimed[0].length;
    for (const [from, to] of [
      [end, text.length],
      [0, claimed.index],
    ] as const) {
      for (const broken of matchesOf(breach, text.slice(from, to))) {
        const at = from + broken.index;
        if (DENIED.test(text.slice(Math.max(at >= end ? end : 0, at - 40), at))) break;
        const between = at >= end ? text.slice(end, at) : text.slice(at + broken[0].length, claimed.index);
        // "…; with JavaScript the list is sorted": a sentence that begins so tells the other case.
        if (/^with\b/.test(broken[0]) && /[.;]\s*$/.test(between)) break;
        // The preposition that a breach ends with begins its limit.
        const length = broken[0].replace(/ (?:on|for|in|at|to)$/, '').length;
        const afterBreach = text.slice(at + length);
        if (
          /^(?: [\w']+){0,3} again\b|^ (?:in|with|from) (?:v\d|version \d|the next|a later|a future)/.test(afterBreach)
        )
          continue;
        const attached = at >= end && isAttached(axis, between, broken[0]);
        if (!attached && isOnlyThen(afterBreach)) continue;
        if (
          attached &&
          /^[^,.;]{0,40}\b(?:unless|until|only|disabled|enabled|turned|otherwise|instead)\b/.test(afterBreach)
        )
          continue;
        if (isOtherCase(text.slice(0, claimed.index), claimed[0], between, broken[0], afterBreach)) continue;
        if (hasOtherLimit(text.slice(end), afterBreach)) continue;
        if (hasOtherObject(text.slice(end), afterBreach)) continue;
        if (
          isChange(
            text.slice(0, Math.min(at, claimed.index)),
            text.slice(at >= end ? end : at + broken[0].length),
            between,
          )
        )
          continue;
        const passed = attached ? CASES_ATTACHED : ALWAYS.has(axis) ? CASES : null;
        if (PARTED.test(passed === null ? between : between.replace(passed, ''))) continue;
        // What a being never does says nothing of the next one.
        const rulesOut = RULES_OUT.test(claimed[0]) && !(OF_THINGS.has(axis) && NEVER_DOES.test(claimed[0]));
        // "Without JavaScript it is a list; with JavaScript …": two cases.
        if (
          /^without/.test(claimed[0]) &&
          text.slice(0, claimed.index).trim() === '' &&
          /\bwith\b|ing\b/.test(claimed[0].slice(7) + follows)
        )
          continue;
        if (OTHER_USES.test(between) && !RULES_EVERYTHING.test(text)) continue;
        // "No network calls in the unit tests. The service itself …": ruled out for one thing, done by another.
        if (/[.;]\s+(?:the|an?|our) [\w-]+/.test(between) && RULED_FOR.test(between)) continue;
        const goesOn =
          attached ||
          // "…, and the user can write to it".
          (/^,? (?:and|but) (?:the )?$/.test(between) &&
            /\b(?:it|them)$|^(?: to| into)? (?:it|them)\b/.test(broken[0] + afterBreach)) ||
          (at >= end && takesUpSubject(text.slice(0, claimed.index), `${between}${broken[0]}`));
        if (
          !rulesOut &&
          !goesOn &&
          (NEW_THING.test(between.replace(OWN_ROWS, ' ')) || namesOther(text.slice(0, Math.min(at, end)), between))
        )
          continue;
        if (at < end && /^ (?:in|on|for|of|at) the\b/.test(afterBreach)) continue;
        if (at < end && !/,|\b(?:and|but|yet|is|be|must)\b/.test(between)) continue;
        const shown = (index: number, length: number) => prose.slice(start + index, start + index + length).trim();
        const sides: [string, string] = [shown(claimed.index, claimed[0].length), shown(at, broken[0].length)];
        return [{ axis, sides: at >= end ? sides : [sides[1], sides[0]], cosmetic: false, confidence: 0.7 }];
      }
    }
    return [];
  });
}
