/** The MCP server of one connection: three tools, none of which can answer. */
import { type CallToolResult, type McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import { unknownClarification } from '../../core/answer/closed-errors.ts';
import { durationMs } from '../../core/model/duration.ts';
import { summaryOf } from '../../core/model/question.ts';
import { version } from '../../util/version.ts';
import { APPROVE, approve, approveInput } from './approve.ts';
import { askUser } from './ask-user.ts';
import { type Call, callOf } from './call.ts';
import { withCorrections } from './corrections.ts';
import { endOf, longestWait, Telling } from './long-poll.ts';
import type { AskTool, McpContext } from './mcp-context.ts';
import { askUserInput, getAnswerInput, outcomes, recalled, recallInput } from './schemas.ts';
import { Seal } from './seal.ts';
import { saysFault, saysOutcomes, saysRecalled } from './tool-texts.ts';

const instructions = (askTool: AskTool): string =>
  `AskOnce puts your questions to the person, once. Before you ask, recall may already know what they want. Ask with ${askTool} ` +
  'when you cannot find something out and a wrong guess would be costly; do not ask for permission to continue. An outcome that is ' +
  'parked, declined, cancelled or expired is never a yes.';

const ASK_USER = `Ask the person one to four questions, and get their answers. Use it when something only they can decide is unclear: a \
choice between alternatives, a missing fact that you cannot look up, or before you delete, overwrite, publish, pay or \
reveal anything (then set destructive and subject).

Do not use it for what the code, the files or the conversation already say, for what best practice settles, or for "shall I continue?".

Your question may already be answered: by what the person said in this conversation, by what they usually want, or by another agent \
that asked the same. Then the answer comes back at once, with its source and evidence. Otherwise the person is asked, in their \
client and in their inbox at the same time, and the first answer counts. The same question is never put to them twice: rephrasing it \
does not get another answer.

If there is no answer when your call ends, the outcome is "parked" with an id: continue with other work, then call get_answer. \
Parked, declined, cancelled and expired are never a yes.`;

const GET_ANSWER =
  'Get the outcome of a parked question by its id. With wait, waits for the answer. It does not ask anything.';

const RECALL =
  'What is already known about what this person wants: their preferences for this project and their earlier answers. It does not ' +
  'ask anything. Call it before you ask about style, tools, names or ways of working.';

/** Claude Code hides server tools behind a search, unless they set this. An agent that has to search for the tool guesses instead. */
const SHOWN_AT_ONCE = { 'anthropic/alwaysLoad': true };

export function mcpServer(mcpContext: McpContext, { era }: Pick<McpRequestContext, 'era'>): McpServer {
  const seal = new Seal(mcpContext.askonce, mcpContext.principal);
  const server = new McpServer(
    { name: 'askonce', title: 'AskOnce', version: version() },
    {
      instructions: instructions(mcpContext.askTool),
      capabilities: { tools: {} },
      requestState: { verify: (sealed, context) => seal.open(sealed, context) },
    },
  );
  const told = async <R extends object>(call: Call, result: Promise<R>): Promise<R> =>
    withCorrections(await result, mcpContext, call);
  server.registerTool(
    mcpContext.askTool,
    {
      title: 'Ask the person',
      description: ASK_USER,
      inputSchema: askUserInput,
      outputSchema: outcomes,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      _meta: SHOWN_AT_ONCE,
    },
    (input, context) =>
      orFault(mcpContext, () => {
        const call = callOf(server, context, era);
        return told(call, askUser(input, { mcpContext, call, seal: (state) => seal.close(state, context) }));
      }),
  );
  server.registerTool(
    'get_answer',
    {
      title: 'Look for an answer',
      description: GET_ANSWER,
      inputSchema: getAnswerInput,
      outputSchema: outcomes,
      annotations: { readOnlyHint: true, openWorldHint: true },
      _meta: SHOWN_AT_ONCE,
    },
    ({ id, wait }, context) =>
      orFault(mcpContext, () => {
        const call = callOf(server, context, era);
        return told(call, getAnswer(id, wait, mcpContext, call));
      }),
  );
  server.registerTool(
    'recall',
    {
      title: 'Recall what they want',
      description: RECALL,
      inputSchema: recallInput,
      outputSchema: recalled,
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: SHOWN_AT_ONCE,
    },
    ({ about, limit }, context) =>
      orFault(mcpContext, async () => {
        const found = await mcpContext.askonce.recall(about, limit === undefined ? {} : { limit });
        return told(callOf(server, context, era), Promise.resolve(saysRecalled(about, found, mcpContext)));
      }),
  );
  if (mcpContext.approveWaitMs !== undefined) {
    server.registerTool(
      'approve',
      { title: 'Decide about a call', description: APPROVE, inputSchema: approveInput },
      (input, context) => orFault(mcpContext, () => approve(input, mcpContext, callOf(server, context, era))),
    );
  }
  return server;
}

async function getAnswer(id: string, wait: string | number | undefined, mcpContext: McpContext, call: Call) {
  const { askonce } = mcpContext;
  const found = await askonce.questions.outcome(id);
  if (found === null) throw unknownClarification(id);
  if (wait === undefined || found.outcome !== 'parked') return saysOutcomes(summaryOf([found]), mcpContext);
  const telling = new Telling(mcpContext, call);
  const ends = endOf(mcpContext, call);
  telling.about(found.question);
  try {
    const ms = Math.min(durationMs(wait), longestWait(mcpContext, call));
    return saysOutcomes(summaryOf([(await askonce.questions.outcome(id, { wait: ms, signal: ends }))!]), mcpContext);
  } catch (error) {
    if (!ends.aborted) throw error;
    return saysOutcomes(summaryOf([(await askonce.questions.outcome(id))!]), mcpContext);
  } finally {
    telling.stop();
  }
}

/** Errors about a question are returned to the model, so that it can correct them. */
async function orFault<R>({ calls, log }: McpContext, run: () => Promise<R>): Promise<R | CallToolResult> {
  const call = run().catch((error: unknown) => saysFault(error, log));
  calls.add(call);
  try {
    return await call;
  } finally {
    calls.delete(call);
  }
}
