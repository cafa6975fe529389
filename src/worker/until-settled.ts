/** Waits until tasks have ended or wait for a person, for callers that exit then. */

import type { Task } from '../core/model/task.ts';
import type { Clarification } from '../core/model/views.ts';
import { type EventSource, JobEvents } from '../engine/job-events.ts';
import { isClaude } from './agents/claude/command-line.ts';

/**
 * Returns the tasks once none of them is queued or running, and none is about to park.
 * @param answered Answers one of these questions with an advance answer, and returns whether it did.
 */
export async function untilSettled(
  source: EventSource,
  tasks: () => Promise<readonly Task[]>,
  answered: (waiting: readonly Clarification[]) => Promise<boolean>,
): Promise<readonly Task[]> {
  const news = new JobEvents(source);
  try {
    for (;;) {
      const next = news.next();
      const all = await tasks();
      if (all.some(({ state }) => state === 'QUEUED' || state === 'RUNNING')) await next;
      else if (await answered(all.flatMap(({ waiting }) => waiting))) continue;
      else if (all.some(isParking)) await next;
      else return all;
    }
  } finally {
    news.end();
  }
}

/** Claude Code ends by itself soon after its call began to wait. Stopped before that, it would not have saved the call. */
function isParking({ state, worker, agent }: Task): boolean {
  return state === 'AWAITING_RESPONSE' && worker !== null && agent !== null && isClaude(agent);
}
