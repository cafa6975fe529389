/** The part of the server of OpenCode (`opencode serve`) that a bridge needs. */
import { createParser } from 'eventsource-parser';
import { isObject, type Json } from '../claude-code/payload.ts';
import type { ToolPart } from './permissions.ts';
import { type OpenCodeRequest, permissionRequest, questionRequest } from './requests.ts';

export interface ServerAddress {
  readonly url: string;
  /** The folder whose sessions are meant. One server may serve several. */
  readonly directory: string;
  /** The value of the header `Authorization`, if the server has a password. */
  readonly authorization?: string;
}

export interface ServerEvent {
  readonly type: string;
  readonly properties: Json;
}

/** The server replied, but with a failure. */
export class ServerRefused extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} answered with status ${status}`);
    this.status = status;
  }
}

const MAX_REPLY_MS = 10_000;
/** OpenCode sends a heartbeat every ten seconds. A stream that is silent for this long is dead. */
const SILENCE_MS = 60_000;
/** An event may hold a whole file. */
const MAX_EVENT = 64 * 1024 * 1024;

export class OpenCodeServer {
  private readonly address: ServerAddress;

  constructor(address: ServerAddress) {
    this.address = address;
  }

  /** The folder that the server was started in. */
  async ownFolder(signal: AbortSignal): Promise<string | null> {
    const url = new URL(`${this.address.url}/path`);
    const paths = await this.json(url, signal);
    return isObject(paths) && typeof paths.directory === 'string' ? paths.directory : null;
  }

  /** All that waits for a person now. */
  async open(signal: AbortSignal): Promise<readonly OpenCodeRequest[]> {
    const [questions, permissions] = await Promise.all([
      this.json(this.url('/question'), signal),
      this.json(this.url('/permission'), signal),
    ]);
    return [
      ...(Array.isArray(questions) ? questions.map(questionRequest) : []),
      ...(Array.isArray(permissions) ? permissions.map(permissionRequest) : []),
    ].filter((request) => request !== null);
  }

  /** The call that a request belongs to; null if the conversation does not have it. */
  async part({ session, tool }: OpenCodeRequest, signal: AbortSignal): Promise<ToolPart | null> {
    if (tool === null) return null;
    const path = `/session/${encodeURIComponent(session)}/message/${encodeURIComponent(tool.messageID)}`;
    const message = await this.json(this.url(path), signal).catch((error: unknown) => {
      if (error instanceof ServerRefused && [400, 404].includes(error.status)) return null;
      throw error;
    });
    const parts = isObject(message) && Array.isArray(message.parts) ? message.parts.filter(isObject) : [];
    const found = parts.find(({ type, callID }) => type === 'tool' && callID === tool.callID);
    if (found === undefined || typeof found.tool !== 'string' || !isObject(found.state)) return null;
    const { status, input } = found.state;
    return { tool: found.tool, status: String(status), input: isObject(input) ? input : {} };
  }

  /** Replies to a request; false if OpenCode no longer waits for it. */
  async reply({ kind, id }: OpenCodeRequest, body: Json | 'reject', signal: AbortSignal): Promise<boolean> {
    const path = `/${kind}/${encodeURIComponent(id)}/${body === 'reject' ? 'reject' : 'reply'}`;
    const response = await this.send(this.url(path), signal, {
      method: 'POST',
      ...(body === 'reject' ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    await response.arrayBuffer();
    if (response.status === 404) return false;
    if (!response.ok) throw new ServerRefused(path, response.status);
    return true;
  }

  /** The events until the connection ends. The first one says that it stands: what comes later is not missed. */
  async *events(signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined> {
    const silence = new AbortController();
    const until = AbortSignal.any([signal, silence.signal]);
    const within = <T>(ms: number, what: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => silence.abort(new Error('it sends nothing')), ms);
      return what.finally(() => clearTimeout(timer));
    };
    const headers = { ...this.headers(), accept: 'text/event-stream' };
    // A server that is just starting may accept a connection and never reply.
    const response = await within(MAX_REPLY_MS, fetch(this.url('/event'), { headers, signal: until }));
    if (!response.ok || response.body === null) throw new ServerRefused('/event', response.status);
    const events: ServerEvent[] = [];
    const parser = createParser({
      maxBufferSize: MAX_EVENT,
      onError: (error) => silence.abort(error),
      onEvent: ({ data }) => {
        const event = eventOf(data);
        if (event !== null) events.push(event);
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) {
        const { done, value } = await within(SILENCE_MS, reader.read());
        if (done) return;
        parser.feed(value);
        until.throwIfAborted();
        yield* events.splice(0);
      }
    } finally {
      silence.abort();
    }
  }

  private url(path: string): URL {
    const url = new URL(`${this.address.url}${path}`);
    url.searchParams.set('directory', this.address.directory);
    return url;
  }

  private headers(): Record<string, string> {
    const { authorization } = this.address;
    return authorization === undefined ? {} : { authorization };
  }

  private async json(url: URL, signal: AbortSignal): Promise<unknown> {
    const response = await this.send(url, signal);
    if (!response.ok) {
      await response.arrayBuffer();
      throw new ServerRefused(url.pathname, response.status);
    }
    return response.json();
  }

  private send(url: URL, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_REPLY_MS)]);
    return fetch(url, { ...init, headers: { ...this.headers(), ...init.headers }, signal: until });
  }
}

function eventOf(data: string): ServerEvent | null {
  try {
    const event: unknown = JSON.parse(data);
    if (!isObject(event) || typeof event.type !== 'string') return null;
    return { type: event.type, properties: isObject(event.properties) ? event.properties : {} };
  } catch {
    return null;
  }
}
