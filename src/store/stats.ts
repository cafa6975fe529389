/**
 * Counts the outcomes of questions, for both stores. The audit trail has no index by time, and an index for statistics that are viewed now
 * and then would slow down every event. The trail is in order of time as far as clocks agree, so it is read backwards from its end, in
 * pieces, until a piece is older than the wanted period.
 *
 * Events never change, so a piece is counted once and its counts are kept (table `counted`, pieces.ts). Only the newest events, and the
 * piece in which the period begins, are counted each time.
 */
import { AVOIDED_BY, type AvoidedBy, DAY_MS, type QuestionCounts, type RepeatedQuestion } from '../core/model/stats.ts';
import type { InsightQuery } from '../ports.ts';
import { type CountedPiece, eachQuestion, pieceFrom, SLOT_MS } from './pieces.ts';
import type { Row } from './rows.ts';

/** How many events one call counts, beside those counted before: about a second. The next call goes on where this one ended. */
const COUNTED_BY_A_CALL = 200_000;
/** The same where counts cannot be kept, so that every call begins anew. */
const MAX_EVENTS = 5_000_000;
/** How many pieces are written in one transaction. */
const KEPT_AT_ONCE = 20;

/**
 * Counts one piece of the trail: the newest events between two numbers. The column `what` gives the kind of row: the piece itself (its
 * first and last number, its newest and oldest time), the questions of a quarter of an hour, a wait, a question.
 */
export function countPiece(mark: (place: number) => string, sourceOf: (data: string) => string): string {
  return `WITH piece AS MATERIALIZED (
      SELECT seq, at, type, clarification_id, CASE type WHEN 'clarification.requested' THEN 'asked'
        WHEN 'clarification.auto_resolved' THEN ${sourceOf('data')} END AS put
      FROM events WHERE seq > ${mark(1)} AND seq < ${mark(2)} ORDER BY seq DESC LIMIT ${mark(3)}),
    told AS MATERIALIZED (
      SELECT e.at, e.type, e.put, c.id, c.canonical_key, c.created_at
      FROM piece e JOIN clarifications c ON c.id = e.clarification_id
      WHERE e.at >= ${mark(4)} AND e.type IN ('clarification.requested', 'clarification.auto_resolved',
        'clarification.joined', 'clarification.answered'))
    SELECT 'piece' AS what, CAST(NULL AS TEXT) AS name, CAST(NULL AS TEXT) AS example, min(seq) AS x, max(at) AS y,
      count(*) AS n, max(seq) AS last, min(at) AS oldest FROM piece
    UNION ALL SELECT 'slot', put, NULL, (at + CAST(${mark(5)} AS BIGINT)) / ${SLOT_MS}, NULL, count(*), NULL, NULL FROM told
      WHERE put IS NOT NULL GROUP BY 2, 4
    UNION ALL SELECT 'wait', NULL, NULL, at - created_at, NULL, count(*), NULL, NULL FROM told
      WHERE type = 'clarification.answered' GROUP BY 4
    UNION ALL SELECT 'question', canonical_key, max(id), NULL, sum(CASE put WHEN 'asked' THEN 1 ELSE 0 END), count(*), NULL, NULL
      FROM told WHERE type <> 'clarification.answered' GROUP BY 2`;
}

/** Where a kept piece is, and its oldest time. */
export interface KeptPiece {
  readonly first: number;
  readonly last: number;
  readonly oldest: number;
}

export interface CountingStore {
  /** Runs `countPiece` with its parameters. */
  readonly count: (
    ...values: [after: number, before: number, limit: number, since: number, shift: number]
  ) => Promise<readonly Row[]>;
  /** Every event up to this number is there; no other can be added between them. */
  readonly lastSeq: () => Promise<number>;
  /** The kept pieces that reach to `since` or beyond, the last first. */
  readonly kept: (since: number) => Promise<readonly KeptPiece[]>;
  readonly load: (last: number) => Promise<CountedPiece>;
  readonly keep: (pieces: readonly CountedPiece[]) => Promise<void>;
  /** Null if the question was pruned meanwhile. */
  readonly questionOf: (clarification: string) => Promise<string | null>;
  /** How many events are counted at once. */
  readonly piece: number;
}

export async function countQuestions(
  store: CountingStore,
  { since, offsetMs, most, countAtMost = COUNTED_BY_A_CALL }: InsightQuery,
): Promise<QuestionCounts> {
  const shift = ((offsetMs % SLOT_MS) + SLOT_MS) % SLOT_MS;
  const counts = new Counts(offsetMs - shift);
  const complete = await addPieces(store, since, shift, counts, shift === 0 ? countAtMost : MAX_EVENTS);
  return { ...counts.daysAndWaits(), repeated: await mostRepeated(store, counts.questions, most), complete };
}

/** Other users of the store or this process go first. */
function othersFirst(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Adds the counts of the trail since a time. Returns false if there were too many events for this call. */
async function addPieces(
  store: CountingStore,
  since: number,
  shift: number,
  counts: Counts,
  countAtMost: number,
): Promise<boolean> {
  let unkept: CountedPiece[] = [];
  let read = 0;
  let most = countAtMost;
  /** Without a place for the counts, such as on a read-only server, they are made again the next time. */
  const keep = async () => {
    if (unkept.length > 0)
      await store.keep(unkept).catch(() => {
        most = MAX_EVENTS;
      });
    unkept = [];
  };
  const count = async (after: number, before: number, limit: number) => {
    const piece = pieceFrom(await store.count(after, before, limit, since, shift));
    read += piece.events;
    if (piece.events > 0 && piece.newest >= since) counts.add(piece);
    await othersFirst();
    return piece;
  };
  /**
   * Counts the events between two numbers, backwards. Returns false if it came to what is too old. Of the newest events, what does not fill
   * a piece is not kept: it will grow.
   */
  const countBetween = async (after: number, before: number, keeping: 'none' | 'full' | 'all'): Promise<boolean> => {
    let below = before;
    let keeps = keeping === 'all';
    for (;;) {
      const piece = await count(after, below, store.piece);
      if (piece.events > 0 && piece.newest < since) return false;
      keeps ||= keeping === 'full' && piece.events === store.piece;
      if (keeps && piece.events > 0 && piece.oldest >= since) unkept.push(piece);
      if (unkept.length >= KEPT_AT_ONCE) await keep();
      if (read >= most) await keep();
      if (read >= most) return false;
      if (piece.events < store.piece) return true;
      below = piece.first;
    }
  };
  const kept = shift === 0 ? await store.kept(since) : [];
  const last = await store.lastSeq();
  let goesOn = await countBetween(last, Number.MAX_SAFE_INTEGER, 'none');
  let before = last + 1;
  let keeping: 'none' | 'full' | 'all' = shift === 0 ? 'full' : 'none';
  for (const piece of kept) {
    // Two processes may have kept pieces that overlap.
    if (piece.last >= before) continue;
    goesOn &&= await countBetween(piece.last, before, keeping);
    if (!goesOn) break;
    if (piece.oldest >= since) counts.add(await store.load(piece.last));
    else await count(piece.first - 1, piece.last + 1, Number.MAX_SAFE_INTEGER);
    await othersFirst();
    before = piece.first;
    keeping = 'all';
  }
  if (goesOn) await countBetween(0, before, keeping);
  await keep();
  return read < most;
}

/** Sums up the days and the waits of pieces, and collects their questions. */
class Counts {
  private readonly days = new Map<string, { day: number; by: 'asked' | AvoidedBy; count: number }>();
  private readonly waits = new Map<number, number>();
  readonly questions: Buffer[] = [];
  private readonly offsetMs: number;

  constructor(offsetMs: number) {
    this.offsetMs = offsetMs;
  }

  add({ slots, waits, questions }: CountedPiece): void {
    if (questions.length > 0) this.questions.push(questions);
    for (const [slot, by, count] of slots) {
      if (by !== 'asked' && !AVOIDED_BY.includes(by as AvoidedBy)) continue;
      const day = Math.floor((slot * SLOT_MS + this.offsetMs) / DAY_MS);
      const known = this.days.get(`${day} ${by}`)?.count ?? 0;
      this.days.set(`${day} ${by}`, { day, by: by as AvoidedBy, count: known + count });
    }
    for (let at = 0; at < waits.length; at += 2) {
      const [ms, count] = [waits[at]!, waits[at + 1]!];
      this.waits.set(ms, (this.waits.get(ms) ?? 0) + count);
    }
  }

  daysAndWaits(): Pick<QuestionCounts, 'days' | 'waits'> {
    return {
      days: [...this.days.values()].toSorted((a, b) => a.day - b.day || (a.by < b.by ? -1 : 1)),
      waits: [...this.waits].map(([ms, count]) => ({ ms, count })).toSorted((a, b) => a.ms - b.ms),
    };
  }
}

interface Asked {
  times: number;
  asked: number;
  /** The newest clarification with this question, as a range of a piece's bytes; ids increase. */
  piece: Buffer;
  start: number;
  end: number;
}

/** The most bytes for telling which questions may have been asked twice: 16 MB, sixteen for each of a million questions. */
const MAX_PLACES = 2 ** 24;
/** The fewest bytes that a question takes in a piece. */
const QUESTION_BYTES = 12;

/** First tells which questions may have been asked twice, by a byte for each; only those are then counted by name. */
async function mostRepeated(
  store: CountingStore,
  pieces: readonly Buffer[],
  most: number,
): Promise<RepeatedQuestion[]> {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const size = Math.min(MAX_PLACES, 2 ** Math.ceil(Math.log2((16 * bytes) / QUESTION_BYTES + 1)));
  const places = new Uint8Array(size);
  for (const piece of pieces) {
    eachQuestion(piece, (key, times) => {
      places[key % size] = Math.min(2, places[key % size]! + times);
    });
    await othersFirst();
  }
  const questions = new Map<number, Asked>();
  for (const piece of pieces) {
    eachQuestion(piece, (key, times, asked, start, end) => {
      if (places[key % size]! < 2) return;
      const known = questions.get(key);
      if (!known) return void questions.set(key, { times, asked, piece, start, end });
      known.times += times;
      known.asked += asked;
      if (piece.compare(known.piece, known.start, known.end, start, end) > 0)
        Object.assign(known, { piece, start, end });
    });
    await othersFirst();
  }
  const first: Asked[] = [];
  for (const one of questions.values()) {
    // Sorting a hundred thousand that were asked twice would take longer than everything else.
    if (one.times < 2 || (first.length >= most && byTimes(one, first.at(-1)!) > 0)) continue;
    first.splice(first.findLastIndex((other) => byTimes(other, one) < 0) + 1, 0, one);
    first.length = Math.min(first.length, most);
  }
  const named = await Promise.all(
    first.map(async ({ times, asked, ...at }) => ({ question: await store.questionOf(exampleOf(at)), times, asked })),
  );
  return named.flatMap(({ question, ...rest }) => (question === null ? [] : [{ question, ...rest }]));
}

function byTimes(a: Asked, b: Asked): number {
  return b.times - a.times || b.asked - a.asked || b.piece.compare(a.piece, a.start, a.end, b.start, b.end);
}

function exampleOf({ piece, start, end }: Pick<Asked, 'piece' | 'start' | 'end'>): string {
  return piece.toString('utf8', start, end);
}
