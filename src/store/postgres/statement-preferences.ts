/**
 * The part of the writing statement that changes preferences. A project's preferences belong to no session, so they are guarded separately:
 * a decision is valid only if the preference it changes is still what it saw. Its last part is `ok`.
 */

import { COLUMNS } from '../rows.ts';
import { type Columns, EXPECTED, type Inputs, PREFERENCE_KEY as KEY } from './inputs.ts';

const PUT: Columns = COLUMNS.preferences.split(' ');
const SAME_KEY = KEY.map((name) => `k.${name} = r.${name}`).join(' AND ');
const IN_ORDER = `ORDER BY ${KEY.map((name) => `r.${name}`).join(', ')}`;
const ENTERS = 'r.n = ANY (ARRAY(SELECT n FROM entered))';

export function preferenceParts(inputs: Inputs): string[] {
  const puts = inputs.rows('preferences');
  const drops = inputs.rows('forgotten');
  if (inputs.lone && drops.length === 0 && puts.every(({ expects }) => expects === 'none')) return learntAlone(inputs);
  const parts: string[] = [];
  const passed: string[] = [];
  const wanted: string[] = [];
  if (puts.length > 0) {
    parts.push(`to_put AS MATERIALIZED (SELECT r.* FROM ${inputs.from('preferences')} WHERE ${ENTERS} ${IN_ORDER})`);
    wanted.push(`SELECT r.n, ${named([...KEY, ...EXPECTED])} FROM to_put r`);
  }
  if (drops.length > 0) {
    parts.push(`to_drop AS MATERIALIZED (SELECT r.* FROM ${inputs.from('forgotten')} WHERE ${ENTERS} ${IN_ORDER})`);
    wanted.push(`SELECT r.n, ${named([...KEY, ...EXPECTED])} FROM to_drop r`);
  }
  const wants = wanted.join(' UNION ALL ');
  // If every decision saw that there is no preference yet, as for every question answered for the first time, none is looked up.
  const seeks = [...puts, ...drops].some(({ expects }) => expects !== 'none');
  if (seeks) {
    parts.push(`known AS MATERIALIZED (SELECT r.n, k.place FROM (SELECT * FROM (${wants}) r ${IN_ORDER}) r CROSS JOIN LATERAL (
      SELECT k.ctid AS place FROM preferences k WHERE ${SAME_KEY} AND (r.expects = 'anything'
        OR r.expects = 'this' AND k.times = r.was_times AND k.answer = r.was_answer AND k.updated_at = r.was_updated_at)
      FOR UPDATE) k)`);
    // By the row's ctid: a row that was changed and changed back since the snapshot has another one.
    const place = 'JOIN known ON known.n = r.n WHERE k.ctid = known.place RETURNING known.n';
    const values = PUT.filter((name) => !KEY.includes(name)).map((name) => `${name} = r.${name}`);
    if (puts.length > 0) {
      parts.push(`put AS (UPDATE preferences k SET ${values.join(', ')} FROM to_put r ${place})`);
      passed.push('SELECT n FROM put');
    }
    if (drops.length > 0) {
      parts.push(`dropped AS (DELETE FROM preferences k USING to_drop r ${place})`);
      passed.push('SELECT n FROM dropped');
    }
  }
  const unknown = seeks ? 'AND NOT r.n = ANY (ARRAY(SELECT n FROM known))' : '';
  if (drops.length > 0) passed.push(`SELECT r.n FROM to_drop r WHERE r.expects <> 'this' ${unknown}`);
  if (puts.some(({ expects }) => expects !== 'this')) {
    parts.push(`learnt AS (INSERT INTO preferences (${PUT.join(', ')})
      SELECT ${named(PUT)} FROM to_put r WHERE r.expects <> 'this' ${unknown} ON CONFLICT DO NOTHING RETURNING ${KEY.join(', ')})`);
    passed.push(`SELECT r.n FROM to_put r JOIN learnt k ON ${SAME_KEY}`);
  }
  parts.push(`ok AS MATERIALIZED (SELECT r.n, r.version FROM entered r WHERE
    NOT r.n = ANY (ARRAY(SELECT n FROM (${wants}) w)) OR r.n = ANY (ARRAY(${passed.join(' UNION ALL ')})))`);
  return parts;
}

/** A single decision that saw no preference yet, as for every question answered for the first time. */
function learntAlone(inputs: Inputs): string[] {
  return [
    `learnt AS (INSERT INTO preferences (${PUT.join(', ')}) SELECT ${named(PUT)} FROM ${inputs.from('preferences')}
      WHERE EXISTS (SELECT FROM entered) AND r.expects = 'none' ON CONFLICT DO NOTHING RETURNING project)`,
    'ok AS MATERIALIZED (SELECT n, version FROM entered WHERE EXISTS (SELECT FROM learnt))',
  ];
}

function named(columns: Columns): string {
  return columns.map((name) => `r.${name}`).join(', ');
}
