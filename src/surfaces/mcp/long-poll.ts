/** Waits on behalf of a call: how long, until when, and the progress sent to its client meanwhile. */
import { clip } from '../../core/answer/check.ts';
import type { Call } from './call.ts';
import type { McpContext } from './mcp-context.ts';

/**
 * Clients give up on a call that is silent for a minute, and then the question might as well not have been asked. A call that cannot
 * report progress returns before that.
 */
const SILENT_MS = 50_000;
const TELL_EVERY_MS = 10_000;

/** @param showsForm While a person reads a form, closing it after a minute would help nothing. */
export function longestWait({ waitMs }: McpContext, { progress }: Call, showsForm = false): number {
  return progress === null && !showsForm ? Math.min(SILENT_MS, waitMs) : waitMs;
}

/** Aborted when the client cancels its call or disconnects, and when the server stops. */
export function endOf({ stopping }: McpContext, { signal }: Call): AbortSignal {
  return AbortSignal.any([signal, stopping]);
}

/** Reports every few seconds that a call still waits, so that its client does not time out. */
export class Telling {
  private readonly mcpContext: McpContext;
  private readonly call: Call;
  private readonly since: number;
  private stopTimer: () => void = () => {};

  constructor(mcpContext: McpContext, call: Call) {
    this.mcpContext = mcpContext;
    this.call = call;
    this.since = mcpContext.askonce.clock.now();
  }

  /** Switches to this question. The elapsed time continues. */
  about(question: string): void {
    this.stop();
    const { progress } = this.call;
    if (progress === null) return;
    const { clock } = this.mcpContext.askonce;
    const seconds = Math.round((clock.now() - this.since) / 1000);
    // If the client cannot be reached, the waiting call notices.
    progress(seconds, `Waiting for a person to answer: ${clip(question)}`).catch(() => {});
    this.stopTimer = clock.after(TELL_EVERY_MS, () => this.about(question));
  }

  stop(): void {
    this.stopTimer();
  }
}
