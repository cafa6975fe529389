/** Stores that count wrong what became of the questions. */
import type { QuestionCounts } from '../../../../src/core/model/stats.ts';
import type { InsightQuery, Store } from '../../../../src/ports.ts';
import { type Broken, broken } from './wrapping.ts';

/** Counts what another query would, or something else of it. */
function counting(
  change: (counts: QuestionCounts, query: InsightQuery) => QuestionCounts,
  ask: (query: InsightQuery) => InsightQuery = (query) => query,
): (inner: Store) => Partial<Store> {
  return (inner) => ({ insight: async (query) => change(await inner.insight(ask(query)), query) });
}

const asIs = (counts: QuestionCounts) => counts;

export const BROKEN_INSIGHT: readonly Broken[] = [
  broken(
    'never says that it has counted all',
    counting((counts) => ({ ...counts, complete: false })),
  ),
  broken(
    'counts what was answered from history as put to a person',
    counting((counts) => ({
      ...counts,
      days: counts.days.map((one) => (one.by === 'history' ? { ...one, by: 'asked' as const } : one)),
    })),
  ),
  broken(
    'counts by the days of UTC alone',
    counting(asIs, (query) => ({ ...query, offsetMs: 0 })),
  ),
  broken(
    'counts from the beginning',
    counting(asIs, (query) => ({ ...query, since: 0 })),
  ),
  broken(
    'takes every wait for the longest',
    counting((counts) => ({
      ...counts,
      waits: counts.waits.slice(-1).map(({ ms }) => ({ ms, count: counts.waits.length })),
    })),
  ),
  broken(
    'takes whoever asked for somebody who asked a person',
    counting((counts) => ({ ...counts, repeated: counts.repeated.map((one) => ({ ...one, asked: one.times })) })),
  ),
  broken(
    'tells every question that was repeated',
    counting(asIs, (query) => ({ ...query, most: 1_000 })),
  ),
  broken('looks no further than the last thousand events', (inner) => ({
    insight: async (query) => {
      const last = await inner.lastSeq();
      const newest = await inner.events(Math.max(0, last - 1_000), 1_000);
      return inner.insight({ ...query, since: Math.max(query.since, newest[0]?.at ?? 0) });
    },
  })),
];
