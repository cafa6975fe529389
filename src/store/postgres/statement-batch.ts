/**
 * The statement of many decisions. Each part narrows down which of them are written:
 *
 * held_…    the rows that decisions depend on, locked in the order of their ids; no place if a row is not as it was seen
 * entered   the decisions for which all of that holds
 * seated    of these, those whose new sessions no other process has created
 * agreed    of these, those whose preferences are as they saw them
 * ok        of these, those whose questions no other process has put
 *
 * A decision that drops out after one of its changes was made undoes the statement.
 *
 * Rows are found by lookups that cannot be planned in any other way (LATERAL, = ANY) and changed by their place (ctid): the planner assumes
 * that scanning a fresh table is cheap, and keeps that plan when the table has grown. The locks guard the rows between the two steps.
 */

import { HEARD, INPUTS, type InputName, SETTLEMENT } from './inputs.ts';
import { all, assign, CHANGES_OF, type ChangeOf, StatementParts, settingOf } from './statement-parts.ts';
import { preferenceParts } from './statement-preferences.ts';

const within = (gate: string, row = 'r') => `${row}.n = ANY (ARRAY(SELECT n FROM ${gate}))`;

export class BatchStatement extends StatementParts {
  protected readonly isOk = within('ok');
  private readonly locks: string[] = [];
  /** The decisions that are still to be written. */
  private gate = '';

  protected build(): void {
    const { inputs } = this;
    this.enter();
    if (inputs.has('sessions')) this.makeSessions();
    if (inputs.has('preferences')) {
      this.add(preferenceParts(inputs, this.gate, 'agreed'));
      this.gate = 'agreed';
    }
    // Rows that give up their place do so before others take it.
    this.change('retired', 'held_questions', within(this.gate));
    if (inputs.has('clarifications')) this.putQuestions();
    this.part('ok', `MATERIALIZED (SELECT n FROM ${this.gate})`);
    this.change('settled', 'held_questions', this.isOk);
    this.change('snoozed', 'held_questions', this.isOk);
    this.change('moved', 'held_jobs', this.isOk);
    this.change('put_jobs', 'held_jobs', this.isOk);
    this.bump('questions', 'clarifications');
    this.bump('own_jobs', 'jobs');
    this.hear();
    this.settleItems();
    this.insertRest();
  }

  private enter(): void {
    const { inputs } = this;
    const out: string[] = [];
    const wrong = this.guessedWrong();
    if (wrong !== null) {
      this.part('wrong', `MATERIALIZED (${wrong})`);
      out.push('SELECT n FROM wrong');
    }
    const same = 'x.id = r.id AND x.version = coalesce(r.version, x.version)';
    this.lock('questions', 'clarifications', `${same} AND (NOT r.joins OR x.status = 'pending')`, wrong !== null);
    this.lock('own_jobs', 'jobs', same, wrong !== null);
    const heard = 'x.id = r.id AND x.heard_version = coalesce(r.version, x.heard_version)';
    this.lock('heard', 'sessions', heard, wrong !== null);
    for (const held of this.locks) out.push(`SELECT n FROM ${held} WHERE place IS NULL`);
    const left = out.length === 0 ? '' : `WHERE NOT r.n = ANY (ARRAY(${out.join(' UNION ALL ')}))`;
    this.part('entered', `MATERIALIZED (SELECT r.n FROM ${inputs.from('members')} ${left})`);
    this.gate = 'entered';
  }

  private lock(input: InputName, table: string, where: string, guesses: boolean): void {
    if (!this.inputs.has(input)) return;
    const held = heldBy(input);
    const conditions = this.locks.map((earlier) => `(SELECT count(*) FROM ${earlier}) >= 0`);
    if (guesses) conditions.push(`NOT ${within('wrong')}`);
    const now = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    this.part(
      held,
      `MATERIALIZED (SELECT r.*, x.place FROM (SELECT r.* FROM ${this.inputs.from(input)} ${now} ORDER BY r.id) r
        LEFT JOIN LATERAL (SELECT x.ctid AS place FROM ${table} x WHERE ${where} FOR NO KEY UPDATE) x ON true)`,
    );
    this.locks.push(held);
  }

  private makeSessions(): void {
    const { inputs, gate } = this;
    const columns = INPUTS.sessions;
    this.part(
      'made',
      `(INSERT INTO sessions (${all(columns)}) SELECT ${all(columns, 'r.')} FROM ${inputs.from('sessions')}
        WHERE ${within(gate)} ORDER BY r.id ON CONFLICT DO NOTHING RETURNING id)`,
    );
    this.part(
      'seated',
      `MATERIALIZED (SELECT n FROM ${gate} WHERE NOT n = ANY (ARRAY(SELECT r.n FROM ${inputs.from('sessions', ['id'])}
        WHERE NOT r.id = ANY (ARRAY(SELECT id FROM made)))))`,
    );
    this.gate = 'seated';
  }

  /** Questions that another process has put in the meantime are not put again, and their decisions are left out. */
  private putQuestions(): void {
    const { inputs, gate } = this;
    const columns = INPUTS.clarifications;
    const order = 'ORDER BY r.session_id, r.canonical_key, r.subject, r.id';
    this.part(
      'put_questions',
      `(INSERT INTO clarifications (${all(columns)}) SELECT ${all(columns, 'r.')} FROM ${inputs.from('clarifications')}
        WHERE ${within(gate)} ${inputs.has('retired') ? 'AND (SELECT count(*) FROM retired) >= 0' : ''} ${order}
        ON CONFLICT DO NOTHING RETURNING id)`,
    );
    this.part(
      'asking',
      `MATERIALIZED (SELECT r.n, r.id = ANY (ARRAY(SELECT id FROM put_questions)) AS is_put
        FROM ${inputs.from('clarifications', ['id'])} WHERE ${within(gate)})`,
    );
    this.part(
      'asked_first',
      `MATERIALIZED (SELECT n FROM ${gate} WHERE NOT n = ANY (ARRAY(SELECT n FROM asking WHERE NOT is_put)))`,
    );
    const done = ['SELECT n FROM asking WHERE is_put'];
    for (const input of ['sessions', 'preferences', 'retired'] as const)
      if (inputs.has(input)) done.push(`SELECT r.n FROM ${inputs.from(input, [])}`);
    this.lost.push(`EXISTS (SELECT FROM asking WHERE NOT is_put AND n = ANY (ARRAY(${done.join(' UNION ALL ')})))`);
    this.gate = 'asked_first';
  }

  private change(change: ChangeOf, held: string, written: string): void {
    if (!this.inputs.has(change)) return;
    const { table, where } = CHANGES_OF[change];
    this.part(
      `to_be_${change}`,
      `MATERIALIZED (SELECT r.*, h.place FROM ${this.inputs.from(change)}
        LEFT JOIN ${held} h ON h.n = r.n AND h.id = r.id WHERE ${written})`,
    );
    this.part(
      change,
      `(UPDATE ${table} x SET ${settingOf(change)} FROM to_be_${change} r WHERE x.ctid = r.place AND ${where} RETURNING 1)`,
    );
    this.mustHit(change);
  }

  private mustHit(change: InputName): void {
    this.lost.push(`(SELECT count(*) FROM ${change}) <> (SELECT count(*) FROM to_be_${change})`);
  }

  /** By id, not by place: another ask may have joined since this statement began. */
  private bump(input: InputName, table: string): void {
    if (!this.inputs.rows(input).some(({ bumps }) => bumps)) return;
    this.part(
      `${input}_bumped`,
      `(UPDATE ${table} x SET version = x.version + 1
        WHERE x.id = ANY (ARRAY(SELECT r.id FROM ${heldBy(input)} r WHERE r.bumps AND ${this.isOk})))`,
    );
  }

  private hear(): void {
    if (!this.inputs.has('heard')) return;
    const set = `heard_version = x.heard_version + 1, ${assign(HEARD)}`;
    this.part('to_be_heard', `MATERIALIZED (SELECT r.* FROM ${heldBy('heard')} r WHERE ${this.isOk})`);
    this.part('heard', `(UPDATE sessions x SET ${set} FROM to_be_heard r WHERE x.ctid = r.place RETURNING 1)`);
    this.mustHit('heard');
  }

  private settleItems(): void {
    const { inputs } = this;
    const set = assign(SETTLEMENT);
    if (inputs.has('settled_items')) {
      this.part(
        'to_be_settled_items',
        `MATERIALIZED (SELECT r.*, x.place FROM ${inputs.from('settled_items')}
          LEFT JOIN LATERAL (SELECT x.ctid AS place FROM ask_items x
            WHERE x.ask_id = r.ask_id AND x.position = r.position AND x.outcome = 'parked' LIMIT 1) x ON true WHERE ${this.isOk})`,
      );
      this.part(
        'settled_items',
        `(UPDATE ask_items x SET ${set} FROM to_be_settled_items r WHERE x.ctid = r.place RETURNING 1)`,
      );
      this.mustHit('settled_items');
    }
    if (!inputs.has('settled_waiting')) return;
    const others = inputs.has('settled_items')
      ? 'AND NOT x.ctid = ANY (ARRAY(SELECT place FROM to_be_settled_items))'
      : '';
    this.part(
      'waiting',
      `MATERIALIZED (SELECT r.*, x.place FROM ${inputs.from('settled_waiting')} CROSS JOIN LATERAL (
        SELECT x.ctid AS place FROM ask_items x
        WHERE x.clarification_id = r.clarification_id AND x.outcome = 'parked' ${others} OFFSET 0) x WHERE ${this.isOk})`,
    );
    this.part('waiting_settled', `(UPDATE ask_items x SET ${set} FROM waiting r WHERE x.ctid = r.place)`);
  }
}

function heldBy(input: InputName): string {
  return input === 'own_jobs' ? 'held_jobs' : input === 'questions' ? 'held_questions' : `held_${input}`;
}
