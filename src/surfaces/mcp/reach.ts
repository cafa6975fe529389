/** How a client can reach its person, besides the inbox. Pure. */

import { type NotShown, runsAlone } from '../../core/answer/not-shown.ts';
import type { Clarification } from '../../core/model/views.ts';
import { namesSecret } from '../../text/secrets.ts';
import { type Call, codexTurn } from './call.ts';
import type { McpContext } from './mcp-context.ts';

/** A form that the client shows; a page of ours that it opens and cannot read; or the inbox only. */
export type Reach = 'form' | 'page' | 'inbox';

/** Whether a client can be asked at all. */
export function canBeAsked(
  call: Pick<Call, 'elicitation' | 'meta'>,
  mcpContext: Pick<McpContext, 'mayElicit' | 'headless'>,
): boolean {
  return saysItCan(call, mcpContext) && headlessProgram(call, mcpContext) === null;
}

/** Why a client that claims it can be asked is not: it is known to run without a person. */
export function notAsked(
  call: Pick<Call, 'elicitation' | 'meta'>,
  mcpContext: Pick<McpContext, 'mayElicit' | 'headless'>,
): NotShown | null {
  const program = headlessProgram(call, mcpContext);
  return program !== null && saysItCan(call, mcpContext) ? runsAlone(program) : null;
}

function saysItCan({ elicitation }: Pick<Call, 'elicitation'>, { mayElicit }: Pick<McpContext, 'mayElicit'>): boolean {
  return mayElicit && (elicitation.form || elicitation.url);
}

/** Which headless program it is, according to its metadata and environment. */
function headlessProgram({ meta }: Pick<Call, 'meta'>, { headless }: Pick<McpContext, 'headless'>): string | null {
  return headless ?? (codexTurn(meta)?.turn_trigger === 'exec' ? 'codex exec' : null);
}

export function reachOf(
  { elicitation }: Pick<Call, 'elicitation'>,
  { mayElicit, hasPage }: Pick<McpContext, 'mayElicit' | 'hasPage'>,
  questions: readonly Clarification[],
): Reach {
  if (!mayElicit || questions.length === 0) return 'inbox';
  // Text typed into a form passes through the client, its logs and perhaps its model.
  if (!questions.some((one) => isTyped(one) && isAboutSecret(one))) return elicitation.form ? 'form' : 'inbox';
  return elicitation.url && hasPage ? 'page' : 'inbox';
}

/** Whether its answer is typed, not chosen. */
function isTyped({ type, options }: Clarification): boolean {
  return type !== 'CONFIRM' && options.length === 0;
}

/** Whether the texts of a question mention a secret, so that one might be typed as its answer. */
export function isAboutSecret({ question, header, reason, context, subject }: Clarification): boolean {
  return namesSecret([question, header, subject, reason, context].filter((text) => text).join('\n'));
}
