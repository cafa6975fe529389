/** A server that cannot do what it is asked: it is waited for, then it is said what is wrong, and nothing is lost or left behind. */
import { describe, expect, it } from 'vitest';
import type { AskOnce } from '../../../src/index.ts';
import {
  openHasty,
  openOn,
  type PostgresBench,
  pidOf,
  postgresBench,
  until,
  untilBlocked,
} from '../../store/postgres-bench.ts';
import { PostgresProxy } from '../../store/postgres-proxy.ts';
import { codeOf, endOf, parkedId, stateOf } from '../../support/open.ts';

const WRITES = /INSERT INTO events/;

const park = async (askonce: AskOnce, question = 'Which colour?', session = 's') =>
  parkedId(await askonce.session(session).ask(question, { wait: false }));

/** A user with a schema of their own, on whom limits may be set. */
async function limited(settings = '') {
  const bench = await postgresBench();
  const { name, db } = await bench.user(settings);
  await bench.sql(`CREATE SCHEMA ${bench.schema} AUTHORIZATION ${name}`);
  return { bench, name, db, asUser: () => bench.raw({ user: name }) };
}

/** Holds a session's row until the returned function is called. */
async function holdSession({ raw }: PostgresBench, session: string): Promise<() => Promise<unknown>> {
  const client = await raw();
  await client.query('BEGIN');
  await client.query('SELECT FROM sessions WHERE id = $1 FOR UPDATE', [session]);
  return () => client.query('COMMIT');
}

describe('a server without connections to spare', () => {
  it('serves those who come together over the few there are', async () => {
    const { bench, db } = await limited('CONNECTION LIMIT 2');
    const askonce = await openOn(db);
    const asks = Array.from({ length: 40 }, (_, n) => askonce.session(`s-${n}`).ask('Which?', { wait: false }));
    const waiting = askonce
      .session('w')
      .ask('Who?', { onParked: (result) => void askonce.questions.answer(parkedId(result), 'me') });
    await endOf(Promise.all(asks));
    expect(await endOf(waiting)).toMatchObject({ status: 'answered' });
    expect(await bench.count('events', `type = 'clarification.requested'`)).toBe(41);
  });

  it('is store_busy where none becomes free', async () => {
    const { db, asUser } = await limited('CONNECTION LIMIT 1');
    await asUser();
    expect(await codeOf(openHasty(db, { patience: 200 }))).toBe('store_busy');
  });

  it('opens as soon as one becomes free', async () => {
    const { bench, name, db, asUser } = await limited('CONNECTION LIMIT 1');
    const other = await asUser();
    const opening = openOn(db);
    expect(await stateOf(opening)).toBe('waits');
    await other.end();
    await until('the server has noticed', async () => {
      const [row] = await bench.sql(`SELECT count(*)::integer AS n FROM pg_stat_activity WHERE usename = '${name}'`);
      return row!.n === 0 || (await stateOf(opening)) !== 'waits';
    });
    expect(await park(await endOf(opening))).toBeDefined();
  });
});

describe('a server that ends statements that take long', () => {
  async function impatient(patience: number, limit: string) {
    const { bench, name, db } = await limited();
    await bench.sql(`ALTER ROLE ${name} SET ${limit}`);
    const askonce = await openHasty(db, { patience });
    await park(askonce);
    return { bench, askonce };
  }

  it('writes once what was asked as soon as it can', async () => {
    const { bench, askonce } = await impatient(8_000, `statement_timeout = '100ms'`);
    const release = await holdSession(bench, 's');
    const asking = park(askonce, 'Which shape?');
    await untilBlocked(bench);
    expect(await stateOf(asking)).toBe('waits');
    await release();
    await endOf(asking);
    expect(await bench.count('events', `type = 'clarification.requested'`)).toBe(2);
  });

  // Only the statement that meets the lock takes long, also on a busy machine: a wait for a lock may be short, a statement may not.
  it.each([
    [`lock_timeout = '100ms'`, '55P03'],
    [`statement_timeout = '3s'`, '57014'],
  ])(
    'is store_busy where it cannot for too long, writes nothing, and goes on when it can: %s',
    async (limit, cause) => {
      const { bench, askonce } = await impatient(200, limit);
      const release = await holdSession(bench, 's');
      await expect(park(askonce, 'Which shape?')).rejects.toMatchObject({ code: 'store_busy', details: { cause } });
      await release();
      expect(await bench.count('clarifications')).toBe(1);
      await park(askonce, 'Which shape?');
      expect(await bench.count('clarifications')).toBe(2);
    },
  );
});

describe('a server that ends one of two who wait for one another', () => {
  it('is asked again where it ended ours', async () => {
    const bench = await postgresBench();
    const { name, db } = await bench.user('SUPERUSER');
    await bench.sql(`ALTER ROLE ${name} SET deadlock_timeout = '20ms'`);
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(db));
    const id = parkedId(await askonce.session('s').ask('Which colour?', { job: 'j', wait: false }));
    const before = proxy.count(WRITES);
    // Ours holds the question until we say so, then it wants the job. Theirs holds that, and wants the question.
    const [gate, theirs] = [await bench.raw(), await bench.raw()];
    await gate.query(`CREATE FUNCTION at_the_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock(hashtext('${bench.schema}')); RETURN NEW; END $$;
      CREATE TRIGGER at_the_gate BEFORE UPDATE ON clarifications FOR EACH ROW EXECUTE FUNCTION at_the_gate();
      SELECT pg_advisory_lock(hashtext('${bench.schema}'))`);
    await theirs.query(`BEGIN; SET LOCAL deadlock_timeout = '1h'; SELECT FROM jobs FOR UPDATE`);
    const answering = askonce.questions.answer(id, 'green');
    await untilBlocked(bench);
    const taking = theirs.query('SELECT FROM clarifications FOR UPDATE');
    await until('theirs waits for ours', async () => {
      const [row] = await bench.sql('SELECT cardinality(pg_blocking_pids($1)) AS n', [pidOf(theirs)]);
      return row!.n === 1;
    });
    await gate.query(`SELECT pg_advisory_unlock_all()`);
    await endOf(taking);
    await theirs.query('COMMIT');
    expect(await endOf(answering)).toMatchObject({ status: 'accepted' });
    // Ours may get the question again before theirs does, and be ended once more.
    expect(proxy.count(WRITES) - before).toBeGreaterThanOrEqual(2);
    expect(await bench.count('events', `type = 'clarification.answered'`)).toBe(1);
  });
});

describe('a server that only reads', () => {
  async function readOnly(patience: number) {
    const { bench, name, db } = await limited();
    const askonce = await openHasty(db, { patience });
    await park(askonce);
    await bench.sql(`ALTER ROLE ${name} SET default_transaction_read_only = on`);
    await bench.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`);
    // Over a connection that is made now, and only reads. A hasty call may spend all its patience on the one that was ended.
    const reads = () =>
      askonce.questions.list({ status: 'pending' }).then(
        () => true,
        () => false,
      );
    await until('a connection that only reads', reads);
    const end = () => bench.sql(`ALTER ROLE ${name} RESET default_transaction_read_only`);
    return { bench, askonce, end };
  }

  it('is store_read_only, still reads, and goes on when it may write', async () => {
    const { askonce, end } = await readOnly(200);
    expect(await codeOf(park(askonce, 'Which shape?'))).toBe('store_read_only');
    expect(await codeOf(askonce.ready())).toBe('store_read_only');
    expect((await askonce.questions.list({ status: 'pending' })).items).toHaveLength(1);
    await end();
    await park(askonce, 'Which shape?');
  });

  it('is waited for, as after a failover', async () => {
    const { bench, askonce, end } = await readOnly(8_000);
    const asking = park(askonce, 'Which shape?');
    expect(await stateOf(asking)).toBe('waits');
    await end();
    await endOf(asking);
    expect(await bench.count('events', `type = 'clarification.requested'`)).toBe(2);
  });
});

describe('a server that is gone', () => {
  async function gone(patience: number) {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openHasty(proxy.through(bench.db), { patience });
    const asked = Promise.withResolvers<string>();
    const waiting = askonce.session('w').ask('Who?', { onParked: (result) => asked.resolve(parkedId(result)) });
    waiting.catch(() => {});
    const id = await asked.promise;
    proxy.refuse();
    proxy.cut();
    return { bench, proxy, askonce, waiting, id };
  }

  it('is store_unavailable after a while, to those who write and those who read', async () => {
    const { askonce } = await gone(200);
    expect(await codeOf(park(askonce))).toBe('store_unavailable');
    expect(await codeOf(askonce.questions.list({ status: 'pending' }))).toBe('store_unavailable');
  });

  it('keeps nobody from closing, who waits or who tries', async () => {
    const { askonce, waiting } = await gone(30_000);
    const reading = askonce.questions.list({ status: 'pending' });
    const codes = [codeOf(waiting), codeOf(reading)];
    await endOf(askonce.close());
    expect(await endOf(Promise.all(codes))).toEqual(['engine_closed', 'engine_closed']);
  });

  it('keeps nobody from closing who has only begun to listen', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    proxy.refuse();
    proxy.cut();
    const code = codeOf(askonce.session('w').ask('Who?'));
    await endOf(askonce.close());
    expect(await endOf(code)).toBe('engine_closed');
  });

  it('and comes back wakes who waited all along', async () => {
    const { bench, proxy, waiting, id } = await gone(30_000);
    await (await bench.open()).questions.answer(id, 'me');
    await proxy.accept();
    expect(await endOf(waiting)).toMatchObject({ status: 'answered' });
  });
});

describe('closing', () => {
  it('settles every call that is under way, each as the store has it', async () => {
    const bench = await postgresBench();
    const askonce = await bench.open();
    const asking = Array.from({ length: 40 }, (_, n) => askonce.session(`s-${n}`).ask('Which?', { wait: false }));
    const settled = Promise.allSettled(asking);
    await endOf(askonce.close());
    const parked = (await settled).filter(({ status }) => status === 'fulfilled');
    expect(await bench.count('clarifications')).toBe(parked.length);
  });

  it('waits for a call that the server has not ended yet', async () => {
    const bench = await postgresBench();
    const askonce = await bench.open();
    await park(askonce);
    const release = await holdSession(bench, 's');
    const asking = park(askonce, 'Which shape?');
    await untilBlocked(bench);
    const closing = askonce.close();
    expect(await stateOf(closing.then(() => 'closed'))).toBe('waits');
    await release();
    const id = await endOf(asking);
    await endOf(closing);
    expect(await bench.count('clarifications', `id = '${id}'`)).toBe(1);
  });
});

/** A machine that gets round to nothing for longer than a connection may be idle, six times in a row. */
function busyMachine(): Promise<void> {
  return new Promise((resolve) => {
    let left = 6;
    const turn = setInterval(() => {
      for (const end = performance.now() + 40; performance.now() < end; );
      left -= 1;
      if (left > 0) return;
      clearInterval(turn);
      resolve();
    });
  });
}

describe('a server that ends idle connections', () => {
  async function ending() {
    const those = await limited();
    await those.bench.sql(`ALTER ROLE ${those.name} SET idle_session_timeout = '20ms'`);
    return those;
  }

  it('is opened and asked through on a machine that is slow to answer it', async () => {
    const { bench, db } = await ending();
    const [askonce] = await Promise.all([openOn(db), busyMachine()]);
    const [id] = await Promise.all([park(askonce), busyMachine()]);
    await Promise.all([askonce.questions.answer(id, 'this'), busyMachine()]);
    const [events] = await Promise.all([askonce.events.list(), busyMachine()]);
    expect(events).toHaveLength(2);
    expect(await bench.count('events')).toBe(2);
  });

  it('is as good as any other', async () => {
    const { bench, name, db } = await ending();
    const askonce = await openOn(db);
    const ends = async () => (await bench.sql(`SELECT FROM pg_stat_activity WHERE usename = '${name}'`)).length === 0;
    for (let n = 0; n < 5; n += 1) {
      await until('all of them are ended', ends);
      const id = await park(askonce, `What is number ${n}?`);
      await until('all of them are ended', ends);
      await askonce.questions.answer(id, 'this');
    }
    expect(await bench.count('events')).toBe(10);
  });
});

describe('a newer AskOnce that adds to the tables while this one works', () => {
  it('stops neither its calls nor its listening', async () => {
    const bench = await postgresBench();
    const askonce = await bench.open();
    const asked = Promise.withResolvers<string>();
    const waiting = askonce
      .session('w')
      .ask('Who?', { job: 'j', onParked: (result) => asked.resolve(parkedId(result)) });
    const id = await asked.promise;
    const useAll = async () => {
      await askonce.questions.get(id);
      await askonce.questions.list({ status: 'pending' });
      await askonce.jobs.get('j');
      await askonce.events.list();
      await askonce.preferences.set('Which test runner should I use?', 'vitest');
      await askonce.preferences.list();
    };
    await useAll();
    for (const table of ['sessions', 'jobs', 'clarifications', 'asks', 'ask_items', 'preferences', 'events', 'store'])
      await bench.sql(`ALTER TABLE ${table} ADD COLUMN newer text`);
    await useAll();
    await (await bench.open()).questions.answer(id, 'me');
    expect(await endOf(waiting)).toMatchObject({ status: 'answered' });
  });
});

describe('an administrator who rewrites tables meanwhile', () => {
  it('makes nobody lose a row or a change', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    await park(askonce, 'Is it there?', 'first');
    let done = false;
    const admin = await bench.raw();
    const rewriting = (async () => {
      while (!done) await admin.query('VACUUM FULL sessions').then(() => admin.query('VACUUM FULL ask_items'));
    })();
    const one = async (n: number) => {
      for (let m = 0; m < 10; m += 1) {
        const id = await park(askonce, `What is number ${m} of ${n}?`, `s-${n}`);
        expect(await askonce.questions.answer(id, 'green')).toMatchObject({ status: 'accepted' });
      }
    };
    await endOf(Promise.all(Array.from({ length: 8 }, (_, n) => one(n))));
    done = true;
    await rewriting;
    expect(proxy.count(WRITES)).toBeGreaterThan(10);
    expect(await bench.count('clarifications', `status = 'answered'`)).toBe(80);
    expect(await bench.count('ask_items', `outcome = 'answered'`)).toBe(80);
    expect(await bench.count('events', `type = 'clarification.answered'`)).toBe(80);
  });
});
