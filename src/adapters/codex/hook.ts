/**
 * A hook of Codex, for people who run Codex themselves. Codex takes only a yes or a no from a hook: for PreToolUse a yes is no output at all,
 * and nothing but a deny stops the call. So whatever goes wrong denies.
 */
import { keyedId } from '../../util/ids.ts';
import { type Asking, askApproval, NOTHING_WAITS, type Parked } from '../asking.ts';
import { allows, callOf, denies, type Payload, payloadOf, type Reply } from '../claude-code/payload.ts';
import { denial } from '../claude-code/prompt-tool.ts';
import { OWN_TOOLS } from './answer.ts';

/** The host, for people to see. */
export const CODEX = 'Codex';

export interface CodexHookOptions {
  readonly asking: Asking;
  /** The AskOnce job that runs Codex, if there is one. */
  readonly job: string | null;
  readonly waitMs: number;
  /** AskOnce runs this Codex over its app server, and gets the same request there. */
  readonly answersItself: boolean;
  /** Called with what begins to wait. */
  readonly onParked?: (ids: readonly string[]) => void;
  /** Aborted when Codex no longer waits for the hook. */
  readonly signal: AbortSignal;
}

const UNREADABLE = 'AskOnce cannot read this call, so it is not approved.';
const TOO_LATE = 'No one approved this call in time. This is not a yes. Continue with what does not need it.';

/** Returns the reply to an event; null for none. Throws only if the payload is none: the caller then blocks. */
export async function codexHook(input: unknown, options: CodexHookOptions): Promise<Reply> {
  const payload = payloadOf(input);
  if (payload === null) throw new TypeError('This is not the input of a hook of Codex.');
  const event = payload.hook_event_name;
  // Other events decide nothing.
  if (event !== 'PreToolUse' && event !== 'PermissionRequest') return null;
  if (event === 'PermissionRequest' && options.answersItself) return null;
  try {
    return await decided(event, payload, options);
  } catch (error) {
    if (options.signal.aborted) return null;
    const why = error instanceof Error ? error.message : String(error);
    return denies(event, `AskOnce could not ask the person: ${why} This is not a yes.`);
  }
}

type Event = 'PreToolUse' | 'PermissionRequest';

async function decided(event: Event, payload: Payload, options: CodexHookOptions): Promise<Reply> {
  const call = callOf(payload);
  if (call === null) return denies(event, UNREADABLE);
  // Codex rejects a written yes before a call, and then goes on as if there were no hook.
  const yes = event === 'PreToolUse' ? null : allows(event);
  const { tool, input, callId } = call;
  if (OWN_TOOLS.includes(tool)) return yes;
  const { asking, job, waitMs, signal } = options;
  let parked: Parked = NOTHING_WAITS;
  const onParked = (now: Parked) => {
    parked = now;
    options.onParked?.(now.ids);
  };
  const leave = async (because: string) => {
    if (parked.ids.length > 0) await asking.leave(parked, because);
  };
  const waiting = { session: codexSession(payload.session_id), job, callId, waitMs, signal, onParked };
  const wanted = { tool, input: { ...input }, editable: false };
  const result = await askApproval(asking, wanted, waiting).catch(async (error: unknown) => {
    // Codex makes the call anew, if at all, so nothing would take up the decision.
    await leave('Codex no longer waits for it');
    throw error;
  });
  if (result.decision === 'allow') return yes;
  if (result.decision === 'deny') return denies(event, denial(result));
  await leave(event === 'PreToolUse' ? 'no one decided in time' : 'Codex asks in its own dialog');
  // Without a reply Codex asks by itself, or refuses where no person is there.
  return event === 'PreToolUse' ? denies(event, TOO_LATE) : null;
}

/** The session of a conversation of Codex. Readable if possible. */
function codexSession(id: string): string {
  return /^[\w-]{1,100}$/.test(id) ? `codex-${id}` : keyedId('s', `codex ${id}`);
}
