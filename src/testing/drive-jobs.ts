/** Decisions on jobs as a runner makes them, on a bare store. */
import assert from 'node:assert/strict';
import type { Claim } from '../core/jobs/claim.ts';
import {
  decideCancelJob,
  decideEnd,
  decideQueue,
  decideRelease,
  type JobEnd,
  type QueueCommand,
  type RunEnd,
  type RunOfJob,
} from '../core/jobs/decide.ts';
import { POLICIES } from '../core/model/policy.ts';
import type { JobRecord } from '../core/model/records.ts';
import type { RunState } from '../core/states.ts';
import type { Store } from '../ports.ts';
import { decide, type Told } from './drive.ts';
import { NOW, newId, PROJECT } from './make.ts';

export const COMPLETE: JobEnd = { state: 'COMPLETE', result: 'done' };
export const FAILED: JobEnd = { state: 'ERROR', error: 'it went wrong' };

/** A lease that is valid at `NOW`, and for a while. */
export const LEASE_END = NOW + 30_000;
/** A lease that is valid when that one has expired. */
export const NEXT_LEASE_END = LEASE_END + 30_000;

export function queueCommand(more: Partial<QueueCommand> = {}, session: string = newId('s')): QueueCommand {
  return {
    id: newId('j'),
    caller: null,
    folder: null,
    prompt: 'Build it.',
    anyPrompt: false,
    anySession: false,
    session: { id: session, project: PROJECT, policy: POLICIES.interactive, asker: 'agent', language: null },
    policy: null,
    asker: null,
    agent: null,
    worker: null,
    ...more,
  };
}

/** Queues a job, and returns its state then. */
export async function queue(store: Store, command: QueueCommand = queueCommand(), now = NOW): Promise<JobRecord> {
  const look = { of: 'job', id: command.id, session: command.session.id } as const;
  const verdict = await decide(store, look, (state) => decideQueue(state, command, now));
  assert.ok('job' in verdict, `the job was not queued: ${JSON.stringify(verdict)}`);
  return verdict.job;
}

/** Claims jobs: by default one, the oldest of the project. */
export function claims(store: Store, worker: string, more: Partial<Claim> = {}): Promise<readonly JobRecord[]> {
  return store.claim({ worker, project: PROJECT, agent: null, only: null, limit: 1, now: NOW, ...more });
}

/** What the worker gets to run; null if there is nothing. */
export async function claim(
  store: Store,
  worker: string,
  now = NOW,
  project = PROJECT,
  job: string | null = null,
): Promise<JobRecord | null> {
  const [first = null] = await claims(store, worker, { now, project, only: job === null ? null : [job] });
  return first;
}

export function end(store: Store, id: string, worker: string, how: JobEnd, now = NOW): Promise<RunEnd> {
  return store.decide({ of: 'job', id, session: '' }, (state) => decideEnd(state, byNewest(state, worker), how, now));
}

export function release(store: Store, id: string, worker: string, now = NOW): Promise<RunEnd> {
  return store.decide({ of: 'job', id, session: '' }, (state) =>
    decideRelease(state, byNewest(state, worker), false, now),
  );
}

/** As the newest run of the job: rejecting an older run is not the store's task. */
function byNewest({ job }: RunState, worker: string): RunOfJob {
  return { worker, run: job?.runs ?? 0 };
}

export function cancelJob(
  store: Store,
  id: string,
  now = NOW,
): Promise<Told<{ readonly job: JobRecord; readonly cancelled: boolean }>> {
  const command = { id, because: null, by: 'ann' };
  return decide(store, { of: 'job', id, session: '' }, (state) => decideCancelJob(state, command, now));
}

/** Creates or renews a lease; returns the ids of the worker's jobs. */
export function beat(store: Store, worker: string, leaseUntil = LEASE_END): Promise<readonly string[]> {
  return store.runs.beat({ id: worker, place: 'here', pid: 7, leaseUntil });
}

/** A live worker. */
export async function newWorker(store: Store, leaseUntil = LEASE_END): Promise<string> {
  const worker = newId('w');
  await beat(store, worker, leaseUntil);
  return worker;
}

/** A job that this worker, or a new one, has started. It must be the only one that can be claimed. */
export async function begun(store: Store, worker?: string): Promise<JobRecord & { readonly owner: string }> {
  const owner = worker ?? (await newWorker(store));
  const { id } = await queue(store);
  const job = await claim(store, owner);
  assert.equal(job?.id, id, 'the only job that can be claimed is claimed');
  return { ...job!, owner };
}
