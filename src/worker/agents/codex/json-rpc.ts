/** JSON-RPC with `codex app-server`: one message per line, without the field `jsonrpc`. Both sides send requests. */

export type Json = Readonly<Record<string, unknown>>;
type Id = string | number;

export interface Handlers {
  /** A request of the server. Answer it with `reply` or `refuse`. */
  readonly onRequest: (id: Id, method: string, params: Json) => void;
  readonly onNotification: (method: string, params: Json) => void;
  /** A line that is no message. */
  readonly onText: (line: string) => void;
}

/** The server refused a request. */
export class Refused extends Error {}

/** Messages hold whole files. A longer one cannot be answered, so it ends the conversation. */
const MAX_LINE = 64_000_000;
const UNKNOWN_METHOD = -32_601;

export class JsonRpc {
  private readonly write: (text: string) => void;
  private readonly handlers: Handlers;
  private readonly calls = new Map<Id, { resolve: (result: Json) => void; reject: (error: unknown) => void }>();
  private buffered = '';
  private last = 0;
  private closed: { readonly error: unknown } | null = null;

  constructor(write: (text: string) => void, handlers: Handlers) {
    this.write = write;
    this.handlers = handlers;
  }

  /** Takes a part of the server's output. */
  push(text: string): void {
    const lines = (this.buffered + text).split('\n');
    this.buffered = lines.pop()!;
    if (this.buffered.length > MAX_LINE) throw new Error('Codex sent a message that is too long.');
    for (const line of lines) if (line.trim() !== '') this.take(line);
  }

  call(method: string, params: Json): Promise<Json> {
    if (this.closed !== null) return Promise.reject(this.closed.error);
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.calls.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  notify(method: string): void {
    this.send({ method });
  }

  reply(id: Id, result: Json): void {
    this.send({ id, result });
  }

  refuse(id: Id, message: string): void {
    this.send({ id, error: { code: UNKNOWN_METHOD, message } });
  }

  /** Rejects all calls that are open, and those to come. */
  close(error: unknown): void {
    this.closed ??= { error };
    for (const { reject } of this.calls.values()) reject(error);
    this.calls.clear();
  }

  private send(message: Json): void {
    if (this.closed === null) this.write(`${JSON.stringify(message)}\n`);
  }

  private take(line: string): void {
    const message = objectIn(line);
    if (message === null) return this.handlers.onText(line);
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') {
      const given = isJson(params) ? params : {};
      if (isId(id)) this.handlers.onRequest(id, method, given);
      else this.handlers.onNotification(method, given);
      return;
    }
    if (!isId(id)) return;
    const call = this.calls.get(id);
    this.calls.delete(id);
    if (isJson(error)) call?.reject(new Refused(String(error.message)));
    else call?.resolve(isJson(result) ? result : {});
  }
}

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(line: string): Json | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? value : null;
  } catch {
    return null;
  }
}
