/** Channels from a person's settings. */
import { expect, it } from 'vitest';
import type { ChannelFilter } from '../../src/notify/channels/channel.ts';
import { channelsFrom } from '../../src/notify/channels/make.ts';
import { setUp } from '../support/open.ts';
import { until } from '../support/processes.ts';
import { sqlite } from '../support/stores.ts';
import { startService } from './service.ts';
import { park, tell } from './telling.ts';

const ports = { env: {}, platform: 'linux', terminal: null } as const;
const ntfyOf = (server: string, filter: ChannelFilter) => ({ type: 'ntfy', topic: 'ada', server, filter }) as const;

it('tells one topic by two entries with different filters, each over restarts', async () => {
  const bench = await setUp(sqlite);
  const service = await startService();
  const make = () =>
    channelsFrom(
      [
        ntfyOf(service.url, { kinds: ['dangerous'] }),
        ntfyOf(service.url, { kinds: ['question'], hours: [0, 1_440] }),
        ntfyOf(service.url, { kinds: ['question'], hours: [0, 1_440] }),
      ],
      ports,
    );
  const first = await tell(bench, make());
  const titles = () => service.posted.map(({ body }) => body.title);
  await park(bench.askonce, 'Should I drop the table users?', { type: 'CONFIRM', destructive: true });
  await park(bench.askonce, 'Which colour?');
  await until(() => titles().length === 2, 'both are told');
  await first.stop();
  await tell(bench, make());
  await park(bench.askonce, 'Which size?');
  await until(() => titles().length === 3, 'the third is told');
  expect(titles().toSorted()).toEqual(['Dangerous question in project', 'Question in project', 'Question in project']);
});

it('keeps the id that a single entry has, whatever its filter', () => {
  const [only] = channelsFrom([ntfyOf('https://ntfy.sh', {})], ports);
  const several = channelsFrom(
    [ntfyOf('https://ntfy.sh', { kinds: ['dangerous'] }), ntfyOf('https://ntfy.sh', {})],
    ports,
  );
  expect(several.map(({ id }) => id)).toEqual([only!.id, `${only!.id}-2`]);
});
