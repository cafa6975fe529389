/** Lists, finds and counts the tasks of the REPL. Read-only. */
import { hasEnded } from '../../core/model/job.ts';
import type { Task } from '../../core/model/task.ts';
import type { Service } from '../service/service.ts';
import { onlyOne } from '../terminal/id-lookup.ts';
import type { CommandName } from './commands.ts';
import { ReplError } from './repl-error.ts';

interface BookParts {
  readonly askonce: Service;
  readonly session: string;
  readonly folder: string;
  /** Every job that was started here. */
  readonly begun: ReadonlySet<string>;
}

export class TaskList {
  private readonly parts: BookParts;
  private readonly since = Date.now();
  /** The ids of the last list, for tasks named by their number. */
  private listed: readonly string[] = [];
  /** Answered here, wherever they run. */
  private readonly answered = new Set<string>();

  constructor(parts: BookParts) {
    this.parts = parts;
  }

  get(id: string): Promise<Task | null> {
    return this.parts.askonce.jobs.get(id);
  }

  noteAnswer(id: string): void {
    this.answered.add(id);
  }

  /** This session's tasks, then the project's other open tasks. */
  async list(): Promise<readonly Task[]> {
    const tasks = await this.inOrder();
    this.listed = tasks.map(({ id }) => id);
    return tasks;
  }

  private async inOrder(): Promise<readonly Task[]> {
    const { session } = this.parts;
    const own = await this.pages({ session });
    const open = await this.pages({ state: ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'] });
    return [...own, ...open.filter((task) => task.session !== session)];
  }

  /**
   * The task for a number before an answer; null if the number may be part of the answer: no list was shown, and only one task could be
   * meant.
   */
  async numbered(number: number): Promise<string | null> {
    if (this.listed.length > 0) return this.listed[number - 1] ?? null;
    const tasks = await this.inOrder();
    const open = tasks.filter(({ state }) => !hasEnded(state));
    return open.length > 1 ? (tasks[number - 1]?.id ?? null) : null;
  }

  /** The tasks of this folder that wait for a person, oldest first. */
  async awaiting(): Promise<readonly Task[]> {
    return (await this.allAwaiting()).filter(({ folder }) => folder === this.parts.folder);
  }

  /** Everything that can be answered here: the tasks of this folder first, then those of the project's other folders, each oldest first. */
  async answerable(): Promise<readonly Task[]> {
    const all = await this.allAwaiting();
    const isOwn = ({ folder }: Task) => folder === this.parts.folder;
    return [...all.filter(isOwn), ...all.filter((task) => !isOwn(task))];
  }

  private async allAwaiting(): Promise<readonly Task[]> {
    return (await this.pages({ state: 'AWAITING_RESPONSE' })).filter(({ waiting }) => waiting.length > 0);
  }

  /** A task by its id, or by its number in the last list. */
  async named(text: string, command: CommandName): Promise<Task> {
    if (text === '') throw new ReplError('E105', 'Which task?', `Use /${command} <id|number>; /tasks lists them.`);
    if (/^\d+$/.test(text) && this.listed.length === 0) await this.list();
    const id = /^\d+$/.test(text) ? this.listed[Number(text) - 1] : text;
    const task =
      id === undefined ? null : ((await this.get(id)) ?? (await this.get(onlyOne(id, await this.inOrder()))));
    if (task) return task;
    const what = /^\d+$/.test(text) ? `Task number ${text} not found` : `Task ${text} not found`;
    throw new ReplError('E105', what, 'Use /tasks to list the tasks with their numbers.');
  }

  /**
   * Tasks of this session, and those of others that were taken up here. A task that was answered here and has no worker yet will get one:
   * it is waited for until another process has it.
   */
  async own(): Promise<readonly Task[]> {
    const { askonce, session, begun } = this.parts;
    const own = await this.pages({ session });
    const others = new Set([...begun, ...this.answered].filter((id) => !own.some((task) => task.id === id)));
    const found = await Promise.all(
      [...others].map(async (id) => {
        const free = begun.has(id) || (await askonce.jobs.get(id))?.worker === null;
        return free ? this.get(id) : null;
      }),
    );
    return [...own, ...found.filter((task) => task !== null)];
  }

  /** Tasks that must end, or ask, before it is clear which waiting task is the oldest. */
  async olderUnderWay(): Promise<readonly Task[]> {
    const [first] = await this.awaiting();
    const own = await this.own();
    return first ? own.filter((task) => isOlder(task, first)) : own;
  }

  /** The summary for the end of the REPL. A failure of an earlier start was reported then. */
  async standing(): Promise<{ waiting: readonly Task[]; unfinished: readonly Task[]; failed: boolean }> {
    const own = await this.own();
    return {
      waiting: own.filter(({ waiting }) => waiting.length > 0),
      unfinished: own.filter(({ state, waiting }) => !hasEnded(state) && waiting.length === 0),
      failed: own.some(({ state, endedAt }) => state === 'ERROR' && endedAt !== null && endedAt >= this.since),
    };
  }

  private async pages(query: Parameters<Service['jobs']['list']>[0]): Promise<Task[]> {
    const all: Task[] = [];
    let after: string | undefined;
    do {
      const page = await this.parts.askonce.jobs.list({ ...query, limit: 1000, ...(after ? { after } : {}) });
      all.push(...page.items);
      after = page.next ?? undefined;
    } while (after);
    return all;
  }
}

function isOlder(task: Task, than: Task): boolean {
  return task.queuedAt < than.queuedAt || (task.queuedAt === than.queuedAt && task.id < than.id);
}
