/**
 * Outcomes of asks, for callers that ask, leave and check again later, in any process. The outcome belongs to the asker's item, not to the
 * question: one asker may have fallen back to a default while another still waits.
 */

import { AskOnceError } from '../core/model/errors.ts';
import { asItStands, outcomeOf } from '../core/model/outcome.ts';
import type { Outcome } from '../core/model/question.ts';
import type { ClarificationRecord, ItemRecord } from '../core/model/records.ts';
import type { Clock, Store } from '../ports.ts';
import type { Deadlines } from './deadlines.ts';
import type { Patience, Waiters } from './waiters.ts';

interface StoredItem {
  readonly item: ItemRecord;
  readonly clarification: ClarificationRecord | null;
}

export class Outcomes {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly waiters: Waiters;
  private readonly deadlines: Deadlines;

  constructor(store: Store, clock: Clock, waiters: Waiters, deadlines: Deadlines) {
    this.store = store;
    this.clock = clock;
    this.waiters = waiters;
    this.deadlines = deadlines;
  }

  /** Returns the outcomes of all questions of an ask; empty if there is no such ask. */
  ask(ask: string, patience: Patience | false): Promise<readonly Outcome[]> {
    return this.outcomes(ask, () => true, patience);
  }

  /** Returns the outcome of one question for one of the asks that wait for it. */
  async clarification(id: string, ask: string, patience: Patience | false): Promise<Outcome> {
    const [outcome] = await this.outcomes(ask, ({ clarification }) => clarification?.id === id, patience);
    if (outcome) return outcome;
    // A corrected answer was never asked for: no ask has an item of it.
    const stored = await this.store.clarification(id);
    if (stored?.ask === ask) return asItStands(stored);
    const text = `Ask ${ask} does not belong to clarification ${id}. Leave the ask out to get the outcome of the first one.`;
    throw new AskOnceError('ask_unknown', text, { ask, id });
  }

  /**
   * Returns the outcome of a question, whichever ask put it. One asker may have left or fallen back while the question still waits for
   * others.
   */
  async question(id: string, patience: Patience | false): Promise<Outcome | null> {
    for (;;) {
      const { clarification, waiting } = await this.store.decide({ of: 'clarification', id }, (state) => ({
        effects: [],
        result: state,
      }));
      if (!clarification) return null;
      const [first] = waiting;
      if (!patience || clarification.status !== 'pending' || !first) return asItStands(clarification);
      const outcome = await this.clarification(id, first.item.ask, patience);
      if (outcome.outcome === 'parked') return outcome;
    }
  }

  private async outcomes(
    ask: string,
    wanted: (stored: StoredItem) => boolean,
    patience: Patience | false,
  ): Promise<readonly Outcome[]> {
    // Watches before reading; otherwise an answer from another process could be missed in between.
    const release = patience ? this.waiters.hold() : () => {};
    try {
      const stored = (await this.inTime(ask)).filter(wanted);
      const items = stored.map(({ item, clarification }) => outcomeOf(item, clarification));
      if (!patience || !items.some(({ outcome }) => outcome === 'parked')) return items;
      const { ended, leave } = this.waiters.followed(ask, items, patience);
      return await ended.finally(leave);
    } finally {
      release();
    }
  }

  /** Returns the items of an ask. Its deadline takes effect here as well, because the process that set it may be gone. */
  private async inTime(ask: string): Promise<readonly StoredItem[]> {
    const stored = await this.store.items(ask);
    const deadlines = stored.flatMap(({ item }) =>
      item.outcome === 'parked' && item.expiresAt !== null ? [item.expiresAt] : [],
    );
    if (deadlines.length === 0) return stored;
    const first = Math.min(...deadlines);
    if (first > this.clock.now()) {
      this.deadlines.expect(first);
      return stored;
    }
    await this.deadlines.sweep();
    return this.store.items(ask);
  }
}
