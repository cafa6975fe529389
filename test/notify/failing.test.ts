/** A channel that fails: what is tried again, what is passed over, and that no later question waits for a message that cannot be sent. */
import { expect, it } from 'vitest';
import { AskOnceError } from '../../src/index.ts';
import type { Affected } from '../../src/notify/channels/channel.ts';
import { type Bench, setUp } from '../support/open.ts';
import { until } from '../support/processes.ts';
import { describeOnStores } from '../support/stores.ts';
import { eventually, notebook, park, tell } from './telling.ts';

const refusal = (affects?: Affected) => new AskOnceError('channel_failed', 'message_not_found', { affects });
const known = async ({ askonce }: Bench) => (await askonce.notifications.list()).find(({ id }) => id === 'notebook')!;

/** Waits for the next failure to be recorded, then until the next attempt is due. */
async function failsAgain(bench: Bench, failures: number): Promise<void> {
  await eventually(async () => expect(await known(bench)).toMatchObject({ failures }));
  bench.clock.advance((await known(bench)).retryAt! - bench.clock.now());
}

describeOnStores('a channel that fails', (store) => {
  it('passes over a message that can never be changed, and tells the next question at once', async () => {
    const bench = await setUp(store);
    const lines: string[] = [];
    const { channel, sent } = notebook({ update: () => Promise.reject(refusal('message')) });
    await tell(bench, [channel], { log: (line) => lines.push(line) });
    const id = await park(bench.askonce, 'Which colour?');
    await until(() => sent.length === 1, 'it is told');
    await bench.askonce.questions.answer(id, 'red');
    await eventually(async () => expect((await known(bench)).lastError).toBe('message_not_found'));
    expect(lines).toEqual(['channel notebook: message_not_found (passed over)']);
    expect(await bench.count('channel_messages')).toBe(0);
    const next = await park(bench.askonce, 'Which size?');
    await until(() => sent.length === 2, 'it is told of the next');
    expect(sent[1]!.id).toBe(next);
    await eventually(async () => expect(await known(bench)).toMatchObject({ failures: 0, lastError: null }));
  });

  it('gives up a change that fails for an unknown reason after five attempts, and then tells the next question', async () => {
    const bench = await setUp(store);
    let tries = 0;
    const { channel, sent } = notebook({
      update: () => {
        tries += 1;
        return Promise.reject(refusal());
      },
    });
    await tell(bench, [channel]);
    const id = await park(bench.askonce, 'Which colour?');
    await until(() => sent.length === 1, 'it is told');
    await bench.askonce.questions.answer(id, 'red');
    await park(bench.askonce, 'Which size?');
    for (let failures = 1; failures < 5; failures += 1) await failsAgain(bench, failures);
    await until(() => sent.length === 2, 'it is told of the next');
    expect(tries).toBe(5);
  });

  it('passes over a question whose message is refused for good', async () => {
    const bench = await setUp(store);
    const { channel, sent } = notebook();
    const { send } = channel;
    const picky = (...given: Parameters<typeof send>) =>
      given[0].text === 'Which colour?' ? Promise.reject(refusal('message')) : send(...given);
    await tell(bench, [{ ...channel, send: picky }]);
    await park(bench.askonce, 'Which colour?');
    await eventually(async () => expect((await known(bench)).lastError).toBe('message_not_found'));
    const next = await park(bench.askonce, 'Which size?');
    await until(() => sent.length === 1, 'it is told of the next');
    expect(sent[0]!.id).toBe(next);
  });

  it('changes a message after the service was out of reach for a day', async () => {
    const bench = await setUp(store);
    let isDown = true;
    const { channel, sent, updated } = notebook();
    const update = (...given: Parameters<NonNullable<typeof channel.update>>) =>
      isDown ? Promise.reject(refusal('channel')) : channel.update!(...given);
    await tell(bench, [{ ...channel, update }]);
    const id = await park(bench.askonce, 'Which colour?');
    await until(() => sent.length === 1, 'it is told');
    await bench.askonce.questions.answer(id, 'red');
    for (let failures = 1; failures < 26; failures += 1) await failsAgain(bench, failures);
    await eventually(async () => expect(await known(bench)).toMatchObject({ failures: 26 }));
    isDown = false;
    await failsAgain(bench, 26);
    await until(() => updated.length === 1, 'it is changed');
  });

  it('that works again is not told of a question that was put off meanwhile, until that returns', async () => {
    const bench = await setUp(store);
    let isDown = true;
    const { channel, sent } = notebook();
    const { send } = channel;
    const late = (...given: Parameters<typeof send>) => (isDown ? Promise.reject(refusal('channel')) : send(...given));
    await tell(bench, [{ ...channel, send: late }]);
    const id = await park(bench.askonce, 'Which colour?');
    await eventually(async () => expect(await known(bench)).toMatchObject({ failures: 1 }));
    await bench.askonce.questions.snooze(id, '2d');
    isDown = false;
    bench.clock.advance(10_000);
    const next = await park(bench.askonce, 'Which size?');
    await until(() => sent.length > 0, 'it is told of another');
    expect(sent.map((message) => message.id)).toEqual([next]);
    bench.clock.advance(2 * 86_400_000);
    await until(() => sent.length === 2, 'it is told as the question returns');
    expect(sent[1]!.id).toBe(id);
  });
});
