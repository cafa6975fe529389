/** What becomes of an agent that prints when it fails, when nobody answers, and when the answer is no use to it. */
import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../src/index.ts';
import { autoResolving, type Executor, type RunAskOptions } from '../../src/worker/index.ts';
import { endOf, setUp } from '../support/open.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { atWork, scripted, workOf } from './agents.ts';

const PROMPT = 'Add a config file';
const FORMAT = 'NEEDS_CLARIFICATION: Which format should I use for it?';
const told = (...answers: string[]) => [PROMPT, ...answers.map((one) => `Clarification Answer: ${one}`)].join('\n\n');

describe('an agent that fails', () => {
  it('ends its task in ERROR, with its exit code and what it said last', async () => {
    const { agent } = scripted({ output: 'half done', exitCode: 3, complaint: 'no space left\n' });
    const work = await atWork(sqlite, agent);
    expect(await work.ended(await work.begin(PROMPT))).toMatchObject({
      state: 'ERROR',
      error: 'The agent ended with exit code 3: no space left',
      result: null,
    });
  });

  it('ends its task in ERROR where it was killed', async () => {
    const { agent } = scripted({ output: '', exitCode: null });
    const work = await atWork(sqlite, agent);
    expect(await work.ended(await work.begin(PROMPT))).toMatchObject({
      state: 'ERROR',
      error: 'The agent was killed.',
    });
  });

  it('has not asked where its last words are only a question', async () => {
    const { agent } = scripted({ output: 'I need to know one thing.\n\nWhich format should I use?', exitCode: 1 });
    const work = await atWork(sqlite, agent);
    expect(await work.ended(await work.begin(PROMPT))).toMatchObject({ state: 'ERROR' });
    expect(await work.count('asks')).toBe(0);
  });

  it.each([1, null])('has asked where it says so by a marker, and is run again: exit code %s', async (exitCode) => {
    const { agent, prompts } = scripted({ output: FORMAT, exitCode, complaint: 'stopped to ask' }, 'Done.');
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin(PROMPT), 'YAML')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[1]).toBe(told('YAML'));
  });

  it('ends its task in ERROR where it throws', async () => {
    const work = await atWork(sqlite, async () => {
      throw new Error('no such model');
    });
    expect(await work.ended(await work.begin(PROMPT))).toMatchObject({ state: 'ERROR', error: 'no such model' });
  });
});

/** The executor, asking with a deadline. */
function within(how: RunAskOptions, executor: Executor): Executor {
  return (job, context) =>
    executor(job, { ...context, ask: (what, more) => context.ask(what, { ...more, timeout: '10m', ...how }) });
}

describe('a question without an answer', () => {
  it('that was declined is told as such, and asked no more', async () => {
    const { agent, prompts } = scripted(FORMAT, FORMAT, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    await work.askonce.questions.decline((await work.waits(id)).id);
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    const line = 'The person declined to answer. Do not ask this again.';
    expect(prompts).toEqual([PROMPT, told(line), told(line)]);
    expect(await work.count('clarifications')).toBe(1);
  });

  it('that was declined cannot be rejected: that is a round, as asking it again is', async () => {
    const rejecting = { question: 'Which format should I use for it?', rejects: true, because: 'I need one' };
    const { agent } = scripted(FORMAT, `NEEDS_CLARIFICATION: ${JSON.stringify(rejecting)}`);
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    await work.askonce.questions.decline((await work.waits(id)).id);
    expect((await work.ended(id)).error).toContain('agent keeps asking what was answered');
  });

  it.each([
    ['expired', { onTimeout: 'fail' }, 'The person did not answer. Do not ask this again.'],
    ['fallback', { onTimeout: 'fallback', fallback: 'Take YAML, and say so.' }, 'Take YAML, and say so.'],
  ] as const)('that is %s is told as such', async (_outcome, how, line) => {
    const { agent, prompts } = scripted(FORMAT, 'Done.');
    // The clock jumps: a lease that is shorter would be over before it could be renewed.
    const work = await workOf(await setUp(sqlite), within(how, autoResolving(agent)), { leaseMs: 3_600_000 });
    const id = await work.begin(PROMPT);
    await work.waits(id);
    work.clock.advance(11 * 60_000);
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[1]).toBe(told(line));
  });

  it('that was withdrawn by whoever asked is told as not answered', async () => {
    const { agent, prompts } = scripted(FORMAT, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    await work.waits(id);
    const [{ id: ask }] = (await work.sql('SELECT id FROM asks')) as [{ id: string }];
    await work.askonce.questions.cancel({ ask });
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[1]).toBe(told('The person did not answer. Do not ask this again.'));
  });

  it('ends the task under the policy job, in the seed’s words, and the first answer is told before', async () => {
    const { agent, prompts } = scripted(FORMAT, 'NEEDS_CLARIFICATION: Who owns it?', 'Done.');
    const work = await atWork(sqlite, agent, { policy: 'job' });
    expect(await work.answering(await work.begin(PROMPT), 'YAML')).toMatchObject({
      state: 'ERROR',
      error: 'Clarification did not resolve ambiguity. Please rephrase.',
    });
    expect(prompts).toEqual([PROMPT, told('YAML')]);
  });

  it('is told the fallback under the policy orchestrator, and the task goes on', async () => {
    const { agent, prompts } = scripted(FORMAT, 'NEEDS_CLARIFICATION: Who owns it?', 'Done.');
    const work = await atWork(sqlite, agent, { policy: 'orchestrator' });
    expect(await work.answering(await work.begin(PROMPT), 'YAML')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[2]).toMatch(/^Add a config file\n\nClarification Answer: YAML\n\nClarification Answer: Previous cl/);
  });

  it('leaves the agent alone where the task is cancelled meanwhile', async () => {
    const { agent, prompts } = scripted(FORMAT, 'Done.');
    const work = await atWork(sqlite, agent);
    const id = await work.begin(PROMPT);
    await work.waits(id);
    await work.askonce.jobs.cancel(id);
    expect(await work.ended(id)).toMatchObject({ state: 'CANCELLED' });
    await endOf(work.runner.idle());
    expect(work.runner.running()).toEqual([]);
    expect(prompts).toEqual([PROMPT]);
    expect((await work.askonce.questions.list({ status: 'pending' })).items).toEqual([]);
  });
});

describeOnStores('an answer that is no use', (store) => {
  const rejecting = (because: string) =>
    `NEEDS_CLARIFICATION: ${JSON.stringify({ question: 'Which format should I use for it?', rejects: true, because })}`;

  // shows: S003-INVALID-RESPONSE
  it('reaches the agent, which may reject it and ask anew in its place, twice', async () => {
    const { agent, prompts } = scripted(FORMAT, rejecting('that is no format'), rejecting('nor is that'), 'Done.');
    const work = await atWork(store, agent);
    const id = await work.begin(PROMPT);
    await work.askonce.questions.answer((await work.waits(id)).id, 'bananas');
    const again = await work.waits(id);
    expect(again.question).toBe('Which format should I use for it?');
    await work.askonce.questions.answer(again.id, 'apples');
    await work.askonce.questions.answer((await work.waits(id)).id, 'YAML');
    expect(await work.ended(id)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts).toEqual([PROMPT, told('bananas'), told('bananas', 'apples'), told('bananas', 'apples', 'YAML')]);
    const { items } = await work.askonce.history({ all: true });
    expect(items.map(({ answer, status }) => `${answer} ${status}`)).toEqual([
      'bananas revoked',
      'apples revoked',
      'YAML answered',
    ]);
  });

  it('cannot be rejected a third time: the task ends, and says why', async () => {
    const { agent, prompts } = scripted(FORMAT, rejecting('no'), rejecting('no'), rejecting('no'));
    const work = await atWork(store, agent);
    const { state, error } = await work.answering(await work.begin(PROMPT), 'bananas', 'apples', 'pears');
    expect(state).toBe('ERROR');
    expect(error).not.toBe('');
    expect(prompts).toHaveLength(4);
    expect(await work.count('clarifications')).toBe(3);
  });
});

describe('an automatic answer', () => {
  it('that is rejected is asked of the person, and never given again', async () => {
    const question = 'Should I enable TypeScript strict mode?';
    const { agent, prompts } = scripted(
      `NEEDS_CLARIFICATION: ${question}`,
      `NEEDS_CLARIFICATION: ${JSON.stringify({ question, rejects: true, because: 'the old code does not compile' })}`,
      'Done.',
    );
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin(PROMPT), 'not yet')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[2]).toBe(told('Yes', 'not yet'));
  });

  it('under the policy job costs no ask: the one ask is still there for the person', async () => {
    const { agent } = scripted('NEEDS_CLARIFICATION: Should I enable TypeScript strict mode?', FORMAT, 'Done.');
    const work = await atWork(sqlite, agent, { policy: POLICIES.job });
    expect(await work.answering(await work.begin(PROMPT), 'YAML')).toMatchObject({ state: 'COMPLETE' });
  });
});
