/**
 * The connection by which Slack returns presses (Socket Mode). It is opened again whenever it ends. Slack's client can do that itself, but
 * where it cannot connect it leaves a rejected promise to nobody, which ends the process.
 */
import type { SocketModeClient, SocketModeOptions } from '@slack/socket-mode';
import { pauseMs, type Steps } from '../../util/retry.ts';
import { withTimeout } from '../../util/with-timeout.ts';
import { loaded, QUIET, type SlackPress } from './slack-packages.ts';

const STEPS: Steps = { waitsMs: [1_000, 5_000, 30_000, 60_000], mostRetryAfterMs: 0 };
const MAX_CLOSE_MS = 2_000;

export interface SlackSocketPorts {
  readonly appToken: string;
  readonly options: NonNullable<SocketModeOptions['clientOptions']>;
  readonly pressed: (press: SlackPress) => Promise<void>;
  readonly log: (line: string) => void;
}

interface Interaction {
  readonly ack: () => Promise<void>;
  readonly body: SlackPress;
}

export class SlackSocket {
  private readonly ports: SlackSocketPorts;
  private client: SocketModeClient | null = null;
  private failures = 0;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(ports: SlackSocketPorts) {
    this.ports = ports;
  }

  /** Connects in the background, for as long as it takes. */
  open(): void {
    this.timer = null;
    this.connect().catch((error: unknown) => this.again(error));
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const { client } = this;
    if (client !== null) await withTimeout(MAX_CLOSE_MS, client.disconnect()).catch(() => {});
  }

  private async connect(): Promise<void> {
    const { appToken, options, log } = this.ports;
    const { SocketModeClient } = await loaded(() => import('@slack/socket-mode'));
    if (this.closed) return;
    const clientOptions = { ...options, retryConfig: { retries: 0 } };
    const client = new SocketModeClient({ appToken, autoReconnectEnabled: false, clientOptions, logger: QUIET });
    this.client = client;
    client.on('interactive', (press: Interaction) => {
      this.take(press).catch((error: unknown) => log(`slack: a press was not handled: ${messageOf(error)}`));
    });
    await client.start();
    this.failures = 0;
    client.on('disconnected', () => this.again(null));
  }

  private async take({ ack, body }: Interaction): Promise<void> {
    // Slack shows a warning if it waits for longer than three seconds.
    await ack();
    await this.ports.pressed(body);
  }

  private again(error: unknown): void {
    if (this.closed || this.timer !== null) return;
    this.client = null;
    this.failures += 1;
    if (error !== null) this.ports.log(`slack: presses cannot be received: ${messageOf(error)}`);
    this.timer = setTimeout(() => this.open(), pauseMs(STEPS, this.failures, null, Math.random())).unref();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'the connection ended';
}
