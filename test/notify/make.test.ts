/** Channels from a person's settings. */
import { expect, it } from 'vitest';
import type { ChannelFilter } from '../../src/notify/channels/channel.ts';
import { channelsFrom } from '../../src/notify/channels/make.ts';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { startService } from './service.ts';
import { park, tell } from './telling.ts';

const ports = { env: {}, platform: 'linux', terminal: null } as const;
const ntfyOf = (server: string, filter: ChannelFilter) => ({ type: 'ntfy', topic: 'ada', server, filter }) as const;

it('tells one topic by two entries with different filters, and by the same entry twice only once', async () => {
  const bench = await setUp(sqlite);
  const service = await startService();
  const [dangerous, harmless] = [
    ntfyOf(service.url, { kinds: ['dangerous'] }),
    ntfyOf(service.url, { kinds: ['question'], hours: [0, 1_440] }),
  ];
  await tell(bench, channelsFrom([dangerous, harmless, harmless], ports));
  const titles = async (count: number) => (await service.has(count)).map(({ body }) => body.title);
  await park(bench.askonce, 'Which colour?');
  await titles(1);
  await park(bench.askonce, 'Should I drop the table users?', { type: 'CONFIRM', destructive: true });
  expect(await titles(2)).toEqual(['Question in project', 'Dangerous question in project']);
});

it('keeps the id that a single entry has, whatever its filter', () => {
  const [only] = channelsFrom([ntfyOf('https://ntfy.sh', {})], ports);
  const several = channelsFrom(
    [ntfyOf('https://ntfy.sh', { kinds: ['dangerous'] }), ntfyOf('https://ntfy.sh', {})],
    ports,
  );
  expect(several.map(({ id }) => id)).toEqual([only!.id, `${only!.id}-2`]);
});
