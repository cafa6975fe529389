/** Makes channels from the person's settings. */
import type { Channel } from './channel.ts';
import { type CommandSettings, commandChannel } from './command.ts';
import { type DesktopPorts, type DesktopSettings, desktop } from './desktop.ts';
import { type NtfySettings, ntfy } from './ntfy.ts';
import { type SlackSettings, slack } from './slack.ts';

export type ChannelSettings = NtfySettings | SlackSettings | DesktopSettings | CommandSettings;

export function channelOf(settings: ChannelSettings, ports: DesktopPorts): Channel {
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
