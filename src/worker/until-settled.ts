/** Waits until tasks have ended or wait for a person, for callers that exit then. */

import type { Task } from '../core/model/task.ts';
import type { Clarification } from '../core/model/views.ts';
import { type EventSource, JobEvents } from '../engine/job-events.ts';

/**
 * Returns the tasks once none of them is queued or running.
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
      else if (!(await answered(all.flatMap(({ waiting }) => waiting)))) return all;
    }
  } finally {
    news.end();
  }
}
