/** The conformance suite of the port `Store`: what must hold for every store, tested through the port alone. */

import { ACCESS } from './cases/access.ts';
import { APPROVALS } from './cases/approvals.ts';
import { ASSUMPTIONS } from './cases/assumptions.ts';
import { CLOSING } from './cases/closing.ts';
import { COMMITTED } from './cases/committed.ts';
import { DEADLINES } from './cases/deadlines.ts';
import { EFFECTS } from './cases/effects.ts';
import { EVENTS } from './cases/events.ts';
import { JOB_ANSWERS } from './cases/job-answers.ts';
import { JOB_CLAIMS } from './cases/job-claims.ts';
import { JOB_LISTING } from './cases/job-listing.ts';
import { JOB_LOOKS } from './cases/job-looks.ts';
import { JOB_MOVING } from './cases/job-moves.ts';
import { JOB_QUESTION_RACES } from './cases/job-question-races.ts';
import { JOB_QUESTIONS } from './cases/job-questions.ts';
import { JOB_RACES } from './cases/job-races.ts';
import { KEYS } from './cases/keys.ts';
import { LESSONS_KEPT } from './cases/lessons.ts';
import { LISTING } from './cases/listing.ts';
import { LOOKS } from './cases/looks.ts';
import { PROJECTS } from './cases/projects.ts';
import { RACES } from './cases/races.ts';
import { RACES_COUNTS } from './cases/races-counts.ts';
import { RACES_WAITING } from './cases/races-waiting.ts';
import { READS } from './cases/reads.ts';
import { ROUND_TRIP } from './cases/round-trip.ts';
import { RULES } from './cases/rules.ts';
import { RUNS } from './cases/runs.ts';
import { SECOND_THOUGHTS } from './cases/second-thoughts.ts';
import { INSIGHT } from './cases/stats.ts';
import { TEXT } from './cases/stored-text.ts';
import { VERDICTS } from './cases/verdicts.ts';
import { WATCHING } from './cases/watching.ts';
import { WHOSE } from './cases/whose.ts';
import { type Case, runCase, type StoreFactory } from './store-under-test.ts';

/** One requirement for every store. */
export interface ConformanceCase {
  /** A sentence that states the behaviour. Unique among the cases. */
  readonly name: string;
  /** Rejects if the store behaves differently. It creates a store, and closes it. */
  readonly run: () => Promise<void>;
}

export interface ConformanceOptions {
  /** How many milliseconds a case may take, and a watcher may wait for an event; 20,000 by default. */
  readonly patience?: number;
}

const CASES: readonly Case[] = [
  ...VERDICTS,
  ...EFFECTS,
  ...RULES,
  ...APPROVALS,
  ...LESSONS_KEPT,
  ...RACES,
  ...RACES_COUNTS,
  ...RACES_WAITING,
  ...COMMITTED,
  ...EVENTS,
  ...WATCHING,
  ...LISTING,
  ...WHOSE,
  ...SECOND_THOUGHTS,
  ...READS,
  ...LOOKS,
  ...INSIGHT,
  ...DEADLINES,
  ...JOB_LOOKS,
  ...JOB_CLAIMS,
  ...JOB_MOVING,
  ...JOB_RACES,
  ...JOB_QUESTIONS,
  ...JOB_QUESTION_RACES,
  ...JOB_ANSWERS,
  ...JOB_LISTING,
  ...RUNS,
  ...ACCESS,
  ...ASSUMPTIONS,
  ...KEYS,
  ...PROJECTS,
  ...ROUND_TRIP,
  ...TEXT,
  ...CLOSING,
];

/**
 * The cases that a store must pass, for any test runner. Each creates its own data with the factory and opens it several times, as other
 * processes would.
 * @example
 * import { storeConformance } from 'askonce/testing';
 * import { test } from 'vitest';
 *
 * const make = async () => {
 *   const data = await makeEmptyDatabase();
 *   return { open: () => openMyStore(data), close: () => data.remove() };
 * };
 * for (const { name, run } of storeConformance(make)) test(name, run);
 */
export function storeConformance(factory: StoreFactory, options: ConformanceOptions = {}): readonly ConformanceCase[] {
  const { patience = 20_000 } = options;
  return CASES.map(({ name, run }) => ({ name, run: () => runCase(run, factory, patience) }));
}
