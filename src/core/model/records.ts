/** The rows the engine keeps, as the pure core sees them. store/rows.ts is the only place that maps them to columns. */

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
  /** The token it was made with; null where there was none. */
  readonly token: string | null;
  readonly session: string;
  readonly project: string;
  readonly state: JobState;
  readonly policy: Policy;
  readonly asker: string;
  /** What is to be done; null where whoever asks under this id does it by themselves, so that no worker ever runs it. */
  readonly prompt: string | null;
  /** What it is to be run by, such as an agent's command; null where any worker will do. */
  readonly agent: string | null;
  /** The worker that runs it. One whose lease has run out counts as none. */
  readonly owner: string | null;
  /** How often it was begun, and how often its worker was lost. */
  readonly runs: number;
  readonly lost: number;
  /** What it came to, or why it came to nothing. */
  readonly result: string | null;
  readonly error: string | null;
  /** What became of the one question about its prompt; `none` where nobody has read the prompt for conflicts. */
  readonly clarificationStatus: JobClarificationStatus;
  /** The question that was put to the person, its id, and what it was about. */
  readonly clarificationId: string | null;
  readonly clarificationQuestion: string | null;
  readonly conflict: Conflict | null;
  readonly clarificationAnswer: string | null;
  readonly clarificationAnsweredAt: number | null;
  /** What it is built from, once its prompt is clear. */
  readonly spec: JobSpec | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** A process that runs jobs, and until when it is known to live. */
export interface WorkerRecord {
  readonly id: string;
  /** The machine it runs on, and its number there: whoever is on the same machine can see whether it still lives. */
  readonly place: string;
  readonly pid: number;
  readonly leaseUntil: number;
}

/** A line that a job's run has written. */
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
  /** The ask that first put it, and its job. */
  readonly ask: string;
  readonly job: string | null;
  /** The token that ask came with; null where there was none. */
  readonly token: string | null;
  readonly status: ClarificationStatus;
  /** The asker holds a schema that no other process can see; it checks the answer when it gets it. */
  readonly checkedByAsker: boolean;
  readonly offered: Offered | null;
  /** The revoked clarification this one stands in for. */
  readonly succeeds: string | null;
  readonly answer: string | null;
  readonly source: Source | null;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly by: string | null;
  readonly surface: string | null;
  /** What the answer came with, so that whoever sends it again is told the same. */
  readonly answerKey: string | null;
  /** Why it was declined, revoked or rejected, in the words of whoever did. */
  readonly because: string | null;
  /** The scope whose cap paid for putting it to the person; null where none did. What stands in for it there is free. */
  readonly capScope: string | null;
  /** It was taken back by the agent that got the answer, not by a person. */
  readonly rejected: boolean;
  readonly createdAt: number;
  readonly settledAt: number | null;
}

export interface AskRecord {
  readonly id: string;
  /** The token it came with; null where there was none. */
  readonly token: string | null;
  readonly session: string;
  readonly job: string | null;
  readonly asker: string;
  readonly capScope: string | null;
  /** Null where the ask cost nothing: every item joined, repeated, replayed or stood in for a revoked one. */
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
  /** What it falls to when its deadline passes and the ask says `default`. */
  readonly default: string | null;
  /** When silence ends the wait; null where it never does. */
  readonly expiresAt: number | null;
  /** The item's own answer where it is not the clarification's: a default or the fallback text. */
  readonly answer: string | null;
  readonly source: Source | null;
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly code: string | null;
}

/** What an agent decided by itself where nobody was asked, or nobody answered. It can be read by people, and be wrong. */
export interface AssumptionRecord {
  readonly id: string;
  readonly session: string;
  readonly job: string | null;
  readonly asker: string;
  readonly decision: string;
  readonly reasoning: string;
  /** 0 to 1; null where the agent did not say. */
  readonly confidence: number | null;
  /** What happens if it is wrong. */
  readonly risk: string | null;
  /** A person was asked, and the deadline passed. */
  readonly timeoutAssumed: boolean;
  /** The question nobody answered, where there was one. */
  readonly clarification: string | null;
  readonly createdAt: number;
}

export const EVENT_TYPES = [
  'clarification.requested',
  'clarification.answered',
  'clarification.auto_resolved',
  'clarification.joined',
  'clarification.declined',
  /** A client was to show it, and did not; the question waits on. */
  'clarification.not_shown',
  'clarification.revoked',
  'clarification.superseded',
  'clarification.withdrawn',
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

/** One line of the audit trail, before the store has numbered it. */
export interface EventRecord {
  readonly type: EventType;
  readonly at: number;
  readonly session: string | null;
  readonly job: string | null;
  readonly ask: string | null;
  readonly clarification: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One line of the audit trail. `seq` rises; by how much is the store's affair. */
export interface AuditEvent extends EventRecord {
  readonly seq: number;
}
