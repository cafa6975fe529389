/**
 * The reckoning of the storm over HTTP: what clients were told and what the builder got, held against the store.
 *
 * Of builds this is held. What is sent for one job has one id and one content, however often it is sent; it is sent again only
 * where another process took the job up, since the one before died before it had kept the result. Nothing is sent before the store
 * has what it is built from, which for a job that was asked about is the answer that settled it; nothing for an answer that
 * settled nothing, and nothing for a question that waits. What was kept once is never sent again.
 */
import { isDeepStrictEqual } from 'node:util';
import { CAP_FAILED_TEXT } from '../../../src/core/model/policy.ts';
import { violationsIn } from '../../support/invariants.ts';
import { type RawTables, withTables } from '../../support/raw-tables.ts';
import type { HttpStormLog } from './http-storm.ts';
import { type Build, resultOf } from './http-storm-builder.ts';

interface JobRow {
  readonly id: string;
  readonly session: string;
  readonly prompt: string;
  readonly state: string;
  readonly result: string | null;
  readonly error: string | null;
  readonly status: string;
  readonly question: string | null;
  readonly answer: string | null;
  readonly spec: string | null;
  /** The answer in the row of its question. */
  readonly given: string | null;
}

/** Everything that is wrong after a storm, one line each. */
export async function reckonHttp(address: string, log: HttpStormLog): Promise<string[]> {
  const broken = await withTables(address, (tables) => brokenPromises(tables, log));
  return [...log.faults, ...broken, ...(await violationsIn(address))];
}

/** What clients were told, and is not so; what was asked, built or told more than once. */
export function brokenPromises({ db }: RawTables, log: HttpStormLog): string[] {
  const jobs = new Map(jobsIn(db).map((job) => [job.id, job]));
  return [lost(jobs, log), doneTwice(db), wrongEnds(jobs), wrongBuilds(db, jobs, log), missed(db, log)].flat();
}

function jobsIn(db: RawTables['db']): JobRow[] {
  return db
    .prepare(
      `SELECT j.id, j.session_id AS session, prompt, state, result, error, clarification_status AS status, clarification_id AS question,
         clarification_answer AS answer, spec_json AS spec, c.answer AS given
       FROM jobs j LEFT JOIN clarifications c ON c.id = clarification_id`,
    )
    .all() as JobRow[];
}

function lost(jobs: ReadonlyMap<string, JobRow>, { acks }: HttpStormLog): string[] {
  return acks.flatMap((ack) => {
    const row = jobs.get(ack.job);
    if (!row) return [`${ack.job} was ${ack.did} and is gone`];
    const wrong: string[] = [];
    if (ack.did === 'made') {
      if (row.prompt !== ack.prompt) wrong.push(`${row.id} was “${ack.prompt}”, and is “${row.prompt}”`);
      // A key that is sent again after the answer came is told of no question any more.
      if (ack.question !== null && row.question !== ack.question)
        wrong.push(`${row.id} was asked ${ack.question}, then ${row.question}`);
    } else if (ack.did === 'seen') {
      if (ENDED.includes(ack.state) && row.state !== ack.state)
        wrong.push(`${row.id} was ${ack.state}, then ${row.state}`);
      if (ack.answer !== null && row.answer !== ack.answer) wrong.push(lostAnswer(row, ack.answer));
    } else {
      if (row.answer !== ack.answer || row.given !== ack.answer) wrong.push(lostAnswer(row, ack.answer));
      if (ack.did === 'answered' && ack.success !== (row.spec !== null))
        wrong.push(`${row.id} was told ${ack.success ? 'that it is built' : 'that it is not'}, and that is not so`);
    }
    return wrong;
  });
}

const ENDED: readonly string[] = ['COMPLETE', 'ERROR', 'CANCELLED'];

function lostAnswer(row: JobRow, answer: string): string {
  return `the answer “${answer}” to ${row.id} is gone: ${row.answer}, and ${row.given} in its question`;
}

/** One prompt is one job, since it is sent again only under its key; and one job is one question at most, ever. */
function doneTwice(db: RawTables['db']): string[] {
  const rules = {
    'was made twice': 'SELECT prompt FROM jobs GROUP BY prompt HAVING count(*) > 1',
    'was asked about twice': 'SELECT job_id FROM ask_items GROUP BY job_id HAVING count(*) > 1',
    'was told of as asked twice': `SELECT job_id FROM events WHERE type IN ('clarification.requested', 'clarification.joined')
      GROUP BY job_id HAVING count(*) > 1`,
    'was answered twice': `SELECT clarification_id FROM events WHERE type = 'clarification.answered'
      GROUP BY clarification_id HAVING count(*) > 1`,
  };
  return Object.entries(rules).flatMap(([what, sql]) =>
    (db.prepare(sql).pluck().all() as string[]).map((one) => `${one} ${what}`),
  );
}

/** Built where it was clear or is settled, failed in the seed's words where the answer settled nothing, else waiting. */
function wrongEnds(jobs: ReadonlyMap<string, JobRow>): string[] {
  return [...jobs.values()].flatMap((job) => {
    const { id, state, status, spec, result, error } = job;
    const is = `${state} ${state === 'COMPLETE' ? result : (error ?? '')}`;
    const should =
      status === 'asked'
        ? 'AWAITING_RESPONSE '
        : spec === null
          ? `ERROR ${CAP_FAILED_TEXT}`
          : `COMPLETE ${resultOf(resolvedPrompt(job))}`;
    return is === should ? [] : [`${id}, ${status}, is “${is}” and not “${should}”`];
  });
}

function wrongBuilds(db: RawTables['db'], jobs: ReadonlyMap<string, JobRow>, { builds }: HttpStormLog): string[] {
  // Each process of the server is a worker of its own.
  const workerOf = db
    .prepare(
      `SELECT json_extract(data, '$.worker') FROM events
       WHERE job_id = ? AND type = 'job.started' AND json_extract(data, '$.run') = ?`,
    )
    .pluck();
  const wrong: string[] = [];
  const first = new Map<string, Build>();
  const sent = new Set<string>();
  for (const build of builds) {
    const { id, job, run, content, isSigned, stored } = build;
    const row = jobs.get(job);
    if (!isSigned) wrong.push(`a build of ${job} is not signed`);
    if (stored !== 'answered' && stored !== 'skipped') wrong.push(`${job} was sent to be built with ${stored}`);
    if (row?.spec == null) wrong.push(`${job} was sent to be built, and has nothing to build from`);
    else if (!isDeepStrictEqual(content, contentOf(row)))
      wrong.push(`${job} was built as ${JSON.stringify(content)}, not as ${JSON.stringify(contentOf(row))}`);
    const before = first.get(job) ?? build;
    first.set(job, before);
    if (before.id !== id) wrong.push(`${job} was built as ${before.id} and as ${id}`);
    const worker = workerOf.get(job, run) as string | undefined;
    if (worker === undefined) wrong.push(`run ${run} of ${job} was never begun`);
    if (sent.has(`${job} by ${worker}`)) wrong.push(`${job} was sent twice by one server`);
    sent.add(`${job} by ${worker}`);
  }
  for (const { id, state } of jobs.values()) {
    if (state === 'COMPLETE' && !first.has(id)) wrong.push(`${id} is COMPLETE and nobody built it`);
  }
  return wrong;
}

function contentOf(job: JobRow): object {
  const { session: sessionId, prompt, spec } = job;
  return { sessionId, prompt, resolvedPrompt: resolvedPrompt(job), spec: JSON.parse(spec!) };
}

/** As the seed writes it. */
function resolvedPrompt({ prompt, answer }: JobRow): string {
  return answer === null ? prompt : `${prompt}\n\nClarification Answer: ${answer}`;
}

/** Whoever followed the events was told of each once, and in order. */
function missed(db: RawTables['db'], { followed }: HttpStormLog): string[] {
  const all = db.prepare('SELECT seq FROM events ORDER BY seq').pluck().all() as number[];
  const wrong = followed.findIndex((seq, at) => seq !== all[at]);
  if (wrong >= 0) return [`event ${all[wrong]} was to follow ${followed[wrong - 1]}, and ${followed[wrong]} was told`];
  return followed.length === all.length ? [] : [`event ${all[followed.length]} was never told`];
}
