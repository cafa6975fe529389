/** The tool that `claude --permission-prompt-tool` calls instead of showing a dialog: for permissions, and for AskUserQuestion. */
import type { Approval } from '../../library/approve.ts';
import { type Asking, askApproval, askQuestions, type Waiting } from '../asking.ts';
import type { Json } from './payload.ts';
import { ASK_USER_QUESTION, answered, questionsIn, unanswered } from './questions.ts';

export type PromptReply =
  | { readonly behavior: 'allow'; readonly updatedInput: Json }
  | { readonly behavior: 'deny'; readonly message: string };

export interface PromptCall {
  readonly tool: string;
  readonly input: Json;
}

const denies = (message: string): PromptReply => ({ behavior: 'deny', message });

/** Returns the decision about a call. Only a person's answer or a rule of theirs allows. */
export async function decidePrompt(
  { tool, input }: PromptCall,
  asking: Asking,
  waiting: Waiting,
): Promise<PromptReply> {
  if (tool === ASK_USER_QUESTION) {
    const questions = questionsIn(input);
    if (questions === null) return denies('AskOnce cannot read these questions.');
    const { outcomes } = await askQuestions(asking, questions, waiting);
    const updatedInput = answered(input, outcomes);
    return updatedInput === null ? denies(unanswered(input, outcomes)) : { behavior: 'allow', updatedInput };
  }
  const result = await askApproval(asking, { tool, input: { ...input }, editable: true }, waiting);
  if (result.decision === 'parked') return denies(notApproved(result.id));
  if (result.decision !== 'allow') return denies(denial(result));
  return { behavior: 'allow', updatedInput: result.updatedInput ?? input };
}

/** A denial in the person's words, for the model. */
export function denial({ message, evidence, source }: Exclude<Approval, { decision: 'parked' }>): string {
  const who = source === 'user' ? 'The person denied this call' : `This call is denied: ${evidence}`;
  return message === undefined ? `${who}.` : `${who}: ${message}`;
}

/** For the model, where nobody has decided. */
export function notApproved(id: string): string {
  const next = 'Continue with what does not need it, and try the same call again later.';
  return `Nobody has approved this call yet; it waits as ${id}. This is not a yes. ${next}`;
}
