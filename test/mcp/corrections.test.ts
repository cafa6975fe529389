/** An agent learns with its next call that the person corrected an answer. */
import { describe, expect, it } from 'vitest';
import { definePolicy } from '../../src/index.ts';
import { type Bench, nextEvent, parkedId } from '../support/open.ts';
import { type Agent, agent as connect, KINDS, mcpBench } from './clients.ts';

const COLOUR = { question: 'Which colour should the button have?', options: [{ label: 'green' }, { label: 'blue' }] };
const CORRECTED = { notice: expect.stringContaining('corrected “green” to “blue”') };

async function answered({ askonce }: Pick<Bench, 'askonce'>, agent: Agent): Promise<string> {
  const asked = nextEvent(askonce, 'clarification.requested');
  const given = agent.ask(COLOUR);
  const { clarification: id } = await asked;
  await askonce.questions.answer(id!, 'green');
  expect(await given).not.toHaveProperty('notice');
  return id!;
}

const recall = (agent: Agent) => agent.call('recall', { about: 'fonts' });

it('tells of a corrected answer once, with whatever tool is called next, and gives the new answer', async () => {
  const bench = await mcpBench();
  const one = await bench.agent('2025-11-25');
  const id = await answered(bench, one);
  expect(await bench.askonce.questions.get(id)).toMatchObject({ agent: expect.any(String) });
  await bench.askonce.questions.correct(id, 'blue');
  expect(await recall(one)).toMatchObject(CORRECTED);
  const again = await one.ask(COLOUR);
  expect(again).not.toHaveProperty('notice');
  expect(again.items).toMatchObject([{ answer: 'blue', evidence: expect.stringContaining('corrected') }]);
  expect(await one.call('get_answer', { id })).not.toHaveProperty('notice');
});

describe.each(KINDS)('two clients of %s in one session', (kind) => {
  it('both learn of a correction, whichever of them calls first', async () => {
    const bench = await mcpBench();
    const url = `${bench.url}?session=both`;
    const [user, other] = [await connect(kind, { url }), await connect(kind, { url })];
    await bench.askonce.questions.correct(await answered(bench, user), 'blue');
    expect(await recall(other)).toMatchObject(CORRECTED);
    expect(await recall(user)).toMatchObject(CORRECTED);
    // A client without a connection learns of it more than once, but not for long.
    bench.clock.advance(3_600_000);
    for (const agent of [user, other]) expect(await recall(agent)).not.toHaveProperty('notice');
  });
});

it('tells a client that starts again what was corrected meanwhile, but nothing of a conversation that is over', async () => {
  const bench = await mcpBench();
  const url = `${bench.url}?session=mine`;
  const before = await connect('2025-11-25', { url });
  await bench.askonce.questions.correct(await answered(bench, before), 'blue');
  await before.close();
  expect(await recall(await connect('2025-11-25', { url }))).toMatchObject(CORRECTED);
  bench.clock.advance(8 * 86_400_000);
  expect(await recall(await connect('2025-11-25', { url }))).not.toHaveProperty('notice');
});

it('tells an agent whose session got the answer from another one', async () => {
  const bench = await mcpBench();
  const policy = definePolicy({ extends: 'interactive', share: 'project' });
  const options = COLOUR.options.map(({ label }) => label);
  const id = parkedId(await bench.askonce.session('first', { policy }).ask({ ...COLOUR, options }, { wait: false }));
  await bench.askonce.questions.answer(id, 'green');
  // The policy is fixed when the session is created.
  await bench.askonce.session('mine', { policy }).ask('Which month is it?', { wait: false });
  const user = await connect('2025-11-25', { url: `${bench.url}?session=mine` });
  expect((await user.ask(COLOUR)).items).toMatchObject([{ answer: 'green', source: 'history' }]);
  await bench.askonce.questions.correct(id, 'blue');
  expect(await recall(user)).toMatchObject(CORRECTED);
});
