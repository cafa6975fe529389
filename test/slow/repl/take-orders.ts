/** The child's end of orders.ts. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface Order {
  readonly print?: string;
  readonly status?: readonly string[];
  readonly abort?: true;
  readonly close?: true;
  readonly pick?: true;
}

/** Calls back for each order. Does not keep the process alive. */
export function takeOrders(obey: (order: Order) => void): void {
  if (process.env.ORDERS === undefined) return;
  const socket = connect(Number(process.env.ORDERS), '127.0.0.1');
  socket.unref();
  socket.on('error', () => socket.destroy());
  createInterface({ input: socket }).on('line', (line) => obey(JSON.parse(line) as Order));
}
