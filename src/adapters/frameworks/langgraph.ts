/**
 * `askonce/langgraph`: graphs of LangGraph and agents of LangChain ask and get their tool calls approved through AskOnce. What waits is an
 * interrupt, so no process waits for it. A graph is only woken: the node runs again and asks again under the same key.
 */
import { ToolMessage } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { getConfig, interrupt } from '@langchain/langgraph';
import type { AgentMiddleware } from 'langchain';
import type { Outcome } from '../../core/model/question.ts';
import type { Approval } from '../../library/approve.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { approvalWaits, askApproval, askQuestions, idOf, type Parked, type Waiting, why } from '../asking.ts';
import {
  ASK_USER,
  type AskOnceHost,
  type AskUserInput,
  askingOf,
  questionOf,
  replyOf,
  type Settlement,
  waitMsOf,
} from '../framework.ts';
import { AGENT, type Ours, refOf, sessionOf } from '../langgraph/interrupts.ts';

export {
  askonceThreads,
  type LangGraphClient,
  type LangGraphGraph,
  type LangGraphThreads,
  type LangGraphThreadsOptions,
  type ResumeOnAnswerOptions,
} from '../langgraph/threads.ts';
export type { AskOnceHost, Settlement };

/** Where the questions of a graph belong. Pass the same to everything that belongs to one graph. */
export interface LangGraphOptions {
  /** Questions that a session has settled are not asked again. By default each thread is a session. */
  session?: string;
  /** The graph, for people to see; `LangGraph` by default. Threads are continued only by `askonceThreads` with the same name. */
  agent?: string;
  /** How long a node waits for the person before it interrupts the graph, such as "30s"; by default not at all. */
  wait?: boolean | string | number;
}

export interface LangGraphApprovalOptions extends LangGraphOptions {
  /** The tools that need approval; all others run without. */
  tools: readonly string[];
}

/** A question as an interrupt can hold it. */
export type LangGraphQuestion = Omit<QuestionInput, 'schema'>;

/** The outcome of a question that no longer waits. */
export type LangGraphOutcome = Exclude<Outcome, { outcome: 'parked' }>;

interface NodeConfig {
  readonly configurable?: { readonly thread_id?: string; readonly checkpoint_ns?: string };
  readonly signal?: AbortSignal;
}

/** The tool `ask_user`, for agents and tool nodes. Needs a checkpointer, unless it waits as long as it takes. */
export function askUserTool(askonce: AskOnceHost, options: LangGraphOptions = {}): StructuredToolInterface {
  return tool(
    async (input: AskUserInput, config: NodeConfig & { toolCall?: { id?: string } }) => {
      const outcome = await asked(askonce, options, config, config.toolCall?.id, questionOf(input));
      return JSON.stringify(replyOf(outcome));
    },
    { name: ASK_USER.name, description: ASK_USER.description, schema: ASK_USER.schema },
  ) as unknown as StructuredToolInterface;
}

/** Asks from inside a node. The node runs again from its start once the answer is there; this call then returns the outcome. */
export function askHuman(
  askonce: AskOnceHost,
  question: LangGraphQuestion,
  options: LangGraphOptions = {},
): Promise<LangGraphOutcome> {
  const config = getConfig() as NodeConfig;
  return asked(askonce, options, config, undefined, question);
}

/**
 * A middleware for `createAgent`. Each call is an approval of its own: one that is allowed runs, while another waits or is denied. A person
 * may edit the input.
 */
export function askonceApproval(
  askonce: AskOnceHost,
  { tools, ...options }: LangGraphApprovalOptions,
): AgentMiddleware {
  const wrapToolCall = async (request: ToolRequest, handler: (request: ToolRequest) => unknown) => {
    const { toolCall, runtime } = request;
    if (!tools.includes(toolCall.name)) return handler(request);
    const call = { tool: toolCall.name, input: toolCall.args, editable: true };
    const { asking, waiting } = placeOf(askonce, options, runtime, toolCall.id);
    const approval = (await settled(
      (how) => askApproval(asking, call, how),
      waiting,
      approvalWaits,
      (ours) => ({ ...ours, call }),
    )) as Exclude<Approval, { decision: 'parked' }>;
    if (approval.decision === 'allow') {
      return handler({ ...request, toolCall: { ...toolCall, args: approval.updatedInput ?? toolCall.args } });
    }
    const denied = { tool_call_id: toolCall.id ?? '', name: toolCall.name, status: 'error' as const };
    return new ToolMessage({ ...denied, content: why(approval) });
  };
  return { name: 'askonceApproval', wrapToolCall } as unknown as AgentMiddleware;
}

interface ToolRequest {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: Record<string, unknown> };
  readonly runtime: NodeConfig;
}

async function asked(
  askonce: AskOnceHost,
  options: LangGraphOptions,
  config: NodeConfig,
  id: string | undefined,
  question: QuestionInput,
): Promise<LangGraphOutcome> {
  const { asking, waiting } = placeOf(askonce, options, config, id);
  const { outcomes } = await settled(
    (how) => askQuestions(asking, [question], how),
    waiting,
    ({ parked }) => parked,
    (ours) => ({ ...ours, question }),
  );
  return outcomes[0] as LangGraphOutcome;
}

/**
 * A question of a node is known by its task, which stays the same when the node runs again; a call by its id in its task, because some models
 * number the calls of each run anew.
 */
function placeOf(askonce: AskOnceHost, options: LangGraphOptions, config: NodeConfig, id: string | undefined) {
  const { agent = AGENT, wait = false } = options;
  const { thread_id: thread, checkpoint_ns: task } = config.configurable ?? {};
  if ((options.session ?? thread) === undefined)
    throw new Error('Run the graph with a `thread_id`, or pass a `session`.');
  const session = sessionOf(options.session, thread!);
  const waiting: Waiting & { callId: string } = {
    ...{ session, job: null, callId: idOf(thread, task, id), waitMs: waitMsOf(wait) },
    ...(thread === undefined ? {} : { ref: refOf(agent, thread, task) }),
    ...(config.signal === undefined ? {} : { signal: config.signal }),
  };
  return { asking: askingOf(askonce, agent), waiting };
}

/** What somebody else resumes the graph with only wakes it. */
async function settled<R>(
  attempt: (waiting: Waiting) => Promise<R>,
  waiting: Waiting & { callId: string },
  waits: (result: R) => Parked,
  shown: (ours: Ours) => Ours,
): Promise<R> {
  const { session, callId } = waiting;
  for (;;) {
    const result = await attempt(waiting);
    const [id] = waits(result).ids;
    if (id === undefined) return result;
    interrupt(shown({ askonce: { session, callId, id } }));
  }
}
