/**
 * The statement of a single decision, the usual case with few users. There is no order to keep but that of its own guards, so each guard is
 * the change itself: an update that requires the version. One follows the other; if a later one finds its row changed, the statement is undone.
 * Its values are parameters, so every lookup is by an index.
 */
import { HEARD, type InputName, SETTLEMENT } from './inputs.ts';
import { assign, CHANGES_OF, type ChangeOf, StatementParts, settingOf } from './statement-parts.ts';
import { preferenceParts } from './statement-preferences.ts';

const SAME_VERSION = 'x.id = r.id AND x.version = coalesce(r.version, x.version)';

export class LoneStatement extends StatementParts {
  protected readonly isOk = 'EXISTS (SELECT FROM ok)';
  /** The condition for the next guard: that those before it held. */
  private holds = 'true';
  private first: InputName | null = null;

  protected build(): void {
    const { inputs } = this;
    const wrong = this.guessedWrong();
    if (wrong !== null) this.holds = `NOT EXISTS (${wrong})`;
    const bump = 'version = x.version + 1';
    this.guard('questions', 'clarifications', bump, `${SAME_VERSION} AND (NOT r.joins OR x.status = 'pending')`);
    this.change('settled');
    this.change('retired');
    this.change('snoozed');
    this.guard('own_jobs', 'jobs', bump, SAME_VERSION);
    this.change('moved');
    this.change('put_jobs');
    const heard = `heard_version = x.heard_version + 1, ${assign(HEARD)}`;
    this.guard('heard', 'sessions', heard, 'x.id = r.id AND x.heard_version = coalesce(r.version, x.heard_version)');
    const prefers = inputs.has('preferences');
    this.part(prefers ? 'entered' : 'ok', `MATERIALIZED (SELECT 0 AS n WHERE ${this.holds})`);
    if (prefers) this.add(preferenceParts(inputs, 'entered', 'ok'));
    if (this.first) this.lost.push(`EXISTS (SELECT FROM ${this.first}) AND NOT EXISTS (SELECT FROM ok)`);
    this.insert('sessions', 'sessions');
    this.insert('clarifications', 'clarifications', 'ORDER BY r.canonical_key, r.subject');
    this.settleItems();
    this.insertRest();
  }

  private change(change: ChangeOf): void {
    const { table, where } = CHANGES_OF[change];
    this.guard(change, table, settingOf(change), `${SAME_VERSION} AND ${where}`);
  }

  private guard(input: InputName, table: string, set: string, where: string): void {
    if (!this.inputs.has(input)) return;
    const from = this.inputs.from(input);
    this.part(`${input}`, `(UPDATE ${table} x SET ${set} FROM ${from} WHERE ${where} AND ${this.holds} RETURNING 1)`);
    this.holds = `(SELECT count(*) FROM ${input}) = ${this.inputs.rows(input).length}`;
    this.first ??= input;
  }

  private settleItems(): void {
    const { inputs } = this;
    const set = assign(SETTLEMENT);
    const waits = `x.outcome = 'parked' AND ${this.isOk}`;
    if (inputs.has('settled_items')) {
      this.part(
        'settled_items',
        `(UPDATE ask_items x SET ${set} FROM ${inputs.from('settled_items')}
          WHERE x.ask_id = r.ask_id AND x.position = r.position AND ${waits} RETURNING 1)`,
      );
      const hit = `(SELECT count(*) FROM settled_items) <> ${inputs.rows('settled_items').length}`;
      this.lost.push(`EXISTS (SELECT FROM ok) AND ${hit}`);
    }
    if (!inputs.has('settled_waiting')) return;
    const others = inputs.has('settled_items')
      ? `AND NOT EXISTS (SELECT FROM (SELECT r.* FROM ${inputs.from('settled_items')}) s
          WHERE s.ask_id = x.ask_id AND s.position = x.position)`
      : '';
    this.part(
      'waiting_settled',
      `(UPDATE ask_items x SET ${set} FROM ${inputs.from('settled_waiting')}
        WHERE x.clarification_id = r.clarification_id AND ${waits} ${others})`,
    );
  }
}
