/** What both stores must agree on about runs: the statements, and how much of a log is kept. */
import { AskOnceError } from '../core/model/errors.ts';
import { hasEnded, JOB_STATES, type JobState } from '../core/model/job.ts';
import type { JobRecord, LogLine } from '../core/model/records.ts';
import type { JobQuery, Page } from '../ports.ts';
import { jobFrom, type Row } from './rows.ts';

/** More than anybody reads back; what an agent prints beyond it pushes the oldest out. */
export const LOG_LINES = 10_000;
/** Workers that have been gone for so long are forgotten. */
export const WORKER_FORGOTTEN_MS = 86_400_000;

/**
 * The statement of a page of jobs. States are written out: a partial index serves only a query that repeats its condition. All
 * that have not ended are read by one index and each end by its own, as far as the page goes; of the few that gives the first are
 * taken. In a session all are read by the session's.
 * @param mark How the driver writes the parameter at a place, counted from 1.
 */
export function jobListing(
  { state: among = JOB_STATES, session, newest = false, after, limit }: JobQuery,
  mark: (place: number) => string,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown) => mark(values.push(value));
  const way = newest ? ' DESC' : '';
  const page = (wanted: readonly string[]) => {
    const all = ['prompt IS NOT NULL', ...wanted];
    if (session !== undefined) all.push(`session_id = ${place(session)}`);
    if (after !== undefined) {
      const [at, ...id] = after.split('/');
      const time = Number(at);
      const beyond = `(${place(Number.isSafeInteger(time) ? time : 0)}, ${place(id.join('/'))})`;
      all.push(`(created_at, id) ${newest ? '<' : '>'} ${beyond}`);
    }
    return `SELECT * FROM jobs WHERE ${all.join(' AND ')} ORDER BY created_at${way}, id${way} LIMIT ${place(limit + 1)}`;
  };
  // Only names of ours get into the text, whatever the query was made of.
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

/** A line as every store can hold it: what an agent prints may be no text at all. */
export function heldLine(line: string): LogLine['line'] {
  return line.toWellFormed().replaceAll('\0', '\ufffd');
}

/** What is kept for somebody to find again must be found as it was given, or be refused. */
export function mustBeHeld(...texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed() && !text.includes('\0'))) return;
  const text = 'A text with the character U+0000, or with half of a surrogate pair, cannot be kept. Encode it first.';
  throw new AskOnceError('argument_invalid', text);
}

/**
 * Runs what is of one name one after the other, in the order of the calls: whoever waits for a lock, or goes by a connection of
 * its own, would be overtaken.
 */
export function inTurn(): (name: string, run: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return async (name, run) => {
    const mine = (last.get(name) ?? Promise.resolve()).catch(() => {}).then(run);
    last.set(name, mine);
    try {
      await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
