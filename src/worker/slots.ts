/** The runs under way in this process, and which of them take up a place. */
import type { JobRecord } from '../core/model/records.ts';

export interface Run {
  readonly job: JobRecord;
  readonly abort: AbortController;
  readonly since: number;
  /** How many of its own asks are under way; asks of its sub-processes are not known here. */
  asking: number;
  /** `ready`: it could go on, and waits for a place to do so in. */
  place: 'running' | 'waiting' | 'ready';
  ended: Promise<void>;
}

export class Slots {
  private readonly runs = new Map<string, Run>();
  private readonly ready: (() => void)[] = [];
  private readonly most: number;
  /** Places kept free for jobs that are being fetched. */
  private kept = 0;

  constructor(most: number) {
    this.most = most;
  }

  all(): readonly Run[] {
    return [...this.runs.values()];
  }

  of(job: string): Run | undefined {
    return this.runs.get(job);
  }

  free(): boolean {
    return this.ready.length === 0 && this.taken() < this.most;
  }

  /** Keeps a place free for a job that is being fetched, lest another take it meanwhile. Returns what gives it back. */
  keepOne(): () => void {
    this.kept += 1;
    return () => {
      this.kept -= 1;
      this.letIn();
    };
  }

  add(run: Run): void {
    this.runs.set(run.job.id, run);
  }

  remove(run: Run): void {
    if (this.runs.get(run.job.id) === run) this.runs.delete(run.job.id);
    this.letIn();
  }

  /** It waits for a person, and gives its place to another. */
  wait(run: Run): void {
    run.place = 'waiting';
    this.letIn();
  }

  /** It goes on whether there is a place or not: its process runs already. Who waits for a place waits on. */
  goOn(run: Run): void {
    if (run.place === 'waiting') run.place = 'running';
  }

  /** Resolves when there is a place for a run that begins or has its answer. Who is to stop need not wait for one. */
  turn(run: Run): Promise<void> {
    if (run.place === 'running' || run.abort.signal.aborted) return Promise.resolve();
    if (this.free()) {
      run.place = 'running';
      return Promise.resolve();
    }
    run.place = 'ready';
    const { signal } = run.abort;
    return new Promise((resolve) => {
      const goOn = () => {
        signal.removeEventListener('abort', stop);
        run.place = 'running';
        resolve();
      };
      const stop = () => {
        this.ready.splice(this.ready.indexOf(goOn), 1);
        goOn();
      };
      this.ready.push(goOn);
      signal.addEventListener('abort', stop);
    });
  }

  private letIn(): void {
    while (this.ready.length > 0 && this.taken() < this.most) this.ready.shift()!();
  }

  private taken(): number {
    return this.kept + this.all().filter(({ place }) => place === 'running').length;
  }
}
