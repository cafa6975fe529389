/** A job names its policy: whether its agent may ask while it is built, and what it is told where nobody may be asked. */
import { expect, it, onTestFinished } from 'vitest';
import { autoResolving } from '../../src/worker/index.ts';
import { scripted } from '../run/agents.ts';
import { endOf } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';
import { type Served, serve } from './serving.ts';

const CLEAR = 'Add a dark mode toggle to the settings page';
const COLOUR = 'Which colour should it have?';
const SEED = 'Clarification did not resolve ambiguity. Please rephrase.';

interface Job {
  readonly jobId: string;
  readonly state: string;
  readonly policy: string;
  readonly error: string | null;
  readonly waiting: { id: string; question: string }[];
}

/** A server whose builder asks for a colour and then for a size, each once. */
async function asking(store: Parameters<typeof serve>[0]) {
  const server = await serve(store);
  const { agent, prompts } = scripted(`NEEDS_CLARIFICATION: ${COLOUR}`, 'NEEDS_CLARIFICATION: Which size?', 'Built.');
  const runner = server.askonce.runner({ executor: autoResolving(agent), agent: 'http' });
  await runner.start();
  onTestFinished(() => runner.stop());
  return { server, prompts };
}

async function made(server: Served, body: object): Promise<string> {
  return (await server.send<Job>('asker', 'POST /jobs', body)).body.jobId;
}

const job = async (server: Served, id: string) => (await server.send<Job>('asker', `GET /jobs/${id}`)).body;

/** The question that the job waits for; fails where the job ends instead. */
async function waits(server: Served, id: string): Promise<{ id: string; question: string }> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const off = server.askonce.events.on('*', () => resolve());
    try {
      const { state, waiting, error } = await job(server, id);
      if (waiting[0]) return waiting[0];
      if (['COMPLETE', 'ERROR', 'CANCELLED'].includes(state)) throw new Error(`the job has ended: ${state} ${error}`);
      await endOf(promise);
    } finally {
      off();
    }
  }
}

describeOnStores('a job made by POST /jobs', (store) => {
  it('under the policy interactive waits for each question of its agent, and goes on with the answers', async () => {
    const { server, prompts } = await asking(store);
    const id = await made(server, { prompt: CLEAR, policy: 'interactive' });
    for (const [question, answer] of [
      [COLOUR, 'blue'],
      ['Which size?', 'small'],
    ] as const) {
      const waiting = await waits(server, id);
      expect(waiting.question).toBe(question);
      await server.askonce.questions.answer(waiting.id, answer);
    }
    expect(await server.askonce.jobs.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Built.' });
    expect(prompts.at(-1)).toBe(`${CLEAR}\n\nClarification Answer: blue\n\nClarification Answer: small`);
  });

  it('under the policy orchestrator waits for one question of its agent, and goes on without a second', async () => {
    const { server, prompts } = await asking(store);
    const id = await made(server, { prompt: CLEAR, policy: 'orchestrator' });
    const waiting = await waits(server, id);
    await server.askonce.questions.answer(waiting.id, 'blue');
    expect(await server.askonce.jobs.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Built.' });
    expect(prompts.at(-1)).toMatch(/Clarification Answer: blue\n\nClarification Answer: .*You MUST proceed/);
  });

  it('under the policy job fails where its agent asks, and says that nobody was asked, why, and what to do', async () => {
    const { server } = await asking(store);
    const id = await made(server, { prompt: CLEAR });
    await server.askonce.jobs.ended(id);
    const { state, policy, error } = await job(server, id);
    expect({ state, policy }).toEqual({ state: 'ERROR', policy: 'job' });
    expect(error).toBe(
      `Nobody was asked “${COLOUR}”: under the policy “job” a job asks only about its prompt, before it is built. ` +
        'Say it in the prompt, or make the job under the policy “interactive”, which lets its agent ask.',
    );
    expect((await server.askonce.questions.list({ status: 'pending' })).items).toEqual([]);
  });

  it('that may not ask about its prompt says so, too, and an answer that settled nothing has the seed’s sentence', async () => {
    const { server } = await asking(store);
    const strict = {
      name: 'strict',
      cap: 1,
      scope: 'session',
      onCap: 'fail',
      onTimeout: 'wait',
      resolvers: [],
      maxRejects: 0,
    };
    const first = await made(server, { prompt: 'hot frozen cheese', sessionId: 's', policy: strict });
    const second = await made(server, { prompt: 'hot frozen soup', sessionId: 's', policy: strict });
    const { error } = await job(server, second);
    expect(error).toMatch(/^Nobody was asked “.*hot.*frozen.*”: the policy “strict” allows 1 ask for each session/);
    await server.send('answerer', `POST /jobs/${first}/clarification`, { answer: 'no idea' });
    expect((await job(server, first)).error).toBe(SEED);
  });
});
