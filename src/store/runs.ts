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

/**
 * Runs calls with the same name one after the other, in order; otherwise a call that waits for a lock, or uses its own connection, would be
 * overtaken.
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
