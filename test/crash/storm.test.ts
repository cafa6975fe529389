/** A short storm of SIGKILLs, and the controls that show that its reckoning can fail. `npm run storm` is the long one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openAskOnce } from '../../src/index.ts';
import { violationsIn } from './invariants.ts';
import { rage, reckon } from './storm.ts';
import { lostAcks } from './storm-acks.ts';

const CARELESS = fileURLToPath(import.meta.resolve('./careless-worker.ts'));

function storeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-storm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'askonce.db');
}

/** A store with one question in it, for the careless ones to copy. */
async function storeWithOne(): Promise<string> {
  const file = storeFile();
  const askonce = await openAskOnce({ db: file, projectRoot: '/' });
  await askonce.session('s').ask('What is the first question?', { wait: false });
  await askonce.close();
  expect(violationsIn(file)).toEqual([]);
  return file;
}

// shows: R1, R2, R4, S001-PERSIST, O1-02, O2-05, O3-01
it('after 20 kills nothing acknowledged is lost, nothing was asked twice, no cap exceeded and no job stranded', async () => {
  const file = storeFile();
  const log = await rage({ file, kills: 20, limitMs: 40_000 });
  expect(await reckon(file, log, 20)).toEqual([]);
  expect(log.kills).toBeGreaterThanOrEqual(20);
  expect(log.acks.filter((ack) => ack.did === 'answer').length).toBeGreaterThan(0);
}, 90_000);

it('control: a program that acknowledges before it commits is found out by what the kills took from it', async () => {
  const file = await storeWithOne();
  const log = await rage({ file, kills: 12, limitMs: 30_000, program: CARELESS, args: ['acknowledges-early'] });
  expect(log.acks.filter((ack) => ack.did === 'fault')).toEqual([]);
  expect(lostAcks(file, log.acks)).not.toEqual([]);
}, 60_000);

it('control: programs that look first and insert later, with no index between them, are found to ask twice', async () => {
  const file = await storeWithOne();
  const log = await rage({ file, kills: 6, limitMs: 30_000, program: CARELESS, args: ['looks-first'] });
  expect(log.acks.filter((ack) => ack.did === 'fault')).toEqual([]);
  expect(violationsIn(file).join('\n')).toContain('a question lives twice in its session');
}, 60_000);
