/** `askonce serve --engine restate`: an engine places the server's jobs on workers, instead of each worker claiming its own. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AskOnce } from '../../askonce.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { Runner } from '../../worker/runner.ts';
import type { RunnerOptions } from '../../worker/runner-options.ts';
import { checkedUrl } from './checked-url.ts';

export interface EngineFlags {
  engine?: string;
  engineName?: string;
  engineIngress?: string;
  engineAdmin?: string;
  engineHost?: string;
  enginePort?: number;
  engineUrl?: string;
  engineIdentityKey?: string;
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
  /** Sent with every request to the engine. */
  readonly token: string | null;
  /** Only requests that the engine has signed with this key are accepted. */
  readonly identityKey: string | null;
}

/** Addresses to listen on that nothing can be sent to. */
const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::'];
const IDENTITY_KEY = /^publickeyv1_[1-9A-HJ-NP-Za-km-z]+$/;
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;

/** Null without `--engine`. */
export function enginePlace(flags: EngineFlags): EnginePlace | null {
  const { engine, engineName: name = 'askonce', engineHost: host = '127.0.0.1', enginePort: port = 9080 } = flags;
  if (engine === undefined) return null;
  if (engine !== 'restate') throw new AskOnceError('usage', `Unknown engine “${engine}”. The only one is restate.`);
  if (!NAME.test(name))
    throw new AskOnceError('usage', '--engine-name must be a letter, then up to 62 letters, digits, - or _.');
  if (EVERY_ADDRESS.includes(host) && flags.engineUrl === undefined) {
    const text = `--engine-host ${host} is no address that Restate can call. Add --engine-url, such as http://workers.internal:${port}.`;
    throw new AskOnceError('usage', text);
  }
  const { engineIdentityKey: identityKey = null } = flags;
  if (identityKey !== null && !IDENTITY_KEY.test(identityKey))
    throw new AskOnceError('usage', '--engine-identity-key must be a public key of Restate: publickeyv1_….');
  return {
    ...{ name, host, port, identityKey },
    ingress: checkedUrl(flags.engineIngress ?? 'http://127.0.0.1:8080'),
    admin: checkedUrl(flags.engineAdmin ?? 'http://127.0.0.1:9070'),
    url: flags.engineUrl === undefined ? null : checkedUrl(flags.engineUrl),
    token: process.env.ASKONCE_ENGINE_TOKEN || null,
  };
}

export interface Engine {
  /** Has the engine place these jobs: a runner's `place`. */
  readonly place: NonNullable<RunnerOptions['place']>;
  /** Starts the endpoint of this worker and registers it. Until the runner has started, it takes no job. */
  start(worker: Runner, jobs: AskOnce['jobs']): Promise<RunningEngine>;
}

export interface RunningEngine {
  /** No more jobs are taken. Call it after the runner has stopped, so that runs can still report their end. */
  close(): Promise<void>;
}

export async function engineAt(place: EnginePlace, onFault: (error: unknown) => void): Promise<Engine> {
  const { name, ingress, admin, host, port, url, token, identityKey } = place;
  const { registerEndpoint, restateDispatch, restateEndpoint } = await loadRestate();
  return {
    place: restateDispatch({ ingress, name, token, onFault }),
    async start(worker, jobs) {
      const server = restateEndpoint(name, worker, jobs, identityKey);
      server.listen(port, host);
      await once(server, 'listening');
      const own = `http://${host}:${(server.address() as AddressInfo).port}`;
      const close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
      try {
        await registerEndpoint(admin, url ?? own, { token });
      } catch (cause) {
        await close();
        const text = `Restate at ${admin} does not accept the workers at ${url ?? own}. Is it running, and can it reach them?`;
        throw new AskOnceError('engine_unavailable', text, {}, cause);
      }
      return { close };
    },
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
