/** OpenCode's permissions as approvals of calls, and the decisions as OpenCode takes them. */
import type { Approval, CallInput } from '../../library/approve.ts';
import type { Json } from '../claude-code/payload.ts';
import { denial } from '../claude-code/prompt-tool.ts';
import type { PermissionRequest } from './requests.ts';

/** The call that a permission is needed for, as OpenCode keeps it in the conversation. */
export interface ToolPart {
  readonly tool: string;
  readonly status: string;
  readonly input: Json;
}

/** The tools that ask for the permission “edit”. */
const EDITS: ReadonlySet<string> = new Set(['edit', 'write', 'apply_patch', 'patch', 'multiedit']);

/** More are refused by AskOnce. OpenCode has one for each part of a command. */
const MAX_SUGGESTIONS = 20;

/**
 * The call as AskOnce shows it. The whole input is in the conversation, such as the folder of a command; the permission itself has only
 * what its pattern is about. A permission of another kind, such as for a folder outside the project, is shown by itself.
 */
export function callOf(
  { permission, patterns, always, metadata }: PermissionRequest,
  part: ToolPart | null,
): CallInput {
  const isOwn = part !== null && (part.tool === permission || (permission === 'edit' && EDITS.has(part.tool)));
  const tool = isOwn ? part.tool : permission;
  const input = isOwn ? { ...part.input, ...runs(metadata) } : { ...metadata, patterns };
  const suggestions = always.flatMap((pattern) => suggestionOf(tool, pattern)).slice(0, MAX_SUGGESTIONS);
  return {
    ...{ tool, input },
    ...(isOwn ? {} : { reason: `OpenCode asks for the permission “${permission}”.` }),
    ...(suggestions.length === 0 ? {} : { suggestions }),
  };
}

/** A plugin may have changed the command: what OpenCode asks about is what it runs. */
function runs({ command }: Json): Json {
  return typeof command === 'string' ? { command } : {};
}

/** A pattern of OpenCode as a rule: `npm test *` also stands for the command alone. “Everything” is never suggested. */
function suggestionOf(tool: string, pattern: string): string[] {
  if (pattern.trim() === '' || /^[*\s/]*$/.test(pattern) || pattern.length > 400) return [];
  return [`${tool}(${pattern.endsWith(' *') ? `${pattern.slice(0, -2)}:*` : pattern})`];
}

/**
 * What OpenCode is sent. Never `always`: OpenCode would then allow everything that its own wider pattern covers, dangerous calls included,
 * with no way to revoke it. A decision for the session or the project is a rule of AskOnce, which decides each further call.
 */
export function replyOf(decided: Exclude<Approval, { decision: 'parked' }>): Json {
  if (decided.decision === 'allow') return { reply: 'once' };
  // Without a message OpenCode stops its agent; with one, the agent reads it and goes on.
  return { reply: 'reject', message: denial(decided) };
}
