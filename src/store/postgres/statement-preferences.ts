/**
 * The part of the writing statement that changes preferences. A project's preferences belong to no session, so they are guarded separately:
 * a decision is valid only if the preference it changes is still what it saw. Of the decisions of the part `gate`, its last part, `next`, has
 * those for which that holds.
 */

import { COLUMNS } from '../rows.ts';
import { type Columns, type Inputs, PREFERENCE_KEY as KEY } from './inputs.ts';

const PUT: Columns = COLUMNS.preferences.split(' ');
const SAME_KEY = KEY.map((name) => `k.${name} = r.${name}`).join(' AND ');
const IN_ORDER = `ORDER BY ${KEY.map((name) => `r.${name}`).join(', ')}`;

export function preferenceParts(inputs: Inputs, gate: string, next: string): string[] {
  const puts = inputs.rows('preferences');
  if (inputs.lone && puts.every(({ expects }) => expects === 'none')) return putAlone(inputs, gate, next);
  const parts: string[] = [];
  const passed: string[] = [];
  parts.push(`to_put AS MATERIALIZED (SELECT r.* FROM ${inputs.from('preferences')}
    WHERE r.n = ANY (ARRAY(SELECT n FROM ${gate})) ${IN_ORDER})`);
  // If every decision saw that there is none yet, none is looked up.
  const seeks = puts.some(({ expects }) => expects !== 'none');
  if (seeks) {
    parts.push(`known AS MATERIALIZED (SELECT r.n, k.place FROM (SELECT * FROM to_put r ${IN_ORDER}) r CROSS JOIN LATERAL (
      SELECT k.ctid AS place FROM preferences k WHERE ${SAME_KEY} AND (r.expects = 'anything'
        OR r.expects = 'this' AND k.times = r.was_times AND k.answer = r.was_answer AND k.updated_at = r.was_updated_at)
      FOR UPDATE) k)`);
    // By the row's ctid: a row that was changed and changed back since the snapshot has another one.
    const values = PUT.filter((name) => !KEY.includes(name)).map((name) => `${name} = r.${name}`);
    parts.push(`put AS (UPDATE preferences k SET ${values.join(', ')} FROM to_put r
      JOIN known ON known.n = r.n WHERE k.ctid = known.place RETURNING known.n)`);
    passed.push('SELECT n FROM put');
  }
  const unknown = seeks ? 'AND NOT r.n = ANY (ARRAY(SELECT n FROM known))' : '';
  if (puts.some(({ expects }) => expects !== 'this')) {
    parts.push(`made_anew AS (INSERT INTO preferences (${PUT.join(', ')})
      SELECT ${named(PUT)} FROM to_put r WHERE r.expects <> 'this' ${unknown} ON CONFLICT DO NOTHING RETURNING ${KEY.join(', ')})`);
    passed.push(`SELECT r.n FROM to_put r JOIN made_anew k ON ${SAME_KEY}`);
  }
  parts.push(`${next} AS MATERIALIZED (SELECT r.n FROM ${gate} r WHERE
    NOT r.n = ANY (ARRAY(SELECT n FROM to_put)) OR r.n = ANY (ARRAY(${passed.join(' UNION ALL ')})))`);
  return parts;
}

/** A single decision that saw no preference yet. */
function putAlone(inputs: Inputs, gate: string, next: string): string[] {
  return [
    `made_anew AS (INSERT INTO preferences (${PUT.join(', ')}) SELECT ${named(PUT)} FROM ${inputs.from('preferences')}
      WHERE EXISTS (SELECT FROM ${gate}) AND r.expects = 'none' ON CONFLICT DO NOTHING RETURNING project)`,
    `${next} AS MATERIALIZED (SELECT n FROM ${gate} WHERE EXISTS (SELECT FROM made_anew))`,
  ];
}

function named(columns: Columns): string {
  return columns.map((name) => `r.${name}`).join(', ');
}
