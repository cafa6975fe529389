/** A table of figures with their targets, and a verdict. */

/** What every part of the benchmark uses. */
export interface Bench {
  readonly report: Report;
  readonly quick: boolean;
  /** A temporary folder, removed afterwards. */
  readonly dir: string;
  readonly rounds: number;
}

export class Report {
  private readonly lines: string[] = [];
  private missed = 0;

  progress(what: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K… ${what}`);
    else process.stderr.write(`… ${what}\n`);
  }

  title(of: string): void {
    this.lines.push('', of);
  }

  rate(name: string, perSecond: number): void {
    this.figure(name, perSecond, 'cycles/s');
  }

  figure(name: string, value: number, unit: string): void {
    this.lines.push(line(name, `${shown(value)} ${unit}`, '', ''));
  }

  ratio(name: string, value: number): void {
    this.lines.push(line(name, `${shown(value)}×`, '', ''));
  }

  atLeast(name: string, value: number, target: number): void {
    this.judge(name, value, `≥ ${target}×`, value >= target, '×');
  }

  atMost(name: string, value: number, target: number, unit = '×'): void {
    this.judge(name, value, `≤ ${target} ${unit}`.replace(' ×', '×'), value <= target, unit);
  }

  /** Prints the table; returns true if every target was met. */
  print(): boolean {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.log(this.lines.join('\n'));
    console.log(this.missed === 0 ? '\nevery target met' : `\n${this.missed} of the targets missed`);
    return this.missed === 0;
  }

  private judge(name: string, value: number, target: string, met: boolean, unit: string): void {
    if (!met) this.missed += 1;
    this.lines.push(line(name, `${shown(value)}${unit === '×' ? '×' : ` ${unit}`}`, target, met ? 'ok' : 'MISSED'));
  }
}

function line(name: string, value: string, target: string, verdict: string): string {
  return `${name.padEnd(46)}${value.padStart(18)}  ${target.padEnd(18)} ${verdict}`.trimEnd();
}

function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
