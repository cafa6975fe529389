/** The process that a system runs in, alone: its memory is its own, and it can be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { perSecond } from '../cycles.ts';
import { answerOf, type Entry, type Peer, type Place } from './peer.ts';

export type Task =
  | { readonly do: 'cycle'; readonly from: number; readonly count: number; readonly inFlight: number }
  | { readonly do: 'park'; readonly from: number; readonly count: number }
  | { readonly do: 'resume'; readonly n: number; readonly id: string }
  | { readonly do: 'memory' };

type Reply = { readonly result: unknown } | { readonly error: string };

export class Process {
  private readonly child: ChildProcess;
  private said = '';

  /** Compiled code is cached between starts, for every system alike. */
  constructor(index: number, place: Place) {
    this.child = fork(new URL(import.meta.url), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(place.dir, 'compiled') },
    });
    this.child.stderr!.on('data', (text: Buffer) => {
      this.said = `${this.said}${String(text)}`.slice(-2_000);
    });
    this.child.send({ index, place });
  }

  async tell<R>(task: Task, timeoutMs: number): Promise<R> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), timeoutMs);
    this.child.send(task);
    const reply = await Promise.race([
      once(this.child, 'message', over).then(([said]) => said as Reply),
      once(this.child, 'exit', over).then(() => ({ error: `its process ended: ${this.said.trim()}` })),
    ]).catch(() => ({ error: `no result within ${timeoutMs / 1000} s` }));
    clearTimeout(timer);
    // Takes the listener of the other one away.
    over.abort();
    if ('error' in reply) throw new Error(reply.error);
    return reply.result as R;
  }

  /** Without a chance to write anything more. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

async function perform(peer: Peer, task: Task): Promise<unknown> {
  switch (task.do) {
    case 'cycle': {
      const { from, count, inFlight } = task;
      if (peer.loops) return inFlight === 1 ? peer.loops.one(count) : peer.loops.many(count);
      return perSecond(count, inFlight, async (n) => resume(peer, from + n, await peer.park(from + n)));
    }
    case 'park': {
      const ids: string[] = [];
      const { from, count } = task;
      await perSecond(count, 64, async (n) => {
        ids[n] = await peer.park(from + n);
      });
      return ids;
    }
    case 'resume': {
      await resume(peer, task.n, task.id);
      const resumedAt = Date.now();
      // The process is killed, and would otherwise not write the cache.
      flushCompileCache();
      return resumedAt;
    }
    case 'memory':
      globalThis.gc!();
      return process.memoryUsage().rss;
  }
}

async function resume(peer: Peer, n: number, id: string): Promise<void> {
  const answer = await peer.resume(n, id, answerOf(n));
  if (answer !== answerOf(n)) throw new Error(`job ${n} went on with “${answer}” instead of “${answerOf(n)}”`);
}

function serve(): void {
  process.once('message', ({ index, place }: { index: number; place: Place }) => {
    const opened = import('./entries.ts').then(({ ENTRIES }) => (ENTRIES[index] as Entry).open(place));
    process.on('message', (task: Task) => {
      void opened
        .then((peer) => perform(peer, task))
        .then((result): Reply => ({ result }))
        .catch((error: unknown): Reply => ({ error: error instanceof Error ? error.message : String(error) }))
        .then((reply) => process.send!(reply));
    });
  });
}

if (process.send) serve();
