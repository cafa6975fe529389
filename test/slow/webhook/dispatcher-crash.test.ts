/** A dispatcher that is killed between the telling and the keeping: nothing is lost, and what is told again can be known by its id. */
import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../src/testing/fake-clock.ts';
import { endOf } from '../../support/open.ts';
import { program } from '../../support/programs.ts';
import { describeOnStores } from '../../support/stores.ts';
import { hooks } from '../../webhook/dispatching.ts';
import { replyWith, startReceiver } from '../../webhook/receiver.ts';

const CHILD = program('test/slow/webhook/dispatcher-child.ts');
const HOLD_MS = 60_000;

describeOnStores('a dispatcher that is killed', (store) => {
  it('after the third event was told loses none, and the third is told again under its id', async () => {
    const { db, root, happen, register, webhook, dispatch, expectedIds } = await hooks(store);
    const receiver = await startReceiver();
    await happen(5);
    const id = await register(receiver);
    const expected = await expectedIds();
    const child = spawn(process.execPath, [CHILD, db, root], { stdio: ['ignore', 'ignore', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    receiver.reply((response, received) => {
      // The receiver has it; the reply is never read.
      if (received.id === expected[2]) child.kill('SIGKILL');
      else replyWith(204)(response, received);
    });
    await endOf(ended);
    expect(receiver.ids()).toEqual(expected.slice(0, 3));
    expect(`evt-${(await webhook(id)).seq}`).toBe(expected[1]);

    receiver.reply(204);
    await dispatch({ clock: new FakeClock(Date.now() + HOLD_MS) });
    await receiver.has(6);
    expect(receiver.ids()).toEqual([...expected.slice(0, 3), ...expected.slice(2)]);
    const [, , first, second] = receiver.received;
    expect(second!.body).toBe(first!.body);
  });
});
