/** How a question ends: answered, declined or revoked. Pure, like ask/decide.ts. For askers that leave, see answer/cancel.ts. */
import type { Caller } from '../access.ts';
import { isHarmful } from '../ask/path.ts';
import type { Effect, Verdict } from '../effects.ts';
import { afterQuestion, type QuestionEnd, readingOf } from '../jobs/on-settled.ts';
import { AskOnceError } from '../model/errors.ts';
import { groupOf } from '../model/group.ts';
import type { AnswerData } from '../model/outcome.ts';
import { type ClarificationRecord, folderOf, type ItemRecord, type JobRecord } from '../model/records.ts';
import { type Facts, type Need, NO_FACTS } from '../needs.ts';
import { forgottenWith, remembered, takesNoPreference, teaches, teachesRevoked } from '../preferences.ts';
import type { ClarificationState, Waiting } from '../states.ts';
import { type ApprovalCommand, decisionOf } from './approval.ts';
import { clarificationEvent, endedQuestion, openFor, resumedJobs, settledEvents } from './cancel.ts';
import { type AnswerCheck, checkAnswer, type RawAnswer } from './check.ts';
import { alreadyAnswered, type Closing, closed, closedForJob, unknownClarification } from './closed-errors.ts';

/** Who answers, and on which surface. Shown to everyone else who waits. */
export interface Answerer {
  readonly by: string | null;
  readonly surface: string | null;
  readonly caller?: Caller | null;
}

export interface AnswerCommand extends Answerer {
  readonly id: string;
  readonly raw: RawAnswer;
  /** Idempotency key: a repeated call with the same key returns the first result, even if the answer differs. */
  readonly key?: string | null;
  /** Applies to the whole project from now on, like a preference that was set by hand. */
  readonly remember?: boolean;
  /** For an approval: what else was decided. An approval takes no answer without it, and no other question takes one with it. */
  readonly decision?: ApprovalCommand;
  /** Only if the question belongs to this group (`groupOf`): another question of the group was answered, and this one with it. */
  readonly group?: string;
  /** The job that the answer is for. A job that no longer waits accepts no answer, even if another job waits for the same question. */
  readonly job?: string;
}

/** The result of an answer. `replayed`: the same answer was accepted before, and nothing changed. */
export interface TakenAnswer extends Closing {
  /** The jobs that this answer settled, in their new state. */
  readonly jobs?: readonly JobRecord[];
}

export function decideAnswer(
  state: ClarificationState,
  command: AnswerCommand,
  now: number,
  facts: Facts = NO_FACTS,
): Verdict<TakenAnswer> {
  const { clarification } = state;
  if (!clarification) return { error: unknownClarification(command.id) };
  const open = openFor(state, now);
  if (clarification.status !== 'pending' && clarification.status !== 'answered')
    return { error: closed(clarification) };
  if (clarification.status === 'pending' && open.waiting.length === 0) {
    return { effects: open.effects, error: closed({ ...clarification, status: 'withdrawn' }) };
  }
  const { key = null, job, remember = false, group } = command;
  if (group !== undefined && groupOf(clarification) !== group) return { error: anotherQuestion(clarification) };
  if (clarification.status === 'pending' && job !== undefined && !open.waiting.some(({ asked }) => asked?.id === job))
    return { effects: open.effects, error: closedForJob(clarification, job) };
  if (clarification.status === 'answered' && key !== null && key === clarification.answerKey)
    return { effects: [], result: { status: 'replayed', clarification } };
  const checked = checkedAnswer(clarification, command.raw, state.language, facts);
  if ('needs' in checked || 'error' in checked) return checked;
  const decided = decisionOf(clarification, command.decision, facts);
  if (decided && ('needs' in decided || 'error' in decided)) return decided;
  if (clarification.status === 'answered') {
    if (!('accepted' in checked) || checked.accepted !== clarification.answer)
      return { error: alreadyAnswered(clarification) };
    if (!remember) return { effects: [], result: { status: 'replayed', clarification } };
    if (isDecidedEachTime(clarification, checked.accepted)) return { error: takesNoPreference() };
    const effects = remembered(clarification, checked.accepted, state.preference, now);
    return { effects, result: { status: 'replayed', clarification } };
  }
  if ('refused' in checked) {
    const text = `${checked.refused} The question is still open.`;
    return { error: new AskOnceError('answer_refused', text, { id: command.id }) };
  }
  if (remember && isDecidedEachTime(clarification, checked.accepted)) return { error: takesNoPreference() };
  const readings = readingsOf(open.waiting, checked.accepted, facts);
  if ('needs' in readings) return readings;
  const evidence = `the person answered “${checked.accepted}”${command.surface ? ` (${command.surface})` : ''}`;
  const answered: ClarificationRecord = {
    ...clarification,
    status: 'answered',
    answer: checked.accepted,
    source: 'user',
    evidence,
    confidence: 1,
    by: command.by,
    surface: command.surface,
    answerKey: key,
    decision: decided,
    settledAt: now,
  };
  const { id } = answered;
  const told: AnswerData = { answer: checked.accepted, evidence, by: command.by, surface: command.surface };
  const data = decided ? { ...told, scope: decided.scope, rule: decided.rule } : told;
  // Nothing is learned if the answer left a prompt as ambiguous as before.
  const settlesAll = readings.every(({ end }) => end.reading.kind === 'spec');
  const after = readings.flatMap(({ asked, ask, end }) => afterQuestion(asked, end, ask, now));
  const effects: Effect[] = [
    ...open.effects,
    {
      do: 'settle_clarification',
      id,
      from: 'pending',
      to: 'answered',
      at: now,
      answer: checked.accepted,
      source: 'user',
      evidence,
      confidence: 1,
      by: command.by,
      surface: command.surface,
      answerKey: key,
      ...(decided ? { decision: decided } : {}),
      teaches: !remember && !decided && settlesAll && teaches(clarification, checked.accepted),
    },
    { do: 'settle_waiting', clarification: id, outcome: 'answered' },
    clarificationEvent('clarification.answered', clarification, now, data),
    ...settledEvents(itemsOf(open.waiting), 'answered', now),
    ...after,
    ...resumedJobs(state.waiting, clarification, now),
  ];
  if (remember) effects.push(...remembered(clarification, checked.accepted, state.preference, now));
  const jobs = after.flatMap((effect) => (effect.do === 'put_job' ? [effect.job] : []));
  return { effects, result: { status: 'accepted', clarification: answered, jobs } };
}

/** The person will not answer. The question stays in the index, so it is not asked again in this session. */
export function decideDecline(
  state: ClarificationState,
  command: Answerer & { readonly id: string; readonly because: string | null },
  now: number,
): Verdict<Closing> {
  const { clarification } = state;
  const { because, by, surface } = command;
  if (!clarification) return { error: unknownClarification(command.id) };
  if (clarification.status === 'declined') return { effects: [], result: { status: 'replayed', clarification } };
  if (clarification.status === 'answered') return { error: alreadyAnswered(clarification) };
  if (clarification.status !== 'pending') return { error: closed(clarification) };
  const open = openFor(state, now);
  if (open.waiting.length === 0) {
    return { effects: open.effects, error: closed({ ...clarification, status: 'withdrawn' }) };
  }
  const { id } = clarification;
  const evidence = because ? `the person declined: “${because}”` : 'the person declined to answer';
  const settlement = { evidence, by, surface, because };
  const effects: Effect[] = [
    ...open.effects,
    { do: 'settle_clarification', id, from: 'pending', to: 'declined', at: now, ...settlement },
    { do: 'settle_waiting', clarification: id, outcome: 'declined' },
    clarificationEvent('clarification.declined', clarification, now, { because, by, surface }),
    ...settledEvents(itemsOf(open.waiting), 'declined', now),
    ...open.waiting.flatMap((waits) => endedQuestion(waits, { outcome: 'declined', evidence }, now)),
    ...resumedJobs(state.waiting, clarification, now),
  ];
  return {
    effects,
    result: {
      status: 'accepted',
      clarification: { ...clarification, status: 'declined', ...settlement, settledAt: now },
    },
  };
}

/** Revokes an answer, whether a person or a resolver gave it. The question may then be asked again; ask/path.ts decides at what cost. */
export function decideRevoke(
  state: ClarificationState,
  command: Answerer & { readonly id: string; readonly because: string | null },
  now: number,
): Verdict<Closing> {
  const { clarification } = state;
  const { because, by, surface } = command;
  if (!clarification) return { error: unknownClarification(command.id) };
  const { id, status } = clarification;
  if (status === 'revoked') return { effects: [], result: { status: 'replayed', clarification } };
  if (status === 'pending' || status === 'superseded') {
    const what =
      status === 'pending'
        ? 'has no answer yet; decline or cancel it instead'
        : 'was asked again later; revoke that question instead';
    return { error: new AskOnceError('not_revocable', `Clarification ${id} ${what}.`, { id, status }) };
  }
  const teaches = teachesRevoked(clarification);
  const effects: Effect[] = [
    { do: 'retire_clarification', id, from: status, to: 'revoked', at: now, because, teaches },
    clarificationEvent('clarification.revoked', clarification, now, {
      was: clarification.answer,
      source: clarification.source,
      because,
      by,
      surface,
    }),
    ...forgottenWith(clarification, state.preference, now),
  ];
  return {
    effects,
    result: {
      status: 'accepted',
      clarification: { ...clarification, status: 'revoked', because: because ?? clarification.because, settledAt: now },
    },
  };
}

function anotherQuestion({ id }: ClarificationRecord): AskOnceError {
  const text = `Clarification ${id} is not the same question, so it is not answered with the other one. Answer it by itself.`;
  return new AskOnceError('not_same_question', text, { id });
}

/** Whether no preference may give this answer, because the question or the answer is destructive. */
export function isDecidedEachTime(clarification: ClarificationRecord, answer: string): boolean {
  return clarification.destructive || isHarmful(clarification, answer);
}

function itemsOf(waiting: readonly Waiting[]): ItemRecord[] {
  return waiting.map(({ item }) => item);
}

/** Checks the answer, including where its path leads if it names one. */
export function checkedAnswer(
  clarification: ClarificationRecord,
  raw: RawAnswer,
  language: string | null,
  { paths }: Facts,
): Exclude<AnswerCheck, { needsPath: string }> | { readonly needs: Need } {
  const checked = checkAnswer(clarification, raw, language);
  if (!('needsPath' in checked)) return checked;
  const { needsPath: path } = checked;
  const fact = paths.get(path);
  if (!fact) return { needs: { kind: 'path', path, folder: folderOf(clarification) } };
  return checkAnswer(clarification, raw, language, fact) as Exclude<AnswerCheck, { needsPath: string }>;
}

interface AnsweredJob {
  readonly asked: JobRecord;
  readonly ask: string;
  readonly end: Extract<QuestionEnd, { outcome: 'answered' }>;
}

/** What an answer means for each job whose prompt it is about, or what must be read first. */
function readingsOf(
  waiting: readonly Waiting[],
  answer: string,
  { read }: Facts,
): AnsweredJob[] | { readonly needs: Need } {
  const ends: AnsweredJob[] = [];
  for (const { asked, item } of waiting) {
    if (!asked) continue;
    const input = readingOf(asked, answer);
    const reading = read(input);
    if (!reading) return { needs: { kind: 'interpretation', input } };
    ends.push({ asked, ask: item.ask, end: { outcome: 'answered', answer, reading } });
  }
  return ends;
}
