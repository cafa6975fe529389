/** Statistics about questions: turns counts from the store into days, buckets and quantiles. Pure. */

/** The sources of answers that no person had to give. */
export const AVOIDED_BY = ['history', 'input', 'preference', 'best_practice', 'default'] as const;

export type AvoidedBy = (typeof AVOIDED_BY)[number];

/** The counts that a store makes, from its events since a given time. */
export interface QuestionCounts {
  /** Per day, counted from 1970 in the requested time zone. `by`: put to a person, or the source that answered instead. */
  readonly days: readonly { readonly day: number; readonly by: 'asked' | AvoidedBy; readonly count: number }[];
  /** How many milliseconds people took to answer, and how many answers took that long. */
  readonly waits: readonly { readonly ms: number; readonly count: number }[];
  /** Questions that were asked at least twice, most frequent first. */
  readonly repeated: readonly RepeatedQuestion[];
  /** False if not all events are counted yet, but only the newest. The next call counts more of them. */
  readonly complete: boolean;
}

export interface RepeatedQuestion {
  /** As it was last asked. */
  readonly question: string;
  /** How often agents asked it, in any equivalent wording. */
  readonly times: number;
  /** How often it was put to a person. */
  readonly asked: number;
}

export interface InsightWindow {
  readonly days: number;
  /** The offset of local time from UTC, in minutes. */
  readonly offset: number;
}

export interface Insight {
  /** Every day of the window, ending with today. */
  readonly days: readonly {
    readonly date: string;
    readonly asked: number;
    readonly avoided: Readonly<Record<AvoidedBy, number>>;
  }[];
  readonly waits: {
    readonly count: number;
    readonly median: number | null;
    readonly p90: number | null;
    /** From `from` milliseconds up to, but not including, `to`; the last bucket has no end. */
    readonly buckets: readonly { readonly from: number; readonly to: number | null; readonly count: number }[];
  };
  readonly repeated: readonly RepeatedQuestion[];
  readonly complete: boolean;
}

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Each is about three times the previous one, and a common length of time. */
const BUCKETS_MS = [
  ...[0, 1_000, 3_000, 10_000, 30_000],
  ...[1, 3, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 3, 10].map((hours) => hours * 60 * MINUTE_MS),
  ...[1, 3, 10].map((days) => days * DAY_MS),
];

/** Returns the first moment of the window's first day. */
export function beginningOf({ days, offset }: InsightWindow, now: number): number {
  return (dayOf(now, offset) - days + 1) * DAY_MS - offset * MINUTE_MS;
}

export function insightOf(
  { days, waits, repeated, complete }: QuestionCounts,
  window: InsightWindow,
  now: number,
): Insight {
  const last = dayOf(now, window.offset);
  const counts = new Map(days.map(({ day, by, count }) => [`${day} ${by}`, count]));
  const countOf = (day: number, by: 'asked' | AvoidedBy) => counts.get(`${day} ${by}`) ?? 0;
  return {
    days: Array.from({ length: window.days }, (_, at) => {
      const day = last - window.days + 1 + at;
      return {
        date: new Date(day * DAY_MS).toISOString().slice(0, 10),
        asked: countOf(day, 'asked'),
        avoided: Object.fromEntries(AVOIDED_BY.map((by) => [by, countOf(day, by)])) as Record<AvoidedBy, number>,
      };
    }),
    waits: spread(waits),
    repeated,
    complete,
  };
}

function dayOf(at: number, offset: number): number {
  return Math.floor((at + offset * MINUTE_MS) / DAY_MS);
}

function spread(waits: QuestionCounts['waits']): Insight['waits'] {
  // The clocks of two machines may differ, so a wait can appear negative.
  const rising = waits.map(({ ms, count }) => ({ ms: Math.max(0, ms), count })).toSorted((a, b) => a.ms - b.ms);
  const count = rising.reduce((sum, one) => sum + one.count, 0);
  const buckets = BUCKETS_MS.map((from, at) => {
    const to = BUCKETS_MS[at + 1] ?? null;
    const within = rising.filter(({ ms }) => ms >= from && (to === null || ms < to));
    return { from, to, count: within.reduce((sum, one) => sum + one.count, 0) };
  });
  return { count, median: quantile(rising, count, 0.5), p90: quantile(rising, count, 0.9), buckets };
}

/** Returns the shortest wait that this fraction of all waits did not exceed. */
function quantile(rising: QuestionCounts['waits'], count: number, part: number): number | null {
  let left = Math.ceil(count * part);
  for (const { ms, count: some } of rising) {
    left -= some;
    if (left <= 0) return ms;
  }
  return null;
}
