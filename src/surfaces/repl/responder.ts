/** /respond: finds the task that an answer is for, and prints the result. */
import { AskOnceError } from '../../core/model/errors.ts';
import type { Task } from '../../core/model/task.ts';
import type { Clarification } from '../../core/model/views.ts';
import type { QuestionCount } from '../../library/questions.ts';
import { untilSettled } from '../../worker/until-settled.ts';
import type { Service } from '../service/service.ts';
import { onlyOne } from '../terminal/id-lookup.ts';
import { oneLine } from '../terminal/text.ts';
import { typedDecision } from '../terminal/typed-decision.ts';
import { response } from './commands.ts';
import type { Presenter } from './presenter.ts';
import { ReplError } from './repl-error.ts';
import type { ReplIo } from './repl-io.ts';
import type { TaskList } from './task-list.ts';
import { questionView } from './views.ts';

interface ResponderParts {
  readonly askonce: Service;
  readonly io: ReplIo;
  readonly book: TaskList;
  readonly presenter: Presenter;
}

export class Responder {
  private readonly parts: ResponderParts;

  constructor(parts: ResponderParts) {
    this.parts = parts;
  }

  /** @param seen How many questions had been shown when the line came. */
  async respond(rest: string, seen: number): Promise<void> {
    const numbered = await this.numbered(rest);
    if (numbered) return this.give(numbered.task, numbered.answer, seen);
    const { to, answer } = response(
      rest,
      (await this.parts.book.answerable()).map(({ id }) => id),
    );
    const task = to === 'oldest' ? await this.oldest(seen) : await this.awaitingNamed(to);
    if (!task) throw nothingAwaited(await this.parts.askonce.questions.count({ status: 'pending' }));
    if (answer === '') {
      if (this.parts.io.interactive) return this.parts.presenter.present(task);
      if (to !== 'oldest')
        throw new ReplError('E109', 'The response is empty', `Use /respond ${task.id} <your answer>.`);
      return this.showWaiting();
    }
    await this.give(task, answer, seen);
  }

  private async give(task: Task, answer: string, seen: number): Promise<void> {
    const { presenter } = this.parts;
    const question = task.waiting[0]!;
    if (question.approval) return this.decide(task, question, answer, seen);
    const taken = await presenter.answerHere(question.id, answer, 'repl');
    await this.answered(task, taken.answer!);
  }

  private async decide(task: Task, question: Clarification, answer: string, seen: number): Promise<void> {
    const { presenter, io, book } = this.parts;
    const decision = typedDecision(question.id, answer);
    // Typed before the call was on the screen: the person cannot have meant it.
    if (decision.decision === 'allow' && !presenter.wasTold(question.id, seen)) {
      const [oldest] = await book.answerable();
      io.print(questionView(task, question, io.columns(), oldest?.id === task.id));
      const text = 'This call was not shown yet when you answered. Read it, and answer again.';
      throw new AskOnceError('answer_refused', text, { id: question.id });
    }
    await presenter.decideHere(question.id, decision);
    await this.answered(task, decision.decision === 'allow' ? 'Allow once' : 'Deny');
  }

  /** A list number before an answer, if that task waits; otherwise the whole line is the answer. */
  private async numbered(rest: string): Promise<{ readonly task: Task; readonly answer: string } | null> {
    const [, number, answer] = /^(\d{1,4})\s+(\S[\s\S]*)$/.exec(rest) ?? [];
    const id = number === undefined ? null : await this.parts.book.numbered(Number(number));
    if (id === null) return null;
    // A task that is not run here may never ask, so only this REPL's tasks are waited for.
    const isOwn = (await this.parts.book.own()).some((task) => task.id === id);
    const task = await (isOwn ? this.settledTask(id) : this.parts.book.get(id));
    if (task?.state !== 'AWAITING_RESPONSE' || task.waiting.length === 0) return null;
    this.parts.io.print([oneLine(`Answering task ${number}: ${id} - ${task.description}`)]);
    return { task, answer: answer! };
  }

  /**
   * The task that has waited longest. A script may write the answer before anything is asked: then this waits for the question, and which
   * of several tasks gets the answer does not depend on which asks first.
   */
  private async oldest(seen: number): Promise<Task | null> {
    const waiting = await this.parts.book.awaiting();
    const wasShown = waiting.some((task) => task.waiting.some(({ id }) => this.parts.presenter.wasTold(id, seen)));
    if (!this.parts.io.interactive && !wasShown) await this.untilNothingRuns(() => this.parts.book.olderUnderWay());
    return (await this.parts.book.answerable())[0] ?? null;
  }

  /** A task by its id. For the same reason, a task that may still ask is waited for. */
  private async settledTask(id: string): Promise<Task | null> {
    const known = await this.parts.book.get(id);
    if (!known || this.parts.io.interactive) return known;
    await this.untilNothingRuns(async () => [(await this.parts.book.get(id))!]);
    return this.parts.book.get(id);
  }

  private async awaitingNamed(id: string): Promise<Task> {
    const { book } = this.parts;
    const known = (await book.get(id)) ? id : onlyOne(id, await book.answerable());
    const task = await this.settledTask(known);
    if (task?.state === 'AWAITING_RESPONSE') return task;
    const what = task
      ? `Task ${task.id} is ${task.state}and is not awaiting a response`
      : `No task ${id} is awaiting response`;
    const hints = ['Use /tasks to check task states.', 'If your answer begins like an id, use /respond -- <answer>.'];
    throw new ReplError('E108', what, ...hints);
  }

  private async untilNothingRuns(tasks: () => Promise<readonly Task[]>): Promise<void> {
    await untilSettled(this.parts.askonce.events, tasks, async () => false);
  }

  private async showWaiting(): Promise<void> {
    for (const [at, task] of (await this.parts.book.answerable()).entries())
      this.parts.io.print(questionView(task, task.waiting[0]!, this.parts.io.columns(), at === 0));
  }

  /** Prints the confirmation of an answer. */
  async answered({ id }: Task, answer: string): Promise<void> {
    this.parts.book.noteAnswer(id);
    this.parts.io.print([`Response received: "${oneLine(answer)}"`]);
    const task = await this.parts.book.get(id);
    const next = task?.waiting[0];
    if (!task || !next) return this.parts.io.print([`Task ${id} continuing...`]);
    this.parts.presenter.turnTo(task);
    this.parts.io.print([`Task ${id} has another question.`]);
    if (this.parts.io.interactive) return;
    const [oldest] = await this.parts.book.answerable();
    this.parts.io.print(questionView(task, next, this.parts.io.columns(), oldest?.id === id));
  }
}

/** Seed 003, word for word; and where to find the questions of other agents, which belong to no task. */
function nothingAwaited({ count: others, more }: QuestionCount): ReplError {
  return new ReplError(
    'E107',
    'No tasks awaiting response - nothing to respond to',
    'Use /tasks to check task states.',
    'Use /logs <task-id> to see what a task needs.',
    ...(others === 0
      ? []
      : [
          `${others.toLocaleString('en-US')}${more ? ' or' : ''} more ${others === 1 ? 'question is waiting that belongs' : 'questions are waiting that belong'} to no task. Run \`askonce inbox\` to see ${others === 1 ? 'it' : 'them'}.`,
        ]),
  );
}
