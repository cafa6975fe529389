/**
 * Restate with its own server: an invocation per job that waits for an awakeable, which is faster than a workflow with a durable promise. Counted:
 * the send, until the handler has told the awakeable's id; then its resolution, until the invocation's result is attached. The service runs in the
 * measured process. A handler that has waited for a second gives up its place in the server (the default is a minute), since only a thousand
 * have one. Its server keeps running when the process is killed, as PostgreSQL does.
 */
import { createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { load, type Peer, type Place } from './peer.ts';
import { addresses } from './restate-server.ts';

interface Context {
  awakeable(): { id: string; promise: Promise<string> };
  run(action: () => void): Promise<void>;
}

interface Sdk {
  readonly service: (config: object) => unknown;
  readonly createEndpointHandler: (
    options: object,
  ) => (request: Http2ServerRequest, response: Http2ServerResponse) => void;
}

interface Clients {
  readonly connect: (options: { url: string }) => {
    serviceSendClient(service: unknown): { run(job: string, options: unknown): Promise<object> };
    resolveAwakeable(id: string, value: string): Promise<void>;
    result(sent: object): Promise<string>;
  };
  readonly rpc: { sendOpts(options: { idempotencyKey: string }): unknown };
}

export async function restate(place: Place): Promise<Peer> {
  const { service, createEndpointHandler } = await load<Sdk>(place, '@restatedev/restate-sdk');
  const { connect, rpc } = await load<Clients>(place, '@restatedev/restate-sdk-clients');
  const told = new Map<string, (id: string) => void>();
  const jobs = service({
    name: 'jobs',
    handlers: {
      run: async (ctx: Context, job: string) => {
        const { id, promise } = ctx.awakeable();
        await ctx.run(() => told.get(job)?.(id));
        return await promise;
      },
    },
    options: { inactivityTimeout: { seconds: 1 } },
  });
  const { ingress, admin, service: own } = addresses(place.url);
  const server = createServer(createEndpointHandler({ services: [jobs], logger: () => {} }));
  await new Promise<void>((resolve) => server.listen(Number(new URL(own).port), '127.0.0.1', resolve));
  const known = await fetch(`${admin}/services/jobs`);
  if (!known.ok) await register(admin, own);
  const client = connect({ url: ingress });
  return {
    async park(n) {
      const job = `job-${n}`;
      const { promise, resolve } = Promise.withResolvers<string>();
      told.set(job, resolve);
      // Only the result of a send with a key can be asked for later.
      const sent = await client.serviceSendClient(jobs).run(job, rpc.sendOpts({ idempotencyKey: job }));
      const id = await promise;
      told.delete(job);
      return JSON.stringify({ id, sent });
    },
    async resume(_, parked, answer) {
      const { id, sent } = JSON.parse(parked) as { id: string; sent: object };
      await client.resolveAwakeable(id, answer);
      return client.result(sent);
    },
  };
}

async function register(admin: string, uri: string): Promise<void> {
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri }),
  });
  if (!response.ok) throw new Error(`Restate refused the service: ${await response.text()}`);
}
