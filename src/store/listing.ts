/** Pages of clarifications, in SQL that both databases understand. */
import { type ClarificationStatus, LIVE } from '../core/model/question.ts';
import type { ListQuery } from '../ports.ts';

/** The statement of `pendingCount`: it reads the index of pending questions and no row. */
export const COUNT_PENDING = `SELECT count(*) AS n FROM clarifications WHERE status = 'pending'`;

/** Sorts after every possible id. */
const LAST_ID = '\uffff';

const GONE: readonly ClarificationStatus[] = ['revoked', 'superseded', 'withdrawn'];

/**
 * The statement of a page, without its LIMIT. Statuses are written as literals, and the two halves of a session are queried separately,
 * because a partial index serves only a query that repeats the index's own condition.
 * @param mark How the driver writes the parameter at a position, counted from 1.
 */
export function listing(
  { status = [...LIVE, ...GONE], session, newest = false, after = newest ? LAST_ID : '' }: ListQuery,
  mark: (place: number) => string,
): { sql: string; values: unknown[] } {
  const among = (statuses: readonly ClarificationStatus[]) =>
    `status IN (${statuses.map((name) => `'${name}'`).join(', ')})`;
  const [beyond, order] = newest ? ['<', 'id DESC'] : ['>', 'id'];
  const wanted = status.length === 1 ? `status = '${status[0]}'` : among(status);
  if (session === undefined) {
    return {
      sql: `SELECT * FROM clarifications WHERE id ${beyond} ${mark(1)} AND ${wanted} ORDER BY ${order}`,
      values: [after],
    };
  }
  const halves = [LIVE, GONE].filter((half) => half.some((name) => status.includes(name)));
  const of = (half: readonly ClarificationStatus[], at: number) =>
    `SELECT * FROM clarifications WHERE session_id = ${mark(2 * at + 1)} AND live = ${Number(half === LIVE)}
     AND id ${beyond} ${mark(2 * at + 2)} AND ${wanted}`;
  const sql = `SELECT * FROM (${halves.map(of).join(' UNION ALL ')}) AS found ORDER BY ${order}`;
  return { sql, values: halves.flatMap(() => [session, after]) };
}
