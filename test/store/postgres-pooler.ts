/**
 * A connection pooler of our own that hands out transactions, as PgBouncer does with `pool_mode = transaction`: each transaction of a
 * client runs on the server connection that was idle for longest, so hardly two in a row run on the same one. What a session sets, prepares
 * or listens to stays on the server connection, for the next client. With `prepares` it knows prepared statements, as PgBouncer 1.21 does;
 * with `keeps` a client keeps its server connection, as with `pool_mode = session`.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { Frames } from './postgres-proxy.ts';

const letter = (of: string) => of.charCodeAt(0);
const [PARSE, BIND, CLOSE, READY, ERROR, PARSED, CLOSED, NOTIFIED] = [...'PBCZE13A'].map(letter);

function message(of: string, body: Buffer | string): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const head = Buffer.alloc(5);
  head.write(of, 0, 'latin1');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

const WELCOME = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('S', 'server_version\x0017.0\0'),
  message('S', 'client_encoding\0UTF8\0'),
  // A process number and key of our own, as poolers give them.
  message('K', '\0\0\0\x01\0\0\0\x02'),
  message('Z', 'I'),
]);

const STARTUP = (() => {
  const body = Buffer.from('\0\0\0\0\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');
  body.writeInt32BE(body.length, 0);
  return body;
})();

interface How {
  readonly prepares: boolean;
  readonly keeps: boolean;
}

/** A connection to the server. */
class Backend {
  readonly prepared = new Set<string>();
  /** For each reply to PARSE and CLOSE that is due: whether the client waits for it. */
  readonly due: boolean[] = [];
  client: PooledClient | null = null;
  readonly socket: Socket;

  constructor(path: string, ready: (backend: Backend) => void) {
    this.socket = connect(path);
    this.socket.on('error', () => {});
    this.socket.write(STARTUP);
    const frames = new Frames(true);
    this.socket.on('data', (chunk: Buffer) => {
      for (const reply of frames.of(chunk)) {
        const kind = reply[0];
        if (kind === READY) this.due.length = 0;
        const isWanted = kind === PARSED || kind === CLOSED ? this.due.shift() : true;
        // An idle client gets nothing: that is why LISTEN does not work here.
        if (isWanted && (kind !== NOTIFIED || this.client)) this.client?.socket.write(reply);
        // Outside of a transaction it serves the next client.
        if (kind === READY && reply[5] === letter('I') && !this.client?.how.keeps) {
          this.client?.left();
          this.client = null;
          ready(this);
        }
        if (kind === ERROR && this.client === null) this.socket.destroy();
      }
    });
  }

  send(sent: Buffer, { parsed, how: { prepares } }: Pick<PooledClient, 'parsed' | 'how'>): void {
    const [first = '', second = ''] = sent.toString('latin1', 5).split('\0', 2);
    if (prepares && sent[0] === PARSE && first !== '') {
      parsed.set(first, sent);
      // Prepared anew: another client may have used the name.
      if (this.prepared.has(first)) this.unseen(message('C', `S${first}\0`));
      this.prepared.add(first);
    } else if (prepares && sent[0] === BIND && second !== '' && !this.prepared.has(second) && parsed.has(second)) {
      this.unseen(parsed.get(second)!);
      this.prepared.add(second);
    }
    if (sent[0] === PARSE || sent[0] === CLOSE) this.due.push(true);
    this.socket.write(sent);
  }

  private unseen(sent: Buffer): void {
    this.due.push(false);
    this.socket.write(sent);
  }
}

/** A connection of a client. */
class PooledClient {
  readonly parsed = new Map<string, Buffer>();
  readonly socket: Socket;
  readonly how: How;
  private readonly waiting: Buffer[] = [];
  private backend: Backend | null = null;

  constructor(socket: Socket, how: How, wants: (client: PooledClient) => void) {
    this.socket = socket;
    this.how = how;
    const frames = new Frames(false);
    let isStarted = false;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const message of frames.of(chunk)) {
        if (!isStarted) {
          isStarted = true;
          socket.write(WELCOME);
        } else if (message[0] === letter('X')) socket.end();
        else if (this.backend) this.backend.send(message, this);
        else if (this.waiting.push(message) === 1) wants(this);
      }
    });
    // A server connection whose client left within a transaction is of no use to the next one.
    socket.once('close', () => this.backend?.socket.destroy());
  }

  serve(backend: Backend): void {
    this.backend = backend;
    backend.client = this;
    for (const message of this.waiting.splice(0)) backend.send(message, this);
  }

  left(): void {
    this.backend = null;
  }
}

export class TransactionPooler {
  private readonly server: Server;
  private readonly path: string;
  private readonly idle: Backend[] = [];
  private readonly queue: PooledClient[] = [];
  private readonly sockets = new Set<Socket>();
  /** How often a client was given a server connection. */
  turns = 0;

  private constructor(path: string, how: How) {
    this.path = path;
    this.server = createServer({ noDelay: true }, (socket) => {
      this.sockets.add(socket);
      new PooledClient(socket, how, (client) => {
        this.queue.push(client);
        this.match();
      });
    });
  }

  /** Before the server at this address, until the test ends. */
  static async before(
    url: string,
    { prepares = true, keeps = false, connections = 5 }: Partial<How> & { connections?: number } = {},
  ): Promise<TransactionPooler> {
    const { hostname, port } = new URL(url);
    const pooler = new TransactionPooler(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`, { prepares, keeps });
    for (let n = 0; n < connections; n += 1) pooler.connect();
    await new Promise<void>((resolve) => pooler.server.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      for (const socket of pooler.sockets) socket.destroy();
      await new Promise((resolve) => pooler.server.close(resolve));
    });
    return pooler;
  }

  /** An address of the server, by way of this pooler. */
  through(address: string): string {
    return address.replace(/@[^/]*\//, `@127.0.0.1:${(this.server.address() as AddressInfo).port}/`);
  }

  private connect(): void {
    const backend = new Backend(this.path, (ready) => {
      this.idle.push(ready);
      this.match();
    });
    this.sockets.add(backend.socket);
    backend.socket.once('close', () => {
      const at = this.idle.indexOf(backend);
      if (at >= 0) this.idle.splice(at, 1);
      if (this.server.listening) this.connect();
    });
  }

  private match(): void {
    while (this.idle.length > 0 && this.queue.length > 0) {
      this.turns += 1;
      this.queue.shift()!.serve(this.idle.shift()!);
    }
  }
}
