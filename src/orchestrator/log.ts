/** The log lines of an orchestrated job, for people: the PM's statuses, the outcomes of its questions, its assumptions. Pure. */
import type { Outcome } from '../core/model/question.ts';
import type { AssumptionRecord } from '../core/model/records.ts';
import type { PmStatus } from './pm-status.ts';

/** The line for a PM's status. */
export function saidLine({ status, problem }: { status?: PmStatus; problem?: string }): string {
  if (!status) return `its reply cannot be read: ${problem}`;
  switch (status.status) {
    case 'PLAN':
    case 'CONTINUE': {
      const { length } = status.tasks;
      return `${status.status}, ${length === 1 ? '1 task' : `${length} tasks`}`;
    }
    case 'NEEDS_CLARIFICATION':
      return `asks: ${status.request.question}`;
    case 'COMPLETE':
      return 'COMPLETE';
    case 'BLOCKED':
      return `BLOCKED: ${status.reason}`;
  }
}

/** The line for the outcome of a question. */
export function replyLine(outcome: Outcome): string {
  switch (outcome.outcome) {
    case 'answered':
    case 'auto_resolved':
      return `answer: ${outcome.answer} (${outcome.source.replace('_', ' ')})`;
    case 'failed':
      return `sent back: ${outcome.error}`;
    case 'fallback':
      return `told to continue: ${outcome.evidence}`;
    default:
      return `${outcome.outcome}, so the PM continues without an answer`;
  }
}

/** An assumption as the log shows it. */
export type ShownAssumption = Pick<
  AssumptionRecord,
  'decision' | 'reasoning' | 'confidence' | 'risk' | 'timeoutAssumed'
>;

/** One assumption as one line. */
export function assumptionLine({ decision, reasoning, confidence, risk, timeoutAssumed }: ShownAssumption): string {
  const about = [
    reasoning,
    confidence === null ? '' : `confidence ${confidence}`,
    risk === null || risk === '' ? '' : `if wrong: ${risk}`,
  ].filter((part) => part !== '');
  const mark = timeoutAssumed ? '[assumed: no answer in time]' : '[assumed]';
  return about.length === 0 ? `${mark} ${decision}` : `${mark} ${decision} (${about.join('; ')})`;
}
