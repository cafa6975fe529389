/** The promises of docs/opencode.md, tested with the real `opencode serve`: its questions and permissions through `askonce bridge`. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskOnce, Clarification } from '../../src/index.ts';
import type { Case, Trial } from './cases.ts';
import type { ScriptedCall } from './fake-model.ts';
import { ASKONCE, Workplace } from './workplace.ts';

export const BRIDGE = '`askonce bridge opencode`';

const MAX_WAIT_MS = 60_000;

const BASH: ScriptedCall = { tool: 'bash', args: { command: 'touch made', description: 'make a file' } };
const QUESTION: ScriptedCall = {
  tool: 'question',
  args: {
    questions: [
      {
        question: 'Which database should I use?',
        header: 'Database',
        options: [
          { label: 'PostgreSQL', description: 'a server' },
          { label: 'SQLite', description: 'a file' },
        ],
      },
      {
        question: 'Which features do you want?',
        header: 'Features',
        multiple: true,
        options: [
          { label: 'Auth', description: 'who is there' },
          { label: 'Cache', description: 'what is known' },
        ],
      },
      { question: 'What should it be called?', header: 'Name', options: [{ label: 'app', description: 'short' }] },
    ],
  },
};
const ANSWERS: Record<string, string | string[]> = {
  'Which database should I use?': 'SQLite',
  'Which features do you want?': ['Auth', 'Cache'],
  'What should it be called?': 'ledger, in lower case',
};
const ANSWERED = /SQLite.*Auth, Cache.*ledger, in lower case/s;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server of OpenCode and a bridge in one workplace; either can be killed and started again. */
class Bridged {
  readonly place: Workplace;
  private readonly program: string;
  private readonly url: string;
  private readonly running = new Map<string, ChildProcess>();

  private constructor(place: Workplace, program: string, url: string) {
    this.place = place;
    this.program = program;
    this.url = url;
  }

  static async run(
    { client, program }: Trial,
    script: readonly ScriptedCall[],
    use: (bridged: Bridged) => Promise<string>,
  ): Promise<string> {
    const place = await Workplace.open(client.wire, () => script);
    const bridged = new Bridged(place, program, `http://127.0.0.1:${await freePort()}`);
    try {
      await client.setUp(place);
      return await use(bridged);
    } finally {
      for (const name of [...bridged.running.keys()]) await bridged.kill(name);
      await place.close();
    }
  }

  get askonce(): AskOnce {
    return this.place.askonce;
  }

  get made(): boolean {
    return existsSync(join(this.place.project, 'made'));
  }

  async serve(): Promise<void> {
    const settings = { permission: { bash: 'ask' } };
    this.start('opencode', this.program, ['serve', '--hostname', '127.0.0.1', '--port', new URL(this.url).port], {
      ...{ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_CONFIG_CONTENT: JSON.stringify(settings) },
    });
    // A request that comes while it starts may never get a reply.
    await until('OpenCode listens', async () => {
      const reply = await fetch(`${this.url}/question`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      return reply?.ok === true;
    });
  }

  bridge(): void {
    this.start('bridge', process.execPath, [ASKONCE, 'bridge', 'opencode', '--server', this.url]);
  }

  /** Gives the agent of a new session its task, or tells that of an earlier one to go on. */
  async prompt(earlier?: string): Promise<string> {
    const id = earlier ?? ((await this.post('/session', {})) as { id: string }).id;
    await this.post(`/session/${id}/prompt_async`, { parts: [{ type: 'text', text: 'Build it.' }] });
    return id;
  }

  async post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  async open(kind: 'question' | 'permission'): Promise<readonly { readonly id: string }[]> {
    return (await (await fetch(`${this.url}/${kind}`)).json()) as { id: string }[];
  }

  async kill(name: string): Promise<void> {
    const child = this.running.get(name)!;
    this.running.delete(name);
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    }
  }

  inbox(count: number): Promise<readonly Clarification[]> {
    return until(`${count} wait in the inbox`, async () => {
      const { items } = await this.askonce.questions.list({ status: 'pending' });
      return items.length === count ? items : null;
    });
  }

  async answerAll(): Promise<void> {
    for (const { id, question } of await this.inbox(3))
      await this.askonce.questions.answer(id, ANSWERS[question]!, { by: 'ada', surface: 'page' });
  }

  /** What the agent read after its calls. */
  results(count: number): Promise<readonly string[]> {
    return until(`the agent has ${count} results`, async () => {
      const results = this.place.model.turns.at(-1)?.results ?? [];
      return results.length >= count ? results : null;
    });
  }

  private start(name: string, command: string, args: readonly string[], env: Record<string, string> = {}): void {
    const options = { cwd: this.place.project, env: { ...this.place.shelter(), ...env }, detached: true } as const;
    this.running.set(name, spawn(command, args, { ...options, stdio: 'ignore' }));
  }
}

async function until<T>(what: string, look: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`It did not happen within ${MAX_WAIT_MS / 1000} seconds that ${what}.`);
    await sleep(50);
  }
}

const way = BRIDGE;

export const BRIDGE_CASES: readonly Case[] = [
  {
    ...{ way, column: 'questions', tried: 'asks three questions: one choice, several, own words' },
    run: (trial) =>
      Bridged.run(trial, [QUESTION], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        await bridged.answerAll();
        const [result] = await bridged.results(1);
        assert.match(result!, ANSWERED);
        return `the agent reads “${result!.slice(0, 200)}”`;
      }),
  },
  {
    ...{ way, column: 'questions', tried: 'answered in OpenCode itself' },
    run: (trial) =>
      Bridged.run(trial, [QUESTION], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        await bridged.inbox(3);
        const [asked] = await bridged.open('question');
        await bridged.post(`/question/${asked!.id}/reply`, { answers: [['SQLite'], ['Auth'], ['app']] });
        await bridged.inbox(0);
        return 'the questions leave the inbox';
      }),
  },
  {
    ...{ way, column: 'approvals', tried: 'wants to run a command; allowed in the inbox' },
    run: (trial) =>
      Bridged.run(trial, [BASH], async (bridged) => {
        await bridged.serve();
        await bridged.prompt();
        await until('OpenCode asks', async () => (await bridged.open('permission')).length === 1);
        bridged.bridge();
        const [asked] = await bridged.inbox(1);
        assert.deepEqual(asked!.approval!.input, BASH.args);
        assert.equal(asked!.approval!.editable, false);
        await bridged.askonce.approvals.decide(asked!.id, { decision: 'allow', by: 'ada', surface: 'page' });
        await bridged.results(1);
        assert.ok(bridged.made);
        return 'asked before the bridge came, and found by it; it runs';
      }),
  },
  {
    ...{ way, column: 'approvals', tried: 'denied in the inbox, with words' },
    run: (trial) =>
      Bridged.run(trial, [BASH], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        const [asked] = await bridged.inbox(1);
        const message = 'Use the build script.';
        await bridged.askonce.approvals.decide(asked!.id, { decision: 'deny', message, by: 'ada', surface: 'page' });
        const [result] = await bridged.results(1);
        assert.match(result!, /Use the build script\./);
        assert.ok(!bridged.made);
        return `it does not run, and the agent reads “${result}”`;
      }),
  },
  {
    ...{ way, column: 'scopes', tried: 'two commands, the first allowed with OpenCode’s own pattern for this session' },
    run: (trial) =>
      Bridged.run(trial, [BASH, { tool: 'bash', args: { command: 'touch second' } }], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        const [asked] = await bridged.inbox(1);
        const rule = 'bash(touch:*)';
        const scope = { decision: 'allow', scope: 'session', rule, by: 'ada', surface: 'page' } as const;
        await bridged.askonce.approvals.decide(asked!.id, scope);
        await bridged.results(2);
        const events = await bridged.askonce.events.list({ limit: 1_000 });
        assert.equal(events.filter(({ type }) => type === 'clarification.requested').length, 1);
        assert.ok(existsSync(join(bridged.place.project, 'second')));
        return `the person is asked once; the rule ${rule} decides the second`;
      }),
  },
  {
    ...{
      way,
      column: 'AskOnce killed',
      tried: 'the bridge is killed while questions wait; answered, then started again',
    },
    run: (trial) =>
      Bridged.run(trial, [QUESTION], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        await bridged.inbox(3);
        await bridged.kill('bridge');
        await bridged.answerAll();
        bridged.bridge();
        assert.match((await bridged.results(1))[0]!, ANSWERED);
        return 'OpenCode waits, and gets the answers from the next bridge';
      }),
  },
  {
    ...{ way, column: 'AskOnce killed', tried: 'the bridge is killed while a call waits, and started again' },
    run: (trial) =>
      Bridged.run(trial, [BASH], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        const [before] = await bridged.inbox(1);
        await bridged.kill('bridge');
        assert.ok(!bridged.made);
        bridged.bridge();
        const [asked] = await bridged.inbox(1);
        assert.equal(asked!.id, before!.id);
        await bridged.askonce.approvals.decide(asked!.id, { decision: 'allow', by: 'ada', surface: 'page' });
        await bridged.results(1);
        assert.ok(bridged.made);
        return 'nothing runs meanwhile; the same approval waits, and allowed there, it runs';
      }),
  },
  {
    ...{ way, column: 'agent killed', tried: 'OpenCode is killed while a call waits, and started again' },
    run: (trial) =>
      Bridged.run(trial, [BASH], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        await bridged.prompt();
        await bridged.inbox(1);
        await bridged.kill('opencode');
        await bridged.serve();
        await bridged.inbox(0);
        assert.ok(!bridged.made);
        return 'nothing runs; the approval of the lost call leaves the inbox';
      }),
  },
  {
    ...{ way, column: 'agent killed', tried: 'OpenCode is killed while questions wait; its agent asks them again' },
    run: (trial) =>
      Bridged.run(trial, [QUESTION, QUESTION], async (bridged) => {
        await bridged.serve();
        bridged.bridge();
        const session = await bridged.prompt();
        await bridged.inbox(3);
        await bridged.kill('opencode');
        await bridged.answerAll();
        await bridged.serve();
        await bridged.prompt(session);
        const results = await until('the agent reads the answers', async () => {
          const all = bridged.place.model.turns.at(-1)?.results ?? [];
          return all.some((text) => ANSWERED.test(text)) ? all : null;
        });
        const events = await bridged.askonce.events.list({ limit: 1_000 });
        assert.equal(events.filter(({ type }) => type === 'clarification.requested').length, 3);
        return `the person is asked once; asked again, the agent reads “${results.at(-1)!.slice(0, 120)}”`;
      }),
  },
];
