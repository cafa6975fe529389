/** Statistics are the same whether pieces of the audit trail were counted before or not. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AVOIDED_BY, DAY_MS, type QuestionCounts } from '../../../src/core/model/stats.ts';
import { SQLITE_MIGRATIONS } from '../../../src/store/migrations/sqlite.ts';
import { keepPiece, keptFrom, keptPieces, pieceRow } from '../../../src/store/pieces.ts';
import type { Row } from '../../../src/store/rows.ts';
import { runSteps } from '../../../src/store/sqlite/schema.ts';
import { type CountingStore, countPiece, countQuestions, type KeptPiece } from '../../../src/store/stats.ts';

const START = 20_000 * DAY_MS;
const TYPES = ['requested', 'auto_resolved', 'joined', 'answered'] as const;

interface Happening {
  readonly type: (typeof TYPES)[number] | null;
  readonly question: number;
  /** Milliseconds since the event before; clocks of two machines may differ. */
  readonly later: number;
  readonly source: string;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  type: fc.option(fc.constantFrom(...TYPES), { freq: 5 }),
  question: fc.nat(30),
  later: fc.integer({ min: 0, max: DAY_MS / 6 }),
  source: fc.constantFrom(...AVOIDED_BY, 'unknown'),
});

type Step =
  | { readonly do: 'happen'; readonly all: readonly Happening[] }
  | { readonly do: 'look'; readonly days: number; readonly offsetMs: number }
  | { readonly do: 'prune'; readonly question: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('happen' as const), all: fc.array(happening, { maxLength: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      days: fc.integer({ min: 1, max: 40 }),
      offsetMs: fc.oneof(
        fc.integer({ min: -56, max: 56 }).map((n) => n * 900_000),
        fc.integer({ min: -840, max: 840 }).map((n) => n * 60_000),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prune' as const), question: fc.nat(30) }) },
);

/** A trail with its kept pieces, and a list of the same events in memory. */
class Trail {
  readonly db = new Database(':memory:');
  readonly events: { seq: number; at: number; type: string; question: number; source: string }[] = [];
  now = START;
  private readonly store: CountingStore;

  constructor(piece: number) {
    this.db.pragma('foreign_keys = OFF');
    runSteps(this.db, SQLITE_MIGRATIONS);
    this.db.exec('DROP TRIGGER events_are_not_deleted');
    for (let n = 0; n <= 30; n += 1) {
      this.db
        .prepare(
          `INSERT INTO clarifications (id, session_id, project, ask_id, question, type, question_hash, canonical_key, subject, destructive,
             details, status, live, created_at) VALUES (?, ?, '', '', ?, 'FREE_TEXT', '', ?, '', 0, '{}', 'pending', 1, ?)`,
        )
        .run(`q-${n + 10}`, `s${n}`, `Question ${n % 7}?`, `key ${n % 7}`, START - n);
    }
    const numbered = (values: readonly unknown[]) => Object.fromEntries(values.map((value, at) => [at + 1, value]));
    const count = this.db.prepare(
      countPiece(
        (place) => `$${place}`,
        (data) => `${data} ->> 'source'`,
      ),
    );
    const keep = this.db.prepare(keepPiece((place) => `$${place}`));
    this.store = {
      piece,
      count: async (...values) => count.all(numbered(values)) as Row[],
      lastSeq: async () => this.events.at(-1)?.seq ?? 0,
      kept: async (since) => this.db.prepare(keptPieces('?')).all(since) as KeptPiece[],
      load: async (last) => keptFrom(this.db.prepare('SELECT * FROM counted WHERE last_seq = ?').get(last) as Row),
      keep: async (pieces) => {
        for (const one of pieces) keep.run(numbered(pieceRow(one)));
      },
      questionOf: async (id) =>
        this.db.prepare('SELECT question FROM clarifications WHERE id = ?').pluck().get(id) as string,
    };
  }

  happen({ type, question, later, source }: Happening): void {
    this.now += later;
    const name = type === null ? 'job.created' : `clarification.${type}`;
    const insert = this.db.prepare('INSERT INTO events (at, type, clarification_id, data) VALUES (?, ?, ?, ?)');
    const { lastInsertRowid } = insert.run(this.now, name, type && `q-${question + 10}`, JSON.stringify({ source }));
    this.events.push({ seq: Number(lastInsertRowid), at: this.now, type: name, question, source });
  }

  prune(question: number): void {
    const gone = this.events.filter((one) => one.question === question && one !== this.events.at(-1));
    for (const { seq } of gone) {
      this.db.prepare('DELETE FROM events WHERE seq = ?').run(seq);
      this.db.prepare('DELETE FROM counted WHERE first_seq <= ? AND last_seq >= ?').run(seq, seq);
      this.events.splice(
        this.events.findIndex((one) => one.seq === seq),
        1,
      );
    }
  }

  look(since: number, offsetMs: number): Promise<QuestionCounts> {
    return countQuestions(this.store, { since, offsetMs, most: 5 });
  }

  /** The same, counted event by event. */
  plain(since: number, offsetMs: number): Omit<QuestionCounts, 'complete'> {
    const days = new Map<string, number>();
    const waits = new Map<number, number>();
    const asked = new Map<number, { question: string; times: number; asked: number; newest: number }>();
    for (const { at, type, question, source } of this.events) {
      if (at < since || type === 'job.created') continue;
      const add = (by: string) => {
        const name = `${Math.floor((at + offsetMs) / DAY_MS)} ${by}`;
        if (by !== 'unknown') days.set(name, (days.get(name) ?? 0) + 1);
      };
      if (type === 'clarification.requested') add('asked');
      if (type === 'clarification.auto_resolved') add(source);
      if (type === 'clarification.answered') {
        const ms = at - (START - question);
        waits.set(ms, (waits.get(ms) ?? 0) + 1);
        continue;
      }
      const known = asked.get(question % 7) ?? { question: `Question ${question % 7}?`, times: 0, asked: 0, newest: 0 };
      known.times += 1;
      known.asked += Number(type === 'clarification.requested');
      known.newest = Math.max(known.newest, question);
      asked.set(question % 7, known);
    }
    const order = [...asked.values()].filter(({ times }) => times > 1);
    order.sort((a, b) => b.times - a.times || b.asked - a.asked || b.newest - a.newest);
    return {
      days: [...days]
        .map(([name, count]) => ({ day: Number(name.split(' ')[0]), by: name.split(' ')[1] as 'asked', count }))
        .sort((a, b) => a.day - b.day || (a.by < b.by ? -1 : 1)),
      waits: [...waits].map(([ms, count]) => ({ ms, count })).sort((a, b) => a.ms - b.ms),
      repeated: order.slice(0, 5).map(({ question, times, asked: n }) => ({ question, times, asked: n })),
    };
  }
}

it('the counts of kept pieces and of the newest events together are those of a plain count', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { minLength: 2, maxLength: 12 }),
      async (piece, steps) => {
        const trail = new Trail(piece);
        try {
          for (const one of [...steps, { do: 'look', days: 30, offsetMs: 0 } as const]) {
            if (one.do === 'happen') for (const what of one.all) trail.happen(what);
            else if (one.do === 'prune') trail.prune(one.question);
            else if (one.do === 'look') {
              const since = trail.now - one.days * DAY_MS;
              const { complete, ...counts } = await trail.look(since, one.offsetMs);
              expect(counts).toEqual(trail.plain(since, one.offsetMs));
              expect(complete).toBe(true);
            }
          }
          kept += trail.db.prepare('SELECT count(*) FROM counted').pluck().get() as number;
        } finally {
          trail.db.close();
        }
      },
    ),
    { numRuns: 150, endOnFailure: true },
  );
  expect(kept).toBeGreaterThan(100);
});
