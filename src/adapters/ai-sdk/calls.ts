/**
 * The tool calls in messages of AI SDK. Some models number the calls of each step anew, so an id that was used before is another call, and so is
 * one with another input.
 */
import type { ModelMessage } from 'ai';
import { idOf } from '../asking.ts';

export interface ToolCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: unknown;
}

/** A call in the messages of a run. */
export interface MadeCall extends ToolCall {
  /** Its id for AskOnce. */
  readonly callId: string;
  approvalId?: string;
  /** Until the messages have its result, or what was decided about it. */
  isOpen: boolean;
}

type Messages = readonly ModelMessage[];
type Part = Exclude<Extract<ModelMessage, { role: 'assistant' | 'tool' }>['content'], string>[number];

/** The calls of these messages, in order. */
export function callsOf(messages: Messages): readonly MadeCall[] {
  const calls: MadeCall[] = [];
  for (const part of messages.flatMap(partsOf)) {
    if (part.type === 'tool-call') calls.push({ ...part, callId: callIdOf(part, calls), isOpen: true });
    const call = calls.findLast(({ toolCallId, approvalId }) =>
      'toolCallId' in part ? part.toolCallId === toolCallId : 'approvalId' in part && part.approvalId === approvalId,
    );
    if (call === undefined) continue;
    if (part.type === 'tool-approval-request') call.approvalId = part.approvalId;
    if (part.type === 'tool-result' || part.type === 'tool-approval-response') call.isOpen = false;
  }
  return calls;
}

/** The id for AskOnce of a call that comes after these messages, or that is replayed from them. */
export function callIdIn(messages: Messages, call: ToolCall, replayed: boolean): string {
  const calls = callsOf(messages);
  const at = calls.findLastIndex(({ toolCallId }) => toolCallId === call.toolCallId);
  return callIdOf(call, replayed ? calls.slice(0, at) : calls);
}

/**
 * Whether the SDK evaluates a call because the last message approves it. It then runs what is not denied. Read as the SDK does: from the last
 * message alone, so that no other part of the messages can make a replayed call look new.
 */
export function isReplayed({ toolCallId }: ToolCall, messages: Messages): boolean {
  const last = messages.at(-1);
  const parts = last?.role === 'tool' ? last.content : [];
  if (parts.some((part) => part.type === 'tool-result' && part.toolCallId === toolCallId)) return false;
  const responses = parts.flatMap((part) => (part.type === 'tool-approval-response' ? [part.approvalId] : []));
  return messages
    .flatMap(partsOf)
    .some(
      (part) =>
        part.type === 'tool-approval-request' && part.toolCallId === toolCallId && responses.includes(part.approvalId),
    );
}

function callIdOf({ toolCallId, toolName, input }: ToolCall, before: readonly ToolCall[]): string {
  return idOf(toolCallId, before.filter((call) => call.toolCallId === toolCallId).length, toolName, input);
}

function partsOf({ role, content }: ModelMessage): readonly Part[] {
  return (role === 'assistant' || role === 'tool') && typeof content !== 'string' ? (content as Part[]) : [];
}
