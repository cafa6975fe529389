/** A model that reads the prompts of jobs, wired in: what it finds is asked, what it is told settles, and its failures harm nothing. */
import { expect, it, onTestFinished } from 'vitest';
import { setUp } from '../support/open.ts';
import { describeOnStores, type StoreKind } from '../support/stores.ts';
import { type Behaviour, inTurn, says, startModelServer, status } from './model-server.ts';

/** No rule knows that these exclude each other. */
const MISSED = 'a vacuum full of air for my space game';
const found = says(
  JSON.stringify({ contradiction: true, first: 'vacuum', second: 'full of air', question: '', confidence: 0.95 }),
);
const chooses = (choice: string) => says(JSON.stringify({ choices: [choice], confidence: 0.95 }));

async function wired(store: StoreKind, behaviour: Behaviour) {
  const server = await startModelServer(behaviour);
  onTestFinished(() => server.close());
  const bench = await setUp(store, { model: { name: 'scripted', url: server.url, timeoutMs: 5_000 } });
  return { ...bench, server };
}

describeOnStores('a job whose prompt a model reads', (store) => {
  it('asks about what the model found, and is built once the model has read the answer', async () => {
    const { askonce, server } = await wired(store, inTurn(found, chooses('first')));
    const { job, clarification } = await askonce.jobs.submit(MISSED);
    expect(job.clarificationStatus).toBe('asked');
    expect(clarification?.options.map(({ label }) => label)).toEqual(['vacuum', 'full of air']);
    const { job: answered } = await askonce.jobs.answer(job.id, 'I want the empty one');
    expect(answered).toMatchObject({ state: 'RUNNING', clarificationStatus: 'answered' });
    expect(server.received).toHaveLength(2);
  });

  it('is read by the rules where the model fails: what they ask about is asked, and what they let pass is queued', async () => {
    const { askonce } = await wired(store, status(500));
    expect((await askonce.jobs.submit('hot frozen cheese')).job.clarificationStatus).toBe('asked');
    expect((await askonce.jobs.submit(MISSED)).job.clarificationStatus).toBe('skipped');
  });

  it('is answered once, though the model is slow and two people answer', async () => {
    const { askonce, open } = await wired(store, inTurn(found, chooses('first')));
    const other = await open();
    const { job } = await askonce.jobs.submit(MISSED);
    const both = await Promise.allSettled([
      askonce.jobs.answer(job.id, 'vacuum'),
      other.jobs.answer(job.id, 'full of air'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
