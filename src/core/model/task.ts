/** A job as seed 003 shows it: a task, with the question it waits for. A view of the job; nothing of it is stored separately. */

import type { RunState } from '../states.ts';
import { folderOf, type JobRecord } from './records.ts';
import { nameOf } from './scoped-id.ts';
import { type Clarification, clarificationView } from './views.ts';

export interface Task {
  readonly id: string;
  readonly description: string;
  readonly state: JobRecord['state'];
  /** The question about its prompt, else the first one it waits for; and why only a person could settle it. */
  readonly clarificationQuestion?: string;
  readonly clarificationReason?: string;
  /** Seed 001: for jobs whose prompt was read before the build. */
  readonly clarificationId?: string | null;
  readonly clarificationStatus?: JobRecord['clarificationStatus'];
  readonly clarificationAnswer?: string | null;
  readonly clarificationAnsweredAt?: number | null;
  /** The conflict that its question is about. */
  readonly conflict?: JobRecord['conflict'];
  readonly spec?: JobRecord['spec'];
  /** All questions it waits for, in the order asked. */
  readonly waiting: readonly Clarification[];
  /** What runs it; null if any worker may. */
  readonly agent: string | null;
  /** The worker that runs it, or null. */
  readonly worker: string | null;
  readonly policy: string;
  readonly asker: string;
  readonly session: string;
  readonly project: string;
  /** The folder in which it was made and runs. */
  readonly folder: string;
  readonly queuedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** How often it was started. */
  readonly runs: number;
  readonly result: string | null;
  readonly error: string | null;
}

export function taskOf(job: JobRecord, waiting: readonly Pick<RunState['waiting'][number], 'clarification'>[]): Task {
  const questions = [...new Map(waiting.flatMap(({ clarification: one }) => (one ? [[one.id, one]] : []))).values()];
  const [first] = questions;
  const { agent, project, state, createdAt, startedAt, endedAt, runs, result, error } = job;
  const asked = job.clarificationStatus === 'none' ? (first?.question ?? null) : job.clarificationQuestion;
  return {
    id: nameOf(job.id),
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
    session: nameOf(job.session),
    project,
    folder: folderOf(job),
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

/** Returns why a question was put to a person: the asker's own reason if it gave one, else the result of the question's path. */
export function whyAsked({
  reason,
  destructive,
  offered,
}: Pick<Clarification, 'reason' | 'destructive' | 'offered'>): string {
  if (reason !== undefined) return REASONS.get(reason) ?? reason;
  if (destructive) return 'It could destroy, publish, pay or reveal something, so only a person may decide';
  if (offered) return 'A similar question was answered before, but that answer may not apply here';
  return 'No earlier answer, preference or best practice applies';
}

/** The seed's reasons in readable words. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    target_file_exists: 'The file exists and would be overwritten',
    target_file_ambiguous: 'Several files match',
    target_action_ambiguous: 'The requested action is unclear',
    missing_required_info: 'Required information is missing',
    conflicting_requirements: 'The task contains conflicting requirements',
  }),
);
