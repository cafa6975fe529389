/** A short storm over HTTP, and the controls that show that its reckoning can fail. `npm run storm -- --http` is a long one. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../../support/programs.ts';
import { withoutGuards, withTables } from '../../support/raw-tables.ts';
import { describeOnStores, type StoreKind, sqlite } from '../../support/stores.ts';
import { type HttpStormLog, rageOverHttp } from './http-storm.ts';
import type { Build } from './http-storm-builder.ts';
import type { HttpAck } from './http-storm-clients.ts';
import { brokenPromises, reckonHttp } from './http-storm-reckoning.ts';

const CARELESS = program('test/slow/crash/careless-server.ts');

async function newStore(kind: StoreKind): Promise<{ address: string; folder: string }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'askonce-http-storm-')));
  const made = await kind.make(folder);
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { address: made.where.db!, folder };
}

/** What two cores do in some ten seconds. */
const KILLS: Readonly<Record<string, number>> = { SQLite: 8, PostgreSQL: 4 };

describeOnStores('a storm over HTTP', (kind) => {
  const kills = KILLS[kind.name]!;

  // shows: S001-PERSIST, S001-AT-MOST-ONCE
  it(`of 8 clients and ${kills} kills of their server loses no job, no answer and no event, asks nothing twice, and builds once for each answer`, async () => {
    const where = await newStore(kind);
    const log = await rageOverHttp({ ...where, kills, limitMs: 100_000 });
    expect(await reckonHttp(where.address, log)).toEqual([]);
    expect(log.kills).toBeGreaterThanOrEqual(kills);
    for (const did of ['made', 'answered', 'beaten', 'seen'])
      expect(log.acks.filter((ack) => ack.did === did).length, did).toBeGreaterThan(0);
    expect(log.builds.length).toBeGreaterThan(0);
    expect(log.broken).toBeGreaterThan(0);
  }, 180_000);
});

/** Without the rules of the store, which have controls of their own. */
function broken(address: string, log: HttpStormLog): Promise<string[]> {
  return withTables(address, (tables) => brokenPromises(tables, log));
}

/** What clients do is left to chance: a storm in which everything happened that is to be doctored. */
async function stormOfEveryKind() {
  for (let attempt = 1; ; attempt += 1) {
    const { address, folder } = await newStore(sqlite);
    const log = await rageOverHttp({ address, folder, kills: 0, limitMs: 100_000 });
    const { acks } = log;
    const happened = {
      asked: acks.some((one) => one.did === 'made' && 'question' in one),
      settled: acks.some((one) => one.did === 'answered' && one.success),
      unsettled: acks.some((one) => one.did === 'answered' && !one.success),
      beaten: acks.some((one) => one.did === 'beaten'),
      seen: acks.some((one) => one.did === 'seen'),
      built: log.builds.length > 0,
    };
    if (Object.values(happened).every(Boolean)) return { address, folder, log };
    if (attempt === 6) throw new Error(`six storms, and not everything happened: ${JSON.stringify(happened)}`);
  }
}

describe('the reckoning of a storm over HTTP', () => {
  it('control: finds out a server that acknowledges before it commits', async () => {
    const where = await newStore(sqlite);
    const log = await rageOverHttp({ ...where, kills: 2, limitMs: 100_000, quietMs: 0, program: CARELESS });
    expect((await reckonHttp(where.address, log)).join('\n')).toMatch(/job-\d+-\d+ was made and is gone/);
  }, 120_000);

  it('control: finds every doctored acknowledgement, build, event and row', async () => {
    const { address, folder, log } = await stormOfEveryKind();
    expect(await reckonHttp(address, log)).toEqual([]);

    const ack = <D extends HttpAck['did']>(did: D, more: object): Partial<HttpStormLog> => {
      const one = log.acks.find((made) => made.did === did && (did !== 'made' || 'question' in made))!;
      return { acks: [...log.acks, { ...one, ...more } as HttpAck] };
    };
    const build = (more: Partial<Build>) => ({ builds: [...log.builds, { ...log.builds[0]!, run: 99, ...more }] });
    const [first, second, ...others] = log.followed as [number, number, ...number[]];
    const trails: readonly (readonly [Partial<HttpStormLog>, RegExp])[] = [
      [ack('made', { job: 'job-x' }), /job-x was made and is gone/],
      [ack('made', { prompt: 'ice' }), /was “ice”, and is/],
      [ack('made', { question: 'q-x' }), /was asked q-x, then/],
      [ack('answered', { answer: 'tepid' }), /the answer “tepid” to .* is gone/],
      [ack('beaten', { answer: 'tepid' }), /the answer “tepid” to .* is gone/],
      [ack('seen', { answer: 'tepid' }), /the answer “tepid” to .* is gone/],
      [ack('seen', { state: 'CANCELLED' }), /was CANCELLED, then/],
      [
        { acks: log.acks.map((one) => (one.did === 'answered' ? { ...one, success: !one.success } : one)) },
        /is not so/,
      ],
      [build({ isSigned: false }), /is not signed/],
      [build({ stored: 'nothing' }), /sent to be built with nothing/],
      [build({ content: {} }), /was built as \{\}, not as/],
      [build({ id: 'build-x' }), /and as build-x/],
      [{ builds: [...log.builds, log.builds[0]!] }, /was sent twice by one server/],
      [build({}), /run 99 of .* was never begun/],
      [{ builds: [] }, /is COMPLETE and nobody built it/],
      [{ followed: [first, ...others] }, /was to follow/],
      [{ followed: [first, second, second, ...others] }, /was to follow/],
      [{ followed: [first] }, /was never told/],
    ];
    for (const [doctored, line] of trails)
      expect((await broken(address, { ...log, ...doctored })).join('\n')).toMatch(line);

    const oneOf = (table: string, type: string) =>
      `CREATE TEMP TABLE copy AS SELECT * FROM ${table} WHERE ${type} LIMIT 1`;
    const event = (type: string) =>
      `${oneOf('events', `type = '${type}'`)}; UPDATE copy SET seq = 1000000; INSERT INTO events SELECT * FROM copy`;
    const rows: readonly (readonly [string, RegExp])[] = [
      [`UPDATE jobs SET state = 'RUNNING' WHERE state = 'COMPLETE'`, /is “RUNNING ” and not “COMPLETE built: /],
      [`UPDATE jobs SET error = 'no' WHERE state = 'ERROR'`, /is “ERROR no” and not “ERROR Clarification did not/],
      [`UPDATE jobs SET result = 'another' WHERE state = 'COMPLETE'`, /is “COMPLETE another” and not/],
      [`UPDATE jobs SET prompt = 'the same'`, /the same was made twice/],
      [`UPDATE jobs SET spec_json = NULL`, /was sent to be built, and has nothing to build from/],
      [
        `${oneOf('ask_items', 'true')}; UPDATE copy SET position = 1; INSERT INTO ask_items SELECT * FROM copy`,
        /was asked about twice/,
      ],
      [event('clarification.requested'), /was told of as asked twice/],
      [event('clarification.answered'), /was answered twice/],
    ];
    for (const [at, [sql, line]] of rows.entries()) {
      const copy = join(folder, `copy-${at}.db`);
      const db = new Database(address);
      db.exec(`VACUUM INTO '${copy}'`);
      db.close();
      const doctored = new Database(copy);
      withoutGuards(doctored);
      doctored.exec(sql);
      doctored.close();
      expect((await broken(copy, log)).join('\n'), sql).toMatch(line);
    }
  }, 120_000);
});
