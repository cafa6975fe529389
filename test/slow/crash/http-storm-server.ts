/** A server of the storm over HTTP: one process, from its start to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ServerProcess {
  /** Resolves when it serves and says so; false where it ended before. */
  readonly listens: Promise<boolean>;
  /** Ends it. What is wrong about its end, or null: killed it is to be killed, stopped it is to say that all is well. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<string | null>;
}

const MAX_COMPLAINT_LENGTH = 2_000;

export function startServer(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ServerProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const { promise: listens, resolve } = Promise.withResolvers<boolean>();
  const gone = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_COMPLAINT_LENGTH);
    if (said.includes('Press Ctrl-C to stop')) resolve(true);
  });
  void gone.then(() => resolve(false));
  return {
    listens,
    async end(signal) {
      child.kill(signal);
      await gone;
      const isRight = signal === 'SIGKILL' ? child.signalCode === signal : child.exitCode === 0;
      return isRight ? null : `the server ended by itself, or not well: ${child.exitCode ?? child.signalCode} ${said}`;
    },
  };
}

/**
 * A port that nobody has, below those that systems give to outgoing connections: a client that knocks on one of these while no
 * server is there may be given the very port, and be connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
