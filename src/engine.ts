/**
 * The driver: every surface calls it; it hands decisions of the pure core to the store, which runs their effects, and nothing
 * calls back. The path of a question is core/ask-path.ts; how it ends is core/settling.ts.
 */
import { answerText, checkAnswer, mayCountOnOrder, type RawAnswer, serves } from './core/answer-check.ts';
import type { AskCommand, AskVerdict, PreparedQuestion, Resolvers } from './core/ask-command.ts';
import { decideAsk } from './core/asking.ts';
import {
  type Answered,
  type AskResult,
  type AutoResolved,
  askResult,
  type Outcome,
  type Source,
} from './core/clarification.ts';
import type { Effect } from './core/effects.ts';
import { AskOnceError } from './core/errors.ts';
import type {
  AuditEvent,
  ClarificationRecord,
  EventType,
  ItemRecord,
  JobRecord,
  SessionRecord,
} from './core/records.ts';
import type { Heard, Preference } from './core/resolution.ts';
import {
  type AnswerCommand,
  type Answerer,
  type CloseVerdict,
  decideAnswer,
  decideCancel,
  decideDecline,
  decideRevoke,
  leftQuestion,
} from './core/settling.ts';
import { Following } from './following.ts';
import { keyedId, newId } from './ids.ts';
import { JobDesk } from './job-desk.ts';
import { Offers } from './offers.ts';
import type { Clock, Files, ListedClarification, ListQuery, ModelSentinel, Page, Store } from './ports.ts';
import type { PreparedAsk } from './prepare.ts';
import { type Interpreting, Readings } from './readings.ts';
import { mustTakeDefaults, type Schema, Schemas, validate, withValue } from './schemas.ts';
import { Sweeper } from './sweeper.ts';
import { type Patience, Waiters, type Waiting } from './waiters.ts';

export interface EngineParts {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  readonly resolvers: Resolvers;
  /** Asked about what the rules do not know; null where there is none. */
  readonly model?: ModelSentinel | null;
  /** What reads the prompts of jobs. */
  readonly interpreting: Interpreting;
  /** One line for everything that was settled without the person. */
  readonly log: (line: string) => void;
}

/** `false`: return at once, whatever waits. */
export type Wait =
  | false
  | (Patience & { readonly onParked: ((result: AskResult) => void | Promise<void>) | undefined });

export interface AnswerReceipt {
  /** `replayed`: this very answer had been taken before. */
  readonly status: 'accepted' | 'replayed';
  readonly clarification: ClarificationRecord;
}

export class Engine {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  readonly jobs: JobDesk;
  readonly following: Following;
  private readonly resolvers: Resolvers;
  private readonly model: ModelSentinel | null;
  private readonly interpreting: Interpreting;
  private readonly log: (line: string) => void;
  private readonly waiters: Waiters;
  private readonly sweeper: Sweeper;
  private readonly offers: Offers;
  /** Schemas of the questions that were asked here; an answer given here is checked before it is taken. */
  private readonly schemas = new Schemas();

  constructor({ store, files, clock, resolvers, model, interpreting, log }: EngineParts) {
    this.store = store;
    this.files = files;
    this.clock = clock;
    this.resolvers = resolvers;
    this.model = model ?? null;
    this.log = log;
    this.interpreting = interpreting;
    this.offers = new Offers(store);
    this.waiters = new Waiters(store, clock);
    this.sweeper = new Sweeper(store, clock, (error) =>
      log(`[askonce] deadlines were not looked at: ${String(error)}`),
    );
    const expect = (deadline: number) => this.sweeper.expect(deadline);
    this.jobs = new JobDesk({ store, clock, files, resolvers, interpreting, expect });
    this.following = new Following(store, clock, this.waiters, this.sweeper);
  }

  /**
   * Asks, and waits if told to. An answer that turns out not to serve (the asker's schema refuses it, or it was given to other
   * options than this asker's) is asked for again; the policy bounds how often.
   */
  async ask(prepared: PreparedAsk, wait: Wait): Promise<AskResult> {
    const release = wait ? this.waiters.hold() : () => {};
    try {
      return await (prepared.keyed ? this.askUnderKey(prepared, wait) : this.askAnew(prepared, wait));
    } finally {
      release();
    }
  }

  private async askUnderKey(prepared: PreparedAsk, wait: Wait): Promise<AskResult> {
    const before = await this.askedBefore(prepared, wait);
    if (before) return before;
    try {
      return await this.askAnew(prepared, wait);
    } catch (error) {
      // Two calls under one key: the rules of the store let one of them in, and the other gets what that one asked.
      const meanwhile = await this.askedBefore(prepared, wait);
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  /** An ask that was made under the same key, as it stands now. */
  private async askedBefore(prepared: PreparedAsk, wait: Wait): Promise<AskResult | null> {
    const { ask, questions } = prepared.command;
    const stored = await this.store.items(ask);
    if (stored.length === 0) return null;
    const items = await this.stands(ask, wait);
    if (!asksTheSame(questions, stored)) return askResult(ask, items);
    // What this ask put itself was put as its asker wanted it. Only what it joined may have been answered to other options.
    const asPut = stored.map(({ clarification }) => clarification === null || clarification.ask === ask);
    return this.serving({ ask, items }, prepared, wait, asPut);
  }

  /** What became of an ask by now, or, where there is time, what comes of it. */
  private async stands(ask: string, wait: Wait): Promise<readonly Outcome[]> {
    const items = await this.following.ask(ask, false);
    if (!wait || !items.some(({ outcome }) => outcome === 'parked')) return items;
    await wait.onParked?.(askResult(ask, items));
    return this.following.ask(ask, wait);
  }

  private async askAnew(prepared: PreparedAsk, wait: Wait): Promise<AskResult> {
    const { command, schemas } = prepared;
    if (schemas.some((schema) => schema)) await mustTakeDefaults(command.questions, schemas);
    const asked = await this.askOnce(this.model ? { ...command, advice: new Map() } : command, schemas, wait);
    return this.serving(asked, prepared, wait, []);
  }

  /** The items of an ask, each once its answer serves this asker. */
  private async serving(
    asked: Pick<AskVerdict, 'ask' | 'items'>,
    prepared: PreparedAsk,
    wait: Wait,
    asPut: readonly boolean[],
  ): Promise<AskResult> {
    const items: Outcome[] = [];
    let { ask } = asked;
    for (const [position, item] of asked.items.entries()) {
      const serves = asPut[position] === true && prepared.schemas[position] === undefined;
      const usable = serves ? { item, ask } : await this.usable(item, position, prepared, wait);
      items.push(usable.item);
      // An ask of one question that was asked anew is now the newer ask; several questions may be spread over several.
      if (asked.items.length === 1) ask = usable.ask ?? ask;
    }
    return askResult(ask, items);
  }

  private async askOnce(command: AskCommand, schemas: PreparedAsk['schemas'], wait: Wait): Promise<AskVerdict> {
    let waiting: Waiting | undefined;
    const { ask, items, locate, project, consult, language, replayed, overdue, expiresAt } = await this.store.decide(
      { of: 'ask', command },
      (state) => decideAsk(state, command, this.resolvers, this.clock.now()),
      ({ ask, items }) => {
        if (!wait || ask === null || !items.some((item) => item.outcome === 'parked')) return;
        waiting = this.waiters.settled(ask, items, wait);
        // Awaited below; until then nobody listens, and it may end at once.
        waiting.ended.catch(() => {});
      },
    );
    if (overdue) {
      await this.sweep();
      return this.askOnce(command, schemas, wait);
    }
    if (locate !== undefined) {
      const located = new Map([...command.located, [locate, this.files.locate(locate, project)]]);
      return this.askOnce({ ...command, located }, schemas, wait);
    }
    if (consult !== undefined) {
      const said = await this.model!(consult, language ?? null, wait ? wait.signal : undefined);
      return this.askOnce({ ...command, advice: new Map([...command.advice!, [consult.id, said]]) }, schemas, wait);
    }
    this.logAutomatic(items, replayed === true);
    const deadline = expiresAt ?? command.deadline;
    if (deadline !== null) this.sweeper.expect(deadline);
    const parked = items.flatMap((item, position) =>
      item.outcome === 'parked' ? [[item.id, schemas[position]] as const] : [],
    );
    for (const [id, schema] of parked) if (schema) this.schemas.set(id, schema);
    if (!wait || !waiting) return { ask, items };
    try {
      // Whether it throws at once or later: a caller who cannot be told what waits does not go on waiting.
      const told = wait.onParked?.(askResult(ask, items));
      const { ended: answered } = waiting;
      const ended = await (told ? Promise.race([answered, told.then(() => answered)]) : answered);
      this.logAutomatic(
        ended.filter((item, position) => item !== items[position]),
        false,
      );
      return { ask, items: ended };
    } finally {
      waiting.leave();
      for (const [id] of parked) this.schemas.delete(id);
    }
  }

  /** One line for everything that was settled without the person, this time: what a job is told again among it. */
  private logAutomatic(items: readonly Outcome[], replayed: boolean): void {
    for (const item of items) {
      if (item.outcome === 'auto_resolved') this.log(autoResolvedLine(item, item.source));
      if (item.outcome === 'answered' && replayed) this.log(autoResolvedLine(item, 'history'));
    }
  }

  /** The item, once its answer serves this asker: asked anew as long as it does not, and the policy allows. */
  private async usable(
    asked: Outcome,
    position: number,
    { command, schemas, keyed }: PreparedAsk,
    wait: Wait,
  ): Promise<{ item: Outcome; ask: string | null | undefined }> {
    const schema = schemas[position];
    let item = asked;
    let ask: string | null | undefined;
    for (;;) {
      const verdict = await this.useOf(item, command.questions[position]!, schema);
      if (verdict.item) return { item: verdict.item, ask };
      const now = this.clock.now();
      const { rejects, because } = verdict;
      const question = {
        ...command.questions[position]!,
        id: newId('q', now),
        ...(because ? { reason: because } : {}),
      };
      // Under a key, what is asked anew is the same ask again, too, when the call is.
      const id = keyed ? keyedId('a', JSON.stringify([command.ask, position, item.id])) : newId('a', now);
      const [before] = keyed ? await this.stands(id, wait) : [];
      const again = { ...command, ask: id, questions: [question], heard: null, rejects, because };
      const anew = before ? { ask: id, items: [before] } : await this.askOnce(again, [schema], wait);
      item = anew.items[0]!;
      ask = anew.ask;
    }
  }

  /** The item as it may be used, or why it must be asked anew. */
  private async useOf(item: Outcome, question: PreparedQuestion, schema: Schema | undefined) {
    if (item.outcome !== 'answered' && item.outcome !== 'auto_resolved') return { item };
    // A default is nobody's answer, so there is nobody to ask again; it was held against the schema when it was given.
    if (item.source === 'default') return { item: await withValue(item, schema) };
    const checked = schema ? await validate(schema, item.answer) : null;
    if (checked && 'issue' in checked) return { rejects: item.id, because: checked.issue };
    if (await this.misfits(item.id, item.answer, question)) return { rejects: null, because: null };
    return { item: checked ? { ...item, value: checked.value } : item };
  }

  /** Whether an answer was given to a question that was shared with an asker of other options, and is none of ours. */
  private async misfits(id: string, answer: string, question: PreparedQuestion): Promise<boolean> {
    if (id === question.id || (question.options.length === 0 && !mayCountOnOrder(answer))) return false;
    const asked = await this.store.clarification(id);
    return asked !== null && !serves(question, answer, asked);
  }

  /** @param key Whoever sends an answer again with the same key is told what came of it. */
  async answer(id: string, raw: RawAnswer, answerer: Answerer, key: string | null = null): Promise<AnswerReceipt> {
    const { status, clarification } = await this.answerAbout(id, raw, answerer, key);
    return { status, clarification };
  }

  /** The same, with the jobs that were asked about and go on by it, or fail. None where it was taken before. */
  async answerAbout(
    id: string,
    raw: RawAnswer,
    answerer: Answerer,
    key: string | null,
  ): Promise<AnswerReceipt & { readonly jobs?: readonly JobRecord[] }> {
    answerText(raw);
    const schema = this.schemas.get(id);
    if (schema) await this.checkSchema(id, raw, schema);
    let command: AnswerCommand = { id, raw, key, ...answerer };
    const readings = new Readings(this.interpreting);
    for (;;) {
      const verdict = await this.store.decide({ of: 'clarification', id }, (state) =>
        decideAnswer(state, command, this.clock.now(), readings.read),
      );
      if ('error' in verdict) throw verdict.error;
      if ('status' in verdict) return this.closedHere(verdict);
      if ('unread' in verdict) await readings.of(verdict.unread);
      else command = { ...command, path: this.files.locate(verdict.needsPath, verdict.project) };
    }
  }

  async decline(id: string, because: string | null, answerer: Answerer): Promise<AnswerReceipt> {
    return this.receipt(
      await this.store.decide({ of: 'clarification', id }, (state) =>
        decideDecline(state, { id, because, ...answerer }, this.clock.now()),
      ),
    );
  }

  async revoke(id: string, because: string | null, answerer: Answerer): Promise<AnswerReceipt> {
    return this.receipt(
      await this.store.decide({ of: 'clarification', id }, (state) =>
        decideRevoke(state, { id, because, ...answerer }, this.clock.now()),
      ),
    );
  }

  /** Questions, those that wait each with the earlier answer that is most like it. Deadlines strike first. */
  async clarifications(query: ListQuery): Promise<Page<ListedClarification>> {
    await this.sweep();
    const { items, next } = await this.store.list(query);
    return { items: await this.offers.beside(items), next };
  }

  async clarification(id: string): Promise<ListedClarification | null> {
    const found = await this.store.clarification(id);
    return found ? (await this.offers.beside([found]))[0]! : null;
  }

  /** The asker leaves; returns how many of its questions still waited. */
  async cancel(ask: string, because: string | null): Promise<number> {
    const verdict = await this.store.decide({ of: 'ask_items', ask }, (state) =>
      decideCancel(state, { ask, because }, this.clock.now()),
    );
    if ('error' in verdict) throw verdict.error;
    return verdict.cancelled;
  }

  /** The asker of one question leaves, with all that it asked at the same time. */
  async leave(id: string, ask: string, because: string | null): Promise<AnswerReceipt> {
    const before = await this.following.clarification(id, ask, false);
    const left = before.outcome === 'parked' ? await this.cancel(ask, because) : 0;
    const outcome = left > 0 ? before : await this.following.clarification(id, ask, false);
    return this.receipt(leftQuestion(left, outcome, (await this.store.clarification(id))!));
  }

  /** Keeps the person's last words, making the session where it is new. */
  async heard(heard: Heard, fresh: Omit<SessionRecord, 'heard' | 'createdAt'>): Promise<void> {
    await this.store.decide({ of: 'session', id: fresh.id }, ({ session }) => ({
      effects: [
        session
          ? { do: 'hear', session: session.id, heard }
          : { do: 'insert_session', session: { ...fresh, heard, createdAt: heard.at } },
      ],
      result: undefined,
    }));
  }

  /** Sets a preference by hand, or forgets one. */
  async prefer(preference: Preference): Promise<void> {
    const { key, subject, answer, question, project } = preference;
    await this.store.decide({ of: 'preference', project, key, subject }, () => ({
      effects: [
        { do: 'put_preference', preference },
        this.projectEvent('preference.set', { project, question, answer }),
      ],
      result: undefined,
    }));
  }

  async forget(project: string, key: string, subject: string): Promise<Preference> {
    const forgotten = await this.store.decide({ of: 'preference', project, key, subject }, ({ preference }) => ({
      effects: preference
        ? [
            { do: 'drop_preference', project, key, subject },
            this.projectEvent('preference.forgotten', { project, question: preference.question }),
          ]
        : [],
      result: preference,
    }));
    if (forgotten) return forgotten;
    throw new AskOnceError('preference_unknown', 'There is no such preference. Use prefs to list them.');
  }

  /** Lets deadlines strike that passed while no process ran. That it cannot is no reason not to open: it is tried again. */
  async start(): Promise<void> {
    await this.sweep().catch((error) => this.log(`[askonce] deadlines were not looked at: ${String(error)}`));
  }

  /** Calls back with each event of a type. A listener's fault is its owner's to hear of, and keeps no event from it. */
  on(type: EventType | '*', listener: (event: AuditEvent) => void): () => void {
    const tell = (event: AuditEvent) => {
      try {
        listener(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    };
    return this.store.watch(
      (events) => {
        for (const event of events) if (type === '*' || event.type === type) tell(event);
      },
      (error) => this.log(`[askonce] events can no longer be read: ${String(error)}`),
    );
  }

  /** Lets every deadline strike that has passed. */
  sweep(): Promise<void> {
    return this.sweeper.sweep();
  }

  async close(): Promise<void> {
    this.sweeper.close();
    this.waiters.close();
    await this.store.close();
  }

  private receipt(verdict: CloseVerdict): AnswerReceipt {
    if ('error' in verdict) throw verdict.error;
    return this.closedHere(verdict);
  }

  private closedHere<Receipt extends AnswerReceipt>(receipt: Receipt): Receipt {
    this.schemas.delete(receipt.clarification.id);
    return receipt;
  }

  /** A schema known here refuses the answer before it is taken; elsewhere the asker checks it when it arrives. */
  private async checkSchema(id: string, raw: RawAnswer, schema: Schema): Promise<void> {
    const clarification = await this.store.clarification(id);
    if (clarification?.status !== 'pending') return;
    const validated = await validate(schema, this.acceptedForm(clarification, raw));
    if ('value' in validated) return;
    throw new AskOnceError('answer_refused', `${validated.issue}. The question is still open.`, { id });
  }

  /** The answer as it would be kept; as it was given where it would be refused anyway. */
  private acceptedForm(clarification: ClarificationRecord, raw: RawAnswer): string {
    let checked = checkAnswer(clarification, raw, null);
    if ('needsPath' in checked) {
      checked = checkAnswer(clarification, raw, null, this.files.locate(checked.needsPath, clarification.project));
    }
    return 'accepted' in checked ? checked.accepted : answerText(raw);
  }

  private projectEvent(type: EventType, data: Record<string, unknown>): Effect {
    const at = this.clock.now();
    return { do: 'event', event: { type, at, session: null, job: null, ask: null, clarification: null, data } };
  }
}

/** Whether an ask is the one that was made before, and not another under its key. */
function asksTheSame(questions: readonly PreparedQuestion[], stored: readonly { item: ItemRecord }[]): boolean {
  const same = ({ item }: { item: ItemRecord }, { key, type, subject }: PreparedQuestion) =>
    item.key === key && item.type === type && item.subject === subject;
  return stored.length === questions.length && stored.every((one, at) => same(one, questions[at]!));
}

/** What a person reads of everything that was settled without them. */
function autoResolvedLine({ question, answer, evidence, id }: Answered | AutoResolved, source: Source): string {
  return `[auto-resolved] ${question} → ${answer} (${source.replace('_', ' ')}: ${evidence}; revoke ${id})`;
}
