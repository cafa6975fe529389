/**
 * Counts the outcomes of questions, for both stores. The audit trail has no index by time, and an index for statistics that are viewed now
 * and then would slow down every event. The trail is in order of time as far as clocks agree, so it is read backwards from its end, in
 * pieces, until a piece is older than the wanted period.
 */
import { AVOIDED_BY, type AvoidedBy, DAY_MS, type QuestionCounts, type RepeatedQuestion } from '../core/model/stats.ts';
import type { InsightQuery } from '../ports.ts';
import type { Row } from './rows.ts';

/** A year of a hundred questions an hour. Beyond that only the newest are counted. */
const MAX_EVENTS = 1_000_000;

/**
 * Counts one piece of the trail. The column `what` gives the kind of row: the piece itself (its first number and newest time), a day's
 * questions, a wait, a question.
 */
export function countPiece(mark: (place: number) => string, sourceOf: (data: string) => string): string {
  return `WITH piece AS MATERIALIZED (
      SELECT seq, at, type, clarification_id, CASE type WHEN 'clarification.requested' THEN 'asked'
        WHEN 'clarification.auto_resolved' THEN ${sourceOf('data')} END AS put
      FROM events WHERE seq < ${mark(1)} ORDER BY seq DESC LIMIT ${mark(2)}),
    told AS MATERIALIZED (
      SELECT e.at, e.type, e.put, c.id, c.canonical_key, c.created_at
      FROM piece e JOIN clarifications c ON c.id = e.clarification_id
      WHERE e.at >= ${mark(3)} AND e.type IN ('clarification.requested', 'clarification.auto_resolved',
        'clarification.joined', 'clarification.answered'))
    SELECT 'piece' AS what, CAST(NULL AS TEXT) AS name, CAST(NULL AS TEXT) AS example, min(seq) AS x, max(at) AS y,
      count(*) AS n FROM piece
    UNION ALL SELECT 'day', put, NULL, (at + CAST(${mark(4)} AS BIGINT)) / ${DAY_MS}, NULL, count(*) FROM told
      WHERE put IS NOT NULL GROUP BY 2, 4
    UNION ALL SELECT 'wait', NULL, NULL, at - created_at, NULL, count(*) FROM told
      WHERE type = 'clarification.answered' GROUP BY 4
    UNION ALL SELECT 'question', canonical_key, max(id), NULL, sum(CASE put WHEN 'asked' THEN 1 ELSE 0 END), count(*)
      FROM told WHERE type <> 'clarification.answered' GROUP BY 2`;
}

export interface CountingStore {
  /** Runs `countPiece` with its parameters. */
  readonly count: (before: number, limit: number, since: number, offsetMs: number) => Promise<readonly Row[]>;
  readonly questionOf: (clarification: string) => Promise<string>;
  /** How many events are counted at once. */
  readonly piece: number;
}

interface Asked {
  times: number;
  asked: number;
  /** A clarification with this question; ids increase. */
  example: string;
}

export async function countQuestions(
  store: CountingStore,
  { since, offsetMs, most }: InsightQuery,
): Promise<QuestionCounts> {
  const days = new Map<string, { day: number; by: 'asked' | AvoidedBy; count: number }>();
  const waits = new Map<number, number>();
  const questions = new Map<string, Asked>();
  let before = Number.MAX_SAFE_INTEGER;
  let read = 0;
  let complete = false;
  while (!complete && read < MAX_EVENTS) {
    for (const row of await store.count(before, store.piece, since, offsetMs)) {
      const [name, n] = [row.name as string, Number(row.n)];
      if (row.what === 'piece') {
        complete = n < store.piece || Number(row.y) < since;
        before = Number(row.x);
        read += n;
      } else if (row.what === 'wait') {
        waits.set(Number(row.x), (waits.get(Number(row.x)) ?? 0) + n);
      } else if (row.what === 'question') {
        const known = questions.get(name) ?? { times: 0, asked: 0, example: '' };
        const example = row.example as string;
        questions.set(name, {
          times: known.times + n,
          asked: known.asked + Number(row.y),
          example: example > known.example ? example : known.example,
        });
      } else if (name === 'asked' || AVOIDED_BY.includes(name as AvoidedBy)) {
        const day = Number(row.x);
        const known = days.get(`${day} ${name}`)?.count ?? 0;
        days.set(`${day} ${name}`, { day, by: name as AvoidedBy, count: known + n });
      }
    }
    // Other users of the store or this process go first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    days: [...days.values()].toSorted((a, b) => a.day - b.day || (a.by < b.by ? -1 : 1)),
    waits: [...waits].map(([ms, count]) => ({ ms, count })).toSorted((a, b) => a.ms - b.ms),
    repeated: await mostRepeated(store, questions, most),
    complete,
  };
}

async function mostRepeated(
  store: CountingStore,
  questions: ReadonlyMap<string, Asked>,
  most: number,
): Promise<RepeatedQuestion[]> {
  const repeated = [...questions.values()].filter(({ times }) => times > 1);
  const first = repeated
    .toSorted((a, b) => b.times - a.times || b.asked - a.asked || (a.example < b.example ? 1 : -1))
    .slice(0, most);
  return Promise.all(
    first.map(async ({ times, asked, example }) => ({ question: await store.questionOf(example), times, asked })),
  );
}
