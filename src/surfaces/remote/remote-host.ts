/**
 * A worker whose jobs are at a server. A server that is away is waited for; what is sent again changes nothing more. A job and its run are
 * begun here once, also if the reply to a claim was lost and the job is found by a heartbeat.
 */
import type { JobEnd } from '../../core/jobs/decide.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { LogLine } from '../../core/model/records.ts';
import type { AskHere } from '../../library/ask-input.ts';
import { branchReader, projectOf } from '../../library/project-identity.ts';
import { newId } from '../../util/ids.ts';
import { systemClock } from '../../util/system-clock.ts';
import type { ClaimedJob, WorkerHost } from '../../worker/host.ts';
import { Stopped } from '../../worker/run-end.ts';
import { AskOnceClient, AskOnceClientError } from '../client/index.ts';
import { WorkerClient } from '../client/worker-client.ts';
import { catalogued } from './catalogued.ts';
import { followEvents } from './remote-events.ts';
import { askAt, PATIENT, type RemoteOptions, repliesSoon } from './remote-service.ts';

/** The characters of the lines in one request: whatever they are, they fit. */
const MAX_CHARACTERS = 150_000;
const MAX_LINES = 500;
/** How often a request is sent again while the worker stops. */
const HURRIED = { retries: 1 };

type QueueBody = Parameters<WorkerClient['queue']>[1];
type Found = Awaited<ReturnType<WorkerClient['queue']>>;
type Ended = JobEnd | { readonly state: 'RELEASED'; readonly lost: boolean };

/** @param isAsker An asker's prompts are not the person's own words, so they settle no question. */
export function remoteHost(
  { url, token, project, folder, place = folder }: RemoteOptions,
  isAsker: boolean,
  send: typeof fetch = repliesSoon,
): WorkerHost & { readonly mustBeOwn: (job: string) => Promise<void> } {
  const options = { url, project, fetch: send, ...(token === null ? {} : { token }) };
  const patient = new WorkerClient({ ...options, ...PATIENT });
  const hurried = new WorkerClient({ ...options, ...HURRIED });
  const asks = {
    client: new AskOnceClient({ ...options, ...PATIENT }),
    patient: new AskOnceClient({ url, project, ...PATIENT, ...(token === null ? {} : { token }) }),
  };
  const stopping = new AbortController();
  const main = projectOf(folder);
  const branchNow = branchReader(folder);
  /** The newest run of each job that was begun here, and its worker. */
  const begun = new Map<string, { readonly worker: string; readonly run: number }>();
  const running = new Set<string>();
  /** Jobs whose claim had no reply. */
  let missed: readonly Found[] = [];

  /** Sends it until there is a reply; while the worker stops, twice. */
  const sent = async <R>(send: (client: WorkerClient, call: { signal?: AbortSignal }) => Promise<R>): Promise<R> => {
    const { signal } = stopping;
    try {
      if (!signal.aborted) return await send(patient, { signal });
    } catch (error) {
      if (!signal.aborted) throw readable(error);
    }
    try {
      return await send(hurried, {});
    } catch (error) {
      throw readable(error);
    }
  };

  const claimed = (worker: string, { jobId, sessionId, prompt, answer, spec, run, isOwned }: Found): ClaimedJob => ({
    ...{ id: jobId, session: sessionId, prompt, project: main, folder, runs: run },
    owner: isOwned ? worker : null,
    clarificationAnswer: answer,
    spec: spec as ClaimedJob['spec'],
  });

  /** Each run is begun once, however often the server tells of it. */
  const begin = (worker: string, jobs: readonly Found[]): readonly ClaimedJob[] =>
    jobs.flatMap((job) => {
      if (job.isOwned) {
        if ((begun.get(job.jobId)?.run ?? 0) >= job.run) return [];
        begun.set(job.jobId, { worker, run: job.run });
        running.add(job.jobId);
      }
      return [claimed(worker, job)];
    });

  /** The run that writes. */
  const runOf = (job: string) => begun.get(job) ?? { worker: newId('w', systemClock.now()), run: 0 };

  const end = async ({ id, runs: run }: ClaimedJob, worker: string, how: Ended) => {
    await sent((client, call) => client.end(worker, id, { ...how, run }, call));
    if (begun.get(id)?.run === run) running.delete(id);
  };

  return {
    clock: systemClock,
    on: (_type, listener, opened) =>
      followEvents(asks.patient, listener, (lost) => {
        if (lost === null) opened?.();
      }),
    async queue(prompt, { id = newId('task', systemClock.now()), session, agent = '', ...rest }, worker) {
      const by = worker ?? newId('w', systemClock.now());
      const { policy, asker, language } = rest;
      const more = { sessionId: session, policy, asker, language } as Pick<QueueBody, 'policy' | 'sessionId'>;
      const body = { jobId: id, prompt, agent, folder: place, start: worker !== null, ...more };
      const job = await sent((client, call) => client.queue(by, body, call));
      return begin(by, [job])[0] ?? claimed(by, { ...job, isOwned: false });
    },
    async claim({ worker, agent, only, limit }) {
      const late = begin(worker, missed);
      missed = [];
      if (late.length > 0 || stopping.signal.aborted) return late;
      const body = { agent: agent ?? '', folder: place, only: only === null ? null : [...only], limit };
      return begin(worker, await sent((client, call) => client.claim(worker, body, call)));
    },
    end: (job, worker, how) => end(job, worker, how),
    release: (job, worker, failed) => end(job, worker, { state: 'RELEASED', lost: failed }),
    async ask(job, what, how) {
      const { schema: _schema, ...rest } = how as AskHere & { schema?: unknown };
      const words = isAsker ? {} : { userMessage: job.prompt! };
      const branch = branchNow();
      const here = branch === null ? {} : { branch };
      try {
        return await askAt(asks, what, { ...rest, ...here, job: job.id, ...words }, (result) => result);
      } catch (error) {
        throw readable(error);
      }
    },
    hurry: () => stopping.abort(new Error('the worker is stopping')),
    mustBeOwn: async (job) => void (await sent((client, call) => client.kept('w-0', job, 'any', call))),
    runs: {
      async beat({ id, place: at, pid, leaseUntil }) {
        const leaseMs = Math.round(leaseUntil - systemClock.now());
        const late = AbortSignal.timeout(Math.round(leaseMs / 3));
        try {
          const { owned, unknown } = await patient.beat(
            id,
            { leaseMs, place: at, pid, running: [...running] },
            { signal: late },
          );
          missed = [...missed, ...unknown];
          return owned;
        } catch (error) {
          if (late.aborted)
            throw new AskOnceError('server_unreachable', `No reply from ${url} within a third of the lease.`);
          throw readable(error);
        }
      },
      // A worker that died leaves its jobs when its lease ends.
      workers: async () => [],
      dismiss: (worker) => sent((client, call) => client.leave(worker, call)),
      kept: (job, key) => sent((client, call) => client.kept(runOf(job).worker, job, key, call)),
      async keep(job, key, value) {
        const { worker, run } = runOf(job);
        try {
          return await sent((client, call) => client.keep(worker, job, { run, key, value }, call));
        } catch (error) {
          throw isOver(error) ? new Stopped('lost') : error;
        }
      },
      async append(job, lines) {
        const { worker, run } = runOf(job);
        for (const part of parts(lines)) {
          try {
            await sent((client, call) => client.append(worker, job, { run, lines: [...part] }, call));
          } catch (error) {
            // Its heartbeat ends the run.
            if (isOver(error)) return;
            throw error;
          }
        }
      },
    },
  };
}

const readable = (error: unknown): unknown => (error instanceof AskOnceClientError ? catalogued(error) : error);

const isOver = (error: unknown): boolean => error instanceof AskOnceError && error.code === 'run_over';

function parts(lines: readonly Omit<LogLine, 'n'>[]): (readonly Omit<LogLine, 'n'>[])[] {
  const all: Omit<LogLine, 'n'>[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    characters += line.line.length;
    if (characters > MAX_CHARACTERS || all.at(-1)!.length >= MAX_LINES) {
      all.push([]);
      characters = line.line.length;
    }
    all.at(-1)!.push(line);
  }
  return all;
}
