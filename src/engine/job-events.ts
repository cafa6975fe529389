/** News of jobs, for those who wait until something has become of one. */
import type { AuditEvent } from '../core/model/records.ts';

/** Whatever can be listened to: the engine, or AskOnce. */
export interface EventSource {
  on(type: '*', listener: (event: AuditEvent) => void): () => void;
}

/** News may come late from another process, or never, if it comes before anybody listens. */
const LOOK_AGAIN_MS = 500;

export class JobEvents {
  private readonly off: () => void;
  private tell: () => void = () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(source: EventSource) {
    this.off = source.on('*', ({ job }) => {
      if (job !== null) this.tell();
    });
  }

  /** Resolves when something happened to a job, or when it is time to look again. Keeps the process alive meanwhile. */
  next(): Promise<void> {
    clearTimeout(this.timer);
    return new Promise((resolve) => {
      this.tell = resolve;
      this.timer = setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }

  end(): void {
    clearTimeout(this.timer);
    this.off();
  }
}
