/**
 * `askonce/ai-sdk`: AI SDK 7 asks and gets its tool calls approved through AskOnce. A call is known by its place in the messages, so it can be
 * evaluated any number of times: while a process waits, when an approval is replayed, and after a restart from the stored messages.
 */
import { jsonSchema, type ModelMessage, type Tool, type ToolApprovalStatus, type ToolContent, tool } from 'ai';
import { z } from 'zod';
import { callIdIn, callsOf, isReplayed, type ToolCall } from '../ai-sdk/calls.ts';
import { type Asking, allowsAsItStands, askApproval, askQuestions, why } from '../asking.ts';
import {
  ASK_USER,
  type AskOnceHost,
  type AskUserInput,
  type AskUserReply,
  askingOf,
  questionOf,
  replyOf,
  waitMsOf,
} from '../framework.ts';

export type { AskOnceHost, AskUserInput, AskUserReply, ToolCall };

/** Where the calls of an agent belong. */
export interface AiSdkOptions {
  /** The conversation: questions that it has settled are not asked again. */
  session: string;
  /** How long to wait for the person: "10m", milliseconds, `true` for as long as it takes, or `false`. */
  wait?: boolean | string | number;
  /** The program that asks, for people to see; `AI SDK` by default. */
  agent?: string;
}

export interface ApprovalOptions extends AiSdkOptions {
  /** The tools that need approval; all others run without. */
  tools: readonly string[];
}

const inputSchema = z.object({
  question: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional(),
  multiSelect: z.boolean().optional(),
  context: z.string().optional(),
});

/**
 * A tool by which a model asks the person; it waits until the question is answered, by default as long as it takes. Pass it as `ask_user`.
 */
export function askUserTool(askonce: AskOnceHost, options: AiSdkOptions): Tool<AskUserInput, AskUserReply> {
  const { session, waitMs, asking } = placeOf(askonce, options);
  return tool({
    description: ASK_USER.description,
    inputSchema,
    execute: (input: AskUserInput, { toolCallId, abortSignal }) =>
      reply(asking, input, { session, callId: toolCallId, waitMs, ...(abortSignal ? { signal: abortSignal } : {}) }),
  }) as Tool<AskUserInput, AskUserReply>;
}

/**
 * The same tool without a process that waits: the agent's loop ends with an open call. Store the messages, park the call by
 * `parkOpenCalls`, and continue with `settledMessages`.
 */
export function parkedAskUserTool(): Tool<AskUserInput, AskUserReply> {
  return tool({ description: ASK_USER.description, inputSchema, outputSchema: jsonSchema<AskUserReply>({}) });
}

interface ApprovalRequest {
  readonly toolCall: ToolCall;
  readonly messages: readonly ModelMessage[];
}

/**
 * For `toolApproval` of an agent. A person or a rule decides in AskOnce. While no one has, the chat shows its own buttons, with the id of
 * the approval as the reason; a click there counts only after your server has passed it on to AskOnce. So a forged approval is refused.
 */
export function askonceApproval(
  askonce: AskOnceHost,
  { tools, ...options }: ApprovalOptions,
): (request: ApprovalRequest) => Promise<ToolApprovalStatus> {
  const { session, waitMs, asking } = placeOf(askonce, options);
  return async ({ toolCall, messages }) => {
    if (!tools.includes(toolCall.toolName)) return 'not-applicable';
    const replayed = isReplayed(toolCall, messages);
    const approval = await askApproval(asking, callOf(toolCall), {
      ...{ session, job: null, callId: callIdIn(messages, toolCall, replayed), waitMs: replayed ? 0 : waitMs },
    });
    if (approval.decision !== 'parked')
      return { type: allowsAsItStands(approval) ? 'approved' : 'denied', reason: why(approval) };
    if (!replayed) return { type: 'user-approval', reason: approval.id };
    return { type: 'denied', reason: `No person has approved this call in AskOnce yet: ${approval.id}.` };
  };
}

/** Stores the open questions and approvals of these messages. Returns the ids of those that wait for a person. */
export async function parkOpenCalls(
  askonce: AskOnceHost,
  messages: readonly ModelMessage[],
  options: Omit<AiSdkOptions, 'wait'>,
): Promise<readonly string[]> {
  return (await settleOpenCalls(askonce, messages, options)).parked;
}

/** The messages with a reply for each open call, ready for the next run; null while one of them waits for a person. */
export async function settledMessages(
  askonce: AskOnceHost,
  messages: readonly ModelMessage[],
  options: Omit<AiSdkOptions, 'wait'>,
): Promise<ModelMessage[] | null> {
  const { parked, content } = await settleOpenCalls(askonce, messages, options);
  if (parked.length > 0) return null;
  return content.length === 0 ? [...messages] : [...messages, { role: 'tool', content }];
}

async function settleOpenCalls(
  askonce: AskOnceHost,
  messages: readonly ModelMessage[],
  options: Omit<AiSdkOptions, 'wait'>,
): Promise<{ parked: readonly string[]; content: ToolContent }> {
  const { session, asking } = placeOf(askonce, { ...options, wait: false });
  const place = { session, job: null, waitMs: 0 };
  const parked: string[] = [];
  const content: ToolContent = [];
  for (const call of callsOf(messages)) {
    const { toolCallId, toolName, input, callId, approvalId } = call;
    if (!call.isOpen) continue;
    if (approvalId !== undefined) {
      const approval = await askApproval(asking, callOf(call), { ...place, callId });
      if (approval.decision === 'parked') parked.push(approval.id);
      else {
        const approved = allowsAsItStands(approval);
        content.push({ type: 'tool-approval-response', approvalId, approved, reason: why(approval) });
      }
    } else if (toolName === ASK_USER.name) {
      const value = await reply(asking, input as AskUserInput, { ...place, callId: toolCallId });
      if (value.status === 'parked') parked.push(value.id!);
      else content.push({ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: value as never } });
    }
  }
  return { parked, content };
}

function placeOf(askonce: AskOnceHost, { session, wait, agent = 'AI SDK' }: AiSdkOptions) {
  return { session, waitMs: waitMsOf(wait), asking: askingOf(askonce, agent) };
}

async function reply(
  asking: Asking,
  input: AskUserInput,
  place: { session: string; callId: string; waitMs: number; signal?: AbortSignal },
): Promise<AskUserReply> {
  const { outcomes } = await askQuestions(asking, [questionOf(input)], { ...place, job: null });
  return replyOf(outcomes[0]!);
}

function callOf({ toolName: tool, input }: ToolCall) {
  return { tool, input: typeof input === 'object' && input !== null ? { ...input } : { input } };
}
