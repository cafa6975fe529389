/** Makes channels from the person's settings. */
import type { Channel } from './channel.ts';
import { type CommandSettings, commandChannel } from './command.ts';
import { type DesktopPorts, type DesktopSettings, desktop } from './desktop.ts';
import { type NtfySettings, ntfy } from './ntfy.ts';
import { type SlackSettings, slack } from './slack.ts';

export type ChannelSettings = NtfySettings | SlackSettings | DesktopSettings | CommandSettings;

/**
 * Makes the channels of a list. Several may have one target and differ in their filters: the first has the id of the target, and each other
 * one its place beside it, so that each has a cursor of its own. The same entry twice is one.
 */
export function channelsFrom(list: readonly ChannelSettings[], ports: DesktopPorts): readonly Channel[] {
  const entries = new Map(list.map((settings) => [JSON.stringify(settings), channelOf(settings, ports)]));
  const places = new Map<string, number>();
  return Array.from(entries.values(), (channel) => {
    const { id, name } = channel;
    const place = (places.get(id) ?? 0) + 1;
    places.set(id, place);
    return place === 1 ? channel : { ...channel, id: `${id}-${place}`, name: `${name} (${place})` };
  });
}

function channelOf(settings: ChannelSettings, ports: DesktopPorts): Channel {
  switch (settings.type) {
    case 'ntfy':
      return ntfy(settings);
    case 'slack':
      return slack(settings);
    case 'desktop':
      return desktop(settings, ports);
    case 'command':
      return commandChannel(settings, ports.env);
  }
}
