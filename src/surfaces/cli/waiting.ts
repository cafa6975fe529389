/** What one job waits for, as it comes: each question is told once, and whoever waits for too long is let go. */

import type { AskOnce } from '../../askonce.ts';
import type { Clarification } from '../../core/model/views.ts';

export class Waiting {
  private readonly askonce: AskOnce;
  private readonly job: string;
  private readonly patience: number | null;
  private readonly tell: (question: Clarification) => void;
  private readonly told = new Set<string>();
  private readonly off: () => void;
  private readonly givingUp = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private ended = false;
  /** Whether it waits for a person now. */
  waits = false;

  /** @param patience How long one wait may be, in milliseconds; null: as long as it takes. */
  constructor(askonce: AskOnce, job: string, patience: number | null, tell: (question: Clarification) => void) {
    this.askonce = askonce;
    this.job = job;
    this.patience = patience;
    this.tell = tell;
    this.off = askonce.events.on('*', (event) => {
      // What was looked up before it may be told after it: the last look is the one that counts.
      if (event.job === job) void this.look();
    });
  }

  /** Aborted once a wait has taken too long. */
  get gaveUp(): AbortSignal {
    return this.givingUp.signal;
  }

  look(): Promise<void> {
    this.looking = this.looking.then(() => this.lookNow());
    return this.looking;
  }

  end(): void {
    this.ended = true;
    this.off();
    clearTimeout(this.timer);
  }

  private async lookNow(): Promise<void> {
    if (this.ended) return;
    // Where the store cannot be read now, whoever runs the job says so.
    const task = await this.askonce.jobs.get(this.job).catch(() => null);
    if (task === null || this.ended) return;
    this.waits = task.state === 'AWAITING_RESPONSE';
    this.keepTime();
    for (const question of task.waiting) {
      if (this.told.has(question.id)) continue;
      this.told.add(question.id);
      this.tell(question);
    }
  }

  private keepTime(): void {
    if (!this.waits) clearTimeout(this.timer);
    if (!this.waits) this.timer = undefined;
    else if (this.patience !== null) this.timer ??= setTimeout(() => this.givingUp.abort(), this.patience);
  }
}
