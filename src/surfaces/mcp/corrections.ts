/**
 * Tells an agent with its next call that the person corrected an answer: it may have used the old one. Each connection tells of each
 * correction of its conversation once, also of those that were made before it: a client that starts again may continue a conversation. An
 * agent that asks again gets the new answer in any case.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isCorrected } from '../../core/answer/evidence.ts';
import { isOver } from '../../core/conversation.ts';
import type { AskHere } from '../../library/ask-input.ts';
import type { Call } from './call.ts';
import type { McpContext } from './mcp-context.ts';
import { placeOf } from './session-of-call.ts';

/** How many answers of a session are looked at; a correction is among the newest. */
const LOOKED_AT = 50;
const MAX_TOLD = 10_000;

/** Requests without a connection may come from several clients of one name: each request tells of what was corrected within this time. */
const RETOLD_MS = 3_600_000;

/** What was told to the callers that share a set of calls: a connection, or all requests without one. */
const tellings = new WeakMap<McpContext['calls'], Set<string>>();

/** Adds a notice to the result of a tool. A notice that cannot be made keeps no result back. */
export async function withCorrections<R extends object>(result: R, mcpContext: McpContext, call: Call): Promise<R> {
  if (!('structuredContent' in result) || ('isError' in result && result.isError)) return result;
  const notice = await noticeFor(mcpContext, call).catch((error: unknown) => {
    mcpContext.log(`[mcp] could not look for corrections: ${String(error)}`);
    return null;
  });
  if (notice === null) return result;
  const { content, structuredContent } = result as unknown as CallToolResult & { structuredContent: object };
  return {
    ...result,
    content: [...(content ?? []), { type: 'text', text: notice }],
    structuredContent: { ...structuredContent, notice },
  };
}

async function noticeFor(mcpContext: McpContext, call: Call): Promise<string | null> {
  const { askonce, calls, isAlone = false } = mcpContext;
  const { session, job }: Pick<AskHere, 'session' | 'job'> = await placeOf(mcpContext, call);
  const of = session ?? (job === undefined ? undefined : (await askonce.jobs.get(job))?.session);
  if (of === undefined) return null;
  const { items } = await askonce.questions.list({ session: of, status: 'answered', newest: true, limit: LOOKED_AT });
  const told = tellings.get(calls) ?? new Set();
  tellings.set(calls, told);
  const now = askonce.clock.now();
  const corrected = items.filter(({ id, evidence, createdAt }) => {
    if (!isCorrected(evidence) || isOver({ waits: false, lastAt: createdAt }, now)) return false;
    return !told.has(`${call.client} ${id}`) || (isAlone && now - createdAt < RETOLD_MS);
  });
  if (corrected.length === 0) return null;
  for (const { id } of corrected) told.add(`${call.client} ${id}`);
  while (told.size > MAX_TOLD) told.delete(told.values().next().value!);
  const lines = corrected.map(({ question, evidence }) => `- “${question}”: ${evidence}`);
  return `The person changed an earlier answer. If you used the old one, revise what you did:\n${lines.join('\n')}`;
}
