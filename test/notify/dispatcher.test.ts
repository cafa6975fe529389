/** Channels are told of what waits: once each, over restarts and several servers, and without holding up a question. */
import { expect, it } from 'vitest';
import { checkOut, endOf, setUp } from '../support/open.ts';
import { until } from '../support/processes.ts';
import { describeOnStores } from '../support/stores.ts';
import { storeBehind } from '../webhook/dispatching.ts';
import { eventually, notebook, park, tell } from './telling.ts';

describeOnStores('a channel', (store) => {
  it('is told once of each question that waits, by one of several servers and over restarts, and when it is settled', async () => {
    const bench = await setUp(store);
    const other = { ...bench, askonce: await bench.open() };
    await park(bench.askonce, 'Which colour did it have before?');
    const { channel, sent, updated } = notebook();
    const [first] = [await tell(bench, [channel]), await tell(other, [channel])];
    const id = await park(bench.askonce, 'Which colour should it have?', { options: ['red', 'blue'] });
    await until(() => sent.length === 1, 'it is told');
    await first.stop();
    await tell(bench, [channel]);
    const second = await park(bench.askonce, 'Which size should it have?');
    await until(() => sent.length === 2, 'it is told of the second');
    await bench.askonce.questions.answer(id, 'red', { by: 'ada' });
    await until(() => updated.length === 1, 'the first is changed');
    expect(sent.map((message) => message.id)).toEqual([id, second]);
    const settled = { title: 'Answered in project', text: 'Which colour should it have?', answer: 'red', by: 'ada' };
    expect(updated).toEqual([{ handle: `handle of ${id}`, settled: { id, ...settled } }]);
    expect(await bench.count('channel_messages')).toBe(1);
  });

  it('names the branch and the agent, but not where strangers read', async () => {
    const bench = await setUp(store);
    checkOut(bench.root, 'ref: refs/heads/fix/prices\n');
    const [own, open] = [notebook(), notebook({ id: 'open', content: { text: false, buttons: false } })];
    const there = { ...bench, askonce: await bench.open() };
    await tell(there, [own.channel, open.channel]);
    await park(there.askonce, 'Which colour?', {}, { agent: 'Claude Code' });
    await until(() => own.sent.length === 1 && open.sent.length === 1, 'both are told');
    expect(own.sent[0]).toMatchObject({
      title: 'Question in project · fix/prices · Claude Code',
      ...{ agent: 'Claude Code', branch: 'fix/prices', folder: bench.root },
    });
    expect(open.sent[0]).toMatchObject({ title: 'Question in project', agent: null, branch: null, folder: null });
  });

  it('is told again of a question that returns after it was put off', async () => {
    const bench = await setUp(store);
    const { channel, sent } = notebook();
    await tell(bench, [channel]);
    const id = await park(bench.askonce, 'Which colour?');
    await until(() => sent.length === 1, 'it is told');
    await bench.askonce.questions.snooze(id, '1h');
    bench.clock.advance(3_600_000);
    await until(() => sent.length === 2, 'it is told again');
    expect(sent.map((message) => message.id)).toEqual([id, id]);
  });

  it('that fails is tried again later, and no question waits for it', async () => {
    const bench = await setUp(store);
    let works = false;
    const broken = notebook({ id: 'broken', name: 'broken' });
    const send = broken.channel.send;
    const tries: string[] = [];
    const fails = {
      ...broken.channel,
      send: (...given: Parameters<typeof send>) => {
        tries.push(given[0].id);
        return works ? send(...given) : Promise.reject(new Error('secret detail'));
      },
    };
    const hangs = notebook({ id: 'hangs', name: 'hangs', send: () => new Promise(() => {}) });
    const fine = notebook();
    await tell(bench, [hangs.channel, fails, fine.channel]);
    const id = await endOf(park(bench.askonce, 'Which colour?'));
    await until(() => fine.sent.length === 1 && tries.length === 1, 'the others are told');
    const failing = async () => (await bench.askonce.notifications.list()).find((one) => one.id === 'broken')!;
    await eventually(async () => expect(await failing()).toMatchObject({ failures: 1 }));
    expect((await failing()).lastError).toBe('The message could not be sent.');
    // What was answered in the meantime is no news.
    await endOf(bench.askonce.questions.answer(id, 'red'));
    const next = await park(bench.askonce, 'Which size?');
    works = true;
    bench.clock.advance(10_000);
    await until(() => broken.sent.length === 1, 'it is told');
    expect(broken.sent.map((message) => message.id)).toEqual([next]);
    expect(tries).toEqual([id, next]);
  });

  it('is not told again of a message that a killed server had begun, unless the second would replace the first', async () => {
    const bench = await setUp(store);
    const { access } = storeBehind(bench.askonce);
    const [once, replaced] = [notebook(), notebook({ id: 'replaced', isRepeatable: true })];
    for (const { channel } of [once, replaced]) await access.channels.add(channel.id, 0, 0);
    const id = await park(bench.askonce, 'Which colour?');
    for (const { channel } of [once, replaced]) await access.channels.keepMessage(channel.id, id, null);
    await tell(bench, [once.channel, replaced.channel]);
    const next = await park(bench.askonce, 'Which size?');
    await until(() => once.sent.length === 1 && replaced.sent.length === 2, 'both are told');
    expect(once.sent.map((message) => message.id)).toEqual([next]);
    expect(replaced.sent.map((message) => message.id)).toEqual([id, next]);
  });

  it('gets no text of a secret, no button for what is dangerous, and neither where strangers read', async () => {
    const bench = await setUp(store);
    const [own, open] = [notebook(), notebook({ id: 'open', content: { text: false, buttons: false } })];
    await tell(bench, [own.channel, open.channel]);
    const options = ['red', 'blue'];
    const harmless = await park(bench.askonce, 'Which colour?', { options });
    await park(bench.askonce, 'Should I drop the table users?', { type: 'CONFIRM', destructive: true });
    await park(bench.askonce, 'What is the password of the mail server?');
    await park(bench.askonce, 'Which value?', { options: ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'none'] });
    await bench.askonce.approve({ tool: 'Bash', input: { command: 'npm test' } }, { session: 's', wait: false });
    await until(() => own.sent.length === 5 && open.sent.length === 5, 'both are told');
    const shape = own.sent.map(({ kind, text, buttons, answerLink }) => [
      kind,
      text !== null,
      buttons.map(({ label }) => label).join(),
      answerLink !== null,
    ]);
    expect(shape).toEqual([
      ['question', true, 'red,blue', true],
      ['dangerous', true, '', false],
      ['dangerous', false, '', false],
      ['question', false, '', true],
      ['approval', true, '', false],
    ]);
    expect(own.sent[0]!.link).toBe(`http://192.168.0.7:4766/#/q/${harmless}`);
    for (const { text, options, buttons, answerLink } of open.sent)
      expect({ text, options, buttons, answerLink }).toEqual({
        text: null,
        options: [],
        buttons: [],
        answerLink: null,
      });
    expect(JSON.stringify(open.sent)).not.toMatch(/colour|users|password|ghp_|npm/);
  });

  it('holds what comes outside its hours until they begin, over restarts, and is not told of what was settled meanwhile', async () => {
    const bench = await setUp(store);
    const minutes = new Date(bench.clock.now()).getHours() * 60 + new Date(bench.clock.now()).getMinutes();
    const { channel, sent, updated } = notebook({ filter: { hours: [(minutes + 61) % 1440, (minutes + 121) % 1440] } });
    const always = notebook({ id: 'always' });
    const first = await tell(bench, [channel, always.channel]);
    const settled = await park(bench.askonce, 'Which colour?');
    const open = await park(bench.askonce, 'Which size?');
    await until(() => always.sent.length === 2, 'the other is told');
    const held = async () => (await bench.askonce.notifications.list()).find(({ id }) => id === 'notebook')!;
    await eventually(async () => expect(await held()).toMatchObject({ failures: 0, lastError: null }));
    await eventually(async () => expect((await held()).retryAt).not.toBeNull());
    await first.stop();
    await bench.askonce.questions.answer(settled, 'red');
    const again = await tell(bench, [channel]);
    // It looks again now and then, and holds on.
    for (let quarter = 0; quarter < 3; quarter += 1) {
      const { retryAt } = await held();
      bench.clock.advance(15 * 60_000);
      await eventually(async () => expect((await held()).retryAt).toBeGreaterThan(retryAt!));
    }
    expect(sent).toEqual([]);
    bench.clock.advance(16 * 60_000 + 60_000);
    await until(() => sent.length === 1, 'it is told as its hours begin');
    const within = await park(bench.askonce, 'Which shape?');
    await until(() => sent.length === 2, 'it is told at once within its hours');
    expect(sent.map(({ id }) => id)).toEqual([open, within]);
    expect(updated).toEqual([]);
    await again.stop();
  });

  it('is told only of the projects, kinds and hours that it wants', async () => {
    const bench = await setUp(store);
    const minutes = new Date(bench.clock.now()).getHours() * 60 + new Date(bench.clock.now()).getMinutes();
    const now = [minutes, (minutes + 60) % 1440] as const;
    const later = [(minutes + 60) % 1440, (minutes + 120) % 1440] as const;
    const filters = [
      { projects: ['project'], hours: now },
      { projects: [bench.root], kinds: ['question'] as const },
      { projects: ['elsewhere'] },
      { kinds: ['approval', 'dangerous'] as const },
      { hours: later },
    ];
    const books = filters.map((filter, at) => notebook({ id: `filter-${at}`, filter }));
    const last = notebook();
    await tell(
      bench,
      [...books, last].map(({ channel }) => channel),
    );
    await park(bench.askonce, 'Which colour?');
    await until(() => last.sent.length === 1, 'all are told');
    await park(bench.askonce, 'Should I drop the table users?', { type: 'CONFIRM', destructive: true });
    const isTold = () =>
      [2, 1, 0, 1, 0].every((count, at) => books[at]!.sent.length >= count) && last.sent.length === 2;
    await until(isTold, 'the second is told');
    expect(books.map(({ sent }) => sent.length)).toEqual([2, 1, 0, 1, 0]);
  });
});
