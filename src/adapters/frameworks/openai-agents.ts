/**
 * `askonce/openai-agents`: agents of the OpenAI Agents SDK ask and get their tool calls approved through AskOnce. A run that waits is
 * interrupted, and its state is a text. A call is known by its id, so a stored state can be settled any number of times. As the executor of
 * a job, AskOnce keeps the states, and each is resumed by one worker only.
 */
import { type Agent, type FunctionTool, RunState, type RunToolApprovalItem, run, tool } from '@openai/agents';
import { z } from 'zod';
import type { QuestionInput } from '../../library/ask-input.ts';
import { type Asking, allowsAsItStands, askApproval, askQuestions, idOf, type Waiting, why } from '../asking.ts';
import type { AskOnceClientLike } from '../client-asking.ts';
import {
  ASK_USER,
  type AskOnceHost,
  type AskOnceLibrary,
  type AskUserInput,
  type AskUserReply,
  askingOf,
  questionOf,
  replyOf,
  waitMsOf,
} from '../framework.ts';

export type { AskOnceClientLike, AskOnceHost, AskOnceLibrary, AskUserReply };

/** Where the calls of an agent belong. */
export interface OpenAIAgentsOptions {
  /** The conversation: questions that it has settled are not asked again. */
  session: string;
  /** The AskOnce job that runs the agent, if there is one. */
  job?: string;
  /** How long to wait for the person before the run is interrupted, such as "30s"; by default not at all. */
  wait?: boolean | string | number;
  /** The program that asks, for people to see; `OpenAI Agents` by default. */
  agent?: string;
}

// Strict mode of the models wants every field, so what may be omitted is null.
const inputSchema = z.object({
  question: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.string().nullable() })).nullable(),
  multiSelect: z.boolean().nullable(),
  context: z.string().nullable(),
});

/** A tool by which a model asks the person. While the person has not answered, the run is interrupted. */
export function askUserTool(askonce: AskOnceHost, options: OpenAIAgentsOptions): FunctionTool {
  const { asking, waiting } = placeOf(askonce, options);
  const ask = async (input: object, callId: string | undefined, waitMs: number) => {
    const how = { ...waiting, callId: callIdFor(options, callId), waitMs };
    return (await askQuestions(asking, [questionIn(JSON.stringify(input))], how)).outcomes[0]!;
  };
  return tool({
    ...{ name: ASK_USER.name, description: ASK_USER.description, parameters: inputSchema },
    needsApproval: async (_context: unknown, input: object, callId?: string) => {
      // What AskOnce rejects here, it rejects again when the tool runs, where the model reads it.
      const outcome = await ask(input, callId, waiting.waitMs).catch(() => null);
      return outcome?.outcome === 'parked';
    },
    execute: async (input: object, _context?: unknown, details?: { toolCall?: { callId: string } }) =>
      replyOf(await ask(input, details?.toolCall?.callId, 0)),
  }) as unknown as FunctionTool;
}

/** The state of an interrupted run. */
export type InterruptedState = Pick<RunState<never, never>, 'getInterruptions' | 'approve' | 'reject'>;

/**
 * Stores the interruptions of a run as questions and approvals, and approves or rejects in the state what is settled. Returns the ids of
 * those that still wait. Call it before you store the state, and again before you run it.
 */
export async function settleInterruptions(
  askonce: AskOnceHost,
  state: InterruptedState,
  options: OpenAIAgentsOptions,
): Promise<readonly string[]> {
  const { asking, waiting } = placeOf(askonce, options);
  return settleAll(asking, state, options, waiting);
}

async function settleAll(asking: Asking, state: InterruptedState, options: OpenAIAgentsOptions, waiting: Waiting) {
  const settled = state.getInterruptions().map(async (item: RunToolApprovalItem) => {
    const how = { ...waiting, callId: callIdFor(options, callIdOf(item)) };
    if (item.name === ASK_USER.name && item.arguments !== undefined) {
      const { parked } = await askQuestions(asking, [questionIn(item.arguments)], how);
      // The tool reads the outcome itself, whatever it is.
      if (parked.ids.length === 0) state.approve(item);
      return parked.ids;
    }
    const approval = await askApproval(asking, callOf(item), how);
    if (approval.decision === 'parked') return [approval.id];
    if (allowsAsItStands(approval)) state.approve(item);
    else state.reject(item, { message: why(approval) });
    return [];
  });
  return (await Promise.all(settled)).flat();
}

/** What an executor needs of its job and of the run of the job; see `askonce.runner`. */
export interface OpenAIAgentsJob {
  readonly id: string;
  readonly session: string;
  readonly prompt: string;
}

/** `once` keeps the result of a step over restarts; use it in tools for what must not happen twice. */
export interface OpenAIAgentsContext {
  once<T>(key: string, run: () => T | Promise<T>): Promise<T>;
  readonly signal: AbortSignal;
}

export interface AgentExecutorOptions extends Pick<OpenAIAgentsOptions, 'agent'> {
  /** Runs the agent, such as a `Runner` of yours; by default `run` of the SDK. */
  run?: typeof run;
}

/** The executor of a job, for `askonce.runner`. */
export type AgentExecutor = (job: OpenAIAgentsJob, context: OpenAIAgentsContext) => Promise<string>;

/**
 * Runs an agent as a job of AskOnce. Its state is kept whenever it is interrupted, and a worker that takes the job over goes on from there.
 * @param askonce The one whose `runner` gets the executor. A client is not enough.
 * @param agentOf Makes the agent of a job; pass the place on to `askUserTool`.
 */
export function agentExecutor(
  askonce: AskOnceLibrary,
  agentOf: (place: OpenAIAgentsOptions & { job: string }, context: OpenAIAgentsContext) => Agent,
  { agent: name, run: runAgent = run }: AgentExecutorOptions = {},
): AgentExecutor {
  return async (job, context) => {
    const { signal } = context;
    const place = { session: job.session, job: job.id, ...(name === undefined ? {} : { agent: name }) };
    const agent = agentOf(place, context);
    const { asking, waiting } = placeOf(askonce, { ...place, wait: true });
    let input: string | RunState<undefined, Agent> = job.prompt;
    for (let part = 1; ; part += 1) {
      const kept: { state?: string; output?: string } = await context.once(`openai-agents ${part}`, async () => {
        const result = await runAgent(agent, input, { signal });
        // What was cut short is no result.
        signal.throwIfAborted();
        if (result.interruptions.length > 0) return { state: result.state.toString() };
        const { finalOutput } = result;
        return { output: typeof finalOutput === 'string' ? finalOutput : JSON.stringify(finalOutput ?? null) };
      });
      if (kept.state === undefined) return kept.output!;
      const state = await RunState.fromString<undefined, Agent>(agent, kept.state);
      await settleAll(asking, state as InterruptedState, place, { ...waiting, signal });
      input = state;
    }
  };
}

function placeOf(askonce: AskOnceHost, { session, job, wait = false, agent = 'OpenAI Agents' }: OpenAIAgentsOptions) {
  const waiting: Waiting = { session, job: job ?? null, callId: null, waitMs: waitMsOf(wait) };
  return { asking: askingOf(askonce, agent), waiting };
}

/** Some models number the calls of each run anew, so the job is part of it. */
function callIdFor({ job }: OpenAIAgentsOptions, callId: string | undefined): string {
  if (callId === undefined) throw new Error('The call has no id.');
  return idOf(job, callId);
}

function callIdOf({ rawItem }: RunToolApprovalItem): string | undefined {
  const { callId, id } = rawItem as { callId?: string; id?: string };
  return callId ?? id;
}

function callOf(item: RunToolApprovalItem) {
  const { type, callId: _, id: __, status: ___, providerData: ____, ...rest } = item.rawItem as Record<string, unknown>;
  const tool = item.name ?? String(type);
  if (item.arguments === undefined) return { tool, input: rest };
  const input: unknown = JSON.parse(item.arguments);
  return { tool, input: typeof input === 'object' && input !== null ? { ...input } : { input } };
}

function questionIn(json: string): QuestionInput {
  return questionOf(JSON.parse(json, (_, value: unknown) => value ?? undefined) as AskUserInput);
}
