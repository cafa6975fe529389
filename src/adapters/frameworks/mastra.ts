/**
 * `askonce/mastra`: workflows and agents of Mastra ask, and get their calls approved, through AskOnce. Mastra keeps a suspended run in its own
 * storage. A run is only woken: its outcome is read by asking again under the same key.
 */
import { createTool, type Tool } from '@mastra/core/tools';
import { createStep, type Step } from '@mastra/core/workflows';
import { z } from 'zod';
import { durationMs } from '../../core/model/duration.ts';
import type { Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { type Asking, askApproval, askQuestions } from '../asking.ts';
import {
  ASK_USER,
  type AskOnceHost,
  type AskUserReply,
  askingOf,
  questionOf,
  replyOf,
  settlements,
} from '../framework.ts';

export type { AskOnceHost, AskUserReply };

/** Where Mastra runs what asks. */
export interface MastraPlace {
  readonly runId?: string | undefined;
  /** The thread of the agent's memory, if it has one. */
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
}

export interface MastraOptions {
  /** The conversation: what it has settled is not asked again. A function if each thread or run is one. */
  session: string | ((place: MastraPlace) => string);
  /** The program that asks, for people to see; `Mastra` by default. */
  agent?: string;
}

export interface AskStepOptions<Input> extends MastraOptions {
  /** The id of the step. */
  id: string;
  /** A function if the question depends on what the step before returned. */
  question: QuestionInput | ((inputData: Input) => QuestionInput);
}

/** The input of Mastra's own `ask_user`. */
export interface MastraQuestion {
  question: string;
  options?: { label: string; description?: string | undefined }[] | undefined;
  selectionMode?: 'single_select' | 'multi_select' | undefined;
}

export interface SuspendedOptions extends MastraOptions {
  askonce: AskOnceHost;
  mastra: MastraRuns;
  /** Called when a run has gone on, until it ended or was suspended again. */
  onResumed?: (run: ResumedRun) => unknown;
  /** Called when a run cannot be resumed; only the next process tries it again. By default the error goes to Mastra's logger. */
  onError?: (error: unknown, run: { runId: string }) => void;
}

export interface ResumedRun extends MastraPlace {
  readonly runId: string;
  /** The id of the agent or of the workflow. */
  readonly of: string;
  /** What Mastra returned: the full output of an agent, the result of a workflow. */
  readonly output: unknown;
}

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

/** What a suspended run keeps about its question. */
interface Kept {
  readonly session: string;
  readonly callId: string;
  readonly question: QuestionInput;
}

const REF = 'mastra:';
const WAKE = { askonce: 'settled' };

const option = z.object({ label: z.string(), description: z.string().optional() });
const askUserInput = z.object({
  question: z.string().min(1),
  options: z.array(option).optional().describe('If omitted, the person writes an answer.'),
  selectionMode: z.enum(['single_select', 'multi_select']).optional(),
});
const reply = z.object({
  status: z.string().describe('`answered`, or what else became of the question.'),
  ...{ answer: z.string().optional(), evidence: z.string().optional(), id: z.string().optional() },
  next: z.string().optional(),
});

/** Takes the place of Mastra's own tool `ask_user`. The run is suspended until the person has answered in AskOnce. */
export function askUserTool(askonce: AskOnceHost, options: MastraOptions): Tool<MastraQuestion, AskUserReply> {
  const { session, agent = 'Mastra' } = options;
  const asking = askingOf(askonce, agent);
  return createTool({
    id: ASK_USER.name,
    description: ASK_USER.description,
    inputSchema: askUserInput,
    outputSchema: reply,
    execute: async (input: MastraQuestion, { runId, agent: run }: ToolContext) => {
      if (run === undefined) throw new Error('Only an agent can call the tool ask_user.');
      const { selectionMode, ...asked } = input;
      const question = questionOf({ ...asked, ...(selectionMode === 'multi_select' ? { multiSelect: true } : {}) });
      const kept = { session: sessionOf(session, { ...run, runId }), callId: `${runId}.${run.toolCallId}`, question };
      const outcome = await outcomeOf(asking, kept);
      if (outcome.outcome !== 'parked') return replyOf(outcome);
      return run.suspend({ ...input, id: outcome.id, askonce: kept });
    },
  } as never) as never;
}

interface ToolContext {
  runId: string;
  agent?: MastraPlace & { toolCallId: string; suspend(payload: object): Promise<void> };
}

/** A step of a workflow that asks, and returns the reply. The run is suspended until the person has answered. */
// biome-ignore lint/suspicious/noExplicitAny: it takes whatever the step before returns.
export function askStep<Input = any>(
  askonce: AskOnceHost,
  { id, session, question, agent = 'Mastra' }: AskStepOptions<Input>,
): Step<string, unknown, Input, AskUserReply> {
  const asking = askingOf(askonce, agent);
  return createStep({
    id,
    inputSchema: z.any(),
    outputSchema: reply,
    execute: async ({ runId, resourceId, inputData, suspend }: StepContext<Input>) => {
      const asked = typeof question === 'function' ? question(inputData) : question;
      const kept = { session: sessionOf(session, { runId, resourceId }), callId: `${runId}.${id}`, question: asked };
      const outcome = await outcomeOf(asking, kept);
      if (outcome.outcome !== 'parked') return replyOf(outcome);
      return suspend({ id: outcome.id, askonce: kept }, { resumeLabel: labelOf(kept, outcome.id) });
    },
  } as never) as never;
}

interface StepContext<Input> extends MastraPlace {
  readonly runId: string;
  readonly inputData: Input;
  suspend(payload: object, options: { resumeLabel: string }): Promise<never>;
}

/**
 * Puts the calls that require approval to people, and resumes each run whose question or call is settled. Returns once nothing is left to
 * resume. Call it after a run was suspended, in a cron job, or let `resumeSuspended` do it. Let one process do so.
 */
export async function sweepSuspended(options: SuspendedOptions): Promise<void> {
  await new Sweep(options).untilIdle();
}

/** Sweeps at the start, after every answer and every `checkEvery` (5 seconds by default), until the signal is aborted. */
export async function resumeSuspended(
  options: SuspendedOptions & { checkEvery?: string | number; signal?: AbortSignal },
): Promise<void> {
  const { askonce, checkEvery = '5s', signal, mastra } = options;
  const sweep = new Sweep(options);
  let looks = 0;
  const look = () => {
    // What already waits is looked at again now and then: a wake-up may be lost, and before the first one nobody listens yet.
    if (looks++ % 100 < 2) sweep.parked.clear();
    sweep.untilIdle().catch((error: unknown) => mastra.getLogger().error('AskOnce could not look', error as never));
  };
  look();
  const timer = setInterval(look, durationMs(checkEvery));
  try {
    for await (const { ref } of settlements(askonce, signal === undefined ? {} : { signal })) {
      if (!ref.startsWith(REF)) continue;
      const callId = ref.slice(REF.length);
      for (const key of sweep.parked) if (key.startsWith(callId)) sweep.parked.delete(key);
      look();
    }
  } finally {
    clearInterval(timer);
  }
}

/** Something that a suspended run waits for. */
interface Wait {
  readonly run: Omit<ResumedRun, 'output'>;
  /** Differs for each suspension; begins with the text behind `mastra:` in the `ref` of its question. */
  readonly key: string;
  /** Returns how to resume the run, or null while no one has decided. */
  settle(): Promise<(() => Promise<unknown>) | null>;
}

/** Mastra stores an agent's run as suspended while it goes on, and would resume it a second time. So this process remembers. */
interface Memory {
  readonly running: Set<string>;
  readonly resumed: Set<string>;
}

const memories = new WeakMap<object, Memory>();

class Sweep {
  /** What is known to wait. */
  readonly parked = new Set<string>();
  private readonly options: SuspendedOptions;
  private readonly memory: Memory;
  private last: Promise<unknown> = Promise.resolve();

  constructor(options: SuspendedOptions) {
    this.options = options;
    this.memory = memories.get(options.mastra) ?? { running: new Set(), resumed: new Set() };
    memories.set(options.mastra, this.memory);
  }

  /** One pass after the other, so that an answer during a pass is seen by the next. */
  async untilIdle(): Promise<void> {
    for (let begun = [Promise.resolve()]; begun.length > 0; await Promise.all(begun)) {
      const pass = this.last.then(() => this.pass());
      this.last = pass.catch(() => {});
      begun = await pass;
    }
  }

  private async pass(): Promise<Promise<void>[]> {
    const { running, resumed } = this.memory;
    const begun: Promise<void>[] = [];
    for (const wait of await waitsOf(this.options)) {
      const { run, key } = wait;
      const isBusy = () => running.has(run.runId) || resumed.has(key);
      if (isBusy() || this.parked.has(key)) continue;
      const resume = await wait.settle().catch((error: unknown) => this.failed(error, run));
      if (resume === null) this.parked.add(key);
      else if (!isBusy()) begun.push(this.resume(wait, resume));
    }
    return begun;
  }

  private async resume({ run, key }: Wait, resume: () => Promise<unknown>): Promise<void> {
    const { running, resumed } = this.memory;
    const { onResumed } = this.options;
    running.add(run.runId);
    resumed.add(key);
    try {
      const output = await resume();
      onResumed?.({ ...run, output });
    } catch (error) {
      // Another process was faster.
      if (GONE.test(String(error))) return;
      this.failed(error, run);
    } finally {
      running.delete(run.runId);
    }
  }

  private failed(error: unknown, run: Wait['run']): null {
    const { mastra, onError } = this.options;
    if (onError) onError(error, run);
    else mastra.getLogger().error(`AskOnce could not resume the run ${run.runId} of ${run.of}`, error as never);
    return null;
  }
}

const GONE = /not suspended|could not find a suspended run|already resumed by another caller/;

async function waitsOf({ askonce, mastra, session, agent = 'Mastra' }: SuspendedOptions): Promise<Wait[]> {
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

interface Suspended {
  readonly id: string;
  readonly askonce: Kept;
  readonly __workflow_meta?: { readonly foreachOutput?: object };
}

const labelOf = ({ callId }: Kept, id: string): string => `${callId} ${id}`;

function sessionOf(session: MastraOptions['session'], { runId, threadId, resourceId }: MastraPlace): string {
  return typeof session === 'string' ? session : session({ runId, threadId, resourceId });
}

async function outcomeOf(asking: Asking, { session, callId, question }: Kept): Promise<Outcome> {
  const waiting = { session, job: null, callId, waitMs: 0, ref: REF + callId };
  return (await askQuestions(asking, [question], waiting)).outcomes[0]!;
}
