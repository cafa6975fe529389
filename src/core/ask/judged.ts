/**
 * An earlier answer of the session that the repeat guard would only offer. A model may say that both questions ask the same about the same
 * thing; then it answers. Never for what is dangerous, asks leave to act, or is a consent that belongs to its job.
 */
import { isJobsOwn } from '../../text/consent.ts';
import { seeksPermission } from '../../text/permission.ts';
import { asksLeave, asksWhich } from '../../text/question-form.ts';
import { isDangerous, mentionsHarm } from '../../text/risk.ts';
import { servingAnswer } from '../answer/check.ts';
import type { Question } from '../model/question.ts';
import type { ClarificationRecord } from '../model/records.ts';
import type { Heard, Resolution } from '../model/resolution.ts';
import { saidOtherwise } from './said-since.ts';

/** A model's judgement counts less than the rules. */
const CONFIDENCE = 0.8;

/** Whether a model may be asked about a question at all. Both questions must pass. */
export function mayBeJudged(question: Question): boolean {
  const { destructive, call, question: text } = question;
  if (destructive || call || isDangerous(question) || mentionsHarm(text)) return false;
  const isLeave = asksLeave(text) && !asksWhich(text);
  return !isLeave && !seeksPermission(text) && !isJobsOwn(question);
}

/** The answer to the earlier question, in this one's form. Words of the person that contradict it since then end it. */
export function judgedAnswer(question: Question, earlier: ClarificationRecord, heard: Heard | null): Resolution | null {
  if (earlier.answer === null || saidOtherwise(question, earlier, heard)) return null;
  const answer = servingAnswer(question, earlier.answer, earlier);
  if (answer === null) return null;
  const evidence = `“${earlier.question}” (${earlier.id}) was answered “${earlier.answer}” in this session, and a model judged that both ask the same`;
  const from = { id: earlier.id, question: earlier.question, answer: earlier.answer };
  return { answer, source: 'history', evidence, confidence: CONFIDENCE, from };
}
