/**
 * A connection that breaks while something is written. Whether it was written is looked up, never guessed: every call ends as it
 * would have ended without the fault, and leaves one trace.
 */
import { describe, expect, it } from 'vitest';
import type { AskOnce } from '../../../src/index.ts';
import {
  openHasty,
  openOn,
  type PostgresBench,
  postgresBench,
  until,
  untilBlocked,
} from '../../store/postgres-bench.ts';
import { PostgresProxy } from '../../store/postgres-proxy.ts';
import { endOf, parkedId, stateOf } from '../../support/open.ts';
import { storeOf } from '../../support/runners.ts';

const WRITES = /INSERT INTO events/;
const SESSION = 'the-session';

interface Call {
  readonly name: string;
  /** What must be there before; gives the id that the call is about. */
  before(askonce: AskOnce): Promise<string>;
  run(askonce: AskOnce, id: string): Promise<unknown>;
  /** The event it leaves. */
  readonly leaves: string;
  /** What its caller is told. */
  readonly told: unknown;
}

const ask = (askonce: AskOnce, question = 'Which colour?') => askonce.session(SESSION).ask(question, { wait: false });
const parked = async (askonce: AskOnce) => parkedId(await ask(askonce));
const answered = async (askonce: AskOnce) => {
  const id = await parked(askonce);
  await askonce.questions.answer(id, 'green');
  return id;
};

const CALLS: readonly Call[] = [
  {
    name: 'an ask in a session that is known',
    before: parked,
    run: (askonce) => ask(askonce, 'Which shape?'),
    leaves: 'clarification.requested',
    told: { status: 'parked' },
  },
  {
    name: 'an answer to a question that was asked here',
    before: parked,
    run: (askonce, id) => askonce.questions.answer(id, 'green'),
    leaves: 'clarification.answered',
    told: { status: 'accepted', clarification: { answer: 'green' } },
  },
  {
    name: 'a question that is declined',
    before: parked,
    run: (askonce, id) => askonce.questions.decline(id, 'no idea'),
    leaves: 'clarification.declined',
    told: { status: 'accepted', clarification: { status: 'declined' } },
  },
  {
    name: 'an answer that is taken back',
    before: answered,
    run: (askonce, id) => askonce.questions.revoke(id, 'a mistake'),
    leaves: 'clarification.revoked',
    told: { status: 'accepted', clarification: { status: 'revoked' } },
  },
  {
    name: 'an ask that is cancelled',
    before: async (askonce) => (await ask(askonce)).ask!,
    run: (askonce, id) => askonce.questions.cancel({ ask: id }),
    leaves: 'ask.cancelled',
    told: 1,
  },
  {
    name: 'a preference that is set',
    before: async () => '',
    run: (askonce) => askonce.preferences.set('Which test runner should I use?', 'vitest'),
    leaves: 'preference.set',
    told: { answer: 'vitest', origin: 'set' },
  },
  {
    name: 'a preference that is forgotten',
    before: async (askonce) => {
      await askonce.preferences.set('Which test runner should I use?', 'vitest');
      return '';
    },
    run: (askonce) => askonce.preferences.forget('Which test runner should I use?'),
    leaves: 'preference.forgotten',
    told: { answer: 'vitest' },
  },
  {
    name: 'a claim of one of two jobs',
    before: async (askonce) => {
      const first = await askonce.jobs.queue('a task');
      await askonce.jobs.queue('another task');
      return first.project;
    },
    run: (askonce, project) =>
      storeOf(askonce).claim({ worker: 'w', project, agent: null, only: null, limit: 1, now: Date.now() }),
    leaves: 'job.started',
    told: [{ prompt: 'a task', state: 'RUNNING', owner: 'w', runs: 1 }],
  },
];

async function benchWith(call: Call) {
  const bench = await postgresBench();
  const proxy = await PostgresProxy.before(bench.db);
  const askonce = await openOn(proxy.through(bench.db));
  const id = await call.before(askonce);
  const eventsBefore = await bench.count('events', `type = '${call.leaves}'`);
  const sentBefore = proxy.count(WRITES);
  return {
    bench,
    proxy,
    run: () => call.run(askonce, id),
    /** How often it was sent to the server. */
    sent: () => proxy.count(WRITES) - sentBefore,
    /** How often it is in the audit trail. */
    left: async () => (await bench.count('events', `type = '${call.leaves}'`)) - eventsBefore,
  };
}

function expectTold(call: Call, result: unknown): void {
  if (typeof call.told === 'object') expect(result).toMatchObject(call.told as object);
  else expect(result).toBe(call.told);
}

/** Holds every writer up as it begins, until the returned function is called. */
async function holdWriters({ raw }: PostgresBench): Promise<() => Promise<unknown>> {
  const client = await raw();
  await client.query('BEGIN; LOCK TABLE events IN SHARE MODE');
  return () => client.query('COMMIT');
}

describe.each(CALLS)('$name', (call) => {
  it('is carried out once where the connection breaks before it reaches the server', async () => {
    const { proxy, run, left } = await benchWith(call);
    const lost = proxy.loseNext(WRITES);
    const running = run();
    await lost;
    expectTold(call, await endOf(running));
    expect(await left()).toBe(1);
  });

  it('is not written again where the server commits and the reply is lost', async () => {
    const { proxy, run, sent, left } = await benchWith(call);
    const caught = proxy.catchNext(WRITES);
    const running = run();
    const statement = await caught;
    await statement.replied;
    statement.reset();
    expectTold(call, await endOf(running));
    expect({ sent: sent(), left: await left() }).toEqual({ sent: 1, left: 1 });
  });
});

describe.each(CALLS.filter(({ leaves }) => /requested|answered|set|started/.test(leaves)))(
  '$name that the server is still at',
  (call) => {
    it('when the connection breaks is ended there, and carried out once', async () => {
      const { bench, proxy, run, sent, left } = await benchWith(call);
      const letWrite = await holdWriters(bench);
      const caught = proxy.catchNext(WRITES);
      const running = run();
      const statement = await caught;
      await untilBlocked(bench);
      statement.reset();
      // The first must be over before anybody may look what it left: were it only forgotten, both would be written now.
      await until('the second try', () => sent() === 2);
      await untilBlocked(bench);
      expect(await left()).toBe(0);
      await letWrite();
      expectTold(call, await endOf(running));
      expect(await left()).toBe(1);
    });

    it('when the connection breaks is found where it was committed after all', async () => {
      const { bench, proxy, run, sent, left } = await benchWith(call);
      const letWrite = await holdWriters(bench);
      const caught = proxy.catchNext(WRITES);
      const running = run();
      const statement = await caught;
      await untilBlocked(bench);
      proxy.keepOut();
      statement.reset();
      await letWrite();
      await until('the commit', async () => (await left()) === 1);
      proxy.letIn();
      expectTold(call, await endOf(running));
      expect({ sent: sent(), left: await left() }).toEqual({ sent: 1, left: 1 });
    });
  },
);

describe('a network that swallows what is sent', () => {
  async function swallowing() {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openHasty(proxy.through(bench.db), { reply: 200, connect: 1_000 });
    await ask(askonce);
    return { bench, proxy, askonce };
  }

  it('keeps no call from being carried out, over another connection', async () => {
    const { bench, proxy, askonce } = await swallowing();
    proxy.silence();
    parkedId(await endOf(ask(askonce, 'Which shape?')));
    expect(await bench.count('events')).toBe(2);
  });

  it('makes nothing be written twice that was written', async () => {
    const { bench, proxy, askonce } = await swallowing();
    const caught = proxy.catchNext(WRITES);
    const running = ask(askonce, 'Which shape?');
    await caught;
    parkedId(await endOf(running));
    expect(await bench.count('events')).toBe(2);
    expect(proxy.count(WRITES)).toBe(2);
  });
});

describe('when the reply to calls that were written together is lost', () => {
  it('each of them is told what became of it, and none is written again', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    await ask(askonce);
    const caught = proxy.catchNext(WRITES);
    const running = Array.from({ length: 20 }, (_, n) => askonce.session(`s-${n}`).ask('Which?', { wait: false }));
    const statement = await caught;
    await statement.replied;
    statement.reset();
    const ids = (await endOf(Promise.all(running))).map(parkedId);
    expect(new Set(ids).size).toBe(20);
    expect(await bench.count('clarifications', `id IN (${ids.map((id) => `'${id}'`).join(', ')})`)).toBe(20);
    expect(await bench.count('events')).toBe(21);
    expect(proxy.count(WRITES)).toBe(2);
  });

  it('an ask is woken by the answer that was given before it knew that it had been asked', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const [asker, other] = [await openOn(proxy.through(bench.db)), await bench.open()];
    const caught = proxy.catchNext(WRITES);
    const asking = asker.session(SESSION).ask('Which colour?');
    const statement = await caught;
    await statement.replied;
    const [question] = (await other.questions.list({ status: 'pending' })).items;
    await other.questions.answer(question!.id, 'green');
    // Told by the poll and by NOTIFY, and kept until the asker knows what it waits for.
    expect(await stateOf(asking)).toBe('waits');
    statement.reset();
    expect(await endOf(asking)).toMatchObject({ status: 'answered' });
  });

  it('whoever wrote reads what they wrote, though a transaction with a lower number still runs', async () => {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    const earlier = await bench.uncommittedEvent('earlier');
    const caught = proxy.catchNext(WRITES);
    const running = ask(askonce);
    const statement = await caught;
    await statement.replied;
    statement.reset();
    await endOf(running);
    const reading = askonce.events.list();
    expect(await stateOf(reading)).toBe('waits');
    await earlier.query('COMMIT');
    expect(await endOf(reading)).toHaveLength(2);
  });
});
