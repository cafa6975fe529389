/** Nothing loops: agents that ask what they were told, or ask so that nobody can read it, come to an end. */
import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../src/index.ts';
import { describeOnStores, sqlite } from '../support/stores.ts';
import { atWork, scripted } from './agents.ts';

const PROMPT = 'Add a config file';
const FORMAT = 'NEEDS_CLARIFICATION: Which format should I use for it?';
const LOOPS = 'although it was given the answer 3 times';

describeOnStores('an agent that asks what it was told', (store) => {
  // shows: R9
  it('is run three more times and then given up, and the person is asked once', async () => {
    const { agent, prompts } = scripted(FORMAT);
    const work = await atWork(store, agent);
    const { state, error } = await work.answering(await work.begin(PROMPT), 'YAML');
    expect(state).toBe('ERROR');
    expect(error).toContain(LOOPS);
    expect(error).toContain('Which format should I use for it?');
    expect(prompts).toEqual([PROMPT, ...Array(3).fill(`${PROMPT}\n\nClarification Answer: YAML`)]);
    expect(await work.count('clarifications')).toBe(1);
  });
});

describe('rounds', () => {
  it('are counted over the whole job: asking something else in between starts no new count', async () => {
    const other = 'NEEDS_CLARIFICATION: Who owns it?';
    const { agent, prompts } = scripted(FORMAT, FORMAT, other, FORMAT, FORMAT);
    const work = await atWork(sqlite, agent);
    const { state, error } = await work.answering(await work.begin(PROMPT), 'YAML', 'Ada');
    expect({ state, loops: error?.includes(LOOPS) }).toEqual({ state: 'ERROR', loops: true });
    expect(prompts).toHaveLength(5);
  });

  it('are also spent by the same question in other words', async () => {
    const { agent } = scripted(FORMAT, 'NEEDS_CLARIFICATION: which format should I use for it');
    const work = await atWork(sqlite, agent);
    expect((await work.answering(await work.begin(PROMPT), 'YAML')).error).toContain(LOOPS);
  });

  it('are not spent by a request that asks something new beside what was told', async () => {
    const { agent, prompts } = scripted(
      FORMAT,
      ...Array.from(
        { length: 5 },
        (_, n) => `NEEDS_CLARIFICATION: ["Which format should I use for it?", "Who owns part ${n}?"]`,
      ),
      'Done.',
    );
    const work = await atWork(sqlite, agent);
    const answers = ['YAML', 'Ada', 'Bo', 'Cy', 'Di', 'Ed'];
    expect(await work.answering(await work.begin(PROMPT), ...answers)).toMatchObject({ state: 'COMPLETE' });
    expect(prompts.at(-1)!.match(/YAML/g)).toHaveLength(1);
    expect(prompts.at(-1)).toContain('\n\nClarification Answer: Who owns part 4? Ed');
  });

  it('are spent by asking on and on where nobody will be asked, so that an agent at its cap comes to an end', async () => {
    const asks = Array.from({ length: 20 }, (_, n) => `NEEDS_CLARIFICATION: What is the name of service number ${n}?`);
    const { agent, prompts } = scripted(...asks, 'Done.');
    const work = await atWork(sqlite, agent, { policy: { ...POLICIES.orchestrator, name: 'none', cap: 0 } });
    const { state, error } = await work.ended(await work.begin(PROMPT));
    expect({ state, loops: error?.includes(LOOPS) }).toEqual({ state: 'ERROR', loops: true });
    expect(prompts).toHaveLength(4);
  });
});

describe('a request that cannot be read', () => {
  it.each([
    ['JSON that is never closed', 'NEEDS_CLARIFICATION: {"question": "Which format?"', 'incomplete'],
    ['JSON without a question', 'NEEDS_CLARIFICATION: {"ask": "Which format?"}', 'no “question” text'],
    ['five questions', 'NEEDS_CLARIFICATION: ["a?", "b?", "c?", "d?", "e?"]', 'one to four questions'],
    ['nothing', 'NEEDS_CLARIFICATION:', 'Nothing follows the marker'],
    ['a type nobody knows', 'NEEDS_CLARIFICATION: {"question": "Which?", "type": "MAYBE"}', 'MAYBE'],
    ['the same option twice', 'NEEDS_CLARIFICATION: {"question": "Which?", "options": ["a", "A"]}', 'option'],
  ])('goes back to the agent, which may put it right: %s', async (_name, output, problem) => {
    const { agent, prompts } = scripted(output, FORMAT, 'Done.');
    const work = await atWork(sqlite, agent);
    expect(await work.answering(await work.begin(PROMPT), 'YAML')).toMatchObject({ state: 'COMPLETE' });
    expect(prompts[1]).toMatch(/^Add a config file\n\nYour clarification request could not be read: /);
    expect(prompts[1]).toContain(problem);
    expect(prompts[2]).toBe(`${prompts[1]}\n\nClarification Answer: YAML`);
  });

  it.each([
    ['malformed', 'NEEDS_CLARIFICATION: {"ask": 1}'],
    ['refused', 'NEEDS_CLARIFICATION: {"question": "Which?", "type": "MAYBE"}'],
  ])('and is repeated ends the job after three times, and nobody was asked: %s', async (_name, output) => {
    const { agent, prompts } = scripted(output);
    const work = await atWork(sqlite, agent);
    const { state, error } = await work.ended(await work.begin(PROMPT));
    expect(state).toBe('ERROR');
    expect(error).toMatch(/could not be read|cannot be read/);
    expect(error).not.toContain('what was answered');
    expect(prompts).toHaveLength(3);
    expect(await work.count('asks')).toBe(0);
  });
});
