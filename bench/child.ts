/** A second process with AskOnce open on the same store, controlled by messages. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type AskOnce, openAskOnce } from '../src/index.ts';

export interface Where {
  readonly db: string;
  readonly project: string;
}

export class Child<Task> {
  private readonly process: ChildProcess;
  /** Rejects if the child ends, so that no task waits for it. */
  private readonly ended: Promise<never>;
  private calls = 0;

  private constructor(process: ChildProcess) {
    this.process = process;
    this.ended = once(process, 'exit').then(() => Promise.reject(new Error('the child has ended')));
    this.ended.catch(() => {});
  }

  /**
   * Starts `module`, which calls `serve`.
   * @param compiled A folder in which compiled code is cached for the next start.
   */
  static start<Task>(module: string, where: Where, compiled?: string): Child<Task> {
    const env = compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: compiled };
    const child = fork(new URL(module), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
    child.send(where);
    return new Child<Task>(child);
  }

  /** Resolves with the result of the child's `perform`. */
  async tell<R>(task: Task): Promise<R> {
    const call = ++this.calls;
    this.process.send({ call, task });
    for (;;) {
      const [reply] = (await Promise.race([once(this.process, 'message'), this.ended])) as [
        { call: number; result: R },
      ];
      if (reply.call === call) return reply.result;
    }
  }

  async stop(): Promise<void> {
    this.process.kill();
    await once(this.process, 'exit');
  }
}

/** In the child, if it was started with this module: opens the given store, then performs one task after the other. */
export function serve<Task>(module: string, perform: (askonce: AskOnce, task: Task) => Promise<unknown>): void {
  if (!process.send || process.argv[1] !== fileURLToPath(module)) return;
  process.once('message', (where: Where) => {
    const opened = openAskOnce(where);
    process.on('message', ({ call, task }: { call: number; task: Task }) => {
      opened
        .then((askonce) => perform(askonce, task))
        .then((result) => process.send!({ call, result }))
        .catch((error) => {
          console.error(error);
          process.exit(1);
        });
    });
  });
}
