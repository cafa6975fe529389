/** A scripted OpenCode server in this process: what it asks, what a bridge replies, and what its own UI answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly id: string;
  readonly sessionID: string;
  readonly [field: string]: unknown;
}

export interface Reply {
  readonly path: string;
  readonly body: unknown;
}

type Kind = 'question' | 'permission';

export class OpenCodeHost {
  /** What bridges have replied, and was accepted. */
  readonly replies: Reply[] = [];
  /** Replies to what was already gone. */
  readonly late: string[] = [];
  /** The folders that were asked for. */
  readonly folders = new Set<string | null>();
  /** The calls of the conversation, by the id of their message. */
  readonly messages = new Map<string, unknown>();
  /** Requests are refused with this status while it is set. */
  refuses: number | null = null;
  /** How many were. */
  refused = 0;
  private readonly open = new Map<string, { kind: Kind; asked: unknown }>();
  private readonly streams = new Set<ServerResponse>();
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => response.destroy());
  });
  private port = 0;

  static async start(): Promise<OpenCodeHost> {
    const host = new OpenCodeHost();
    await host.listen();
    onTestFinished(() => host.stop());
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when as many replies have come. */
  async replied(count = 1): Promise<readonly Reply[]> {
    while (this.replies.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
    return this.replies;
  }

  async connected(): Promise<void> {
    while (this.streams.size === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  asks(kind: Kind, asked: Asked, announce = true): void {
    this.open.set(asked.id, { kind, asked });
    if (announce) this.send(`${kind}.asked`, asked);
  }

  /** Its own UI answers; `silently` as if the event were lost. */
  answersItself(id: string, { event = 'replied', silently = false } = {}): void {
    const { kind } = this.open.get(id)!;
    this.open.delete(id);
    if (!silently) this.send(`${kind}.${event}`, { requestID: id });
  }

  send(type: string, properties: unknown): void {
    this.write(`data: ${JSON.stringify({ id: 'evt_1', type, properties })}\n\n`);
  }

  write(raw: string): void {
    for (const stream of this.streams) stream.write(raw);
  }

  /** Ends all connections, as a network that fails. */
  breakConnections(): void {
    this.server.closeAllConnections();
  }

  /** The server is killed: all that it asked is forgotten. */
  async stop(): Promise<void> {
    this.open.clear();
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** At the same address as before. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, this.url);
    this.folders.add(searchParams.get('directory'));
    const json = (value: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (this.refuses !== null) {
      this.refused += 1;
      return json({}, this.refuses);
    }
    if (pathname === '/event') return this.stream(response);
    const [, first = '', id = '', third, fourth = ''] = pathname.split('/').map(decodeURIComponent);
    if (first === 'session' && third === 'message')
      return this.messages.has(fourth) ? json(this.messages.get(fourth)) : json({}, 404);
    if (request.method === 'GET')
      return json([...this.open.values()].filter(({ kind }) => kind === first).map(({ asked }) => asked));
    const raw = await text(request);
    if (this.open.get(id)?.kind !== first) {
      this.late.push(id);
      return json({}, 404);
    }
    this.open.delete(id);
    this.replies.push({ path: pathname, body: raw === '' ? null : JSON.parse(raw) });
    json(true);
    this.send(`${first}.${third === 'reject' ? 'rejected' : 'replied'}`, { requestID: id });
  }

  private stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ type: 'server.connected', properties: {} })}\n\n`);
    this.streams.add(response);
    response.once('close', () => this.streams.delete(response));
  }
}

export const question = (id: string, more: object = {}): Asked => ({
  ...{ id, sessionID: 'ses_1' },
  questions: [
    {
      question: 'Which database should I use?',
      header: 'Database',
      options: [
        { label: 'PostgreSQL', description: 'a server' },
        { label: 'SQLite', description: 'a file' },
      ],
      ...more,
    },
  ],
  tool: { messageID: `msg_${id}`, callID: 'call_1' },
});

export const bash = (id: string, command: string, always: readonly string[] = []): Asked => ({
  ...{ id, sessionID: 'ses_1', permission: 'bash', patterns: [command], always, metadata: { command } },
  tool: { messageID: `msg_${id}`, callID: 'call_1' },
});

/** The call of a request, as the conversation has it. */
export const part = (tool: string, input: object, status = 'running') => ({
  info: {},
  parts: [{ type: 'text' }, { type: 'tool', callID: 'call_1', tool, state: { status, input } }],
});
