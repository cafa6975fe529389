/**
 * Seed 002 as a pure state machine: decides what an orchestrator does next, from the PM's status, the outcome of its question, and the
 * workers' results. The engine decides whether the PM may ask; this module defines what follows in each case:
 *
 *   A  its first question          it is asked; until it is settled the PM is not started and the scope's clock is paused
 *   B  its question still waits    the same; an orchestrator that is started again returns to the same question
 *   C  the person responded        the PM is started again with the response in its context
 *   D  it asks again               no person sees it; the PM is started again with the fallback text
 *
 * Nothing loops: the scope limits how often the PM is started, `insist` limits how often it may keep asking, and a PM that repeats a
 * question it has the answer to fails. Each limit ends the work with an error that names it.
 */

import { clip } from '../core/answer/check.ts';
import type { ErrorCode } from '../core/model/errors.ts';
import type { Outcome } from '../core/model/question.ts';
import type { PmStatus, Task } from './pm-status.ts';
import { type RequestReply, replyTo } from './request.ts';
import type { ClarificationRequest } from './requests.ts';
import type { ClarificationState } from './state.ts';

export interface Scope {
  /** How often the PM may be started. */
  readonly maxTurns?: number;
  /** How long the PM and its workers may work, in minutes. Time spent waiting for a person does not count. */
  readonly maxMinutes?: number;
}

export interface Settings {
  readonly scope: Scope;
  /** How often a PM that keeps asking is started again after its first fallback; null: as often as the scope allows. */
  readonly insist: number | null;
}

export const DEFAULTS: Settings = { scope: { maxTurns: 50 }, insist: null };

export interface TaskResult {
  readonly task: string;
  readonly done: boolean;
  readonly text: string;
}

/** An entry of the next PM's context, besides its goal. */
export type Told =
  | { readonly is: 'reply'; readonly question: string; readonly reply: RequestReply }
  | { readonly is: 'result'; readonly result: TaskResult }
  | { readonly is: 'unreadable'; readonly problem: string }
  | { readonly is: 'note'; readonly text: string };

export type Next =
  | { readonly do: 'start' }
  | { readonly do: 'ask'; readonly request: ClarificationRequest }
  | { readonly do: 'work'; readonly tasks: readonly Task[] }
  | { readonly do: 'complete'; readonly summary: string }
  | { readonly do: 'fail'; readonly code: ErrorCode; readonly error: string };

/** The state of an orchestration. Never stored: when the job is run again, it is rebuilt from the stored turns. */
export interface Orchestration {
  readonly goal: string;
  readonly settings: Settings;
  readonly next: Next;
  readonly turns: number;
  readonly workedMs: number;
  /** Everything the PM has asked. */
  readonly asked: readonly string[];
  readonly told: readonly Told[];
  /** How often the PM got the fallback text instead of an answer. */
  readonly fellBack: number;
  /** How often it asked for something it already had. */
  readonly repeated: number;
  readonly unread: number;
  /** How often in a row it was answered without a person. */
  readonly unasked: number;
}

export type Event =
  | { readonly type: 'status'; readonly status: PmStatus | { readonly problem: string }; readonly ms: number }
  | { readonly type: 'settled'; readonly outcome: Outcome }
  | { readonly type: 'worked'; readonly results: readonly TaskResult[]; readonly ms: number };

/** After this many unreadable replies in a row the work fails. */
const MAX_UNREAD = 3;
/** How often it may ask for something it already has, if `insist` is not set. */
const MAX_REPEATED = 3;
/** After this many questions in a row that needed no person the work fails, because it would never end. */
const MAX_UNASKED = 25;

export function newOrchestration(goal: string, settings: Settings): Orchestration {
  const none = { turns: 0, workedMs: 0, asked: [], told: [], fellBack: 0, repeated: 0, unread: 0, unasked: 0 };
  return withinScope({ goal, settings, next: { do: 'start' }, ...none });
}

/** One step. The event must match what `next` asked for. */
export function step(run: Orchestration, event: Event): Orchestration {
  switch (event.type) {
    case 'status':
      return afterStatus({ ...run, turns: run.turns + 1, workedMs: run.workedMs + event.ms }, event.status);
    case 'settled':
      return withinScope(afterReply(run, event.outcome));
    case 'worked': {
      const told = event.results.map((result): Told => ({ is: 'result', result }));
      return started({ ...run, workedMs: run.workedMs + event.ms, unasked: 0 }, ...told);
    }
  }
}

function afterStatus(run: Orchestration, status: PmStatus | { readonly problem: string }): Orchestration {
  if ('problem' in status) {
    const unread = run.unread + 1;
    if (unread < MAX_UNREAD) return started({ ...run, unread }, { is: 'unreadable', problem: status.problem });
    return failing(run, 'agent_unreadable', `The PM’s reply could not be read ${unread} times: ${status.problem}`);
  }
  const read = { ...run, unread: 0 };
  switch (status.status) {
    case 'NEEDS_CLARIFICATION':
      return {
        ...read,
        asked: [...run.asked, status.request.question],
        next: { do: 'ask', request: status.request },
      };
    case 'PLAN':
    case 'CONTINUE': {
      const noted = status.note === undefined ? run.told : [...run.told, { is: 'note', text: status.note } as const];
      if (status.tasks.length === 0) return withinScope({ ...read, told: noted, next: { do: 'start' } });
      return { ...read, told: noted, next: { do: 'work', tasks: status.tasks } };
    }
    case 'COMPLETE':
      return { ...read, next: { do: 'complete', summary: status.summary } };
    case 'BLOCKED':
      return failing(read, 'agent_blocked', `The PM is blocked: ${status.reason}`);
  }
}

/** Cases C and D. A and B are over by now, because a waiting question has no outcome yet. */
function afterReply(run: Orchestration, outcome: Outcome): Orchestration {
  if (run.next.do !== 'ask') return run;
  const { question } = run.next.request;
  if (outcome.outcome === 'failed' && outcome.code !== 'request_incomplete')
    return failing(run, 'agent_failed', outcome.error);
  const reply = replyTo(outcome, run.next.request, false, run.goal);
  const replies = run.told.flatMap((told) => (told.is === 'reply' ? [told.reply] : []));
  const known = replies.some((one) => sameReply(one, reply));
  // Work has been done since the last question, so permission to continue may be asked for again.
  const sinceWork = run.told.slice(run.told.findLastIndex(({ is }) => is === 'result') + 1);
  const again = sinceWork.some((told) => told.is === 'reply' && sameReply(told.reply, reply));
  const isLeave = reply.decision === 'proceed' && reply.response === 'continue';
  const backAgain = reply.decision === 'send_back' && replies.some(({ decision }) => decision === 'send_back');
  // An unanswered first question is passed on like any answer; only questions after it count as fallbacks.
  const isFallback = outcome.outcome === 'fallback';
  const isRepeat = !isFallback && (backAgain || (isLeave ? again : known));
  const fellBack = run.fellBack + (isFallback ? 1 : 0);
  const repeated = run.repeated + (isRepeat ? 1 : 0);
  const unasked = outcome.outcome === 'auto_resolved' ? run.unasked + 1 : 0;
  const { insist } = run.settings;
  if (insist !== null && fellBack + repeated > insist + 1) return failing(run, 'agent_loops', insists(run, insist));
  if (repeated > MAX_REPEATED) return failing(run, 'agent_loops', repeats(run));
  if (unasked >= MAX_UNASKED) return failing(run, 'agent_loops', asksMuch(run));
  const told: Told = { is: 'reply', question, reply };
  const before = known ? run.told.filter((one) => !(one.is === 'reply' && sameReply(one.reply, reply))) : run.told;
  return { ...run, fellBack, repeated, unasked, told: [...before, told], next: { do: 'start' } };
}

function sameReply(one: RequestReply, other: RequestReply): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function insists(run: Orchestration, insist: number): string {
  const limit = `${insist + 1} ${insist === 0 ? 'round' : 'rounds'}`;
  return `The PM keeps asking although it was told to continue. The limit is ${limit} (insist: ${insist}). ${allAsked(run)}`;
}

function repeats(run: Orchestration): string {
  const limit = `The limit is ${MAX_REPEATED} rounds.`;
  return `The PM keeps asking questions that were already answered. ${limit} ${allAsked(run)}`;
}

function allAsked({ asked }: Orchestration): string {
  const all = asked.map((question) => `“${clip(question, 200)}”`).join(', ');
  return `It asked ${asked.length} times: ${all}`;
}

function asksMuch({ asked }: Orchestration): string {
  const last = `“${clip(asked.at(-1) ?? '', 200)}”`;
  return `The PM asked ${MAX_UNASKED} questions in a row that needed no person, and did no work in between. The last was ${last}.`;
}

function started(run: Orchestration, ...told: readonly Told[]): Orchestration {
  return withinScope({ ...run, told: [...run.told, ...told], next: { do: 'start' } });
}

function failing(run: Orchestration, code: ErrorCode, error: string): Orchestration {
  return { ...run, next: { do: 'fail', code, error } };
}

/** The scope check, between turns, before the PM is started. */
function withinScope(run: Orchestration): Orchestration {
  if (run.next.do !== 'start') return run;
  const { maxTurns, maxMinutes } = run.settings.scope;
  if (maxTurns !== undefined && run.turns >= maxTurns)
    return failing(run, 'scope_exceeded', tooManyTurns(run, maxTurns));
  if (maxMinutes !== undefined && run.workedMs > maxMinutes * 60_000) {
    const worked = (run.workedMs / 60_000).toFixed(1);
    return failing(run, 'scope_exceeded', `The job took ${worked} minutes; its limit is ${maxMinutes}.`);
  }
  return run;
}

function tooManyTurns(run: Orchestration, maxTurns: number): string {
  const limit = `The PM needs another turn, but the limit is ${maxTurns}.`;
  if (run.fellBack === 0) return limit;
  return `${limit} It was told ${run.fellBack} times to continue without asking. ${allAsked(run)}`;
}

const MAX_RESULT_LENGTH = 4_000;
const MAX_NOTE_LENGTH = 2_000;
/** The newest results and notes up to this length in total. Questions and answers are always kept. */
const MAX_LISTED = 100_000;

/**
 * The context of the next PM, as one text. It includes everything the person said, whichever agent asked.
 * @param takenBack The questions whose answers were revoked.
 */
export function contextOf(
  { goal, told }: Orchestration,
  state: ClarificationState,
  takenBack: ReadonlySet<string> = new Set(),
): string {
  const { clarification_question: question, user_clarification_response: response } = state;
  const said = told.some(
    (one) => one.is === 'reply' && one.reply.decision === 'proceed' && one.reply.response === response,
  );
  const earlier = !said && response !== null ? [`You asked: ${question}\nClarification Answer: ${response}`] : [];
  return [goal, ...earlier, ...newest(told).map((one) => textOf(one, takenBack))].join('\n\n');
}

/** The entries to include: all questions and answers, and as many of the rest as fit, newest first. */
function newest(told: readonly Told[]): Told[] {
  let room = MAX_LISTED;
  const kept = told.toReversed().filter((one) => {
    if (one.is === 'reply') return true;
    room -= textOf(one, new Set()).length;
    return room >= 0;
  });
  return kept.toReversed();
}

function textOf(told: Told, takenBack: ReadonlySet<string>): string {
  switch (told.is) {
    case 'result': {
      const { task, done, text } = told.result;
      return `Task “${clip(task, 200)}” ${done ? 'is done' : 'failed'}:\n${text.slice(-MAX_RESULT_LENGTH).toWellFormed()}`;
    }
    case 'unreadable':
      return `Your reply could not be read: ${told.problem}`;
    case 'note':
      return `You noted: ${clip(told.text, MAX_NOTE_LENGTH)}`;
    case 'reply':
      return `You asked: ${clip(told.question, MAX_NOTE_LENGTH)}\n${replyText(told.reply, takenBack)}`;
  }
}

function replyText(reply: RequestReply, takenBack: ReadonlySet<string>): string {
  if (reply.decision !== 'proceed') return 'text' in reply ? reply.text : '';
  if (takenBack.has(reply.id)) return 'The answer to this was revoked. Do not rely on it.';
  return `Clarification Answer: ${reply.response}`;
}

/** The questions whose answers the PM has received. */
export function answeredIn({ told }: Orchestration): string[] {
  return told.flatMap((one) => (one.is === 'reply' && one.reply.decision === 'proceed' ? [one.reply.id] : []));
}
