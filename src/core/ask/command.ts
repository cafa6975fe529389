/** What an ask is, once it has been checked, and what it runs in. */
import type { Caller } from '../access.ts';
import type { PathFact } from '../answer/check.ts';
import type { Effect } from '../effects.ts';
import { newJob } from '../jobs/decide.ts';
import { AskOnceError } from '../model/errors.ts';
import { capScope, type Policy, type ResolverName, samePolicy } from '../model/policy.ts';
import type { OnTimeout, Outcome, Question } from '../model/question.ts';
import type { ClarificationRecord, EventRecord, EventType, JobRecord, SessionRecord } from '../model/records.ts';
import type { Heard, Resolution, Resolver } from '../model/resolution.ts';
import type { AskState } from '../states.ts';
import { afterHearing } from './said-since.ts';

export interface AskCommand {
  readonly ask: string;
  readonly caller: Caller | null;
  readonly session: string;
  readonly job: string | null;
  readonly project: string;
  /** Given by the caller; must agree with what the job or session was made with. */
  readonly policy: Policy | null;
  readonly asker: string | null;
  readonly language: string | null;
  /** Used where the session does not exist yet and the caller says nothing. */
  readonly defaultPolicy: Policy;
  /** New words of the person's that came with the ask. */
  readonly heard: Heard | null;
  readonly questions: readonly PreparedQuestion[];
  readonly deadline: number | null;
  readonly onTimeout: OnTimeout | null;
  readonly fallback: string | null;
  /** Where the files that resolvers named lead, as far as that has been looked up. */
  readonly located: ReadonlyMap<string, PathFact>;
  /** What the model said of questions, by their ids, as far as it was asked; null where there is none to ask. */
  readonly advice: ReadonlyMap<string, Resolution | null> | null;
  readonly rejects: string | null;
  readonly because: string | null;
  /** Of a request of seed 002: what the asker has still to bring before a person may be asked; null for a plain ask. */
  readonly missing: readonly string[] | null;
  /** How its scope stands, where that matters and has been looked up. */
  readonly standing: Standing | null;
}

/** What is looked at only where nobody may be asked. */
export interface Standing {
  /** The scope's own question that still waits: whoever asks beyond it waits with it, and is told nothing untrue meanwhile. */
  readonly waits: ClarificationRecord | null;
  /** A person has answered a question of the scope. */
  readonly answered: boolean;
  /** The job was sent back before, for what its request lacked. */
  readonly sentBack: boolean;
}

/** Of a scope in which nothing was looked up, or nothing matters. */
export const NOTHING_STANDS: Standing = { waits: null, answered: false, sentBack: false };

export interface PreparedQuestion extends Question {
  /** The id the clarification gets if this question becomes one. */
  readonly id: string;
  readonly checkedByAsker: boolean;
}

export interface AskVerdict {
  /** Null where every item was settled from what already stood, so that no new ask was kept. */
  readonly ask: string | null;
  readonly items: readonly Outcome[];
  /** The job had all of it already, and nothing was written. */
  readonly replayed?: boolean;
  /** When the first deadline of what a job is told again strikes; its ask may be another process's, which may be gone. */
  readonly expiresAt?: number | null;
  /** Nothing was decided: a deadline of this job's has passed. Let it strike, and decide again. */
  readonly overdue?: boolean;
  /** Nothing was decided: look where this path leads in this project, and decide again. */
  readonly locate?: string;
  readonly project?: string;
  /** Nothing was decided: see how the scope stands, and decide again. */
  readonly stand?: { readonly scope: string | null; readonly job: string | null };
  /** Nothing was decided: the scope's own question waits. Decide again once it does not. */
  readonly waitFor?: ClarificationRecord;
  /** Nothing was decided: ask the model about this question, in this language, and decide again. */
  readonly consult?: PreparedQuestion;
  readonly language?: string | null;
}

export type Resolvers = Readonly<Record<ResolverName, Resolver>>;

export interface Context {
  readonly now: number;
  readonly session: SessionRecord;
  readonly job: JobRecord | null;
  readonly policy: Policy;
  readonly asker: string;
  readonly scope: string | null;
  readonly capUsed: number;
  /** The job had one question in all, and that was for its prompt, needed or not: whoever builds it has none left. */
  readonly isSpent: boolean;
  readonly heard: Heard | null;
  /** Effects that open the session or the job, where they are new. */
  readonly opening: readonly Effect[];
}

/** The session and job this ask belongs to, made where they are new; what was fixed when they were made must agree. */
export function contextOf(state: AskState, command: AskCommand, now: number): Context {
  if (state.job && state.job.session !== command.session) {
    throw new AskOnceError(
      'job_elsewhere',
      `Job ${command.job} belongs to session ${state.job.session}, not to ${command.session}. Ask in that session, or use another job id.`,
      { job: command.job, session: state.job.session },
    );
  }
  if (state.job && state.job.state !== 'RUNNING' && state.job.state !== 'AWAITING_RESPONSE') {
    throw new AskOnceError(
      'job_not_running',
      `Job ${state.job.id} is ${state.job.state}; only a running job can ask.`,
      { job: state.job.id, state: state.job.state },
    );
  }
  // An answer to anything else it waited for would be taken for the one about its prompt.
  if (state.job?.clarificationStatus === 'asked') {
    const { id, clarificationId, state: waits } = state.job;
    throw new AskOnceError(
      'job_not_running',
      `Job ${id} is waiting for the answer to ${clarificationId}; only a running job can ask.`,
      { job: id, state: waits, clarification: clarificationId },
    );
  }
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
    job = { ...newJob(command.job, session, command.caller, now), ...fixed };
    opening.push({ do: 'insert_job', job });
    opening.push(askEvent('job.created', { now, session, job }, null, null, { policy: fixed.policy.name }));
  }
  // Seed 001 counts by job. A policy that counts by session or asker has counted the question about the prompt, where there was one.
  const hasBeenRead = job !== null && job.clarificationStatus !== 'none' && fixed.policy.scope === 'job';
  mustAgree(fixed, job ? `job ${job.id}` : `session ${session.id}`, command);
  return {
    now,
    session,
    job,
    policy: fixed.policy,
    asker: fixed.asker,
    scope: capScope(fixed.policy, session.id, job?.id ?? null, fixed.asker),
    // A prompt that was read has used up its question, also where none was needed.
    capUsed: hasBeenRead ? Math.max(state.capUsed, 1) : state.capUsed,
    isSpent: hasBeenRead && fixed.policy.cap === 1,
    heard,
    opening,
  };
}

/** Who asks where nobody says. */
export const ASKER = 'agent';

/** The policy and the asker of an ask: fixed by the job or session, or by this ask where it makes them. */
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

/** A job that is run again brings the same words again. They are not newly said: what they have answered stays answered. */
function sameWords(brought: Heard | null, known: Heard | null): boolean {
  return brought !== null && known !== null && brought.text === known.text;
}

function mustAgree(fixed: { policy: Policy; asker: string }, where: string, command: AskCommand): void {
  if (command.policy && !samePolicy(command.policy, fixed.policy)) {
    throw new AskOnceError(
      'policy_mismatch',
      `The policy of ${where} is “${fixed.policy.name}” and cannot be changed to “${command.policy.name}”. Leave the policy out, or use a new job or session.`,
      { policy: fixed.policy.name },
    );
  }
  if (command.asker !== null && command.asker !== fixed.asker) {
    throw new AskOnceError(
      'asker_mismatch',
      `The asker of ${where} is “${fixed.asker}” and cannot be changed. “${command.asker}” needs its own job.`,
      { asker: fixed.asker },
    );
  }
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
