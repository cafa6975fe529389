/**
 * Brings what OpenCode asks its user to AskOnce, and the answers back. It keeps nothing itself: a request of OpenCode is asked under
 * OpenCode's own id, so that a bridge that was killed finds the same question, or its answer, when it starts again. Only a person's answer
 * or a rule of theirs is ever sent; whatever fails, OpenCode goes on waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asking, askApproval, askQuestions, NOTHING_WAITS, type Parked } from '../asking.ts';
import type { Json } from '../claude-code/payload.ts';
import { callOf, replyOf } from './permissions.ts';
import { answersOf, questionsIn } from './questions.ts';
import {
  type OpenCodeRequest,
  opencodeSession,
  type PermissionRequest,
  permissionRequest,
  type QuestionRequest,
  questionRequest,
} from './requests.ts';
import { type OpenCodeServer, type ServerEvent, ServerRefused } from './server.ts';

export interface BridgeOptions {
  readonly server: Pick<OpenCodeServer, 'open' | 'events' | 'part' | 'reply'>;
  readonly asking: Asking;
  /** Ends the bridge. What waits stays in the inbox for the next one. */
  readonly signal: AbortSignal;
  /** For the person who runs it. */
  readonly log: (line: string) => void;
  /** How long to wait before the next attempt to connect, or to list again. */
  readonly pauses?: Partial<Pauses>;
}

interface Pauses {
  readonly connectMs: number;
  readonly listMs: number;
}

/** Events should say all that happens; listing again finds what they did not. */
const PAUSES: Pauses = { connectMs: 1_000, listMs: 30_000 };

/** A request that waits in AskOnce. */
interface Held {
  readonly request: OpenCodeRequest;
  readonly ends: AbortController;
  parked: Parked;
  /** Set once AskOnce has the outcome: what OpenCode then announces is the reply of this bridge. */
  replying: boolean;
  /** OpenCode was restarted, and its agent will ask again. */
  kept: boolean;
  /** Why it is no longer needed. */
  because: string | null;
}

export async function bridgeOpenCode(options: BridgeOptions): Promise<void> {
  await new Bridge(options).run();
}

class Bridge {
  private readonly options: BridgeOptions;
  private readonly pauses: Pauses;
  private readonly held = new Map<string, Held>();
  private readonly settling = new Set<Promise<void>>();
  /** Each problem is told once. */
  private readonly told = new Set<string>();

  constructor(options: BridgeOptions) {
    this.options = options;
    this.pauses = { ...PAUSES, ...options.pauses };
  }

  async run(): Promise<void> {
    const { signal } = this.options;
    try {
      while (!signal.aborted) {
        const why = await this.connection();
        if (signal.aborted) break;
        if (why !== null) this.tell(`No connection to OpenCode: ${why}. Trying again.`);
        await sleep(this.pauses.connectMs, undefined, { signal }).catch(() => {});
      }
    } finally {
      for (const { ends } of this.held.values()) ends.abort();
      await Promise.all(this.settling);
    }
  }

  /** One connection, until it ends. Returns why it ended. */
  private async connection(): Promise<string | null> {
    const { server, signal, log } = this.options;
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    try {
      let listing = false;
      for await (const event of server.events(until)) {
        if (listing) this.heard(event);
        else {
          // From here on nothing is missed; what came before is listed.
          await this.list(until);
          listing = true;
          log('Connected to OpenCode.');
          this.told.clear();
          this.listAgain(until).catch((error: unknown) => ended.abort(error));
          this.heard(event);
        }
      }
      return 'it closed the connection';
    } catch (error) {
      // It will not let this bridge in later either.
      if (error instanceof ServerRefused && [401, 403].includes(error.status)) throw error;
      return reasonOf(until.aborted ? until.reason : error);
    } finally {
      ended.abort();
    }
  }

  private async listAgain(until: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.pauses.listMs, undefined, { signal: until });
      await this.list(until);
    }
  }

  /** Takes what is open, and leaves what no longer is. */
  private async list(until: AbortSignal): Promise<void> {
    const before = [...this.held.values()];
    const open = await this.options.server.open(until);
    for (const request of open) this.take(request);
    const ids = new Set(open.map(({ id }) => id));
    for (const held of before) if (!ids.has(held.request.id)) await this.vanished(held, until);
  }

  private heard({ type, properties }: ServerEvent): void {
    switch (type) {
      case 'question.asked':
        return this.take(questionRequest(properties));
      case 'permission.asked':
        return this.take(permissionRequest(properties));
      case 'question.replied':
        return this.gone(properties.requestID, 'answered in OpenCode');
      case 'permission.replied':
        // A denial ends the other calls of its session, too.
        return this.gone(
          properties.requestID,
          properties.reply === 'reject' ? 'denied in OpenCode' : 'allowed in OpenCode',
        );
      case 'question.rejected':
        return this.gone(properties.requestID, 'dismissed in OpenCode');
      default:
    }
  }

  private async vanished(held: Held, until: AbortSignal): Promise<void> {
    const { request, kept } = held;
    if (kept) return;
    if (request.kind === 'question') {
      // A call that has not ended was cut off with the old server. Its agent asks again when it goes on, and finds the answer.
      const part = await this.options.server.part(request, until);
      if (part?.status === 'running' || part?.status === 'pending') {
        held.kept = true;
        return;
      }
    }
    this.gone(request.id, 'OpenCode no longer waits for it');
  }

  private gone(id: unknown, because: string): void {
    const held = typeof id === 'string' ? this.held.get(id) : undefined;
    if (held === undefined || held.replying) return;
    held.because = because;
    // Otherwise it is left as soon as it is known: a bridge before this one may have asked it.
    if (held.parked.ids.length > 0) held.ends.abort();
  }

  private take(request: OpenCodeRequest | null): void {
    if (request === null) return this.tell('OpenCode asks something that AskOnce cannot read. Answer it in OpenCode.');
    if (this.held.has(request.id)) return;
    const ends = new AbortController();
    const held: Held = { request, ends, parked: NOTHING_WAITS, replying: false, kept: false, because: null };
    this.held.set(request.id, held);
    const settling = this.settle(held).finally(() => {
      this.held.delete(request.id);
      this.settling.delete(settling);
    });
    this.settling.add(settling);
  }

  private async settle(held: Held): Promise<void> {
    const { request, ends } = held;
    const until = AbortSignal.any([this.options.signal, ends.signal]);
    try {
      const body =
        request.kind === 'question'
          ? await this.answers(request, held, until)
          : await this.decision(request, held, until);
      held.replying = true;
      await this.deliver(request, body, until);
    } catch (error) {
      if (held.because !== null) await this.leave(held.parked, held.because);
      else if (!until.aborted)
        this.tell(`${request.id} is not in the inbox: ${reasonOf(error)} Answer it in OpenCode.`);
    }
  }

  private async leave(parked: Parked, because: string): Promise<void> {
    if (parked.ids.length === 0) return;
    await this.options.asking.leave(parked, because).catch((error: unknown) => this.tell(reasonOf(error)));
  }

  private async answers(request: QuestionRequest, held: Held, signal: AbortSignal): Promise<Json | 'reject'> {
    const questions = questionsIn(request);
    if (questions === null) throw new TypeError('its questions cannot be read.');
    const { outcomes } = await askQuestions(this.options.asking, questions, this.waiting(held, signal));
    const answers = answersOf(outcomes);
    return answers === null ? 'reject' : { answers };
  }

  private async decision(request: PermissionRequest, held: Held, signal: AbortSignal): Promise<Json> {
    const call = callOf(request, await this.options.server.part(request, signal));
    const result = await askApproval(this.options.asking, call, this.waiting(held, signal));
    if (result.decision === 'parked') throw new Error('no one has decided it.');
    return replyOf(result);
  }

  private waiting(held: Held, signal: AbortSignal) {
    const onParked = ({ ids, asks }: Parked) => {
      held.parked = { ids: [...held.parked.ids, ...ids], asks: [...held.parked.asks, ...asks] };
      if (held.because !== null) held.ends.abort();
    };
    const { id, session } = held.request;
    return {
      session: opencodeSession(session),
      job: null,
      callId: id,
      waitMs: Number.POSITIVE_INFINITY,
      signal,
      onParked,
    };
  }

  /** Sends a reply, as often as it takes. A request that is gone needs none. */
  private async deliver(request: OpenCodeRequest, body: Json | 'reject', until: AbortSignal): Promise<void> {
    for (;;) {
      try {
        if (!(await this.options.server.reply(request, body, until)))
          this.tell(`OpenCode no longer waited for ${request.id}, so the answer was not used.`);
        return;
      } catch (error) {
        until.throwIfAborted();
        if (error instanceof ServerRefused && error.status < 500) throw error;
        await sleep(this.pauses.connectMs, undefined, { signal: until });
      }
    }
  }

  private tell(line: string): void {
    if (this.told.has(line)) return;
    this.told.add(line);
    this.options.log(line);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
