/**
 * `askonce/claude-agent`: agents of the Claude Agent SDK ask, get their calls approved and get forms filled in through AskOnce. A call is known
 * by its id, so that a process which is started again gets the decision of the meantime.
 */
import { randomUUID } from 'node:crypto';
import {
  type CanUseTool,
  createSdkMcpServer,
  type McpSdkServerConfigWithInstance,
  type OnElicitation,
  tool,
} from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { type Asking, askApproval, askQuestions, type Parked } from '../asking.ts';
import { contentOf, questionOf as fieldQuestion, fieldsOf } from '../claude-code/elicitation.ts';
import { suggestedRules } from '../claude-code/payload.ts';
import { decidePrompt, denial, notApproved, type PromptReply } from '../claude-code/prompt-tool.ts';
import { ASK_USER_QUESTION } from '../claude-code/questions.ts';
import {
  ASK_USER,
  type AskOnceHost,
  type AskUserInput,
  askingOf,
  questionOf,
  replyOf,
  waitMsOf,
} from '../framework.ts';

export type { AskOnceHost };

/** Where the calls of an agent belong. */
export interface ClaudeAgentOptions {
  /** The conversation: questions that it has settled are not asked again. */
  session: string;
  /** How long to wait for the person: "10m", milliseconds, `true` for as long as it takes (the default), or `false`. */
  wait?: boolean | string | number;
  /** The program that asks, for people to see; `Claude Agent SDK` by default. */
  agent?: string;
}

type CallOptions = Parameters<CanUseTool>[2];

/**
 * For `canUseTool` of `query`. Answers Claude's questions and decides its calls: a person or a rule does, in AskOnce. What no one has decided
 * after `wait` is denied; the agent may try the same again.
 */
export function canUseTool(askonce: AskOnceHost, options: ClaudeAgentOptions): CanUseTool {
  const { session, waitMs, asking } = placeOf(askonce, options);
  return async (name, input, call) => {
    const { toolUseID: callId, signal } = call;
    const waiting = { session, job: null, callId, waitMs, signal };
    try {
      if (name === ASK_USER_QUESTION) return await decidePrompt({ tool: name, input }, asking, waiting);
      return decided(await askApproval(asking, callOf(name, input, call), waiting));
    } catch (error) {
      if (signal.aborted) throw error;
      return { behavior: 'deny', message: `AskOnce could not ask the person: ${String(error)} This is not a yes.` };
    }
  };
}

function callOf(name: string, input: Record<string, unknown>, call: CallOptions) {
  const { suggestions, suppressAlwaysAllowRule, defaultToNo, title, decisionReason } = call;
  const rules = suggestedRules({ permission_suggestions: suggestions });
  return {
    ...{ tool: name, input, editable: true },
    ...(rules.length === 0 ? {} : { suggestions: rules }),
    ...(title === undefined ? {} : { title }),
    ...(decisionReason === undefined ? {} : { reason: decisionReason }),
    onlyOnce: suppressAlwaysAllowRule === true || defaultToNo === true,
  };
}

/** A rule that the person made stays in AskOnce, where it can be revoked. Claude is not given its own, which may allow more. */
function decided(result: Awaited<ReturnType<typeof askApproval>>): PromptReply | { behavior: 'allow' } {
  if (result.decision === 'parked') return { behavior: 'deny', message: notApproved(result.id) };
  if (result.decision !== 'allow') return { behavior: 'deny', message: denial(result) };
  return { behavior: 'allow', ...(result.updatedInput === undefined ? {} : { updatedInput: result.updatedInput }) };
}

const askUserShape = {
  question: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional(),
  multiSelect: z.boolean().optional(),
  context: z.string().optional(),
};

/** For `mcpServers` of `query`, as `askonce`: a server in this process with the tool `ask_user`. Allow `mcp__askonce__ask_user`. */
export function askUserServer(askonce: AskOnceHost, options: ClaudeAgentOptions): McpSdkServerConfigWithInstance {
  const { session, waitMs, asking } = placeOf(askonce, options);
  const ask = async (input: AskUserInput, extra: unknown) => {
    const { _meta: meta, signal } = extra as { _meta?: Record<string, unknown>; signal?: AbortSignal };
    const id = meta?.['claudecode/toolUseId'];
    const { outcomes } = await askQuestions(asking, [questionOf(input)], {
      ...{ session, job: null, callId: typeof id === 'string' ? id : null, waitMs },
      ...(signal === undefined ? {} : { signal }),
    });
    return { content: [{ type: 'text' as const, text: JSON.stringify(replyOf(outcomes[0]!)) }] };
  };
  const tools = [tool(ASK_USER.name, ASK_USER.description, askUserShape, ask)];
  return createSdkMcpServer({ name: 'askonce', alwaysLoad: true, tools });
}

/**
 * For `onElicitation` of `query`: the forms of MCP servers, each field as a question. A form that is not filled in after `wait` is cancelled, and
 * its questions are withdrawn: the server's next form is another one.
 */
export function onElicitation(askonce: AskOnceHost, options: ClaudeAgentOptions): OnElicitation {
  const { session, waitMs, asking } = placeOf(askonce, options);
  return async ({ serverName: server, message, mode, requestedSchema }, { signal }) => {
    const fields = fieldsOf({ mode, requested_schema: requestedSchema });
    // AskOnce's own forms are about questions that already wait in the inbox.
    if (fields === null || server === 'askonce') return { action: 'cancel' };
    const form = `form-${randomUUID().slice(0, 8)}`;
    const questions = fields.map((field) => fieldQuestion(field, { server, message, form }));
    const parked = { ids: [] as string[], asks: [] as string[] };
    const onParked = ({ ids, asks }: Parked) => {
      parked.ids.push(...ids);
      parked.asks.push(...asks);
    };
    try {
      const { outcomes } = await askQuestions(asking, questions, {
        ...{ session, job: null, callId: form, waitMs, signal, onParked },
      });
      const content = contentOf(fields, outcomes);
      if (content === 'decline') return { action: 'decline' };
      if (content !== 'wait') return { action: 'accept', content: content as never };
    } finally {
      await leave(asking, parked);
    }
    return { action: 'cancel' };
  };
}

/** What was answered stays as it is. */
async function leave(asking: Asking, parked: Parked): Promise<void> {
  if (parked.ids.length > 0) await asking.leave(parked, 'the form is no longer needed');
}

function placeOf(askonce: AskOnceHost, { session, wait, agent = 'Claude Agent SDK' }: ClaudeAgentOptions) {
  return { session, waitMs: waitMsOf(wait), asking: askingOf(askonce, agent) };
}
