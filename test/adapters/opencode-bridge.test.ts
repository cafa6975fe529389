/** The bridge to OpenCode, against a scripted server: what is asked reaches the inbox, and the answers go back, whatever breaks. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { libraryAsking } from '../../src/adapters/library-asking.ts';
import { bridgeOpenCode } from '../../src/adapters/opencode/bridge.ts';
import { OpenCodeServer } from '../../src/adapters/opencode/server.ts';
import type { AskOnce, Clarification } from '../../src/index.ts';
import { setUp } from '../support/open.ts';
import { sqlite } from '../support/stores.ts';
import { bash, OpenCodeHost, part, question } from './opencode-server.ts';

interface Running {
  readonly log: string[];
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

async function start() {
  const { askonce, open } = await setUp(sqlite);
  const host = await OpenCodeHost.start();
  const bridge = (of: AskOnce = askonce, listMs = 3_600_000): Running => {
    const end = new AbortController();
    const log: string[] = [];
    const ended = bridgeOpenCode({
      server: new OpenCodeServer({ url: host.url, directory: '/the project' }),
      asking: libraryAsking(async () => of, { agent: 'OpenCode', sameAsk: true }),
      ...{ signal: end.signal, log: (line) => log.push(line), pauses: { connectMs: 1, listMs } },
    });
    const stop = async () => {
      end.abort();
      await ended.catch(() => {});
    };
    onTestFinished(stop);
    return { log, stop, ended };
  };
  /** Waits until as many questions wait in the inbox, and returns them. */
  const inbox = async (count = 1): Promise<readonly Clarification[]> => {
    for (;;) {
      const { items } = await askonce.questions.list({ status: 'pending' });
      if (items.length === count) return items;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  /** How a question ended. */
  const closed = async (id: string) => {
    const { status } = (await askonce.questions.get(id))!;
    const events = await askonce.events.list();
    const left = events.find(({ type, clarification }) => type === 'ask.cancelled' && clarification === id);
    return { status, because: /“(.*)”/.exec(String(left?.data.evidence))?.[1] };
  };
  return { askonce, open, host, bridge, inbox, closed };
}

describe('questions', () => {
  it('asks in the inbox, and sends one answer, several, and the person’s own words', async () => {
    const { askonce, host, bridge, inbox } = await start();
    bridge();
    await host.connected();
    const [one] = question('que_1').questions as object[];
    const features = { question: 'Which features?', options: [{ label: 'Auth' }, { label: 'Cache' }], multiple: true };
    host.asks('question', {
      ...question('que_1'),
      questions: [one, features, { question: 'What name?', options: [] }],
    });
    const [database, several, name] = await inbox(3);
    expect(database).toMatchObject({ session: 'opencode-ses_1', header: 'Database', strictOptions: false });
    await askonce.questions.answer(name!.id, 'ledger, in lower case');
    await askonce.questions.answer(several!.id, ['Auth', 'Cache']);
    await askonce.questions.answer(database!.id, 'MySQL 5');
    expect(await host.replied()).toEqual([
      { path: '/question/que_1/reply', body: { answers: [['MySQL 5'], ['Auth', 'Cache'], ['ledger, in lower case']] } },
    ]);
    expect([...host.folders]).toEqual(['/the project']);
  });

  it('takes only the options where OpenCode does', async () => {
    const { askonce, host, bridge, inbox } = await start();
    host.asks('question', question('que_1', { custom: false }));
    bridge();
    const [asked] = await inbox();
    await expect(askonce.questions.answer(asked!.id, 'MySQL')).rejects.toMatchObject({ code: 'answer_refused' });
    await askonce.questions.answer(asked!.id, 'sqlite');
    expect((await host.replied())[0]!.body).toEqual({ answers: [['SQLite']] });
  });

  it('rejects what the person declines, and leaves one of several unanswered', async () => {
    const { askonce, host, bridge, inbox } = await start();
    host.asks('question', question('que_1'));
    bridge();
    await askonce.questions.decline((await inbox())[0]!.id, 'Ask Bob');
    expect(await host.replied()).toEqual([{ path: '/question/que_1/reject', body: null }]);
    const both = [{ question: 'What name?' }, { question: 'What colour?' }];
    host.asks('question', { id: 'que_2', sessionID: 'ses_2', questions: both });
    const [name, colour] = await inbox(2);
    await askonce.questions.decline(name!.id);
    await askonce.questions.answer(colour!.id, 'green');
    expect((await host.replied(2))[1]!.body).toEqual({ answers: [[], ['green']] });
  });
});

describe('permissions', () => {
  it('shows the whole call, allows it once, and offers no edit', async () => {
    const { askonce, host, bridge, inbox } = await start();
    host.messages.set('msg_per_1', part('bash', { command: 'npm test', workdir: '/elsewhere' }));
    host.asks('permission', bash('per_1', 'npm test'));
    bridge();
    const [asked] = await inbox();
    expect(asked!.approval).toMatchObject({
      ...{ tool: 'bash', input: { command: 'npm test', workdir: '/elsewhere' }, editable: false, callId: 'per_1' },
      // No rule may allow a command that runs in another folder.
      scopes: [{ scope: 'once' }],
    });
    await askonce.approvals.decide(asked!.id, { decision: 'allow' });
    expect(await host.replied()).toEqual([{ path: '/permission/per_1/reply', body: { reply: 'once' } }]);
  });

  it('offers OpenCode’s patterns as rules, lets the rule decide the next call, and asks about a dangerous one', async () => {
    const { askonce, host, bridge, inbox } = await start();
    const tags = (id: string, command: string) => {
      host.messages.set(`msg_${id}`, part('bash', { command, description: 'Tags it' }));
      host.asks('permission', bash(id, command, ['git tag *', '*']));
    };
    tags('per_1', 'git tag v1');
    bridge();
    const [asked] = await inbox();
    expect(asked!.approval!.scopes[1]).toEqual({ scope: 'session', rules: ['bash(git tag v1)', 'bash(git tag:*)'] });
    await askonce.approvals.decide(asked!.id, { decision: 'allow', scope: 'session', rule: 'bash(git tag:*)' });
    await host.replied();
    tags('per_2', 'git tag v2');
    expect((await host.replied(2)).map(({ body }) => body)).toEqual([{ reply: 'once' }, { reply: 'once' }]);
    tags('per_3', 'git tag -d v1');
    const [dangerous] = await inbox();
    expect(dangerous).toMatchObject({ destructive: true, approval: { scopes: [{ scope: 'once' }] } });
  });

  it('denies with the person’s words', async () => {
    const { askonce, host, bridge, inbox } = await start();
    host.asks('permission', bash('per_1', 'npm publish'));
    bridge();
    await askonce.approvals.decide((await inbox())[0]!.id, { decision: 'deny', message: 'Use the build script.' });
    const message = 'The person denied this call: Use the build script.';
    expect((await host.replied())[0]!.body).toEqual({ reply: 'reject', message });
  });

  it('shows an edit as its tool makes it, and another permission by itself', async () => {
    const { host, bridge, inbox } = await start();
    const edit = { filePath: 'src/a.ts', oldString: 'one', newString: 'two' };
    host.messages.set('msg_per_1', part('edit', edit));
    host.messages.set('msg_per_2', part('bash', { command: 'ls /etc' }));
    const patterns = ['/etc/*'];
    const base = { sessionID: 'ses_1', always: [], metadata: {} };
    const tool = (id: string) => ({ tool: { messageID: `msg_${id}`, callID: 'call_1' } });
    host.asks('permission', { ...base, ...tool('per_1'), id: 'per_1', permission: 'edit', patterns: ['src/a.ts'] });
    host.asks('permission', { ...base, ...tool('per_2'), id: 'per_2', permission: 'external_directory', patterns });
    bridge();
    const asked = await inbox(2);
    const calls = asked.map(({ approval }) => ({ tool: approval!.tool, input: approval!.input }));
    expect(calls).toContainEqual({ tool: 'edit', input: edit });
    expect(calls).toContainEqual({ tool: 'external_directory', input: { patterns } });
  });
});

describe('answered in OpenCode itself', () => {
  it.each([
    ['replied', 'answered in OpenCode'],
    ['rejected', 'dismissed in OpenCode'],
  ])('takes a question that was %s there out of the inbox', async (event, because) => {
    const { host, bridge, inbox, closed } = await start();
    host.asks('question', question('que_1'));
    bridge();
    const [asked] = await inbox();
    host.answersItself('que_1', { event });
    await inbox(0);
    expect(await closed(asked!.id)).toEqual({ status: 'withdrawn', because });
    expect(host.replies).toEqual([]);
  });

  it('takes an approval out of the inbox, also one that a bridge before it had asked', async () => {
    const { open, host, bridge, inbox, closed } = await start();
    host.asks('permission', bash('per_1', 'npm test'));
    const first = bridge(await open());
    const [asked] = await inbox();
    await first.stop();
    const second = bridge();
    await host.connected();
    host.asks('question', question('que_1'));
    await inbox(2);
    host.answersItself('per_1');
    await inbox(1);
    expect(await closed(asked!.id)).toEqual({ status: 'withdrawn', because: 'allowed in OpenCode' });
    await second.stop();
  });

  it('finds out by itself if the event was lost', async () => {
    const { askonce, host, bridge, inbox, closed } = await start();
    host.asks('permission', bash('per_1', 'npm test'));
    bridge(askonce, 5);
    const [asked] = await inbox();
    host.answersItself('per_1', { silently: true });
    await inbox(0);
    expect(await closed(asked!.id)).toEqual({ status: 'withdrawn', because: 'OpenCode no longer waits for it' });
  });

  it('ignores an answer that comes too late', async () => {
    const { askonce, host, bridge, inbox } = await start();
    host.asks('permission', bash('per_1', 'npm test'));
    const { log } = bridge();
    const [asked] = await inbox();
    host.answersItself('per_1', { silently: true });
    await askonce.approvals.decide(asked!.id, { decision: 'allow' });
    while (host.late.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    host.asks('question', question('que_1'));
    await inbox();
    expect(log).toContain('OpenCode no longer waited for per_1, so the answer was not used.');
  });
});

describe('faults', () => {
  it('finds what was asked before it came, and after a broken connection', async () => {
    const { host, bridge, inbox } = await start();
    host.asks('question', question('que_1'), false);
    bridge();
    await inbox();
    host.breakConnections();
    host.asks('permission', bash('per_1', 'npm test'), false);
    await inbox(2);
  });

  it('is stopped and started again: the same question waits, and an answer of the meantime is sent', async () => {
    const { askonce, open, host, bridge, inbox } = await start();
    host.asks('question', question('que_1'));
    host.asks('permission', bash('per_1', 'npm test'));
    const first = bridge(await open());
    const before = await inbox(2);
    await first.stop();
    const [database] = before.filter(({ approval }) => approval === null);
    await askonce.questions.answer(database!.id, 'SQLite');
    bridge();
    expect((await host.replied())[0]!.body).toEqual({ answers: [['SQLite']] });
    const [call] = await inbox();
    expect(call!.id).toBe(before.find(({ approval }) => approval !== null)!.id);
    await askonce.approvals.decide(call!.id, { decision: 'allow' });
    await host.replied(2);
  });

  it('sends an answer again until OpenCode takes it', async () => {
    const { askonce, host, bridge, inbox } = await start();
    host.asks('question', question('que_1'));
    bridge();
    const [asked] = await inbox();
    host.refuses = 503;
    await askonce.questions.answer(asked!.id, 'SQLite');
    while (host.refused === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    host.refuses = null;
    expect((await host.replied())[0]!.body).toEqual({ answers: [['SQLite']] });
  });

  it('OpenCode is killed: a question stays, its answer serves when it is asked again, and an approval ends', async () => {
    const { askonce, host, bridge, inbox, closed } = await start();
    host.messages.set('msg_que_1', part('question', {}));
    host.messages.set('msg_per_1', part('bash', { command: 'npm test' }));
    host.asks('question', question('que_1'));
    host.asks('permission', bash('per_1', 'npm test'));
    bridge();
    const before = await inbox(2);
    await host.stop();
    await host.listen();
    const [left] = await inbox();
    const call = before.find(({ approval }) => approval !== null)!;
    expect(await closed(call.id)).toEqual({ status: 'withdrawn', because: 'OpenCode no longer waits for it' });
    await askonce.questions.answer(left!.id, 'SQLite');
    host.asks('question', question('que_2'));
    expect(await host.replied()).toEqual([{ path: '/question/que_2/reply', body: { answers: [['SQLite']] } }]);
  });

  it('ends if OpenCode does not let it in', async () => {
    const { host, bridge } = await start();
    host.refuses = 401;
    await expect(bridge().ended).rejects.toMatchObject({ status: 401 });
  });
});

describe('hostile input', () => {
  it('passes over what it cannot read or ask, allows none of it, and goes on', async () => {
    const { host, bridge, inbox } = await start();
    const huge = question('que_5', { question: 'x'.repeat(200_000) });
    for (const bad of [
      question('../../session'),
      { ...question('que_2'), questions: 'all' as unknown },
      { ...question('que_3'), questions: [null] },
      { ...question('que_4'), questions: [{ question: 7 }] },
      ...[huge, question('que_6', { question: '\u001b[2J' })],
    ])
      host.asks('question', bad);
    host.asks('permission', { id: 'per_1', sessionID: 'ses_1', permission: 7 });
    host.asks('permission', { ...bash('per_2', 'ls'), sessionID: 'a b\n\u202e' });
    host.asks('permission', { id: 'per_3', sessionID: 'ses_1', permission: 'x\u0000', metadata: [], patterns: null });
    const { log } = bridge();
    await host.connected();
    host.write('data: {"type":\n\n');
    host.write('data: [1]\n\ndata: null\n\nevent: x\ndata: {"type":"question.replied"}\n\n');
    host.send('question.replied', { requestID: { toString: 1 } });
    host.send('question.asked', null);
    host.asks('question', { id: 'que_9', sessionID: 'ses_1', questions: [{ question: 'What name?' }] });
    const asked = await inbox(2);
    expect(asked.map(({ question }) => question).sort()).toEqual(['Allow bash: ls', 'What name?']);
    expect(host.replies).toEqual([]);
    expect(log.join('\n')).toContain('que_5 is not in the inbox');
  });

  it('shows what OpenCode runs where the conversation says something else', async () => {
    const { host, bridge, inbox } = await start();
    host.messages.set('msg_per_1', part('bash', { command: 'ls', __proto__: null }));
    host.asks('permission', bash('per_1', 'rm -rf /'));
    bridge();
    const [asked] = await inbox();
    expect(asked).toMatchObject({ destructive: true, approval: { input: { command: 'rm -rf /' } } });
  });
});
