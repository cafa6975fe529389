/** Restate's server from npm, on loopback, with its files in a temporary folder. It waits for the disk before it acknowledges, by default. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './peer.ts';

const DEADLINE_MS = 60_000;

/** Of the ingress, the admin API, and the service that the measured process offers. */
export function addresses(url: string): { ingress: string; admin: string; service: string } {
  const [ingress, admin, service] = url.split(' ') as [string, string, string];
  return { ingress, admin, service };
}

export async function restateServer(dir: string, cache: string): Promise<Server> {
  const program = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`;
  const [ingress, admin, node, service] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const server = spawn(join(cache, 'node_modules', program), ['--no-logo', '--base-dir', join(dir, 'restate')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(node),
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_NODE_NAME: 'bench',
    },
  });
  // Also rejects if there is no program for this machine.
  const ended: string[] = [];
  const exited = once(server, 'exit').then(
    () => ended.push('its process ended'),
    (error: Error) => ended.push(error.message),
  );
  const [ingressUrl, adminUrl] = [`http://127.0.0.1:${ingress}`, `http://127.0.0.1:${admin}`];
  const deadline = performance.now() + DEADLINE_MS;
  for (const url of [`${adminUrl}/health`, `${ingressUrl}/restate/health`]) {
    while (!(await isUp(url))) {
      if (performance.now() > deadline) server.kill('SIGKILL');
      if (ended.length > 0) throw new Error(`the Restate server did not start: ${ended[0]}`);
      await sleep(50);
    }
  }
  return {
    url: `${ingressUrl} ${adminUrl} http://127.0.0.1:${service}`,
    memory: () => 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' })),
    async stop() {
      server.kill('SIGKILL');
      await exited;
    },
  };
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  return response?.ok === true;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
