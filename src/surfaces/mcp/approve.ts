/** `approve`: the permission prompt tool of Claude Code. Its client calls it, not the model; it is offered only on request. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Parked } from '../../adapters/asking.ts';
import { decidePrompt, type PromptReply } from '../../adapters/claude-code/prompt-tool.ts';
import { libraryAsking } from '../../adapters/library-asking.ts';
import { agentOf, type Call, wasTakenBack } from './call.ts';
import { endOf, longestWait, Telling } from './long-poll.ts';
import type { McpContext } from './mcp-context.ts';
import { placeOf } from './session-of-call.ts';

export const approveInput = z.object({
  tool_name: z.string().describe('The tool that the agent wants to call.'),
  input: z.record(z.string(), z.unknown()).describe('The input of that call.'),
  tool_use_id: z.string().optional().describe('The id of that call.'),
});

export const APPROVE =
  'For the client, not for the model: decides whether a tool call may be made. The person, or a rule that they made, decides.';

/** A failure is a denial too: the reply is always one that the client can read. */
export async function approve(
  { tool_name: tool, input, tool_use_id: id }: ApproveInput,
  mcpContext: McpContext,
  call: Call,
): Promise<CallToolResult> {
  const reply = await decided({ tool, input, callId: id ?? null }, mcpContext, call).catch(
    (error: unknown): PromptReply => {
      if (call.signal.aborted) throw error;
      const why = error instanceof Error ? error.message : String(error);
      return { behavior: 'deny', message: `AskOnce could not ask the person: ${why} This is not a yes.` };
    },
  );
  return { content: [{ type: 'text', text: JSON.stringify(reply) }] };
}

type ApproveInput = z.infer<typeof approveInput>;

async function decided(
  { tool, input, callId }: { tool: string; input: Record<string, unknown>; callId: string | null },
  mcpContext: McpContext,
  call: Call,
): Promise<PromptReply> {
  const { session, job } = await placeOf(mcpContext, call);
  const agent = agentOf(call.client);
  const asking = libraryAsking(() => Promise.resolve(mcpContext.askonce), {
    caller: mcpContext.caller,
    ...(agent === null ? {} : { agent }),
  });
  const telling = new Telling(mcpContext, call);
  const ends = endOf(mcpContext, call);
  const all: Parked[] = [];
  const place = { session: session ?? '', job: job ?? null, callId };
  const onParked = (parked: Parked) => {
    all.push(parked);
    mcpContext.parked?.(parked.ids);
    telling.about(`may it call ${tool}?`);
  };
  // A client that is told of progress waits as long as it takes.
  const waitMs =
    call.progress === null ? longestWait(mcpContext, call) : (mcpContext.approveWaitMs ?? mcpContext.waitMs);
  try {
    return await decidePrompt({ tool, input }, asking, { ...place, waitMs, signal: ends, onParked });
  } catch (error) {
    if (!ends.aborted) throw error;
    if (!call.signal.aborted) return { behavior: 'deny', message: stopped(all) };
    if (wasTakenBack(call.signal)) {
      for (const parked of all) await asking.leave(parked, 'Claude Code no longer needs a decision');
    }
    throw error;
  } finally {
    telling.stop();
  }
}

function stopped(all: readonly Parked[]): string {
  const ids = all.flatMap(({ ids: some }) => some).join(', ');
  return `AskOnce is stopping. Nobody has decided yet; it waits as ${ids}. This is not a yes.`;
}
