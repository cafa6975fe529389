/** A process that runs one of the servers until it is stopped. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { openAskOnce } from '../src/index.ts';
import { serverLog } from '../src/surfaces/http/logging.ts';
import { jobRoutes } from '../src/surfaces/http/routes/jobs.ts';
import { httpServer } from '../src/surfaces/http/server.ts';
import { bareServer } from './bare-http.ts';
import type { HttpAddress } from './http-load.ts';

/** `running`: ours, with a runner whose executor has nothing to do. */
export type Served = 'bare' | 'ours' | 'running';

export interface ServerProcess {
  readonly address: HttpAddress;
  stop(): Promise<void>;
}

export async function startServer(what: Served, db: string): Promise<ServerProcess> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [what, db], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = once(child, 'exit');
  const ended = exited.then(([code]) => {
    throw new Error(`the server process ended with ${code}: ${said}`);
  });
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => {});
  return {
    address: { host: '127.0.0.1', port },
    async stop() {
      child.send('stop');
      await exited;
    },
  };
}

interface Server {
  readonly app: Pick<FastifyInstance, 'listen' | 'server'>;
  close(): Promise<void>;
}

function bare(db: string): Server {
  const app = bareServer(db);
  return { app, close: () => app.close() };
}

/** As `askonce serve` runs it: on loopback, without tokens, with its usual log. */
async function ours(db: string, running: boolean): Promise<Server> {
  const askonce = await openAskOnce({ db, project: dirname(db) });
  const app = await httpServer(askonce, {
    checkToken: (text) => askonce.access.tokens.check(text),
    tokensExist: async () => false,
    log: serverLog({}),
    routes: [jobRoutes('serve')],
  });
  const runner = running
    ? askonce.runner({ executor: async () => 'done', agent: 'serve', concurrency: 16 })
    : undefined;
  await runner?.start();
  return {
    app,
    async close() {
      await app.close();
      await runner?.stop();
      await askonce.close();
    },
  };
}

async function serve(what: Served, db: string): Promise<void> {
  const { app, close } = what === 'bare' ? bare(db) : await ours(db, what === 'running');
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.once('message', () => {
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send!((app.server.address() as AddressInfo).port);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, db] = process.argv.slice(2) as [Served, string];
  await serve(what, db);
}
