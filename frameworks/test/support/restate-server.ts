/** Restate's own server, on free ports and a new folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

const MODULES = join(import.meta.dirname, '..', '..', 'node_modules');
const PROGRAM = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`;

export interface RestateServer {
  readonly ingress: string;
  readonly admin: string;
  /** Kills it, and starts it again with what it has stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRestate(folder: string): Promise<RestateServer> {
  const [ingressPort, adminPort, nodePort] = await Promise.all([freePort(), freePort(), freePort()]);
  const [ingress, admin] = [`http://127.0.0.1:${ingressPort}`, `http://127.0.0.1:${adminPort}`];
  const env = {
    ...process.env,
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_PORT: String(nodePort),
    RESTATE_INGRESS__BIND_PORT: String(ingressPort),
    RESTATE_ADMIN__BIND_PORT: String(adminPort),
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_NODE_NAME: 'test',
  };
  const start = () => spawn(join(MODULES, PROGRAM), ['--no-logo', '--base-dir', folder], { stdio: 'ignore', env });
  const isUp = async (url: string) => (await fetch(url).catch(() => null))?.ok;
  const up = async () => {
    for (const url of [`${admin}/health`, `${ingress}/restate/health`])
      await vi.waitFor(async () => expect(await isUp(url)).toBe(true), { timeout: 60_000 });
  };
  let server = start();
  await up();
  return {
    ingress,
    admin,
    stop: () => killed(server),
    async restart() {
      await killed(server);
      server = start();
      await up();
    },
  };
}

export async function killed(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

export async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  listening.close();
  await once(listening, 'close');
  return port;
}
