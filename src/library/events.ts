/** The audit trail, as the library's users see it: read it from any point, or listen to what is added. */

import type { AuditEvent, EventType } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import { invalidArgument, LIMITS, limitOf, omitNullish } from '../util/arguments.ts';

export interface EventQuery {
  /** The sequence number of the last event you have seen; 0 by default, for all. */
  after?: number;
  limit?: number;
}

/** Reached by `askonce.events`. */
export class Events {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Events after a sequence number, in order. None is passed over, including one that commits late.
   * @example
   * for (const event of await askonce.events.list({ after: 0 })) console.log(event.seq, event.type);
   */
  async list(query: EventQuery = {}): Promise<readonly AuditEvent[]> {
    const { after = 0, limit } = omitNullish(query, 'query');
    if (!Number.isSafeInteger(after)) throw invalidArgument('after', 'a sequence number');
    return this.engine.store.events(after, limitOf(limit, 1_000, LIMITS.events));
  }

  /**
   * The sequence number to give to `list` as `after` when you want only what happens from now on.
   * @example
   * const after = await askonce.events.last();
   */
  last(): Promise<number> {
    return this.engine.store.lastSeq();
  }

  /**
   * Calls back with every event of this type (or `*` for all) from now on, also from other processes. Returns the function
   * that ends it.
   * @example
   * const off = askonce.events.on('clarification.requested', (event) => console.log('asked:', event.data.question));
   * off();
   */
  on(type: EventType | '*', listener: (event: AuditEvent) => void): () => void {
    if (typeof listener !== 'function') throw invalidArgument('listener', 'a function');
    return this.engine.on(type, listener);
  }
}
