/** A short storm of SIGKILLs, and the controls that show that its reckoning can fail. `npm run storm` is the long one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../../src/index.ts';
import { violationsIn } from '../../support/invariants.ts';
import { program } from '../../support/programs.ts';
import { describeOnStores, type StoreKind } from '../../support/stores.ts';
import { rage, reckon, type StormOptions } from './storm.ts';
import { type Ack, lostAcks } from './storm-acks.ts';

const CARELESS = program('test/slow/crash/careless-worker.ts');

async function newStore(kind: StoreKind): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-storm-'));
  const made = await kind.make(folder);
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return made.where.db!;
}

/** A store with one question in it, for the careless ones to copy. */
async function storeWithOne(kind: StoreKind): Promise<string> {
  const address = await newStore(kind);
  const askonce = await openAskOnce({ db: address, project: '/' });
  await askonce.session('s').ask('What is the first question?', { wait: false });
  await askonce.close();
  expect(await violationsIn(address)).toEqual([]);
  return address;
}

/** A kill may strike where it does no harm, so the careless ones rage until they are found out, which is nearly always at once. */
async function rageUntil(found: (acks: readonly Ack[]) => Promise<boolean>, options: StormOptions): Promise<boolean> {
  for (let round = 0; round < 10; round += 1) {
    const { acks } = await rage(options);
    expect(acks.filter((ack) => ack.did === 'fault')).toEqual([]);
    if (await found(acks)) return true;
  }
  return false;
}

/** How many processes at once, and how many kills: what two cores do in some ten seconds. */
const STORMS: Readonly<Record<string, { processes: number; kills: number }>> = {
  SQLite: { processes: 3, kills: 20 },
  PostgreSQL: { processes: 20, kills: 40 },
};

describeOnStores('a storm', (kind) => {
  const { processes, kills } = STORMS[kind.name]!;

  // shows: R1, R2, R3, R4, S001-PERSIST, O1-02, O2-05, O3-01
  it(`of ${processes} processes with the same questions, the same answers and ${kills} kills breaks no rule: nothing acknowledged is lost, nothing was asked twice, no cap is exceeded and no job stranded`, async () => {
    const address = await newStore(kind);
    const log = await rage({ address, kills, processes, limitMs: 100_000 });
    expect(await reckon(address, log, kills)).toEqual([]);
    expect(log.kills).toBeGreaterThanOrEqual(kills);
    expect(log.mostUp).toBe(processes);
    for (const did of ['answer', 'submit', 'answerJob'])
      expect(log.acks.filter((ack) => ack.did === did).length, did).toBeGreaterThan(0);
  }, 180_000);

  it('control: of which a submitted job, its question, its answer or its end is gone is called a loss', async () => {
    const address = await storeWithOne(kind);
    const askonce = await openAskOnce({ db: address, project: '/' });
    const { job } = await askonce.jobs.submit('hot frozen cheese', { id: 'sub-1' });
    await askonce.close();
    const question = job.clarificationId!;
    const submitted = { did: 'submit', job: 'sub-1', question, made: true } as const;
    expect(await lostAcks(address, [submitted, { ...submitted, made: false }])).toEqual([]);
    const answered = { did: 'answerJob', job: 'sub-1', question, answer: 'hot', status: 'accepted' } as const;
    const losses: readonly (readonly [Ack, RegExp])[] = [
      [{ ...submitted, job: 'sub-2' }, /sub-2 is gone/],
      [{ ...submitted, question: 'q-2' }, /was asked q-2, then/],
      [submitted, /made twice/],
      [answered, /has lost its answer “hot”/],
      [{ did: 'cancelJob', job: 'sub-1' }, /was cancelled, and is AWAITING_RESPONSE/],
    ];
    for (const [ack, loss] of losses) expect((await lostAcks(address, [submitted, ack])).join('\n')).toMatch(loss);
  });

  it('control: of a program that acknowledges before it commits is found out by what the kills took from it', async () => {
    const address = await storeWithOne(kind);
    const options = { address, kills: 8, limitMs: 30_000, program: CARELESS, args: ['acknowledges-early'] };
    const found = await rageUntil(async (acks) => (await lostAcks(address, acks)).length > 0, options);
    expect(found).toBe(true);
  }, 120_000);

  it('control: of programs that look first and insert later, with no index between them, is found to ask twice', async () => {
    const address = await storeWithOne(kind);
    const options = { address, kills: 4, limitMs: 30_000, program: CARELESS, args: ['looks-first'] };
    const asksTwice = async () =>
      (await violationsIn(address)).join('\n').includes('a question lives twice in its session');
    expect(await rageUntil(asksTwice, options)).toBe(true);
  }, 120_000);
});
