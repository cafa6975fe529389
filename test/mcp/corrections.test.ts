/** An agent learns with its next call that the person corrected an answer. */
import { expect, it } from 'vitest';
import { nextEvent } from '../support/open.ts';
import { mcpBench } from './clients.ts';

const COLOUR = { question: 'Which colour should the button have?', options: [{ label: 'green' }, { label: 'blue' }] };

it('tells of a corrected answer once, with whatever tool is called next, and gives the new answer', async () => {
  const { agent, askonce } = await mcpBench();
  const [one, other] = [await agent('2025-11-25'), await agent('2025-11-25')];
  const asked = nextEvent(askonce, 'clarification.requested');
  const given = one.ask(COLOUR);
  const { clarification: id } = await asked;
  await askonce.questions.answer(id!, 'green');
  expect(await given).not.toHaveProperty('notice');
  expect(await askonce.questions.get(id!)).toMatchObject({ agent: expect.any(String) });
  await askonce.questions.correct(id!, 'blue');
  expect(await one.call('recall', { about: 'fonts' })).toMatchObject({
    notice: expect.stringContaining('corrected “green” to “blue”'),
  });
  const again = await one.ask(COLOUR);
  expect(again).not.toHaveProperty('notice');
  expect(again.items).toMatchObject([{ answer: 'blue', evidence: expect.stringContaining('corrected') }]);
  expect(await other.call('get_answer', { id })).not.toHaveProperty('notice');
});
