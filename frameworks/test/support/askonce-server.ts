/** `askonce serve` of the package, as a process of its own that keeps its port when it is started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAskOnce } from 'askonce';
import { AskOnceClient, type Clarification, type DecisionBody } from 'askonce/client';
import { expect, onTestFinished, vi } from 'vitest';
import { killed } from './restate-server.ts';

const COMMAND = join(import.meta.dirname, '..', '..', 'node_modules', 'askonce', 'bin', 'askonce.js');

export class AskOnceServer {
  url = '';
  /** The requests of its clients that found no server. */
  unreachable = 0;
  private readonly db: string;
  private readonly folder: string;
  private child: ChildProcess | null = null;

  constructor({ db, folder }: { db: string; folder: string }) {
    this.db = db;
    this.folder = folder;
  }

  async start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    const args = ['serve', '--db', this.db, '--port', port, '--project', this.folder];
    this.child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'], cwd: this.folder });
    let printed = '';
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (text) => (printed += String(text)));
    await vi.waitFor(() => expect(printed).toContain('Press Ctrl-C'), { timeout: 60_000 });
    this.url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)![0];
  }

  kill(): Promise<void> {
    return killed(this.child ?? undefined);
  }

  /** A client that leaves it to the engine to try again. */
  client(): AskOnceClient {
    const counted: typeof fetch = (input, init) =>
      fetch(input, init).catch((error: unknown) => {
        this.unreachable += 1;
        throw error;
      });
    return new AskOnceClient({ url: this.url, retries: 0, fetch: counted });
  }

  /** The inbox of a person who has a token. */
  async inbox(): Promise<Inbox> {
    const store = await openAskOnce({ db: this.db, project: this.folder });
    const { token } = await store.access.tokens.create({ name: 'kim', role: 'answerer' });
    await store.close();
    return new Inbox(new AskOnceClient({ url: this.url, token }));
  }
}

/** What waits at a server, found by words that it contains. */
class Inbox {
  private readonly person: AskOnceClient;

  constructor(person: AskOnceClient) {
    this.person = person;
  }

  async waiting(words: string): Promise<Clarification> {
    let found: Clarification | undefined;
    const look = async () => {
      const { items } = await this.person.clarifications({ status: 'pending' });
      found = items.find((item) => JSON.stringify(item).includes(words));
      return found;
    };
    await expect.poll(look).toBeDefined();
    return found!;
  }

  async answer(words: string, answer: string): Promise<void> {
    await this.person.answer((await this.waiting(words)).id, answer);
  }

  async decide(words: string, body: DecisionBody): Promise<void> {
    await this.person.decide((await this.waiting(words)).id, body);
  }
}

/** A server until the test ends: a client for the adapter, and the inbox where people answer. */
export async function throughServer(): Promise<{ client: AskOnceClient; inbox: Inbox }> {
  const folder = mkdtempSync(join(tmpdir(), 'askonce-through-'));
  const server = new AskOnceServer({ db: join(folder, 'askonce.db'), folder });
  onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await server.start();
  return { client: new AskOnceClient({ url: server.url }), inbox: await server.inbox() };
}
