/** The person's channels, as they write them down. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownChannels } from '../../src/config/notify-file.ts';

function fileWith(channels: unknown, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-notify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'notify.json');
  writeFileSync(file, typeof channels === 'string' ? channels : JSON.stringify({ channels }));
  chmodSync(file, mode);
  return file;
}

test('every channel, bare and full', () => {
  const file = fileWith([
    { type: 'ntfy', topic: 'ada_1' },
    {
      type: 'ntfy',
      topic: 'ada',
      server: 'https://ntfy.example.com',
      token: 'tk_1',
      private: true,
      text: false,
      hours: '22:00-06:30',
    },
    { type: 'slack', botToken: 'xoxb-1', channel: 'C1' },
    { type: 'slack', botToken: 'xoxb-1', appToken: 'xapp-1', channel: 'C1', people: ['U1'], kinds: ['approval'] },
    { type: 'desktop', via: 'terminal', projects: ['shop'] },
    { type: 'command', command: 'say "$ASKONCE_QUESTION"' },
  ]);
  expect(ownChannels(file)).toEqual([
    { type: 'ntfy', topic: 'ada_1', server: 'https://ntfy.sh', filter: {} },
    {
      ...{ type: 'ntfy', topic: 'ada', server: 'https://ntfy.example.com', token: 'tk_1', private: true, text: false },
      filter: { hours: [1320, 390] },
    },
    { type: 'slack', botToken: 'xoxb-1', channel: 'C1', people: [], filter: {} },
    {
      ...{ type: 'slack', botToken: 'xoxb-1', appToken: 'xapp-1', channel: 'C1', people: ['U1'] },
      filter: { kinds: ['approval'] },
    },
    { type: 'desktop', via: 'terminal', filter: { projects: ['shop'] } },
    { type: 'command', command: 'say "$ASKONCE_QUESTION"', filter: {} },
  ]);
  expect(ownChannels(join(file, '..', 'none.json'))).toEqual([]);
});

test.each([
  ['a list is missing', {}, /channels is \{\}/],
  ['an unknown type', [{ type: 'fax' }], /channels\[0\]\.type is "fax"/],
  ['an unknown field', [{ type: 'ntfy', topic: 'a', tokn: 'x' }], /“channels\[0\]\.tokn” is not a known field/],
  ['plain http to another machine', [{ type: 'ntfy', topic: 'a', server: 'http://ntfy.lan' }], /an https URL/],
  ['no part of the day', [{ type: 'desktop', hours: '8-10' }], /08:00-22:30/],
  ['a topic with a path', [{ type: 'ntfy', topic: 'a/b' }], /the name of a topic/],
])('%s is refused', (_what, channels, why) => {
  expect(() => ownChannels(fileWith(channels))).toThrow(why);
});

test('a token is never in an error, and a file that others can open is refused', () => {
  const wrong = [{ type: 'slack', botToken: 'xoxp-secret', channel: 'C1' }];
  expect(() => ownChannels(fileWith(wrong))).toThrow(/begins with xoxb-/);
  expect(() => ownChannels(fileWith(wrong))).not.toThrow(/secret/);
  expect(() => ownChannels(fileWith('{"channels": [xoxb-secret'))).not.toThrow(/secret/);
  expect(() => ownChannels(fileWith([], 0o644))).toThrow(/chmod 600/);
});
