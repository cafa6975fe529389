/** Jobs whose prompt is interpreted before they are built, on a bare store. */
import assert from 'node:assert/strict';
import { decideAnswer, type TakenAnswer } from '../core/answer/decide.ts';
import type { AskCommand } from '../core/ask/command.ts';
import type { QueueCommand } from '../core/jobs/decide.ts';
import type { Reader } from '../core/jobs/on-settled.ts';
import {
  type ConflictCommand,
  decideClearJob,
  decideConflict,
  type Submitted,
  wordsPreference,
} from '../core/jobs/submit.ts';
import type { Conflict, JobSpec } from '../core/model/interpretation.ts';
import type { JobClarificationStatus } from '../core/model/job.ts';
import { POLICIES } from '../core/model/policy.ts';
import type { JobRecord } from '../core/model/records.ts';
import { type Facts, NO_FACTS } from '../core/needs.ts';
import type { Store } from '../ports.ts';
import { decide, NOBODY_KNOWS, type Told } from './drive.ts';
import { queueCommand } from './drive-jobs.ts';
import { askCommand, NOW, newId } from './make.ts';

export const CONFLICT: Conflict = {
  kind: 'contradiction',
  oppositions: [{ axis: 'temperature', sides: ['hot', 'frozen'], cosmetic: true }],
  words: ['hot', 'frozen'],
};

export function specOf(prompt: string, more: Partial<JobSpec> = {}): JobSpec {
  return { version: 1, prompt, language: 'en', instructions: [prompt], settled: [], assumptions: [], ...more };
}

/** An answer that settles nothing. */
export const NO_IDEA = 'no idea';

/** Accepts every answer except `NO_IDEA` as settling the conflict. */
export const READER: Reader = ({ originalPrompt, answer }) => {
  if (answer !== undefined && answer !== NO_IDEA)
    return { kind: 'spec', spec: specOf(originalPrompt, { settled: [{ about: 'hot', answer }] }), confidence: 1 };
  const question = 'Hot or frozen?';
  return { kind: 'request_clarification', conflict: CONFLICT, question, type: 'FREE_TEXT', options: [], confidence: 1 };
};

/** The fields of a job that was asked about, answered or skipped, so that only the status decides what is allowed. */
export function readAs(status: JobClarificationStatus): Partial<JobRecord> {
  const asked = { clarificationId: 'q-asked', clarificationQuestion: 'Hot or frozen?', conflict: CONFLICT };
  const answered = { clarificationAnswer: 'hot', clarificationAnsweredAt: NOW, spec: specOf('x') };
  return {
    clarificationStatus: status,
    ...(status === 'asked' || status === 'answered' ? asked : {}),
    ...(status === 'answered' ? answered : {}),
  };
}

/** A job whose prompt is ambiguous, with the question about it. Jobs with the same prompt ask the same question in their session. */
export function conflictCommand(
  queue: Partial<QueueCommand> = {},
  timing: Pick<Partial<AskCommand>, 'deadline' | 'onTimeout'> = {},
  session: string = newId('s'),
): ConflictCommand {
  const command = queueCommand({ prompt: 'hot frozen cheese', policy: POLICIES.job, ...queue }, session);
  const question = { question: 'Hot or frozen?', subject: command.prompt };
  const ask = askCommand(session, [question], { job: command.id, policy: command.policy, ...timing });
  return { queue: command, ask, conflict: CONFLICT };
}

/** The facts about a conflict's question: there is no preference for it. */
export function factsOf({ ask }: ConflictCommand, read: Reader = READER): Facts {
  return { ...NO_FACTS, read, preferences: new Map([[wordsPreference(ask).key, null]]) };
}

/** Creates the job, and returns its state then. */
export async function submit(store: Store, command: ConflictCommand, now = NOW): Promise<Submitted> {
  const look = { of: 'ask', command: command.ask } as const;
  const facts = factsOf(command);
  return made(await decide(store, look, (state) => decideConflict(state, command, NOBODY_KNOWS, now, facts)));
}

/** Creates a job whose prompt is clear. */
export async function submitClear(store: Store, queue: QueueCommand, now = NOW): Promise<Submitted> {
  const look = { of: 'job', id: queue.id, session: queue.session.id } as const;
  return made(await decide(store, look, (state) => decideClearJob(state, queue, specOf(queue.prompt), now)));
}

/** Answers a question that may be about a job's prompt. */
export function answerJob(store: Store, id: string, raw: string, now = NOW): Promise<Told<TakenAnswer>> {
  const command = { id, raw, by: 'ann', surface: 'suite' };
  const facts = { ...NO_FACTS, read: READER };
  return decide(store, { of: 'clarification', id }, (state) => decideAnswer(state, command, now, facts));
}

function made(verdict: Told<Submitted>): Submitted {
  assert.ok('job' in verdict, `the job was not made: ${JSON.stringify(verdict)}`);
  return verdict;
}
