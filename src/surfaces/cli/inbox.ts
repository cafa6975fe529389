/** `askonce inbox`: what waits for a person, oldest first; equal questions and equal calls as one. */

import { whyAsked } from '../../core/model/task.ts';
import type { ApprovalView, Clarification, ListedClarification } from '../../core/model/views.ts';
import { shownSubject } from '../../text/subject.ts';
import { callRows, dangerText } from '../terminal/approval-view.ts';
import { grouped, settledLines } from '../terminal/equal-questions.ts';
import { colours, columns, EXIT, note, say, sayJson } from '../terminal/output.ts';
import { ago, moment, oneLine, span } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { DECIDE } from '../terminal/typed-decision.ts';
import { whoseLine } from '../terminal/whose.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { type FilterFlags, filterOf, isFiltered } from './inbox-filter.ts';
import { type GlobalOptions, type StoreLocation, serviceLocation } from './store-location.ts';
import { readPage } from './with-store.ts';

export interface PageFlags extends GlobalOptions {
  session?: string;
  after?: string;
  limit?: number;
}

export interface InboxFlags extends PageFlags {
  full?: boolean;
  watch?: boolean;
}

/** Enough to choose from at a prompt; a picker shows the rest. */
const OPTIONS_SHOWN = 20;
const CONTEXT_LINES = 6;
const CALL_ROWS = 12;
const EQUAL_ROWS = 6;

export async function inbox(flags: InboxFlags & FilterFlags): Promise<number> {
  if (flags.watch) {
    const { watchInbox } = await import('./watch/watch.ts');
    return watchInbox(flags);
  }
  const location = await serviceLocation(flags);
  if (location.whose === 'person') {
    const { waitingInOwnStores } = await import('./person/old-store.ts');
    for (const line of waitingInOwnStores(location)) note(line);
  }
  const page = await readPage(location, async (askonce) =>
    askonce.questions.list({ ...pageQuery(flags), ...(await filterOf(askonce, flags)), status: 'pending' }),
  );
  if (flags.json) {
    sayJson({ items: page.items.map(asItem), next: page.next });
    return EXIT.ok;
  }
  if (page.items.length === 0) {
    say(flags.after === undefined ? nothingWaits(flags) : 'No more questions.');
    return EXIT.ok;
  }
  // A part of the list would show other numbers than those that commands take.
  const isWhole = flags.after === undefined && flags.session === undefined && !isFiltered(flags);
  const rows = flags.full ? Number.POSITIVE_INFINITY : CALL_ROWS;
  for (const group of grouped(page.items)) {
    const numbers = group.map((question) => `#${page.items.indexOf(question) + 1}`).join(', ');
    const place = { ...location, number: isWhole ? `  ${numbers}` : '', now: Date.now() };
    const { approval } = group[0]!;
    say(`${(approval ? shownCall(group, approval, rows, place) : shown(group, place)).join('\n')}\n`);
  }
  if (page.next !== null) say(`More: ${location.command} inbox --after ${page.next}`);
  return EXIT.ok;
}

function nothingWaits(flags: FilterFlags): string {
  return isFiltered(flags) ? 'No such questions are waiting for you.' : 'No questions are waiting for you.';
}

/** The query of any page, without the flags that were not given. */
export function pageQuery({ session, after, limit }: PageFlags): { session?: string; after?: string; limit?: number } {
  return {
    ...(session === undefined ? {} : { session }),
    ...(after === undefined ? {} : { after }),
    ...(limit === undefined ? {} : { limit }),
  };
}

const SETTLEMENT = ['status', 'answer', 'source', 'evidence', 'confidence', 'by', 'surface', 'because', 'settledAt'];

/** A question as JSON for programs, most used fields first; fields that only a settled question has are left out. */
function asItem(clarification: ListedClarification): Record<string, unknown> {
  const { id, question, type, options, session, job } = clarification;
  const waiting = Object.entries(clarification).filter(([field]) => !SETTLEMENT.includes(field));
  return { id, question, type, options, session, job, ...Object.fromEntries(waiting) };
}

interface Place extends Pick<StoreLocation, 'command'> {
  /** Its place in the list, such as `  #2`; of a group, the place of each. */
  readonly number: string;
  readonly now: number;
}

function shownCall(
  group: readonly ListedClarification[],
  approval: ApprovalView,
  rows: number,
  { command, number, now }: Place,
): string[] {
  const { bold, dim } = colours;
  const [question] = group as [ListedClarification];
  const [, session] = approval.scopes;
  return [
    `${bold(question.id)}${number}  APPROVAL  ${dim(ago(question.createdAt, now))}`,
    ...callLines(question, approval, rows, command),
    ...whence(group, now),
    ...(session ? indented(`--scope session or project allows what fits: ${session.rules.join(' or ')}`, 2, dim) : []),
    ...answerCommands(group, command),
  ];
}

function callLines(question: Clarification, approval: ApprovalView, rows: number, command: string): string[] {
  const danger = dangerText(approval);
  const look = { width: columns() - 4, colours, rows, seeAll: `${command} inbox --full` };
  const title = approval.title === undefined ? '' : ` “${approval.title}”`;
  return [
    ...(danger === null ? [] : indented(`! ${danger}`, 2, (line) => colours.bold(colours.red(line)))),
    ...indented(`Allow ${approval.tool}?${title}`, 2, colours.bold),
    ...callRows(approval, look).map((row) => `    ${row}`),
    ...(question.reason === undefined ? [] : indented(`Why: ${whyAsked(question)}`, 2, colours.dim)),
  ];
}

function shown(group: readonly ListedClarification[], { command, number, now }: Place): string[] {
  const { bold, dim } = colours;
  const [question] = group as [ListedClarification];
  const { id, type, options } = question;
  const kind = question.multiSelect ? `${type}, several` : type;
  return [
    `${bold(id)}${number}  ${kind}  ${dim(ago(question.createdAt, now))}`,
    ...warning(question),
    ...(question.header ? indented(question.header, 2, dim) : []),
    ...indented(question.question, 2, bold),
    ...(question.reason ? indented(`Why: ${whyAsked(question)}`, 2, dim) : []),
    ...context(question.context),
    ...options.slice(0, OPTIONS_SHOWN).flatMap((_, index) => option(question, index)),
    ...(options.length > OPTIONS_SHOWN
      ? [dim(`     … and ${options.length - OPTIONS_SHOWN} more: ${command} inbox --json`)]
      : []),
    ...(question.offered
      ? indented(`Earlier you answered “${question.offered.answer}” to “${question.offered.question}”.`, 2, dim)
      : []),
    ...whence(group, now),
    ...answerCommands(group, command),
  ];
}

/** The details of a question besides its text, for notices. */
export function questionLines(question: Clarification): string[] {
  const { options, approval } = question;
  if (approval) return callLines(question, approval, CALL_ROWS, typedCommand());
  return [
    ...warning(question),
    ...(question.reason ? indented(`Why: ${whyAsked(question)}`, 2, colours.dim) : []),
    ...context(question.context),
    ...options.slice(0, OPTIONS_SHOWN).flatMap((_, index) => option(question, index)),
  ];
}

function warning(question: Clarification): string[] {
  const { destructive } = question;
  const subject = shownSubject(question);
  if (destructive) {
    const about = subject === '' ? '' : `: ${oneLine(subject)}`;
    return indented(`! DESTRUCTIVE${about}`, 2, (line) => colours.bold(colours.red(line)));
  }
  return subject === '' ? [] : indented(`About: ${subject}`, 2, colours.dim);
}

function context(text: string | undefined): string[] {
  if (!text) return [];
  const lines = indented(text, 4, colours.dim);
  return lines.length <= CONTEXT_LINES ? lines : [...lines.slice(0, CONTEXT_LINES), colours.dim('    …')];
}

function option({ options, recommended }: Clarification, index: number): string[] {
  const { label, description } = options[index]!;
  const mark = label === recommended ? '  (recommended)' : '';
  const [first, ...rest] = indented(oneLine(label) + mark, 5);
  return [
    `${String(index + 1).padStart(4)} ${first!.slice(5)}`,
    ...rest,
    ...(description ? indented(description, 7, colours.dim) : []),
  ];
}

/** Who asks, and until when. */
function whence(group: readonly ListedClarification[], now: number): string[] {
  const [{ session, job, deadline, snoozedUntil }] = group as [ListedClarification];
  const until = [
    ...(deadline === null ? [] : [deadline > now ? `deadline in ${span(deadline - now)}` : 'deadline passed']),
    ...(snoozedUntil !== null && snoozedUntil > now ? [`put off until ${moment(snoozedUntil)}`] : []),
  ];
  const lines =
    group.length > 1
      ? [...settledLines(group, EQUAL_ROWS), ...until]
      : [whoseLine(group[0]!), [`session ${session}`, ...(job === null ? [] : [`job ${job}`]), ...until].join(', ')];
  return lines.flatMap((line) => indented(line, 2, colours.dim));
}

function answerCommands(group: readonly ListedClarification[], command: string): string[] {
  const [question] = group as [ListedClarification];
  const answer = `${command} answer ${question.id} ${howToAnswer(question)}`;
  return [`  ${answer}`, ...(group.length === 1 ? [] : [`  All ${group.length}: ${answer} --all`])];
}

/** What you can type after `answer <id>`, by question type. */
export function howToAnswer({ type, options, multiSelect, strictOptions, approval }: Clarification): string {
  if (approval) return DECIDE;
  if (type === 'CONFIRM') return '<yes or no>';
  const other = type === 'TARGET_FILE' ? 'path' : 'your own words';
  if (options.length === 0) return `<${other}>`;
  const number = options.length === 1 ? '1' : `1-${options.length}${multiSelect ? ', several' : ''}`;
  return strictOptions ? `<${number}>` : `<${number}, or ${other}>`;
}

function indented(text: string, by: number, paint: (line: string) => string = (line) => line): string[] {
  return wrapped(text, columns() - by).map((line) => (line === '' ? '' : ' '.repeat(by) + paint(line)));
}
