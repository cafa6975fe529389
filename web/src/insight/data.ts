/** What the pictures are drawn from. */
import { get } from '../state/api.ts';

export const SOURCES = ['history', 'input', 'preference', 'best_practice', 'default'] as const;
export type Source = (typeof SOURCES)[number];

export interface Insight {
  readonly days: readonly {
    readonly date: string;
    readonly asked: number;
    readonly avoided: Readonly<Record<Source, number>>;
  }[];
  readonly waits: {
    readonly count: number;
    readonly median: number | null;
    readonly p90: number | null;
    readonly buckets: readonly { readonly from: number; readonly to: number | null; readonly count: number }[];
  };
  readonly repeated: readonly { readonly question: string; readonly times: number; readonly asked: number }[];
  readonly complete: boolean;
}

/** Days begin when they do where the person is. */
export function readInsight(days: number, signal: AbortSignal): Promise<Insight> {
  const offset = -new Date().getTimezoneOffset();
  return get<Insight>(`/insight?${new URLSearchParams({ days: String(days), offset: String(offset) })}`, signal);
}

export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

export function avoidedOn(day: Insight['days'][number]): number {
  return sumOf(SOURCES.map((source) => day.avoided[source] ?? 0));
}
