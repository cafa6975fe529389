/** The asking part of the engine: gets an ask decided, waits for parked questions, and makes sure that the answer fits the asker. */
import { mayCountOnOrder, servingAnswer } from '../core/answer/check.ts';
import type { AskCommand, Asked, PreparedQuestion, Resolvers } from '../core/ask/command.ts';
import { decideAsk } from '../core/ask/decide.ts';
import { OWN_ANSWER_AGAIN } from '../core/model/outcome.ts';
import {
  type Answered,
  type AskResult,
  type AutoResolved,
  askResult,
  type Outcome,
  type Source,
} from '../core/model/question.ts';
import type { ItemRecord } from '../core/model/records.ts';
import type { Clock, Store } from '../ports.ts';
import { keyedId, newId } from '../util/ids.ts';
import { mustTakeDefaults, type Schema, type Schemas, validate, withValue } from './answer-schemas.ts';
import type { Deadlines } from './deadlines.ts';
import type { Needs, Wait } from './needs.ts';
import type { Outcomes } from './outcomes.ts';
import type { QuestionQuota } from './question-quota.ts';
import type { Waiters, Waiting } from './waiters.ts';

/** A checked and complete ask. */
export interface PreparedAsk {
  readonly command: AskCommand;
  readonly schemas: readonly (Schema | undefined)[];
  /** The id is derived from the caller's idempotency key, so that a repeated call is the same ask. */
  readonly keyed: boolean;
}

/** Receives a log line. If a question was settled without the person, `settled` has the facts that contain no one's words. */
export type Log = (line: string, settled?: { readonly id: string; readonly source: Source }) => void;

export interface AskerParts {
  readonly store: Store;
  readonly needs: Needs;
  readonly clock: Clock;
  readonly resolvers: Resolvers;
  readonly log: Log;
  readonly waiters: Waiters;
  readonly deadlines: Deadlines;
  readonly outcomes: Outcomes;
  /** Schemas of the questions asked in this process. */
  readonly schemas: Schemas;
  readonly quota: QuestionQuota;
}

export class Asker {
  private readonly store: Store;
  private readonly needs: Needs;
  private readonly clock: Clock;
  private readonly resolvers: Resolvers;
  private readonly log: Log;
  private readonly waiters: Waiters;
  private readonly deadlines: Deadlines;
  private readonly outcomes: Outcomes;
  private readonly schemas: Schemas;
  private readonly quota: QuestionQuota;

  constructor({ store, needs, clock, resolvers, log, waiters, deadlines, outcomes, schemas, quota }: AskerParts) {
    this.quota = quota;
    this.store = store;
    this.needs = needs;
    this.clock = clock;
    this.resolvers = resolvers;
    this.log = log;
    this.waiters = waiters;
    this.deadlines = deadlines;
    this.outcomes = outcomes;
    this.schemas = schemas;
  }

  /**
   * Asks, and waits if requested. An answer that does not fit (the asker's schema rejects it, or it was given for other options than this
   * asker's) is asked for again; the policy limits how often.
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
      // Two concurrent calls with one key: the store's constraints admit one of them, and the other gets the result of the first.
      const meanwhile = await this.askedBefore(prepared, wait);
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  /** Returns the current state of an ask that was made earlier with the same key, or null. */
  private async askedBefore(prepared: PreparedAsk, wait: Wait): Promise<AskResult | null> {
    const { ask, questions } = prepared.command;
    const stored = await this.store.items(ask);
    if (stored.length === 0) return null;
    const { session } = stored[0]!.item;
    const items = await this.stands(session, ask, wait);
    if (!asksTheSame(questions, stored)) return askResult({ session, ask, items });
    // A question that this ask put itself has this asker's options. Only a question that it joined may have been answered for other
    // options.
    const asPut = stored.map(({ clarification }) => clarification === null || clarification.ask === ask);
    return this.serving({ session, ask, items }, prepared, wait, asPut);
  }

  /** Returns the current outcomes of an ask; with `wait`, waits for those that are parked. */
  private async stands(session: string, ask: string, wait: Wait): Promise<readonly Outcome[]> {
    const items = await this.outcomes.ask(ask, false);
    if (!wait || !items.some(({ outcome }) => outcome === 'parked')) return items;
    await wait.onParked?.(askResult({ session, ask, items }));
    return this.outcomes.ask(ask, wait);
  }

  private async askAnew(prepared: PreparedAsk, wait: Wait): Promise<AskResult> {
    const { command, schemas } = prepared;
    if (schemas.some((schema) => schema)) await mustTakeDefaults(command.questions, schemas);
    const asked = await this.askOnce(command, schemas, wait, true);
    return this.serving(asked, prepared, wait, []);
  }

  /** Returns the items of an ask, each once its answer fits this asker. */
  private async serving(
    asked: Pick<Asked, 'session' | 'ask' | 'items'>,
    prepared: PreparedAsk,
    wait: Wait,
    asPut: readonly boolean[],
  ): Promise<AskResult> {
    const items: Outcome[] = [];
    const { session } = asked;
    let { ask } = asked;
    const asks = new Set(ask === null ? [] : [ask]);
    for (const [position, item] of asked.items.entries()) {
      const serves = asPut[position] === true && prepared.schemas[position] === undefined;
      const usable = serves ? { item, ask } : await this.usable(item, position, session, prepared, wait);
      items.push(usable.item);
      if (usable.ask) asks.add(usable.ask);
      // If a single question was asked again, the newer ask is the one to report. Several questions may belong to several asks.
      if (asked.items.length === 1) ask = usable.ask ?? ask;
    }
    return askResult({ session, ask, items }, asked.items.length === 1 ? [] : [...asks]);
  }

  private async askOnce(
    command: AskCommand,
    schemas: PreparedAsk['schemas'],
    wait: Wait,
    mayAskModel: boolean,
  ): Promise<Asked> {
    const { resolvers, quota } = this;
    const { caller } = command;
    let waiting: Waiting | undefined;
    const { session, ask, items, replayed, expiresAt } = await this.needs.decide(
      { of: 'ask', command },
      (state, now, facts) => quota.allowing(caller, command.ask, decideAsk(state, command, resolvers, now, facts), now),
      {
        caller,
        mayAskModel,
        wait,
        committed: ({ ask, items, hasWaited }) => {
          if (!wait || hasWaited || ask === null || !items.some((item) => item.outcome === 'parked')) return;
          waiting = this.waiters.settled(ask, items, wait);
          // Awaited below. Until then nothing handles a rejection, and it may be rejected at once.
          waiting.ended.catch(() => {});
        },
      },
    );
    this.logAutomatic(items, replayed === true);
    const deadline = expiresAt ?? command.deadline;
    if (deadline !== null) this.deadlines.expect(deadline);
    const parked = items.flatMap((item, position) =>
      item.outcome === 'parked' ? [[item.id, schemas[position]] as const] : [],
    );
    for (const [id, schema] of parked) if (schema) this.schemas.set(id, schema);
    if (!wait || !waiting) return { session, ask, items };
    try {
      // If `onParked` throws, at once or later, the caller does not know what is waiting, so the wait ends.
      const told = wait.onParked?.(askResult({ session, ask, items }));
      const { ended: answered } = waiting;
      const ended = await (told ? Promise.race([answered, told.then(() => answered)]) : answered);
      this.logAutomatic(
        ended.filter((item, position) => item !== items[position]),
        false,
      );
      return { session, ask, items: ended };
    } finally {
      waiting.leave();
      for (const [id] of parked) this.schemas.delete(id);
    }
  }

  /** Logs one line for every item settled without the person in this call, including outcomes that a job gets again. */
  private logAutomatic(items: readonly Outcome[], replayed: boolean): void {
    for (const item of items) {
      if (item.outcome === 'auto_resolved') this.logOne(item, item.source);
      if (item.outcome === 'answered' && replayed) this.logOne(item, 'history');
    }
  }

  private logOne(item: Answered | AutoResolved, source: Source): void {
    this.log(autoResolvedLine(item, source), { id: item.id, source });
  }

  /** Returns the item once its answer fits this asker. Asks again as long as it does not fit and the policy allows. */
  private async usable(
    asked: Outcome,
    position: number,
    session: string,
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
      // With a key, the repeated question gets a derived id too, so that a repeated call finds it.
      const id = keyed ? keyedId('a', JSON.stringify([command.ask, position, item.id])) : newId('a', now);
      const [before] = keyed ? await this.stands(session, id, wait) : [];
      const again = { ...command, session, ask: id, questions: [question], heard: null, rejects, because };
      const anew = before ? { ask: id, items: [before] } : await this.askOnce(again, [schema], wait, false);
      item = anew.items[0]!;
      ask = anew.ask;
    }
  }

  /** Returns the item if it is usable, or why it must be asked again. */
  private async useOf(item: Outcome, question: PreparedQuestion, schema: Schema | undefined) {
    if (item.outcome !== 'answered' && item.outcome !== 'auto_resolved') return { item };
    // No person gave a default, so there is no one to ask again. It was checked against the schema when the question was asked.
    if (item.source === 'default') return { item: await withValue(item, schema) };
    const answer = await this.inOurForm(item, question);
    const checked = schema ? await validate(schema, answer ?? item.answer) : null;
    if (checked && 'issue' in checked) return { rejects: item.id, because: checked.issue };
    if (answer === null) return { rejects: null, because: null };
    return { item: { ...item, answer, ...(checked ? { value: checked.value } : {}) } };
  }

  /** Returns the answer in this question's form if the stored question has another type or other options; null if it does not fit. */
  private async inOurForm(item: Answered | AutoResolved, question: PreparedQuestion): Promise<string | null> {
    const { id, type, answer } = item;
    const isOpen = type === question.type && question.options.length === 0 && !mayCountOnOrder(answer);
    if (id === question.id || isOpen) return answer;
    const asked = await this.store.clarification(id);
    return asked === null ? answer : servingAnswer(question, answer, asked);
  }
}

/** Whether an ask repeats the earlier one, and is not another ask with the same key. */
function asksTheSame(questions: readonly PreparedQuestion[], stored: readonly { item: ItemRecord }[]): boolean {
  const same = ({ item }: { item: ItemRecord }, { key, type, subject }: PreparedQuestion) =>
    item.key === key && item.type === type && item.subject === subject;
  return stored.length === questions.length && stored.every((one, at) => same(one, questions[at]!));
}

/** The log line of a question that was settled without the person. */
function autoResolvedLine(item: Answered | AutoResolved, source: Source): string {
  const { question, answer, id } = item;
  const evidence = item.outcome === 'answered' ? OWN_ANSWER_AGAIN : item.evidence;
  return `[auto-resolved] ${question} → ${answer} (${source.replace('_', ' ')}: ${evidence}; revoke ${id})`;
}
