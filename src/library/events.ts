/** The audit trail, as the library's users see it: read it from any point, or listen for new events. */

import type { AuditEvent, EventType } from '../core/model/records.ts';
import { withNames } from '../core/model/scoped-id.ts';
import type { Engine } from '../engine/engine.ts';
import { invalidArgument, LIMITS, limitOf, omitNullish } from '../util/arguments.ts';

export interface EventQuery {
  /** The sequence number of the last event you have seen; 0 by default, for all events. */
  after?: number;
  limit?: number;
}

/** Available as `askonce.events`. */
export class Events {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Returns events after a sequence number, in order. No event is skipped, even if it commits late.
   * @example
   * for (const event of await askonce.events.list({ after: 0 })) console.log(event.seq, event.type);
   */
  async list(query: EventQuery = {}): Promise<readonly AuditEvent[]> {
    const { after = 0, limit } = omitNullish(query, 'query');
    if (!Number.isSafeInteger(after)) throw invalidArgument('after', 'a sequence number');
    return (await this.engine.store.events(after, limitOf(limit, 1_000, LIMITS.events))).map(withNames);
  }

  /**
   * Returns the sequence number to pass to `list` as `after` if you want only future events.
   * @example
   * const after = await askonce.events.last();
   */
  last(): Promise<number> {
    return this.engine.store.lastSeq();
  }

  /**
   * Calls back with every future event of this type (or `*` for all), including those of other processes. Returns a function that stops it.
   * @example
   * const off = askonce.events.on('clarification.requested', (event) => console.log('asked:', event.data.question));
   * off();
   */
  on(type: EventType | '*', listener: (event: AuditEvent) => void): () => void {
    if (typeof listener !== 'function') throw invalidArgument('listener', 'a function');
    return this.engine.on(type, (event) => listener(withNames(event)));
  }

  /**
   * Aborted when this AskOnce is closed, for what listens and would otherwise keep its process alive.
   * @example
   * const timer = setInterval(() => console.log('listening'), 60_000);
   * askonce.events.closed.addEventListener('abort', () => clearInterval(timer));
   */
  get closed(): AbortSignal {
    return this.engine.closed;
  }
}
