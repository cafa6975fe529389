/** Writes the logs of jobs in order, many lines at a time, since each write costs a commit. */
import { storable } from '../core/answer/check.ts';
import type { LogLine } from '../core/model/records.ts';
import type { Clock } from '../ports.ts';
import type { LogStream } from './executor.ts';
import type { WorkerRuns } from './host.ts';

const FLUSH_MS = 100;
const STREAMS: readonly LogStream[] = ['stdout', 'stderr', 'askonce'];
const MAX_LINE_LENGTH = 4_000;

type Line = Omit<LogLine, 'n'>;

export class JobLog {
  private readonly runs: WorkerRuns;
  private readonly clock: Clock;
  private readonly failed: (error: unknown) => void;
  private readonly waiting = new Map<string, Line[]>();
  private writing: Promise<void> = Promise.resolve();
  private stopTimer: (() => void) | null = null;

  constructor(runs: WorkerRuns, clock: Clock, failed: (error: unknown) => void) {
    this.runs = runs;
    this.clock = clock;
    this.failed = failed;
  }

  add(job: string, said: string, from: LogStream): void {
    // An executor written in JavaScript may pass any value.
    const text = String(said);
    const stream = STREAMS.includes(from) ? from : 'askonce';
    const at = this.clock.now();
    const lines = this.waiting.get(job) ?? [];
    this.waiting.set(job, lines);
    for (const line of text.split('\n')) lines.push({ at, stream, line: storable(line.slice(0, MAX_LINE_LENGTH)) });
    this.stopTimer ??= this.clock.after(FLUSH_MS, () => void this.flush());
  }

  /** Resolves when every added line has been written, or could not be written. */
  flush(): Promise<void> {
    this.stopTimer?.();
    this.stopTimer = null;
    const batches = [...this.waiting];
    this.waiting.clear();
    // Together, so that the store can write them together.
    const append = ([job, lines]: (typeof batches)[number]) => this.runs.append(job, lines).catch(this.failed);
    this.writing = this.writing.then(async () => void (await Promise.all(batches.map(append))));
    return this.writing;
  }
}
