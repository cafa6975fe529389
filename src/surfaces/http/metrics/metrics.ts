/** Metrics for Prometheus. They are fed by the engine's events, including those of other processes on the same store. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { AskOnce } from '../../../askonce.ts';
import { AskOnceError } from '../../../core/model/errors.ts';
import type { JobState } from '../../../core/model/job.ts';
import type { AuditEvent, EventType } from '../../../core/model/records.ts';
import type { App } from '../app.ts';
import { type Buckets, Counts, Rows } from './tallies.ts';

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** People take seconds, hours or days. */
const ANSWER_SECONDS = [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400, 604_800];
const MAX_REMEMBERED = 10_000;

/** A released job is not counted as queued again: it was counted before, and continues. */
const STATE_AFTER: Partial<Record<EventType, JobState>> = {
  'job.queued': 'QUEUED',
  'job.started': 'RUNNING',
  'job.resumed': 'RUNNING',
  'job.awaiting': 'AWAITING_RESPONSE',
  'job.completed': 'COMPLETE',
  'job.failed': 'ERROR',
  'job.cancelled': 'CANCELLED',
};

export function metricsRoutes(app: App): void {
  app.get(
    '/metrics',
    { config: { may: 'asker' }, schema: { summary: 'Metrics in Prometheus format', tags: ['operation'] } },
    async ({ askonce }, reply) => {
      const [visible, all] = await Promise.all([askonce.projects(), app.askonce.projects()]);
      if (!all.every((project) => visible.includes(project))) {
        const text = 'Metrics are about all projects of the store, and this token may see only one.';
        throw new AskOnceError('role_too_low', text);
      }
      reply.type(Registry.PROMETHEUS_CONTENT_TYPE);
      return app.metrics.metrics();
    },
  );
}

/** Starts counting. Call it before routes are added: each measures its duration. */
export function countEverything(app: App): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  countRequests(app, registry);
  const stop = countEvents(app.askonce, registry);
  app.addHook('onClose', (_app, done) => {
    stop();
    done();
  });
}

function countRequests(app: App, registry: Registry): void {
  const rows = new Rows(registry, 'askonce_http_request_seconds', 'Duration of requests.', REQUEST_SECONDS);
  // Each route has its own rows, so that a request only looks up its status.
  app.addHook('onRoute', (route) => {
    const label = { method: [route.method].flat().join(' '), route: route.url };
    const byStatus = new Map<number, Buckets>();
    const count: typeof route.onResponse = (_request, reply, done) => {
      const status = reply.statusCode;
      let buckets = byStatus.get(status);
      if (buckets === undefined) {
        buckets = rows.row({ ...label, status: String(status) });
        byStatus.set(status, buckets);
      }
      buckets.add(reply.elapsedTime / 1000);
      done();
    };
    route.onResponse = [route.onResponse ?? [], count].flat();
  });
}

function countEvents(askonce: AskOnce, registry: Registry): () => void {
  const asked = new Counts(registry, 'askonce_asked_total', 'Questions put to a person.');
  const avoided = new Counts(registry, 'askonce_avoided_total', 'Questions settled without a person.', 'source');
  const answered = new Counts(registry, 'askonce_answered_total', 'Answers given by people.', 'surface');
  const jobs = new Counts(registry, 'askonce_jobs_total', 'How often jobs entered each state.', 'state');
  const took = new Rows(
    registry,
    'askonce_time_to_answer_seconds',
    'How long questions waited for an answer.',
    ANSWER_SECONDS,
  ).row();
  new Gauge({
    name: 'askonce_pending',
    help: 'Questions waiting for a person; 10000 means that many or more.',
    registers: [registry],
    async collect() {
      this.set((await askonce.questions.count({ status: 'pending' })).count);
    },
  });

  new Counter({
    name: 'askonce_unread_prompts_total',
    help: 'Prompts and answers that the interpreter failed to read.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(askonce.jobs.unread);
    },
  });

  const askedAt = new Remembered(MAX_REMEMBERED);
  const countAnswer = async ({ clarification, at }: AuditEvent) => {
    const id = clarification!;
    const since = askedAt.take(id) ?? (await askonce.questions.get(id))?.createdAt;
    if (since !== undefined) took.add(Math.max(0, at - since) / 1000);
  };
  return askonce.events.on('*', (event) => {
    switch (event.type) {
      case 'clarification.requested':
        asked.add();
        askedAt.keep(event.clarification!, event.at);
        return;
      case 'clarification.joined':
        avoided.add('joined');
        return;
      case 'clarification.auto_resolved':
        // A default settles a question that a person was asked and did not answer, so it was not avoided.
        if (event.data.source !== 'default') avoided.add(String(event.data.source));
        return;
      case 'clarification.answered':
        answered.add(String(event.data.surface ?? 'unknown'));
        // If the store cannot be read, the calls that need it report that.
        countAnswer(event).catch(() => {});
        return;
      default: {
        const state = STATE_AFTER[event.type];
        if (state !== undefined) jobs.add(state);
      }
    }
  });
}

/** When questions were asked; drops the oldest, since the store has them too. */
class Remembered {
  private readonly at = new Map<string, number>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  keep(id: string, at: number): void {
    this.at.set(id, at);
    if (this.at.size > this.most) this.at.delete(this.at.keys().next().value!);
  }

  take(id: string): number | undefined {
    const at = this.at.get(id);
    this.at.delete(id);
    return at;
  }
}
