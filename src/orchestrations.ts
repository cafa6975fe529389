/** A goal, a PM and workers, from beginning to end. */
import { given } from './arguments.ts';
import { POLICIES } from './core/policy.ts';
import type { Task } from './core/task.ts';
import type { Engine } from './engine.ts';
import { newId } from './ids.ts';
import { Jobs, makeJob, type QueueOptions } from './jobs.ts';
import { type OrchestratorSettings, orchestrating } from './run/orchestrating.ts';
import { Runner } from './run/runner.ts';
import type { RunnerOptions } from './run/runner-options.ts';

export interface OrchestrateOptions
  extends OrchestratorSettings,
    Omit<QueueOptions, 'agent'>,
    Pick<RunnerOptions, 'onLog' | 'onFault' | 'leaseMs'> {
  /** Stops the work here, not the job: orchestrated again under the same id it goes on where it stood. */
  signal?: AbortSignal;
}

/** What runs such jobs. No other worker takes one up: it would not know the PM. */
const ORCHESTRATOR = 'askonce orchestrate';

/** Runs a goal to its end. Under the id of a job that was broken off it goes on with that one. */
export async function orchestrate(engine: Engine, goal: string, options: OrchestrateOptions): Promise<Task> {
  const { pm, worker, scope, insist, deadline, onLog, onFault, leaseMs, signal, ...queue } = given(options, 'options');
  const settings = { pm, worker, scope, insist, deadline };
  const executor = orchestrating(engine, given(settings, 'options') as OrchestratorSettings);
  const id = queue.id ?? newId('task', engine.clock.now());
  const make = (prompt: string, how: QueueOptions, by: string | null) =>
    makeJob(engine, POLICIES.orchestrator, prompt, how, by);
  const how = given({ onLog, onFault, leaseMs }, 'options') as Partial<RunnerOptions>;
  const runner = new Runner(engine, make, { executor, agent: ORCHESTRATOR, only: [id], ...how });
  try {
    signal?.throwIfAborted();
    await runner.start();
    const known = await engine.store.job(id);
    if (!known) await runner.run(goal, { policy: 'orchestrator', asker: 'pm', ...queue, id });
    return await new Jobs(engine, POLICIES.orchestrator, null).ended(id, signal ? { signal } : {});
  } finally {
    await runner.stop();
  }
}
