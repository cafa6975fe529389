/** What the person has said of late, and whether it ends an answer that was given before. */
import { contradicts, denies } from '../../text/latest-words.ts';
import type { Question } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Heard, Said } from '../model/resolution.ts';

const SENTENCE_END = /[!?;。！？；\n]|\.(?=\s|$)/u;
/** So many sentences are kept, and so much of each. */
const MAX_SENTENCES = 20;
const MAX_SENTENCE = 500;

/** The person's last words, once these are said: with the sentences of late. */
export function afterHearing(before: Heard | null, heard: Heard, isNew: boolean): Heard {
  const known = before?.recent ?? [];
  const said = heard.text
    .split(SENTENCE_END)
    .filter((sentence) => sentence.trim() !== '')
    .slice(-MAX_SENTENCES)
    .map((sentence): Said => ({ text: sentence.trim().slice(0, MAX_SENTENCE).toWellFormed(), at: heard.at }))
    // A job that is run again brings the words that it was made with: they were said when they were first said.
    .filter(({ text }) => isNew || !known.some((one) => one.text === text));
  const kept = known.filter(({ text }) => !said.some((one) => one.text === text));
  const recent = [...kept, ...said].slice(-MAX_SENTENCES);
  return recent.length === 0 ? heard : { ...heard, recent };
}

/** All that the person said of late, as one text; after a moment, where one is given. */
export function recentWords(heard: Heard | null, after = Number.NEGATIVE_INFINITY): string {
  const recent = (heard?.recent ?? []).filter(({ at }) => at > after).map(({ text }) => text);
  return recent.join('.\n');
}

/**
 * Whether the person has said otherwise since an answer was given. A yes to harm ends with the first denial that touches it; any other
 * answer only by a contradiction.
 */
export function saidOtherwise(question: Question, answered: ClarificationRecord, heard: Heard | null): boolean {
  const { destructive, status, answer, settledAt } = answered;
  if (status !== 'answered' || answer === null || settledAt === null) return false;
  const later = recentWords(heard, settledAt);
  if (later === '') return false;
  if (!destructive) return contradicts(later, question, answer);
  return answer !== 'No' && denies(later, `${question.question} ${question.subject}`);
}
