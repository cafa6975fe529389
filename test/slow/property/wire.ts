/** The line to a PostgreSQL server, which can be cut at any moment: what was under way may have arrived, or its reply got lost. */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';

export class Wire {
  /** Leads to the same store as the address it was made of, through this wire. */
  readonly address: string;
  private readonly server: Server;
  private readonly ends: Set<Socket>;

  private constructor(address: string, server: Server, ends: Set<Socket>) {
    this.address = address;
    this.server = server;
    this.ends = ends;
  }

  /** `address` names the server by the folder of its socket: `postgres://user@%2Ffolder:port/database?schema=…`. */
  static async to(address: string): Promise<Wire> {
    const [, before, folder, port, after] = /^(.*@)([^:/]+):(\d+)(\/.*)$/.exec(address) as unknown as string[];
    const path = `${decodeURIComponent(folder!)}/.s.PGSQL.${port}`;
    const ends = new Set<Socket>();
    const server = createServer((near) => {
      const far = createConnection(path);
      join(near, far, ends);
      join(far, near, ends);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new Wire(`${before}127.0.0.1:${(server.address() as AddressInfo).port}${after}`, server, ends);
  }

  /** Every connection there is breaks; new ones may be made at once. */
  cut(): void {
    for (const end of this.ends) end.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function join(from: Socket, to: Socket, ends: Set<Socket>): void {
  ends.add(from);
  from.setNoDelay(true);
  from.on('error', () => {});
  from.on('close', () => {
    ends.delete(from);
    to.destroy();
  });
  from.pipe(to);
}
