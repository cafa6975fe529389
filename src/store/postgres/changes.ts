/**
 * The effects of many verdicts, as rows for one statement: each kind of change is one list, and the column `n` says which member a row
 * belongs to. A statement cannot change a row twice, so effects of one verdict on the same row are merged here.
 */
import type { Effect } from '../../core/effects.ts';
import type { EventRecord } from '../../core/model/records.ts';
import type { Preference } from '../../core/model/resolution.ts';
import {
  askRow,
  assumptionRow,
  COLUMNS,
  clarificationRow,
  decisionRow,
  eventRow,
  HEARD_COLUMNS,
  heardRow,
  itemRow,
  jobRow,
  preferenceRow,
  type Row,
  sessionRow,
  taughtAt,
} from '../rows.ts';
import type { Guards } from './guards.ts';
import type { Versions } from './look.ts';

/** The lists, in the order of the statement's parameters. */
export const CHANGES = [
  'sessions',
  'heard',
  'preferences',
  'jobs',
  'moved',
  'put_jobs',
  'retired',
  'settled',
  'snoozed',
  'clarifications',
  'asks',
  'items',
  'settled_items',
  'settled_waiting',
  'assumptions',
  'events',
] as const;

export type Change = (typeof CHANGES)[number];

/** What the decision saw of the preference it changes: its row, null for none, undefined if it did not read it. */
export type SeenPreference = Preference | null | undefined;

/** What a decision saw of what it changes. */
export interface Saw {
  readonly preference: (of: PreferenceKey) => SeenPreference;
  readonly guards: Guards;
  readonly versions: Versions;
  /** How far the server's clock is ahead of the decision's. */
  readonly ahead: number;
}

export class Changes {
  private readonly lists = new Map<Change, Row[]>();

  list(of: Change): readonly Row[] {
    return this.lists.get(of) ?? [];
  }

  /** Adds one member's effects. `mark` is stored with its first event. */
  add(n: number, effects: readonly Effect[], saw: Saw, mark: string): void {
    let unmarked: string | null = mark;
    for (const effect of effects) {
      this.addOne(n, effect, saw, unmarked);
      if (effect.do === 'event') unmarked = null;
    }
  }

  private addOne(n: number, effect: Effect, saw: Saw, mark: string | null): void {
    const { preference: seen, guards, versions, ahead } = saw;
    const versionOf = (of: 'clarifications' | 'jobs', id: string) => guards[of].get(id)?.version ?? null;
    switch (effect.do) {
      case 'insert_session':
        return this.push('sessions', n, rowOf('sessions', sessionRow(effect.session)));
      case 'hear': {
        const values = heardRow(effect.heard);
        const heard = Object.fromEntries(HEARD_COLUMNS.map((name, at) => [name, values[at]]));
        const made = this.find('sessions', n, effect.session) ?? this.find('heard', n, effect.session);
        if (made) return void Object.assign(made, heard);
        return this.push('heard', n, { id: effect.session, version: versions.heard, ...heard });
      }
      case 'insert_job':
        return this.push('jobs', n, rowOf('jobs', jobRow(effect.job)));
      case 'move_job': {
        const { id, from, to, at } = effect;
        const made = this.find('jobs', n, id);
        if (made?.state === from) return void Object.assign(made, { state: to, updated_at: at });
        const when = { updated_at: at, server_time: at + ahead };
        return this.push('moved', n, { id, version: versionOf('jobs', id), was: from, state: to, ...when });
      }
      case 'put_job': {
        const { job, was } = effect;
        const before = { version: versionOf('jobs', job.id), was: was.state, was_owner: was.owner };
        return this.push('put_jobs', n, { ...rowOf('jobs', jobRow(job)), ...before });
      }
      case 'insert_clarification':
        return this.push(
          'clarifications',
          n,
          rowOf('clarifications', clarificationRow(effect.clarification, taughtAt(effect))),
        );
      case 'settle_clarification': {
        const { id, from, to, at, answer, source, evidence, confidence, by, surface, answerKey, because } = effect;
        const whose = { answered_by: by, surface, answer_key: answerKey };
        const taught_at = effect.teaches ? at : null;
        const [decision, rule_scope] = decisionRow(effect.decision);
        const settled = { answer, source, evidence, confidence, ...whose, because, taught_at, decision, rule_scope };
        const version = versionOf('clarifications', id);
        return this.push('settled', n, { id, version, was: from, status: to, settled_at: at, ...settled });
      }
      case 'retire_clarification': {
        const { id, from, to, at, because, rejected, teaches } = effect;
        return this.push('retired', n, {
          id,
          version: versionOf('clarifications', id),
          was: from,
          status: to,
          settled_at: at,
          because,
          rejected: Number(rejected ?? false),
          taught_at: teaches ? at : null,
        });
      }
      case 'snooze_clarification': {
        const { id, until } = effect;
        return this.push('snoozed', n, { id, version: versionOf('clarifications', id), snoozed_until: until });
      }
      case 'insert_ask':
        return this.push('asks', n, rowOf('asks', askRow(effect.ask)));
      case 'insert_item':
        return this.push('items', n, rowOf('ask_items', itemRow(effect.item)));
      case 'settle_item': {
        const { do: _, ask, position, ...settlement } = effect;
        return this.push('settled_items', n, { ask_id: ask, position, ...settlement });
      }
      case 'settle_waiting': {
        const { do: _, clarification, ...settlement } = effect;
        return this.push('settled_waiting', n, { clarification_id: clarification, ...settlement });
      }
      case 'insert_assumption':
        return this.push('assumptions', n, rowOf('assumptions', assumptionRow(effect.assumption)));
      case 'put_preference': {
        const before = seen(effect.preference);
        return this.push('preferences', n, {
          ...rowOf('preferences', preferenceRow(effect.preference)),
          ...expected(before),
        });
      }
      case 'event':
        return this.push('events', n, eventOf(effect.event, this.list('events').length, mark));
    }
  }

  private push(to: Change, n: number, row: Row): void {
    row.n = n;
    const list = this.lists.get(to);
    if (list) list.push(row);
    else this.lists.set(to, [row]);
  }

  private find(of: Change, n: number, id: string): Row | undefined {
    return this.lists.get(of)?.findLast((row) => row.n === n && row.id === id);
  }
}

export interface PreferenceKey {
  readonly project: string;
  readonly key: string;
  readonly subject: string;
}

function eventOf(event: EventRecord, i: number, mark: string | null): Row {
  const row = rowOf('events', eventRow(event));
  row.i = i;
  if (mark !== null) row.mark = mark;
  return row;
}

/** What the preference must still be for the decision to be valid. */
function expected(seen: SeenPreference): Row {
  if (seen === undefined) return { expects: 'anything' };
  if (seen === null) return { expects: 'none' };
  return { expects: 'this', was_times: seen.times, was_answer: seen.answer, was_updated_at: seen.updatedAt };
}

const NAMES = Object.fromEntries(
  Object.entries(COLUMNS).map(([table, columns]) => [table, columns.split(' ')]),
) as Record<keyof typeof COLUMNS, string[]>;

/** A row keyed by column name; nulls are omitted, and read as null on the server. */
function rowOf(table: keyof typeof COLUMNS, values: readonly unknown[]): Row {
  const row: Row = {};
  const names = NAMES[table];
  for (let at = 0; at < names.length; at += 1) if (values[at] !== null) row[names[at]!] = values[at];
  return row;
}
