/** The statements and limits for runs that both stores share. */
import { AskOnceError } from '../core/model/errors.ts';
import { hasEnded, JOB_STATES, type JobState } from '../core/model/job.ts';
import type { JobRecord, LogLine } from '../core/model/records.ts';
import type { JobQuery, Page } from '../ports.ts';
import { jobFrom, type Row } from './rows.ts';

/** Nobody reads back more than this; further output removes the oldest lines. */
export const LOG_LINES = 10_000;
/** Workers that have been gone for this long are deleted. */
export const WORKER_FORGOTTEN_MS = 86_400_000;

/**
 * The statement of a page of jobs. States are written as literals, because a partial index serves only a query that repeats its condition.
 * Unfinished jobs are read by one index and each final state by its own, each up to the page's limit; the first of the few results are
 * taken. Within a session all are read by the session's index.
 * @param mark How the driver writes the parameter at a position, counted from 1.
 */
export function jobListing(
  { project, state: among = JOB_STATES, session, newest = false, after, limit }: JobQuery,
  mark: (place: number) => string,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown) => mark(values.push(value));
  const way = newest ? ' DESC' : '';
  const page = (wanted: readonly string[]) => {
    const all = ['prompt IS NOT NULL', ...wanted];
    if (project !== undefined) all.push(`project = ${place(project)}`);
    if (session !== undefined) all.push(`session_id = ${place(session)}`);
    if (after !== undefined) {
      const [at, ...id] = after.split('/');
      const time = Number(at);
      const beyond = `(${place(Number.isSafeInteger(time) ? time : 0)}, ${place(id.join('/'))})`;
      all.push(`(created_at, id) ${newest ? '<' : '>'} ${beyond}`);
    }
    return `SELECT * FROM jobs WHERE ${all.join(' AND ')} ORDER BY created_at${way}, id${way} LIMIT ${place(limit + 1)}`;
  };
  // Only known names get into the text, whatever the query contains.
  const states = JOB_STATES.filter((name) => among.includes(name));
  const within = (names: readonly JobState[]) => `state IN (${names.map((name) => `'${name}'`).join(', ') || 'NULL'})`;
  if (states.length === JOB_STATES.length) return { sql: page([]), values };
  if (session !== undefined || states.length === 0) return { sql: page([within(states)]), values };
  const open = states.filter((name) => !hasEnded(name));
  const parts = states.filter(hasEnded).map((name) => page([`ended_as = '${name}'`]));
  if (open.length > 0) parts.push(page(['ended_at IS NULL', within(open)]));
  if (parts.length === 1) return { sql: parts[0]!, values };
  const union = parts.map((part, nth) => `SELECT * FROM (${part}) AS part${nth}`).join(' UNION ALL ');
  const sql = `SELECT * FROM (${union}) AS found ORDER BY created_at${way}, id${way} LIMIT ${place(limit + 1)}`;
  return { sql, values };
}

export function jobPage(rows: readonly Row[], limit: number): Page<JobRecord> {
  const items = rows.slice(0, limit).map(jobFrom);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? `${last.createdAt}/${last.id}` : null };
}

/** A line that every store can hold: an agent's output may not be valid text. */
export function heldLine(line: string): LogLine['line'] {
  return line.toWellFormed().replaceAll('\0', '\ufffd');
}

/** A text that is stored to be found again must be stored unchanged, or be rejected. */
export function mustBeHeld(...texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed() && !text.includes('\0'))) return;
  const text = 'A text with the character U+0000, or with half of a surrogate pair, cannot be kept. Encode it first.';
  throw new AskOnceError('argument_invalid', text);
}

/** Lines for the log of one job. */
export interface LogLines {
  readonly job: string;
  readonly lines: readonly Omit<LogLine, 'n'>[];
}

/** How many lines one write holds, unless a single call brings more. */
const MAX_LINES = 5_000;

interface Appending extends LogLines {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects lines while others are being written, and writes them together, those of a job in the order of the calls: each write costs a
 * commit. If a write fails, each of its calls is written alone, so that only the faulty one fails.
 * @param write Writes all or nothing. No job comes twice, and the jobs are in order, so that no two writers wait for each other.
 */
export function gathering(write: (logs: readonly LogLines[]) => Promise<void>) {
  const waiting: Appending[] = [];
  let isWriting = false;

  const next = (): Appending[] => {
    let lines = 0;
    const end = waiting.findIndex((call, at) => {
      lines += call.lines.length;
      return at > 0 && lines > MAX_LINES;
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  const writeAll = async (calls: readonly Appending[]): Promise<void> => {
    try {
      await write(byJob(calls));
      for (const { resolve } of calls) resolve();
    } catch (error) {
      if (calls.length === 1) calls[0]!.reject(error);
      else for (const call of calls) await writeAll([call]);
    }
  };

  const work = async (): Promise<void> => {
    isWriting = true;
    // After everything that is due now.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    while (waiting.length > 0) await writeAll(next());
    isWriting = false;
  };

  return (job: string, lines: LogLines['lines']): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ job, lines, resolve, reject });
      if (!isWriting) void work();
    });
}

function byJob(calls: readonly LogLines[]): readonly LogLines[] {
  const logs = new Map<string, LogLines['lines']>();
  for (const { job, lines } of calls) logs.set(job, [...(logs.get(job) ?? []), ...lines]);
  const sorted = [...logs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([job, lines]) => ({ job, lines }));
}
