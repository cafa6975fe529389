/** Slack, by its own clients, against an API and a Socket Mode on loopback. */
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type SlackSettings, slack } from '../../src/notify/channels/slack.ts';
import { type Bench, endOf, setUp } from '../support/open.ts';
import { until } from '../support/processes.ts';
import { sqlite } from '../support/stores.ts';
import { storeBehind } from '../webhook/dispatching.ts';
import { type Posted, type Reply, type Service, startService } from './service.ts';
import { eventually, park, tell } from './telling.ts';

interface Button {
  readonly text: { readonly text: string };
  readonly value: string;
  readonly action_id: string;
}

interface Workspace extends Service {
  /** How Slack replies when all is well. */
  readonly answers: Reply;
  readonly settings: SlackSettings;
  /** Posts of one method. */
  readonly of: (method: string) => readonly Posted[];
  readonly connected: () => Promise<WebSocket>;
  /** A press as Slack sends it, by the last connection or another one; resolves once it is acknowledged. */
  readonly press: (user: string, button: Button, connection?: number) => Promise<void>;
  readonly connections: () => number;
}

async function workspace(): Promise<Workspace> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });
  const { port } = sockets.address() as { port: number };
  const clients: WebSocket[] = [];
  const acknowledged = new Set<string>();
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => acknowledged.add(JSON.parse(String(data)).envelope_id));
    socket.send(JSON.stringify({ type: 'hello' }));
    clients.push(socket);
  });
  let posts = 0;
  const answers: Reply = (response, { path, body }) => {
    posts += 1;
    const url = `ws://127.0.0.1:${port}/link`;
    const reply = path === '/apps.connections.open' ? { url } : { channel: body.channel, ts: `17.${posts}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, ...reply }));
  };
  const service = await startService(answers);
  const connected = async () => {
    await until(() => clients.length > 0, 'the socket is connected');
    return clients.at(-1)!;
  };
  return {
    ...service,
    answers,
    settings: {
      type: 'slack',
      botToken: 'xoxb-bot',
      appToken: 'xapp-app',
      channel: 'C1',
      people: ['U-ada'],
      apiUrl: `${service.url}/`,
      filter: {},
    },
    of: (method) => service.posted.filter(({ path }) => path === `/${method}`),
    connected,
    connections: () => clients.length,
    async press(user, { value, action_id }, connection = -1) {
      const id = `envelope ${user} ${value} ${Math.random()}`;
      const actions = [{ action_id, value }];
      const payload = { type: 'block_actions', user: { id: user, username: user }, channel: { id: 'C1' }, actions };
      await connected();
      clients.at(connection)!.send(JSON.stringify({ type: 'interactive', envelope_id: id, payload }));
      await until(() => acknowledged.has(id), 'the press is acknowledged');
    },
  };
}

const blocksOf = ({ body }: Posted) => JSON.parse(String(body.blocks)) as { type: string; elements?: never[] }[];
/** The values of the buttons of a message. */
const buttonsOf = (posted: Posted) =>
  blocksOf(posted).flatMap(({ type, elements = [] }) => (type === 'actions' ? (elements as Button[]) : []));

async function asked(bench: Bench, of: Workspace['of'], question: string, more: object): Promise<[string, Posted]> {
  const before = of('chat.postMessage').length;
  const id = await park(bench.askonce, question, more);
  await until(() => of('chat.postMessage').length > before, 'Slack is told');
  // Its reply has arrived: a clock that is advanced now ends no call.
  const { channels } = storeBehind(bench.askonce).access;
  await eventually(async () => {
    const handles = (await channels.list()).map((channel) => channels.message(channel.id, id));
    expect(await Promise.all(handles)).toContainEqual(expect.any(String));
  });
  return [id, of('chat.postMessage').at(-1)!];
}

describe('Slack', () => {
  it('gets a message with buttons; a listed person’s press answers, and the message and its thread say so', async () => {
    const bench = await setUp(sqlite);
    const { settings, of, press } = await workspace();
    await tell(bench, [slack(settings)]);
    const [id, posted] = await asked(bench, of, 'Which <!channel> colour?', { options: ['red', 'blue'] });
    expect(posted.headers.authorization).toBe('Bearer xoxb-bot');
    expect(posted.body).toMatchObject({ channel: 'C1', text: 'Which &lt;!channel&gt; colour?' });
    expect(buttonsOf(posted).map(({ text }) => text.text)).toEqual(['red', 'blue']);
    await press('U-ada', buttonsOf(posted)[1]!);
    await until(() => of('chat.postMessage').length === 2, 'the thread says it');
    expect(await bench.askonce.questions.get(id)).toMatchObject({ answer: 'blue', by: 'U-ada', surface: 'slack' });
    const [update] = of('chat.update');
    expect(update!.body).toMatchObject({ channel: 'C1', ts: expect.stringMatching(/^17\./) });
    expect(buttonsOf(update!)).toEqual([]);
    expect(of('chat.postMessage')[1]!.body).toMatchObject({
      thread_ts: update!.body.ts,
      text: 'Answered in project: blue (U-ada)',
    });
  });

  it('a stranger’s, an expired, a used and a forged press answers nothing, and says why only to who pressed', async () => {
    const bench = await setUp(sqlite);
    const { settings, of, press } = await workspace();
    await tell(bench, [slack(settings)]);
    const [id, posted] = await asked(bench, of, 'Which colour?', { options: ['red', 'blue'] });
    const [red, blue] = buttonsOf(posted);
    const refused = async (user: string, button: Button, why: RegExp) => {
      const before = of('chat.postEphemeral').length;
      await press(user, button);
      await until(() => of('chat.postEphemeral').length > before, 'the refusal is said');
      expect(of('chat.postEphemeral').at(-1)!.body).toMatchObject({ user, text: expect.stringMatching(why) });
    };
    await refused('U-eve', red!, /not on the list/);
    await refused('U-ada', { ...red!, value: `${red!.value.slice(0, -4)}AAAA` }, /No such link/);
    const [, dangerous] = await asked(bench, of, 'Should I drop the table users?', {
      type: 'CONFIRM',
      destructive: true,
    });
    expect(buttonsOf(dangerous)).toEqual([]);
    expect(await bench.askonce.questions.get(id)).toMatchObject({ status: 'pending' });
    bench.clock.advance(86_400_000);
    await refused('U-ada', red!, /expired/);
    expect(await bench.askonce.questions.get(id)).toMatchObject({ status: 'pending' });
    const [second, fresh] = await asked(bench, of, 'Which size?', { options: ['small', 'large'] });
    const [small, large] = buttonsOf(fresh);
    await press('U-ada', small!);
    await until(() => of('chat.update').length === 1, 'it is answered');
    await refused('U-ada', small!, /used/);
    await refused('U-ada', large!, /used/);
    expect(await bench.askonce.questions.get(second)).toMatchObject({ answer: 'small' });
    expect(blue!.value).not.toBe(red!.value);
  });

  it('says in the message of the first that a second agent asks the same, and keeps its buttons', async () => {
    const bench = await setUp(sqlite);
    const { settings, of, press } = await workspace();
    await tell(bench, [slack(settings)]);
    const options = ['red', 'blue'];
    const [id] = await asked(bench, of, 'Which colour?', { options });
    const other = await park(bench.askonce, 'Which colour?', { options }, { session: 'other' });
    await until(() => of('chat.update').length === 1, 'the message is changed');
    const [update] = of('chat.update');
    expect(String(update!.body.blocks)).toContain('Question in project · 2 agents');
    await press('U-ada', buttonsOf(update!)[0]!);
    for (const one of [id, other])
      await eventually(async () => expect(await bench.askonce.questions.get(one)).toMatchObject({ answer: 'red' }));
    bench.clock.advance(2_000);
    await until(() => of('chat.update').length === 2, 'it is settled');
    expect(of('chat.postMessage').filter(({ body }) => body.thread_ts === undefined)).toHaveLength(1);
  });

  it('tells the next question although somebody has deleted the message of the last one', async () => {
    const bench = await setUp(sqlite);
    const { settings, of, reply, answers } = await workspace();
    await tell(bench, [slack(settings)]);
    const [id] = await asked(bench, of, 'Which colour?', {});
    reply((response, posted) =>
      posted.path === '/chat.update'
        ? response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"ok":false,"error":"message_not_found"}')
        : answers(response, posted),
    );
    await bench.askonce.questions.answer(id, 'red');
    await until(() => of('chat.update').length === 1, 'Slack refuses the change');
    const [, next] = await asked(bench, of, 'Which size?', {});
    expect(next.body).toMatchObject({ text: 'Which size?' });
    expect(of('chat.update')).toHaveLength(1);
  });

  it('counts the people of the entry that made the message, whichever connection of the app brings their press', async () => {
    const bench = await setUp(sqlite);
    const { settings, of, press, connections } = await workspace();
    await tell(bench, [slack(settings), slack({ ...settings, channel: 'C2', people: ['U-bob'] })]);
    await until(() => connections() === 2, 'both are connected');
    for (const connection of [0, 1]) {
      const question = `Which colour should wall ${connection} have?`;
      const id = await park(bench.askonce, question, { options: ['red', 'blue'] });
      const postedIn = (channel: string) =>
        of('chat.postMessage').find(({ body }) => body.channel === channel && body.text === question);
      await until(() => postedIn('C1') !== undefined && postedIn('C2') !== undefined, 'both are told');
      await press('U-bob', buttonsOf(postedIn('C1')!)[0]!, connection);
      await until(() => of('chat.postEphemeral').length === connection + 1, 'a stranger of this entry is refused');
      await press('U-bob', buttonsOf(postedIn('C2')!)[1]!, connection);
      await eventually(async () => expect(await bench.askonce.questions.get(id)).toMatchObject({ answer: 'blue' }));
    }
  });

  it('without an app token or people has no buttons, and an ended connection is opened again', async () => {
    const bench = await setUp(sqlite);
    const { settings, of, connected } = await workspace();
    const { appToken: _appToken, ...bare } = settings;
    await tell(bench, [
      slack({ ...bare, channel: 'C2' }),
      slack({ ...settings, channel: 'C3', people: [] }),
      slack(settings),
    ]);
    const first = await connected();
    await park(bench.askonce, 'Which colour?', { options: ['red', 'blue'] });
    await until(() => of('chat.postMessage').length === 3, 'all are told');
    const counts = of('chat.postMessage').map((posted) => [posted.body.channel, buttonsOf(posted).length]);
    expect(Object.fromEntries(counts)).toEqual({ C1: 2, C2: 0, C3: 0 });
    expect(of('apps.connections.open')).toHaveLength(1);
    first.terminate();
    await endOf(until(() => of('apps.connections.open').length === 2, 'it connects again'));
  });
});
