/** The channels of the person who runs a server, and the notify command of that server. */
import type { AskOnce } from '../../askonce.ts';
import { ownChannels } from '../../config/notify-file.ts';
import type { NotificationDispatcher } from '../../library/notifications.ts';
import type { Channel } from '../../notify/channels/channel.ts';
import { commandChannel } from '../../notify/channels/command.ts';
import { channelsFrom } from '../../notify/channels/make.ts';
import { withoutModel } from '../../worker/agents/command/process-group.ts';

/** @param command The notify command of the flags, the environment or a trusted config file. */
export function channelsOf(command: string | null): readonly Channel[] {
  const env = withoutModel(process.env);
  const terminal = process.stderr.isTTY ? process.stderr : null;
  const own = channelsFrom(ownChannels(), { env, platform: process.platform, terminal });
  if (command === null) return own;
  const told = commandChannel({ type: 'command', command, filter: {} }, env);
  return [...own.filter(({ id }) => id !== told.id), told];
}

/** Begins to tell the person. A channel that fails is tried again later and holds up nothing. */
export async function startTelling(
  askonce: AskOnce,
  channels: readonly Channel[],
  { url, isReachable, log }: { url: string; isReachable: boolean; log: (line: string) => void },
): Promise<NotificationDispatcher | null> {
  if (channels.length === 0) return null;
  const dispatcher = askonce.notifications.dispatcher({ channels, url, isReachable, log });
  await dispatcher.start();
  return dispatcher;
}
