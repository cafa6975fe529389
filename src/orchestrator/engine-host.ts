/** What an orchestrated goal needs of AskOnce, on a store. */
import type { Policy } from '../core/model/policy.ts';
import type { Outcome } from '../core/model/question.ts';
import type { JobRecord } from '../core/model/records.ts';
import type { Engine } from '../engine/engine.ts';
import { type AssumptionInput, recordAssumption } from '../library/assumptions.ts';
import { Jobs } from '../library/jobs.ts';
import { makeJob } from '../library/queue-job.ts';
import type { RunContext, RunnableJob } from '../worker/executor.ts';
import { engineHost } from '../worker/host.ts';
import type { OrchestratorHost, PmHost } from './host.ts';
import { askOf, assumeByTimeout, type ClarificationRequest, checkRequest, type TimeoutOption } from './requests.ts';
import { type ClarificationState, clarificationState, waitingQuestion } from './state.ts';

/** @param policy The policy of a new job that names none. */
export function orchestratorOn(engine: Engine, policy: Policy): OrchestratorHost {
  const jobs = new Jobs(engine, policy, null);
  return {
    worker: engineHost(engine, (prompt, how, worker) => makeJob(engine, policy, prompt, how, worker)),
    folder: engine.files.root,
    job: (id) => jobs.get(id),
    ended: (id, options) => jobs.ended(id, options),
    pmOf: async (job, context) => new EnginePm(engine, job, context, (await engine.store.job(job.id))!),
  };
}

class EnginePm implements PmHost {
  private readonly engine: Engine;
  private readonly job: RunnableJob;
  private readonly context: RunContext;
  private readonly record: JobRecord;

  constructor(engine: Engine, job: RunnableJob, context: RunContext, record: JobRecord) {
    this.engine = engine;
    this.job = job;
    this.context = context;
    this.record = record;
  }

  async settledState(waits: (question: string) => void): Promise<ClarificationState> {
    const { session, asker } = this.record;
    for (;;) {
      const asked = await this.engine.store.asked(session);
      const waiting = waitingQuestion(asked, asker);
      if (!waiting) return clarificationState(asked, asker);
      waits(`${waiting.id}: ${waiting.question}`);
      const { signal } = this.context;
      await this.engine.outcomes.clarification(waiting.id, waiting.ask, { until: null, signal });
    }
  }

  async isWaiting(): Promise<boolean> {
    const { session, asker } = this.record;
    return waitingQuestion(await this.engine.store.asked(session), asker) !== null;
  }

  async isRevoked(clarification: string): Promise<boolean> {
    return (await this.engine.store.clarification(clarification))?.status === 'revoked';
  }

  async ask(request: ClarificationRequest, timeout: TimeoutOption): Promise<Outcome> {
    const more = { goal: this.job.prompt, ...timeout };
    const { question, options } = askOf(checkRequest(request), this.record.policy, more);
    const { items } = await this.context.ask(question, options);
    return items[0]!;
  }

  assumeByTimeout(request: ClarificationRequest, outcome: Outcome) {
    const { asker, id } = this.record;
    const by = { session: this.session(), asker, job: id, goal: this.job.prompt };
    return assumeByTimeout(this.engine, request, outcome, by);
  }

  assume(decision: AssumptionInput, turn: number, place: number) {
    const { asker, id } = this.record;
    const input = { ...decision, idempotencyKey: `${id} ${turn}`, job: id, asker };
    return recordAssumption(this.engine, input, this.session(), { place });
  }

  async asked() {
    return (await this.engine.store.list({ session: this.record.session, limit: 1_000 })).items;
  }

  private session() {
    const { session: id, project, policy, asker } = this.record;
    return { id, project, policy, asker, language: null };
  }
}
