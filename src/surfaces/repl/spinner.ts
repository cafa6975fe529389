/** Shows what runs: a sign of life, the elapsed time, and the last line of output. */

import type { Runner } from '../../worker/runner.ts';
import { oneLine } from '../terminal/text.ts';
import type { ReplIo } from './repl-io.ts';

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const EVERY_MS = 200;
/** More lines would make the prompt jump. */
const SHOWN = 3;

export class Spinner {
  private readonly io: ReplIo;
  private readonly runner: Runner;
  private readonly last = new Map<string, string>();
  /** Reported as ended, though the runner may still be cleaning up. */
  private readonly over = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private frame = 0;
  private shown = false;

  constructor(io: ReplIo, runner: Runner) {
    this.io = io;
    this.runner = runner;
  }

  heard(job: string, line: string): void {
    if (line.trim() !== '') this.last.set(job, line.trim());
  }

  /** Removed before its end is reported. */
  ended(job: string): void {
    this.over.add(job);
    this.draw();
  }

  start(): void {
    if (!this.io.interactive) return;
    this.timer = setInterval(() => this.draw(), EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    if (this.shown) this.io.status([]);
  }

  private draw(): void {
    const all = this.runner.running();
    for (const job of this.over) if (!all.some((run) => run.job.id === job)) this.over.delete(job);
    const running = all.filter(({ job, waits }) => !waits && !this.over.has(job.id));
    for (const job of this.last.keys()) if (!running.some((run) => run.job.id === job)) this.last.delete(job);
    if (running.length === 0 && !this.shown) return;
    this.frame = (this.frame + 1) % FRAMES.length;
    const now = Date.now();
    const lines = running.slice(0, SHOWN).map(({ job, since }) => {
      const said = this.last.get(job.id) ?? job.prompt ?? '';
      return `${FRAMES[this.frame]} ${job.id} ${Math.floor((now - since) / 1000)}s  ${oneLine(said)}`;
    });
    if (running.length > SHOWN) lines.push(`  … and ${running.length - SHOWN} more`);
    this.io.status(lines);
    this.shown = lines.length > 0;
  }
}
