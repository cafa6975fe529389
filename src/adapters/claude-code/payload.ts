/** What Claude Code passes to a hook, and what a hook replies. The fields were seen in Claude Code 2.1; unknown ones are ignored. */
import { keyedId } from '../../util/ids.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The fields that all events have. */
export interface Payload extends Json {
  readonly hook_event_name: string;
  readonly session_id: string;
}

/** A call of a tool, in PreToolUse and PermissionRequest. Only PreToolUse has an id. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Json;
  readonly callId: string | null;
}

/** What goes to Claude Code; null for nothing, so that it continues as if there were no hook. */
export type Reply = Json | null;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The payload, or null if it is none. */
export function payloadOf(value: unknown): Payload | null {
  if (!isObject(value)) return null;
  return textIn(value.hook_event_name) === null || textIn(value.session_id) === null ? null : (value as Payload);
}

/** The call that an event is about, or null if it cannot be read. */
export function callOf({ tool_name, tool_input, tool_use_id }: Json): ToolCall | null {
  const tool = textIn(tool_name);
  return tool === null || !isObject(tool_input) ? null : { tool, input: tool_input, callId: textIn(tool_use_id) };
}

/** The session of a conversation of Claude Code. Readable if possible, so that a command of the same conversation can name it. */
export function claudeSession(id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? `claude-${id}` : keyedId('s', `claude ${id}`);
}

/** The rules that Claude Code itself suggests for a call, in its own syntax. */
export function suggestedRules({ permission_suggestions: all }: Json): readonly string[] {
  if (!Array.isArray(all)) return [];
  return all.flatMap((one: unknown) => {
    if (!isObject(one) || one.type !== 'addRules' || one.behavior !== 'allow' || !Array.isArray(one.rules)) return [];
    return one.rules.flatMap((rule: unknown) => {
      const tool = isObject(rule) ? textIn(rule.toolName) : null;
      const content = isObject(rule) ? textIn(rule.ruleContent) : null;
      return tool === null ? [] : [content === null ? tool : `${tool}(${content})`];
    });
  });
}

/** The notices that no other hook brings: Claude Code has ended its turn, or its agent wants to tell the person something. */
const NOTICES: readonly unknown[] = ['idle_prompt', 'agent_completed', 'agent_needs_input', 'push_notification'];

/** A notice of Claude Code that a person should hear of; null if there is none in this event. */
export function noticeIn({ notification_type: type, message }: Json): string | null {
  return NOTICES.includes(type) ? textIn(message) : null;
}

/** Refuses a call, in the form that the event takes. For an elicitation that is `cancel`: a decline would be the person's. */
export function denies(event: string, message: string): Reply {
  switch (event) {
    case 'PreToolUse':
      return replies(event, { permissionDecision: 'deny', permissionDecisionReason: message });
    case 'PermissionRequest':
      return replies(event, { decision: { behavior: 'deny', message } });
    case 'Elicitation':
      return replies(event, { action: 'cancel' });
    default:
      return null;
  }
}

/** Allows a call with this input. */
export function allows(event: string, updatedInput?: Json): Reply {
  const edit = updatedInput === undefined ? {} : { updatedInput };
  return event === 'PreToolUse'
    ? replies(event, { permissionDecision: 'allow', ...edit })
    : replies(event, { decision: { behavior: 'allow', ...edit } });
}

export const replies = (hookEventName: string, decision: Json): Json => ({
  hookSpecificOutput: { hookEventName, ...decision },
});
