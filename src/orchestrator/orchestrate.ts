/** Runs a goal with a PM and workers from start to end. */

import { durationMs } from '../core/model/duration.ts';
import { AskOnceError } from '../core/model/errors.ts';
import type { Policy } from '../core/model/policy.ts';
import type { Task } from '../core/model/task.ts';
import { ORCHESTRATOR } from '../library/jobs.ts';
import type { QueueOptions } from '../library/queue-job.ts';
import { invalidArgument, omitNullish, textName } from '../util/arguments.ts';
import { newId } from '../util/ids.ts';
import { Runner } from '../worker/runner.ts';
import type { RunnerOptions } from '../worker/runner-options.ts';
import { type OrchestratorSettings, orchestrating } from './executor.ts';
import type { OrchestratorHost } from './host.ts';

export interface OrchestrateOptions
  extends OrchestratorSettings,
    Omit<QueueOptions, 'agent'>,
    Pick<RunnerOptions, 'onLog' | 'onFault' | 'leaseMs'> {
  /** Stops the work here, not the job: orchestrating again under the same id continues it. */
  signal?: AbortSignal;
}

/**
 * Runs a goal to its end. With the id of an interrupted job it continues that job.
 * @param policy The policy of a new job that names none.
 */
export async function orchestrate(
  host: OrchestratorHost,
  goal: string,
  options: OrchestrateOptions,
  policy: Policy,
): Promise<Task> {
  const { pm, worker, scope, insist, timeout, onLog, onFault, leaseMs, signal, ...queue } = omitNullish(
    options,
    'options',
  );
  const settings = omitNullish({ pm, worker, scope, insist, timeout }, 'options') as OrchestratorSettings;
  checkSettings(settings);
  const executor = orchestrating(host, settings);
  const id = queue.id ?? newId('task', host.worker.clock.now());
  const how = omitNullish({ onLog, onFault, leaseMs }, 'options') as Partial<RunnerOptions>;
  const runner = new Runner(host.worker, { executor, agent: ORCHESTRATOR, only: [id], ...how });
  try {
    signal?.throwIfAborted();
    const known = await host.job(textName(id, 'job'));
    if (known) {
      await host.mustBeOwn?.(id);
      // Rejects another goal under this id.
      await host.worker.queue(goal, { ...queue, id, agent: ORCHESTRATOR }, null);
      mustBeOurs(known, host.folder);
    }
    await runner.start();
    if (!known) await runner.run(goal, { policy, asker: 'pm', ...queue, id });
    return await host.ended(id, signal ? { signal } : {});
  } finally {
    await runner.stop();
  }
}

/** This runner never runs a job of another folder or another agent, so waiting for one would never end. */
function mustBeOurs({ id, agent, folder }: Task, here: string): void {
  if (agent !== ORCHESTRATOR) {
    const text = `Job ${id} already exists and is not an orchestrated job. Use another id, or leave it out.`;
    throw new AskOnceError('job_exists', text, { job: id });
  }
  if (folder === here) return;
  throw new AskOnceError('job_exists', `Job ${id} was started in ${folder}. Resume it there.`, {
    job: id,
  });
}

/** Rejects invalid settings before a PM is started. */
function checkSettings({ pm, scope = {}, insist = 0, timeout }: OrchestratorSettings): void {
  if (typeof pm !== 'function') throw invalidArgument('pm', 'a function');
  const { maxTurns = 1, maxMinutes = 1 } = omitNullish(scope, 'scope');
  if (!(Number.isInteger(maxTurns) && maxTurns >= 1)) throw invalidArgument('maxTurns', 'a whole number, 1 or more');
  if (!(maxMinutes > 0)) throw invalidArgument('maxMinutes', 'a number greater than 0');
  if (!(Number.isInteger(insist) && insist >= 0)) throw invalidArgument('insist', 'a whole number, 0 or more');
  if (typeof timeout === 'string') durationMs(timeout);
}
