/** Data for the charts. */
import type { InsightShown } from '../../../src/surfaces/client/index.ts';
import { api } from '../state/api.ts';

export const SOURCES = ['history', 'input', 'preference', 'best_practice', 'default'] as const;
export type Source = (typeof SOURCES)[number];

export type Insight = InsightShown;

/** Days begin at midnight in the person's time zone. */
export function readInsight(days: number, signal: AbortSignal): Promise<Insight> {
  return api().insight({ days, offset: -new Date().getTimezoneOffset() }, { signal });
}

export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

export function avoidedOn(day: Insight['days'][number]): number {
  return sumOf(SOURCES.map((source) => day.avoided[source]));
}
