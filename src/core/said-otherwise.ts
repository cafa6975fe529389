/**
 * When a yes to something destructive ends: the person has said since, in one sentence, a word that denies or stops and a word of the
 * question. Small on purpose: a false alarm costs one question, which comes with the earlier answer.
 */
import type { Question } from './clarification.ts';
import type { ClarificationRecord } from './records.ts';
import type { Heard, Stop } from './resolution.ts';
import { FORM, stemOf } from './similar.ts';
import { readYesNo } from './yes-no.ts';

const STOPS = new RegExp(
  [
    "(?<![\\p{L}\\p{N}])(?:not|no|never|cannot|\\p{L}+n['’]t|dont|doesnt|cant|wont|shouldnt|mustnt|stop|halt|pause|cancel|abort|revoke|undo|avoid|skip|without|instead|" +
      'nicht|kein\\p{L}*|nie|stopp|ne|pas|jamais|arr[êe]te\\p{L}*|nunca|não|nao|nunca mais|basta|non|mai)(?![\\p{L}\\p{N}])',
    'ない|なく|ません|やめ|止め|中止|停止|だめ|ダメ|禁止|不|别|別|停|勿|没|마세요|마라|말고|않|중지|그만|금지',
  ].join('|'),
  'iu',
);

const SENTENCE_END = /[!?;。！？；\n]|\.(?=\s|$)/u;
/** As many sentences are kept as anybody says in a while, and as much of each as says something. */
const MOST_KEPT = 20;
const LONGEST_KEPT = 500;

/** What the person's last words are, once these are said: with all sentences since that deny or stop something. */
export function afterHearing(before: Heard | null, heard: Heard, isNew: boolean): Heard {
  const known = before?.stops ?? [];
  const said = heard.text
    .split(SENTENCE_END)
    .filter((sentence) => STOPS.test(sentence))
    .slice(-MOST_KEPT)
    .map((sentence): Stop => ({ text: sentence.trim().slice(0, LONGEST_KEPT).toWellFormed(), at: heard.at }))
    // A job that is run again brings the words that it was made with: they were said when they were first said.
    .filter(({ text }) => isNew || !known.some((one) => one.text === text));
  const kept = known.filter(({ text }) => !said.some((one) => one.text === text));
  const stops = [...kept, ...said].slice(-MOST_KEPT);
  return stops.length === 0 ? heard : { ...heard, stops };
}

/** Whether the person has said otherwise since they said yes to what would destroy. */
export function saidOtherwise(question: Question, answered: ClarificationRecord, heard: Heard | null): boolean {
  const { destructive, status, answer, settledAt } = answered;
  const later = (heard?.stops ?? []).filter(({ at }) => settledAt !== null && at > settledAt);
  if (later.length === 0 || !destructive || status !== 'answered' || readYesNo(answer!, null) === 'No') return false;
  const words = wordsOf(`${question.question} ${question.subject}`);
  return later.some(({ text }) => [...wordsOf(text)].some((word) => words.has(word)));
}

/** The words that name something, by their stems; of scripts without blanks, each two letters that follow one another. */
function wordsOf(text: string): ReadonlySet<string> {
  const folded = text.normalize('NFKC').toLowerCase();
  const words = (folded.match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !FORM.has(word) && !STOPS.test(word));
  const found = new Set(words.map(stemOf));
  for (const [run] of folded.matchAll(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー]{2,}/gu))
    for (let at = 0; at + 1 < run.length; at += 1) found.add(run.slice(at, at + 2));
  return found;
}
