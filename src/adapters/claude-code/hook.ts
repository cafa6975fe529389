/**
 * A hook of Claude Code: takes an event, puts it to the person through AskOnce, and says what Claude Code should do. One code for command
 * and http hooks. Nothing but a person's answer or a rule of theirs ever allows anything.
 */
import { randomUUID } from 'node:crypto';
import { type Asked, type Asking, askApproval, askQuestions, NOTHING_WAITS, type Parked } from '../asking.ts';
import { contentOf, fieldsOf, questionOf } from './elicitation.ts';
import {
  allows,
  callOf,
  claudeSession,
  denies,
  noticeIn,
  type Payload,
  payloadOf,
  type Reply,
  replies,
  suggestedRules,
  type ToolCall,
} from './payload.ts';
import { denial, notApproved } from './prompt-tool.ts';
import { ASK_USER_QUESTION, answered, questionsIn, unanswered } from './questions.ts';
import { Transcript } from './transcript.ts';

/** What people know it by. */
export const CLAUDE_CODE = 'Claude Code';

export interface HookOptions {
  readonly asking: Asking;
  /** The AskOnce job that runs Claude Code, if there is one. */
  readonly job: string | null;
  readonly waitMs: number;
  /** Parks a call that waits, with no process left running. Only where AskOnce started Claude Code and resumes it. */
  readonly defer: boolean;
  /** A call that was approved and taken up in a run that was killed: it may have been carried out, so it is not carried out again. */
  readonly interrupted?: string | null;
  /** Whether a person sits at Claude Code, so that its own dialog is seen. */
  readonly attended: boolean;
  /** Claude Code works in another project than the one whose rules are at hand, so they must not decide. */
  readonly elsewhere?: boolean;
  /** Called with what begins to wait, and each time that it still does. */
  readonly onParked?: (ids: readonly string[]) => void;
  /** Called with a notice, which needs no answer. */
  readonly onNotice?: (text: string) => unknown;
  /** Aborted when Claude Code no longer waits for the hook. */
  readonly signal: AbortSignal;
}

/** A form in a terminal does not open while its hook waits, so the person there gets it soon. */
const MAX_FORM_WAIT_MS = 60_000;

/** The model then looks, and calls anew if need be: with another id, so that the person is asked again. */
const MAY_BE_DONE =
  'This call was interrupted, and may have been carried out. Check whether it took effect before you make it again.';

const ELSEWHERE =
  'Claude Code works in another project than this server of AskOnce, so it is not approved. Use hooks that run a command.';

/** Whether a person sits at Claude Code: it says so itself, older versions by how they were started. */
export function isAttended(env: Readonly<Record<string, string | undefined>>): boolean {
  const said = env.CLAUDE_CODE_SESSION_ATTENDED;
  return said === undefined ? env.CLAUDE_CODE_ENTRYPOINT === 'cli' : said === '1';
}

/** Returns the reply to an event; null for none. Throws only if the payload is none: the caller then blocks. */
export async function claudeCodeHook(input: unknown, options: HookOptions): Promise<Reply> {
  const payload = payloadOf(input);
  if (payload === null) throw new TypeError('This is not the input of a hook of Claude Code.');
  const event = payload.hook_event_name;
  try {
    switch (event) {
      case 'PreToolUse':
      case 'PermissionRequest': {
        const call = callOf(payload);
        if (call === null) return denies(event, 'AskOnce cannot read this call, so it is not approved.');
        return await new Hook(payload, options).called(call);
      }
      case 'Elicitation':
        return await new Hook(payload, options).form();
      case 'Notification': {
        const notice = noticeIn(payload);
        if (notice !== null) await options.onNotice?.(notice);
        return null;
      }
      default:
        // Other events decide nothing.
        return null;
    }
  } catch (error) {
    if (options.signal.aborted) return null;
    const why = error instanceof Error ? error.message : String(error);
    if (!options.attended || event === 'PreToolUse')
      return denies(event, `AskOnce could not ask the person: ${why} This is not a yes.`);
    return { systemMessage: `AskOnce could not ask: ${why} Claude Code asks you itself.` };
  }
}

class Hook {
  private readonly event: string;
  private readonly payload: Payload;
  private readonly options: HookOptions;
  private parked: Parked = NOTHING_WAITS;

  constructor(payload: Payload, options: HookOptions) {
    this.event = payload.hook_event_name;
    this.payload = payload;
    this.options = options;
  }

  /** A call of a tool: the agent's questions, or a permission. */
  async called(call: ToolCall): Promise<Reply> {
    const transcript = this.opensDialog ? new Transcript(String(this.payload.transcript_path)) : null;
    const there = (await transcript?.openCall(call)) ?? null;
    const watch = transcript === null ? null : (ends: AbortSignal) => transcript.result(call, there, ends);
    if (call.tool === ASK_USER_QUESTION) return this.questions({ ...call, callId: call.callId ?? there }, watch);
    return this.permission(call, watch);
  }

  private async questions(call: ToolCall, watch: Watch | null): Promise<Reply> {
    const { attended, waitMs } = this.options;
    const { event } = this;
    const questions = questionsIn(call.input);
    if (questions === null) return denies(event, 'AskOnce cannot read these questions.');
    // In a terminal the dialog opens after PreToolUse, and PermissionRequest waits beside it: the person answers here or there.
    const handsOn = attended && event === 'PreToolUse';
    const waiting = { ...this.place(), callId: call.callId, waitMs: handsOn ? 0 : waitMs };
    const asked = await this.unlessThere(watch, (how) =>
      askQuestions(this.options.asking, questions, { ...waiting, ...how }),
    );
    if (asked === null) return null;
    const input = answered(call.input, asked.outcomes);
    if (input !== null) return allows(event, input);
    if (asked.parked.ids.length === 0) {
      const declined = asked.outcomes.some(({ outcome }) => outcome === 'declined');
      return attended && !declined ? null : denies(event, unanswered(call.input, asked.outcomes));
    }
    if (handsOn) return null;
    return this.stillParked(unanswered(call.input, asked.outcomes));
  }

  private async permission(call: ToolCall, watch: Watch | null): Promise<Reply> {
    const { tool, input, callId } = call;
    if (this.options.elsewhere) return this.options.attended ? null : denies(this.event, ELSEWHERE);
    if (callId !== null && callId === this.options.interrupted) return denies(this.event, MAY_BE_DONE);
    const suggestions = suggestedRules(this.payload);
    const wanted = { tool, input, editable: true, ...(suggestions.length === 0 ? {} : { suggestions }) };
    const waiting = { ...this.place(), callId, waitMs: this.options.waitMs };
    const result = await this.unlessThere(watch, (how) =>
      askApproval(this.options.asking, wanted, { ...waiting, ...how }),
    );
    if (result === null) return null;
    if (result.decision === 'allow') return allows(this.event, result.updatedInput);
    if (result.decision !== 'parked') return denies(this.event, denial(result));
    return this.stillParked(notApproved(result.id));
  }

  /** A form of an MCP server. Whoever leaves it, no question of it stays: the next form is another one. */
  async form(): Promise<Reply> {
    const { attended, waitMs, asking } = this.options;
    const server = String(this.payload.mcp_server_name);
    const fields = fieldsOf(this.payload);
    // AskOnce's own forms are about questions that already wait in the inbox.
    if (fields === null || server === 'askonce') return null;
    const names = { server, message: String(this.payload.message ?? ''), form: `form-${randomUUID().slice(0, 8)}` };
    const waiting = {
      ...this.place(),
      callId: names.form,
      waitMs: attended ? Math.min(waitMs, MAX_FORM_WAIT_MS) : waitMs,
    };
    const questions = fields.map((field) => questionOf(field, names));
    let asked: Asked;
    try {
      asked = await askQuestions(asking, questions, { ...waiting, ...this.noted(this.options.signal) });
    } catch (error) {
      await this.leave('the form is no longer needed');
      throw error;
    }
    const content = contentOf(fields, asked.outcomes);
    if (content === 'decline') return replies('Elicitation', { action: 'decline' });
    if (content !== 'wait') return replies('Elicitation', { action: 'accept', content });
    await this.leave('nobody answered the form in time');
    return attended ? null : denies('Elicitation', '');
  }

  /** What to do with a call that nobody has decided in time. */
  private async stillParked(message: string): Promise<Reply> {
    const { defer, attended } = this.options;
    if (defer && this.event === 'PreToolUse') return replies(this.event, { permissionDecision: 'defer' });
    if (!attended) return denies(this.event, message);
    await this.leave('Claude Code asks in its own dialog');
    return this.event === 'PreToolUse' ? replies(this.event, { permissionDecision: 'ask' }) : null;
  }

  /** Runs a wait; null if the person decides in Claude Code's own dialog first, or stops it there. Then nothing waits any longer. */
  private async unlessThere<R>(watch: Watch | null, wait: (how: Noted) => Promise<R>): Promise<R | null> {
    const { signal, attended } = this.options;
    const there = new AbortController();
    const done = new AbortController();
    watch?.(done.signal).then(
      () => there.abort(),
      () => {},
    );
    const ends = AbortSignal.any([signal, there.signal]);
    try {
      return await wait(this.noted(ends));
    } catch (error) {
      if (!ends.aborted) throw error;
      // A client that was killed may come back; a person who has decided, or has stopped Claude Code, does not need the question.
      if (attended) await this.leave('decided in Claude Code');
      return null;
    } finally {
      done.abort();
    }
  }

  private noted(signal: AbortSignal): Noted {
    const onParked = ({ ids, asks }: Parked) => {
      this.parked = { ids: [...this.parked.ids, ...ids], asks: [...this.parked.asks, ...asks] };
      this.options.onParked?.(ids);
    };
    return { signal, onParked };
  }

  private async leave(because: string): Promise<void> {
    const { parked } = this;
    if (parked.ids.length > 0) await this.options.asking.leave(parked, because);
  }

  private place() {
    return { session: claudeSession(this.payload.session_id), job: this.options.job };
  }

  /** Whether Claude Code's own dialog is open while this hook waits. */
  private get opensDialog(): boolean {
    return this.options.attended && this.event === 'PermissionRequest';
  }
}

type Watch = (ends: AbortSignal) => Promise<void>;

interface Noted {
  readonly signal: AbortSignal;
  readonly onParked: (parked: Parked) => void;
}
