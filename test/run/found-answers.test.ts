/** A job whose question needs no person: the answer that was found reaches what builds it, however that is told. */
import { expect, it } from 'vitest';
import { commandExecutor, type Executor, webhookExecutor } from '../../src/worker/index.ts';
import { type Bench, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';
import { replyWith, startReceiver } from '../webhook/receiver.ts';
import { runnerOn } from './agents.ts';

const CONFLICT = 'hot frozen cheese';
const RESOLVED = `${CONFLICT}\n\nClarification Answer: hot`;

/** A job of a session in which its question was answered before. */
async function settledByHistory({ askonce }: Bench): Promise<string> {
  const first = await askonce.jobs.submit(CONFLICT, { session: 'kitchen', agent: 'nobody' });
  await askonce.jobs.answer(first.job.id, 'hot');
  const { job } = await askonce.jobs.submit(CONFLICT, { session: 'kitchen' });
  expect(job).toMatchObject({ clarificationStatus: 'skipped', clarificationAnswer: null });
  return job.id;
}

async function built(bench: Bench, executor: Executor, id: string): Promise<string | null> {
  await runnerOn(bench.askonce, { executor });
  const { state, result, error } = await bench.askonce.jobs.ended(id);
  expect({ state, error }).toEqual({ state: 'COMPLETE', error: null });
  return result;
}

describeOnStores('an answer that history holds for a job', (store) => {
  it('reaches a function, with the spec that says where it is from', async () => {
    const bench = await setUp(store);
    const id = await settledByHistory(bench);
    const told: unknown[] = [];
    await built(
      bench,
      async ({ prompt, originalPrompt, spec }) => void told.push({ prompt, originalPrompt, spec }),
      id,
    );
    const spec = { answer: 'hot', settled: [{ answer: 'hot', source: 'history' }] };
    expect(told).toMatchObject([{ prompt: RESOLVED, originalPrompt: CONFLICT, spec }]);
  });

  it('reaches a command on its stdin', async () => {
    const bench = await setUp(store);
    const id = await settledByHistory(bench);
    const read = await built(bench, commandExecutor({ command: 'cat', db: bench.db }), id);
    expect(read?.endsWith(RESOLVED)).toBe(true);
  });

  it('reaches a webhook as `resolvedPrompt`', async () => {
    const bench = await setUp(store);
    const id = await settledByHistory(bench);
    const receiver = await startReceiver(replyWith(200));
    const { url, secret } = receiver;
    await built(bench, webhookExecutor({ url, secret, allowPrivate: true }), id);
    expect(receiver.received[0]!.json.data).toMatchObject({ prompt: CONFLICT, resolvedPrompt: RESOLVED });
  });

  it('is still there when its job is run again', async () => {
    const bench = await setUp(store);
    const id = await settledByHistory(bench);
    const prompts: string[] = [];
    const began = Promise.withResolvers<void>();
    const first = await runnerOn(bench.askonce, {
      executor: async ({ prompt }, { signal }) => {
        prompts.push(prompt);
        began.resolve();
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
      },
    });
    await began.promise;
    await first.stop();
    await built(bench, async ({ prompt }) => void prompts.push(prompt), id);
    expect(prompts).toEqual([RESOLVED, RESOLVED]);
  });
});

describeOnStores('the spec of a job', (store) => {
  const read = async (prompt: string, answer: string | null) => {
    const bench = await setUp(store);
    const { job } = await bench.askonce.jobs.submit(prompt);
    if (answer !== null) await bench.askonce.jobs.answer(job.id, answer);
    const stdin = await built(bench, commandExecutor({ command: 'cat', db: bench.db }), job.id);
    return { stdin, spec: (await bench.askonce.jobs.get(job.id))!.spec! };
  };

  it('is read by a command before the resolved prompt: what is to be built, once a conflict is settled', async () => {
    expect((await read(CONFLICT, 'hot')).stdin).toBe(`To be built: hot cheese\n\n${RESOLVED}`);
  });

  it('is read by a command where a conflict was not asked about: what is assumed', async () => {
    const prompt = 'Add a hot frozen ore block that drops coal';
    const { stdin, spec } = await read(prompt, null);
    expect(spec.assumptions).toHaveLength(1);
    expect(stdin).toContain(`Assumed: ${spec.assumptions[0]}\n\n`);
    expect(stdin?.endsWith(`\n\n${prompt}`)).toBe(true);
  });

  it('is left out where it says no more than the prompt', async () => {
    expect((await read('a cheese sandwich', null)).stdin).toBe('a cheese sandwich');
  });
});
