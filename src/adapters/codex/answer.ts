/** Answers the requests of Codex's app server through AskOnce: approvals, questions and forms. Only a person or a rule of theirs allows. */
import type { Outcome } from '../../core/model/question.ts';
import type { QuestionInput } from '../../library/ask-input.ts';
import { type Asking, askApproval, askQuestions, NOTHING_WAITS, type Parked, type Waiting } from '../asking.ts';
import { contentOf, fieldsOf, questionOf } from '../claude-code/elicitation.ts';
import { isObject, type Json } from '../claude-code/payload.ts';
import { denial } from '../claude-code/prompt-tool.ts';
import { unanswered } from '../claude-code/questions.ts';
import { type CodexRequest, callIn, declined, resultFor } from './calls.ts';

export interface AnswerOptions {
  readonly job: string;
  readonly session: string;
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Whether Codex itself no longer wants an answer. */
  readonly isDropped: () => boolean;
}

export interface CodexAnswer {
  /** The result of the request; null if it is not one that AskOnce answers. */
  readonly result: Json | null;
  /** For the agent. */
  readonly message?: string;
}

/** AskOnce's own MCP tools only ask. */
export const OWN_TOOLS: readonly string[] = ['ask_user', 'ask_person', 'get_answer', 'recall'].map(
  (name) => `mcp__askonce__${name}`,
);

const UNREADABLE = 'AskOnce could not show this to the person, so it is not approved.';

/** Waits for as long as it takes: Codex does. */
export async function answerCodex(
  asking: Asking,
  request: CodexRequest,
  { isDropped, ...place }: AnswerOptions,
): Promise<CodexAnswer> {
  let parked: Parked = NOTHING_WAITS;
  const onParked = ({ ids, asks }: Parked) => {
    parked = { ids: [...parked.ids, ...ids], asks: [...parked.asks, ...asks] };
  };
  const waiting: Waiting = { ...place, waitMs: Number.POSITIVE_INFINITY, onParked };
  try {
    return await answered(asking, request, waiting);
  } catch (error) {
    // A process that was killed comes back for its answer; a request that was dropped does not.
    if (isDropped() && parked.ids.length > 0) await asking.leave(parked, 'Codex no longer waits for it');
    throw error;
  }
}

async function answered(asking: Asking, request: CodexRequest, waiting: Waiting): Promise<CodexAnswer> {
  const { method, params } = request;
  const wanted = callIn(request);
  if (wanted !== null) {
    if (OWN_TOOLS.includes(wanted.call.tool)) return { result: wanted.accept };
    const approval = await askApproval(asking, wanted.call, waiting);
    const result = resultFor(wanted, approval);
    return approval.decision === 'deny' ? { result, message: denial(approval) } : { result };
  }
  if (method === 'item/tool/requestUserInput') return questions(asking, params, waiting);
  if (method === 'mcpServer/elicitation/request') return form(asking, params, waiting);
  const result = declined(method);
  return result === null ? { result } : { result, message: UNREADABLE };
}

/** Codex's own questions, by position. A secret is not asked for: AskOnce keeps its answers. */
async function questions(asking: Asking, { questions: all }: Json, waiting: Waiting): Promise<CodexAnswer> {
  const given = Array.isArray(all) ? all.filter(isObject) : [];
  const asked = given.filter(({ isSecret }) => isSecret !== true);
  const { outcomes } = asked.length === 0 ? { outcomes: [] } : await askQuestions(asking, asked.map(inputOf), waiting);
  const answers = Object.fromEntries(
    asked.flatMap(({ id }, at) => {
      const answer = answerIn(outcomes[at]);
      return answer === null ? [] : [[String(id), { answers: [answer] }]];
    }),
  );
  const notes = [
    ...(Object.keys(answers).length === asked.length ? [] : [unanswered({ questions: asked }, outcomes)]),
    ...(asked.length === given.length ? [] : ['AskOnce does not ask a person for secrets.']),
  ];
  return { result: { answers }, ...(notes.length === 0 ? {} : { message: notes.join('\n') }) };
}

function inputOf({ question, header, options }: Json): QuestionInput {
  const offered = Array.isArray(options) ? options.filter(isObject) : [];
  return {
    question: String(question),
    ...(typeof header === 'string' && header.trim() !== '' ? { header } : {}),
    options: offered.map(({ label, description }) => ({
      label: String(label),
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
    })),
  };
}

function answerIn(outcome: Outcome | undefined): string | null {
  const has = outcome?.outcome === 'answered' || outcome?.outcome === 'auto_resolved';
  return has ? outcome.answer : null;
}

/** A form of an MCP server. One that cannot be asked is cancelled: a decline would be the person's. */
async function form(asking: Asking, params: Json, waiting: Waiting): Promise<CodexAnswer> {
  const reply = (action: string, content: Json | null = null) => ({ result: { action, content, _meta: null } });
  const server = String(params.serverName);
  const fields = fieldsOf({ mode: params.mode, requested_schema: params.requestedSchema });
  // AskOnce's own forms are about questions that already wait in the inbox. An approval is no form.
  const isApproval = isObject(params._meta) && params._meta.codex_approval_kind !== undefined;
  if (fields === null || isApproval || server === 'askonce') return reply('cancel');
  const names = { server, message: String(params.message ?? ''), form: String(waiting.callId) };
  const { outcomes } = await askQuestions(
    asking,
    fields.map((field) => questionOf(field, names)),
    waiting,
  );
  const content = contentOf(fields, outcomes);
  if (content === 'decline') return reply('decline');
  return content === 'wait' ? reply('cancel') : reply('accept', content);
}
