/** A job as seed 003 shows it: a task, with the question it waits for. A view; nothing of it is kept beside the job. */

import type { RunState } from '../states.ts';
import type { JobRecord } from './records.ts';
import { type Clarification, clarificationView } from './views.ts';

export interface Task {
  readonly id: string;
  readonly description: string;
  readonly state: JobRecord['state'];
  /** The question about its prompt, else the first one it waits for; and why nothing but a person could settle that. */
  readonly clarificationQuestion?: string;
  readonly clarificationReason?: string;
  /** Seed 001, of jobs whose prompt was read before they were built. */
  readonly clarificationId?: string | null;
  readonly clarificationStatus?: JobRecord['clarificationStatus'];
  readonly clarificationAnswer?: string | null;
  readonly clarificationAnsweredAt?: number | null;
  /** What its question is about. */
  readonly conflict?: JobRecord['conflict'];
  readonly spec?: JobRecord['spec'];
  /** All questions it waits for, in the order in which it asked them. */
  readonly waiting: readonly Clarification[];
  /** What runs it; null where any worker may. */
  readonly agent: string | null;
  /** The worker that runs it; null where none does. */
  readonly worker: string | null;
  readonly policy: string;
  readonly asker: string;
  readonly session: string;
  readonly project: string;
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** How often it was begun. */
  readonly runs: number;
  readonly result: string | null;
  readonly error: string | null;
}

export function taskOf(job: JobRecord, waiting: readonly Pick<RunState['waiting'][number], 'clarification'>[]): Task {
  const questions = [...new Map(waiting.flatMap(({ clarification: one }) => (one ? [[one.id, one]] : []))).values()];
  const [first] = questions;
  const { id, agent, session, project, state, createdAt, startedAt, endedAt, runs, result, error } = job;
  const asked = job.clarificationStatus === 'none' ? (first?.question ?? null) : job.clarificationQuestion;
  return {
    id,
    description: job.prompt ?? '',
    state,
    ...(asked === null ? {} : { clarificationQuestion: asked }),
    ...(first ? { clarificationReason: whyAsked(first) } : {}),
    ...(job.clarificationStatus === 'none' ? {} : readOf(job)),
    policy: job.policy.name,
    asker: job.asker,
    waiting: questions.map(clarificationView),
    agent,
    worker: job.owner,
    session,
    project,
    queuedAt: createdAt,
    startedAt,
    endedAt,
    runs,
    result,
    error,
  };
}

function readOf(job: JobRecord) {
  const { clarificationId, clarificationStatus, clarificationAnswer, clarificationAnsweredAt, conflict, spec } = job;
  return { clarificationId, clarificationStatus, clarificationAnswer, clarificationAnsweredAt, conflict, spec };
}

/** Why a question was put to a person: in the asker's words where it gave any, else what the path of a question came to. */
export function whyAsked({ reason, destructive, offered }: Clarification): string {
  if (reason !== undefined) return REASONS.get(reason) ?? reason;
  if (destructive) return 'It would destroy, publish, pay or reveal something: only a person may decide';
  if (offered) return 'An earlier answer is close, but may not be meant for this';
  return 'No earlier answer, preference or best practice settles it: it depends on the case';
}

/** The seed's names of reasons, as people read them. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    target_file_exists: 'The file exists and would be overwritten',
    target_file_ambiguous: 'Several files fit',
    target_action_ambiguous: 'What is to be done is not clear',
    missing_required_info: 'Something needed is missing',
    conflicting_requirements: 'The task can be read in ways that exclude one another',
  }),
);
