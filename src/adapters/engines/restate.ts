/**
 * Restate places AskOnce's jobs on workers: a worker that has room sends the oldest jobs that can run, each as one invocation, and any worker
 * behind the endpoint takes it. Placement and retries are Restate's. Who runs a job, its state, `once`, the question and its answer stay in
 * AskOnce's store, so an invocation that is doubled, late or lost changes nothing: a job that has a worker is not started again, and one that
 * has none is sent again. No more jobs are sent than one worker has room for, so those that wait for room cost Restate nothing.
 */
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, createEndpointHandler, service } from '@restatedev/restate-sdk';
import type { AskOnce } from '../../askonce.ts';

/** A job that can run. `runs` is how often it has been started. */
interface PlacedJob {
  readonly id: string;
  readonly runs: number;
}

/** The part of a runner that an engine needs. */
export interface PlacedWorker {
  take(job: string): Promise<'ran' | 'unclaimed' | 'full'>;
}

const DAY_MS = 86_400_000;
/** A run may take as long as its agent needs. AskOnce has its own limit, and the lease finds dead workers. */
const LONGEST_RUN_MS = 7 * DAY_MS;
/**
 * How long an invocation looks for a worker. Afterwards it ends, and the next worker with room sends the job again.
 * free      the job has no worker, and this one has no room: another has, or it would not have been sent
 * running   the worker that runs the job may have died, and its lease lasts 15 seconds by default
 */
const LOOKS = { free: { pauseMs: 100, most: 50 }, running: { pauseMs: 2_000, most: 15 } };
/** While an invocation looks for a worker, it is not sent again. */
const SEND_AGAIN_MS = 2_000;
const SEND_TIMEOUT_MS = 5_000;
const REGISTER_FOR_MS = 15_000;
const REGISTER_AGAIN_MS = 500;

/**
 * The endpoint that Restate calls. It speaks HTTP/1.1, so that a load balancer places each invocation by itself.
 * @param identityKey Only requests that this key has signed are accepted.
 */
export function restateEndpoint(
  name: string,
  worker: PlacedWorker,
  jobs: Pick<AskOnce['jobs'], 'get'>,
  identityKey: string | null = null,
): Server {
  const take = async (job: string): Promise<'done' | 'free' | 'running'> => {
    const taken = await worker.take(job);
    if (taken !== 'unclaimed') return taken === 'ran' ? 'done' : 'free';
    const task = await jobs.get(job);
    if (task === null) throw new Error(`No job ${job}. Does another store use the service ${name}?`);
    // One that is queued was released in this moment, or is for the agent of another worker.
    if (task.state === 'QUEUED') return 'free';
    return task.state === 'RUNNING' ? 'running' : 'done';
  };
  const run = async (ctx: Context, job: string): Promise<void> => {
    for (let looks = 1; ; looks += 1) {
      const taken = await ctx.run('take', () => take(job));
      if (taken === 'done' || looks >= LOOKS[taken].most) return;
      await ctx.sleep(LOOKS[taken].pauseMs);
    }
  };
  const options = {
    inactivityTimeout: LONGEST_RUN_MS,
    abortTimeout: LONGEST_RUN_MS,
    // Equal sends are one invocation while it lasts. A job that found no room is sent again.
    idempotencyRetention: 0,
    retryPolicy: { initialInterval: 100, maxInterval: 10_000, maxAttempts: 500, onMaxAttempts: 'kill' as const },
  };
  const services = [service({ name, handlers: { run }, options })];
  const identity = identityKey === null ? {} : { identityKeys: [identityKey] };
  return createServer(createEndpointHandler({ services, logger: () => {}, ...identity }));
}

/** How Restate is reached. */
export interface RestateAccess {
  /** A bearer token for the ingress and the admin API. */
  readonly token: string | null;
}

/**
 * Tells Restate where the workers are. Every worker may do so: the address is the same for all of them. Restate may be starting, and so may
 * the worker that it asks what it serves.
 */
export async function registerEndpoint(admin: string, url: string, access: RestateAccess): Promise<void> {
  const until = performance.now() + REGISTER_FOR_MS;
  for (;;) {
    try {
      return await post(`${admin}/deployments`, { uri: url, use_http_11: true, force: true }, access);
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await sleep(REGISTER_AGAIN_MS);
  }
}

export interface DispatchOptions extends RestateAccess {
  /** The address of Restate's ingress. */
  readonly ingress: string;
  /** The name of the service: one for each store. */
  readonly name: string;
  readonly onFault: (error: unknown) => void;
}

/** Sends jobs to Restate. Any number of workers may send the same ones: equal sends are one invocation. */
export function restateDispatch({
  ingress,
  name,
  onFault,
  token,
}: DispatchOptions): (jobs: readonly PlacedJob[]) => Promise<void> {
  const sent = new Map<string, number>();
  const send = async ({ id, runs }: PlacedJob) => {
    // One invocation for each run: that of a dead worker may last, and must not stop the next.
    const key = `${id}/${runs}`;
    if (sent.has(key)) return;
    sent.set(key, Date.now());
    try {
      await post(`${ingress}/${name}/run/send`, id, { token }, { 'idempotency-key': key });
    } catch (error) {
      sent.delete(key);
      onFault(error);
    }
  };
  return async (jobs) => {
    const since = Date.now() - SEND_AGAIN_MS;
    for (const [key, at] of sent) if (at <= since) sent.delete(key);
    await Promise.all(jobs.map(send));
  };
}

async function post(
  url: string,
  body: unknown,
  { token }: RestateAccess,
  headers: Record<string, string> = {},
): Promise<void> {
  const init = {
    method: 'POST',
    headers: {
      ...headers,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  };
  const reply = await fetch(url, init);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`Restate answered ${reply.status} to ${new URL(url).pathname}: ${text}`);
}
