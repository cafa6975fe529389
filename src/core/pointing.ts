/**
 * What a question is about that its own words do not say. "Is this plan OK?" is another question for another plan: a yes to the
 * one is none to the other. So what such a question points at (its header, its context, what its options stand for) is part of
 * its key. A question that says itself what it asks is the same one whatever stands around it: agents word that anew each time.
 */
import { bareLabel } from './answer-check.ts';
import type { ClarificationType, Option } from './clarification.ts';
import { folded } from './matching.ts';
import { normaliseQuestion, readableForm } from './question-key.ts';
import { FORM } from './similar.ts';
import { ATTRIBUTE, GENERAL, GENERAL_ELSEWHERE, GENERAL_JAPANESE } from './wording/general-words.ts';
import { words } from './wording/phrases.ts';

export interface Pointing {
  readonly question: string;
  readonly type: ClarificationType;
  readonly header?: string | undefined;
  readonly context?: string | undefined;
  readonly options: readonly Option[];
}

/** What the question points at, as it is compared; empty where its words say it all, or there is nothing to point at. */
export function referentsOf({ question, type, header, context, options }: Pointing): readonly string[] {
  const described = options.some(({ description }) => description !== undefined);
  if (header === undefined && context === undefined && !described) return [];
  const labels = options.map(({ label }) => folded(bareLabel(label)));
  // Agents that know no CONFIRM ask for a yes or no by two options; these mean what the question says.
  const polar =
    type === 'CONFIRM' || (labels.some((label) => YES.test(label)) && labels.some((label) => NO.test(label)));
  const blank = labels.some((label) => isBlank(label, labels) && !(polar && (YES.test(label) || NO.test(label))));
  if (!blank && !points(question, polar)) return [];
  const meanings = described
    ? options.map(({ label, description }) => `${bareLabel(label)}: ${description ?? ''}`)
    : [];
  const said = [header ?? '', context ?? '', ...meanings];
  return said.some((text) => text.trim() !== '') ? said.map(normaliseQuestion) : [];
}

const YES = /^(?:yes|ja|oui|sí|si|はい)$/;
const NO = /^(?:no|nein|non|いいえ)$/;

/** "1" of 1, 2 and 3 and "B" of A and B stand for something; 18 of 18 and 20, and S of S and M, are what they say. */
function isBlank(label: string, labels: readonly string[]): boolean {
  if (!BLANK_LABEL.test(label)) return false;
  if (/^[a-z]$/.test(label)) return labels.includes('a') || labels.includes('x');
  return !/^\d+$/.test(label) || labels.includes('1') || labels.some((each) => !/^\d+$/.test(each));
}

/** Labels that stand for what is said elsewhere. */
const BLANK_LABEL = new RegExp(
  [
    '(?:the )?(?:(?:option|choice|variant|version|alternative|approach|plan|proposal|solution|way|candidate|design)[ #:.-]*)?' +
      '(?:[a-z]|\\d{1,2}|one|two|three|four|first|second|third|fourth|former|latter|other)' +
      '(?: (?:one|option|choice|version|approach|plan|design))?[.)]?',
    '(?:yes|no|ok|okay|both|neither|this|that|current|proposed|suggested|original|alternative|same|keep|change|accept|reject|' +
      'approve|agree|disagree)(?: (?:it|this|that|one))?',
    '(?:variante|möglichkeit|vorschlag|lösung|solution|proposition|opción|propuesta|alternativa) (?:[a-z]|\\d{1,2})|ja|nein|oui|non|sí',
    '(?:案|選択肢|プラン|候補) ?[a-z\\d一二三四]{1,2}',
    '[a-z\\d一二三四]案|[①-⑳]|はい|いいえ',
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
  'iu',
);

/** Words that point, whatever stands beside them. What all of a session is about, such as "this project", is no news to it. */
const POINTS =
  /\b(?:this|these|those)\b(?! (?:whole )?(?:project|repo|repository|codebase|code base|workspace|session|conversation|machine|computer|app|application|package|site|website|product|program|library)\b)|\b(?:following|above|below|attached|aforementioned|here|such)\b|\bthe (?:same|other) (?:one|way|thing)\b/;
const POINTS_AT_THAT =
  /\b(?:is|was|does|do|did|about|with|like|to|for|of|on|from|by|use|keep|handle|change|fix|make|take|accept|approve|ship|merge|apply|add|run|go) that\b/;
/** "The suggested fix": whatever the thing is, it was spoken of elsewhere. */
const SPOKEN_OF =
  /\bthe (?:suggested|proposed|recommended|mentioned|described|listed|shown|selected|given|missing|failing|failed|affected|remaining|conflicting|duplicated?|corresponding|relevant|respective) /;
/** Of a yes or no these are all that it is said to. "Which database should it use?" means the work itself. */
const PRONOUN = /\b(?:it|its|they|them|their|he|she|him|her)\b/;
const POINTS_ELSEWHERE =
  /\b(?:dies(?:e[rsmn]?)?|folgende[rsmn]?|cette|ces|cet|ceci|cela|est[eao]s?|questo|questa|queste|questi|siguientes?|suivante?s?)\b/;
const POINTS_CJK =
  /(?:この|その|あの|これ|それ|ここ|こちら|以下の|上記|下記|次の|このまま|該当|当該|前述|先ほど)(?!プロジェクト|リポジトリ|アプリ|セッション|サイト)|这|那个|以下|上述|이것|이 |위의|아래|다음/;

function points(question: string, polar: boolean): boolean {
  const text = normaliseQuestion(question);
  if (text.length > LONGEST_VAGUE) return false;
  if ([POINTS, POINTS_AT_THAT, SPOKEN_OF, POINTS_ELSEWHERE, POINTS_CJK].some((pattern) => pattern.test(text)))
    return true;
  if (polar && PRONOUN.test(text)) return true;
  const form = readableForm(question);
  return named(question, form) < neededFor(form);
}

/** Whoever needs more words has said what it is about. */
const LONGEST_VAGUE = 1_000;

/** How many naming words make such a question say what it is about. */
function neededFor(form: string): number {
  if (OWN_ACT.test(form)) return 3;
  // "Which quarter?" is no more than the end of what stands before it.
  return SAYS_KIND.test(form) && !/^[\p{L}¿]+ \p{L}+$/u.test(form) ? 1 : 2;
}

/** What the agent would do next belongs to the moment; how a thing should be, as in "Should the app work offline?", less so. */
const OWN_ACT =
  /^(?:(?:should|shall|can|could|may) (?:i|we)|do (?:you want|we need)|would you like|soll(?:en|te)? (?:ich|wir)|dois-je|puis-je|debo|puedo) /;
/**
 * "Which database?" says what is sought, and "Are you vegetarian?" asks about the person: one word that names is enough. Of others it
 * takes two, the matter and what is asked of it: "Should I add caching?" and "How many copies?" are asked of many things.
 */
const SAYS_KIND = new RegExp(
  [
    "^(?:which|what (?!'s|is|are|was|were|should|shall|do|does|did|would|will|can|could|must|has|have|if|about|to|happens?|else|next)\\b)",
    '^(?:are|were|have|did|do) you (?!want|prefer|like|need|agree|mean|sure|ok|okay|happy|ready|think)',
    '\\bdo you (?:have|own|speak|live|work)\\b',
    '^(?:in |für |mit |pour |avec |con |para |¿)*(?:welche[nmrs]?|quel(?:le)?s?|qué|qual) ',
    'ど[れのち](?!よう)|何[をがのでに使]|何です|教え|^(?:请|用|使用)?(?:哪|什么)|哪个|哪种|什么|어느|어떤|무슨',
  ].join('|'),
  'u',
);

/** How many words name something; one that is a name itself, or stands where the object of the matter stands, is enough alone. */
function named(question: string, form: string): number {
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(form)) {
    const left = form.replace(GENERAL_JAPANESE, ' ');
    const runs = left.match(/\p{Script=Han}+|\p{Script=Katakana}[\p{Script=Katakana}ー]*|[\p{L}\p{N}]+/gu) ?? [];
    return /\p{Script=Hiragana}/u.test(form) ? runs.length + (/[a-z\d`"]/.test(left) ? 1 : 0) : 2 * runs.length;
  }
  const all = form.match(/[\p{L}\p{N}'_-]+|[`"]/gu) ?? [];
  const names = new Set(
    (question.match(/[\p{L}\p{N}'_-]+/gu) ?? [])
      .filter((word, at) => /[_\d]/.test(word) || (at > 0 && /^\p{Lu}/u.test(word)))
      .map((word) => word.toLowerCase()),
  );
  let count = 0;
  for (const [at, word] of all.entries()) {
    const before = all.slice(Math.max(0, at - 2), at);
    // "A library for dates": things of a kind, not the ones at hand.
    if (before.at(-1) === 'for' && /[a-z]{3}s$/.test(word) && !FORM.has(word) && word !== 'others') count += 1;
    if (isGeneral(word) || (/^\d{1,3}$/.test(word) && isGeneral(all[at + 1] ?? ''))) continue;
    const alone =
      /[`"_]/.test(word) || names.has(word) || before.some((each) => OF.has(each)) || ATTRIBUTE.has(all[at + 1] ?? '');
    count += alone ? 3 : 1;
  }
  const parts = form.match(/[\p{L}\p{N}_]+|[`"]/gu) ?? [];
  return Math.min(count, ...GENERAL_ELSEWHERE.map((list) => parts.filter((word) => !list.has(word)).length));
}

/** In any of its forms: "rows" as "row", "included" as "include". */
function isGeneral(word: string): boolean {
  const stem = word.replace(/(?:s|d|ing)$/, '');
  return [word, stem, stem.replace(/e$/, ''), `${stem}e`].some(
    (each) => FORM.has(each) || GENERAL.has(each) || ATTRIBUTE.has(each),
  );
}

const OF = words('for of in from at your that called named');
