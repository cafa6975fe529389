/** The REPL: a line is a task, a slash starts a command. The engine does the work; this only shows it. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Task } from '../../core/model/task.ts';
import { asTyped } from '../../util/as-typed.ts';
import type { AdvanceAnswers } from '../../worker/advance-answers.ts';
import type { Runner } from '../../worker/runner.ts';
import { untilSettled } from '../../worker/until-settled.ts';
import type { WorkingService } from '../service/service.ts';
import { connectionNotes } from '../terminal/connection-notes.ts';
import { answerNamed } from '../terminal/id-lookup.ts';
import { EXIT } from '../terminal/output.ts';
import { oneLine } from '../terminal/text.ts';
import { typedCommand } from '../terminal/typed-command.ts';
import { COMMANDS, type CommandName, typed } from './commands.ts';
import { Presenter, type PresenterParts } from './presenter.ts';
import { ReplError } from './repl-error.ts';
import type { ReplIo, ReplIoEvents } from './repl-io.ts';
import { Responder } from './responder.ts';
import { Spinner } from './spinner.ts';
import { TaskList } from './task-list.ts';
import {
  bannerView,
  endView,
  errorView,
  hanging,
  helpView,
  historyView,
  leaveView,
  logView,
  type Place,
  preferencesView,
  statusView,
  taskList,
} from './views.ts';

export interface ReplParts extends Pick<PresenterParts, 'notify' | 'files' | 'mustBePerson'> {
  readonly askonce: WorkingService;
  readonly session: string;
  readonly project: string;
  readonly language?: string;
  /** In words for people: what runs the tasks, and where they are stored. */
  readonly agent: string;
  readonly store: string;
  /** The agent name of its tasks, as runners use it. */
  readonly runBy: string;
  /** Tasks of the project that only another agent can continue. */
  readonly others: () => Promise<readonly Task[]>;
  /** The askonce command that continues unfinished work. */
  readonly command: string;
  readonly answers: AdvanceAnswers;
  readonly io: (events: ReplIoEvents) => ReplIo;
  readonly runner: (on: { log(job: string, line: string): void; fault(error: unknown): void }) => Runner;
  /** Prints lines about open questions for programs. */
  readonly note: (line: string) => void;
}

const LOG_LINES = 200;

export class Repl {
  private readonly parts: ReplParts;
  private readonly io: ReplIo;
  private readonly runner: Runner;
  private readonly presenter: Presenter;
  private readonly spinner: Spinner;
  private readonly book: TaskList;
  private readonly responder: Responder;
  private readonly ended = Promise.withResolvers<'now' | 'settled'>();
  /** Resolved on a stop, also while running tasks finish. */
  private readonly stopped = Promise.withResolvers<'now'>();
  private leaving = false;
  /** Lines are processed one after the other. */
  private working: Promise<void> = Promise.resolve();
  /** Ended tasks are reported one after the other, too. */
  private telling: Promise<void> = Promise.resolve();
  /** The last event that was received. */
  private heard = 0;
  /** A response reached no task. */
  private unanswering = false;
  /** Cancelled by a command here, so the cancellation is not reported again. */
  private readonly cancelled = new Set<string>();

  constructor(parts: ReplParts) {
    this.parts = parts;
    const { askonce } = parts;
    this.io = parts.io({
      line: (line) => void this.take(line),
      end: () => void this.take(null),
      interrupt: () => this.stop(),
      emptied: () => this.presenter.refresh(),
      complete: (line) => this.complete(line),
    });
    this.runner = parts.runner({
      log: (job, line) => this.spinner.heard(job, line),
      fault: (error) => this.io.print([`[askonce] ${error instanceof Error ? error.message : String(error)}`]),
    });
    this.spinner = new Spinner(this.io, this.runner);
    const { session, project } = parts;
    this.book = new TaskList({ askonce, session, folder: project, begun: this.runner.begun });
    this.presenter = new Presenter({
      askonce,
      io: this.io,
      awaiting: () => this.book.awaiting(),
      files: parts.files,
      notify: parts.notify,
      mustBePerson: parts.mustBePerson,
      answered: (task, answer) => this.responder.answered(task, answer),
      command: (line) => this.take(line),
      quit: () => this.stop(),
    });
    this.responder = new Responder({ askonce, io: this.io, book: this.book, presenter: this.presenter });
  }

  /** Runs until the person leaves, and returns the exit code. */
  async run(): Promise<number> {
    const { askonce, session, agent } = this.parts;
    this.io.print(bannerView(session, agent, this.io.columns()));
    const connected = connectionNotes((line) => this.io.print([line]));
    const off = askonce.events.on(
      '*',
      (event) => this.hear(event),
      (lost) => {
        connected(lost);
        // What happened before events began to arrive was missed.
        if (lost === null) this.presenter.refresh();
      },
    );
    try {
      await this.runner.start();
      for (const { id, agent } of await this.parts.others())
        this.io.print(
          hanging(
            `${id} `,
            `is for another agent. Resume it with: ${typedCommand()} --exec "${oneLine(agent!)}"`,
            this.io.columns(),
          ),
        );
      this.spinner.start();
      this.presenter.refresh();
      let how = await this.ended.promise;
      if (how === 'settled') how = await Promise.race([this.settled(), this.stopped.promise]);
      this.presenter.close();
      await this.runner.stop();
      off();
      await this.hearTheRest();
      return await this.leave(how);
    } finally {
      off();
      this.presenter.close();
      this.spinner.stop();
      await this.runner.stop();
      this.io.close();
    }
  }

  /** Ends as Ctrl-C does: running tasks are stopped, and released for the next start. */
  stop(): void {
    this.stopped.resolve('now');
    this.end('now');
  }

  private end(how: 'now' | 'settled'): void {
    this.leaving = true;
    this.ended.resolve(how);
  }

  /** Handles a typed line; null at the end of input. Resolves once it is processed. */
  private take(line: string | null): Promise<void> {
    const seen = this.presenter.toldSoFar();
    this.working = this.working
      .then(() => {
        // After leaving, the remaining lines of a script are ignored.
        if (this.leaving) return;
        return line === null ? this.command('exit', '', seen) : this.handle(line, seen);
      })
      .catch((error: unknown) => {
        // A line interrupted by stopping is no error.
        if (!this.leaving) this.showError(error);
      })
      .then(() => this.presenter.refresh());
    return this.working;
  }

  private async handle(line: string, seen: number): Promise<void> {
    const what = typed(line);
    switch (what.is) {
      case 'nothing':
        return;
      case 'task':
        return this.queue(what.text);
      case 'number':
        return this.command('respond', what.text, seen);
      case 'unknown': {
        const hint = what.meant
          ? `Did you mean /${what.meant}? Use /help to list the commands.`
          : 'Use /help to list the commands.';
        throw new ReplError('E201', `Unknown command: ${what.name}`, hint);
      }
      case 'command':
        return this.command(what.name, what.rest, seen);
    }
  }

  /** @param seen How many questions had been shown when the line came. */
  private async command(name: CommandName, rest: string, seen: number): Promise<void> {
    const { askonce, session } = this.parts;
    const { io } = this;
    switch (name) {
      case 'tasks':
        return io.print(taskList(await this.book.list(), this.place()));
      case 'status':
        return this.status();
      case 'logs': {
        const task = await this.book.named(rest, 'logs');
        return io.print(logView(task, await askonce.jobs.log(task.id, { limit: LOG_LINES }), this.place()));
      }
      case 'respond':
        return this.responder.respond(rest, seen);
      case 'cancel': {
        const { id } = await this.book.named(rest, 'cancel');
        this.cancelled.add(id);
        await askonce.jobs.cancel(id, 'from the REPL');
        return io.print([`Task ${id} cancelled.`]);
      }
      case 'history':
        return io.print(historyView((await askonce.history({ session, limit: 1000 })).items, io.columns()));
      case 'revoke':
        return this.revoke(rest);
      case 'prefs':
        return io.print(preferencesView((await askonce.preferences.list({ limit: 1000 })).items, io.columns()));
      case 'help':
        return io.print(helpView(io.columns()));
      case 'exit':
        return this.end(io.interactive ? 'now' : 'settled');
    }
  }

  private async queue(text: string): Promise<void> {
    const { askonce, session, language } = this.parts;
    const task = await askonce.jobs.queue(text, {
      session,
      agent: this.parts.runBy,
      ...(language === undefined ? {} : { language }),
    });
    this.io.print([`Task ${task.id} queued.`]);
  }

  private async status(): Promise<void> {
    const { session, store, agent } = this.parts;
    const awaiting = await this.book.answerable();
    const [oldest = null] = awaiting;
    const running = this.runner.running().filter(({ waits }) => !waits).length;
    this.io.print(statusView({ ...this.place(), session, store, agent, running, oldest, awaiting: awaiting.length }));
  }

  private async revoke(rest: string): Promise<void> {
    if (rest === '') throw new ReplError('E109', 'Which answer?', 'Use /history to list them, then /revoke <q-id>.');
    const [typed = '', ...because] = rest.split(/\s+/);
    const id = await answerNamed(this.parts.askonce, typed, this.parts.session);
    if ((await this.parts.askonce.questions.get(id))?.approval) this.parts.mustBePerson();
    const { clarification } = await this.parts.askonce.questions.revoke(id, because.join(' ') || undefined, {
      surface: 'repl',
    });
    const was = clarification.answer === null ? '' : `, which was "${oneLine(clarification.answer)}"`;
    this.io.print([`Revoked ${id}${was}. It may be asked again.`]);
  }

  /** Waits until running tasks have ended, or reached a question that was not answered in advance. */
  private async settled(): Promise<'settled'> {
    const { askonce, answers, note } = this.parts;
    const answer = async (id: string, value: string) => {
      const { question, answer } = await this.presenter.answerHere(id, value, 'advance');
      this.io.print([oneLine(`Answered in advance: ${question} → ${answer}`)]);
    };
    await untilSettled(
      askonce.events,
      () => this.book.own(),
      (waiting) => answers.apply(waiting, { answer, runner: this.runner, note }),
    );
    // The runner may have taken up a task of another REPL meanwhile.
    await this.runner.finish();
    return 'settled';
  }

  private async leave(how: 'now' | 'settled'): Promise<number> {
    // The following output stays on the terminal, so the status lines are removed first.
    this.spinner.stop();
    this.io.close();
    const { waiting, unfinished, failed } = await this.book.standing();
    const tell = this.io.interactive ? (line: string) => this.io.print([line]) : this.parts.note;
    for (const task of waiting) {
      this.presenter.tellLate(task);
      for (const { id, question } of task.waiting) tell(`question open: ${id} (${task.id}): ${question}`);
    }
    const left = leaveView(waiting.length, unfinished.length, this.parts.command);
    if (left.length > 0) this.io.print(left);
    if (waiting.length > 0) return EXIT.parked;
    // A person at a terminal knows what is unfinished; a script must not take it for done.
    if (unfinished.length > 0 && !this.io.interactive) return EXIT.interrupted;
    return how === 'settled' && (failed || this.unanswering) ? EXIT.error : EXIT.ok;
  }

  /** Events of other processes may arrive late; reads the remaining ones, so that every settled question is reported. */
  private async hearTheRest(): Promise<void> {
    // No event was received: nothing has happened since the start.
    for (let after = 0; this.heard > after; ) {
      after = this.heard;
      for (const event of await this.parts.askonce.events.list({ after, limit: 1000 })) this.hear(event);
    }
    await this.telling;
  }

  private hear(event: AuditEvent): void {
    const { type, job, session, data } = event;
    this.heard = event.seq;
    const here = session === this.parts.session || (job !== null && this.runner.begun.has(job));
    if (here && type === 'clarification.auto_resolved') {
      const { question, answer, source, evidence } = data as Record<string, string>;
      const from = `${source!.replace('_', ' ')}: ${evidence}; /revoke ${event.clarification}`;
      this.io.print([oneLine(`[auto-resolved] ${question} → ${answer} (${from})`)]);
    }
    if (here && type === 'clarification.corrected') {
      const { question, was, answer } = data as Record<string, string>;
      this.io.print([oneLine(`[corrected] ${question} → ${answer}, no longer ${was}. Tell an agent that used it.`)]);
    }
    if (here && /^job\.(completed|failed|cancelled)$/.test(type) && !this.cancelled.has(job!)) this.tellEnd(job!);
    if (/^clarification\.(answered|declined|withdrawn|revoked|superseded)$/.test(type)) this.presenter.settled(event);
    if (type === 'job.awaiting' || /^clarification\.(requested|joined|returned)$/.test(type)) this.presenter.refresh();
  }

  private tellEnd(job: string): void {
    this.telling = this.telling
      .then(async () => {
        const task = await this.book.get(job);
        this.spinner.ended(job);
        if (task) this.io.print(endView(task, this.io.columns()));
      })
      .catch((error: unknown) => this.showError(error));
  }

  private async complete(line: string): Promise<readonly [readonly string[], string]> {
    const [, command, word] = /^\/(\w*)$|^\/(?:logs|cancel|respond)\s+(\S*)$/.exec(line) ?? [];
    if (command !== undefined) {
      const names = Object.keys(COMMANDS).filter((name) => name.startsWith(command));
      return [names.map((name) => `/${name} `), line];
    }
    if (word === undefined) return [[], line];
    const ids = (await this.book.list()).map(({ id }) => id).filter((id) => id.startsWith(word));
    return [ids.map((id) => `${id} `), word];
  }

  private showError(error: unknown): void {
    if (error instanceof ReplError) {
      this.unanswering ||= error.code === 'E107' || error.code === 'E108';
      return this.io.print(error.lines().map((line) => asTyped(line, typedCommand())));
    }
    const code = error instanceof AskOnceError ? error.code : 'unexpected';
    const message = error instanceof Error ? error.message : String(error);
    this.io.print(errorView(asTyped(message, typedCommand()), code, this.io.columns()));
  }

  private place(): Place {
    return { columns: this.io.columns(), now: Date.now(), project: this.parts.project };
  }
}
