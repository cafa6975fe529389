/** `askonce inbox`: the waiting questions, oldest first. */

import { whyAsked } from '../../core/model/task.ts';
import type { Clarification, ListedClarification } from '../../core/model/views.ts';
import { shownSubject } from '../../text/subject.ts';
import { colours, columns, EXIT, say, sayJson } from '../terminal/output.ts';
import { ago, oneLine, span } from '../terminal/text.ts';
import { wrapped } from '../terminal/wrapping.ts';
import { type GlobalOptions, type StoreLocation, storeLocation } from './store-location.ts';
import { readPage } from './with-store.ts';

export interface PageFlags extends GlobalOptions {
  session?: string;
  after?: string;
  limit?: number;
}

/** Enough to choose from at a prompt; a picker shows the rest. */
const OPTIONS_SHOWN = 20;
const CONTEXT_LINES = 6;

export async function inbox(flags: PageFlags): Promise<number> {
  const location = await storeLocation(flags);
  const page = await readPage(location, (askonce) =>
    askonce.questions.list({ ...pageQuery(flags), status: 'pending' }),
  );
  if (flags.json) {
    sayJson({ items: page.items.map(asItem), next: page.next });
    return EXIT.ok;
  }
  if (page.items.length === 0) {
    say(flags.after === undefined ? 'No questions are waiting for you.' : 'No more questions.');
    return EXIT.ok;
  }
  // A part of the list would show other numbers than those that commands take.
  const isWhole = flags.after === undefined && flags.session === undefined;
  for (const [at, question] of page.items.entries())
    say(`${shown(question, isWhole ? `  #${at + 1}` : '', location, Date.now()).join('\n')}\n`);
  if (page.next !== null) say(`More: ${location.command} inbox --after ${page.next}`);
  return EXIT.ok;
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

function shown(question: ListedClarification, number: string, { command }: StoreLocation, now: number): string[] {
  const { bold, dim } = colours;
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
    ...indented(whence(question, now), 2, dim),
    `  ${command} answer ${id} ${howToAnswer(question)}`,
  ];
}

/** The details of a question besides its text, for notices. */
export function questionLines(question: Clarification): string[] {
  const { options } = question;
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

function whence({ session, job, deadline }: ListedClarification, now: number): string {
  const parts = [`session ${session}`];
  if (job !== null) parts.push(`job ${job}`);
  if (deadline !== null) parts.push(deadline > now ? `deadline in ${span(deadline - now)}` : 'deadline passed');
  return parts.join(', ');
}

/** What you can type after `answer <id>`, by question type. */
export function howToAnswer({ type, options, multiSelect, strictOptions }: Clarification): string {
  if (type === 'CONFIRM') return '<yes or no>';
  const other = type === 'TARGET_FILE' ? 'path' : 'your own words';
  if (options.length === 0) return `<${other}>`;
  const number = options.length === 1 ? '1' : `1-${options.length}${multiSelect ? ', several' : ''}`;
  return strictOptions ? `<${number}>` : `<${number}, or ${other}>`;
}

function indented(text: string, by: number, paint: (line: string) => string = (line) => line): string[] {
  return wrapped(text, columns() - by).map((line) => (line === '' ? '' : ' '.repeat(by) + paint(line)));
}
