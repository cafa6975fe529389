/**
 * The part of `askonce/workflow` that runs inside a workflow, where Workflow allows no module of Node: it imports nothing but Workflow. The
 * export condition `workflow` leads to it.
 */
import { createHook, getWorkflowMetadata, sleep } from 'workflow';
import type { Outcome } from '../../core/model/question.ts';
import type { Approval } from '../../library/approve.ts';

/** One place of a workflow that asks. Pass it on to the step. */
export interface WorkflowCall {
  /** The same whenever Workflow runs the workflow again, so it names the ask. */
  readonly id: string;
  /** The id of the run of the workflow. */
  readonly run: string;
  /** What the bridge gets. Only the first look has it: each ask that has it would wake the workflow. */
  readonly ref?: string;
}

/** How long a workflow waits. */
export interface UntilSettledOptions {
  /** A workflow that is not woken looks by itself this often, such as `10m`, the default. */
  checkEvery?: string | number;
}

/** What a step found out, once it no longer waits. */
export type WorkflowSettled<R> = Exclude<R, { outcome: 'parked' } | { decision: 'parked' }>;

const REF = 'workflow:';

/** Waits durably until the step finds an outcome or a decision. Call it in a workflow. */
export async function untilSettled<R extends Outcome | Approval>(
  step: (call: WorkflowCall) => Promise<R>,
  { checkEvery = '10m' }: UntilSettledOptions = {},
): Promise<WorkflowSettled<R>> {
  const hook = createHook<unknown>();
  // Registered before the step asks, so that no wake-up is too early for it.
  await hook.getConflict();
  const id = hook.token;
  const run = getWorkflowMetadata().workflowRunId;
  const wakeUps = hook[Symbol.asyncIterator]();
  let woken: Promise<unknown> | null = null;
  let time: Promise<unknown> | null = null;
  let result = await step({ id, run, ref: REF + id });
  while (isParked(result)) {
    woken ??= wakeUps.next().then(() => (woken = null));
    time ??= sleep(checkEvery as '10m').then(() => (time = null));
    // What the hook was resumed with is ignored: it decides nothing.
    await Promise.race([woken, time]);
    result = await step({ id, run });
  }
  hook.dispose();
  return result as WorkflowSettled<R>;
}

function isParked(result: Outcome | Approval): boolean {
  return 'outcome' in result ? result.outcome === 'parked' : result.decision === 'parked';
}
