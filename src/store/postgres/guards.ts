/**
 * What must still be as a decision saw it for the decision to be written, derived from its effects.
 *
 * The version of a clarification guards its row and the set of items that wait for it; that of a job guards its row and its items. A decision
 * that changes any of these compares the version with the one it saw, and raises it. Two decisions that depend on the same thing, and of
 * which at least one changes it, therefore meet in one row, and the second decides again. An item that joins a waiting question depends only
 * on that it still waits: it raises the version and compares none, so any number of asks join at once.
 *
 * Everything new is guarded by its unique index: a session, a job, an ask, a question in its session, a successor, a number under a cap. The
 * person's words are guarded by the session's own version, against others who bring words.
 */
import type { Effect } from '../../core/effects.ts';
import type { ItemRecord } from '../../core/model/records.ts';
import type { AskItemsState, ClarificationState, RunState } from '../../core/states.ts';
import type { Look } from '../../ports.ts';
import type { PreferenceKey } from './changes.ts';
import type { Seen, Versions } from './look.ts';

export interface Guard {
  readonly id: string;
  /** Null: the row was not read, or any version will do. */
  readonly version: number | null;
  /** An item joins: the clarification must still be pending. */
  joins: boolean;
  /** The decision does not change the row itself, so only its version is raised. */
  bumps: boolean;
}

export interface Guards {
  readonly clarifications: ReadonlyMap<string, Guard>;
  readonly jobs: ReadonlyMap<string, Guard>;
  /** What no other decision of this process may write at the same time. */
  readonly alone: ReadonlySet<string>;
  /** What others may write at the same time if they only join it too. */
  readonly together: ReadonlySet<string>;
}

export function guardsOf(look: Look, { state, versions }: Seen, effects: readonly Effect[]): Guards {
  const collector = new Collector(versions, waitingIn(look, state), effects);
  for (const effect of effects) collector.add(effect);
  return collector.guards();
}

class Collector {
  private readonly clarifications = new Map<string, Guard>();
  private readonly jobs = new Map<string, Guard>();
  private readonly alone = new Set<string>();
  private readonly versions: Versions;
  private readonly waiting: readonly ItemRecord[];
  /** The ids of what the decision itself creates: nothing else can have changed it. */
  private readonly made = new Set<string>();

  constructor(versions: Versions, waiting: readonly ItemRecord[], effects: readonly Effect[]) {
    this.versions = versions;
    this.waiting = waiting;
    for (const effect of effects) {
      if (effect.do === 'insert_session') this.made.add(effect.session.id);
      if (effect.do === 'insert_job') this.made.add(effect.job.id);
      if (effect.do === 'insert_clarification') this.made.add(effect.clarification.id);
    }
  }

  guards(): Guards {
    const { clarifications, jobs, alone } = this;
    const together = new Set<string>();
    for (const { id, joins } of clarifications.values()) (joins ? together : alone).add(`clarification ${id}`);
    for (const id of jobs.keys()) alone.add(`job ${id}`);
    return { clarifications, jobs, alone, together };
  }

  add(effect: Effect): void {
    switch (effect.do) {
      case 'insert_session':
        return void this.alone.add(`session ${effect.session.id}`);
      case 'hear':
        if (!this.made.has(effect.session)) this.alone.add(`words ${effect.session}`);
        return;
      case 'insert_job':
        return void this.alone.add(`job ${effect.job.id}`);
      case 'move_job':
        return this.job(effect.id, true);
      case 'put_job':
        return this.job(effect.job.id, true);
      case 'insert_clarification': {
        const { session, key, subject, succeeds, status } = effect.clarification;
        if (status === 'pending' || status === 'answered' || status === 'declined')
          this.alone.add(JSON.stringify([session, key, subject]));
        if (succeeds !== null) this.alone.add(`successor of ${succeeds}`);
        return;
      }
      case 'snooze_clarification':
      case 'settle_clarification':
      case 'retire_clarification':
        return this.clarification(effect.id, true);
      case 'insert_ask': {
        const { id, capScope } = effect.ask;
        this.alone.add(`ask ${id}`);
        if (capScope !== null) this.alone.add(`cap ${capScope}`);
        return;
      }
      case 'insert_item': {
        const { clarification, job, outcome } = effect.item;
        if (job !== null) this.job(job, false);
        if (outcome === 'parked' && clarification !== null) this.join(clarification);
        return;
      }
      case 'settle_item': {
        const item = this.waiting.find(({ ask, position }) => ask === effect.ask && position === effect.position);
        if (item?.clarification) this.clarification(item.clarification, false);
        if (item?.job) this.job(item.job, false);
        return;
      }
      case 'settle_waiting':
        this.clarification(effect.clarification, false);
        for (const { clarification, job } of this.waiting)
          if (job !== null && clarification === effect.clarification) this.job(job, false);
        return;
      case 'put_preference':
        return void this.alone.add(preferenceName(effect.preference));
    }
  }

  private clarification(id: string, changes: boolean): void {
    this.guard(this.clarifications, id, this.versions.clarifications.get(id) ?? null, changes);
  }

  private job(id: string, changes: boolean): void {
    this.guard(this.jobs, id, this.versions.jobs.get(id) ?? null, changes);
  }

  private guard(among: Map<string, Guard>, id: string, version: number | null, changes: boolean): void {
    if (this.made.has(id)) return;
    const before = among.get(id);
    if (!before || before.joins) return void among.set(id, { id, version, joins: false, bumps: !changes });
    if (changes) before.bumps = false;
  }

  private join(id: string): void {
    if (this.made.has(id) || this.clarifications.has(id)) return;
    this.clarifications.set(id, { id, version: null, joins: true, bumps: true });
  }
}

/** The items that a look showed as waiting, or that it was about. */
function waitingIn(look: Look, state: Seen['state']): readonly ItemRecord[] {
  switch (look.of) {
    case 'clarification':
      return (state as ClarificationState).waiting.map(({ item }) => item);
    case 'ask_items':
      return (state as AskItemsState).items.map(({ item }) => item);
    case 'job':
      return (state as RunState).waiting.map(({ item }) => item);
    default:
      return [];
  }
}

export function preferenceName({ project, key, subject }: PreferenceKey): string {
  return `preference ${JSON.stringify([project, key, subject])}`;
}
