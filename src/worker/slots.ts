/** The runs of this process, and which of them take up a slot. */
import type { ClaimedJob } from './host.ts';

export interface Run {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  readonly since: number;
  /** How many of its own asks are open; asks of its child processes are not known here. */
  asking: number;
  /** `ready`: it could continue and waits for a slot. */
  place: 'running' | 'waiting' | 'ready';
  ended: Promise<void>;
}

export class Slots {
  private readonly runs = new Map<string, Run>();
  private readonly ready: (() => void)[] = [];
  private readonly most: number;
  /** Slots reserved for jobs that are being claimed. */
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

  /** How many slots are free; none while runs wait for one. */
  free(): number {
    return this.ready.length > 0 ? 0 : Math.max(0, this.most - this.taken());
  }

  /** Reserves slots for jobs that are being claimed, so that no other run takes them. Returns a function that releases them. */
  keep(count: number): () => void {
    this.kept += count;
    return () => {
      this.kept -= count;
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

  /** The run waits for a person and frees its slot. */
  wait(run: Run): void {
    run.place = 'waiting';
    this.letIn();
  }

  /** The run continues whether there is a slot or not, because its process is already running. Runs that wait for a slot keep waiting. */
  goOn(run: Run): void {
    if (run.place === 'waiting') run.place = 'running';
  }

  /** Resolves when there is a slot for a run that starts or has its answer. A run that is being stopped need not wait for one. */
  turn(run: Run): Promise<void> {
    if (run.place === 'running' || run.abort.signal.aborted) return Promise.resolve();
    if (this.free() > 0) {
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
