/** The control of all controls: each rule of the checker is broken once, by hand, on a copy of a sound store. */
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { fillJobs } from '../../support/copying-jobs.ts';
import { ruleNames, violationsAmong, violationsIn } from '../../support/invariants.ts';
import { clientOf, copyOf, type RawTables, withoutGuards } from '../../support/raw-tables.ts';
import { describeOnStores, type TestStore } from '../../support/stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'askonce-invariants-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A store in which every kind of row is found that a rule looks at. */
async function fill(db: string): Promise<void> {
  const askonce = await openAskOnce({ db, project: folder });
  const session = askonce.session('s', { policy: 'interactive' });
  const park = async (question: string, more: object = {}) =>
    (await session.ask(question, { wait: false, ...more })).items[0]!.id!;
  await askonce.questions.answer(await park('What is the answered one?', { job: 'ran' }), 'yes');
  await park('What is the pending one?', { job: 'waits' });
  await askonce.questions.decline(await park('What is the declined one?'));
  const revoked = await park('What is the revoked one?');
  await askonce.questions.answer(revoked, 'no');
  await askonce.questions.revoke(revoked);
  await park('What is the revoked one?');
  const left = await session.ask('What is the withdrawn one?', { wait: false });
  await askonce.questions.cancel({ ask: left.ask! });
  const format = (options: string[]) => session.ask({ question: 'Which format?', options }, { wait: false });
  await askonce.questions.answer((await format(['YAML', 'JSON'])).items[0]!.id!, 'YAML');
  await format(['TOML', 'INI']);
  const capped = askonce.session('capped', { policy: 'orchestrator' });
  await askonce.questions.answer((await capped.ask('What is the only one?', { wait: false })).items[0]!.id!, 'this');
  await capped.ask({ question: 'May I delete it?', type: 'CONFIRM', subject: 'x' }, { wait: false });
  const danger = await session.ask({ question: 'May I delete it?', type: 'CONFIRM', subject: 'x' }, { wait: false });
  await askonce.questions.answer(danger.items[0]!.id!, 'no');
  const submit = (id: string) => askonce.jobs.submit(`hot frozen cheese, ${id}`, { id });
  await askonce.jobs.answer((await submit('was-answered')).job.id, 'hot');
  await submit('is-asked');
  await askonce.close();
  await fillJobs(db, 'some words');
}

const ONE = (status: string) => `(SELECT min(id) FROM clarifications WHERE status = '${status}')`;
const QUESTION = (words: string) => `(SELECT min(id) FROM clarifications WHERE question LIKE '%${words}%')`;
/** A copy of a row under another id; `set` changes some of its columns. */
const COPY = (table: string, where: string, set: string) =>
  `CREATE TEMP TABLE one AS SELECT * FROM ${table} WHERE ${where} LIMIT 1; UPDATE one SET ${set}; INSERT INTO ${table} SELECT * FROM one;`;
const UNEVENT = (where: string) => `UPDATE events SET type = 'gone' WHERE ${where};`;
/** As if it had happened after all else. */
const LATER = (where: string) => `UPDATE events SET seq = (SELECT max(seq) + 1 FROM events) WHERE ${where};`;

/** What breaks each rule, where no guard of the schema is left to stop it. Some break another one as well; that the named one is among them is what counts. */
const BREAKS: Readonly<Record<string, string>> = {
  'a question lives twice in its session': COPY('clarifications', "status = 'pending'", "id = 'q-twice'"),
  'a parked item waits for a question that is not pending': `UPDATE clarifications SET status = 'withdrawn' WHERE id = ${ONE('pending')}`,
  'nobody waits for a pending question': `UPDATE ask_items SET outcome = 'cancelled' WHERE clarification_id = ${ONE('pending')}`,
  'a job awaits a response and has no parked item': `UPDATE jobs SET state = 'AWAITING_RESPONSE' WHERE id = 'ran'`,
  'a job has parked items and does not await a response': `UPDATE jobs SET state = 'RUNNING' WHERE id = 'waits'`,
  'the ask numbers of a scope have a gap or repeat': `UPDATE asks SET ask_number = 2, cap = 2 WHERE ask_number = 1`,
  'an ask number is above its cap': `UPDATE asks SET ask_number = 2 WHERE ask_number = 1`,
  'a scope put more asks to the person than its cap allows': `
    ${COPY('clarifications', "session_id = 'capped'", "id = 'q-more', canonical_key = 'more'")}
    INSERT INTO asks (id, session_id, asker, on_timeout, created_at) VALUES ('a-more', 'capped', 'agent', 'wait', 0);
    INSERT INTO events (seq, at, type, session_id, ask_id, clarification_id, data)
      SELECT max(seq) + 1, 0, 'clarification.requested', 'capped', 'a-more', 'q-more', '{}' FROM events;`,
  'the audit trail has a gap': 'DELETE FROM events WHERE seq = 3',
  'the last event of a question does not tell its status': LATER(
    `clarification_id = ${ONE('revoked')} AND type = 'clarification.answered'`,
  ),
  'the last event of a job does not tell its state': LATER(`job_id = 'ran' AND type = 'job.awaiting'`),
  'something is told of a question or a job before how it began': LATER(`job_id = 'ran' AND type = 'job.created'`),
  'a question came to be without an event': UNEVENT(
    `clarification_id = ${ONE('pending')} AND type = 'clarification.requested'`,
  ),
  'an answer of the person has not exactly one event': UNEVENT(
    `clarification_id = ${ONE('answered')} AND type = 'clarification.answered'`,
  ),
  'an answered event and its question do not agree': `UPDATE clarifications SET answer = 'other' WHERE id = ${ONE('answered')}`,
  'a declined question has no event': UNEVENT(`type = 'clarification.declined'`),
  'a revoked question has no event': UNEVENT(`type = 'clarification.revoked'`),
  'a superseded question has no event': UNEVENT(`type = 'clarification.superseded'`),
  'a withdrawn question has no event': UNEVENT(`type = 'clarification.withdrawn'`),
  'a question was put to the person again although the first one still stood':
    UNEVENT(`type = 'clarification.revoked'`),
  'an item left its ask without an event': UNEVENT(`type = 'ask.cancelled'`),
  'an item is answered and its question is not': `UPDATE ask_items SET outcome = 'answered' WHERE clarification_id = ${ONE('pending')}`,
  'silence settled an ask that was to wait': `UPDATE ask_items SET outcome = 'auto_resolved', source = 'default', answer = 'x' WHERE clarification_id = ${ONE('pending')}`,
  'something other than the person answered a destructive question': `UPDATE clarifications SET source = 'preference' WHERE id = ${QUESTION('delete it')}`,
  'an item carries an automatic answer to a destructive question that the person never gave': `UPDATE ask_items SET outcome = 'auto_resolved', source = 'preference' WHERE clarification_id = ${QUESTION('delete it')}`,
  'a job was not announced once': UNEVENT(`type = 'job.created'`),
  'the events of a job do not add up to its state': UNEVENT(`type = 'job.resumed'`),
  'a job went from one state to another as it may not': `UPDATE events SET type = 'job.resumed' WHERE job_id = 'run-complete' AND type = 'job.started'`,
  'a job was let go that no worker had': `UPDATE events SET job_id = 'run-complete' WHERE job_id = 'run-left' AND type = 'job.released'`,
  'a job that has ended has a worker': `UPDATE jobs SET owner = 'w-here' WHERE id = 'run-complete'`,
  'a job has ended and says not when, or says when and has not': `UPDATE jobs SET ended_at = NULL WHERE id = 'run-cancelled'`,
  'a queued job has been run': `UPDATE jobs SET started_at = 1 WHERE id = 'run-queued'`,
  'a job was not begun as often as it says': `UPDATE jobs SET runs = runs + 1 WHERE id = 'run-left'`,
  'a job is of a worker that did not begin it last': `UPDATE jobs SET owner = 'w-gone' WHERE id = 'run-waits'`,
  'a job that was asked about has not one pending question': `UPDATE ask_items SET clarification_id = ${ONE('answered')} WHERE job_id = 'is-asked'`,
  'a job has another answer than its question': `UPDATE jobs SET clarification_answer = 'frozen' WHERE id = 'was-answered'`,
  'a question is answered and a job that was asked it does not know': `UPDATE jobs SET clarification_status = 'asked' WHERE id = 'was-answered'`,
  'a job that is read before it is built was asked about twice': `UPDATE events SET job_id = 'was-answered' WHERE job_id = 'is-asked'`,
  'a job is built although its question has no answer': `UPDATE events SET type = 'job.started', seq = -1 WHERE job_id = 'was-answered' AND type = 'job.resumed'`,
  'a job is built and nobody said of what': `UPDATE jobs SET spec_json = NULL WHERE id = 'was-answered'`,
  'a foreign key leads nowhere': `UPDATE asks SET session_id = 'nowhere' WHERE id = (SELECT min(id) FROM asks)`,
};

let copies = 0;

function copyOfFile(file: string): string {
  copies += 1;
  const copy = join(folder, `copy-${copies}.db`);
  copyFileSync(file, copy);
  return copy;
}

/** What the checker says of a store once a statement has broken it; the store itself stays sound. */
const BROKEN: Record<RawTables['store'], (address: string, sql: string) => Promise<string[]>> = {
  async SQLite(address, sql) {
    const file = copyOfFile(address);
    const db = new Database(file);
    withoutGuards(db);
    db.exec(sql);
    db.close();
    return violationsIn(file);
  },

  async PostgreSQL(address, sql) {
    const client = clientOf(address);
    await client.connect();
    try {
      // Undone when the connection ends: nothing commits.
      await client.query(`BEGIN; ${POSTGRES_WITHOUT_GUARDS}; ${sql}`);
      const tables = await copyOf(client);
      const found = violationsAmong(tables);
      tables.db.close();
      return found;
    } finally {
      await client.end();
    }
  },
};

const POSTGRES_WITHOUT_GUARDS = `DO $$ DECLARE guard text; BEGIN
  FOR guard IN
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
      WHERE connamespace = current_schema()::regnamespace AND contype IN ('c', 'f', 'u')
    UNION ALL SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger
      JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
    UNION ALL SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index
      JOIN pg_class ON pg_class.oid = indrelid
      WHERE relnamespace = current_schema()::regnamespace AND indisunique AND NOT indisprimary
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype = 'u')
  LOOP EXECUTE guard; END LOOP;
END $$`;

describeOnStores('the checker of a store', (kind) => {
  const name = kind.name as RawTables['store'];
  const breaks = Object.entries(BREAKS).filter(([rule]) => ruleNames(name).includes(rule));
  let made: TestStore;
  let address: string;

  beforeAll(async () => {
    made = await kind.make(folder);
    address = made.where.db!;
    await fill(address);
  });
  afterAll(() => made.close());

  it('finds nothing wrong with a sound store', async () => {
    expect(await violationsIn(address)).toEqual([]);
  });

  it.each(breaks)('reports when %s', async (rule, sql) => {
    const found = await BROKEN[name](address, sql);
    expect(found.map((line) => line.split(': ')[0])).toContain(rule);
  });

  if (name === 'SQLite')
    it('reports when the file is damaged', async () => {
      const file = copyOfFile(address);
      const db = new Database(file, { readonly: true });
      const page = db
        .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'clarifications_inbox'`)
        .pluck()
        .get() as number;
      const size = db.pragma('page_size', { simple: true }) as number;
      db.close();
      // A page of zeros where the index of the inbox was: every row is there, and no listing finds it.
      const header = readFileSync(file).subarray((page - 1) * size, (page - 1) * size + 1);
      const fd = openSync(file, 'r+');
      writeSync(fd, Buffer.concat([header, Buffer.alloc(7)]), 0, 8, (page - 1) * size);
      closeSync(fd);
      expect((await violationsIn(file)).join('\n')).toContain('the file is damaged');
    });

  it('has a control for every one of its rules', () => {
    const controls = [...breaks.map(([rule]) => rule), ...(name === 'SQLite' ? ['the file is damaged'] : [])];
    expect(controls.toSorted()).toEqual(ruleNames(name).toSorted());
  });
});
