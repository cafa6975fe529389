/** Equal questions of several agents: one message, and one press answers them all. */
import { expect, it } from 'vitest';
import type { QuestionMessage } from '../../src/notify/channels/channel.ts';
import { type Bench, setUp } from '../support/open.ts';
import { until } from '../support/processes.ts';
import { describeOnStores } from '../support/stores.ts';
import { eventually, notebook, park, tell } from './telling.ts';

const COLOUR = { options: ['red', 'blue'] };

/** A channel that was told of a question of three agents, one after the other. */
async function askedByThree(bench: Bench) {
  const book = notebook();
  const revised: QuestionMessage[] = [];
  const revise = async (_handle: string, message: QuestionMessage) => void revised.push(message);
  await tell(bench, [{ ...book.channel, revise }]);
  const ids: string[] = [];
  for (const session of ['a', 'b', 'c']) {
    ids.push(await park(bench.askonce, 'Which colour?', COLOUR, { session }));
    await until(() => book.sent.length + revised.length === ids.length, 'it is told');
  }
  return { ...book, revised, ids };
}

describeOnStores('a question that several agents ask', (store) => {
  it('is one message, which says how many ask, and whose button answers them all', async () => {
    const bench = await setUp(store);
    const { ids, sent, revised, updated } = await askedByThree(bench);
    expect(revised.map(({ id, title }) => [id, title])).toEqual([
      [ids[0], 'Question in project · 2 agents'],
      [ids[0], 'Question in project · 3 agents'],
    ]);
    await bench.askonce.notifications.press(revised[1]!.buttons[1]!.token, { by: 'ada', surface: 'chat' });
    for (const id of ids)
      expect(await bench.askonce.questions.get(id)).toMatchObject({ answer: 'blue', by: 'ada', surface: 'chat' });
    bench.clock.advance(2_000);
    await until(() => updated.length === 1, 'the message is changed');
    await park(bench.askonce, 'Which size?');
    await until(() => sent.length === 2, 'the next is told');
    expect(sent.map(({ text }) => text)).toEqual(['Which colour?', 'Which size?']);
  });

  it('is told again for those that wait on after the first alone was answered', async () => {
    const bench = await setUp(store);
    const { ids, sent, updated } = await askedByThree(bench);
    await bench.askonce.questions.answer(ids[0]!, 'red');
    const held = async () => (await bench.askonce.notifications.list())[0]!.retryAt;
    await eventually(async () => expect(await held()).not.toBeNull());
    bench.clock.advance(2_000);
    await until(() => sent.length === 2 && updated.length === 1, 'the others are told');
    expect(sent[1]).toMatchObject({ id: ids[1], title: 'Question in project · 2 agents' });
  });

  it('is a message for each where it could do harm', async () => {
    const bench = await setUp(store);
    const { channel, sent } = notebook();
    await tell(bench, [channel]);
    for (const session of ['a', 'b'])
      await park(bench.askonce, 'Should I drop the table users?', { type: 'CONFIRM', destructive: true }, { session });
    await until(() => sent.length === 2, 'both are told');
    expect(sent.map(({ title }) => title)).toEqual(Array(2).fill('Dangerous question in project'));
  });
});
