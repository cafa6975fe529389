/** The stored rows as the pure core sees them. Only store/rows.ts maps them to columns. */

import type { CallDecision } from './call.ts';
import type { Conflict, JobSpec } from './interpretation.ts';
import type { JobClarificationStatus, JobState } from './job.ts';
import type { Policy } from './policy.ts';
import type {
  ClarificationStatus,
  ClarificationType,
  Offered,
  OnTimeout,
  OutcomeKind,
  Question,
  Source,
} from './question.ts';
import type { Heard } from './resolution.ts';

export interface SessionRecord {
  readonly id: string;
  readonly project: string;
  readonly policy: Policy;
  readonly asker: string;
  readonly language: string | null;
  readonly heard: Heard | null;
  readonly createdAt: number;
}

export interface JobRecord {
  readonly id: string;
  /** The token it was created with, or null. */
  readonly token: string | null;
  readonly session: string;
  readonly project: string;
  /** The folder in which it was made and runs, if that is not the project's own, such as a worktree; else null. */
  readonly folder: string | null;
  readonly state: JobState;
  readonly policy: Policy;
  readonly asker: string;
  /** What to do; null if the asker does the work itself, so that no worker ever runs the job. */
  readonly prompt: string | null;
  /** What must run it, such as an agent's command; null if any worker may. */
  readonly agent: string | null;
  /** The worker that runs it. A worker whose lease has expired does not count. */
  readonly owner: string | null;
  /** How often it was started, and how often its worker was lost. */
  readonly runs: number;
  readonly lost: number;
  /** The result, or the error. */
  readonly result: string | null;
  readonly error: string | null;
  /** The state of the one question about its prompt; `none` if the prompt was not read for conflicts. */
  readonly clarificationStatus: JobClarificationStatus;
  /** The question that was put to the person: its id, its text, and the conflict it is about. */
  readonly clarificationId: string | null;
  readonly clarificationQuestion: string | null;
  readonly conflict: Conflict | null;
  readonly clarificationAnswer: string | null;
  readonly clarificationAnsweredAt: number | null;
  /** What to build, once the prompt is clear. */
  readonly spec: JobSpec | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** A process that runs jobs, and until when its lease lasts. */
export interface WorkerRecord {
  readonly id: string;
  /** The machine and the process number. Processes on the same machine can check whether it is still alive. */
  readonly place: string;
  readonly pid: number;
  readonly leaseUntil: number;
}

/** A line written by a run of a job. */
export interface LogLine {
  readonly n: number;
  readonly at: number;
  readonly stream: 'stdout' | 'stderr' | 'askonce';
  readonly line: string;
}

export interface ClarificationRecord extends Question {
  readonly id: string;
  readonly session: string;
  readonly project: string;
  /** The folder in which it was asked, if that is not the project's own. Paths in its answer start there. */
  readonly folder?: string;
  /** The program that asked, such as `Claude Code`; null if unknown. */
  readonly agent: string | null;
  /** The git branch of its folder when it was asked; absent outside a repository. */
  readonly branch?: string;
  /** The ask that first put it, and its job. */
  readonly ask: string;
  readonly job: string | null;
  /** The token of that ask, or null. */
  readonly token: string | null;
  readonly status: ClarificationStatus;
  /** The asker has a schema that other processes cannot see, and checks the answer when it arrives. */
  readonly checkedByAsker: boolean;
  readonly offered: Offered | null;
  /** The revoked clarification that this one replaces. */
  readonly succeeds: string | null;
  readonly answer: string | null;
  readonly source: Source | null;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly by: string | null;
  readonly surface: string | null;
  /** The idempotency key of the answer, so that a repeated call gets the same result. */
  readonly answerKey: string | null;
  /** For an approval with an answer: what was decided beside the Yes or No. */
  readonly decision: CallDecision | null;
  /** Why it was declined, revoked or rejected, as stated at the time. */
  readonly because: string | null;
  /** The scope whose cap paid for asking the person, or null. A replacement within that scope is free. */
  readonly capScope: string | null;
  /** It was revoked by the agent that got the answer, not by a person. */
  readonly rejected: boolean;
  readonly createdAt: number;
  readonly settledAt: number | null;
  /** The person does not want to see it before this time. It can be answered all the same. */
  readonly snoozedUntil: number | null;
}

export interface AskRecord {
  readonly id: string;
  /** The token it came with, or null. */
  readonly token: string | null;
  readonly session: string;
  readonly job: string | null;
  readonly asker: string;
  readonly capScope: string | null;
  /** Null if the ask cost nothing: every item joined, repeated, replayed or replaced a revoked one. */
  readonly askNumber: number | null;
  readonly cap: number | null;
  readonly deadline: number | null;
  readonly onTimeout: OnTimeout;
  readonly fallback: string;
  readonly createdAt: number;
}

export interface ItemRecord {
  readonly ask: string;
  readonly position: number;
  readonly session: string;
  readonly job: string | null;
  readonly clarification: string | null;
  readonly question: string;
  readonly type: ClarificationType;
  readonly key: string;
  readonly subject: string;
  readonly outcome: OutcomeKind;
  /** The answer used if the deadline passes and the ask says `default`. */
  readonly default: string | null;
  /** When silence ends the wait; null if it never does. */
  readonly expiresAt: number | null;
  /** The asker's own text for this ask, which the event of its outcome carries. */
  readonly ref: string | null;
  /** The item's own answer if it is not the clarification's: a default or the fallback text. */
  readonly answer: string | null;
  readonly source: Source | null;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly code: string | null;
}

/** A decision that an agent made without asking, or without getting an answer. People can read it, and it may be wrong. */
export interface AssumptionRecord {
  readonly id: string;
  readonly session: string;
  readonly job: string | null;
  readonly asker: string;
  readonly decision: string;
  readonly reasoning: string;
  /** 0 to 1; null if the agent did not say. */
  readonly confidence: number | null;
  /** What happens if it is wrong. */
  readonly risk: string | null;
  /** A person was asked, and the deadline passed. */
  readonly timeoutAssumed: boolean;
  /** The unanswered question, if there was one. */
  readonly clarification: string | null;
  readonly createdAt: number;
}

/** Returns the folder that the paths of a job or a question start from. */
export function folderOf({ project, folder }: { readonly project: string; readonly folder?: string | null }): string {
  return folder ?? project;
}

export const EVENT_TYPES = [
  'clarification.requested',
  'clarification.answered',
  'clarification.auto_resolved',
  'clarification.joined',
  'clarification.declined',
  /** A client should have shown the question but did not; it keeps waiting. */
  'clarification.not_shown',
  'clarification.revoked',
  /** The person replaced an answer by another one. */
  'clarification.corrected',
  /** The person put the question off until a time. */
  'clarification.snoozed',
  /** That time has come. */
  'clarification.returned',
  'clarification.superseded',
  'clarification.withdrawn',
  /** A waiting question of an ask that has a `ref` got its outcome. */
  'ask.settled',
  'ask.expired',
  'ask.cancelled',
  'ask.fallback',
  'ask.failed',
  'job.created',
  'job.queued',
  'job.started',
  'job.released',
  'job.awaiting',
  'job.resumed',
  'job.completed',
  'job.failed',
  'job.cancelled',
  'preference.set',
  'preference.forgotten',
  'assumption.recorded',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** One entry of the audit trail, before the store has numbered it. */
export interface EventRecord {
  readonly type: EventType;
  readonly at: number;
  readonly session: string | null;
  readonly job: string | null;
  readonly ask: string | null;
  readonly clarification: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One entry of the audit trail. `seq` increases; the step depends on the store. */
export interface AuditEvent extends EventRecord {
  readonly seq: number;
}
