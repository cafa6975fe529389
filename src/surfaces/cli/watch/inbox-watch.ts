/**
 * The inbox on a terminal: a list that changes as questions come and go, and a picker for the one that is opened. What another surface
 * settles disappears, with a line that says by whom.
 */
import { AskOnceError } from '../../../core/model/errors.ts';
import type { AuditEvent } from '../../../core/model/records.ts';
import { whyAsked } from '../../../core/model/task.ts';
import type { Clarification, ListedClarification } from '../../../core/model/views.ts';
import type { QuestionQuery } from '../../../library/questions.ts';
import { contextView, errorView } from '../../repl/views.ts';
import type { Service } from '../../service/service.ts';
import { type DecidedOrLeft, pickDecision } from '../../terminal/approval-picker.ts';
import { Block } from '../../terminal/block.ts';
import { askThis, decideAll, equalWaiting } from '../../terminal/equal-questions.ts';
import type { Colours } from '../../terminal/output.ts';
import { type PickerIo, pick } from '../../terminal/picker.ts';
import type { Picked, PickerQuestion } from '../../terminal/picker-state.ts';
import { answerOf, optionsFor, pickerQuestion } from '../../terminal/question-picker.ts';
import { settledLine } from '../../terminal/settled-line.ts';
import { oneLine } from '../../terminal/text.ts';
import { whoseShort, whoseWhole } from '../../terminal/whose.ts';
import { wrapped } from '../../terminal/wrapping.ts';
import { inboxList } from './list-view.ts';
import { asideFor, DECLINE, LATER } from './put-aside.ts';

export interface WatchParts extends Pick<PickerIo, 'input' | 'output'> {
  readonly askonce: Service;
  readonly colours: Colours;
  /** Which questions are listed. */
  readonly query: QuestionQuery;
  /** The files that a question may mean, for one that asks for a file. */
  readonly files: (question: ListedClarification) => Promise<readonly string[]>;
  /** Throws unless a person is at this terminal. */
  readonly mustBePerson: () => void;
  /** A line about the task whose question was answered, if it needs one. */
  readonly afterAnswer: (job: string | null) => Promise<string | null>;
  /** Aborted to end the watch. */
  readonly signal: AbortSignal;
}

const BELL = '\u0007';
const LISTED = 1_000;
/** Keys pressed as a question appears were meant for what was shown before. */
const GRACE_MS = 400;
/** Shown ages are renewed this often. */
const RENEW_MS = 30_000;

const UNCONFIRMED =
  'No reply to your answer, so it may or may not have counted. If the question is still listed once the connection is back, answer again.';

const isUnreachable = (error: unknown): boolean => error instanceof AskOnceError && error.code === 'server_unreachable';

export class InboxWatch {
  private readonly parts: WatchParts;
  private readonly block: Block;
  private readonly known = new Map<string, ListedClarification>();
  /** Answered here. */
  private readonly here = new Set<string>();
  private list: PickerQuestion = inboxList([], false, 0);
  private show: ((next: PickerQuestion) => void) | null = null;
  private open: { readonly ids: ReadonlySet<string>; readonly abort: AbortController } | null = null;
  private begun = false;
  private reading: Promise<void> = Promise.resolve();
  private isStale = false;
  private isLost = false;
  /** The server no longer accepts this caller. */
  private refused: AskOnceError | null = null;
  private readonly leaving = new AbortController();

  constructor(parts: WatchParts) {
    this.parts = parts;
    this.block = new Block(parts.output);
  }

  /** Runs until the person leaves. */
  async run(): Promise<void> {
    const { askonce, input } = this.parts;
    const signal = AbortSignal.any([this.parts.signal, this.leaving.signal]);
    // What cannot be listed at first is not waited for: the address or the token may be wrong.
    await this.read();
    const off = askonce.events.on(
      '*',
      (event) => this.hear(event),
      (lost) => this.connection(lost),
    );
    const renewing = setInterval(() => void this.refresh(), RENEW_MS);
    const wasRaw = input.isRaw ?? false;
    const stop = () => this.open?.abort.abort();
    signal.addEventListener('abort', stop);
    try {
      // Between two pickers no key may be echoed.
      input.setRawMode?.(true);
      await this.refresh();
      this.begun = true;
      while (!signal.aborted) {
        const picked = await this.pick(this.list, signal, { live: (show) => this.follow(show) });
        if (!('chose' in picked)) break;
        const stays = await this.answer(this.list.options[picked.chose[0]!]!.id!);
        if (!stays) break;
        await this.refresh();
      }
    } finally {
      off();
      clearInterval(renewing);
      signal.removeEventListener('abort', stop);
      if (!this.parts.signal.aborted) input.setRawMode?.(wasRaw);
      await this.reading;
    }
    if (this.refused !== null) throw this.refused;
  }

  private pick(question: PickerQuestion, signal: AbortSignal, more: Partial<PickerIo> = {}): Promise<Picked> {
    const { input, output, colours } = this.parts;
    return pick(question, { input, output, colours, signal, block: this.block, ...more });
  }

  private follow(show: (next: PickerQuestion) => void): () => void {
    this.show = show;
    return () => {
      this.show = null;
    };
  }

  private print(lines: readonly string[]): void {
    this.block.above(lines.flatMap((line) => wrapped(line, this.block.width)).join('\n'));
  }

  private hear(event: AuditEvent): void {
    const { type, clarification: id } = event;
    if (/^clarification\.(answered|declined|withdrawn|superseded)$/.test(type) && id !== null) this.settled(id, event);
    // Its return is news.
    if (type === 'clarification.snoozed' && id !== null) this.known.delete(id);
    void this.refresh();
  }

  private connection(lost: AskOnceError | null): void {
    if (lost !== null && lost.code !== 'server_unreachable') {
      this.refused = lost;
      this.leaving.abort();
    } else if (lost !== null) {
      if (!this.isLost) this.print([`${lost.message} What is shown may have changed.`]);
      this.isLost = true;
    } else {
      if (this.isLost) this.print(['Connected again.']);
      this.isLost = false;
      // Before the first event of a stream something may have come that was not listed.
      void this.refresh();
    }
  }

  private settled(id: string, event: AuditEvent): void {
    const question = this.known.get(id);
    if (!question || this.here.has(id)) return;
    this.known.delete(id);
    // Also if another of an opened group was settled: what one answer would settle has changed.
    if (this.open?.ids.has(id)) this.open.abort.abort();
    this.print([settledLine(event, question.question, question.approval !== null)]);
  }

  /** Reads what waits, and shows it. One reading at a time; events that come meanwhile cause one more. */
  private refresh(): Promise<void> {
    if (this.isStale) return this.reading;
    this.isStale = true;
    this.reading = this.reading
      .then(async () => {
        this.isStale = false;
        await this.read();
      })
      .catch((error: unknown) => {
        // A lost connection is told by itself, once.
        if (!isUnreachable(error)) this.printError(error);
      });
    return this.reading;
  }

  private async read(): Promise<void> {
    const { askonce, query } = this.parts;
    const { items, next } = await askonce.questions.list({ ...query, status: 'pending', limit: LISTED });
    this.take(items, next !== null);
  }

  private take(items: readonly ListedClarification[], more: boolean): void {
    const fresh = items.filter(({ id }) => !this.known.has(id));
    for (const question of fresh) this.known.set(question.id, question);
    if (this.begun && fresh.length > 0) {
      this.parts.output.write(BELL);
      // The list shows them by itself.
      if (!this.show) this.print(fresh.map((one) => `New: ${oneLine(one.question)} (${whoseShort(one)})`));
    }
    this.list = inboxList(items, more, Date.now());
    this.show?.(this.list);
  }

  /** Opens a question. Returns whether the person stays. */
  private async answer(id: string): Promise<boolean> {
    const { askonce } = this.parts;
    const question = await askonce.questions.get(id);
    if (question?.status !== 'pending') return true;
    const equal = await equalWaiting(askonce, question);
    const abort = new AbortController();
    this.open = { ids: new Set(equal.map((one) => one.id)), abort };
    try {
      const picked = question.approval
        ? await this.decide(question, equal, abort.signal)
        : await this.give(question, equal, abort.signal);
      if ('gone' in picked && picked.halfTyped?.trim()) this.print([`You had typed: ${picked.halfTyped.trim()}`]);
      return !('left' in picked && picked.quits);
    } catch (error) {
      this.printError(error);
      return true;
    } finally {
      this.open = null;
    }
  }

  private async give(
    question: ListedClarification,
    equal: readonly ListedClarification[],
    signal: AbortSignal,
  ): Promise<Picked> {
    const { askonce, files, afterAnswer } = this.parts;
    const options = await optionsFor(question, () => files(question));
    const whose = equal.length > 1 ? `${askThis(equal)}: ${equal.map(whoseShort).join('; ')}` : whoseWhole(question);
    const header = question.header === undefined ? whose : `${question.header} · ${whose}`;
    const shown = { ...pickerQuestion(question, header, options), header, keys: [LATER, DECLINE] };
    const context = contextView(question, '  ', this.block.width);
    if (context.length > 0) this.print(context);
    const picked = await this.pick(shown, signal, { graceMs: GRACE_MS });
    if ('pressed' in picked) return this.putAside(picked.pressed, equal, signal);
    if (!('chose' in picked || 'typed' in picked)) return picked;
    const meant = await this.meantOf(equal, 'Who gets your answer?', signal);
    if (!Array.isArray(meant)) return meant;
    const [first, ...others] = meant.map((one) => one.id) as [string, ...string[]];
    const how = { surface: 'cli', ...(others.length === 0 ? {} : { also: others }) };
    const { also = [] } = await this.settle([first, ...others], () =>
      askonce.questions.answer(first, answerOf(picked, shown), how),
    );
    for (const one of also) if (one.status === 'refused') this.print([one.message]);
    for (const one of meant) {
      const after = await afterAnswer(one.job);
      if (after !== null) this.print([after]);
    }
    return picked;
  }

  /** Puts a question off or declines it, with those of its group that are meant. */
  private async putAside(key: string, equal: readonly ListedClarification[], signal: AbortSignal): Promise<Picked> {
    const aside = await asideFor(key, this.parts.askonce, (shown) => this.pick(shown, signal));
    if (!('act' in aside)) return aside;
    const meant = await this.meantOf(equal, 'For whom?', signal);
    if (!Array.isArray(meant)) return meant;
    const ids = meant.map(({ id }) => id);
    if (key === LATER.name) await Promise.all(ids.map(aside.act));
    else await this.settle(ids, () => Promise.all(ids.map(aside.act)));
    this.print([`${aside.said} ${oneLine(meant[0]!.question)}`]);
    return { pressed: key };
  }

  /** Who is meant of all that ask the same: all, those that are marked, or one. */
  private async meantOf(
    equal: readonly ListedClarification[],
    who: string,
    signal: AbortSignal,
  ): Promise<ListedClarification[] | Picked> {
    if (equal.length === 1) return [...equal];
    const picked = await this.pick(
      {
        question: `${askThis(equal)}. ${who}`,
        options: [{ label: `All ${equal.length}` }, ...equal.map((one) => ({ label: whoseWhole(one) }))],
        ...{ multi: true, other: false, free: false, nested: true },
      },
      signal,
    );
    if (!('chose' in picked)) return picked;
    return picked.chose.includes(0) ? [...equal] : picked.chose.map((at) => equal[at - 1]!);
  }

  private async decide(
    question: ListedClarification,
    equal: readonly ListedClarification[],
    signal: AbortSignal,
  ): Promise<DecidedOrLeft | Picked> {
    const { askonce, colours, mustBePerson } = this.parts;
    const asked = {
      ...{ question, approval: question.approval!, header: whoseWhole(question), equal, colours },
      ...(question.reason === undefined ? {} : { why: whyAsked(question) }),
    };
    const picked = await pickDecision(asked, (shown, isFirst) =>
      this.pick(shown.nested ? shown : { ...shown, keys: [LATER] }, signal, isFirst ? { graceMs: GRACE_MS } : {}),
    );
    if ('pressed' in picked) return this.putAside(picked.pressed, equal, signal);
    if (!('decision' in picked)) return picked;
    const { decision, settlesAll } = picked;
    if (decision.decision === 'allow') mustBePerson();
    const calls: readonly Clarification[] = settlesAll ? equal : [question];
    const ids = calls.map(({ id }) => id);
    const receipt = await this.settle(ids, () => decideAll(askonce, calls, { ...decision, surface: 'cli' }));
    for (const { message } of receipt.missed) this.print([message]);
    if (settlesAll) this.print(receipt.settled.map(({ clarification: one }) => `  ${one.id}  ${whoseWhole(one)}`));
    if (decision.rule) this.print([`Rule made: ${decision.rule}. \`askonce approvals\` lists the rules.`]);
    return picked;
  }

  /** What is settled here is not reported as settled elsewhere. */
  private async settle<R>(ids: readonly string[], act: () => Promise<R>): Promise<R> {
    for (const id of ids) this.here.add(id);
    try {
      return await act();
    } catch (error) {
      for (const id of ids) this.here.delete(id);
      if (isUnreachable(error)) this.print([UNCONFIRMED]);
      throw error;
    }
  }

  private printError(error: unknown): void {
    if (!(error instanceof AskOnceError)) throw error;
    this.print(errorView(error.message, error.code, this.block.width));
  }
}
