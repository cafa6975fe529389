/** What the suspended runs of a Mastra wait for, and how each is resumed. */
import { type Asking, askApproval } from '../asking.ts';
import { type AskOnceHost, askingOf } from '../framework.ts';
import {
  labelOf,
  type MastraOptions,
  type MastraPlace,
  outcomeOf,
  REF,
  type Suspended,
  sessionOf,
} from './questions.ts';

const WAKE = { askonce: 'settled' };

/** What is used of a `Mastra`. */
export interface MastraRuns {
  listAgents(): object;
  listWorkflows(): object;
  getLogger(): { error(message: string, ...more: never[]): void };
}

interface AgentRuns {
  readonly id: string;
  listSuspendedRuns(): Promise<{ runs: readonly AgentRun[] }>;
  resumeGenerate(data: object, call: Suspension): Promise<unknown>;
  approveToolCallGenerate(call: Suspension): Promise<unknown>;
  declineToolCallGenerate(call: Suspension & { reason: string }): Promise<unknown>;
}

interface Suspension {
  runId: string;
  toolCallId: string;
}

interface AgentRun extends MastraPlace {
  readonly runId: string;
  readonly toolCalls: readonly {
    readonly toolCallId?: string;
    readonly toolName?: string;
    readonly args?: unknown;
    readonly requiresApproval: boolean;
    readonly suspendPayload?: unknown;
  }[];
}

interface WorkflowRuns {
  readonly id: string;
  listWorkflowRuns(query: { status: 'suspended' }): Promise<{ runs: readonly WorkflowRun[] }>;
  createRun(which: {
    runId: string;
  }): Promise<{ resume(how: { label: string; resumeData: object }): Promise<unknown> }>;
}

interface WorkflowRun extends MastraPlace {
  readonly runId: string;
  readonly snapshot: string | { readonly context?: unknown };
}

export interface ResumedRun extends MastraPlace {
  readonly runId: string;
  /** The id of the agent or of the workflow. */
  readonly of: string;
  /** What Mastra returned: the full output of an agent, the result of a workflow. */
  readonly output: unknown;
}

/** Something that a suspended run waits for. */
export interface Wait {
  readonly run: Omit<ResumedRun, 'output'>;
  /** Differs for each suspension; begins with the text behind `mastra:` in the `ref` of its question. */
  readonly key: string;
  /** Returns how to resume the run, or null while no one has decided. */
  settle(): Promise<(() => Promise<unknown>) | null>;
}

export interface WaitsOptions extends MastraOptions {
  askonce: AskOnceHost;
  mastra: MastraRuns;
}

export async function waitsOf({ askonce, mastra, session, agent = 'Mastra' }: WaitsOptions): Promise<Wait[]> {
  const asking = askingOf(askonce, agent);
  const agents = (Object.values(mastra.listAgents()) as AgentRuns[]).map(async (one) =>
    (await one.listSuspendedRuns()).runs.flatMap((run) => agentWaits(asking, one, run, session)),
  );
  const workflows = (Object.values(mastra.listWorkflows()) as WorkflowRuns[]).map(async (one) =>
    (await one.listWorkflowRuns({ status: 'suspended' })).runs.flatMap((run) => workflowWaits(asking, one, run)),
  );
  return (await Promise.all([...agents, ...workflows])).flat();
}

function agentWaits(asking: Asking, agent: AgentRuns, run: AgentRun, session: MastraOptions['session']): Wait[] {
  const { runId, threadId, resourceId, toolCalls } = run;
  const place = { runId, threadId, resourceId };
  return toolCalls.flatMap(({ toolCallId, toolName, args, requiresApproval, suspendPayload }) => {
    const kept = (suspendPayload as Partial<Suspended> | undefined)?.askonce;
    if (toolCallId === undefined || (!requiresApproval && kept === undefined)) return [];
    const call = { runId, toolCallId };
    const callId = `${runId}.${toolCallId}`;
    const settle = async () => {
      if (kept !== undefined) {
        const { outcome } = await outcomeOf(asking, kept);
        return outcome === 'parked' ? null : () => agent.resumeGenerate(WAKE, call);
      }
      const approval = await askApproval(
        asking,
        { tool: toolName ?? 'tool', input: { ...(args as object) } },
        {
          ...{ session: sessionOf(session, place), job: null, callId, waitMs: 0, ref: REF + callId },
        },
      );
      if (approval.decision === 'parked') return null;
      // An edited input is no approval of this one: Mastra runs a call as it stands.
      if (approval.decision === 'allow' && approval.updatedInput === undefined)
        return () => agent.approveToolCallGenerate(call);
      return () => agent.declineToolCallGenerate({ ...call, reason: approval.message ?? approval.evidence });
    };
    return [{ run: { ...place, of: agent.id }, key: callId, settle }];
  });
}

function workflowWaits(asking: Asking, workflow: WorkflowRuns, { runId, resourceId, snapshot }: WorkflowRun): Wait[] {
  const { context } = (typeof snapshot === 'string' ? JSON.parse(snapshot) : snapshot) as { context?: object };
  return Object.values(context ?? {})
    .flatMap(suspensionsIn)
    .map(({ id, askonce }) => {
      const label = labelOf(askonce, id);
      const settle = async () => {
        if ((await outcomeOf(asking, askonce)).outcome === 'parked') return null;
        return async () => (await workflow.createRun({ runId })).resume({ label, resumeData: WAKE });
      };
      return { run: { runId, resourceId, of: workflow.id }, key: label, settle };
    });
}

/** The questions of a step's result. A step of `foreach` has one for each iteration that is suspended. */
function suspensionsIn(result: unknown): Suspended[] {
  const { status, suspendPayload: payload } = (result ?? {}) as { status?: unknown; suspendPayload?: Suspended };
  if (status !== 'suspended' || !payload) return [];
  const iterations = payload.__workflow_meta?.foreachOutput;
  if (iterations) return Object.values(iterations).flatMap(suspensionsIn);
  return payload.askonce === undefined ? [] : [payload];
}
