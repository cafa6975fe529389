/** Calls that share a statement: how few statements there are, and that nobody pays for another's fault. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LESSONS } from '../../src/core/preferences.ts';
import type { AskOnce, AskResult } from '../../src/index.ts';
import { Connections } from '../../src/store/postgres/connections.ts';
import { codeOf, endOf, parkedId } from '../support/open.ts';
import { openOn, type PostgresBench, postgresBench } from './postgres-bench.ts';
import { PostgresProxy } from './postgres-proxy.ts';

const ask = (askonce: AskOnce, session: string, question = 'Which colour?') =>
  askonce.session(session).ask(question, { wait: false });
const park = async (askonce: AskOnce, session: string, question?: string) =>
  parkedId(await ask(askonce, session, question));
const many = <T>(count: number, one: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));

describe('one call', () => {
  /** An opening whose statements are counted. It listens to nothing, and its connection is there. */
  async function counted() {
    const bench = await postgresBench();
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    await askonce.questions.list({ status: 'pending' });
    return {
      askonce,
      /** Another process on the same store. */
      elsewhere: () => bench.open(),
      statementsOf: async (call: () => Promise<unknown>) => {
        const before = proxy.roundTrips;
        await call();
        return proxy.roundTrips - before;
      },
    };
  }

  it('that asks in a new session takes one statement', async () => {
    const { askonce, statementsOf } = await counted();
    expect(await statementsOf(() => park(askonce, 'new'))).toBe(1);
  });

  it('that asks in a session known here takes one statement', async () => {
    const { askonce, statementsOf } = await counted();
    await park(askonce, 's');
    expect(await statementsOf(() => park(askonce, 's', 'Which shape?'))).toBe(1);
  });

  it('that names a job and no session takes one statement, whether the job is new or known here', async () => {
    const { askonce, statementsOf } = await counted();
    const asking = (question: string) => askonce.ask(question, { job: 'j', wait: false });
    expect(await statementsOf(() => asking('Which colour?'))).toBe(1);
    expect(await statementsOf(() => asking('Which shape?'))).toBe(1);
  });

  it('that names a job made elsewhere and no session takes three: it guesses, sees that, and writes', async () => {
    const bench = await postgresBench();
    await (await bench.open()).session('s').ask('Which colour?', { job: 'j', wait: false });
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    await askonce.questions.list({ status: 'pending' });
    const before = proxy.roundTrips;
    expect(await askonce.ask('Which shape?', { job: 'j', wait: false })).toMatchObject({ session: 's' });
    expect(proxy.roundTrips - before).toBe(3);
  });

  it('of a job takes one statement each to ask what others were asked, to be answered, and to ask again', async () => {
    const { askonce, statementsOf } = await counted();
    const answers = ['red', 'green', 'blue', 'red', 'black', '赤', '青'];
    const counts = [];
    for (const [n, answer] of answers.entries()) {
      const asking = () => askonce.session(`s${n}`).ask('Which colour?', { job: `j${n}`, wait: false });
      let asked!: AskResult;
      const asks = await statementsOf(async () => {
        asked = await asking();
      });
      const answering = await statementsOf(() => askonce.questions.answer(parkedId(asked), answer));
      const again = await statementsOf(async () => expect(await asking()).toMatchObject({ items: [{ answer }] }));
      counts.push([asks, answering, again]);
    }
    expect(counts).toEqual(answers.map(() => [1, 1, 1]));
  });

  it.each([
    ['in another case', 'Which colour?', ['green', 'GREEN', 'Green']],
    ['in another width', 'Which colour?', ['green', 'ｇｒｅｅｎ', 'green']],
    ['in Japanese', 'どのデータベースを使いますか？', ['ポスグレ', 'ポスグレ', 'ポスグレ']],
    ['with others between them', 'Which colour?', ['green', 'red', 'green', 'green', 'green']],
  ])('that asks what was answered alike three times gets that answer: %s', async (_, question, answers) => {
    const { askonce } = await counted();
    for (const [n, answer] of answers.entries())
      await askonce.questions.answer(await park(askonce, `s${n}`, question), answer);
    const settled = { outcome: 'auto_resolved', source: 'preference' };
    expect(await ask(askonce, 'next', question)).toMatchObject({ items: [settled] });
  });

  it('that asks what other processes asked first guesses once, then reads, until nothing was asked first', async () => {
    const { askonce, elsewhere, statementsOf } = await counted();
    await park(askonce, 's');
    const other = await elsewhere();
    const counts = [];
    for (const what of ['shape', 'size', 'font', 'way']) {
      await park(other, 's', `Which ${what}?`);
      counts.push(await statementsOf(() => park(askonce, 's', `Which ${what}?`)));
    }
    for (const what of ['tree', 'language', 'licence'])
      counts.push(await statementsOf(() => park(askonce, 's', `Which ${what}?`)));
    expect(counts).toEqual([3, 2, 2, 2, 2, 1, 1]);
  });

  it('that submits a job with a conflict takes two statements, and its answer one', async () => {
    const { askonce, statementsOf } = await counted();
    await askonce.jobs.warmUp();
    expect(await statementsOf(() => askonce.jobs.submit('hot frozen cheese', { id: 'j' }))).toBe(2);
    expect(await statementsOf(() => askonce.jobs.answer('j', 'hot'))).toBe(1);
  });

  it('that answers a question asked here takes one statement', async () => {
    const { askonce, statementsOf } = await counted();
    const id = await park(askonce, 's');
    expect(await statementsOf(() => askonce.questions.answer(id, 'green'))).toBe(1);
  });

  it('that answers a question asked elsewhere takes two: it must see it first', async () => {
    const bench = await postgresBench();
    const id = await park(await bench.open(), 's');
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    await askonce.questions.list({ status: 'pending' });
    const before = proxy.roundTrips;
    await askonce.questions.answer(id, 'green');
    expect(proxy.roundTrips - before).toBe(2);
  });

  it('of sixty-four that come together takes next to nothing', async () => {
    const { askonce, statementsOf } = await counted();
    const ids: string[] = [];
    const asking = async () => ids.push(...(await many(64, (n) => park(askonce, `s-${n}`, `What is number ${n}?`))));
    expect(await statementsOf(asking)).toBe(1);
    expect(await statementsOf(() => Promise.all(ids.map((id) => askonce.questions.answer(id, 'green'))))).toBe(1);
  });

  it('of texts with every special character takes next to nothing, and each arrives letter by letter', async () => {
    const { askonce, statementsOf } = await counted();
    const odd = [
      'say "no"',
      'back\\slash\\',
      'null',
      'NULL',
      '{a,b}',
      'two\nlines\tand a tab',
      "it's",
      ',',
      '\\"',
      '赤 🐘',
    ];
    const ids: string[] = [];
    const asking = async () =>
      ids.push(...(await many(odd.length, (n) => park(askonce, `s-${n}`, `Is this right: ${odd[n]} ?`))));
    expect(await statementsOf(asking)).toBe(1);
    expect(await statementsOf(() => Promise.all(ids.map((id, n) => askonce.questions.answer(id, odd[n]!))))).toBe(1);
    const stored = await Promise.all(ids.map((id) => askonce.questions.get(id)));
    expect(stored.map((one) => one?.answer)).toEqual(odd);
    expect(stored.map((one) => one?.question)).toEqual(odd.map((text) => `Is this right: ${text} ?`));
  });

  it('of sixty-four that all answer the same question of one project takes next to nothing', async () => {
    const { askonce, statementsOf } = await counted();
    const ids = await many(64, (n) => park(askonce, `s-${n}`, 'Which colour?'));
    const answering = () => Promise.all(ids.map((id) => askonce.questions.answer(id, 'green')));
    expect(await statementsOf(answering)).toBe(1);
    expect((await askonce.preferences.list()).items).toMatchObject([{ answer: 'green', times: LESSONS }]);
  });

  it('of sixty-four that ask in one session takes next to nothing, and so does their answer', async () => {
    const { askonce, statementsOf } = await counted();
    const ids: string[] = [];
    const asking = async () => ids.push(...(await many(64, (n) => park(askonce, 's', `What is number ${n}?`))));
    // One creates the session, the others ask in it.
    expect(await statementsOf(asking)).toBe(2);
    const answering = () => Promise.all(ids.map((id) => askonce.questions.answer(id, 'green')));
    expect(await statementsOf(answering)).toBe(1);
  });

  it('of sixty-four that answer questions of one session asked elsewhere takes next to nothing', async () => {
    const bench = await postgresBench();
    const asker = await bench.open();
    const ids = await many(64, (n) => park(asker, 's', `What is number ${n}?`));
    const proxy = await PostgresProxy.before(bench.db);
    const askonce = await openOn(proxy.through(bench.db));
    await askonce.questions.list({ status: 'pending' });
    const before = proxy.roundTrips;
    const receipts = await Promise.all(ids.map((id) => askonce.questions.answer(id, 'green')));
    expect(receipts.map(({ status }) => status)).toEqual(ids.map(() => 'accepted'));
    expect(proxy.roundTrips - before).toBe(2);
  });

  it('of sixty-four that ask the same in one session takes a handful: one puts it, the others join it together', async () => {
    const { askonce, statementsOf } = await counted();
    const ids: string[] = [];
    const asking = async () => ids.push(...(await many(64, () => park(askonce, 's'))));
    expect(await statementsOf(asking)).toBeLessThanOrEqual(6);
    expect(new Set(ids).size).toBe(1);
    const joining = async () => ids.push(...(await many(64, () => park(askonce, 's'))));
    expect(await statementsOf(joining)).toBe(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('of sixty-four answers to one question takes a handful: one is accepted, the others see it together', async () => {
    const { askonce, statementsOf } = await counted();
    const id = await park(askonce, 's');
    const receipts: string[] = [];
    const answering = async () => {
      for (const { status } of await many(64, () => askonce.questions.answer(id, 'green'))) receipts.push(status);
    };
    expect(await statementsOf(answering)).toBeLessThanOrEqual(4);
    expect(receipts.toSorted()).toEqual(['accepted', ...receipts.slice(1).map(() => 'replayed')]);
  });

  it('of a job that gets its outcomes back is one that reads', async () => {
    const { askonce, statementsOf } = await counted();
    const asking = (options: object) =>
      askonce.session('s').ask('Which colour?', { job: 'j', wait: false, ...options });
    await askonce.questions.answer(parkedId(await asking({ userMessage: 'Paint the house.' })), 'green');
    const statements: string[] = [];
    const query = vi.spyOn(Connections.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    expect(await statementsOf(() => asking({ userMessage: 'Paint the house.' }))).toBe(1);
    for (const [{ name }] of query.mock.calls) statements.push(name);
    expect(statements).toEqual(['replays']);
  });

  it('that waits is woken by an answer given here without a statement of its own', async () => {
    const { askonce, statementsOf } = await counted();
    const rounds: number[] = [];
    // Somebody else on the same server may be writing, and the poll comes round: then it is read. It must do without for once.
    for (let n = 0; n < 500 && !rounds.includes(2); n += 1) {
      const onParked = (result: AskResult) => void askonce.questions.answer(parkedId(result), 'me');
      const round = () => askonce.session(`s-${n}`).ask(`Who is number ${n}?`, { onParked });
      rounds.push(await statementsOf(round));
    }
    expect(Math.min(...rounds)).toBe(2);
  });
});

describe('among calls that come together', () => {
  it('only the one fails whose rows the database refuses', async () => {
    const bench = await postgresBench();
    const askonce = await bench.open();
    await refuseQuestion(bench, 'Who is guilty?');
    const settled = await endOf(
      Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => park(askonce, `s-${n}`, n === 7 ? 'Who is guilty?' : 'Which?')),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual(settled.map((_, n) => (n === 7 ? 'rejected' : 'fulfilled')));
    expect(await bench.count('clarifications')).toBe(19);
    expect(await bench.count('events', `type = 'clarification.requested'`)).toBe(19);
    expect(await park(askonce, 's-7', 'Who is innocent?')).toBeDefined();
  });

  it('only the one finds nothing that looks for what no database can hold', async () => {
    const bench = await postgresBench();
    const [asker, answerer] = [await bench.open(), await bench.open()];
    const ids = await many(20, (n) => park(asker, `s-${n}`));
    const strange = ['q-\0', 'q-\ud800', '\udfff'].map((id) => codeOf(answerer.questions.answer(id, 'green')));
    const receipts = await Promise.all(ids.map((id) => answerer.questions.answer(id, 'green')));
    expect(receipts.map(({ status }) => status)).toEqual(ids.map(() => 'accepted'));
    expect(await Promise.all(strange)).toEqual(strange.map(() => 'clarification_unknown'));
  });

  it('nobody is told anything by reading what no database can hold', async () => {
    const askonce = await (await postgresBench()).open();
    expect(await askonce.questions.get('q-\0')).toBeNull();
    expect(await askonce.jobs.get('\ud800')).toBeNull();
    expect(await codeOf(askonce.questions.cancel({ ask: 'a-\0' }))).toBe('ask_unknown');
    expect((await askonce.questions.list({ status: 'pending', after: '\0' })).items).toEqual([]);
    expect((await askonce.preferences.list({ after: '\0' })).items).toEqual([]);
  });
});

/** From now on the database takes no question of these words. */
async function refuseQuestion({ sql }: PostgresBench, question: string): Promise<void> {
  await sql(`CREATE FUNCTION guilty() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'guilty'; END $$;
    CREATE TRIGGER guilty BEFORE INSERT ON clarifications FOR EACH ROW WHEN (NEW.question = '${question}')
    EXECUTE FUNCTION guilty()`);
}
