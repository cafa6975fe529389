/**
 * Events that this process has committed and need not read: delivered in the order of their transactions, once it is certain that no other
 * process's event comes before them.
 *
 * Everything before a transaction's events is known if (1) the last event it saw committed has been delivered, and (2) every transaction
 * that ran beside it, and so may produce a lower number, is one of our own that has been delivered as well.
 */
import type { EventRecord } from '../../core/model/records.ts';

export interface OwnEvents {
  readonly events: readonly (EventRecord & { readonly seq: number })[];
  readonly xid: number;
  /** The transactions its statement saw running, as PostgreSQL writes them: xmin:xmax:xid,xid. */
  readonly snapshot: string;
  /** The last event its statement saw. */
  readonly before: number;
}

const REMEMBERED = 64;

export class OwnCommits {
  private readonly commits: OwnEvents[] = [];
  private readonly told: number[] = [];

  add(own: OwnEvents): void {
    this.commits.push(own);
    this.commits.sort((a, b) => a.xid - b.xid);
  }

  /** The numbers of events that are committed but not delivered yet. */
  untold(): number[] {
    return this.commits.flatMap(({ events }) => events.map(({ seq }) => seq));
  }

  get waiting(): boolean {
    return this.commits.length > 0;
  }

  /** The next events to deliver after `cursor`, if it is certain that they are the next. */
  next(cursor: number): OwnEvents['events'] | null {
    const [first] = this.commits;
    if (!first || first.before > cursor || !this.beside(first).every((xid) => this.told.includes(xid))) return null;
    this.remember(first);
    return first.events;
  }

  /** Drops the events up to here, which have been read and delivered. */
  passed(cursor: number): void {
    while (this.commits.length > 0 && this.commits[0]!.events.at(-1)!.seq <= cursor) this.remember(this.commits[0]!);
  }

  private remember(own: OwnEvents): void {
    this.commits.shift();
    this.told.push(own.xid);
    if (this.told.length > REMEMBERED) this.told.shift();
  }

  /** The transactions with lower numbers that had not ended when this one's statement began. */
  private beside({ xid, snapshot }: OwnEvents): number[] {
    const [, xmax, running] = snapshot.split(':') as [string, string, string];
    const ran = running === '' ? [] : running.split(',').map(Number);
    const since = Array.from({ length: Math.min(xid - Number(xmax), REMEMBERED + 1) }, (_, i) => Number(xmax) + i);
    return [...ran, ...since].filter((other) => other < xid);
  }
}
