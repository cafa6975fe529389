/** What the person said recently, and whether it invalidates an earlier answer. */
import { denies, namesAnother, touches } from '../../text/latest-words.ts';
import type { Question } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Heard, Said } from '../model/resolution.ts';

const SENTENCE_END = /(?<=[!?;。！？；\n])|(?<=\.)(?=\s|$)/u;
/** How many sentences are kept, and how much of each. */
const MAX_SENTENCES = 20;
const MAX_SENTENCE = 500;

/** Returns the person's last words including these, with the recent sentences. */
export function afterHearing(before: Heard | null, heard: Heard, isNew: boolean): Heard {
  const known = before?.recent ?? [];
  const said = heard.text
    .split(SENTENCE_END)
    .filter((sentence) => sentence.trim() !== '')
    .slice(-MAX_SENTENCES)
    .map((sentence): Said => ({ text: sentence.trim().slice(0, MAX_SENTENCE).toWellFormed(), at: heard.at }))
    // A job that runs again brings the words it was created with. They keep the time at which they were first said.
    .filter(({ text }) => isNew || !known.some((one) => one.text === text));
  const kept = known.filter(({ text }) => !said.some((one) => one.text === text));
  const recent = [...kept, ...said].slice(-MAX_SENTENCES);
  return recent.length === 0 ? heard : { ...heard, recent };
}

/** Returns everything the person said recently as one text; with `after`, only what was said later than that. */
export function recentWords(heard: Heard | null, after = Number.NEGATIVE_INFINITY): string {
  const recent = (heard?.recent ?? []).filter(({ at }) => at > after).map(({ text }) => text);
  return recent.join('.\n');
}

/**
 * Whether an answer no longer stands. A yes to something destructive ends with the first denial that touches it; any other answer with words
 * that touch it and are not the same choice again, and with a new context that names another option.
 */
export function saidOtherwise(question: Question, answered: ClarificationRecord, heard: Heard | null): boolean {
  const { destructive, status, answer, settledAt } = answered;
  if (status !== 'answered' || answer === null || settledAt === null) return false;
  const later = recentWords(heard, settledAt);
  if (destructive) return later !== '' && answer !== 'No' && denies(later, `${question.question} ${question.subject}`);
  if (later !== '' && touches(later, question, answer)) return true;
  const { context } = question;
  return context !== undefined && context !== answered.context && namesAnother(context, question, answer);
}
