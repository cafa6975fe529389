/** The library as its users see it: thin, documented, and deciding nothing. */
import { isAbsolute, join, resolve } from 'node:path';
import { answerText, type RawAnswer } from './core/answer-check.ts';
import type { Resolvers } from './core/ask-command.ts';
import type { AskResult, ClarificationType } from './core/clarification.ts';
import { durationMs } from './core/duration.ts';
import { AskOnceError } from './core/errors.ts';
import { POLICIES, type Policy, type PolicyName } from './core/policy.ts';
import { questionKey } from './core/question-key.ts';
import type { AuditEvent, ClarificationRecord, EventType, JobRecord } from './core/records.ts';
import type { Preference } from './core/resolution.ts';
import type { Answerer } from './core/settling.ts';
import { type AnswerReceipt, Engine, type Wait } from './engine.ts';
import { projectFiles } from './files.ts';
import { newId } from './ids.ts';
import type { Clock, ListedClarification, Page } from './ports.ts';
import { type AskOptions, type AskWhat, checkId, type Frame, hear, policyOf, prepareAsk } from './prepare.ts';
import type { BestPractice } from './resolve/best-practices.ts';
import { preferenceResolver } from './resolve/preferences.ts';
import { type SemanticPattern, semanticResolver } from './resolve/semantic-resolver.ts';
import { ruleSentinel } from './resolve/sentinel.ts';
import { openSqliteStore } from './store/sqlite.ts';

export interface OpenOptions {
  /** The store's file; `.askonce/askonce.db` in the project by default. */
  db?: string;
  /** The project that files and preferences belong to; the working directory by default. */
  projectRoot?: string;
  /** For sessions that name none; `interactive` by default. */
  policy?: PolicyName | Policy;
  /** Words of the person's that answer a question; these win over the built-in ones. */
  patterns?: readonly SemanticPattern[];
  /** Further best practices; these win over the built-in ones. */
  bestPractices?: readonly BestPractice[];
  /** Who answers in this process, for the audit trail. */
  by?: string;
  /** Gets one line for everything that was settled without the person. */
  log?: (line: string) => void;
  /** The time, for tests. */
  clock?: Clock;
}

export interface SessionOptions {
  policy?: PolicyName | Policy;
  /** Who asks in this session, where jobs do not say; `agent` by default. */
  asker?: string;
  /** The person's language as a tag such as `ja`, for words that mean yes in one language and no in another. */
  language?: string;
}

export interface WaitOptions {
  /** How long to wait for the person: until they answer (the default), "10m", or `false` to return at once. */
  wait?: boolean | string | number;
  /** Stops the waiting, not the question: it stays safe, and `cancel` withdraws it. */
  signal?: AbortSignal;
  /** Told what waits, once it is safe in the store and before the waiting begins. */
  onParked?: (result: AskResult) => void;
}

/** Who gives an answer, and where. */
export interface AnswerOptions {
  by?: string;
  surface?: string;
}

/** One answer of a session, in the seed's words and with where it came from. */
export interface HistoryEntry {
  readonly id: string;
  readonly questionHash: string;
  readonly clarificationType: ClarificationType;
  readonly question: string;
  readonly answer: string | null;
  /** When it was settled, in milliseconds since 1970. */
  readonly timestamp: number;
  readonly status: ClarificationRecord['status'];
  readonly source: ClarificationRecord['source'];
  readonly evidence: string | null;
  readonly confidence: number | null;
  readonly by: string | null;
  readonly surface: string | null;
}

/**
 * Opens AskOnce on a store, making the store where there is none. Any number of processes may open the same one.
 * @example
 * const askonce = await openAskOnce({ db: 'askonce.db', projectRoot: '.' });
 * await askonce.close();
 */
export async function openAskOnce(options: OpenOptions = {}): Promise<AskOnce> {
  const files = projectFiles(options.projectRoot ?? process.cwd());
  const defaultPolicy = policyOf(options.policy ?? 'interactive');
  const resolvers: Resolvers = {
    input: semanticResolver(options.patterns),
    preference: preferenceResolver,
    sentinel: ruleSentinel(options.bestPractices),
  };
  const db = options.db ?? join(files.root, '.askonce', 'askonce.db');
  const store = await openSqliteStore(isAbsolute(db) ? db : resolve(files.root, db));
  const engine = new Engine({
    store,
    files,
    clock: options.clock ?? systemClock,
    resolvers,
    log: options.log ?? (() => {}),
  });
  await engine.sweep();
  return new AskOnce(engine, defaultPolicy, options.by ?? null);
}

const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    // Node's timers overflow at 2^31 ms; a longer one is set again when it comes round.
    const dueAt = Date.now() + ms;
    let timer: NodeJS.Timeout;
    const arm = () => {
      timer = setTimeout(
        () => (Date.now() >= dueAt ? callback() : arm()),
        Math.min(Math.max(0, dueAt - Date.now()), 2 ** 30),
      );
      timer.unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** AskOnce on one store. Made by {@link openAskOnce}. */
export class AskOnce {
  private readonly engine: Engine;
  private readonly defaultPolicy: Policy;
  private readonly by: string | null;

  constructor(engine: Engine, defaultPolicy: Policy, by: string | null) {
    this.engine = engine;
    this.defaultPolicy = defaultPolicy;
    this.by = by;
  }

  /**
   * The conversation inside which a question is never asked twice. Nothing is stored before the first ask.
   * @example
   * const session = askonce.session('checkout-redesign');
   */
  session(id: string = newId('s', this.engine.clock.now()), options: SessionOptions = {}): Session {
    const policy = options.policy === undefined ? null : policyOf(options.policy);
    const asker = options.asker === undefined ? null : checkId(options.asker, 'asker');
    return new Session(
      this.engine,
      checkId(id, 'session'),
      policy,
      asker,
      options.language ?? null,
      this.defaultPolicy,
    );
  }

  /**
   * Answers a question. The first answer wins; the same one again is a replay.
   * @example
   * const [question] = (await askonce.pending()).items;
   * await askonce.answer(question.id, 'YAML');
   */
  answer(id: string, answer: RawAnswer, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    return this.engine.answer(id, answer, this.answerer(options));
  }

  /**
   * Closes a question without an answer. It is not asked again in its session.
   * @example
   * await askonce.decline(question.id, 'I do not know either');
   */
  decline(id: string, because?: string, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    return this.engine.decline(id, because ?? null, this.answerer(options));
  }

  /**
   * Takes an answer back, whoever or whatever gave it. The question may then be asked anew: at no cost to the cap where the
   * person had been asked, and as any other question where they had not.
   * @example
   * await askonce.revoke(question.id, 'that was the wrong project');
   */
  revoke(id: string, because?: string, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    return this.engine.revoke(id, because ?? null, this.answerer(options));
  }

  /**
   * The asker leaves: its questions are withdrawn where nobody else waits for them. Returns how many still waited.
   * @example
   * const { ask } = await session.ask('Which colour?', { wait: false });
   * await askonce.cancel(ask);
   */
  cancel(ask: string, because?: string): Promise<number> {
    return this.engine.cancel(ask, because ?? null);
  }

  /**
   * What waits for a person, oldest first; `next` goes into `after` for the page that follows.
   * @example
   * const { items, next } = await askonce.pending({ limit: 20 });
   */
  async pending(query: { session?: string; after?: string; limit?: number } = {}): Promise<Page<ListedClarification>> {
    await this.engine.sweep();
    return this.engine.store.list({ ...query, status: ['pending'], limit: query.limit ?? 50 });
  }

  /**
   * One clarification, in whatever state it is; null where there is none.
   * @example
   * const question = await askonce.clarification('q-0w2k6r1xm4c7tz');
   */
  clarification(id: string): Promise<ListedClarification | null> {
    return this.engine.store.clarification(id);
  }

  /**
   * One job, with the session it asks in and its state; null where there is none.
   * @example
   * const job = await askonce.job('build-7');
   */
  job(id: string): Promise<JobRecord | null> {
    return this.engine.store.job(id);
  }

  /**
   * The answers of one session, or of all, oldest first. With `all`, also what was declined, revoked or withdrawn.
   * @example
   * const { items } = await askonce.history({ session: 'checkout-redesign' });
   */
  history(
    query: { session?: string; after?: string; limit?: number; all?: boolean } = {},
  ): Promise<Page<HistoryEntry>> {
    return historyOf(this.engine, query);
  }

  /**
   * What the project's people usually answer.
   * @example
   * await askonce.preferences.set('Which test runner should I use?', 'vitest');
   * const { items } = await askonce.preferences.list();
   * await askonce.preferences.forget('Which test runner should I use?');
   */
  get preferences(): Preferences {
    return new Preferences(this.engine);
  }

  /**
   * The audit trail from any sequence number on, in order and without gaps.
   * @example
   * for (const event of await askonce.events({ after: 0 })) console.log(event.seq, event.type);
   */
  events(query: { after?: number; limit?: number } = {}): Promise<readonly AuditEvent[]> {
    return this.engine.store.events(query.after ?? 0, query.limit ?? 1000);
  }

  /**
   * Calls back with every event of this type (or `*` for all) from now on, also from other processes. Returns the function
   * that ends it.
   * @example
   * const off = askonce.on('clarification.requested', (event) => console.log('asked:', event.data.question));
   * off();
   */
  on(type: EventType | '*', listener: (event: AuditEvent) => void): () => void {
    return this.engine.store.watch((events) => {
      for (const event of events) if (type === '*' || event.type === type) listener(event);
    });
  }

  /**
   * Ends every wait and closes the store. Questions stay safe.
   * @example
   * await askonce.close();
   */
  close(): Promise<void> {
    return this.engine.close();
  }

  private answerer({ by, surface }: AnswerOptions): Answerer {
    return { by: by ?? this.by, surface: surface ?? 'library' };
  }
}

/** One conversation. Made by {@link AskOnce.session}. */
export class Session {
  readonly id: string;
  private readonly engine: Engine;
  private readonly frame: Omit<Frame, 'now'>;

  constructor(
    engine: Engine,
    id: string,
    policy: Policy | null,
    asker: string | null,
    language: string | null,
    defaultPolicy: Policy,
  ) {
    this.engine = engine;
    this.id = id;
    this.frame = { session: id, policy, asker, language, defaultPolicy, files: engine.files };
  }

  /**
   * Keeps what the person said last; a question it already answers is not asked.
   * @example
   * await session.heard('please use YAML');
   */
  async heard(text: string): Promise<void> {
    const { policy, defaultPolicy, asker, language, files } = this.frame;
    const fresh = {
      id: this.id,
      project: files.root,
      policy: policy ?? defaultPolicy,
      asker: asker ?? 'agent',
      language,
    };
    await this.engine.heard(hear(text, files, this.engine.clock.now()), fresh);
  }

  /**
   * Asks one to four questions. What needs no person is settled at once; the rest is parked, durably, and waited for.
   * @example
   * const { status, items } = await session.ask({
   *   question: 'Which format should I use?',
   *   options: ['YAML', 'JSON'],
   * }, { wait: '10m' });
   */
  ask(what: AskWhat, options: AskOptions & WaitOptions = {}): Promise<AskResult> {
    const { wait, signal, onParked, ...rest } = options;
    try {
      signal?.throwIfAborted();
      const prepared = prepareAsk(what, rest, { ...this.frame, now: this.engine.clock.now() });
      return this.engine.ask(prepared, patience(wait, signal, onParked));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * The answers of this session, oldest first.
   * @example
   * const { items } = await session.history();
   */
  history(query: { after?: string; limit?: number; all?: boolean } = {}): Promise<Page<HistoryEntry>> {
    return historyOf(this.engine, { ...query, session: this.id });
  }
}

/** What a project's people usually answer. Reached by {@link AskOnce.preferences}. */
export class Preferences {
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * All preferences of the project, learnt and set, page by page.
   * @example
   * const { items, next } = await askonce.preferences.list({ limit: 20 });
   */
  list(query: { after?: string; limit?: number } = {}): Promise<Page<Preference>> {
    const { after, limit } = query;
    return this.engine.store.preferences(this.engine.files.root, {
      ...(after === undefined ? {} : { after }),
      limit: limit ?? 100,
    });
  }

  /**
   * Sets one by hand. It applies at once, and answers do not change it; a destructive question takes none.
   * @example
   * await askonce.preferences.set('Which test runner should I use?', 'vitest');
   */
  async set(question: string, answer: string, subject = ''): Promise<void> {
    const now = this.engine.clock.now();
    const { command } = prepareAsk({ question, subject }, {}, { ...PREFERENCE_FRAME, files: this.engine.files, now });
    const [prepared] = command.questions;
    if (prepared!.destructive) {
      throw new AskOnceError(
        'default_destructive',
        'A question that would destroy, publish, pay or reveal takes no preference.',
      );
    }
    const { key, type } = prepared!;
    const identity = { project: this.engine.files.root, key, subject: prepared!.subject };
    await this.engine.prefer({
      ...identity,
      type,
      question,
      answer: answerText(answer),
      times: 0,
      origin: 'set',
      updatedAt: now,
    });
  }

  /**
   * Forgets one, learnt or set, and returns what it was.
   * @example
   * await askonce.preferences.set('Which linter should I use?', 'biome');
   * const { answer } = await askonce.preferences.forget('Which linter should I use?');
   */
  forget(question: string, subject = ''): Promise<Preference> {
    return this.engine.forget(this.engine.files.root, questionKey(question, false), subject);
  }
}

const PREFERENCE_FRAME = {
  session: 'preferences',
  policy: null,
  asker: null,
  language: null,
  defaultPolicy: POLICIES.interactive,
};

function patience(wait: WaitOptions['wait'], signal: AbortSignal | undefined, onParked: WaitOptions['onParked']): Wait {
  if (wait === false) return false;
  return { timeoutMs: wait === undefined || wait === true ? null : durationMs(wait), signal, onParked };
}

async function historyOf(
  engine: Engine,
  { all, limit, ...rest }: { session?: string; after?: string; limit?: number; all?: boolean },
): Promise<Page<HistoryEntry>> {
  const status = all ? SETTLED : (['answered'] as const);
  const { items, next } = await engine.store.list({ ...rest, status, limit: limit ?? 100 });
  return { items: items.map(historyEntry), next };
}

const SETTLED = ['answered', 'declined', 'revoked', 'superseded', 'withdrawn'] as const;

function historyEntry(record: ListedClarification): HistoryEntry {
  const {
    id,
    questionHash,
    type,
    question,
    answer,
    settledAt,
    createdAt,
    status,
    source,
    evidence,
    confidence,
    by,
    surface,
  } = record;
  const origin = { status, source, evidence, confidence, by, surface };
  return { id, questionHash, clarificationType: type, question, answer, timestamp: settledAt ?? createdAt, ...origin };
}
