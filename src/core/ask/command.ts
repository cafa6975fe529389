/** A checked ask, and the context it runs in. */
import type { Caller } from '../access.ts';
import type { CallPlace } from '../approvals/match.ts';
import type { Effect } from '../effects.ts';
import { newJob } from '../jobs/decide.ts';
import { AskOnceError } from '../model/errors.ts';
import { capScope, type Policy, type ResolverName, samePolicy } from '../model/policy.ts';
import type { OnTimeout, Outcome, Question } from '../model/question.ts';
import type { EventRecord, EventType, JobRecord, SessionRecord } from '../model/records.ts';
import type { Heard, Resolver } from '../model/resolution.ts';
import type { AskState } from '../states.ts';
import { afterHearing } from './said-since.ts';

export interface AskCommand {
  readonly ask: string;
  readonly caller: Caller | null;
  /** The named session. If none was named (`anySession`), the one created for this ask, unless its job has a session. */
  readonly session: string;
  readonly anySession: boolean;
  readonly job: string | null;
  readonly project: string;
  /** Where it is asked, if that is not the project's own folder. */
  readonly folder: string | null;
  /** The git branch there; null outside a repository. */
  readonly branch: string | null;
  /** The program that asks, if the caller knows it. */
  readonly agent: string | null;
  /** Given by the caller; must match the policy of the existing job or session. */
  readonly policy: Policy | null;
  readonly asker: string | null;
  readonly language: string | null;
  /** Used if the session does not exist yet and the caller names no policy. */
  readonly defaultPolicy: Policy;
  /** New words of the person that came with the ask. */
  readonly heard: Heard | null;
  readonly questions: readonly PreparedQuestion[];
  readonly deadline: number | null;
  readonly onTimeout: OnTimeout | null;
  readonly fallback: string | null;
  readonly rejects: string | null;
  readonly because: string | null;
  /** Carried by the event of each outcome that comes later; null if the caller wants no such event. */
  readonly ref: string | null;
  /** For an approval: where its paths lead, which the rules depend on. */
  readonly place: CallPlace | null;
  /** For a request of seed 002: what the asker must still provide before a person may be asked. Null for a plain ask. */
  readonly missing: readonly string[] | null;
}

export interface PreparedQuestion extends Question {
  /** The id that the clarification gets if this question becomes one. */
  readonly id: string;
  readonly checkedByAsker: boolean;
}

/** Returns the session of an ask: the one it names, else its job's, else the one created for it. */
export function sessionOfAsk(command: AskCommand, job: Pick<JobRecord, 'session'> | null): string {
  return command.anySession && job ? job.session : command.session;
}

/** The result of an ask. */
export interface Asked {
  readonly session: string;
  /** Null if every item was settled from stored answers, so that no new ask was stored. */
  readonly ask: string | null;
  readonly items: readonly Outcome[];
  /** The job already had all of these outcomes, and nothing was written. */
  readonly replayed?: boolean;
  /** The first deadline among the outcomes that a job gets again. Their ask may belong to another process, which may be gone. */
  readonly expiresAt?: number | null;
  /** The items wait for the scope's own question, and the caller does not wait any longer. */
  readonly hasWaited?: boolean;
}

export type Resolvers = Readonly<Record<ResolverName, Resolver>>;

export interface Context {
  readonly now: number;
  readonly session: SessionRecord;
  readonly folder: string | null;
  readonly branch: string | null;
  readonly agent: string | null;
  readonly job: JobRecord | null;
  readonly policy: Policy;
  readonly asker: string;
  readonly scope: string | null;
  readonly capUsed: number;
  /** The job may ask one question in all, and that one was reserved for its prompt, needed or not. The builder has none left. */
  readonly isSpent: boolean;
  readonly heard: Heard | null;
  /** Effects that create the session or the job if they are new. */
  readonly opening: readonly Effect[];
}

/** Returns why this ask is not allowed, or null. */
export function refusalOf({ session, job }: AskState, command: AskCommand): AskOnceError | null {
  if (job && job.session !== command.session) {
    return new AskOnceError(
      'job_elsewhere',
      `Job ${command.job} belongs to session ${job.session}, not to ${command.session}. Ask in that session, or use another job id.`,
      { job: command.job, session: job.session },
    );
  }
  if (job && job.state !== 'RUNNING' && job.state !== 'AWAITING_RESPONSE') {
    const text = `Job ${job.id} is ${job.state}; only a running job can ask.`;
    return new AskOnceError('job_not_running', text, { job: job.id, state: job.state });
  }
  // The answer to any other question would be taken for the answer about its prompt.
  if (job?.clarificationStatus === 'asked') {
    const { id, clarificationId, state } = job;
    const text = `Job ${id} is waiting for the answer to ${clarificationId}; only a running job can ask.`;
    return new AskOnceError('job_not_running', text, { job: id, state, clarification: clarificationId });
  }
  const where = command.job === null ? `session ${command.session}` : `job ${command.job}`;
  return disagreement(fixedBy(session, job, command), where, command);
}

/** Returns the session and the job of this ask, and creates them if they are new. */
export function contextOf(state: AskState, command: AskCommand, now: number): Context {
  const opening: Effect[] = [];
  const isSaid = command.heard !== null && !sameWords(command.heard, state.session?.heard ?? null);
  const heard = isSaid
    ? afterHearing(state.session?.heard ?? null, command.heard!, command.job === null)
    : (state.session?.heard ?? null);
  const fixed = fixedBy(state.session, state.job, command);
  const session: SessionRecord = state.session ?? {
    id: command.session,
    project: command.project,
    policy: command.policy ?? command.defaultPolicy,
    asker: command.asker ?? ASKER,
    language: command.language,
    heard,
    createdAt: now,
  };
  if (!state.session) opening.push({ do: 'insert_session', session });
  else if (isSaid) opening.push({ do: 'hear', session: session.id, heard: heard! });

  let job = state.job;
  if (!job && command.job !== null) {
    job = { ...newJob({ ...command, id: command.job }, session, now), ...fixed };
    opening.push({ do: 'insert_job', job });
    opening.push(askEvent('job.created', { now, session, job }, null, null, { policy: fixed.policy.name }));
  }
  // Seed 001 counts per job. A policy that counts per session or per asker has already counted the question about the prompt, if there was
  // one.
  const hasBeenRead = job !== null && job.clarificationStatus !== 'none' && fixed.policy.scope === 'job';
  return {
    now,
    session,
    folder: command.folder,
    branch: command.branch,
    agent: agentOf(command.agent, job, fixed.asker),
    job,
    policy: fixed.policy,
    asker: fixed.asker,
    scope: capScope(fixed.policy, session.id, job?.id ?? null, fixed.asker),
    // Once a prompt has been read, its question is used up, even if none was needed.
    capUsed: hasBeenRead ? Math.max(state.capUsed, 1) : state.capUsed,
    isSpent: hasBeenRead && fixed.policy.cap === 1,
    heard,
    opening,
  };
}

/** The default asker. */
export const ASKER = 'agent';

/** The policy and the asker of an ask: those of the existing job or session, else those of this ask. */
export function fixedBy(
  session: Pick<SessionRecord, 'policy' | 'asker'> | null,
  job: Pick<JobRecord, 'policy' | 'asker'> | null,
  command: Pick<AskCommand, 'job' | 'policy' | 'asker' | 'defaultPolicy'>,
): { policy: Policy; asker: string } {
  if (job) return { policy: job.policy, asker: job.asker };
  const given = session === null || command.job !== null ? command : { policy: null, asker: null };
  return {
    policy: given.policy ?? session?.policy ?? command.defaultPolicy,
    asker: given.asker ?? session?.asker ?? ASKER,
  };
}

/** The program that asks: as the caller says, else what runs the job, else the name that it asks under. */
function agentOf(given: string | null, job: Pick<JobRecord, 'agent'> | null, asker: string): string | null {
  return given ?? job?.agent ?? (asker === ASKER ? null : asker);
}

/** A job that runs again brings the same words again. They do not count as newly said: what they have answered stays answered. */
function sameWords(brought: Heard | null, known: Heard | null): boolean {
  return brought !== null && known !== null && brought.text === known.text;
}

/** The policy and the asker of a job or session are fixed when it is created. */
function disagreement(
  fixed: { policy: Policy; asker: string },
  where: string,
  command: AskCommand,
): AskOnceError | null {
  if (command.policy && !samePolicy(command.policy, fixed.policy)) {
    return new AskOnceError(
      'policy_mismatch',
      `The policy of ${where} is “${fixed.policy.name}” and cannot be changed to “${command.policy.name}”. Leave the policy out, or use a new job or session.`,
      { policy: fixed.policy.name },
    );
  }
  if (command.asker !== null && command.asker !== fixed.asker) {
    return new AskOnceError(
      'asker_mismatch',
      `The asker of ${where} is “${fixed.asker}” and cannot be changed. “${command.asker}” needs its own job.`,
      { asker: fixed.asker },
    );
  }
  return null;
}

/** An event of this ask. */
export function askEvent(
  type: EventType,
  context: { now: number; session: SessionRecord; job: JobRecord | null },
  ask: string | null,
  clarification: string | null,
  data: EventRecord['data'],
): Effect {
  const { now, session, job } = context;
  return { do: 'event', event: { type, at: now, session: session.id, job: job?.id ?? null, ask, clarification, data } };
}
