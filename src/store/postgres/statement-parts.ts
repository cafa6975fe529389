/** The parts that every writing statement has: new rows, events, and the reply. */
import { EVENTS_PER_TRANSACTION } from '../migrations/postgres.ts';
import type { COLUMNS } from '../rows.ts';
import { possibleHabit } from './habits.ts';
import { type Columns, INPUTS, type InputName, type Inputs } from './inputs.ts';

export const all = (columns: Columns, prefix = '') => columns.map((name) => prefix + name).join(', ');

const living = 'SELECT w.id FROM workers w WHERE w.id = x.owner AND w.lease_until > r.server_time';

/** The changes of rows that have a version: what they find the row by, the condition for its state, and what else they set. */
export const CHANGES_OF = {
  settled: { table: 'clarifications', keys: ['id', 'was'], where: 'x.status = r.was', also: '' },
  retired: {
    table: 'clarifications',
    keys: ['id', 'was', 'because', 'taught_at'],
    where: 'x.status = r.was',
    also: `, live = 0, because = coalesce(r.because, x.because),
      taught_at = CASE WHEN r.status = 'revoked' THEN r.taught_at ELSE x.taught_at END`,
  },
  snoozed: { table: 'clarifications', keys: ['id'], where: 'true', also: '' },
  moved: {
    table: 'jobs',
    keys: ['id', 'was', 'server_time'],
    where: 'x.state = r.was',
    also: `, owner = CASE WHEN r.state = 'RUNNING' THEN (${living}) ELSE x.owner END`,
  },
  put_jobs: {
    table: 'jobs',
    keys: ['id', 'was', 'was_owner'],
    where: 'x.state = r.was AND x.owner IS NOT DISTINCT FROM r.was_owner',
    also: '',
  },
} as const;

export type ChangeOf = keyof typeof CHANGES_OF;

/** The assignments of such a change. */
export function settingOf(change: ChangeOf): string {
  const { keys, also } = CHANGES_OF[change];
  const set = INPUTS[change].filter((name) => name !== 'version' && !(keys as Columns).includes(name));
  return `version = x.version + 1, ${assign(set)}${also}`;
}

export function assign(columns: Columns): string {
  return columns.map((name) => `${name} = r.${name}`).join(', ');
}

export abstract class StatementParts {
  protected readonly inputs: Inputs;
  private readonly parts: string[] = [];
  /** Conditions under which the statement is undone. */
  protected readonly lost: string[] = [];

  constructor(inputs: Inputs) {
    this.inputs = inputs;
  }

  get text(): string {
    this.build();
    return `WITH ${this.parts.join(',\n')}\n${this.reply()}`;
  }

  protected abstract build(): void;

  /** The condition under which a row `r` belongs to a decision that is written. */
  protected abstract readonly isOk: string;

  protected part(name: string, text: string): void {
    this.parts.push(`${name} AS ${text}`);
  }

  protected add(parts: readonly string[]): void {
    this.parts.push(...parts);
  }

  protected insert(table: keyof typeof COLUMNS, input: InputName, order = '', unless = ''): void {
    if (!this.inputs.has(input)) return;
    const columns = INPUTS[input];
    const from = `${this.inputs.from(input)} WHERE ${this.isOk}`;
    this.part(
      `${input}_made`,
      `(INSERT INTO ${table} (${all(columns)}) SELECT ${all(columns, 'r.')} FROM ${from} ${order} ${unless})`,
    );
  }

  /** New rows that depend on no earlier part. */
  protected insertRest(): void {
    this.insert('jobs', 'jobs', 'ORDER BY r.id');
    this.insert('asks', 'asks', 'ORDER BY r.cap_scope, r.id');
    this.insert('ask_items', 'items');
    this.insert('assumptions', 'assumptions', 'ORDER BY r.id', 'ON CONFLICT (id) DO NOTHING');
    if (this.inputs.has('events')) this.insertEvents();
  }

  private insertEvents(): void {
    const columns = INPUTS.events.filter((name) => name !== 'i');
    this.part(
      'first',
      `MATERIALIZED (SELECT first_seq + (pg_current_xact_id()::text::bigint - first_xid) * ${EVENTS_PER_TRANSACTION} AS seq FROM store)`,
    );
    this.part(
      'events_made',
      `(INSERT INTO events (seq, ${all(columns)}) SELECT ${FIRST_SEQ} + r.i, ${all(columns, 'r.')}
        FROM ${this.inputs.from('events')} WHERE ${this.isOk})`,
    );
  }

  /**
   * A guess was that nothing is known, or that something is as it was, and that is wrong. Scalar subqueries, so that each is a lookup and
   * never a table scan for a hash. Null if nothing was guessed.
   */
  protected guessedWrong(): string | null {
    const { inputs } = this;
    const wrong: string[] = [];
    const identity = 'x.canonical_key = r.key AND x.subject = r.subject';
    if (inputs.has('asked')) {
      const of = (live: number) =>
        `(SELECT 1 FROM clarifications x WHERE x.session_id = r.session AND ${identity} AND x.live = ${live} LIMIT 1)`;
      wrong.push(`SELECT r.n FROM ${inputs.from('asked')} WHERE ${of(1)} IS NOT NULL OR ${of(0)} IS NOT NULL
        OR (SELECT 1 FROM clarifications x WHERE x.session_id = r.session AND x.question_hash = r.hash AND x.subject = r.subject
          LIMIT 1) IS NOT NULL
        OR ${possibleHabit('r.project', 'r.key', 'r.subject')} IS NOT NULL
        OR r.job IS NOT NULL AND (SELECT 1 FROM ask_items x WHERE x.job_id = r.job AND ${identity} LIMIT 1) IS NOT NULL`);
    }
    if (inputs.has('facts')) {
      wrong.push(`SELECT r.n FROM ${inputs.from('facts')}
        WHERE (SELECT x.heard_version FROM sessions x WHERE x.id = r.session) IS DISTINCT FROM r.version
        OR r.job IS NOT NULL AND (SELECT 1 FROM jobs x WHERE x.id = r.job) IS NOT NULL
        OR r.scope IS NOT NULL AND coalesce((SELECT max(x.ask_number) FROM asks x WHERE x.cap_scope = r.scope), 0) <> r.used`);
    }
    if (inputs.has('repeats')) {
      wrong.push(`SELECT r.n FROM ${inputs.from('repeats')}
        WHERE (SELECT x.version FROM clarifications x WHERE x.id = r.id) IS DISTINCT FROM r.version`);
    }
    return wrong.length === 0 ? null : wrong.join(' UNION ALL ');
  }

  /**
   * Which decisions were written, and what the writer needs to notify its own listeners without reading: the number of the first event, the
   * last number before it, and which transactions were running that could still produce a lower one. Other processes are notified by
   * NOTIFY, once for the whole batch.
   */
  private reply(): string {
    const { inputs, lost } = this;
    const notified = `(SELECT pg_notify(r.channel, r.writer) IS NULL FROM ${inputs.from('told')})`;
    const told = inputs.has('events')
      ? `concat_ws(' ', ${FIRST_SEQ}, (SELECT coalesce(max(seq), 0) FROM events), pg_current_xact_id(), pg_current_snapshot(), ${notified})`
      : `(SELECT NULL::text FROM ${inputs.from('told')})`;
    const written = `SELECT n, (SELECT ${told}) AS told FROM ok`;
    if (lost.length === 0) return written;
    return `${written} UNION ALL SELECT NULL, NULL WHERE CASE WHEN ${lost.join(' OR ')} THEN lost_race() END`;
  }
}

/** The number of this transaction's first event. */
const FIRST_SEQ = '(SELECT seq FROM first)';
