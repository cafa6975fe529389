/**
 * Shows waiting questions: with a picker at a terminal with an empty input line, otherwise as numbered text. A question that another
 * surface answers first disappears, and the REPL prints who answered.
 */

import type { RawAnswer } from '../../core/answer/check.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import { type Task, whyAsked } from '../../core/model/task.ts';
import type { Clarification } from '../../core/model/views.ts';
import type { ApprovalDecision } from '../../library/approvals.ts';
import type { Service } from '../service/service.ts';
import { pickDecision } from '../terminal/approval-picker.ts';
import type { Picked } from '../terminal/picker-state.ts';
import { answerOf, optionsFor, pickerQuestion } from '../terminal/question-picker.ts';
import { settledLine } from '../terminal/settled-line.ts';
import { oneLine } from '../terminal/text.ts';
import { lineKind } from './commands.ts';
import type { ReplIo } from './repl-io.ts';
import { contextView, errorView, questionView } from './views.ts';

export interface PresenterParts {
  readonly askonce: Service;
  readonly io: ReplIo;
  /** Tasks that wait, oldest first. */
  readonly awaiting: () => Promise<readonly Task[]>;
  /** The project's files, for a question that offers none. */
  readonly files: () => Promise<readonly string[]>;
  /** Called once for each question that begins to wait; not for those that already waited at the start. */
  readonly notify: (task: Task, question: Clarification) => void;
  /** Prints the outcome of an answer given with the picker. */
  readonly answered: (task: Task, answer: string) => Promise<void>;
  /** Runs a command that was typed into a picker; resolves once it has run. */
  readonly command: (line: string) => Promise<void>;
  /** The person wants to leave the REPL, not only this question. */
  readonly quit: () => void;
  /** Throws unless a person is at this terminal: only they allow a call. */
  readonly mustBePerson: () => void;
}

interface Waiting {
  readonly task: Task;
  readonly question: Clarification;
}

/** A key pressed just as a question appears was meant for something else. */
const GRACE_MS = 400;

export class Presenter {
  private readonly parts: PresenterParts;
  /** The questions that were shown, with their order. */
  private readonly told = new Map<string, { readonly at: number; readonly question: Clarification }>();
  private readonly since = Date.now();
  /** Answered here. */
  private readonly here = new Set<string>();
  /** Left for later by the person. */
  private readonly left = new Set<string>();
  private open: { readonly id: string; readonly abort: AbortController } | null = null;
  private showing: Promise<void> | null = null;
  /** The last command that was typed into a picker. */
  private commanded: Promise<void> = Promise.resolve();
  private again = false;
  private begun = false;
  private closed = false;

  constructor(parts: PresenterParts) {
    this.parts = parts;
  }

  /** Call it when a question may have begun to wait, or when the input line is done. */
  refresh(): void {
    this.again = true;
    if (this.closed || this.showing) return;
    this.showing = this.showAll().finally(() => {
      this.showing = null;
      if (this.again && !this.closed) this.refresh();
    });
    this.showing.catch((error: unknown) => this.parts.io.print([`Error: ${messageOf(error)}`]));
  }

  /** A question was settled on some surface: its picker closes. Printed text cannot be removed, but who answered is still printed. */
  settled(event: AuditEvent): void {
    const { type, clarification: id } = event;
    if (id === null || this.here.has(id)) return;
    const { io } = this.parts;
    const closed = type === 'clarification.answered' || type === 'clarification.declined';
    const isOpen = this.open?.id === id;
    if (!isOpen && !(this.told.has(id) && closed)) return;
    if (isOpen) this.open!.abort.abort();
    const told = this.told.get(id)?.question;
    io.print([settledLine(event, isOpen ? '' : told!.question, told?.approval != null)]);
  }

  /** Gives an answer without reporting it as settled elsewhere: the caller reports it. */
  async answerHere(id: string, answer: RawAnswer, surface: string): Promise<Clarification> {
    this.here.add(id);
    try {
      return (await this.parts.askonce.questions.answer(id, answer, { surface })).clarification;
    } catch (error) {
      this.here.delete(id);
      throw error;
    }
  }

  /** Allows or denies a call, in the same way. To deny one call needs no proof. */
  async decideHere(id: string, decision: ApprovalDecision): Promise<void> {
    if (decision.decision === 'allow') this.parts.mustBePerson();
    this.here.add(id);
    try {
      await this.parts.askonce.approvals.decide(id, { ...decision, surface: 'repl' });
    } catch (error) {
      this.here.delete(id);
      throw error;
    }
  }

  /** Opens the picker for this task, even if its question was left before. */
  async present(task: Task): Promise<void> {
    const question = task.waiting[0]!;
    this.turnTo(task);
    this.noteTold(question);
    await this.put({ task, question }, 0);
  }

  /** The person has turned to this task: its other questions are shown too, even those left before. */
  turnTo({ waiting }: Task): void {
    for (const { id } of waiting) this.left.delete(id);
  }

  toldSoFar(): number {
    return this.told.size;
  }

  /** Whether a question was among the first `soFar` that were shown. */
  wasTold(id: string, soFar: number): boolean {
    return (this.told.get(id)?.at ?? soFar) < soFar;
  }

  /** Notifies about questions that began to wait after the REPL stopped showing any. */
  tellLate(task: Task): void {
    for (const question of task.waiting)
      if (!this.told.has(question.id) && question.createdAt >= this.since) this.parts.notify(task, question);
  }

  private noteTold(question: Clarification): void {
    if (!this.told.has(question.id)) this.told.set(question.id, { at: this.told.size, question });
  }

  close(): void {
    this.closed = true;
    this.open?.abort.abort();
  }

  private async showAll(): Promise<void> {
    const { io } = this.parts;
    while (this.again && !this.closed) {
      this.again = false;
      await this.commandsRun();
      const waiting = (await this.parts.awaiting()).flatMap((task) =>
        task.waiting.map((question) => ({ task, question })),
      );
      for (const one of waiting) this.tell(one, one.task === waiting[0]!.task);
      this.begun = true;
      const next = waiting.find(({ question }) => !this.left.has(question.id));
      if (!next || !io.interactive || io.typing()) continue;
      await this.put(next, GRACE_MS);
      this.again = true;
    }
  }

  /** The output of a command should be read before its question returns. /respond opens a picker, which may take another command. */
  private async commandsRun(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.commanded;
      await last;
    } while (last !== this.commanded);
  }

  private tell({ task, question }: Waiting, isOldest: boolean): void {
    const { io, notify } = this.parts;
    if (this.told.has(question.id)) return;
    this.noteTold(question);
    if (this.begun) {
      notify(task, question);
      io.bell();
    }
    if (!io.interactive) io.print(questionView(task, question, io.columns(), isOldest));
    else if (io.typing()) io.print([`[?] ${task.id} asks: ${oneLine(question.question)}`]);
  }

  /** One at a time: the picker owns the terminal. */
  private async put({ task, question }: Waiting, graceMs: number): Promise<void> {
    const { askonce, io } = this.parts;
    const abort = new AbortController();
    const now = await askonce.questions.get(question.id);
    if (now?.status !== 'pending' || this.open) return;
    this.open = { id: question.id, abort };
    let picked: Picked | Answering;
    try {
      picked = now.approval
        ? await this.pickDecision(task, now, abort.signal, graceMs)
        : await this.pickAnswer(task, now, abort.signal, graceMs);
    } finally {
      this.open = null;
    }
    if ('gone' in picked) {
      if (picked.halfTyped?.trim()) io.print([oneLine(`You had typed: ${picked.halfTyped.trim()}`)]);
      return;
    }
    if ('left' in picked) {
      if (!picked.quits) return this.leaveAll(task);
      this.close();
      return this.parts.quit();
    }
    if ('command' in picked) {
      // Not awaited here: it may have to wait for the line that opened this picker, which is /respond.
      this.commanded = this.parts.command(picked.command);
      return;
    }
    if ('answer' in picked) await this.answer(task, picked.answer);
  }

  private async pickAnswer(
    task: Task,
    question: Clarification,
    signal: AbortSignal,
    graceMs: number,
  ): Promise<Picked | Answering> {
    const { io, files } = this.parts;
    const options = await optionsFor(question, files);
    const shown = { ...pickerQuestion(question, headerOf(task), options), lineKind };
    const context = contextView(question, '  ', io.columns());
    if (context.length > 0) io.print(context);
    const picked = await io.pick(shown, signal, graceMs);
    if (!('chose' in picked) && !('typed' in picked)) return picked;
    const answer = answerOf(picked, shown);
    return { answer: async () => (await this.answerHere(question.id, answer, 'repl')).answer! };
  }

  private async pickDecision(
    task: Task,
    question: Clarification,
    signal: AbortSignal,
    graceMs: number,
  ): Promise<Picked | Answering> {
    const { io } = this.parts;
    const asked = {
      ...{ question, approval: question.approval!, colours: io.colours, lineKind },
      header: `${headerOf(task)}, by ${task.agent ?? task.asker} in ${task.folder}`,
      ...(question.reason === undefined ? {} : { why: whyAsked(question) }),
    };
    const picked = await pickDecision(asked, (shown, isFirst) => io.pick(shown, signal, isFirst ? graceMs : 0));
    if (!('decision' in picked)) return picked;
    const { decision, label } = picked;
    return { answer: () => this.decideHere(question.id, decision).then(() => label) };
  }

  /** Leaving a question means that you want the prompt, not the next question: all that wait now are left. */
  private async leaveAll(task: Task): Promise<void> {
    const waiting = (await this.parts.awaiting()).flatMap((one) => one.waiting);
    for (const { id } of waiting) this.left.add(id);
    const more = waiting.length - 1;
    const others = more > 0 ? `, and ${more} more ${more === 1 ? 'question' : 'questions'}` : '';
    if (!this.closed) this.parts.io.print([`${task.id} is still waiting${others}. Use /respond to answer.`]);
  }

  private async answer(task: Task, give: Answering['answer']): Promise<void> {
    const { io, answered } = this.parts;
    try {
      await answered(task, await give());
    } catch (error) {
      if (!(error instanceof AskOnceError)) throw error;
      io.print(errorView(error.message, error.code, io.columns()));
    }
  }
}

/** Gives the answer that was picked, and returns it in words. */
interface Answering {
  readonly answer: () => Promise<string>;
}

function headerOf({ id, description }: Task): string {
  return `${id} - ${description}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
