/** What OpenCode asks of its user: questions and permissions, as its server lists and announces them. Seen in OpenCode 1.18. */
import { keyedId } from '../../util/ids.ts';
import { isObject, type Json } from '../claude-code/payload.ts';

interface Base {
  readonly id: string;
  readonly session: string;
  /** The message and the call that it belongs to; null if it names none. */
  readonly tool: { readonly messageID: string; readonly callID: string } | null;
}

export interface QuestionRequest extends Base {
  readonly kind: 'question';
  readonly questions: readonly Json[];
}

export interface PermissionRequest extends Base {
  readonly kind: 'permission';
  readonly permission: string;
  readonly patterns: readonly string[];
  /** The patterns that OpenCode itself would allow from then on. */
  readonly always: readonly string[];
  readonly metadata: Json;
}

export type OpenCodeRequest = QuestionRequest | PermissionRequest;

const ID = /^(?:que|per)[\w-]{1,100}$/;

/** The question, or null if it is none that can be read. */
export function questionRequest(value: unknown): QuestionRequest | null {
  const base = baseOf(value);
  const questions = isObject(value) ? value.questions : null;
  if (base === null || !Array.isArray(questions) || questions.length === 0 || !questions.every(isObject)) return null;
  return { kind: 'question', ...base, questions };
}

/** The permission, or null if it is none that can be read. */
export function permissionRequest(value: unknown): PermissionRequest | null {
  const base = baseOf(value);
  if (base === null || !isObject(value) || typeof value.permission !== 'string' || value.permission === '') return null;
  const { permission, patterns, always, metadata } = value;
  return {
    ...{ kind: 'permission', ...base, permission, metadata: isObject(metadata) ? metadata : {} },
    ...{ patterns: textsOf(patterns), always: textsOf(always) },
  };
}

function baseOf(value: unknown): Base | null {
  if (!isObject(value) || typeof value.id !== 'string' || !ID.test(value.id)) return null;
  if (typeof value.sessionID !== 'string' || value.sessionID === '') return null;
  const { id, sessionID: session, tool } = value;
  const isCall = isObject(tool) && typeof tool.messageID === 'string' && typeof tool.callID === 'string';
  return { id, session, tool: isCall ? { messageID: tool.messageID as string, callID: tool.callID as string } : null };
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The session of a conversation of OpenCode. */
export function opencodeSession(id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? `opencode-${id}` : keyedId('s', `opencode ${id}`);
}
