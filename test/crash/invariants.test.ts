/** The control of all controls: each rule of the checker is broken once, by hand, on a copy of a sound store. */
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAskOnce } from '../../src/index.ts';
import { RULE_NAMES, violationsIn } from './invariants.ts';

const folder = mkdtempSync(join(tmpdir(), 'askonce-invariants-'));
const sound = join(folder, 'sound.db');

beforeAll(async () => {
  const askonce = await openAskOnce({ db: sound, projectRoot: folder });
  const session = askonce.session('s', { policy: 'interactive' });
  const park = async (question: string, more: object = {}) =>
    (await session.ask(question, { wait: false, ...more })).items[0]!.id!;
  await askonce.answer(await park('What is the answered one?', { job: 'ran' }), 'yes');
  await park('What is the pending one?', { job: 'waits' });
  await askonce.decline(await park('What is the declined one?'));
  const revoked = await park('What is the revoked one?');
  await askonce.answer(revoked, 'no');
  await askonce.revoke(revoked);
  await park('What is the revoked one?');
  const left = await session.ask('What is the withdrawn one?', { wait: false });
  await askonce.cancel(left.ask!);
  const format = (options: string[]) => session.ask({ question: 'Which format?', options }, { wait: false });
  await askonce.answer((await format(['YAML', 'JSON'])).items[0]!.id!, 'YAML');
  await format(['TOML', 'INI']);
  const capped = askonce.session('capped', { policy: 'orchestrator' });
  await askonce.answer((await capped.ask('What is the only one?', { wait: false })).items[0]!.id!, 'this');
  await capped.ask({ question: 'May I delete it?', type: 'CONFIRM', subject: 'x' }, { wait: false });
  const danger = await session.ask({ question: 'May I delete it?', type: 'CONFIRM', subject: 'x' }, { wait: false });
  await askonce.answer(danger.items[0]!.id!, 'no');
  await askonce.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ONE = (status: string) => `(SELECT min(id) FROM clarifications WHERE status = '${status}')`;
const QUESTION = (words: string) => `(SELECT min(id) FROM clarifications WHERE question LIKE '%${words}%')`;
/** A copy of a row under another id; `set` changes some of its columns. */
const COPY = (table: string, where: string, set: string) =>
  `CREATE TEMP TABLE one AS SELECT * FROM ${table} WHERE ${where} LIMIT 1; UPDATE one SET ${set}; INSERT INTO ${table} SELECT * FROM one;`;
const UNEVENT = (where: string) =>
  `DROP TRIGGER events_are_not_changed; UPDATE events SET type = 'gone' WHERE ${where};`;

/** What breaks each rule. Some break another one as well; that the named one is among them is what counts. */
const BREAKS: Readonly<Record<string, string>> = {
  'a question lives twice in its session': `DROP INDEX clarifications_once; ${COPY('clarifications', "status = 'pending'", "id = 'q-twice'")}`,
  'a parked item waits for a question that is not pending': `UPDATE clarifications SET status = 'withdrawn' WHERE id = ${ONE('pending')}`,
  'nobody waits for a pending question': `UPDATE ask_items SET outcome = 'cancelled' WHERE clarification_id = ${ONE('pending')}`,
  'a job awaits a response and has no parked item': `UPDATE jobs SET state = 'AWAITING_RESPONSE' WHERE id = 'ran'`,
  'a job has parked items and does not await a response': `UPDATE jobs SET state = 'RUNNING' WHERE id = 'waits'`,
  'the ask numbers of a scope have a gap or repeat': `UPDATE asks SET ask_number = 2, cap = 2 WHERE ask_number = 1`,
  'an ask number is above its cap': `UPDATE asks SET ask_number = 2 WHERE ask_number = 1`,
  'a scope put more asks to the person than its cap allows': `
    ${COPY('clarifications', "session_id = 'capped'", "id = 'q-more', canonical_key = 'more'")}
    INSERT INTO asks (id, session_id, asker, on_timeout, created_at) VALUES ('a-more', 'capped', 'agent', 'wait', 0);
    INSERT INTO events (at, type, session_id, ask_id, clarification_id, data)
      VALUES (0, 'clarification.requested', 'capped', 'a-more', 'q-more', '{}');`,
  'the audit trail has a gap': 'DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE seq = 3',
  'a question came to be without an event': UNEVENT(
    `clarification_id = ${ONE('pending')} AND type = 'clarification.requested'`,
  ),
  'an answer of the person has not exactly one event': UNEVENT(
    `clarification_id = ${ONE('answered')} AND type = 'clarification.answered'`,
  ),
  'an answered event and its question do not agree': `DROP TRIGGER clarifications_answered_once; UPDATE clarifications SET answer = 'other' WHERE id = ${ONE('answered')}`,
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
  'a foreign key leads nowhere': `UPDATE asks SET session_id = 'nowhere' WHERE id = (SELECT min(id) FROM asks)`,
};

function brokenCopy(name: string): string {
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.db`);
  copyFileSync(sound, file);
  return file;
}

describe('the checker of a store', () => {
  it('finds nothing wrong with a sound store', () => {
    expect(violationsIn(sound)).toEqual([]);
  });

  it.each(Object.entries(BREAKS))('reports when %s', (name, sql) => {
    const file = brokenCopy(name);
    const db = new Database(file);
    // The guards of the schema are what the checker checks: here they are off.
    db.pragma('ignore_check_constraints = ON');
    db.pragma('foreign_keys = OFF');
    db.exec(sql);
    db.close();
    expect(violationsIn(file).map((line) => line.split(': ')[0])).toContain(name);
  });

  it('reports when the file is damaged', () => {
    const file = brokenCopy('damaged');
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
    expect(violationsIn(file).join('\n')).toContain('the file is damaged');
  });

  it('has a control for every one of its rules', () => {
    expect([...Object.keys(BREAKS), 'the file is damaged'].toSorted()).toEqual(RULE_NAMES.toSorted());
  });
});
