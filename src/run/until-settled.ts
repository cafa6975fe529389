/** Waits for tasks to end or to wait for a person, for those who leave then. */
import type { AskOnce } from '../askonce.ts';
import type { ClarificationRecord } from '../core/records.ts';
import type { Task } from '../core/task.ts';

/** Another process may run one of them, and its news may come late. */
const LOOK_AGAIN_MS = 500;

/**
 * The tasks, once none of them is queued or runs any more.
 * @param answered Gives an answer that was given in advance to one of these questions, and says whether it did.
 */
export async function untilSettled(
  askonce: AskOnce,
  tasks: () => Promise<readonly Task[]>,
  answered: (waiting: readonly ClarificationRecord[]) => Promise<boolean>,
): Promise<readonly Task[]> {
  const news = new News(askonce);
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

/** Resolves when something happened to a job, wherever it was, or when it is time to look again. */
class News {
  private readonly off: () => void;
  private tell: () => void = () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(askonce: AskOnce) {
    this.off = askonce.on('*', ({ job }) => {
      if (job !== null) this.tell();
    });
  }

  next(): Promise<void> {
    clearTimeout(this.timer);
    return new Promise((resolve) => {
      this.tell = resolve;
      this.timer = setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }

  end(): void {
    clearTimeout(this.timer);
    this.off();
  }
}
