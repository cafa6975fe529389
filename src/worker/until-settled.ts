/** Waits for tasks to end or to wait for a person, for those who leave then. */

import type { Task } from '../core/model/task.ts';
import type { Clarification } from '../core/model/views.ts';
import { type EventSource, JobEvents } from '../engine/job-events.ts';

/**
 * The tasks, once none of them is queued or runs any more.
 * @param answered Gives an answer that was given in advance to one of these questions, and says whether it did.
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
