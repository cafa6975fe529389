/**
 * Which suspended run waits for which. An agent that calls a sub-agent, or a workflow, is suspended together with it. Mastra resumes the outer
 * run and by it the inner one, and only its stored snapshots say which inner run that is.
 */

/** A tool call at which the run of an agent is suspended. */
export interface SuspendedCall {
  readonly toolCallId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly args?: unknown;
  readonly requiresApproval: boolean;
  readonly suspendPayload?: unknown;
  /** When the step of the model began that made the call. Some models number the calls of each step anew. */
  readonly stepAt?: number | undefined;
}

interface StoredCall extends SuspendedCall {
  /** The run that this call waits for. */
  readonly innerRun?: string | undefined;
}

/** The calls at which the runs of agents are suspended, by the id of the run. */
export type AgentCalls = ReadonlyMap<string, readonly StoredCall[]>;

export type Snapshot = string | { readonly context?: object };

/** What Mastra keeps of a suspended tool call. */
interface CallPayload {
  readonly requireToolApproval?: Pick<SuspendedCall, 'toolCallId' | 'toolName' | 'args'>;
  readonly toolCallSuspended?: unknown;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly suspendedToolRunId?: string;
}

interface WorkflowsStore {
  listWorkflowRuns(query: {
    workflowName: string;
    status: 'suspended';
  }): Promise<{ runs: readonly { readonly runId: string; readonly snapshot: Snapshot }[] }>;
}

/** The workflow as which Mastra stores each run of an agent. */
const AGENT_LOOP = 'agentic-loop';

export async function callsOf(mastra: { getStorage(): object | undefined }): Promise<AgentCalls> {
  const storage = mastra.getStorage() as
    | { getStore(name: 'workflows'): Promise<WorkflowsStore | undefined> }
    | undefined;
  const store = await storage?.getStore('workflows');
  const { runs } = (await store?.listWorkflowRuns({ workflowName: AGENT_LOOP, status: 'suspended' })) ?? { runs: [] };
  return new Map(runs.map(({ runId, snapshot }) => [runId, suspensionsOf(snapshot).map(callIn)]));
}

function callIn({ payload, stepAt }: Suspension): StoredCall {
  const {
    requireToolApproval,
    toolCallSuspended,
    toolCallId,
    toolName,
    suspendedToolRunId: innerRun,
  } = payload as CallPayload;
  if (requireToolApproval) return { ...requireToolApproval, requiresApproval: true, innerRun, stepAt };
  return { toolCallId, toolName, requiresApproval: false, suspendPayload: toolCallSuspended, innerRun, stepAt };
}

/** The runs that an outer run resumes. */
export function delegatedRuns(calls: AgentCalls): ReadonlySet<string | undefined> {
  return new Set([...calls.values()].flat().map(({ innerRun }) => innerRun));
}

/** What a call really waits for: a call of a sub-agent, of its sub-agent, and so on. Null if that is not stored. */
export function innermost(
  calls: AgentCalls,
  runId: string,
  call: SuspendedCall,
): { runId: string; call: SuspendedCall } | null {
  const stored = calls.get(runId)?.find(({ toolCallId }) => toolCallId === call.toolCallId);
  const innerRun = stored?.innerRun;
  if (innerRun === undefined) return { runId, call: stored ?? call };
  const [inner] = calls.get(innerRun) ?? [];
  if (inner !== undefined) return innermost(calls, innerRun, inner);
  // The run of a workflow: what its step was suspended with is here, too.
  return call.requiresApproval ? null : { runId, call };
}

interface Suspension {
  readonly payload: object;
  readonly stepAt: number | undefined;
}

/** What the steps of a run were suspended with. A step of `foreach` has a payload for each iteration that is suspended. */
export function suspensionsOf(snapshot: Snapshot): Suspension[] {
  const { context } = (typeof snapshot === 'string' ? JSON.parse(snapshot) : snapshot) as { context?: object };
  return Object.values(context ?? {}).flatMap((result) => suspensionsIn(result, undefined));
}

function suspensionsIn(result: unknown, stepAt: number | undefined): Suspension[] {
  const step = (result ?? {}) as {
    readonly status?: unknown;
    readonly startedAt?: number;
    readonly suspendPayload?: { readonly __workflow_meta?: { readonly foreachOutput?: object } };
  };
  const { status, startedAt, suspendPayload: payload } = step;
  if (status !== 'suspended' || !payload) return [];
  const at = stepAt ?? startedAt;
  const iterations = payload.__workflow_meta?.foreachOutput;
  return iterations ? Object.values(iterations).flatMap((one) => suspensionsIn(one, at)) : [{ payload, stepAt: at }];
}
