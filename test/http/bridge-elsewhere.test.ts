/** The bridge to OpenCode with the inbox on a server, against a scripted OpenCode. */
import { expect, it, onTestFinished } from 'vitest';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import { bridgeOpenCode } from '../../src/adapters/opencode/bridge.ts';
import { OpenCodeServer } from '../../src/adapters/opencode/server.ts';
import { remoteService } from '../../src/surfaces/remote/remote-service.ts';
import { bash, OpenCodeHost, question } from '../adapters/opencode-server.ts';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { serveOn } from './serving.ts';

async function start() {
  const { askonce } = await setUp(sqlite);
  const here = async () => askonce;
  const http = { projects: { named: here, bound: here, around: async () => null, ofQuestion: here } };
  const { url, app } = await serveOn(askonce, { http });
  const host = await OpenCodeHost.start();
  const bridge = () => {
    const end = new AbortController();
    const service = remoteService({
      url,
      token: 'token-of-asker',
      project: 'github.com/acme/shop',
      folder: '/elsewhere',
    });
    const ended = bridgeOpenCode({
      server: new OpenCodeServer({ url: host.url, directory: '/the project' }),
      asking: libraryAsking(async () => service, { agent: 'OpenCode', sameAsk: true }),
      ...{ signal: end.signal, log: () => {}, pauses: { connectMs: 1, listMs: 3_600_000 } },
    });
    const stop = async () => {
      end.abort();
      await ended.catch(() => {});
    };
    onTestFinished(stop);
    return stop;
  };
  const waiting = async () => (await askonce.questions.list({ status: 'pending' })).items;
  const again = () => serveOn(askonce, { http, port: Number(new URL(url).port) });
  return { askonce, app, again, host, bridge, waiting };
}

it('brings questions and calls to the server, and the answers back after the server was away', async () => {
  const { askonce, app, again, host, bridge, waiting } = await start();
  bridge();
  await host.connected();
  host.asks('question', question('que_1'));
  host.asks('permission', bash('per_1', 'npm publish'));
  await expect.poll(async () => (await waiting()).length).toBe(2);
  const items = await waiting();
  expect(items).toMatchObject([{ agent: 'OpenCode' }, { agent: 'OpenCode' }]);
  await app.close();
  const call = items.find(({ approval }) => approval !== null)!;
  await askonce.approvals.decide(call.id, { decision: 'allow', by: 'ada' });
  await askonce.questions.answer(items.find(({ id }) => id !== call.id)!.id, '1');
  expect(host.replies).toEqual([]);
  await again();
  const replies = await host.replied(2);
  expect(replies.find(({ path }) => path.startsWith('/permission'))!.body).toEqual({ reply: 'once' });
  expect(replies.filter(({ path }) => path.startsWith('/question'))).toHaveLength(1);
  expect((await askonce.questions.list()).items).toHaveLength(2);
});

it('withdraws a call that was decided in OpenCode, also one that an earlier bridge brought', async () => {
  const { host, bridge, waiting } = await start();
  const stop = bridge();
  await host.connected();
  host.asks('permission', bash('per_1', 'npm publish'));
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await stop();
  expect(await waiting()).toHaveLength(1);
  bridge();
  await host.connected();
  host.asks('question', question('que_1'));
  await expect.poll(async () => (await waiting()).length).toBe(2);
  host.answersItself('per_1');
  await expect.poll(async () => (await waiting()).map(({ approval }) => approval), { timeout: 10_000 }).toEqual([null]);
});
