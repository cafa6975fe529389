/** `askonce serve` of the package, as a process of its own that keeps its port when it is started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { AskOnceClient } from 'askonce/client';
import { expect, vi } from 'vitest';
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
}
