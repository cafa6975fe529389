/** The connection that listens: whatever befalls it, those who wait and watch are told everything once, and nothing is left behind. */
import { describe, expect, it } from 'vitest';
import type { AskOnce } from '../../../src/index.ts';
import { INSERT_EVENT, openHasty, openOn, postgresBench, until } from '../../store/postgres-bench.ts';
import { PostgresProxy } from '../../store/postgres-proxy.ts';
import { codeOf, endOf, nextEvent, parkedId, trail } from '../../support/open.ts';

const LISTENS = /^LISTEN /;
const WRITES = /INSERT INTO events/;

const park = async (askonce: AskOnce, question = 'Which colour?', session = 's') =>
  parkedId(await askonce.session(session).ask(question, { wait: false }));

/** An ask that waits, and the question it waits for. */
async function waitingAsk(askonce: AskOnce) {
  const asked = Promise.withResolvers<string>();
  const ended = askonce.session('w').ask('Who?', { onParked: (result) => asked.resolve(parkedId(result)) });
  return { id: await asked.promise, ended };
}

/** An opening that listens by way of a proxy, and one that does not. */
async function setUp() {
  const bench = await postgresBench();
  const proxy = await PostgresProxy.before(bench.db);
  const [listener, other] = [await openOn(proxy.through(bench.db)), await bench.open()];
  return { bench, proxy, listener, other };
}

describe('a listener', () => {
  it('whose connections are ended again and again misses nothing and is told nothing twice', async () => {
    const { proxy, listener, other } = await setUp();
    const told: number[] = [];
    listener.events.on('*', ({ seq }) => told.push(seq));
    await listener.questions.list({ status: 'pending' });
    for (let n = 0; n < 10; n += 1) {
      const listening = proxy.count(LISTENS);
      proxy.cut();
      await Promise.all([1, 2, 3].map((m) => park(other, 'Which?', `s-${n}-${m}`)));
      await until('listening again', () => proxy.count(LISTENS) > listening);
    }
    const all = (await trail(other)).map(({ seq }) => seq);
    await until('all told', () => told.length >= all.length);
    expect(told).toEqual(all);
  });

  it('that writes as well, as others do, is told everything once and in order though connections break', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const openings = await Promise.all([1, 2, 3].map(() => openOn(proxy.through(bench.db))));
    const told = openings.map((askonce) => {
      const numbers: number[] = [];
      askonce.events.on('*', ({ seq }) => numbers.push(seq));
      return numbers;
    });
    await Promise.all(openings.map((askonce) => askonce.questions.list({ status: 'pending' })));
    const work = openings.flatMap((askonce, who) =>
      Array.from({ length: 8 }, async (_, n) => {
        for (let m = 0; m < 8; m += 1) {
          const id = await park(askonce, `What is ${m} of ${n} of ${who}?`, `s-${n % 4}-${who}`);
          await openings[(who + 1) % 3]!.questions.answer(id, 'this');
          if (n === 0 && m % 2 === 0) proxy.cut();
        }
      }),
    );
    await endOf(Promise.all(work));
    const all = (await trail(openings[0]!)).map(({ seq }) => seq);
    expect(all.length).toBe(3 * 8 * 8 * 2);
    await until('all told', () => told.every((numbers) => numbers.length >= all.length));
    expect(told).toEqual(openings.map(() => all));
  });

  it('whose connection an administrator ends is woken by the answer all the same', async () => {
    const bench = await postgresBench();
    const { name, db } = await bench.user('SUPERUSER');
    const [listener, other] = [await openOn(db), await bench.open()];
    const { id, ended } = await waitingAsk(listener);
    const killed = await bench.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`);
    expect(killed.length).toBeGreaterThan(1);
    await other.questions.answer(id, 'me');
    expect(await endOf(ended)).toMatchObject({ status: 'answered' });
  });

  it('whose connections fall silent makes them anew and is woken by the answer', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const [listener, other] = [await openHasty(proxy.through(bench.db), { connect: 300 }), await bench.open()];
    const { id, ended } = await waitingAsk(listener);
    proxy.silence();
    await other.questions.answer(id, 'me');
    expect(await endOf(ended)).toMatchObject({ status: 'answered' });
  });

  it('whose connections fall silent can be closed', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const listener = await openHasty(proxy.through(bench.db), { connect: 300 });
    listener.events.on('*', () => {});
    await listener.questions.list({ status: 'pending' });
    proxy.silence();
    await endOf(listener.close());
  });

  it('is told by its poll alone what nobody notified it of', async () => {
    const { bench, listener } = await setUp();
    const told = nextEvent(listener, 'preference.set');
    await listener.questions.list({ status: 'pending' });
    await bench.sql(INSERT_EVENT, ['{}']);
    expect(await endOf(told)).toMatchObject({ type: 'preference.set' });
  });

  it('whose connection breaks as it begins begins again', async () => {
    const { proxy, listener, other } = await setUp();
    const lost = proxy.loseNext(/pg_snapshot_xmin/);
    const told = nextEvent(listener, 'clarification.requested');
    await lost;
    await listener.questions.list({ status: 'pending' });
    const id = await park(other);
    expect((await endOf(told)).clarification).toBe(id);
  });

  it('that may not listen leaves no connection behind with every try, and listens when it may', async () => {
    const { proxy, listener, other } = await setUp();
    const told = nextEvent(listener, 'clarification.requested');
    await listener.questions.list({ status: 'pending' });
    proxy.rewrite = (message) => Buffer.from(message.toString('latin1').replace('LISTEN', 'LISTED'), 'latin1');
    const before = proxy.count(LISTENS);
    proxy.cut();
    await until('several tries', () => proxy.count(LISTENS) > before + 4);
    expect(proxy.connections).toBeLessThan(3);
    proxy.rewrite = null;
    const id = await park(other);
    expect((await endOf(told)).clarification).toBe(id);
  });

  it('that is closed while it connects anew leaves no connection behind', async () => {
    const { proxy, listener } = await setUp();
    listener.events.on('*', () => {});
    await listener.questions.list({ status: 'pending' });
    proxy.keepOut();
    proxy.cut();
    await until('the new connection is on its way', () => proxy.waiting > 0);
    await endOf(listener.close());
    proxy.letIn();
    await until('no connection is left', () => proxy.connections === 0);
  });

  it('of a store that is gone tells those who wait', async () => {
    const { bench, listener, other } = await setUp();
    const { ended } = await waitingAsk(listener);
    const code = codeOf(ended);
    await other.close();
    await bench.sql(`DROP SCHEMA ${bench.schema} CASCADE`);
    expect(await endOf(code)).toBe('store_failed');
  });
});

describe('NOTIFY', () => {
  it('goes once for all that is written together', async () => {
    const { bench, proxy, listener } = await setUp();
    // The channel is ours to know: what the feed says when it listens, the client says too.
    listener.events.on('*', () => {});
    await listener.questions.list({ status: 'pending' });
    const client = await bench.raw();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    const listen = proxy.statements.find((text) => LISTENS.test(text))!;
    await client.query(listen);
    await Promise.all(Array.from({ length: 50 }, (_, n) => park(listener, 'Which?', `s-${n}`)));
    await bench.sql(`SELECT pg_notify('${listen.slice('LISTEN "'.length, -1)}', 'the last')`);
    await until('all of them', () => heard.includes('the last'));
    expect(heard.length - 1).toBe(proxy.count(WRITES));
    expect(heard.length - 1).toBeLessThanOrEqual(2);
  });

  it('wakes nobody in another installation of the same database', async () => {
    const [one, two] = [await postgresBench(), await postgresBench()];
    const proxies = [await PostgresProxy.before(one.db), await PostgresProxy.before(two.db)];
    const openings = [await openOn(proxies[0]!.through(one.db)), await openOn(proxies[1]!.through(two.db))];
    for (const opening of openings) {
      opening.events.on('*', () => {});
      await opening.questions.list({ status: 'pending' });
    }
    const [first, second] = proxies.map((proxy) => proxy.statements.find((text) => LISTENS.test(text)));
    expect(first).toBeDefined();
    expect(first).not.toBe(second);
  });
});
