/** Statistics about the questions. */

import { beginningOf, type Insight, type InsightWindow, insightOf } from '../core/model/stats.ts';
import type { Engine } from '../engine/engine.ts';
import { invalidArgument, omitNullish } from '../util/arguments.ts';

export interface StatsOptions {
  /** How many days, ending today; 30 by default, at most 366. */
  days?: number;
  /** The offset of local time from UTC in minutes, which sets where days begin; 0 by default. */
  offset?: number;
}

const MAX_DAYS = 366;
/** Kiribati is 14 hours ahead; no time zone is further from UTC. */
const MAX_MINUTES = 14 * 60;
const MAX_REPEATED = 10;

/** A result is cached for this many times as long as it took to compute, so that frequent requests cannot keep the store busy. */
const KEPT_TIMES = 10;

export class Stats {
  private readonly engine: Engine;
  private readonly kept = new Map<string, Promise<Insight>>();
  /** Results are computed one at a time: with a million questions each takes about half a second. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  async of(options: StatsOptions): Promise<Insight> {
    const { days = 30, offset = 0 } = omitNullish(options, 'options');
    if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS)
      throw invalidArgument('days', `a whole number from 1 to ${MAX_DAYS}`);
    if (!Number.isInteger(offset) || Math.abs(offset) > MAX_MINUTES)
      throw invalidArgument('offset', `a whole number of minutes from -${MAX_MINUTES} to ${MAX_MINUTES}`);
    return this.shared({ days, offset });
  }

  private shared(window: InsightWindow): Promise<Insight> {
    const name = `${window.days} ${window.offset}`;
    const known = this.kept.get(name);
    if (known) return known;
    const drawn = this.turn.then(() => this.draw(window, name));
    this.kept.set(name, drawn);
    this.turn = drawn.catch(() => this.kept.delete(name));
    return drawn;
  }

  private async draw(window: InsightWindow, name: string): Promise<Insight> {
    const started = performance.now();
    const now = this.engine.clock.now();
    const offsetMs = window.offset * 60_000;
    const counts = await this.engine.store.insight({ since: beginningOf(window, now), offsetMs, most: MAX_REPEATED });
    // What is not complete is soon counted further.
    const times = counts.complete ? KEPT_TIMES : 1;
    setTimeout(() => this.kept.delete(name), (performance.now() - started) * times).unref();
    return insightOf(counts, window, now);
  }
}
