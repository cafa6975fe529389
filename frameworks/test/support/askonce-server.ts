/** `askonce serve` of the package, as a process of its own that keeps its port when it is started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

const COMMAND = join(import.meta.dirname, '..', '..', 'node_modules', 'askonce', 'bin', 'askonce.js');

export class AskOnceServer {
  url = '';
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

  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
