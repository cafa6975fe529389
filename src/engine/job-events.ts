/** Job events, for callers that wait for a job to change. */
import type { AuditEvent } from '../core/model/records.ts';

/** Anything that emits events: the engine, or AskOnce. */
export interface EventSource {
  on(type: '*', listener: (event: AuditEvent) => void): () => void;
}

/** An event from another process may come late, or never if it came before anyone listened. */
const LOOK_AGAIN_MS = 500;

export class JobEvents {
  private readonly off: () => void;
  private tell: () => void = () => {};
  private timer: NodeJS.Timeout | undefined;
  private readonly lookAgainMs: number;

  constructor(source: EventSource, lookAgainMs = LOOK_AGAIN_MS) {
    this.lookAgainMs = lookAgainMs;
    this.off = source.on('*', ({ job }) => {
      if (job !== null) this.tell();
    });
  }

  /** Resolves when something happened to a job, or when it is time to check again. Keeps the process alive meanwhile. */
  next(): Promise<void> {
    clearTimeout(this.timer);
    return new Promise((resolve) => {
      this.tell = resolve;
      this.timer = setTimeout(resolve, this.lookAgainMs);
    });
  }

  end(): void {
    clearTimeout(this.timer);
    this.off();
  }
}
