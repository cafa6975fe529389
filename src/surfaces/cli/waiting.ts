/** Watches the waiting questions of one job: reports each once, and gives up after a time limit. */

import type { AuditEvent } from '../../core/model/records.ts';
import type { Clarification } from '../../core/model/views.ts';
import type { Service } from '../service/service.ts';
import { connectionNotes } from '../terminal/connection-notes.ts';
import { note } from '../terminal/output.ts';

export class Waiting {
  private readonly askonce: Service;
  private readonly job: string;
  private readonly patience: number | null;
  private readonly tell: (question: Clarification) => void;
  private readonly told = new Set<string>();
  private readonly off: () => void;
  private readonly givingUp = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private ended = false;
  /** Whether it currently waits for a person. */
  waits = false;

  /** @param patience How long one wait may take, in milliseconds; null: without limit. */
  constructor(askonce: Service, job: string, patience: number | null, tell: (question: Clarification) => void) {
    this.askonce = askonce;
    this.job = job;
    this.patience = patience;
    this.tell = tell;
    const tellConnection = connectionNotes(note);
    const hear = (event: AuditEvent) => {
      // Lookups may finish out of order: only the latest one counts.
      if (event.job === job) void this.look();
    };
    this.off = askonce.events.on('*', hear, (lost) => {
      tellConnection(lost);
      // What happened before the stream was open was missed.
      if (lost === null) void this.look();
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
    // If the store cannot be read now, the runner of the job reports it.
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
