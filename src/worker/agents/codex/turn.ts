/** One turn of Codex: speaks with a running app server until the turn has ended. Knows nothing of processes and stores. */
import { version } from '../../../util/version.ts';
import { plainText } from '../command/lines.ts';
import type { Request } from './answering.ts';
import { isJson, type Json, JsonRpc, Refused } from './json-rpc.ts';

export interface TurnPort {
  readonly write: (text: string) => void;
  readonly folder: string;
  /** The thread to continue; null to start one. `lost`: the number of threads that Codex no longer has. */
  readonly thread: (lost: number, start: () => Promise<string>) => Promise<{ id: string; isNew: boolean }>;
  /** What the agent is told: in a new thread, or in one that goes on. */
  readonly prompt: (isNew: boolean) => Promise<string>;
  /** Puts a request to a person. Aborted when it is not needed any longer. */
  readonly answer: (request: Request, key: string, signal: AbortSignal) => Promise<Answered>;
  readonly log: (line: string) => void;
  /** The conversation cannot go on. */
  readonly fail: (error: unknown) => void;
}

export interface Answered {
  readonly result: Json | null;
  readonly message?: string;
}

/** What a turn came to. */
export interface TurnEnd {
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

/** Codex refuses to resume a thread that it does not have, such as one that was killed before its first turn. */
const NO_THREAD = /no rollout found|not found|no such thread/i;
const MAX_WORDS = 300;

export class CodexTurn {
  readonly rpc: JsonRpc;
  private readonly port: TurnPort;
  private readonly items = new Map<string, Json>();
  private readonly waiting = new Map<string | number, AbortController>();
  private readonly ended = Promise.withResolvers<TurnEnd>();
  private thread = '';
  private lastWords = '';

  constructor(port: TurnPort) {
    this.port = port;
    this.rpc = new JsonRpc(port.write, {
      onRequest: (id, method, params) => void this.asked(id, method, params),
      onNotification: (method, params) => this.heard(method, params),
      onText: (line) => this.say(line),
    });
    // If the process ends first, nothing waits for this.
    this.ended.promise.catch(() => {});
  }

  async run(): Promise<TurnEnd> {
    const clientInfo = { name: 'askonce', title: 'AskOnce', version: version() };
    const capabilities = { experimentalApi: true, requestAttestation: false };
    await this.rpc.call('initialize', { clientInfo, capabilities });
    this.rpc.notify('initialized');
    const isNew = await this.openThread();
    const text = await this.port.prompt(isNew);
    await this.rpc.call('turn/start', { threadId: this.thread, input: [{ type: 'text', text }] });
    return this.ended.promise;
  }

  /** The process is gone: nothing that waits can be answered to it. */
  close(error: unknown): void {
    this.rpc.close(error);
    this.ended.reject(error);
    for (const controller of this.waiting.values()) controller.abort(error);
    this.waiting.clear();
  }

  /** Returns whether nothing was said in the thread yet. */
  private async openThread(lost = 0): Promise<boolean> {
    const cwd = this.port.folder;
    const start = async () => threadIn(await this.rpc.call('thread/start', { cwd })).id;
    const { id, isNew } = await this.port.thread(lost, start);
    this.thread = id;
    if (isNew) return true;
    try {
      return threadIn(await this.rpc.call('thread/resume', { threadId: id, cwd, excludeTurns: true })).preview === '';
    } catch (error) {
      if (error instanceof Refused && NO_THREAD.test(error.message)) return this.openThread(lost + 1);
      throw error;
    }
  }

  private async asked(id: string | number, method: string, params: Json): Promise<void> {
    const controller = new AbortController();
    this.waiting.set(id, controller);
    const { threadId, turnId, itemId, approvalId } = params;
    const item = this.items.get(String(itemId)) ?? this.calledOn(method, params);
    // Its own number tells two requests of one item apart.
    const key = [threadId, itemId ?? `${String(turnId)}-${id}`, approvalId].filter((part) => part != null).join('.');
    try {
      const { result, message } = await this.port.answer({ method, params, item }, key, controller.signal);
      if (controller.signal.aborted) return;
      this.waiting.delete(id);
      if (result === null) this.rpc.refuse(id, `AskOnce does not answer ${method}.`);
      else this.rpc.reply(id, result);
      if (message !== undefined) await this.steer(String(threadId), String(turnId), message);
    } catch (error) {
      if (!controller.signal.aborted) this.port.fail(error);
    }
  }

  /** Says something to the agent in the middle of its turn. If the turn has just ended, there is no one to say it to. */
  private async steer(threadId: string, turn: string, text: string): Promise<void> {
    const input = [{ type: 'text', text }];
    await this.rpc.call('turn/steer', { threadId, input, expectedTurnId: turn }).catch(() => {});
  }

  /** The call of a tool that an MCP server needs something for: the last one that has begun. */
  private calledOn(method: string, { serverName }: Json): Json | null {
    if (method !== 'mcpServer/elicitation/request') return null;
    const calls = [...this.items.values()].filter(
      ({ type, server }) => type === 'mcpToolCall' && server === serverName,
    );
    return calls.at(-1) ?? null;
  }

  private heard(method: string, params: Json): void {
    const { item, turn, error, requestId } = params;
    switch (method) {
      case 'item/started':
        if (isJson(item)) this.begun(item);
        return;
      case 'item/completed':
        if (isJson(item)) this.completed(item, params.threadId === this.thread);
        return;
      case 'serverRequest/resolved':
        return this.dropped(requestId);
      case 'error':
        if (isJson(error)) this.say(`error: ${String(error.message)}`);
        return;
      case 'turn/completed':
        if (isJson(turn) && params.threadId === this.thread) this.ended.resolve(this.endOf(turn));
    }
  }

  private begun(item: Json): void {
    this.items.set(String(item.id), item);
    const line = lineOf(item);
    if (line !== null) this.say(line);
  }

  private completed(item: Json, isOwn: boolean): void {
    this.items.delete(String(item.id));
    if (item.type === 'agentMessage' && typeof item.text === 'string') {
      if (isOwn) this.lastWords = item.text;
      this.say(isOwn ? item.text : item.text.replaceAll(/^/gm, '  '));
    }
    if (item.status === 'failed') this.say(`failed: ${clip(String(item.aggregatedOutput ?? failureOf(item)))}`);
  }

  /** Codex no longer waits for a request that was not answered here, for example because its turn was interrupted. */
  private dropped(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.waiting.get(id)?.abort(DROPPED);
    this.waiting.delete(id);
  }

  private endOf({ status, error }: Json): TurnEnd {
    if (status === 'completed') return { kind: 'done', text: this.lastWords };
    const why = isJson(error) ? String(error.message) : `Codex reports that its turn was ${String(status)}.`;
    return { kind: 'failed', text: why };
  }

  private say(text: string): void {
    for (const line of plainText(text).split('\n')) if (line.trim() !== '') this.port.log(line);
  }
}

/** The reason of a signal whose request Codex itself has dropped. */
export const DROPPED = new Error('Codex no longer waits for it.');

function threadIn({ thread }: Json): { readonly id: string; readonly preview: string } {
  if (!isJson(thread) || typeof thread.id !== 'string') throw new Error('Codex named no thread.');
  return { id: thread.id, preview: String(thread.preview ?? '') };
}

/** What the agent begins to do, for the log. */
function lineOf({ type, command, changes, server, tool, arguments: given, query }: Json): string | null {
  switch (type) {
    case 'commandExecution':
      return clip(`$ ${String(command)}`);
    case 'fileChange':
      return clip(`changes ${Array.isArray(changes) ? changes.map((one: Json) => String(one.path)).join(', ') : ''}`);
    case 'mcpToolCall':
      return clip(`${String(server)}/${String(tool)}: ${JSON.stringify(given)}`);
    case 'webSearch':
      return clip(`searches ${String(query)}`);
    default:
      return null;
  }
}

const failureOf = ({ error }: Json): string => (isJson(error) ? String(error.message) : '');

function clip(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}
