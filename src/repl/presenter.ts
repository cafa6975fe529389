/**
 * Puts waiting questions to the person: with a picker where somebody sits at a terminal and types nothing, else as numbered
 * text. A question that another surface answers first goes away, and it is said who answered.
 */
import type { AskOnce } from '../askonce.ts';
import { oneLine } from '../cli/text.ts';
import type { RawAnswer } from '../core/answer-check.ts';
import { AskOnceError } from '../core/errors.ts';
import type { AuditEvent, ClarificationRecord } from '../core/records.ts';
import { type Task, whyAsked } from '../core/task.ts';
import type { Face } from './face.ts';
import type { Picked, PickerQuestion } from './picker-state.ts';
import { questionView } from './views.ts';

export interface PresenterParts {
  readonly askonce: AskOnce;
  readonly face: Face;
  /** Tasks that wait, oldest first. */
  readonly awaiting: () => Promise<readonly Task[]>;
  /** The project's files, for a question that offers none. */
  readonly files: () => Promise<readonly string[]>;
  /** Called once for each question that begins to wait. */
  readonly notify: (task: Task, question: ClarificationRecord) => void;
  /** Says what became of an answer given with the picker. */
  readonly answered: (task: Task, answer: string) => Promise<void>;
}

interface Waiting {
  readonly task: Task;
  readonly question: ClarificationRecord;
}

const OPTIONS_OFFERED = 1_000;

export class Presenter {
  private readonly parts: PresenterParts;
  private readonly told = new Set<string>();
  /** The person left these for later. */
  private readonly left = new Set<string>();
  /** These were answered here. */
  private readonly own = new Set<string>();
  private open: { readonly id: string; readonly abort: AbortController } | null = null;
  private showing: Promise<void> | null = null;
  private again = false;
  private closed = false;

  constructor(parts: PresenterParts) {
    this.parts = parts;
  }

  /** Something may have begun to wait, or the line that was typed is done. */
  refresh(): void {
    this.again = true;
    if (this.closed || this.showing) return;
    this.showing = this.showAll().finally(() => {
      this.showing = null;
      if (this.again && !this.closed) this.refresh();
    });
    this.showing.catch((error: unknown) => this.parts.face.print([`Error: ${messageOf(error)}`]));
  }

  /** A question was settled somewhere: here it goes. */
  settled({ type, clarification, data }: AuditEvent): void {
    if (clarification === null || !this.told.has(clarification) || this.own.has(clarification)) return;
    const { face } = this.parts;
    const who = typeof data.by === 'string' ? data.by : 'somebody';
    const where = typeof data.surface === 'string' ? ` (${data.surface})` : '';
    const what = type === 'clarification.answered' ? `: “${oneLine(String(data.answer))}”` : '';
    const how = type.slice('clarification.'.length);
    if (this.open?.id === clarification) this.open.abort.abort();
    const by = type === 'clarification.withdrawn' ? '' : ` by ${oneLine(who + where)}`;
    face.print([`The question was ${how}${by}${what}.`]);
  }

  /** Opens the picker for this one, though it was left before. */
  async present(task: Task): Promise<void> {
    const question = task.waiting[0]!;
    this.left.delete(question.id);
    this.told.add(question.id);
    await this.put({ task, question });
  }

  close(): void {
    this.closed = true;
    this.open?.abort.abort();
  }

  private async showAll(): Promise<void> {
    const { face } = this.parts;
    while (this.again && !this.closed) {
      this.again = false;
      const waiting = (await this.parts.awaiting()).flatMap((task) =>
        task.waiting.map((question) => ({ task, question })),
      );
      for (const one of waiting) this.tell(one);
      const next = waiting.find(({ question }) => !this.left.has(question.id));
      if (!next || !face.interactive || face.typing()) continue;
      await this.put(next);
      this.again = true;
    }
  }

  private tell({ task, question }: Waiting): void {
    const { face, notify } = this.parts;
    if (this.told.has(question.id)) return;
    this.told.add(question.id);
    notify(task, question);
    face.bell();
    if (!face.interactive) face.print(questionView(task, question, face.columns()));
    else if (face.typing()) face.print([`[?] ${task.id} asks: ${oneLine(question.question)}`]);
  }

  /** One at a time: the picker has the terminal. */
  private async put({ task, question }: Waiting): Promise<void> {
    const { askonce, face } = this.parts;
    const abort = new AbortController();
    const now = await askonce.clarification(question.id);
    if (now?.status !== 'pending' || this.open) return;
    this.open = { id: question.id, abort };
    let picked: Picked;
    const shown = await this.pickerQuestion(task, { ...now });
    try {
      picked = await face.pick(shown, abort.signal);
    } finally {
      this.open = null;
    }
    if ('gone' in picked) return;
    if ('left' in picked) {
      this.left.add(question.id);
      if (!this.closed) face.print([`${task.id} goes on waiting: /respond when you like.`]);
      return;
    }
    await this.answer(task, question, answerOf(picked, shown));
  }

  private async answer(task: Task, question: ClarificationRecord, answer: RawAnswer): Promise<void> {
    const { face } = this.parts;
    try {
      await this.respond(task, question, answer);
    } catch (error) {
      if (!(error instanceof AskOnceError)) throw error;
      face.print([`Error: ${error.message}`, `Code: ${error.code}`]);
    }
  }

  /** Answers for the person at this prompt. */
  async respond(task: Task, { id }: ClarificationRecord, answer: RawAnswer): Promise<void> {
    this.own.add(id);
    try {
      const { clarification } = await this.parts.askonce.answer(id, answer, { surface: 'repl' });
      await this.parts.answered(task, clarification.answer!);
    } catch (error) {
      this.own.delete(id);
      throw error;
    }
  }

  private async pickerQuestion(task: Task, question: ClarificationRecord): Promise<PickerQuestion> {
    const { type, recommended, offered, destructive, subject, strictOptions, multiSelect } = question;
    const labels = await this.labelsFor(question);
    const about = subject === '' || subject.startsWith('job:') ? 'this cannot be undone' : subject;
    return {
      header: question.header ?? `${task.id} - ${task.description}`,
      question: question.question,
      why: whyAsked(question),
      ...(destructive ? { warning: `DESTRUCTIVE: ${about}` } : {}),
      options: labels.map((option) => (option.label === recommended ? { ...option, mark: 'recommended' } : option)),
      ...(offered ? { offered: { answer: offered.answer, question: offered.question } } : {}),
      multi: multiSelect,
      other: type !== 'CONFIRM' && !strictOptions,
      free: labels.length === 0,
    };
  }

  private async labelsFor({ type, options }: ClarificationRecord): Promise<ClarificationRecord['options']> {
    if (options.length > 0) return options;
    if (type === 'CONFIRM') return [{ label: 'Yes' }, { label: 'No' }];
    if (type !== 'TARGET_FILE') return [];
    return (await this.parts.files()).slice(0, OPTIONS_OFFERED).map((label) => ({ label }));
  }
}

function answerOf(picked: Picked, { options, multi }: PickerQuestion): RawAnswer {
  if ('typed' in picked) return picked.typed;
  const labels = 'chose' in picked ? picked.chose.map((at) => options[at]!.label) : [];
  return multi ? labels : labels[0]!;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
