/** How a test tells its child on a terminal what to do next, beside the keys: a socket of their own, one order a line. */
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Order } from './take-orders.ts';

export interface Orders {
  /** The environment that leads a child here. */
  readonly env: Readonly<Record<string, string>>;
  /** Orders wait until the child listens. */
  readonly give: (...orders: Order[]) => void;
}

export async function giveOrders(): Promise<Orders> {
  const connected = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    connected.resolve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    void connected.promise.then((socket) => socket.destroy());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port to listen on');
  return {
    env: { ORDERS: String(address.port) },
    give: (...orders) => {
      const text = orders.map((order) => `${JSON.stringify(order)}\n`).join('');
      void connected.promise.then((socket) => socket.write(text));
    },
  };
}
