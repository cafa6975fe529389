/** A tool call that an agent may only make if a person, or a rule of theirs, allows it. Pure data, like model/question.ts. */
import type { ToolCall } from '../approvals/tools.ts';

/** What an approval is about. */
export interface Call {
  readonly tool: string;
  /** The input of the call as canonical JSON: equal inputs are equal texts. */
  readonly input: string;
  /** The host's id of this call; null if it has none. */
  readonly callId: string | null;
  readonly title?: string;
  /** The rules that a person may make of this call, in the syntax of the hosts. */
  readonly rules: readonly string[];
  /** The host accepts an edited input. */
  readonly editable: boolean;
  /** The machine on whose disk its paths were looked up (`machineName`). Absent if the call comes from elsewhere. */
  readonly machine?: string;
}

/** How far a decision reaches: this call, this session, or the whole project. */
export const APPROVAL_SCOPES = ['once', 'session', 'project'] as const;
export type ApprovalScope = (typeof APPROVAL_SCOPES)[number];

/** What was decided about a call, beside the Yes or No. */
export interface CallDecision {
  readonly scope: ApprovalScope;
  /** The rule that the person made. Set if the scope is wider than this call. */
  readonly rule?: string;
  /** For the agent: why it was denied. */
  readonly message?: string;
  /** Canonical JSON of the input that the person wants instead. */
  readonly updatedInput?: string;
  /** If a rule decided: the approval whose answer made the rule. Absent for rules of the configuration. */
  readonly decidedBy?: string;
}

/** Returns a call with its input as an object, as the rules read it. */
export function toolCall({ tool, input }: Pick<Call, 'tool' | 'input'>): ToolCall {
  return { tool, input: JSON.parse(input) as ToolCall['input'] };
}

/** Whether two calls ask for the same thing. The title and the offered rules do not matter. */
export function isSameCall(one: Call, other: Call | undefined): boolean {
  return other !== undefined && one.tool === other.tool && one.input === other.input && one.callId === other.callId;
}
