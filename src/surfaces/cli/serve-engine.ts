/** `askonce serve --engine restate`: an engine places the server's jobs on workers, instead of each worker claiming its own. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Runner } from '../../worker/runner.ts';
import { checkedUrl } from './checked-url.ts';

export interface EngineFlags {
  engine?: string;
  engineName?: string;
  engineIngress?: string;
  engineAdmin?: string;
  engineHost?: string;
  enginePort?: number;
  engineUrl?: string;
}

/** Where the engine is, and where it finds the workers. */
export interface EnginePlace {
  readonly name: string;
  readonly ingress: string;
  readonly admin: string;
  readonly host: string;
  readonly port: number;
  /** The address of all workers, if it is not this one's own. */
  readonly url: string | null;
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;

/** Null without `--engine`. */
export function enginePlace(flags: EngineFlags): EnginePlace | null {
  const { engine, engineName: name = 'askonce', engineHost: host = '127.0.0.1', enginePort: port = 9080 } = flags;
  if (engine === undefined) return null;
  if (engine !== 'restate') throw new AskOnceError('usage', `Unknown engine “${engine}”. The only one is restate.`);
  if (!NAME.test(name))
    throw new AskOnceError('usage', '--engine-name must be a letter, then up to 62 letters, digits, - or _.');
  return {
    ...{ name, host, port },
    ingress: checkedUrl(flags.engineIngress ?? 'http://127.0.0.1:8080'),
    admin: checkedUrl(flags.engineAdmin ?? 'http://127.0.0.1:9070'),
    url: flags.engineUrl === undefined ? null : checkedUrl(flags.engineUrl),
  };
}

export interface EngineParts {
  readonly runner: Runner;
  readonly agent: string | null;
  readonly onFault: (error: unknown) => void;
}

export interface RunningEngine {
  /** No more jobs are dispatched, and none are taken. Call it before the runner stops, and `close` afterwards. */
  stopDispatch(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the endpoint of this worker, registers it, and sends the jobs that can run. The runner has been started. */
export async function startEngine(
  askonce: AskOnce,
  { name, ingress, admin, host, port, url }: EnginePlace,
  { runner, agent, onFault }: EngineParts,
): Promise<RunningEngine> {
  const { dispatchJobs, registerEndpoint, restateEndpoint } = await loadRestate();
  const server = restateEndpoint(name, runner);
  server.listen(port, host);
  await once(server, 'listening');
  const own = `http://${host}:${(server.address() as AddressInfo).port}`;
  const stopping = new AbortController();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    await registerEndpoint(admin, url ?? own);
  } catch (cause) {
    await close();
    const text = `Restate at ${admin} does not accept the workers at ${url ?? own}. Is it running, and can it reach them?`;
    throw new AskOnceError('engine_unavailable', text, {}, cause);
  }
  const dispatch = dispatchJobs(askonce, { ingress, name, agent, signal: stopping.signal, onFault });
  return {
    async stopDispatch() {
      stopping.abort();
      await dispatch;
    },
    close,
  };
}

async function loadRestate() {
  try {
    return await import('../../adapters/engines/restate.ts');
  } catch (cause) {
    throw new AskOnceError(
      'engine_unavailable',
      'Restate needs a package. Run: npm install @restatedev/restate-sdk',
      {},
      cause,
    );
  }
}
