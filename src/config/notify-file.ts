/**
 * The person's own channels: `notify.json` in their configuration folder. It holds tokens and names what is run and who is told, so it is
 * never read from a project, whose files agents can write.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ChannelFilter, MESSAGE_KINDS, type MessageKind } from '../notify/channels/channel.ts';
import type { ChannelSettings } from '../notify/channels/make.ts';
import { configFolder } from '../util/config-folder.ts';
import { inside, objectAt, type Place, textAt, unfit, unusable, urlAt } from './field.ts';

const TYPES = ['ntfy', 'slack', 'desktop', 'command'] as const;
const COMMON = ['type', 'projects', 'kinds', 'hours'] as const;
const FIELDS: Readonly<Record<(typeof TYPES)[number], readonly string[]>> = {
  ntfy: ['topic', 'server', 'token', 'private', 'text'],
  slack: ['botToken', 'appToken', 'channel', 'people', 'apiUrl', 'text'],
  desktop: ['via'],
  command: ['command'],
};
const NTFY = 'https://ntfy.sh';

function notifyFile(): string {
  return join(configFolder(process.env), 'askonce', 'notify.json');
}

/** Returns the person's channels; none if there is no file. A file that others can read or write is refused: it holds tokens. */
export function ownChannels(file = notifyFile()): readonly ChannelSettings[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const me = process.getuid?.();
  if (me !== undefined && (stats.uid !== me || (stats.mode & 0o077) !== 0)) {
    throw unusable(file, 'holds your notification channels, but other users can open it. Run: chmod 600 on it.');
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The parser's message quotes the file, which holds tokens.
    throw unusable(file, 'is not valid JSON.', error);
  }
  const place = { file, name: '' };
  const { channels = [] } = objectAt(place, value, ['channels'], 'an object with a list of channels');
  const at = inside(place, 'channels');
  if (!Array.isArray(channels)) throw unfit(at, channels, 'a list of channels');
  return channels.map((channel, n) => channelAt(inside(at, n), channel));
}

function channelAt(place: Place, value: unknown): ChannelSettings {
  const expected = `a channel with a type: ${TYPES.join(', ')}`;
  const named = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  const type = TYPES.find((one) => one === named);
  if (type === undefined) throw unfit(named === undefined ? place : inside(place, 'type'), named, expected);
  const fields = objectAt(place, value, [...COMMON, ...FIELDS[type]], expected);
  const filter = filterAt(place, fields);
  const text = (name: string, wanted: string) => textAt(inside(place, name), fields[name], wanted).trim();
  const has = (name: string) => fields[name] !== undefined;
  const shows = has('text') ? { text: booleanAt(inside(place, 'text'), fields.text) } : {};
  switch (type) {
    case 'ntfy':
      return {
        type,
        topic: topicAt(inside(place, 'topic'), fields.topic),
        server: has('server') ? serviceAt(inside(place, 'server'), fields.server) : NTFY,
        ...(has('token') ? { token: secretAt(inside(place, 'token'), fields.token) } : {}),
        ...(has('private') ? { private: booleanAt(inside(place, 'private'), fields.private) } : {}),
        ...shows,
        filter,
      };
    case 'slack':
      return {
        type,
        botToken: secretAt(inside(place, 'botToken'), fields.botToken, 'xoxb-'),
        ...(has('appToken') ? { appToken: secretAt(inside(place, 'appToken'), fields.appToken, 'xapp-') } : {}),
        channel: text('channel', 'the id of a channel, such as "C0123456789"'),
        people: has('people')
          ? listAt(inside(place, 'people'), fields.people, 'the id of a person, such as "U0123456789"')
          : [],
        ...(has('apiUrl') ? { apiUrl: serviceAt(inside(place, 'apiUrl'), fields.apiUrl) } : {}),
        ...shows,
        filter,
      };
    case 'desktop':
      return { type, ...(has('via') ? { via: viaAt(inside(place, 'via'), fields.via) } : {}), filter };
    case 'command':
      return { type, command: text('command', 'a shell command'), filter };
  }
}

function filterAt(place: Place, { projects, kinds, hours }: Record<string, unknown>): ChannelFilter {
  const kind = (at: Place, value: unknown): MessageKind => {
    const known = MESSAGE_KINDS.find((one) => one === value);
    if (known === undefined) throw unfit(at, value, `one of ${MESSAGE_KINDS.join(', ')}`);
    return known;
  };
  const kindsAt = inside(place, 'kinds');
  if (kinds !== undefined && !Array.isArray(kinds))
    throw unfit(kindsAt, kinds, `a list of ${MESSAGE_KINDS.join(', ')}`);
  return {
    ...(projects === undefined
      ? {}
      : { projects: listAt(inside(place, 'projects'), projects, 'the name or path of a project') }),
    ...(kinds === undefined ? {} : { kinds: kinds.map((one, n) => kind(inside(kindsAt, n), one)) }),
    ...(hours === undefined ? {} : { hours: hoursAt(inside(place, 'hours'), hours) }),
  };
}

function hoursAt(place: Place, value: unknown): readonly [number, number] {
  const expected = 'a part of the day, such as "08:00-22:30"';
  const [, ...parts] =
    /^([01]?\d|2[0-4]):([0-5]\d)\s*-\s*([01]?\d|2[0-4]):([0-5]\d)$/.exec(textAt(place, value, expected)) ?? [];
  const [fromHour, fromMinute, toHour, toMinute] = parts.map(Number);
  if (toMinute === undefined) throw unfit(place, value, expected);
  return [fromHour! * 60 + fromMinute!, toHour! * 60 + toMinute];
}

function listAt(place: Place, value: unknown, each: string): readonly string[] {
  if (!Array.isArray(value)) throw unfit(place, value, `a list, each ${each}`);
  return value.map((one, n) => textAt(inside(place, n), one, each));
}

function topicAt(place: Place, value: unknown): string {
  const expected = 'the name of a topic: letters, digits, - and _, 64 at most';
  const topic = textAt(place, value, expected);
  if (!/^[-\w]{1,64}$/.test(topic)) throw unfit(place, value, expected);
  return topic;
}

/** An address that gets tokens and texts: https, or this machine. */
function serviceAt(place: Place, value: unknown): string {
  const url = urlAt(place, value);
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw unfit(place, url, 'an https URL; only this machine can do without');
  return url;
}

/** Never shown in an error. */
function secretAt(place: Place, value: unknown, prefix = ''): string {
  const isToken = typeof value === 'string' && value.startsWith(prefix) && /^[\x21-\x7e]+$/.test(value);
  if (isToken) return value;
  const found = typeof value === 'string' ? 'another text' : typeof value;
  const expected = prefix === '' ? 'a token' : `a token that begins with ${prefix}`;
  throw unusable(`${place.file}: ${place.name}`, `is ${found}, but must be ${expected}.`);
}

function booleanAt(place: Place, value: unknown): boolean {
  if (typeof value !== 'boolean') throw unfit(place, value, 'true or false');
  return value;
}

function viaAt(place: Place, value: unknown): 'notifier' | 'terminal' {
  if (value !== 'notifier' && value !== 'terminal') throw unfit(place, value, 'notifier or terminal');
  return value;
}
