/**
 * Counters and histograms that are almost free to update: they are converted to prom-client's format only when scraped. Updating its own
 * histogram takes as long as fastify takes for a whole request.
 */
import type { Metric, Registry } from 'prom-client';

/** Beyond this number, labels are counted as `other`, because some come from callers. */
const MAX_LABELS = 200;

/** What prom-client reads from a metric. */
interface Shown {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly { metricName?: string; labels: Record<string, string>; value: number }[];
}

/** Counts by one label. */
export class Counts {
  private readonly counts = new Map<string, number>();
  private readonly name: string;
  private readonly help: string;
  private readonly label: string | null;

  constructor(registry: Registry, name: string, help: string, label: string | null = null) {
    this.name = name;
    this.help = help;
    this.label = label;
    if (label === null) this.counts.set('', 0);
    register(registry, name, () => this.shown());
  }

  add(value = ''): void {
    const label = this.counts.has(value) || this.counts.size < MAX_LABELS ? value : 'other';
    this.counts.set(label, (this.counts.get(label) ?? 0) + 1);
  }

  private shown(): Shown {
    const { name, help, label } = this;
    const values = [...this.counts].map(([text, value]) => ({
      labels: label === null ? {} : { [label]: text },
      value,
    }));
    return { name, help, type: 'counter', aggregator: 'sum', values };
  }
}

/** One row of a histogram, for one set of labels. */
export class Buckets {
  private readonly bounds: readonly number[];
  /** The count of each bucket; the last is for values beyond all bounds. */
  private readonly counts: number[];
  private sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  add(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > this.bounds[at]!) at += 1;
    this.counts[at]! += 1;
    this.sum += value;
  }

  shown(name: string, labels: Record<string, string>): Shown['values'] {
    let count = 0;
    const buckets = this.counts.map((one, at) => {
      count += one;
      const le = at < this.bounds.length ? String(this.bounds[at]) : '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    const ends = [
      { metricName: `${name}_sum`, labels, value: this.sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
    return [...buckets, ...ends];
  }
}

/** A histogram whose rows are created in advance by the code that updates them. */
export class Rows {
  private readonly rows: { readonly labels: Record<string, string>; readonly buckets: Buckets }[] = [];
  private readonly bounds: readonly number[];

  constructor(registry: Registry, name: string, help: string, bounds: readonly number[]) {
    this.bounds = bounds;
    register(registry, name, () => {
      const values = this.rows.flatMap(({ labels, buckets }) => buckets.shown(name, labels));
      return { name, help, type: 'histogram', aggregator: 'sum', values };
    });
  }

  row(labels: Record<string, string> = {}): Buckets {
    const buckets = new Buckets(this.bounds);
    this.rows.push({ labels, buckets });
    return buckets;
  }
}

/** A registry only uses a metric's name and its values; the type lists prom-client's own classes. */
function register(registry: Registry, name: string, shown: () => Shown): void {
  registry.registerMetric({ name, get: async () => shown() } as unknown as Metric);
}
