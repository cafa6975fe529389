/**
 * The permissions that agents ask for over ACP, as AskOnce asks about them, and the decisions as agents take them. The protocol names no
 * tools and takes no edited input. Rules are offered only for a call whose input is known. Pure.
 */
import type { Approval, CallInput } from '../../library/approve.ts';
import { isObject, type Json } from '../claude-code/payload.ts';

/** A request for permission, as far as it matters here. */
export interface Permission {
  readonly toolCall: ToolCall;
  readonly options: readonly Option[];
}

interface ToolCall {
  readonly toolCallId: string;
  readonly name?: string | null;
  readonly kind?: string | null;
  readonly title?: string | null;
  readonly rawInput?: unknown;
  readonly content?: readonly unknown[] | null;
}

interface Option {
  readonly optionId: string;
  readonly kind: string;
}

/** AskOnce's own MCP tools only ask. Gemini CLI and OpenCode name them like this. */
const OWN_TOOL =
  /^(?:(?:mcp__)?askonce_{1,2}(?:ask_user|ask_person|get_answer|recall)|(?:ask_user|ask_person|get_answer|recall) \(askonce MCP Server\))$/;

export function isOwnTool({ toolCall: { kind, title } }: Permission): boolean {
  return (kind ?? 'other') === 'other' && OWN_TOOL.test(title ?? '');
}

/** The call of a request; null if nothing of it can be shown. */
export function callOf(agent: string | null, { toolCall, options }: Permission): CallInput | null {
  const call = agent === 'gemini-cli' ? (geminiShell(toolCall) ?? known(toolCall)) : known(toolCall);
  const shown = call ?? unknown(toolCall);
  if (shown === null) return null;
  const title = toolCall.title?.trim() ? { title: toolCall.title } : {};
  // Where the agent does not offer to remember a decision, neither does AskOnce.
  const isOnce = call === null || !options.some(({ kind }) => kind === 'allow_always');
  return { ...shown, ...title, editable: false, ...(isOnce ? { onlyOnce: true } : {}) };
}

/** Gemini CLI sends no input. For its shell the title is the whole command, and the text names the folder. */
function geminiShell({ toolCallId, kind, title, rawInput, content }: ToolCall): CallInput | null {
  if (kind !== 'execute' || !toolCallId.startsWith('run_shell_command_') || !title || isObject(rawInput)) return null;
  const description = textIn(content);
  const isHere = description === '' || description.startsWith('[current working directory ');
  // A rule reads this field as another folder, and does not allow the call.
  return { tool: 'Bash', input: { command: title, description, ...(isHere ? {} : { cwd: description }) } };
}

function known({ name, kind, rawInput, content }: ToolCall): CallInput | null {
  const diffs = (content ?? []).filter(isObject).filter(({ type }) => type === 'diff');
  if (diffs.length > 0) return changeIn(diffs);
  if (!isObject(rawInput) || Object.keys(rawInput).length === 0) return null;
  const input = { ...rawInput };
  if (kind === 'execute' && hasCommand(rawInput)) return { tool: 'Bash', input };
  if (kind === 'fetch' && typeof rawInput.url === 'string') return { tool: 'WebFetch', input };
  return name?.trim() ? { tool: name.trim(), input } : null;
}

function hasCommand({ command }: Json): boolean {
  return typeof command === 'string' || (Array.isArray(command) && command.every((word) => typeof word === 'string'));
}

/** What would be changed. This is what the agent shows, so it is what a person decides on. */
function changeIn(diffs: readonly Json[]): CallInput | null {
  const changes = diffs.map(({ path, oldText, newText }) =>
    typeof path === 'string' && typeof newText === 'string'
      ? { file_path: path, old_string: typeof oldText === 'string' ? oldText : '', new_string: newText }
      : null,
  );
  const [change, ...more] = changes;
  if (change === null || change === undefined || more.length > 0) return null;
  const { file_path, old_string, new_string } = change;
  return old_string === ''
    ? { tool: 'Write', input: { file_path, content: new_string } }
    : { tool: 'Edit', input: { file_path, old_string, new_string } };
}

/** All that is known of a call whose tool or input the agent does not name. A person may allow it once. */
function unknown({ name, kind, title, rawInput, content }: ToolCall): CallInput | null {
  const text = textIn(content);
  const diffs = (content ?? []).filter(isObject).filter(({ type }) => type === 'diff');
  const input = {
    ...(title?.trim() ? { title } : {}),
    ...(isObject(rawInput) && Object.keys(rawInput).length > 0 ? { input: rawInput } : {}),
    ...(text === '' ? {} : { text }),
    ...(diffs.length === 0 ? {} : { changes: diffs }),
  };
  if (Object.keys(input).length === 0) return null;
  return { tool: name?.trim() || `acp_${kind ?? 'other'}`, input };
}

function textIn(content: ToolCall['content']): string {
  return (content ?? [])
    .filter(isObject)
    .flatMap(({ content: block }) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []))
    .join('\n')
    .trim();
}

export type Outcome = { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string };

export const CANCELLED: Outcome = { outcome: 'cancelled' };

/**
 * The option for a decision. Allowing takes the option for one call wherever there is one: the agent then asks about the next call, and a
 * rule of AskOnce decides it, so that revoking the rule takes effect at once. An agent would remember more than the person saw.
 */
export function outcomeFor(options: readonly Option[], approval: Approval): Outcome {
  const idOf = (wanted: string) => options.find(({ kind }) => kind === wanted)?.optionId;
  const chosen =
    approval.decision === 'allow'
      ? (idOf('allow_once') ?? (approval.scope === 'once' ? idOf('reject_once') : idOf('allow_always')))
      : (idOf('reject_once') ?? idOf('reject_always'));
  return chosen === undefined ? CANCELLED : { outcome: 'selected', optionId: chosen };
}

export function allowedOnce(options: readonly Option[]): Outcome {
  return outcomeFor(options, { decision: 'allow', scope: 'once', evidence: '' });
}
