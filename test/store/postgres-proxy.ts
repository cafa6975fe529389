/**
 * A network of our own between a store and its PostgreSQL server: it counts what is sent, and loses what it is told to lose.
 *
 * It understands just enough of the protocol to know where a message ends, which statement it carries, and when the server is
 * done with one: whatever is cut is cut between two messages, so a test can say on which side of a commit.
 */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A statement that has reached the server, and whose reply stays here. */
export interface Caught {
  /** Resolves when the server is done with it: committed, or refused. */
  readonly replied: Promise<void>;
  /** The client's connection is reset; the server's stays as it is, so the server notices nothing. */
  reset(): void;
  /** The reply goes on its way after all. */
  pass(): void;
}

interface Trap {
  readonly pattern: RegExp;
  readonly spring: (link: Link) => 'forward' | 'drop';
}

export class PostgresProxy {
  /** The text of every statement that was sent to the server, in order. */
  readonly statements: string[] = [];
  /** How often the server was asked for a reply. */
  roundTrips = 0;
  readonly #server: Server;
  readonly #path: string;
  readonly #links = new Set<Link>();
  #traps: Trap[] = [];
  #waiting: (() => void)[] | null = null;
  #port = 0;
  /** Changes messages on their way to the server, length for length. */
  rewrite: ((message: Buffer) => Buffer) | null = null;

  private constructor(path: string) {
    this.#path = path;
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client));
  }

  /** Before the server at this address, until the test ends. */
  static async before(url: string): Promise<PostgresProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new PostgresProxy(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
    await proxy.#listen(0);
    onTestFinished(async () => {
      proxy.letIn();
      proxy.cut();
      await new Promise((resolve) => proxy.#server.close(resolve));
    });
    return proxy;
  }

  /** An address of the server, by way of this proxy. */
  through(address: string): string {
    return address.replace(/@[^/]*\//, `@127.0.0.1:${this.#address.port}/`);
  }

  /** How many statements matched so far. */
  count(pattern: RegExp): number {
    return this.statements.filter((text) => pattern.test(text)).length;
  }

  get connections(): number {
    return this.#links.size;
  }

  /** How many wait to be let in. */
  get waiting(): number {
    return this.#waiting?.length ?? 0;
  }

  /** The connection breaks under the next statement that matches, which never reaches the server. */
  loseNext(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      this.#traps.push({
        pattern,
        spring: (link) => {
          link.reset();
          link.hangUp();
          resolve();
          return 'drop';
        },
      });
    });
  }

  /** The next statement that matches reaches the server, and its reply waits here. Resolves when all of it is on its way. */
  catchNext(pattern: RegExp): Promise<Caught> {
    return new Promise((resolve) => {
      this.#traps.push({
        pattern,
        spring: (link) => {
          link.withhold(resolve);
          return 'forward';
        },
      });
    });
  }

  /** Every connection is reset, on both sides. */
  cut(): void {
    for (const link of this.#links) {
      link.reset();
      link.hangUp();
    }
  }

  /** Every connection there is falls silent: it stays open, and nothing comes through any more. */
  silence(): void {
    for (const link of this.#links) link.silence();
  }

  /** Whoever connects from now on waits, until `letIn`. */
  keepOut(): void {
    this.#waiting ??= [];
  }

  letIn(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const enter of waiting) enter();
  }

  /** Whoever connects from now on is refused, as where no server runs. */
  refuse(): void {
    this.#port = this.#address.port;
    this.#server.close();
  }

  /** Takes connections again, after `refuse`. */
  accept(): Promise<void> {
    return this.#listen(this.#port);
  }

  get #address(): AddressInfo {
    return this.#server.address() as AddressInfo;
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  #accept(client: Socket): void {
    client.on('error', () => {});
    const enter = () => {
      if (client.destroyed) return;
      const link = new Link(client, connect(this.#path), {
        sent: (text, from) => this.#sent(text, from),
        ended: () => {
          this.roundTrips += 1;
        },
        rewritten: (message) => this.rewrite?.(message) ?? message,
      });
      this.#links.add(link);
      client.once('close', () => this.#links.delete(link));
    };
    if (this.#waiting) this.#waiting.push(enter);
    else enter();
  }

  #sent(text: string, link: Link): 'forward' | 'drop' {
    const trap = this.#traps.find(({ pattern }) => pattern.test(text));
    if (trap) this.#traps = this.#traps.filter((one) => one !== trap);
    const fate = trap?.spring(link) ?? 'forward';
    if (fate === 'forward') this.statements.push(text);
    return fate;
  }
}

/** One connection: the client's half and the server's. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #prepared = new Map<string, string>();
  #silent = false;
  #dropping = false;
  /** Called when the statement that is under way has been sent off to its end. */
  #sentOff: (() => void) | null = null;
  #withheld: Buffer[] | null = null;
  #replied: (() => void) | null = null;

  constructor(
    client: Socket,
    server: Socket,
    tell: {
      sent(text: string, link: Link): 'forward' | 'drop';
      ended(): void;
      rewritten(message: Buffer): Buffer;
    },
  ) {
    this.#client = client;
    this.#server = server;
    const forwards = new Frames(false);
    const backwards = new Frames(true);
    server.on('error', () => {});
    client.on('data', (chunk: Buffer) => {
      for (const message of forwards.of(chunk)) {
        const text = this.#textOf(message);
        if (text !== null && tell.sent(text, this) === 'drop') this.#dropping = true;
        if (this.#silent || this.#dropping) return;
        server.write(tell.rewritten(message));
        const kind = message[0];
        if (kind !== SYNC && kind !== QUERY) continue;
        tell.ended();
        this.#sentOff?.();
        this.#sentOff = null;
      }
    });
    server.on('data', (chunk: Buffer) => {
      if (this.#silent || client.destroyed) return;
      for (const message of backwards.of(chunk)) {
        if (this.#withheld) {
          this.#withheld.push(message);
          if (message[0] === READY) this.#replied?.();
        } else client.write(message);
      }
    });
    client.once('close', () => this.#silent || this.#withheld || server.destroy());
    server.once('close', () => this.#silent || client.destroy());
  }

  reset(): void {
    this.#client.resetAndDestroy();
  }

  hangUp(): void {
    this.#server.destroy();
  }

  silence(): void {
    this.#silent = true;
  }

  withhold(caught: (caught: Caught) => void): void {
    this.#withheld = [];
    const replied = new Promise<void>((resolve) => {
      this.#replied = resolve;
    });
    this.#sentOff = () =>
      caught({
        replied,
        reset: () => this.reset(),
        pass: () => {
          for (const message of this.#withheld ?? []) this.#client.write(message);
          this.#withheld = null;
        },
      });
  }

  /** The statement that a message brings; null where it brings none. */
  #textOf(message: Buffer): string | null {
    const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2);
    if (message[0] === QUERY) return first;
    if (message[0] === PARSE) this.#prepared.set(first, second);
    return message[0] === BIND ? (this.#prepared.get(second) ?? '') : null;
  }
}

const [QUERY, PARSE, BIND, SYNC, READY] = [...Buffer.from('QPBSZ')] as [number, number, number, number, number];

/** A stream taken apart into whole messages: a letter (but for the first of a client), four bytes of length, the rest. */
export class Frames {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  constructor(typed: boolean) {
    this.#typed = typed;
  }

  of(chunk: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const letter = this.#typed ? 1 : 0;
      if (this.#rest.length < letter + 4) return messages;
      const length = letter + this.#rest.readInt32BE(letter);
      if (this.#rest.length < length) return messages;
      messages.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      this.#typed = true;
    }
  }
}
