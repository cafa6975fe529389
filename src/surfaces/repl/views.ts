/** The output of the REPL's commands, as lines. Pure; wording given by seed 003 is used as is. */

import picocolors from 'picocolors';
import type { JobState } from '../../core/model/job.ts';
import type { LogLine } from '../../core/model/records.ts';
import type { Preference } from '../../core/model/resolution.ts';
import { type Task, whyAsked } from '../../core/model/task.ts';
import type { Clarification } from '../../core/model/views.ts';
import { ENOUGH } from '../../core/preferences.ts';
import type { ClarificationHistoryEntry } from '../../library/history.ts';
import { shownSubject } from '../../text/subject.ts';
import { callRows, dangerText } from '../terminal/approval-view.ts';
import { ago, moment, oneLine, span } from '../terminal/text.ts';
import { DECIDE } from '../terminal/typed-decision.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { COMMANDS } from './commands.ts';

const MARKERS: Readonly<Record<JobState, string>> = {
  RUNNING: '[*]',
  QUEUED: '[ ]',
  COMPLETE: '[v]',
  ERROR: '[X]',
  AWAITING_RESPONSE: '[?]',
  CANCELLED: '[-]',
};

export interface Place {
  readonly columns: number;
  readonly now: number;
  readonly project: string;
}

export function bannerView(session: string, agent: string, columns: number): string[] {
  return ['AskOnce. Type a task, or /help.', ...hanging('  ', `Session ${session}; agent: ${oneLine(agent)}`, columns)];
}

/** What is left open when the person leaves; for programs, the exit code says it. */
export function leaveView(waiting: number, unfinished: number, command: string): string[] {
  const tasks = (count: number, one: string, many: string) =>
    count === 1 ? `1 task ${one}` : `${count} tasks ${many}`;
  return [
    ...(waiting > 0 ? [`${tasks(waiting, 'is', 'are')} waiting for your answer. To continue: ${command}`] : []),
    ...(unfinished > 0 ? [`${tasks(unfinished, 'is', 'are')} not finished, but saved. To continue: ${command}`] : []),
  ];
}

/** An error of the engine, in its own words. */
export function errorView(message: string, code: string, columns: number): string[] {
  return [...hanging('Error: ', message, columns), `Code: ${code}`];
}

const RESULT_LINES = 10;

/** A task that has ended, with its agent's last output. */
export function endView(task: Task, columns: number): string[] {
  const head = `${MARKERS[task.state]} Task ${task.id} ${task.state}`;
  if (task.error !== null) return [`${head}: ${oneLine(task.error)}`];
  const result = task.result?.trim() ? hanging('    ', task.result.trim(), columns) : [];
  // A long result shows its end, where agents summarise what they did.
  const hidden = Math.max(0, result.length - RESULT_LINES);
  const more = hidden > 0 ? [`    … ${hidden} earlier lines: /logs ${task.id}`] : [];
  return [head, ...more, ...result.slice(hidden)];
}

export function taskList(tasks: readonly Task[], place: Place): string[] {
  if (tasks.length === 0) return ['Task Queue', '', '   No tasks yet. Type what you want done.', '', summary(tasks)];
  const lines = tasks.flatMap((task, at) => taskLines(task, at + 1, place));
  return ['Task Queue', '', ...lines, '', summary(tasks)];
}

function taskLines(task: Task, number: number, { columns, project }: Place): string[] {
  const elsewhere = task.folder === project ? '' : `  (in ${task.folder})`;
  const head = `${String(number).padStart(4)}. ${MARKERS[task.state]} ${task.id} - `;
  const description = fitted(task.description + elsewhere, columns - head.length);
  const about = (label: string, text: string) => hanging(`         ${label}: `, text, columns);
  return [
    head + description,
    ...(task.waiting[0] ? about('Question', task.waiting[0].question) : []),
    ...(task.clarificationReason ? about('Reason', task.clarificationReason) : []),
    ...(task.error !== null ? about('Error', task.error) : []),
  ];
}

function summary(tasks: readonly Task[]): string {
  const count = (state: JobState) => tasks.filter((task) => task.state === state).length;
  const always = (['RUNNING', 'AWAITING_RESPONSE', 'QUEUED', 'COMPLETE'] as const).map((state) => [
    state,
    count(state),
  ]);
  const others = (['ERROR', 'CANCELLED'] as const).map((state) => [state, count(state)]).filter(([, n]) => n !== 0);
  return `Summary: ${[...always, ...others].map(([state, n]) => `${n} ${state}`).join(', ')}`;
}

export interface Status extends Place {
  readonly session: string;
  readonly store: string;
  readonly agent: string;
  readonly running: number;
  readonly oldest: Task | null;
  readonly awaiting: number;
}

export function statusView({ session, store, agent, running, oldest, awaiting, project }: Status): string[] {
  return [
    `Session: ${session}`,
    `Project: ${project}`,
    `Store:   ${store}`,
    `Agent:   ${oneLine(agent)}`,
    `Running: ${running}`,
    '',
    'User Response Status:',
    `  awaiting_user_response: ${oldest !== null}`,
    ...(oldest ? [`  pending_task_id: ${oldest.id}`] : []),
    ...(awaiting > 1 ? [`  awaiting_tasks: ${awaiting}`] : []),
  ];
}

export function logView(task: Task, lines: readonly LogLine[], { columns, now }: Place): string[] {
  const shown = [
    `Task: ${task.id}`,
    `Status: ${task.state}`,
    ...hanging('Description: ', task.description, columns),
    `Queued: ${moment(task.queuedAt)} (${ago(task.queuedAt, now)})`,
    ...(task.startedAt === null ? [] : [`Runs: ${task.runs}, for ${span((task.endedAt ?? now) - task.startedAt)}`]),
    ...(task.error === null ? [] : hanging('Error: ', task.error, columns)),
    ...(task.result === null ? [] : hanging('Result: ', task.result, columns)),
    '',
    ...(lines.length === 0 ? ['Log: nothing yet'] : ['Log:']),
    ...lines.flatMap(({ at, stream, line }) => hanging(`  ${time(at)} ${SIGNS[stream]} `, line, columns)),
  ];
  return task.state === 'AWAITING_RESPONSE' ? [...shown, '', ...pendingView(task, columns)] : shown;
}

const SIGNS: Readonly<Record<LogLine['stream'], string>> = { stdout: ' ', stderr: '!', askonce: '·' };

function time(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function pendingView(task: Task, columns: number): string[] {
  const several = task.waiting.length > 1;
  return [
    'Pending Response Required:',
    ...task.waiting.flatMap((question) => [
      ...hanging('  Question: ', question.question, columns),
      ...hanging('  Reason: ', whyAsked(question), columns),
      ...optionLines(question, columns),
      ...contextView(question, '  ', columns),
    ]),
    `  How to respond: /respond <your answer>`,
    ...(several ? ['  The questions are answered in this order; the task continues after the last.'] : []),
  ];
}

/**
 * A question shown without a picker: its options are numbered.
 * @param isOldest An answer without a task's id would go to it.
 */
export function questionView(task: Task, question: Clarification, columns: number, isOldest: boolean): string[] {
  const { destructive, offered, approval } = question;
  const respond = `    How to respond: /respond ${isOldest ? '' : `${task.id} `}${wanted(question)}`;
  if (approval) {
    const danger = dangerText(approval);
    const look = {
      width: columns - 6,
      colours: picocolors.createColors(false),
      rows: APPROVAL_ROWS,
      seeAll: '`askonce inbox --full`',
    };
    return [
      ...hanging(`[?] ${task.id} - `, task.description, columns),
      ...(danger === null ? [] : hanging('    ! ', danger, columns)),
      ...hanging(`    Allow ${oneLine(approval.tool)}? `, approval.title ? `“${approval.title}”` : '', columns),
      ...callRows(approval, look).map((row) => `      ${row}`),
      ...(question.reason === undefined ? [] : hanging('    Reason: ', whyAsked(question), columns)),
      respond,
    ];
  }
  const subject = shownSubject(question);
  const about = subject === '' ? '' : `: ${oneLine(subject)}`;
  return [
    ...hanging(`[?] ${task.id} - `, task.description, columns),
    ...(destructive ? [`    ! DESTRUCTIVE${about}`] : []),
    ...contextView(question, '    ', columns),
    ...hanging('    Question: ', question.question, columns),
    ...hanging('    Reason: ', whyAsked(question), columns),
    ...optionLines(question, columns),
    ...(offered ? hanging('    ', `Earlier you answered “${offered.answer}” to “${offered.question}”.`, columns) : []),
    respond,
  ];
}

/** What you can type after /respond. */
function wanted({ type, options, strictOptions, multiSelect, approval }: Clarification): string {
  if (approval) return DECIDE;
  if (type === 'CONFIRM') return '<yes or no>';
  if (options.length === 0) return '<your answer>';
  if (multiSelect) return '<numbers, with commas>';
  return strictOptions ? '<number>' : '<number or your own words>';
}

const CONTEXT_LINES = 12;
const APPROVAL_ROWS = 20;

/** The end of the asker's context: a person must know what they answer. */
export function contextView({ context }: Clarification, indent: string, columns: number): string[] {
  if (!context?.trim()) return [];
  const lines = hanging(`${indent}  | `, context.trim(), columns).map((line, at) =>
    at === 0 ? line : line.replace(/^(\s*)\s{2}/, `${indent}  | `),
  );
  const hidden = Math.max(0, lines.length - CONTEXT_LINES);
  return [`${indent}Context:${hidden > 0 ? ` (last lines; ${hidden} more above)` : ''}`, ...lines.slice(hidden)];
}

const OPTIONS_SHOWN = 20;

function optionLines({ options }: Clarification, columns: number): string[] {
  const shown = options.slice(0, OPTIONS_SHOWN).flatMap(({ label, description }, at) => {
    const text = description ? `${label} - ${description}` : label;
    return hanging(`    ${String(at + 1).padStart(2)}. `, text, columns);
  });
  const more = options.length - OPTIONS_SHOWN;
  return more > 0 ? [...shown, `        … and ${more} more: type part of a name in the picker`] : shown;
}

export function historyView(entries: readonly ClarificationHistoryEntry[], columns: number): string[] {
  if (entries.length === 0) return ['No answers in this session yet.'];
  return entries.flatMap(({ id, question, answer, source, evidence }, at) => [
    ...hanging(`${id}  #${at + 1}  `, question, columns),
    ...hanging('    → ', `${answer}  (${(source ?? '').replace('_', ' ')}: ${evidence})`, columns),
  ]);
}

export function preferencesView(preferences: readonly Preference[], columns: number): string[] {
  if (preferences.length === 0) return ['No preferences yet. Three equal answers make one.'];
  return preferences.flatMap(({ question, answer, times, origin }) =>
    hanging('  ', `${question} → ${answer}  (${origin === 'set' ? 'set' : learnt(times)})`, columns),
  );
}

function learnt(times: number): string {
  const often = times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
  return times < ENOUGH ? `answered ${often}; used automatically after ${ENOUGH} times` : `answered ${often}`;
}

export function helpView(columns: number): string[] {
  const names = Object.entries(COMMANDS).flatMap(([name, what]) =>
    hanging(`  ${`/${name}`.padEnd(10)} `, what, columns),
  );
  return ['Any other line is a task.', '', ...names, '', 'A number alone answers the open question with that option.'];
}

/** Text after a label, with further lines aligned below its first word. */
export function hanging(label: string, text: string, columns: number): string[] {
  const width = Math.max(20, columns - label.length);
  return wrapped(text, width).map((line, at) => (at === 0 ? label : ' '.repeat(label.length)) + line);
}

/** On one line, cut if it is too long. */
function fitted(text: string, width: number): string {
  const [first = '', ...rest] = wrapped(oneLine(text), Math.max(10, width - 1));
  return rest.length === 0 ? first : `${first}…`;
}
