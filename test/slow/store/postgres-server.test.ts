/**
 * A server of the tests' own: it goes away and comes back, in good order or by a crash, and nothing is lost or doubled; and it
 * wants a password, which nobody gets to read.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskOnce, AskOnceError } from '../../../src/index.ts';
import { openHasty, openOn, postgresBench } from '../../store/postgres-bench.ts';
import { codeOf, endOf, nextEvent, only, parkedId, trail } from '../../support/open.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

/** Everybody but the superuser needs a password. */
const WHO_MAY = 'local all postgres trust\nlocal all all scram-sha-256\n';

let server: PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'askonce-hba-'));
beforeAll(async () => {
  const file = join(folder, 'pg_hba.conf');
  writeFileSync(file, WHO_MAY);
  chmodSync(folder, 0o755);
  server = await startPostgres({ settings: { hba_file: file } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const park = async (askonce: AskOnce, question: string, session = 's') =>
  parkedId(await askonce.session(session).ask(question, { wait: false }));

/** Asks, waits, and says by which id it is known. */
async function waitingAsk(askonce: AskOnce, question: string, session: string) {
  const asked = Promise.withResolvers<string>();
  const ended = askonce.session(session).ask(question, { onParked: (result) => asked.resolve(parkedId(result)) });
  return { id: await asked.promise, ended };
}

describe.each(['fast', 'immediate'] as const)('a server that is restarted (%s)', (mode) => {
  it('gives asks that waited all along the answer that is given afterwards', async () => {
    const { open } = await postgresBench(server.url);
    const [asker, answerer] = [await open(), await open()];
    const waits = await Promise.all(Array.from({ length: 20 }, (_, n) => waitingAsk(asker, 'Which number?', `s-${n}`)));
    await server.restart(mode);
    await Promise.all(waits.map(({ id }, n) => answerer.questions.answer(id, `${n}`)));
    const ended = await endOf(Promise.all(waits.map((wait) => wait.ended)));
    expect(ended.map((result) => only(result))).toMatchObject(
      waits.map((_, n) => ({ outcome: 'answered', answer: `${n}` })),
    );
  });

  it('loses and doubles nothing of what is asked and answered meanwhile', async () => {
    const { open, count } = await postgresBench(server.url);
    const [asker, answerer] = [await open(), await open()];
    asker.events.on('clarification.requested', ({ clarification }) => {
      void answerer.questions.answer(clarification!, `to ${clarification}`);
    });
    let restarted = false;
    const restart = server.restart(mode).then(() => {
      restarted = true;
    });
    const rounds: Promise<unknown>[] = [];
    const one = async (n: number) => {
      for (let round = 0; round < 3 || !restarted; round += 1) {
        const item = only(await asker.session(`s-${n}`).ask(`Which, ${round}?`));
        expect(item).toMatchObject({ outcome: 'answered', answer: `to ${(item as { id: string }).id}` });
      }
    };
    for (let n = 0; n < 16; n += 1) rounds.push(one(n));
    await restart;
    await endOf(Promise.all(rounds));
    const asked = await count('clarifications');
    expect(await count('clarifications', `status = 'answered'`)).toBe(asked);
    expect(await count('events', `type = 'clarification.requested'`)).toBe(asked);
    expect(await count('events', `type = 'clarification.answered'`)).toBe(asked);
  });

  it('tells watchers of everything that is committed afterwards, in order', async () => {
    const { open } = await postgresBench(server.url);
    const [watcher, other] = [await open(), await open()];
    const told: number[] = [];
    watcher.events.on('*', ({ seq }) => told.push(seq));
    await park(watcher, 'Is this before?');
    await server.restart(mode);
    const last = nextEvent(watcher, 'clarification.answered');
    const id = await park(other, 'Is this after?');
    await other.questions.answer(id, 'yes');
    await endOf(last);
    expect(told).toEqual((await trail(other)).map(({ seq }) => seq));
  });
});

describe('a server that crashes', () => {
  /** Numbers of transactions that wrote nothing are in no log: after a crash they are given out again. */
  it('and gives out transaction numbers anew that watchers had seen: they are told all the same', async () => {
    const { open, raw } = await postgresBench(server.url);
    const [watcher, other] = [await open(), await open()];
    const client = await raw();
    for (let n = 0; n < 200; n += 1) await client.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK');
    const told = nextEvent(watcher, 'clarification.requested');
    // Begins to watch before anything is written.
    await watcher.questions.list({ status: 'pending' });
    await server.restart('immediate');
    const id = await park(other, 'Does anybody hear this?');
    expect((await endOf(told)).clarification).toBe(id);
  });
});

describe('an address', () => {
  const PASSWORD = 'hush-hush';
  const HOUR = 3_600_000;

  async function withPassword(): Promise<string> {
    const { user } = await postgresBench(server.url);
    const { db } = await user(`PASSWORD '${PASSWORD}'`);
    return db.replace('@', `:${PASSWORD}@`);
  }

  /** What is said about an address that does not work, however one looks at it. */
  async function refusalOf(db: string): Promise<{ code: string; text: string; all: string }> {
    const error = await openOn(db).then(
      () => null,
      (error: unknown) => error as AskOnceError,
    );
    expect(error).toBeInstanceOf(AskOnceError);
    const { code, message: text } = error!;
    // A store that took this for something that passes would go on trying for an hour.
    expect(await codeOf(endOf(openHasty(db, { connect: HOUR, patience: HOUR })))).toBe(code);
    return { code, text, all: inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) };
  }

  it('with the right password works', async () => {
    const bench = await postgresBench(server.url);
    const { name, db } = await bench.user(`PASSWORD '${PASSWORD}'`);
    await bench.sql(`CREATE SCHEMA ${bench.schema} AUTHORIZATION ${name}`);
    await park(await openOn(db.replace('@', `:${PASSWORD}@`)), 'Who is there?');
  });

  it.each([
    ['a wrong password', (db: string) => db.replace(PASSWORD, `${PASSWORD}-hush`), 'password'],
    ['no password', (db: string) => db.replace(`:${PASSWORD}`, ''), 'password'],
    ['a user there is not', (db: string) => db.replace('//user', '//nobody'), 'password'],
    ['a database there is not', (db: string) => db.replace('/postgres?', '/nowhere?'), 'no such database'],
    ['a port where nobody listens', (db: string) => db.replace(/@[^/]*/, '@127.0.0.1:1'), 'cannot be reached'],
    ['a name that is no host', (db: string) => db.replace(/@[^/]*/, '@no-such-host.invalid:1'), 'cannot be reached'],
    ['a password nobody encoded', (db: string) => db.replace(PASSWORD, `${PASSWORD}?/#`), ''],
  ])('with %s is refused at once, and nowhere is the password', async (_, change, says) => {
    const { code, text, all } = await refusalOf(change(await withPassword()));
    expect(code).toBe('store_unavailable');
    expect(text).toContain(says);
    expect(all).not.toContain(PASSWORD);
  });
});
