/**
 * What an orchestrated goal needs of AskOnce, at a server: its requests, decisions and state are those of any PM over HTTP, so the server
 * decides whether a person is asked, and stores what follows from a passed deadline.
 */
import type { Outcome } from '../../core/model/question.ts';
import { jobEnded } from '../../library/jobs.ts';
import { lookUntil } from '../../library/look-until.ts';
import type { OrchestratorHost, PmHost } from '../../orchestrator/host.ts';
import { assumedByTimeout } from '../../orchestrator/requests.ts';
import type { ClarificationState } from '../../orchestrator/state.ts';
import { systemClock } from '../../util/system-clock.ts';
import type { RunContext, RunnableJob } from '../../worker/executor.ts';
import type { WorkerHost } from '../../worker/host.ts';
import type { WorkingService } from '../service/service.ts';

/** An event tells sooner. Only what happened before the stream was open is found by looking again. */
const LOOK_AGAIN_MS = 5_000;

type Used = Pick<WorkingService, 'events' | 'jobs' | 'questions' | 'session' | 'folder' | 'mustBeOwn'>;

/** @param isAsker An asker's goal is not the person's own words, so it settles no question. */
export function remoteOrchestrator(service: Used, worker: WorkerHost, isAsker: boolean): OrchestratorHost {
  const { events, jobs, folder, mustBeOwn } = service;
  return {
    worker,
    folder,
    job: jobs.get,
    ...(mustBeOwn === undefined ? {} : { mustBeOwn }),
    ended: (id, options) => jobEnded(events, () => jobs.get(id), id, { ...options, lookAgainMs: LOOK_AGAIN_MS }),
    pmOf: async (job, context) => remotePm(service, job, context, (await jobs.get(job.id))!.asker, isAsker),
  };
}

function remotePm(
  { events, questions, session }: Used,
  { id: job, session: of, originalPrompt }: RunnableJob,
  { signal }: RunContext,
  asker: string,
  isAsker: boolean,
): PmHost {
  const state = () => session(of).state(asker);
  return {
    settledState(waits) {
      let told: string | null = null;
      const look = async () => {
        const now = await state();
        if (!isWaiting(now)) return now;
        const question = now.clarification_question!;
        if (question !== told) waits(question);
        told = question;
        return null;
      };
      return lookUntil(events, look, { signal, lookAgainMs: LOOK_AGAIN_MS });
    },
    isWaiting: async () => isWaiting(await state()),
    isRevoked: async (id) => (await questions.get(id))?.status === 'revoked',
    async ask(request, { timeout }): Promise<Outcome> {
      // The server's clock may differ, so it gets the time that is left.
      const left = timeout instanceof Date ? timeout.getTime() - systemClock.now() : timeout;
      const { outcome } = await session(of).request(request, {
        ...{ job, signal },
        ...(left === undefined ? {} : { timeout: typeof left === 'number' ? Math.max(0, left) : left }),
        ...(isAsker ? {} : { userMessage: originalPrompt }),
      });
      return outcome;
    },
    // The server has stored it with the outcome.
    async assumeByTimeout(request, outcome) {
      const assumed = assumedByTimeout(request, outcome);
      return assumed && { ...assumed, risk: assumed.risk ?? null, confidence: null, timeoutAssumed: true };
    },
    assume: (decision, turn, place) =>
      session(of).assume({ ...decision, job, asker, idempotencyKey: `${job} ${turn}.${place}` }),
    asked: async () => (await questions.list({ session: of, limit: 1_000 })).items,
  };
}

function isWaiting({ clarification_used, clarification_resolved }: ClarificationState): boolean {
  return clarification_used && !clarification_resolved;
}
