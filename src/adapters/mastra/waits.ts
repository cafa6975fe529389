/** What the suspended runs of a Mastra wait for, and how each is resumed. */
import { type Asking, allowsAsItStands, askApproval, why } from '../asking.ts';
import { type AskOnceHost, askingOf } from '../framework.ts';
import {
  type AgentCalls,
  callsOf,
  delegatedRuns,
  innermost,
  type Snapshot,
  type SuspendedCall,
  suspensionsOf,
} from './delegations.ts';
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
  getStorage(): object | undefined;
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
  readonly toolCalls: readonly SuspendedCall[];
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
  readonly snapshot: Snapshot;
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
    (await one.listSuspendedRuns()).runs.map((run) => ({ agent: one, run })),
  );
  const workflows = (Object.values(mastra.listWorkflows()) as WorkflowRuns[]).map(async (one) =>
    (await one.listWorkflowRuns({ status: 'suspended' })).runs.flatMap((run) => workflowWaits(asking, one, run)),
  );
  const found = (await Promise.all(agents)).flat();
  const calls = found.length === 0 ? new Map() : await callsOf(mastra);
  const delegated = delegatedRuns(calls);
  const waits = found.flatMap((one) => agentWaits(asking, one, calls, session));
  // The outer run resumes the inner one. Resumed by itself, the inner run would leave the outer one suspended for ever.
  return [...waits, ...(await Promise.all(workflows)).flat()].filter(({ run }) => !delegated.has(run.runId));
}

function agentWaits(
  asking: Asking,
  { agent, run }: { agent: AgentRuns; run: AgentRun },
  calls: AgentCalls,
  session: MastraOptions['session'],
): Wait[] {
  const { runId, threadId, resourceId, toolCalls } = run;
  const place = { runId, threadId, resourceId };
  return toolCalls.flatMap((outer) => {
    const inner = innermost(calls, runId, outer);
    if (inner === null || outer.toolCallId === undefined) return [];
    const { toolName, args, requiresApproval, suspendPayload, stepAt } = inner.call;
    const kept = (suspendPayload as Partial<Suspended> | undefined)?.askonce;
    if (!requiresApproval && kept === undefined) return [];
    const call = { runId, toolCallId: outer.toolCallId };
    const callId = `${inner.runId}.${inner.call.toolCallId}${stepAt === undefined ? '' : `.${stepAt}`}`;
    const settle = async () => {
      if (kept !== undefined) {
        const { outcome } = await outcomeOf(asking, kept);
        return outcome === 'parked' ? null : () => agent.resumeGenerate(WAKE, call);
      }
      const approval = await askApproval(
        asking,
        { tool: toolName ?? 'tool', input: { ...(args as object) } },
        { session: sessionOf(session, place), job: null, callId, waitMs: 0, ref: REF + callId },
      );
      if (approval.decision === 'parked') return null;
      if (allowsAsItStands(approval)) return () => agent.approveToolCallGenerate(call);
      return () => agent.declineToolCallGenerate({ ...call, reason: why(approval) });
    };
    return [{ run: { ...place, of: agent.id }, key: callId, settle }];
  });
}

function workflowWaits(asking: Asking, workflow: WorkflowRuns, { runId, resourceId, snapshot }: WorkflowRun): Wait[] {
  return suspensionsOf(snapshot).flatMap(({ payload }) => {
    const { id = '', askonce } = payload as Partial<Suspended>;
    if (askonce === undefined) return [];
    const label = labelOf(askonce, id);
    const settle = async () => {
      if ((await outcomeOf(asking, askonce)).outcome === 'parked') return null;
      return async () => (await workflow.createRun({ runId })).resume({ label, resumeData: WAKE });
    };
    return [{ run: { runId, resourceId, of: workflow.id }, key: label, settle }];
  });
}
