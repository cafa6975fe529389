/**
 * The driver: the only file that runs effects. Every surface calls it; it calls the pure core and the ports, and nothing calls
 * back. The path of a question is core/ask-path.ts; how it ends is core/settling.ts.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { answerFits, answerText, checkAnswer, type RawAnswer } from './core/answer-check.ts';
import type { AskCommand, AskVerdict, PreparedQuestion, Resolvers } from './core/ask-command.ts';
import { decideAsk } from './core/asking.ts';
import { type AskResult, type AutoResolved, type Outcome, statusOf } from './core/clarification.ts';
import type { Effect } from './core/effects.ts';
import { AskOnceError } from './core/errors.ts';
import type { ClarificationRecord, EventType, SessionRecord } from './core/records.ts';
import type { Heard, Preference } from './core/resolution.ts';
import {
  type AnswerCommand,
  type Answerer,
  type CloseVerdict,
  decideAnswer,
  decideCancel,
  decideDecline,
  decideRevoke,
  type Learn,
} from './core/settling.ts';
import { newId } from './ids.ts';
import type { Clock, Files, Store } from './ports.ts';
import type { PreparedAsk } from './prepare.ts';
import { learn, unlearn } from './resolve/preferences.ts';
import { Sweeper } from './sweeper.ts';
import { type Patience, Waiters } from './waiters.ts';

export interface EngineParts {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  readonly resolvers: Resolvers;
  /** One line for everything that was settled without the person. */
  readonly log: (line: string) => void;
}

/** `false`: return at once, whatever waits. */
export type Wait = false | Patience;

export interface AnswerReceipt {
  /** `replayed`: this very answer had been taken before. */
  readonly status: 'accepted' | 'replayed';
  readonly clarification: ClarificationRecord;
}

type Schema = StandardSchemaV1<string, unknown>;

export class Engine {
  readonly store: Store;
  readonly files: Files;
  readonly clock: Clock;
  private readonly resolvers: Resolvers;
  private readonly log: (line: string) => void;
  private readonly waiters: Waiters;
  private readonly sweeper: Sweeper;
  /** Schemas of the questions that were asked here; an answer given here is checked before it is taken. */
  private readonly schemas = new Map<string, Schema>();

  constructor({ store, files, clock, resolvers, log }: EngineParts) {
    this.store = store;
    this.files = files;
    this.clock = clock;
    this.resolvers = resolvers;
    this.log = log;
    this.waiters = new Waiters(store, clock);
    this.sweeper = new Sweeper(store, clock, (error) =>
      log(`[askonce] deadlines were not looked at: ${String(error)}`),
    );
  }

  /**
   * Asks, and waits if told to. An answer that turns out not to serve (the asker's schema refuses it, or it was given to other
   * options than this asker's) is asked for again; the policy bounds how often.
   */
  async ask({ command, schemas }: PreparedAsk, wait: Wait): Promise<AskResult> {
    const release = wait ? this.waiters.hold() : () => {};
    try {
      const asked = await this.askOnce(command, schemas, wait);
      const items: Outcome[] = [];
      for (const [position, item] of asked.items.entries()) {
        items.push(await this.usable(item, position, command, schemas[position], wait));
      }
      return { ...(asked.ask === null ? {} : { ask: asked.ask }), status: statusOf(items), items };
    } finally {
      release();
    }
  }

  private async askOnce(command: AskCommand, schemas: PreparedAsk['schemas'], wait: Wait): Promise<AskVerdict> {
    let settled: Promise<readonly Outcome[]> | undefined;
    const { ask, items } = await this.store.decide(
      { of: 'ask', command },
      (state) => decideAsk(state, command, this.resolvers, this.clock.now()),
      ({ ask, items }) => {
        if (!wait || ask === null || !items.some((item) => item.outcome === 'parked')) return;
        settled = this.waiters.settled(ask, items, wait);
      },
    );
    for (const [position, item] of items.entries()) {
      if (item.outcome === 'auto_resolved') this.log(autoResolvedLine(item));
      const schema = schemas[position];
      if (schema && item.outcome === 'parked') this.schemas.set(item.id, schema);
    }
    if (command.deadline !== null) this.sweeper.expect(command.deadline);
    return { ask, items: settled ? await settled : items };
  }

  /** The item, once its answer serves this asker: asked anew as long as it does not, and the policy allows. */
  private async usable(
    item: Outcome,
    position: number,
    command: AskCommand,
    schema: Schema | undefined,
    wait: Wait,
  ): Promise<Outcome> {
    let current = item;
    for (;;) {
      if (current.outcome !== 'answered' && current.outcome !== 'auto_resolved') return current;
      const checked = schema ? await validate(schema, current.answer) : null;
      const because = checked && 'issue' in checked ? checked.issue : null;
      if (because === null && !(await this.misfits(current.id, current.answer, command.questions[position]!))) {
        return checked && 'value' in checked ? { ...current, value: checked.value } : current;
      }
      const now = this.clock.now();
      const question = {
        ...command.questions[position]!,
        id: newId('q', now),
        ...(because ? { reason: because } : {}),
      };
      const rejects = because === null ? null : current.id;
      const again = { ...command, ask: newId('a', now), questions: [question], heard: null, rejects, because };
      current = (await this.askOnce(again, [schema], wait)).items[0]!;
    }
  }

  /** Whether an answer was given to a question that was shared with an asker of other options, and is none of ours. */
  private async misfits(id: string, answer: string, question: PreparedQuestion): Promise<boolean> {
    if (id === question.id || question.options.length === 0) return false;
    const asked = await this.store.clarification(id);
    return asked !== null && !answerFits(question, answer, asked.options);
  }

  async answer(id: string, raw: RawAnswer, answerer: Answerer): Promise<AnswerReceipt> {
    answerText(raw);
    if (this.schemas.has(id)) await this.checkSchema(id, raw);
    let command: AnswerCommand = { id, raw, ...answerer };
    for (;;) {
      const verdict = await this.store.decide({ of: 'clarification', id }, (state) =>
        decideAnswer(state, command, learnFrom, this.clock.now()),
      );
      if ('error' in verdict) throw verdict.error;
      if (!('needsPath' in verdict)) return this.closedHere(verdict);
      command = { ...command, path: this.files.locate(verdict.needsPath) };
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
        decideRevoke(state, { id, because, ...answerer }, unlearn, this.clock.now()),
      ),
    );
  }

  /** The asker leaves; returns how many of its questions still waited. */
  async cancel(ask: string, because: string | null): Promise<number> {
    const verdict = await this.store.decide({ of: 'ask_items', ask }, (state) =>
      decideCancel(state, { ask, because }, this.clock.now()),
    );
    if ('error' in verdict) throw verdict.error;
    return verdict.cancelled;
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

  private closedHere(receipt: AnswerReceipt): AnswerReceipt {
    this.schemas.delete(receipt.clarification.id);
    return receipt;
  }

  /** A schema known here refuses the answer before it is taken; elsewhere the asker checks it when it arrives. */
  private async checkSchema(id: string, raw: RawAnswer): Promise<void> {
    const schema = this.schemas.get(id);
    const clarification = schema ? await this.store.clarification(id) : null;
    if (!schema || clarification?.status !== 'pending') return;
    const checked = checkAnswer(clarification, raw, null);
    const text = 'accepted' in checked ? checked.accepted : answerText(raw);
    const validated = await validate(schema, text);
    if ('value' in validated) return;
    throw new AskOnceError('answer_refused', `${validated.issue}. The question is still open.`, { id });
  }

  private projectEvent(type: EventType, data: Record<string, unknown>): Effect {
    const at = this.clock.now();
    return { do: 'event', event: { type, at, session: null, job: null, ask: null, clarification: null, data } };
  }
}

/** What a person reads of everything that was settled without them. */
export function autoResolvedLine({ question, answer, source, evidence, id }: AutoResolved): string {
  return `[auto-resolved] ${question} → ${answer} (${source.replace('_', ' ')}: ${evidence}; revoke ${id})`;
}

const learnFrom: Learn = (previous, { project, key, subject, type, question, answer }, now) =>
  learn(previous, { project, key, subject, type, question, answer: answer! }, now);

async function validate(schema: Schema, answer: string): Promise<{ value: unknown } | { issue: string }> {
  const checked = await schema['~standard'].validate(answer);
  if (!checked.issues) return { value: checked.value };
  return { issue: checked.issues.map((issue) => issue.message).join('; ') || 'The answer does not fit' };
}
