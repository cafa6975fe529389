/**
 * The order of the audit trail. An event's number comes from its transaction's, and a transaction that began earlier may commit
 * later: nobody may be told of a number while a lower one can still come.
 */
import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import type { AskOnce, AuditEvent } from '../../src/index.ts';
import { endOf, parkedId, stateOf, trail } from '../support/open.ts';
import { INSERT_EVENT, type PostgresBench, pidOf, postgresBench, until } from './postgres-bench.ts';

interface Watch {
  readonly told: readonly string[];
  until(count: number): Promise<void>;
}

/** Everything that is told from now on, by name. */
async function watched(askonce: AskOnce): Promise<Watch> {
  const told: string[] = [];
  askonce.events.on('*', (event) => told.push(nameOf(event)));
  // What other processes write is told from when the feed runs, and a call waits for that.
  await askonce.questions.list({ status: 'pending' });
  return { told, until: (count) => until(`${count} events`, () => told.length >= count) };
}

const nameOf = ({ type, data }: AuditEvent) => (typeof data.name === 'string' ? data.name : type);
const names = async (askonce: AskOnce) => (await trail(askonce)).map(nameOf);
const park = async (askonce: AskOnce, question = 'Which colour?', session = 's') =>
  parkedId(await askonce.session(session).ask(question, { wait: false }));

describe('while a transaction with a lower number has yet to end', () => {
  async function setUp() {
    const bench = await postgresBench();
    const [writer, other] = [await bench.open(), await bench.open()];
    const watch = await watched(other);
    await park(writer, 'Does the feed run?', 'before');
    await watch.until(1);
    const earlier = await bench.uncommittedEvent('earlier');
    await park(writer);
    return { bench, writer, other, watch, earlier };
  }

  it('no reader sees a later one, and no watcher is told', async () => {
    const { other, watch } = await setUp();
    expect(await names(other)).toEqual(['clarification.requested']);
    expect(await stateOf(watch.until(2))).toBe('waits');
  });

  it('watchers of the process that wrote the later one are not told either', async () => {
    const { bench, writer } = await setUp();
    const watch = await watched(writer);
    const again = await bench.uncommittedEvent('again');
    await park(writer, 'Which shape?');
    expect(await stateOf(watch.until(1))).toBe('waits');
    await again.query('COMMIT');
    expect(await stateOf(watch.until(1))).toBe('waits');
  });

  it('both are told in the order of their numbers once it commits', async () => {
    const { other, watch, earlier } = await setUp();
    await earlier.query('COMMIT');
    await watch.until(3);
    expect(watch.told).toEqual(['clarification.requested', 'earlier', 'clarification.requested']);
    expect(await names(other)).toEqual(watch.told);
  });

  it('the later one is told once it is rolled back', async () => {
    const { other, watch, earlier } = await setUp();
    await earlier.query('ROLLBACK');
    await watch.until(2);
    expect(watch.told).toEqual(['clarification.requested', 'clarification.requested']);
    expect(await names(other)).toEqual(watch.told);
  });

  it('the later one is told once its connection breaks', async () => {
    const { bench, watch, earlier } = await setUp();
    await bench.sql('SELECT pg_terminate_backend($1)', [pidOf(earlier)]);
    await watch.until(2);
  });

  it('whoever wrote the later one waits for what it wrote, and reads it', async () => {
    const { writer, earlier } = await setUp();
    const reading = names(writer);
    expect(await stateOf(reading)).toBe('waits');
    await earlier.query('COMMIT');
    expect(await endOf(reading)).toEqual(['clarification.requested', 'earlier', 'clarification.requested']);
  });

  it('an ask that waits is not woken by an answer that another answer may yet come before, and then it is', async () => {
    const { bench, writer, other, earlier } = await setUp();
    await earlier.query('COMMIT');
    const asked = Promise.withResolvers<string>();
    const waiting = writer.session('w').ask('Who?', { onParked: (result) => asked.resolve(parkedId(result)) });
    const id = await asked.promise;
    const held = await bench.uncommittedEvent('held');
    await other.questions.answer(id, 'me');
    expect(await stateOf(waiting)).toBe('waits');
    await held.query('ROLLBACK');
    expect(await endOf(waiting)).toMatchObject({ status: 'answered' });
  });
});

describe('somebody else’s long transaction', () => {
  /** Has a number lower than all that follow, and keeps it. */
  async function longTransaction(client: Client, table: string): Promise<void> {
    await client.query(`CREATE TABLE ${table} (n integer)`);
    await client.query(`BEGIN; INSERT INTO ${table} VALUES (1)`);
  }

  async function expectTold(bench: PostgresBench): Promise<void> {
    const [writer, other] = [await bench.open(), await bench.open()];
    const watch = await watched(other);
    await park(writer);
    await watch.until(1);
    expect(await names(other)).toEqual(['clarification.requested']);
    expect(await names(writer)).toEqual(['clarification.requested']);
  }

  it('in another table of the same database holds no event back', async () => {
    const bench = await postgresBench();
    await (await bench.open()).questions.list({ status: 'pending' });
    await longTransaction(await bench.raw(), `${bench.schema}.others_report`);
    await expectTold(bench);
  });

  it('in another database of the same server holds no event back', async () => {
    const bench = await postgresBench();
    await bench.sql(`CREATE DATABASE ${bench.schema}`);
    const elsewhere = await bench.raw({ database: bench.schema });
    await longTransaction(elsewhere, 'public.others_report');
    await expectTold(bench);
    await elsewhere.end();
    await bench.sql(`DROP DATABASE ${bench.schema}`);
  });

  it('that reads our tables at a snapshot of its own holds no event back', async () => {
    const bench = await postgresBench();
    await (await bench.open()).questions.list({ status: 'pending' });
    const reader = await bench.raw();
    await reader.query(
      'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM events; SELECT pg_current_xact_id()',
    );
    await expectTold(bench);
  });

  it('that writes to our events does hold them back, which shows that the others could have', async () => {
    const bench = await postgresBench();
    const other = await bench.open();
    await bench.uncommittedEvent('ours');
    await park(await bench.open());
    expect(await names(other)).toEqual([]);
  });

  /**
   * A transaction has its number a moment before anybody can see whose it is. A reader that looked just then, and took it for
   * somebody else's, passed over one event in two thousand.
   */
  it('makes no reader pass over an event, however many read and write at once', async () => {
    const bench = await postgresBench();
    const readers = await Promise.all(Array.from({ length: 4 }, () => bench.open()));
    await longTransaction(await bench.raw(), `${bench.schema}.others_report`);
    // Only when the writers have ended is an empty page the end.
    let written = false;
    const write = async () => {
      const client = await bench.raw();
      for (let i = 0; i < 2_000; i += 1) await client.query({ name: 'insert', text: INSERT_EVENT, values: ['{}'] });
    };
    const read = async (reader: AskOnce) => {
      let [seen, cursor, wasWritten] = [0, 0, false];
      for (;;) {
        const page = await reader.events.list({ after: cursor });
        seen += page.length;
        cursor = page.at(-1)?.seq ?? cursor;
        if (wasWritten && page.length === 0) return seen;
        wasWritten = written;
      }
    };
    const reading = readers.map(read);
    await Promise.all([1, 2, 3, 4].map(write));
    written = true;
    expect(await endOf(Promise.all(reading))).toEqual(readers.map(() => 8_000));
  });
});
