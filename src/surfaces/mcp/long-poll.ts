/** Waiting on behalf of a call: for how long, until when at the latest, and what its client is told meanwhile. */
import { clip } from '../../core/answer/check.ts';
import type { Call } from './call.ts';
import type { McpContext } from './mcp-context.ts';

/**
 * Clients give up on a call that is silent for a minute, and then it is as if nobody had been asked. A call that cannot say that
 * it still waits returns before that.
 */
const SILENT_MS = 50_000;
const TELL_EVERY_MS = 10_000;

/** @param showsForm While a person reads a form, there is nothing to be gained by closing it after a minute. */
export function longestWait({ waitMs }: McpContext, { progress }: Call, showsForm = false): number {
  return progress === null && !showsForm ? Math.min(SILENT_MS, waitMs) : waitMs;
}

/** Aborted when the client takes its call back or goes away, and when the server stops. */
export function endOf({ stopping }: McpContext, { signal }: Call): AbortSignal {
  return AbortSignal.any([signal, stopping]);
}

/** Says every few seconds that a call still waits, so that no client takes it for dead. */
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

  /** From now on about this question. How long it has waited goes on from where it was. */
  about(question: string): void {
    this.stop();
    const { progress } = this.call;
    if (progress === null) return;
    const { clock } = this.mcpContext.askonce;
    const seconds = Math.round((clock.now() - this.since) / 1000);
    // A client that cannot be told is noticed by whoever waits.
    progress(seconds, `Waiting for a person to answer: ${clip(question)}`).catch(() => {});
    this.stopTimer = clock.after(TELL_EVERY_MS, () => this.about(question));
  }

  stop(): void {
    this.stopTimer();
  }
}
