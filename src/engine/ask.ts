/**
 * The asking half of the engine: has an ask decided, waits for what is parked, and sees that the answer serves whoever asked.
 */
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

/** An ask that is checked and complete. */
export interface PreparedAsk {
  readonly command: AskCommand;
  readonly schemas: readonly (Schema | undefined)[];
  /** The id is derived from the caller's idempotency key, so that the same call again is the same ask. */
  readonly keyed: boolean;
}

/** A line of what goes on and, where a question was settled without the person, what of it is nobody's own words. */
export type Log = (line: string, settled?: { readonly id: string; readonly source: Source }) => void;

export interface AskerParts {
  readonly store: Store;
  readonly needs: Needs;
  readonly clock: Clock;
  readonly resolvers: Resolvers;
  readonly log: Log;
  readonly waiters: Waiters;
  readonly sweeper: Deadlines;
  readonly following: Outcomes;
  /** Schemas of the questions that are asked here. */
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
  private readonly sweeper: Deadlines;
  private readonly following: Outcomes;
  private readonly schemas: Schemas;
  private readonly quota: QuestionQuota;

  constructor({ store, needs, clock, resolvers, log, waiters, sweeper, following, schemas, quota }: AskerParts) {
    this.quota = quota;
    this.store = store;
    this.needs = needs;
    this.clock = clock;
    this.resolvers = resolvers;
    this.log = log;
    this.waiters = waiters;
    this.sweeper = sweeper;
    this.following = following;
    this.schemas = schemas;
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
    const { session } = stored[0]!.item;
    const items = await this.stands(session, ask, wait);
    if (!asksTheSame(questions, stored)) return askResult({ session, ask, items });
    // What this ask put itself was put as its asker wanted it. Only what it joined may have been answered to other options.
    const asPut = stored.map(({ clarification }) => clarification === null || clarification.ask === ask);
    return this.serving({ session, ask, items }, prepared, wait, asPut);
  }

  /** What became of an ask by now, or, where there is time, what comes of it. */
  private async stands(session: string, ask: string, wait: Wait): Promise<readonly Outcome[]> {
    const items = await this.following.ask(ask, false);
    if (!wait || !items.some(({ outcome }) => outcome === 'parked')) return items;
    await wait.onParked?.(askResult({ session, ask, items }));
    return this.following.ask(ask, wait);
  }

  private async askAnew(prepared: PreparedAsk, wait: Wait): Promise<AskResult> {
    const { command, schemas } = prepared;
    if (schemas.some((schema) => schema)) await mustTakeDefaults(command.questions, schemas);
    const asked = await this.askOnce(command, schemas, wait, true);
    return this.serving(asked, prepared, wait, []);
  }

  /** The items of an ask, each once its answer serves this asker. */
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
      // An ask of one question that was asked anew is now the newer ask; several questions may be spread over several.
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
          // Awaited below; until then nobody listens, and it may end at once.
          waiting.ended.catch(() => {});
        },
      },
    );
    this.logAutomatic(items, replayed === true);
    const deadline = expiresAt ?? command.deadline;
    if (deadline !== null) this.sweeper.expect(deadline);
    const parked = items.flatMap((item, position) =>
      item.outcome === 'parked' ? [[item.id, schemas[position]] as const] : [],
    );
    for (const [id, schema] of parked) if (schema) this.schemas.set(id, schema);
    if (!wait || !waiting) return { session, ask, items };
    try {
      // Whether it throws at once or later: a caller who cannot be told what waits does not go on waiting.
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

  /** One line for everything that was settled without the person, this time: what a job is told again among it. */
  private logAutomatic(items: readonly Outcome[], replayed: boolean): void {
    for (const item of items) {
      if (item.outcome === 'auto_resolved') this.logOne(item, item.source);
      if (item.outcome === 'answered' && replayed) this.logOne(item, 'history');
    }
  }

  private logOne(item: Answered | AutoResolved, source: Source): void {
    this.log(autoResolvedLine(item, source), { id: item.id, source });
  }

  /** The item, once its answer serves this asker: asked anew as long as it does not, and the policy allows. */
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
      // Under a key, what is asked anew is the same ask again, too, when the call is.
      const id = keyed ? keyedId('a', JSON.stringify([command.ask, position, item.id])) : newId('a', now);
      const [before] = keyed ? await this.stands(session, id, wait) : [];
      const again = { ...command, session, ask: id, questions: [question], heard: null, rejects, because };
      const anew = before ? { ask: id, items: [before] } : await this.askOnce(again, [schema], wait, false);
      item = anew.items[0]!;
      ask = anew.ask;
    }
  }

  /** The item as it may be used, or why it must be asked anew. */
  private async useOf(item: Outcome, question: PreparedQuestion, schema: Schema | undefined) {
    if (item.outcome !== 'answered' && item.outcome !== 'auto_resolved') return { item };
    // A default is nobody's answer, so there is nobody to ask again; it was held against the schema when it was given.
    if (item.source === 'default') return { item: await withValue(item, schema) };
    const answer = await this.inOurForm(item, question);
    const checked = schema ? await validate(schema, answer ?? item.answer) : null;
    if (checked && 'issue' in checked) return { rejects: item.id, because: checked.issue };
    if (answer === null) return { rejects: null, because: null };
    return { item: { ...item, answer, ...(checked ? { value: checked.value } : {}) } };
  }

  /** The answer to a question that was shared with an asker of another type or other options; null where it is none of ours. */
  private async inOurForm(item: Answered | AutoResolved, question: PreparedQuestion): Promise<string | null> {
    const { id, type, answer } = item;
    const isOpen = type === question.type && question.options.length === 0 && !mayCountOnOrder(answer);
    if (id === question.id || isOpen) return answer;
    const asked = await this.store.clarification(id);
    return asked === null ? answer : servingAnswer(question, answer, asked);
  }
}

/** Whether an ask is the one that was made before, and not another under its key. */
function asksTheSame(questions: readonly PreparedQuestion[], stored: readonly { item: ItemRecord }[]): boolean {
  const same = ({ item }: { item: ItemRecord }, { key, type, subject }: PreparedQuestion) =>
    item.key === key && item.type === type && item.subject === subject;
  return stored.length === questions.length && stored.every((one, at) => same(one, questions[at]!));
}

/** What a person reads of everything that was settled without them. */
function autoResolvedLine(item: Answered | AutoResolved, source: Source): string {
  const { question, answer, id } = item;
  const evidence = item.outcome === 'answered' ? OWN_ANSWER_AGAIN : item.evidence;
  return `[auto-resolved] ${question} → ${answer} (${source.replace('_', ' ')}: ${evidence}; revoke ${id})`;
}
