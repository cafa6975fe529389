/**
 * Restate places AskOnce's jobs on workers: each job that can run is one invocation, and any worker behind the endpoint takes it. Placement and
 * retries are Restate's. Who runs a job, its state, `once`, the question and its answer stay in AskOnce's store, so an invocation that is
 * doubled, late or lost changes nothing: a job that has a worker is not started again, and a sweep sends again what can run.
 */
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, createEndpointHandler, service } from '@restatedev/restate-sdk';
import type { AskOnce } from '../../askonce.ts';
import type { Task } from '../../core/model/task.ts';

/** The part of a runner that an engine needs. */
export interface PlacedWorker {
  take(job: string): Promise<'ran' | 'nothing' | 'elsewhere' | 'full'>;
}

const DAY_MS = 86_400_000;
/** A run may take as long as its agent needs. AskOnce has its own limit, and the lease finds dead workers. */
const LONGEST_RUN_MS = 7 * DAY_MS;
const FIRST_PAUSE_MS = 250;
/** Another worker may have room at any time. */
const LONGEST_PAUSE_FULL_MS = 5_000;
/** The worker that runs the job may die, and its lease lasts 15 seconds by default. */
const LONGEST_PAUSE_ELSEWHERE_MS = 10_000;
const SWEEP_MS = 30_000;
const PAGE = 200;

/** The endpoint that Restate calls. It speaks HTTP/1.1, so that a load balancer places each invocation by itself. */
export function restateEndpoint(name: string, worker: PlacedWorker): Server {
  const run = async (ctx: Context, job: string): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const taken = await ctx.run('take', () => worker.take(job));
      if (taken === 'ran' || taken === 'nothing') return;
      const most = taken === 'full' ? LONGEST_PAUSE_FULL_MS : LONGEST_PAUSE_ELSEWHERE_MS;
      pauseMs = Math.min(pauseMs, most);
      await ctx.sleep(pauseMs);
    }
  };
  const options = {
    inactivityTimeout: LONGEST_RUN_MS,
    abortTimeout: LONGEST_RUN_MS,
    // Shorter than two sweeps: what was given up is sent again.
    idempotencyRetention: 2 * SWEEP_MS - 1_000,
    retryPolicy: { initialInterval: 100, maxInterval: 10_000, maxAttempts: 500, onMaxAttempts: 'kill' as const },
  };
  const jobs = service({ name, handlers: { run }, options });
  return createServer(createEndpointHandler({ services: [jobs], logger: () => {} }));
}

/** Tells Restate where the workers are. Every worker may do so: the address is the same for all of them. */
export async function registerEndpoint(admin: string, url: string): Promise<void> {
  await post(`${admin}/deployments`, { uri: url, use_http_11: true, force: true });
}

export interface DispatchOptions {
  /** The address of Restate's ingress. */
  readonly ingress: string;
  /** The name of the service: one for each store. */
  readonly name: string;
  /** Only jobs for this agent, and jobs that any worker may run. */
  readonly agent: string | null;
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** Sends the jobs that can run to Restate, until the signal is aborted. Any number of processes may do so: equal sends are one invocation. */
export async function dispatchJobs(
  askonce: Pick<AskOnce, 'events' | 'jobs'>,
  { ingress, name, agent, signal, onFault }: DispatchOptions,
): Promise<void> {
  const send = async (task: Task, occasion: string | number) => {
    const isOurs = task.agent === null || task.agent === agent;
    // A job that has its answer may belong to a worker that died meanwhile.
    if (!isOurs || (task.state !== 'QUEUED' && task.state !== 'RUNNING')) return;
    const headers = { 'idempotency-key': `${task.id}/${occasion}` };
    await post(`${ingress}/${name}/run/send`, task.id, headers);
  };
  const sendNow = async (job: string, seq: number) => {
    const task = await askonce.jobs.get(job);
    if (task !== null) await send(task, seq);
  };
  const sendLeft = (task: Task) => send(task, `${task.runs}-${task.state}`);
  const off = askonce.events.on('*', ({ type, job, seq }) => {
    const canRun = type === 'job.queued' || type === 'job.released' || type === 'job.resumed';
    if (canRun && job !== null) sendNow(job, seq).catch(onFault);
  });
  try {
    while (!signal.aborted) {
      await sweep(askonce.jobs, sendLeft).catch(onFault);
      await sleep(SWEEP_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    off();
  }
}

/** What was queued while no process dispatched, and jobs whose worker may have died: their invocation waits until they can run. */
async function sweep(jobs: Pick<AskOnce['jobs'], 'list'>, send: (task: Task) => Promise<void>): Promise<void> {
  for (let after: string | undefined; ; ) {
    const page = { state: ['QUEUED', 'RUNNING'] as const, limit: PAGE, ...(after === undefined ? {} : { after }) };
    const { items, next } = await jobs.list(page);
    for (const task of items) await send(task);
    if (next === null) return;
    after = next;
  }
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const reply = await fetch(url, init);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`Restate answered ${reply.status} to ${new URL(url).pathname}: ${text}`);
}
