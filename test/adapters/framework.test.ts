/** The core of the adapters for frameworks: the same through the library and through a client of a server. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { askApproval, askQuestions } from '../../src/adapters/asking.ts';
import { durableBridge, sessionOf } from '../../src/adapters/durable.ts';
import {
  type AskOnceHost,
  askingOf,
  replyOf,
  type Settlement,
  settlements,
  waitMsOf,
} from '../../src/adapters/framework.ts';
import { AskOnceClient } from '../../src/surfaces/client/index.ts';
import { serve } from '../http/serving.ts';
import { sqlite } from '../support/stores.ts';

const QUESTION = { question: 'Which format should I use?', options: ['YAML', 'JSON'] };
const CALL = { tool: 'Bash', input: { command: 'npm publish' } };
const ROOT = join(import.meta.dirname, '..', '..');
const WAYS = ['library', 'client'] as const;

async function start(way: (typeof WAYS)[number]) {
  const { askonce, url } = await serve(sqlite);
  const host: AskOnceHost = way === 'library' ? askonce : new AskOnceClient({ url, token: 'token-of-asker' });
  return { askonce, host, asking: askingOf(host, 'A framework') };
}

const place = { session: 's', job: null, callId: 'call-1' };

describe.each(WAYS)('through the %s', (way) => {
  it('a question parks under its key, and asked again it has its answer', async () => {
    const { askonce, asking } = await start(way);
    const first = await askQuestions(asking, [QUESTION], { ...place, waitMs: 0 });
    expect(first.outcomes).toMatchObject([{ outcome: 'parked' }]);
    await askonce.questions.answer(first.parked.ids[0]!, 'JSON');
    const again = await askQuestions(asking, [QUESTION], { ...place, waitMs: 0 });
    expect(again.outcomes).toMatchObject([{ outcome: 'answered', answer: 'JSON' }]);
    expect((await askonce.questions.list()).items).toMatchObject([{ agent: 'A framework' }]);
  });

  it('a wait ends with the answer that comes meanwhile', async () => {
    const { askonce, asking } = await start(way);
    const onParked = ({ ids }: { ids: readonly string[] }) => void askonce.questions.answer(ids[0]!, 'YAML');
    const asked = await askQuestions(asking, [QUESTION], { ...place, waitMs: waitMsOf('1m'), onParked });
    expect(asked.outcomes).toMatchObject([{ outcome: 'answered', answer: 'YAML' }]);
  });

  it('an approval holds for its call id and input, and for no other', async () => {
    const { askonce, asking } = await start(way);
    const parked = await askApproval(asking, CALL, { ...place, waitMs: 0 });
    expect(parked).toMatchObject({ decision: 'parked' });
    await askonce.approvals.decide(parked.id!, { decision: 'allow' });
    expect(await askApproval(asking, CALL, { ...place, waitMs: 0 })).toMatchObject({ decision: 'allow' });
    expect(await askApproval(asking, CALL, { ...place, callId: 'call-2', waitMs: 0 })).toMatchObject({
      decision: 'parked',
    });
  });

  it('an approval that is looked at again and again is stored once, and wakes once', async () => {
    const { askonce, asking } = await start(way);
    const before = await askonce.events.last();
    const look = () => askApproval(asking, CALL, { ...place, waitMs: 0, ref: 'wake me' });
    const { id } = await look();
    for (let looks = 0; looks < 5; looks += 1) expect(await look()).toEqual({ decision: 'parked', id });
    await askonce.approvals.decide(id!, { decision: 'allow' });
    for (let looks = 0; looks < 5; looks += 1) expect(await look()).toMatchObject({ decision: 'allow', id });
    const events = await askonce.events.list({ after: before });
    expect(events.map(({ type }) => type)).toEqual([
      'clarification.requested',
      'clarification.answered',
      'ask.settled',
    ]);
  });

  it('a call may have any id, and each is another call', async () => {
    const { asking } = await start(way);
    const ids = ['order 7', 'order 8', 'commande-é', 'x'.repeat(500)];
    const asked = await Promise.all(ids.map((callId) => askApproval(asking, CALL, { ...place, callId, waitMs: 0 })));
    const again = await Promise.all(ids.map((callId) => askApproval(asking, CALL, { ...place, callId, waitMs: 0 })));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(ids.length);
    expect(again).toEqual(asked);
  });

  it('a call whose input comes back from a store with its fields in another order is the same call', async () => {
    const { askonce, asking } = await start(way);
    const call = (input: Record<string, unknown>) =>
      askApproval(asking, { tool: 'deploy', input }, { ...place, waitMs: 0 });
    const asked = await call({ to: 'staging', with: { a: 1, b: 2 } });
    const stored = await askonce.events.last();
    expect(await call({ with: { b: 2, a: 1 }, to: 'staging' })).toEqual(asked);
    expect(await askonce.events.last()).toBe(stored);
  });

  it('the settlement of an ask with a ref comes once, also if it was settled while no one listened', async () => {
    const { askonce, host, asking } = await start(way);
    const before = await askonce.events.last();
    const ids: string[] = [];
    for (const callId of ['call-1', 'call-2', 'call-3']) {
      const call = { ...CALL, input: { command: callId } };
      ids.push((await askApproval(asking, call, { ...place, callId, waitMs: 0, ref: `wake ${callId}` })).id!);
    }
    const decide = (at: number) => askonce.approvals.decide(ids[at]!, { decision: 'deny' });
    await decide(0);
    const stop = new AbortController();
    const seen: Settlement[] = [];
    for await (const settlement of settlements(host, { after: before, signal: stop.signal })) {
      seen.push(settlement);
      if (seen.length < 3) await decide(seen.length);
      else stop.abort();
    }
    expect(seen.map(({ ref }) => ref)).toEqual(['wake call-1', 'wake call-2', 'wake call-3']);
    expect(new Set(seen.map(({ seq }) => seq)).size).toBe(3);
  });

  it('all questions of a host are withdrawn when it leaves them, though one ask holds four of them', async () => {
    const { askonce, asking } = await start(way);
    const questions = Array.from({ length: 6 }, (_, at) => ({ question: `Which colour has part ${at}?` }));
    const { parked } = await askQuestions(asking, questions, { ...place, waitMs: 0 });
    expect(parked.asks).toHaveLength(2);
    await asking.leave(parked, 'no longer needed');
    const { items } = await askonce.questions.list();
    expect(items.map(({ status }) => status)).toEqual(questions.map(() => 'withdrawn'));
  });
});

it('through a client, an answer that the schema of a question rejects is none, and one that it takes has its value', async () => {
  const { askonce, asking } = await start('client');
  const schema = z.coerce.number('It takes a number.');
  const outcomes: unknown[] = [];
  for (const answer of ['42', 'many']) {
    const asked = [{ question: `Which number of replicas, if not ${answer}?`, schema }];
    const how = { ...place, callId: `call-${answer}`, waitMs: 0 };
    const { parked } = await askQuestions(asking, asked, how);
    await askonce.questions.answer(parked.ids[0]!, answer);
    outcomes.push(...(await askQuestions(asking, asked, how)).outcomes);
  }
  const error = 'The answer “many” was rejected: It takes a number.';
  expect(outcomes).toMatchObject([
    { outcome: 'answered', answer: '42', value: 42 },
    { outcome: 'failed', code: 'answer_refused', error },
  ]);
});

it('no outcome without an answer reads as consent', () => {
  const closed = { question: 'Delete it?', type: 'CONFIRM', evidence: 'declined', confidence: 1, id: 'q-1' } as const;
  for (const outcome of ['declined', 'cancelled', 'expired'] as const)
    expect(replyOf({ ...closed, outcome })).toMatchObject({
      status: outcome,
      next: expect.stringMatching(/no consent/),
    });
  expect(replyOf({ outcome: 'parked', id: 'q-1', question: 'Delete it?', type: 'CONFIRM' })).toMatchObject({
    next: expect.stringMatching(/^No answer yet\. Do not guess/),
  });
});

it('each run of a workflow is a session of its own, whatever its id is, unless a session is named', () => {
  expect(sessionOf(undefined, 'release/v1')).toBe('release/v1');
  expect(sessionOf(undefined, 'order 7')).toMatch(/^id-\w+$/);
  expect(sessionOf((run) => `shop ${run}`, '7')).toMatch(/^id-\w+$/);
  expect(sessionOf('releases', 'release/v1')).toBe('releases');
});

it('a bridge says once that it cannot wake its engine, and tries again', async () => {
  const { askonce, asking } = await start('library');
  const { id } = await askApproval(asking, CALL, { ...place, waitMs: 0, ref: 'engine:run-1' });
  await askonce.approvals.decide(id!, { decision: 'deny' });
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const [stop, tried] = [new AbortController(), [] as string[]];
  const wake = async (ref: string) => {
    if (tried.push(ref) < 3) throw new Error('It is down.');
  };
  const onWoken = () => stop.abort();
  await durableBridge(askonce, 'engine:', wake, { after: 0, onWoken, signal: stop.signal });
  expect(tried).toEqual(['run-1', 'run-1', 'run-1']);
  expect(said.mock.calls).toEqual([['AskOnce could not wake engine:run-1: It is down.']]);
});

/** What a process prints that does this with a new AskOnce. */
async function printed(script: string): Promise<string> {
  const program = `
    import { openAskOnce } from '${ROOT}/src/index.ts';
    import { askingOf, settlements } from '${ROOT}/src/adapters/framework.ts';
    const askonce = await openAskOnce({ db: '${join(mkdtempSync(join(tmpdir(), 'askonce-listens-')), 'askonce.db')}' });
    ${script}`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  return stdout;
}

it('a process that only listens stays alive until the settlement comes', async () => {
  const script = `
    const place = { session: 's', job: null, callId: 'c', key: 'k', waitMs: 0, ref: 'wake me', onParked: () => {} };
    const [question] = (await askingOf(askonce, 'A').ask([{ question: 'Which format?' }], place)).items;
    setTimeout(() => askonce.questions.answer(question.id, 'YAML'), 200).unref();
    for await (const { ref } of settlements(askonce, { after: 0 })) { console.log(ref); process.exit(); }`;
  expect(await printed(script)).toBe('wake me\n');
});

it('a process that listens ends by itself once AskOnce is closed', async () => {
  const script = `
    const listening = (async () => { for await (const _ of settlements(askonce)); console.log('ended'); })();
    await askonce.events.last();
    await askonce.close();
    await listening;`;
  expect(await printed(script)).toBe('ended\n');
});
