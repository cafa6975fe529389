/** The REPL: a line is a task, a slash begins a command. Everything goes through the engine; here it is only shown. */
import type { AskOnce } from '../askonce.ts';
import { oneLine } from '../cli/text.ts';
import { AskOnceError } from '../core/errors.ts';
import { hasEnded } from '../core/job.ts';
import type { AuditEvent } from '../core/records.ts';
import type { Task } from '../core/task.ts';
import type { AdvanceAnswers } from '../run/advance-answers.ts';
import type { Runner } from '../run/runner.ts';
import { untilSettled } from '../run/until-settled.ts';
import { COMMANDS, type CommandName, response, typed } from './commands.ts';
import type { Face, FaceEvents } from './face.ts';
import { Presenter, type PresenterParts } from './presenter.ts';
import { ReplError } from './repl-error.ts';
import { Spinner } from './spinner.ts';
import {
  helpView,
  historyView,
  logView,
  type Place,
  preferencesView,
  questionView,
  statusView,
  taskList,
} from './views.ts';

export interface ReplParts extends Pick<PresenterParts, 'notify' | 'files'> {
  readonly askonce: AskOnce;
  readonly session: string;
  readonly project: string;
  readonly language?: string;
  /** For people: what runs the tasks, and where they are kept. */
  readonly agent: string;
  readonly store: string;
  readonly answers: AdvanceAnswers;
  readonly face: (events: FaceEvents) => Face;
  readonly runner: (onLog: (job: string, line: string) => void) => Runner;
  /** Lines about open questions, for whoever reads them by program. */
  readonly note: (line: string) => void;
}

const LOG_LINES = 200;

export class Repl {
  private readonly parts: ReplParts;
  private readonly face: Face;
  private readonly runner: Runner;
  private readonly presenter: Presenter;
  private readonly spinner: Spinner;
  private readonly ended = Promise.withResolvers<'now' | 'settled'>();
  /** Lines are taken one after the other. */
  private working: Promise<void> = Promise.resolve();
  /** What the last list showed, for those who name a task by its number. */
  private listed: readonly string[] = [];

  constructor(parts: ReplParts) {
    this.parts = parts;
    const { askonce } = parts;
    this.face = parts.face({
      line: (line) => this.take(line),
      end: () => this.take(null),
      interrupt: () => this.stop(),
      complete: (line) => this.complete(line),
    });
    this.runner = parts.runner((job, line) => this.spinner.heard(job, line));
    this.spinner = new Spinner(this.face, this.runner);
    this.presenter = new Presenter({
      askonce,
      face: this.face,
      awaiting: () => this.awaiting(),
      files: parts.files,
      notify: parts.notify,
      answered: (task, answer) => this.answered(task, answer),
    });
  }

  /** Runs until the person leaves, and returns the exit code. */
  async run(): Promise<number> {
    const { askonce, session, agent } = this.parts;
    this.face.print([`AskOnce. Type a task, or /help. Session ${session}; agent: ${oneLine(agent)}.`]);
    const off = askonce.on('*', (event) => this.hear(event));
    try {
      await this.runner.start();
      this.spinner.start();
      this.presenter.refresh();
      const how = await this.ended.promise;
      if (how === 'settled') await this.settle();
      return await this.leave(how);
    } finally {
      off();
      this.presenter.close();
      this.spinner.stop();
      await this.runner.stop();
      this.face.close();
    }
  }

  /** Ends as Ctrl-C does: what runs is stopped, and let go for the next start. */
  stop(): void {
    this.ended.resolve('now');
  }

  /** A line that was typed; null at the end of input. */
  private take(line: string | null): void {
    this.working = this.working
      .then(() => (line === null ? this.command('exit', '') : this.handle(line)))
      .catch((error: unknown) => this.showError(error))
      .then(() => this.presenter.refresh());
  }

  private async handle(line: string): Promise<void> {
    const what = typed(line);
    switch (what.is) {
      case 'nothing':
        return;
      case 'task':
        return this.queue(what.text);
      case 'number':
        return this.command('respond', what.text);
      case 'unknown': {
        const hint = what.meant
          ? `Did you mean /${what.meant}? Use /help to list the commands.`
          : 'Use /help to list the commands.';
        throw new ReplError('E201', `Unknown command: ${what.name}`, hint);
      }
      case 'command':
        return this.command(what.name, what.rest);
    }
  }

  private async command(name: CommandName, rest: string): Promise<void> {
    const { askonce, session } = this.parts;
    const { face } = this;
    switch (name) {
      case 'tasks':
        return face.print(taskList(await this.list(), this.place()));
      case 'status':
        return this.status();
      case 'logs': {
        const task = await this.named(rest, 'logs');
        return face.print(logView(task, await askonce.jobs.log(task.id, { limit: LOG_LINES }), this.place()));
      }
      case 'respond':
        return this.respond(rest);
      case 'cancel': {
        const task = await askonce.jobs.cancel((await this.named(rest, 'cancel')).id, 'from the REPL');
        return face.print([`Task ${task.id} cancelled.`]);
      }
      case 'history':
        return face.print(historyView((await askonce.history({ session, limit: 1000 })).items, face.columns()));
      case 'revoke':
        return this.revoke(rest);
      case 'prefs':
        return face.print(preferencesView((await askonce.preferences.list({ limit: 1000 })).items, face.columns()));
      case 'help':
        return face.print(helpView());
      case 'exit':
        return this.ended.resolve(face.interactive ? 'now' : 'settled');
    }
  }

  private async queue(text: string): Promise<void> {
    const { askonce, session, language } = this.parts;
    const task = await askonce.jobs.queue(text, { session, ...(language === undefined ? {} : { language }) });
    this.face.print([`Task ${task.id} queued.`]);
  }

  private async status(): Promise<void> {
    const { session, store, agent } = this.parts;
    const awaiting = await this.awaiting();
    const [oldest = null] = awaiting;
    const running = this.runner.running().filter(({ waits }) => !waits).length;
    this.face.print(statusView({ ...this.place(), session, store, agent, running, oldest, awaiting: awaiting.length }));
  }

  private async respond(rest: string): Promise<void> {
    const { to, answer } = response(
      rest,
      (await this.awaiting()).map(({ id }) => id),
    );
    const task = to === 'oldest' ? await this.oldest() : await this.awaitingNamed(to);
    if (!task) throw nothingAwaited();
    if (answer === '') {
      if (this.face.interactive) return this.presenter.present(task);
      if (to !== 'oldest')
        throw new ReplError('E109', 'The response is empty', `Use /respond ${task.id} <your answer>.`);
      return this.showWaiting();
    }
    await this.presenter.respond(task, task.waiting[0]!, answer);
  }

  /** The task that has waited longest. Without a terminal nobody sees when a task begins to wait: it is waited for. */
  private async oldest(): Promise<Task | null> {
    const [first] = await this.awaiting();
    if (first || this.face.interactive) return first ?? null;
    await untilSettled(
      this.parts.askonce,
      () => this.untilOneWaits(),
      async () => false,
    );
    return (await this.awaiting())[0] ?? null;
  }

  /** What is still under way here; nothing, once something waits. */
  private async untilOneWaits(): Promise<readonly Task[]> {
    return (await this.awaiting()).length > 0 ? [] : this.own();
  }

  private async awaitingNamed(id: string): Promise<Task> {
    const task = await this.parts.askonce.jobs.get(id);
    if (task?.state === 'AWAITING_RESPONSE') return task;
    const what = task
      ? `Task ${task.id} is ${task.state}; it awaits no response`
      : `No task ${id} is awaiting response`;
    const hint = 'Use /tasks to check task states. Use /respond -- <answer> for an answer that begins like an id.';
    throw new ReplError('E108', what, hint);
  }

  private async showWaiting(): Promise<void> {
    for (const task of await this.awaiting())
      this.face.print(questionView(task, task.waiting[0]!, this.face.columns()));
  }

  /** What the person reads once their answer is taken. */
  private async answered({ id }: Task, answer: string): Promise<void> {
    this.face.print([`Response received: "${oneLine(answer)}"`]);
    const task = await this.parts.askonce.jobs.get(id);
    const next = task?.waiting[0];
    if (!task || !next) return this.face.print([`Task ${id} continuing...`]);
    this.face.print([`Task ${id} has another question.`]);
    if (!this.face.interactive) this.face.print(questionView(task, next, this.face.columns()));
  }

  private async revoke(rest: string): Promise<void> {
    if (rest === '') throw new ReplError('E109', 'Which answer?', 'Use /history to list them, then /revoke <q-id>.');
    const [id = '', ...because] = rest.split(/\s+/);
    const { clarification } = await this.parts.askonce.revoke(id, because.join(' ') || undefined, { surface: 'repl' });
    const was = clarification.answer === null ? '' : `, which was "${oneLine(clarification.answer)}"`;
    this.face.print([`Revoked ${id}${was}. It may be asked anew.`]);
  }

  /** This session's tasks, then what is open in the rest of the store. */
  private async list(): Promise<readonly Task[]> {
    const { session } = this.parts;
    const own = await this.pages({ session });
    const open = await this.pages({ state: ['QUEUED', 'RUNNING', 'AWAITING_RESPONSE'] });
    const tasks = [...own, ...open.filter((task) => task.session !== session)];
    this.listed = tasks.map(({ id }) => id);
    return tasks;
  }

  private async pages(query: Parameters<AskOnce['jobs']['list']>[0]): Promise<Task[]> {
    const all: Task[] = [];
    let after: string | undefined;
    do {
      const page = await this.parts.askonce.jobs.list({ ...query, limit: 1000, ...(after ? { after } : {}) });
      all.push(...page.items);
      after = page.next ?? undefined;
    } while (after);
    return all;
  }

  /** The project's tasks that wait for a person, oldest first. */
  private async awaiting(): Promise<readonly Task[]> {
    const all = await this.pages({ state: 'AWAITING_RESPONSE' });
    return all.filter(({ project, waiting }) => project === this.parts.project && waiting.length > 0);
  }

  /** A task by its id, or by its number in the last list. */
  private async named(text: string, command: CommandName): Promise<Task> {
    if (text === '') throw new ReplError('E105', 'Which task?', `Use /${command} <id|number>; /tasks lists them.`);
    if (/^\d+$/.test(text) && this.listed.length === 0) await this.list();
    const id = /^\d+$/.test(text) ? this.listed[Number(text) - 1] : text;
    const task = id === undefined ? null : await this.parts.askonce.jobs.get(id);
    if (task) return task;
    const what = /^\d+$/.test(text) ? `Task number ${text} not found` : `Task ${text} not found`;
    throw new ReplError('E105', what, 'Use /tasks to list the tasks with their numbers.');
  }

  /** Tasks of this session, and those of others that were taken up here. */
  private async own(): Promise<readonly Task[]> {
    const { askonce, session } = this.parts;
    const own = await this.pages({ session });
    const others = [...this.runner.begun].filter((id) => !own.some((task) => task.id === id));
    const found = await Promise.all(others.map((id) => askonce.jobs.get(id)));
    return [...own, ...found.filter((task) => task !== null)];
  }

  /** Lets what runs come to its end, or to a question that nobody has answered in advance. */
  private async settle(): Promise<void> {
    const { askonce, answers, note } = this.parts;
    await untilSettled(
      askonce,
      () => this.own(),
      (waiting) =>
        answers.apply(
          waiting,
          (id, value) => askonce.answer(id, value, { surface: 'advance' }),
          ({ question }, error) => note(`The answer given for “${question}” was not taken: ${error.message}`),
        ),
    );
  }

  private async leave(how: 'now' | 'settled'): Promise<number> {
    this.presenter.close();
    await this.runner.stop();
    const own = await this.own();
    const open = own.filter(({ waiting }) => waiting.length > 0);
    for (const { id, waiting } of open)
      for (const question of waiting) this.parts.note(`question open: ${question.id} (${id}): ${question.question}`);
    const unfinished = own.filter(({ state }) => !hasEnded(state)).length;
    if (unfinished > 0)
      this.face.print([
        `${unfinished} ${unfinished === 1 ? 'task is' : 'tasks are'} safe and will go on: askonce --continue, or askonce resume.`,
      ]);
    if (open.length > 0) return 2;
    return how === 'settled' && own.some(({ state }) => state === 'ERROR') ? 1 : 0;
  }

  private hear(event: AuditEvent): void {
    const { type, job, session, data } = event;
    const here = session === this.parts.session || (job !== null && this.runner.begun.has(job));
    if (here && type === 'clarification.auto_resolved') {
      const { question, answer, source, evidence } = data as Record<string, string>;
      const from = `${source!.replace('_', ' ')}: ${evidence}; /revoke ${event.clarification}`;
      this.face.print([oneLine(`[auto-resolved] ${question} → ${answer} (${from})`)]);
    }
    if (here && job !== null) this.tellEnd(type, job, data);
    if (/^clarification\.(answered|declined|withdrawn|revoked|superseded)$/.test(type)) this.presenter.settled(event);
    if (type === 'job.awaiting' || type === 'clarification.requested' || type === 'clarification.joined')
      this.presenter.refresh();
  }

  private tellEnd(type: AuditEvent['type'], job: string, data: AuditEvent['data']): void {
    if (type === 'job.completed') this.face.print([`[v] Task ${job} COMPLETE`]);
    if (type === 'job.failed') this.face.print([`[X] Task ${job} ERROR: ${oneLine(String(data.error))}`]);
  }

  private async complete(line: string): Promise<readonly [readonly string[], string]> {
    const [, command, word] = /^\/(\w*)$|^\/(?:logs|cancel|respond)\s+(\S*)$/.exec(line) ?? [];
    if (command !== undefined) {
      const names = Object.keys(COMMANDS).filter((name) => name.startsWith(command));
      return [names.map((name) => `/${name} `), line];
    }
    if (word === undefined) return [[], line];
    const ids = (await this.list()).map(({ id }) => id).filter((id) => id.startsWith(word));
    return [ids.map((id) => `${id} `), word];
  }

  private showError(error: unknown): void {
    if (error instanceof ReplError) return this.face.print(error.lines());
    const code = error instanceof AskOnceError ? error.code : 'unexpected';
    this.face.print([`Error: ${error instanceof Error ? error.message : String(error)}`, `Code: ${code}`]);
  }

  private place(): Place {
    return { columns: this.face.columns(), now: Date.now(), project: this.parts.project };
  }
}

/** Seed 003, word for word. */
function nothingAwaited(): ReplError {
  return new ReplError(
    'E107',
    'No tasks awaiting response - nothing to respond to',
    'Use /tasks to check task states.',
    'Use /logs <task-id> to see what a task needs.',
  );
}
