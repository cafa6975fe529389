/**
 * For those who ask, go away and look again: what became of an ask, wherever it was made, and waiting for it. What an asker is
 * told belongs to its item, not to the question: one may have fallen back to a default while another still waits.
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
  private readonly sweeper: Deadlines;

  constructor(store: Store, clock: Clock, waiters: Waiters, sweeper: Deadlines) {
    this.store = store;
    this.clock = clock;
    this.waiters = waiters;
    this.sweeper = sweeper;
  }

  /** What became of every question of an ask; nothing where there is no such ask. */
  ask(ask: string, patience: Patience | false): Promise<readonly Outcome[]> {
    return this.outcomes(ask, () => true, patience);
  }

  /** What became of one question, as one of the asks that wait for it is told. */
  async clarification(id: string, ask: string, patience: Patience | false): Promise<Outcome> {
    const [outcome] = await this.outcomes(ask, ({ clarification }) => clarification?.id === id, patience);
    if (outcome) return outcome;
    const text = `Ask ${ask} does not belong to clarification ${id}. Leave the ask out to get the outcome of the first one.`;
    throw new AskOnceError('ask_unknown', text, { ask, id });
  }

  /** What became of a question, whoever asked it: one who asked may have left or fallen back while it still waits for others. */
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
    // Watching comes before reading, or an answer from elsewhere could fall between the two.
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

  /** The items of an ask. Its deadline strikes here as well: the process that set it may be gone. */
  private async inTime(ask: string): Promise<readonly StoredItem[]> {
    const stored = await this.store.items(ask);
    const deadlines = stored.flatMap(({ item }) =>
      item.outcome === 'parked' && item.expiresAt !== null ? [item.expiresAt] : [],
    );
    if (deadlines.length === 0) return stored;
    const first = Math.min(...deadlines);
    if (first > this.clock.now()) {
      this.sweeper.expect(first);
      return stored;
    }
    await this.sweeper.sweep();
    return this.store.items(ask);
  }
}
