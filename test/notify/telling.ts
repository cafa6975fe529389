/** Channels on a real store with a clock that stands still, stopped when the test ends. */
import { onTestFinished, vi } from 'vitest';
import type { AskOnce } from '../../src/index.ts';
import type { NotificationOptions } from '../../src/library/notifications.ts';
import type { Channel, QuestionMessage, SettledMessage } from '../../src/notify/channels/channel.ts';
import type { Bench } from '../support/open.ts';

export const HERE = 'http://192.168.0.7:4766';

export async function tell(
  { askonce, clock }: Pick<Bench, 'askonce' | 'clock'>,
  channels: readonly Channel[],
  more: Partial<NotificationOptions> = {},
): Promise<{ stop: () => Promise<void> }> {
  const dispatcher = askonce.notifications.dispatcher({ channels, url: HERE, isReachable: true, ...more });
  const stop = () => {
    const stopped = dispatcher.stop();
    // What hangs is broken off.
    clock.advance(3_000);
    return stopped;
  };
  onTestFinished(stop);
  await dispatcher.start();
  return { stop };
}

/** A channel that writes down what it is told. */
export function notebook(more: Partial<Channel> = {}) {
  const sent: QuestionMessage[] = [];
  const updated: { handle: string; settled: SettledMessage }[] = [];
  const channel: Channel = {
    id: 'notebook',
    name: 'notebook',
    filter: {},
    content: { text: true, buttons: true },
    isRepeatable: false,
    async send(message) {
      sent.push(message);
      return `handle of ${message.id}`;
    },
    async update(handle, settled) {
      updated.push({ handle, settled });
    },
    ...more,
  };
  return { channel, sent, updated };
}

/** Asks without waiting, and returns the id of what waits. */
export async function park(askonce: AskOnce, question: string, more: object = {}, where: object = {}): Promise<string> {
  const asked = await askonce.ask({ question, ...more }, { session: 's', wait: false, ...where });
  const [item] = asked.items;
  if (item!.outcome !== 'parked') throw new Error(`expected a parked question, got ${JSON.stringify(item)}`);
  return item!.id!;
}

/** Looks until it is so. */
export function eventually(isSo: () => Promise<void>): Promise<void> {
  return vi.waitFor(isSo, { timeout: 20_000, interval: 5 });
}
