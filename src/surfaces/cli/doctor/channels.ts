/** Looks at the person's notification channels: whether their settings can be used, and whether the last message of each was sent. */

import { AskOnceError } from '../../../core/model/errors.ts';
import type { ChannelView } from '../../../core/model/views.ts';
import type { Channel } from '../../../notify/channels/channel.ts';
import { storeExists } from '../../../store/exists.ts';
import { channelsOf } from '../notifications.ts';
import type { StoreLocation } from '../store-location.ts';
import { withStore } from '../with-store.ts';
import { type Check, fail, ok, warn } from './check.ts';

export async function channelChecks(location: StoreLocation): Promise<Check[]> {
  let channels: ReturnType<typeof channelsOf>;
  try {
    channels = channelsOf(null);
  } catch (error) {
    if (!(error instanceof AskOnceError)) throw error;
    return [fail('channels', error.message, 'Correct the file; docs/notifications.md describes it.')];
  }
  if (channels.length === 0) return [];
  // If the store cannot be used, another check says so.
  const known = await toldSoFar(location).catch(() => []);
  return channels.map((channel) =>
    channelCheck(
      channel,
      known.find(({ id }) => id === channel.id),
    ),
  );
}

async function toldSoFar(location: StoreLocation): Promise<readonly ChannelView[]> {
  if (!(await storeExists(location.db))) return [];
  return withStore(location, (askonce) => askonce.notifications.list());
}

/** @param known What the store knows of the channel. */
export function channelCheck({ name, note }: Pick<Channel, 'name' | 'note'>, known: ChannelView | undefined): Check {
  const more = note === undefined ? '' : ` ${note}`;
  if (known === undefined)
    return warn('channels', `${name} was never used.${more}`, 'A running `askonce serve` uses it.');
  const { failures, lastError, retryAt } = known;
  const advice = 'Check its settings in notify.json, and the service.';
  if (failures === 0 && lastError !== null)
    return warn('channels', `${name} did not send or change a message, and passed over it: ${lastError}`, advice);
  if (failures === 0) return ok('channels', `${name} works.${more}`);
  const times = failures === 1 ? 'once' : `${failures} times`;
  const again = retryAt === null ? '' : ` It is tried again ${new Date(retryAt).toISOString()}.`;
  return warn('channels', `${name} failed ${times}: ${lastError}${again}`, advice);
}
