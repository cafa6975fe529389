/** An agent that prints, and a worker that is gone in the middle: what was kept is not done again, and every answer arrives. */
import { expect, it } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import { MINUTE } from '../../src/testing/fake-clock.ts';
import { autoResolving, type Executor } from '../../src/worker/index.ts';
import { type Bench, endOf, setUp } from '../support/open.ts';
import { describeOnStores } from '../support/stores.ts';
import { endless, runnerOn, type ScriptedAgent, scripted, type Work, workOf } from './agents.ts';

const PROMPT = 'Add a config file';
const FORMAT = 'NEEDS_CLARIFICATION: Which format should I use for it?';
const OWNER = 'NEEDS_CLARIFICATION: Who owns it?';
const told = (...answers: string[]) => [PROMPT, ...answers.map((one) => `Clarification Answer: ${one}`)].join('\n\n');

/**
 * A worker that is heard of no more, as after a power cut: it renews nothing and ends nothing. Its process cannot be told to be
 * dead from here, since it is ours; so its lease has to run out.
 */
async function lost(bench: Bench, agent: ScriptedAgent): Promise<{ askonce: AskOnce; work: Work }> {
  const askonce = await bench.open();
  const work = await workOf({ ...bench, askonce }, autoResolving(agent.agent), { leaseMs: MINUTE });
  return { askonce, work };
}

/** Another worker, once the first one's lease has run out. */
async function takenOver(bench: Bench, before: AskOnce, executor: Executor): Promise<Work> {
  await before.close();
  bench.clock.advance(2 * MINUTE);
  return workOf(bench, executor);
}

describeOnStores('a job whose worker is lost', (store) => {
  it('goes on with the turn that was cut short, and runs none again that was kept', async () => {
    const bench = await setUp(store);
    const last = endless();
    const before = scripted(FORMAT, OWNER, last.turn);
    const first = await lost(bench, before);
    const id = await first.work.begin(PROMPT);
    await first.askonce.questions.answer((await first.work.waits(id)).id, 'YAML');
    await first.askonce.questions.answer((await first.work.waits(id)).id, 'Ada');
    await last.began;
    expect(before.prompts).toHaveLength(3);

    const after = scripted('Done.');
    const work = await takenOver(bench, first.askonce, autoResolving(after.agent));
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE', result: 'Done.', runs: 2 });
    expect(after.prompts).toEqual([told('YAML', 'Ada')]);
    expect(await bench.count('clarifications')).toBe(2);
  });

  // shows: O1-02
  it('while it waits is run again once the question is answered, and the answer reaches the agent', async () => {
    const bench = await setUp(store);
    const first = await lost(bench, scripted(FORMAT));
    const id = await first.work.begin(PROMPT);
    const question = await first.work.waits(id);
    await first.askonce.close();
    bench.clock.advance(2 * MINUTE);
    await bench.askonce.questions.answer(question.id, 'YAML');

    const after = scripted('Done.');
    const work = await workOf(bench, autoResolving(after.agent));
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(after.prompts).toEqual([told('YAML')]);
  });

  it('does not reject the later answer when it is run again after having rejected the first', async () => {
    const bench = await setUp(store);
    const rejecting = { question: 'Which format should I use for it?', rejects: true, because: 'that is no format' };
    const last = endless();
    const before = scripted(FORMAT, `NEEDS_CLARIFICATION: ${JSON.stringify(rejecting)}`, last.turn);
    const first = await lost(bench, before);
    const id = await first.work.begin(PROMPT);
    await first.askonce.questions.answer((await first.work.waits(id)).id, 'bananas');
    await first.askonce.questions.answer((await first.work.waits(id)).id, 'YAML');
    await last.began;

    const after = scripted('Done.');
    const work = await takenOver(bench, first.askonce, autoResolving(after.agent));
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(after.prompts.at(-1)).toContain('Clarification Answer: YAML');
    expect((await bench.askonce.history()).items.map(({ answer }) => answer)).toEqual(['YAML']);
  });

  it('counts its rounds from the beginning, and so comes to the same end', async () => {
    const bench = await setUp(store);
    const last = endless();
    const before = scripted(FORMAT, FORMAT, FORMAT, last.turn);
    const first = await lost(bench, before);
    const id = await first.work.begin(PROMPT);
    await first.askonce.questions.answer((await first.work.waits(id)).id, 'YAML');
    await last.began;

    const after = scripted(FORMAT);
    const work = await takenOver(bench, first.askonce, autoResolving(after.agent));
    expect((await work.ended(id)).error).toContain('agent keeps asking what was answered');
    expect(after.prompts).toEqual([told('YAML')]);
  });
});

describeOnStores('a runner that is stopped', (store) => {
  it('stops the agent and lets its task go, and the next one goes on with it', async () => {
    const bench = await setUp(store);
    const began = Promise.withResolvers<void>();
    let stopped = false;
    const executor = autoResolving(async (_prompt, _job, { signal }) => {
      began.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      stopped = true;
      return { output: FORMAT, exitCode: 0 };
    });
    const work = await workOf(bench, executor);
    const id = await work.begin(PROMPT);
    await endOf(began.promise);
    await endOf(work.runner.stop());
    expect(stopped).toBe(true);
    expect(await bench.askonce.jobs.get(id)).toMatchObject({ state: 'RUNNING', worker: null });
    expect(await bench.count('asks')).toBe(0);

    const after = scripted('Done.');
    await runnerOn(bench.askonce, { executor: autoResolving(after.agent) });
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(after.prompts).toEqual([PROMPT]);
  });
});
