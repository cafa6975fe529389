/** What interrupts of LangGraph ask, in three shapes, and the replies that their nodes understand. */
import type { CallInput } from '../../library/approve.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { type Asking, approvalWaits, askApproval, askQuestions, idOf, takenId, type Waiting, why } from '../asking.ts';

export const AGENT = 'LangGraph';

export interface Interrupt {
  readonly id?: string;
  readonly value?: unknown;
}

/** What `askonce/langgraph` interrupts a graph with: enough to look for the outcome from elsewhere. */
export interface Ours {
  readonly askonce: { readonly session: string; readonly callId: string; readonly id: string };
  readonly question?: QuestionInput;
  readonly call?: CallInput;
}

/** `HITLRequest` of LangChain's `humanInTheLoopMiddleware`: all calls of one step. */
interface HitlRequest {
  readonly actionRequests: readonly { name: string; args: Record<string, unknown>; description?: string }[];
  readonly reviewConfigs: readonly { actionName: string; allowedDecisions: readonly string[] }[];
}

/** `HumanInterrupt` of Agent Inbox, which comes as the only one of a list. */
interface InboxRequest {
  readonly action_request: { readonly action: string; readonly args: Record<string, unknown> };
  readonly config: Readonly<Record<'allow_ignore' | 'allow_respond' | 'allow_edit' | 'allow_accept', boolean>>;
  readonly description?: string;
}

/** The node is only woken: it reads the outcome itself. */
export const WAKE = Symbol('wake');

/** Null while the interrupt waits for a person, and if its shape is not known: a plain text could be asking for anything. */
export async function replyTo(asking: Asking, { value }: Interrupt, waiting: Waiting): Promise<unknown> {
  if (!isRecord(value) && !Array.isArray(value)) return null;
  if ('askonce' in value) return wakes(asking, value as unknown as Ours, waiting);
  if ('actionRequests' in value) return decisions(asking, value as unknown as HitlRequest, waiting);
  const request: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(request) || !isRecord(request.action_request) || !isRecord(request.config)) return null;
  return inboxResponse(asking, request as unknown as InboxRequest, waiting);
}

async function wakes(asking: Asking, { askonce, question, call }: Ours, { ref: _, ...waiting }: Waiting) {
  const { session, callId } = askonce;
  const look = { ...waiting, session, callId };
  const parked = call
    ? approvalWaits(await askApproval(asking, call, look))
    : (await askQuestions(asking, [question!], look)).parked;
  return parked.ids.length === 0 ? WAKE : null;
}

async function decisions(asking: Asking, { actionRequests, reviewConfigs }: HitlRequest, waiting: Waiting) {
  const allowedFor = (name: string) =>
    reviewConfigs.find(({ actionName }) => actionName === name)?.allowedDecisions ?? [];
  const approvals = await Promise.all(
    actionRequests.map(({ name, args, description }, at) => {
      const call = { tool: name, input: args, editable: allowedFor(name).includes('edit'), ...reasonOf(description) };
      return askApproval(asking, call, { ...waiting, callId: idOf(waiting.callId, at) });
    }),
  );
  const decided = approvals.filter((approval) => approval.decision !== 'parked');
  if (decided.length < approvals.length) return null;
  return {
    decisions: decided.map((approval, at) => {
      const { name, args } = actionRequests[at]!;
      if (approval.decision !== 'allow') return { type: 'reject', message: why(approval) };
      const { updatedInput } = approval;
      if (updatedInput === undefined && allowedFor(name).includes('approve')) return { type: 'approve' };
      return { type: 'edit', editedAction: { name, args: updatedInput ?? args } };
    }),
  };
}

async function inboxResponse(asking: Asking, { action_request, config, description }: InboxRequest, waiting: Waiting) {
  const { action, args } = action_request;
  if (!config.allow_accept && !config.allow_edit) {
    const question = { question: action, ...(description === undefined ? {} : { context: description }) };
    const [outcome] = (await askQuestions(asking, [question], waiting)).outcomes;
    if (outcome!.outcome === 'parked') return null;
    const isAnswered = outcome!.outcome === 'answered' || outcome!.outcome === 'auto_resolved';
    return [isAnswered && config.allow_respond ? { type: 'response', args: outcome!.answer } : IGNORED];
  }
  const call = { tool: action, input: args, editable: config.allow_edit, ...reasonOf(description) };
  const approval = await askApproval(asking, call, waiting);
  if (approval.decision === 'parked') return null;
  if (approval.decision === 'allow') {
    const { updatedInput } = approval;
    if (updatedInput === undefined && config.allow_accept) return [{ type: 'accept', args: null }];
    return [{ type: 'edit', args: { action, args: updatedInput ?? args } }];
  }
  return [config.allow_respond && approval.message ? { type: 'response', args: approval.message } : IGNORED];
}

const IGNORED = { type: 'ignore', args: null };

function reasonOf(description: string | undefined): { reason?: string } {
  return description === undefined ? {} : { reason: description };
}

/** By default each thread is a session. */
export function sessionOf(session: string | undefined, thread: string): string {
  return session ?? takenId(thread);
}

/** What asked: the task of the graph, if it was a node. */
export interface Origin {
  readonly thread: string;
  readonly task: string | undefined;
}

/** What the event `ask.settled` carries, to find the thread again. */
export function refOf(agent: string, thread: string, namespace = ''): string {
  // A subgraph runs within a task of its parent: `tools:<id>|agent:<id>`.
  const task = namespace.split('|')[0]!.split(':').at(-1);
  return JSON.stringify(['langgraph', agent, thread, ...(task ? [task] : [])]);
}

/** Null if another graph, another adapter or anyone else asked: every asker may set any `ref`. */
export function originOf(ref: string, agent: string): Origin | null {
  if (!ref.startsWith('["langgraph",')) return null;
  try {
    const [, by, thread, task] = JSON.parse(ref) as unknown[];
    const isTask = task === undefined || typeof task === 'string';
    return by === agent && typeof thread === 'string' && isTask ? { thread, task } : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
