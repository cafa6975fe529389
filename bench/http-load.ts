/**
 * Sends requests over persistent connections, each with one request at a time. It reads and writes the sockets directly, so that it costs
 * far less than any server it measures.
 */
import { connect, type Socket } from 'node:net';

export interface HttpReply {
  readonly status: number;
  readonly body: string;
}

export interface Load {
  /** Units of work per second. */
  readonly rate: number;
  /** How long each request took, in milliseconds. */
  readonly latencies: readonly number[];
}

/** Sends a raw HTTP request, and resolves with its reply. */
export type Send = (request: string) => Promise<HttpReply>;

/** Does `count` units of work, each by `unit` on one of `connections`. */
export async function load(
  address: HttpAddress,
  { count, connections }: { count: number; connections: number },
  unit: (send: Send) => Promise<void>,
): Promise<Load> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => Connection.open(address)));
  const latencies: number[] = [];
  let begun = 0;
  const start = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      const send: Send = async (request) => {
        const sent = performance.now();
        const reply = await socket.send(request);
        latencies.push(performance.now() - sent);
        return reply;
      };
      while (begun++ < count) await unit(send);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.close();
  return { rate: count / seconds, latencies };
}

export interface HttpAddress {
  readonly host: string;
  readonly port: number;
}

export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
}

export function post(path: string, body: object): string {
  const text = JSON.stringify(body);
  const headers = `host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}`;
  return `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${text}`;
}

class Connection {
  private readonly socket: Socket;
  private waiting: PromiseWithResolvers<HttpReply> | null = null;
  private read = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    // One character per byte, so that lengths match; the searched parts of replies are ASCII.
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.take(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the server closed the connection')));
  }

  static open({ host, port }: HttpAddress): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  send(request: string): Promise<HttpReply> {
    this.waiting = Promise.withResolvers<HttpReply>();
    this.socket.write(request);
    return this.waiting.promise;
  }

  close(): void {
    this.waiting = null;
    this.socket.destroy();
  }

  private take(chunk: string): void {
    this.read += chunk;
    const headersEnd = this.read.indexOf('\r\n\r\n');
    if (headersEnd < 0) return;
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(this.read) ?? [];
    if (length === undefined) return this.waiting?.reject(new Error(`a reply without a length: ${this.read}`));
    const end = headersEnd + 4 + Number(length);
    if (this.read.length < end) return;
    const reply = { status: Number(this.read.slice(9, 12)), body: this.read.slice(headersEnd + 4, end) };
    this.read = '';
    this.waiting?.resolve(reply);
  }
}
