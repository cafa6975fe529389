/** Answers the requests of agents that speak ACP through AskOnce: permissions and forms. Only a person or a rule of theirs allows. */
import type { Approval } from '../../library/approve.ts';
import { type Asking, askApproval, askQuestions, NOTHING_WAITS, type Parked, type Waiting } from '../asking.ts';
import { contentOf, fieldsOf, questionOf } from '../claude-code/elicitation.ts';
import type { Json } from '../claude-code/payload.ts';
import { denial } from '../claude-code/prompt-tool.ts';
import { allowedOnce, CANCELLED, callOf, isOwnTool, type Outcome, outcomeFor, type Permission } from './calls.ts';

export type AcpRequest =
  | { readonly kind: 'permission'; readonly agent: string | null; readonly params: Permission }
  | { readonly kind: 'form'; readonly agent: string | null; readonly params: object };

export interface AcpAnswerOptions {
  readonly job: string;
  readonly session: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Whether the agent itself no longer wants an answer. */
  readonly isDropped: () => boolean;
}

export interface AcpAnswer {
  readonly result: { readonly outcome: Outcome } | FormResult;
  /** What was asked and decided, for an agent that starts anew. */
  readonly record: string;
  /** For the agent. */
  readonly message?: string;
}

type FormResult =
  | { readonly action: 'decline' | 'cancel' }
  | { readonly action: 'accept'; readonly content: FormContent };
type FormContent = Record<string, string | number | boolean | string[]>;

/** Waits for as long as it takes: the protocol sets no limit. */
export async function answerAcp(
  asking: Asking,
  request: AcpRequest,
  { isDropped, ...place }: AcpAnswerOptions,
): Promise<AcpAnswer> {
  let parked: Parked = NOTHING_WAITS;
  const onParked = ({ ids, asks }: Parked) => {
    parked = { ids: [...parked.ids, ...ids], asks: [...parked.asks, ...asks] };
  };
  const waiting: Waiting = { ...place, waitMs: Number.POSITIVE_INFINITY, onParked };
  try {
    return request.kind === 'permission'
      ? await permission(asking, request.agent, request.params, waiting)
      : await form(asking, request.agent, { ...request.params }, waiting);
  } catch (error) {
    // A process that was killed comes back for its answer; a request that was dropped does not.
    if (isDropped() && parked.ids.length > 0) await asking.leave(parked, 'the agent no longer waits for it');
    throw error;
  }
}

async function permission(
  asking: Asking,
  agent: string | null,
  params: Permission,
  waiting: Waiting,
): Promise<AcpAnswer> {
  const { options } = params;
  if (isOwnTool(params)) return { result: { outcome: allowedOnce(options) }, record: '' };
  const call = callOf(agent, params);
  if (call === null) return { result: { outcome: CANCELLED }, record: '', message: UNREADABLE };
  const approval = await askApproval(asking, call, waiting);
  const title = call.title ?? call.tool;
  const record = `You asked for permission: ${title}\nAnswer: ${said(approval)}`;
  const message = approval.decision === 'deny' && approval.message !== undefined ? words(title, approval) : null;
  return { result: { outcome: outcomeFor(options, approval) }, record, ...(message === null ? {} : { message }) };
}

const UNREADABLE = 'AskOnce could not show your last call to the person, so it is not approved.';

type Decided = Exclude<Approval, { decision: 'parked' }>;

function said(approval: Approval): string {
  if (approval.decision === 'parked') return 'There is no answer.';
  return approval.decision === 'allow' ? 'The person allowed this call.' : denial(approval);
}

const words = (title: string, approval: Decided): string => `About “${title}”: ${denial(approval)}`;

/** A form that the agent shows. One that cannot be asked is cancelled: a decline would be the person's. */
async function form(asking: Asking, agent: string | null, params: Json, waiting: Waiting): Promise<AcpAnswer> {
  const fields = fieldsOf({ mode: params.mode, requested_schema: params.requestedSchema });
  const message = String(params.message ?? '');
  const answer = (result: FormResult, line: string) => ({ result, record: `You asked: ${message}\nAnswer: ${line}` });
  if (fields === null) return answer({ action: 'cancel' }, 'AskOnce could not show this form.');
  const server = agent ?? 'agent';
  const names = { server, from: `the agent “${server}”`, message, form: String(waiting.callId) };
  const { outcomes } = await askQuestions(
    asking,
    fields.map((field) => questionOf(field, names)),
    waiting,
  );
  const content = contentOf(fields, outcomes);
  if (content === 'decline') return answer({ action: 'decline' }, 'The person declined.');
  if (content === 'wait') return answer({ action: 'cancel' }, 'There is no answer.');
  return answer({ action: 'accept', content: content as FormContent }, JSON.stringify(content));
}
