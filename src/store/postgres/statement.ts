/**
 * One statement writes the decisions of many callers, each entirely or not at all, in one round trip and one commit.
 *
 * m        the decisions: each one's session, and the version of it that the decision saw (none: it saw no such session)
 * checked  those for which that still holds. A decision made on the guess that nothing is known of its questions
 *          (asked, facts) must find nothing
 * locked   their sessions, in order of name, so that no two statements wait for each other. A statement that waited here
 *          for another commit finds the version changed, and the decision is not written
 * ok       those whose sessions, and whose preference, were as expected
 *
 * Everything after that applies to those alone. For the others the statement returns nothing: the caller reads and decides again. Rows that
 * are not as they must be by then violate a constraint: `lost_race()` rolls everything back.
 *
 * Rows are found by lookups that cannot be planned in any other way (LATERAL with a LIMIT) and changed by their place (ctid): the planner
 * assumes that scanning a fresh table is cheap, and keeps that plan when the table has grown. The session's version guards the rows between
 * the two steps.
 *
 * The statement has no part that the current batch does not need: a plan's parts cost time even if they find nothing to do. There are as
 * many texts as combinations, a few dozen, each prepared once.
 */
import { EVENTS_PER_TRANSACTION } from '../migrations/postgres.ts';
import type { COLUMNS } from '../rows.ts';
import { type Columns, HEARD, INPUTS, type InputName, Inputs, SETTLEMENT, type Writing } from './inputs.ts';
import { preferenceParts } from './statement-preferences.ts';

const IS_OK = 'r.n = ANY (ARRAY(SELECT n FROM ok))';
const IDENTITY = 'x.canonical_key = r.key AND x.subject = r.subject';

const all = (columns: Columns, prefix = '') => columns.map((name) => prefix + name).join(', ');
const assign = (columns: Columns) => columns.map((name) => `${name} = r.${name}`).join(', ');

const statements = new Map<string, { name: string; text: string }>();

export function statementFor(writing: Writing): { name: string; text: string; values: unknown[] } {
  const inputs = new Inputs(writing);
  const { shape } = inputs;
  let statement = statements.get(shape);
  if (!statement) {
    // A prepared statement's name has 63 bytes; its shape may have more.
    statement = { name: `write ${statements.size}`, text: new Statement(inputs).text() };
    statements.set(shape, statement);
  }
  return { ...statement, values: inputs.values() };
}

class Statement {
  private readonly parts: string[] = [];
  private readonly mustHit: string[] = [];
  private readonly inputs: Inputs;

  constructor(inputs: Inputs) {
    this.inputs = inputs;
  }

  text(): string {
    const { inputs } = this;
    const prefers = inputs.has('preferences') || inputs.has('forgotten');
    // A decision whose session is as it saw it is written, unless a preference differs.
    const gate = prefers ? 'entered' : 'ok';
    if (inputs.lone && !inputs.has('heard')) this.enterAlone(gate);
    else this.enter(gate);
    if (prefers) this.parts.push(...preferenceParts(inputs));
    if (inputs.has('jobs')) this.insert('jobs', 'jobs');
    this.compareAndSet();
    // Rows that give up their place do so before others take it.
    const after = inputs.has('retired') ? '(SELECT count(*) FROM retired) >= 0' : 'true';
    if (inputs.has('clarifications')) this.insert('clarifications', 'clarifications', after);
    if (inputs.has('asks')) this.insert('asks', 'asks');
    if (inputs.has('items')) this.insert('ask_items', 'items');
    if (inputs.has('settled_waiting')) this.settleWaiting();
    if (inputs.has('assumptions')) this.insert('assumptions', 'assumptions', 'true', 'ON CONFLICT (id) DO NOTHING');
    if (inputs.has('events')) this.insertEvents();
    return `WITH ${this.parts.join(',\n')}\n${this.reply()}`;
  }

  private part(name: string, text: string): void {
    this.parts.push(`${name} AS ${text}`);
  }

  /** The decisions whose session is as they saw it. The session stays locked until the commit. */
  private enter(gate: string): void {
    const { inputs } = this;
    this.part('m', `MATERIALIZED (SELECT r.* FROM ${inputs.from('members')})`);
    const guesses = inputs.has('asked');
    if (guesses) this.part('guessed_wrong', `MATERIALIZED (${this.guessedWrong()})`);
    this.part(
      'checked',
      `MATERIALIZED (SELECT m.* FROM m LEFT JOIN LATERAL (SELECT version FROM sessions s WHERE s.id = m.session LIMIT 1) s ON true
        WHERE m.session IS NOT NULL AND s.version IS NOT DISTINCT FROM m.version
        ${guesses ? 'AND NOT m.n = ANY (ARRAY(SELECT n FROM guessed_wrong))' : ''} ORDER BY m.session)`,
    );
    this.part(
      'locked',
      `MATERIALIZED (SELECT checked.n, s.place FROM checked CROSS JOIN LATERAL (SELECT s.ctid AS place FROM sessions s
        WHERE s.id = checked.session AND s.version = checked.version FOR NO KEY UPDATE) s)`,
    );
    this.part('bumped', `(${this.bump()})`);
    const entered = ['SELECT n, version FROM bumped', 'SELECT n, NULL FROM m WHERE session IS NULL'];
    if (inputs.has('sessions')) {
      const columns = INPUTS.sessions;
      this.part(
        'made',
        `(INSERT INTO sessions (${all(columns)}) SELECT ${all(columns, 'r.')} FROM ${inputs.from('sessions')}
          WHERE r.n = ANY (ARRAY(SELECT n FROM checked WHERE version IS NULL)) ORDER BY r.id ON CONFLICT DO NOTHING RETURNING id)`,
      );
      entered.push('SELECT checked.n, 0 FROM made JOIN checked ON checked.session = made.id');
    }
    this.part(gate, `MATERIALIZED (${entered.join(' UNION ALL ')})`);
  }

  /** The same for a single decision in an existing session, the usual case with few users: there is no order to keep. */
  private enterAlone(gate: string): void {
    const { inputs } = this;
    const session = inputs.parameter('members', 'session');
    const version = inputs.parameter('members', 'version');
    const right = inputs.has('asked') ? `AND NOT EXISTS (${this.guessedWrong()})` : '';
    this.part(
      gate,
      `(UPDATE sessions s SET version = s.version + 1 WHERE s.id = ${session} AND s.version = ${version} ${right}
        RETURNING ${inputs.parameter('members', 'n')} AS n, s.version)`,
    );
  }

  /**
   * The guess was that nothing is known, but something is. Scalar subqueries, so that each is a lookup and never a table scan for a hash.
   */
  private guessedWrong(): string {
    const { inputs } = this;
    const of = (live: number) =>
      `(SELECT 1 FROM clarifications x WHERE x.session_id = r.session AND ${IDENTITY} AND x.live = ${live} LIMIT 1)`;
    const wrong = `SELECT r.n FROM ${inputs.from('asked')} WHERE ${of(1)} IS NOT NULL OR ${of(0)} IS NOT NULL
      OR (SELECT 1 FROM clarifications x WHERE x.session_id = r.session AND x.question_hash = r.hash AND x.subject = r.subject
        LIMIT 1) IS NOT NULL
      OR (SELECT 1 FROM preferences x WHERE x.project = r.project AND x.canonical_key = r.key AND x.subject = r.subject) IS NOT NULL
      OR r.job IS NOT NULL AND (SELECT 1 FROM ask_items x WHERE x.job_id = r.job AND ${IDENTITY} LIMIT 1) IS NOT NULL`;
    if (!inputs.has('facts')) return wrong;
    return `${wrong} UNION ALL SELECT r.n FROM ${inputs.from('facts')}
      WHERE (SELECT x.state FROM jobs x WHERE x.id = r.job) IS DISTINCT FROM r.state
      OR r.scope IS NOT NULL AND coalesce((SELECT max(x.ask_number) FROM asks x WHERE x.cap_scope = r.scope), 0) <> r.used`;
  }

  private bump(): string {
    const where = 'WHERE s.ctid = locked.place RETURNING locked.n, s.version';
    if (!this.inputs.has('heard')) return `UPDATE sessions s SET version = s.version + 1 FROM locked ${where}`;
    const set = HEARD.map((name) => `${name} = CASE WHEN r.n IS NULL THEN s.${name} ELSE r.${name} END`);
    return `UPDATE sessions s SET version = s.version + 1, ${set.join(', ')}
      FROM locked LEFT JOIN ${this.inputs.from('heard')} ON r.n = locked.n ${where}`;
  }

  private insert(table: keyof typeof COLUMNS, input: InputName, after = 'true', unless = ''): void {
    const columns = INPUTS[input];
    const from = this.inputs.from(input);
    const text = `INSERT INTO ${table} (${all(columns)}) SELECT ${all(columns, 'r.')} FROM ${from} WHERE ${IS_OK} AND ${after} ${unless}`;
    this.part(`${input}_made`, `(${text})`);
  }

  /** Changes that must find their row as the decision saw it. */
  private compareAndSet(): void {
    const byId = 'x.id = r.id AND';
    const living = 'SELECT w.id FROM workers w WHERE w.id = x.owner AND w.lease_until > r.updated_at';
    const owner = `owner = CASE WHEN r.state = 'RUNNING' THEN (${living}) ELSE x.owner END`;
    this.update('moved', 'jobs', ['id', 'was'], `${byId} x.state = r.was`, owner);
    const own = `${byId} x.state = r.was AND x.owner IS NOT DISTINCT FROM r.was_owner`;
    this.update('put_jobs', 'jobs', ['id', 'was', 'was_owner'], own);
    this.update('settled', 'clarifications', ['id', 'was'], `${byId} x.status = r.was`);
    const gone = 'live = 0, because = coalesce(r.because, x.because)';
    this.update('retired', 'clarifications', ['id', 'was', 'because'], `${byId} x.status = r.was`, gone);
    const item = `x.ask_id = r.ask_id AND x.position = r.position AND x.outcome = 'parked'`;
    this.update('settled_items', 'ask_items', ['ask_id', 'position'], item);
  }

  private update(input: InputName, table: string, keys: Columns, where: string, besides?: string): void {
    if (!this.inputs.has(input)) return;
    this.part(
      `to_be_${input}`,
      `MATERIALIZED (SELECT r.*, x.place FROM ${this.inputs.from(input)}
        LEFT JOIN LATERAL (SELECT x.ctid AS place FROM ${table} x WHERE ${where} LIMIT 1) x ON true WHERE ${IS_OK})`,
    );
    const set = assign(INPUTS[input].filter((name) => !keys.includes(name)));
    const sets = besides === undefined ? set : `${set}, ${besides}`;
    this.part(input, `(UPDATE ${table} x SET ${sets} FROM to_be_${input} r WHERE x.ctid = r.place RETURNING 1)`);
    this.mustHit.push(input);
  }

  private settleWaiting(): void {
    const others = this.inputs.has('settled_items')
      ? 'AND NOT x.ctid = ANY (ARRAY(SELECT place FROM to_be_settled_items))'
      : '';
    this.part(
      'waiting',
      `MATERIALIZED (SELECT r.*, x.place FROM ${this.inputs.from('settled_waiting')} CROSS JOIN LATERAL (
        SELECT x.ctid AS place FROM ask_items x
        WHERE x.clarification_id = r.clarification_id AND x.outcome = 'parked' ${others} OFFSET 0) x WHERE ${IS_OK})`,
    );
    this.part(
      'waiting_settled',
      `(UPDATE ask_items x SET ${assign(SETTLEMENT)} FROM waiting r WHERE x.ctid = r.place)`,
    );
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
        FROM ${this.inputs.from('events')} WHERE ${IS_OK})`,
    );
  }

  /**
   * Which decisions were written, and what the writer needs to notify its own listeners without reading: the number of the first event, the
   * last number before it, and which transactions were running that could still produce a lower one. Other processes are notified by
   * NOTIFY, once for the whole batch.
   */
  private reply(): string {
    const { inputs, mustHit } = this;
    const notified = `(SELECT pg_notify(r.channel, r.writer) IS NULL FROM ${inputs.from('told')})`;
    const told = inputs.has('events')
      ? `concat_ws(' ', ${FIRST_SEQ}, (SELECT coalesce(max(seq), 0) FROM events), pg_current_xact_id(), pg_current_snapshot(), ${notified})`
      : `(SELECT NULL::text FROM ${inputs.from('told')})`;
    const missed = mustHit.map(
      (change) => `(SELECT count(*) FROM ${change}) <> (SELECT count(*) FROM to_be_${change})`,
    );
    const race = missed.length > 0 ? `, CASE WHEN ${missed.join(' OR ')} THEN lost_race() END AS lost` : '';
    return `SELECT n, version, (SELECT ${told}) AS told ${race} FROM ok`;
  }
}

/** The number of this transaction's first event. */
const FIRST_SEQ = '(SELECT seq FROM first)';
