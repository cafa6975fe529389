/** The library as its users see it: thin, documented, and deciding nothing. */
import { join } from 'node:path';
import { AnswerLinks } from './access/links.ts';
import { SigningKeys } from './access/signing-keys.ts';
import { Tokens } from './access/tokens.ts';
import { faultOf } from './config/opposites.ts';
import type { Caller } from './core/access.ts';
import type { RawAnswer } from './core/answer/check.ts';
import { unknownClarification } from './core/answer/closed-errors.ts';
import type { Resolvers } from './core/ask/command.ts';
import type { Recalled } from './core/ask/recall.ts';
import type { Interpreter } from './core/model/interpretation.ts';
import { type Policy, type PolicyName, requestPolicy } from './core/model/policy.ts';
import {
  type AskResult,
  CLARIFICATION_STATUSES,
  type ClarificationStatus,
  type Outcome,
  type SingleAskResult,
} from './core/model/question.ts';
import type { AuditEvent, EventType, JobRecord } from './core/model/records.ts';
import type { Insight } from './core/model/stats.ts';
import type { Task } from './core/model/task.ts';
import type { Log } from './engine/ask.ts';
import { type AnswerReceipt, Engine } from './engine/engine.ts';
import { PromptReader, type Rules } from './engine/interpretation-cache.ts';
import { QUESTIONS_PER_MINUTE } from './engine/question-quota.ts';
import type { OppositeRow } from './interpret/table.ts';
import { type AnswerOptions, answererOf } from './library/answerer.ts';
import { askIn } from './library/ask.ts';
import type { AskOptions, AskWhat, QuestionInput } from './library/ask-input.ts';
import { type FileQuery, FileSearch, type FoundFiles } from './library/file-search.ts';
import { type HistoryEntry, type HistoryQuery, historyPage } from './library/history.ts';
import { Jobs } from './library/jobs.ts';
import { policyOf } from './library/policy-input.ts';
import { Preferences } from './library/preferences.ts';
import { projectFiles } from './library/project-files.ts';
import { makeJob } from './library/queue-job.ts';
import { type RecallOptions, recallIn } from './library/recall.ts';
import { type InsightOptions, Insights } from './library/stats.ts';
import { patienceOf, type WaitOptions } from './library/wait.ts';
import { Webhooks } from './library/webhooks.ts';
import { modelInterpreter } from './llm/lazy-model-interpreter.ts';
import { lazyModelSentinel } from './llm/lazy-model-sentinel.ts';
import type { ModelSettings } from './llm/model-settings.ts';
import type { OrchestrateOptions } from './orchestrator/orchestrate.ts';
import type { Clock, ListedClarification, Page } from './ports.ts';
import type { BestPractice } from './resolve/best-practices.ts';
import { preferenceResolver } from './resolve/preferences.ts';
import { type SemanticPattern, semanticResolver } from './resolve/semantic-resolver.ts';
import { ruleSentinel } from './resolve/sentinel.ts';
import { Session } from './session.ts';
import { openStore } from './store/open.ts';
import {
  checkBoolean,
  checkId,
  checkText,
  invalidArgument,
  LIMITS,
  limitOf,
  omitNullish,
  optionalText,
  pageOf,
  textId,
} from './util/arguments.ts';
import { newId } from './util/ids.ts';
import { systemClock } from './util/system-clock.ts';
import { Runner } from './worker/runner.ts';
import type { RunnerOptions } from './worker/runner-options.ts';

export interface OpenOptions {
  /** The store: a file, or a `postgres://` address; `.askonce/askonce.db` in the project by default. */
  db?: string;
  /** The project that files and preferences belong to; the working directory by default. */
  projectRoot?: string;
  /** For sessions that name none; `interactive` by default. */
  policy?: PolicyName | Policy;
  /** Words of the person's that answer a question; these win over the built-in ones. */
  patterns?: readonly SemanticPattern[];
  /** Further best practices; these win over the built-in ones. */
  bestPractices?: readonly BestPractice[];
  /** Words that exclude each other, beside the built-in table: a prompt that gives one thing both is asked about. */
  opposites?: readonly OppositeRow[];
  /** Reads the prompts of jobs in place of the rules, and of `model`. */
  interpreter?: Interpreter;
  /** Asked about what the rules do not know: a provider's model, or one behind a base URL that speaks OpenAI's protocol. */
  model?: ModelSettings;
  /** Who answers in this process, for the audit trail. */
  by?: string;
  /**
   * Gets one line for everything that was settled without the person. It says what was asked and answered; a log that must not
   * hold that takes the id and the source, which are given beside it.
   */
  log?: Log;
  /** How many questions one asker's token may put to people in a minute; 200 by default. Callers without a token are not counted. */
  questionsPerMinute?: number;
  /** The time, for tests. */
  clock?: Clock;
}

export interface SessionOptions {
  policy?: PolicyName | Policy;
  /** Who asks in this session, where jobs do not say; `agent` by default. */
  asker?: string;
  /** The person's language as a tag such as `ja`, for words that mean yes in one language and no in another. */
  language?: string;
  /** Whose token the asks come with, where they come over the network. An asker's says nothing in the person's name. */
  caller?: Caller | null;
}

/** An ask, and where it belongs. */
export interface AskHere extends AskOptions, WaitOptions, Pick<SessionOptions, 'language' | 'caller'> {
  /** The session; by default the one of the job, else a new one. */
  session?: string;
}

export interface ClarificationQuery {
  status?: ClarificationStatus | readonly ClarificationStatus[];
  session?: string;
  /** Newest first; by default the oldest is first. */
  newest?: boolean;
  /** The `next` of the page before. */
  after?: string;
  limit?: number;
}

export interface SettledOptions extends Pick<WaitOptions, 'wait' | 'signal'> {
  /** The ask whose outcome is wanted; the one that first put the question by default. */
  ask?: string;
}

/** A clarification, and what one of the asks that wait for it is told. */
export interface FollowedClarification {
  readonly clarification: ListedClarification;
  readonly ask: string;
  readonly outcome: Outcome;
}

/**
 * Opens AskOnce on a store, making the store where there is none. Any number of processes may open the same one.
 * @example
 * const askonce = await openAskOnce({ db: 'askonce.db', projectRoot: '.' });
 * await askonce.close();
 */
export async function openAskOnce(options: OpenOptions = {}): Promise<AskOnce> {
  const { db, projectRoot, policy, patterns, bestPractices, opposites, interpreter, model, by, log, clock, ...limits } =
    omitNullish(options, 'options');
  const questionsPerMinute = limits.questionsPerMinute ?? QUESTIONS_PER_MINUTE;
  if (!Number.isSafeInteger(questionsPerMinute) || questionsPerMinute < 1)
    throw invalidArgument('questionsPerMinute', 'a whole number, 1 or more');
  const files = projectFiles(checkText(projectRoot ?? process.cwd(), 'projectRoot'));
  const defaultPolicy = policyOf(policy ?? 'interactive');
  checkOpposites(opposites ?? []);
  const resolvers: Resolvers = {
    input: semanticResolver(patterns),
    preference: preferenceResolver,
    sentinel: ruleSentinel(bestPractices),
  };
  const store = await openStore(checkText(db ?? join('.askonce', 'askonce.db'), 'db'), files.root);
  const tell = log ?? (() => {});
  const byModel = model === undefined ? null : modelInterpreter(model, tell, opposites);
  const engine = new Engine({
    store,
    files,
    clock: clock ?? systemClock,
    resolvers,
    model: model === undefined ? null : lazyModelSentinel(model, tell),
    interpreting: new PromptReader(() => loadRules(opposites), interpreter ?? byModel, tell),
    log: tell,
    questionsPerMinute,
  });
  await engine.start();
  return new AskOnce(engine, defaultPolicy, optionalText(by, 'by', LIMITS.label));
}

function checkOpposites(rows: readonly OppositeRow[]): void {
  if (!Array.isArray(rows)) throw invalidArgument('opposites', 'a list');
  for (const [i, row] of rows.entries()) {
    const fault = faultOf(row);
    if (fault !== null) throw invalidArgument(`opposites[${i}]${fault.field && `.${fault.field}`}`, fault.expected);
  }
}

async function loadRules(opposites?: readonly OppositeRow[]): Promise<Rules> {
  const rules = new (await import('./interpret/interpret.ts')).Rules(opposites ?? []);
  return (input) => rules.interpret(input);
}

/** AskOnce on one store. Made by {@link openAskOnce}. */
export class AskOnce {
  private readonly engine: Engine;
  private readonly defaultPolicy: Policy;
  private readonly by: string | null;
  private readonly answerLinks: AnswerLinks;
  private readonly keys: SigningKeys;
  private readonly fileSearch: FileSearch;
  private readonly insights: Insights;

  constructor(engine: Engine, defaultPolicy: Policy, by: string | null) {
    this.engine = engine;
    this.keys = new SigningKeys(engine.store);
    this.answerLinks = new AnswerLinks(engine, this.keys);
    this.fileSearch = new FileSearch(engine);
    this.insights = new Insights(engine);
    this.defaultPolicy = defaultPolicy;
    this.by = by;
  }

  /**
   * The conversation inside which a question is never asked twice. Nothing is stored before the first ask.
   * @example
   * const session = askonce.session('checkout-redesign');
   */
  session(id: string = newId('s', this.engine.clock.now()), options: SessionOptions = {}): Session {
    const { policy, asker, language, caller } = omitNullish(options, 'options');
    return new Session(this.engine, checkId(id, 'session'), {
      policy: policy === undefined ? null : policyOf(policy),
      asker: asker === undefined ? null : checkId(asker, 'asker'),
      language: optionalText(language, 'language', LIMITS.id),
      defaultPolicy: this.defaultPolicy,
      caller: caller ?? null,
    });
  }

  /**
   * Asks in the session named, else in the one of the job named, else in a new one. `session` of the result says which it was.
   * @example
   * const { session, items } = await askonce.ask('Which colour?', { job: 'build-7', wait: false });
   */
  ask(what: string | QuestionInput, options?: AskHere & { key?: never }): Promise<SingleAskResult>;
  ask(what: AskWhat, options?: AskHere): Promise<AskResult>;
  async ask(what: AskWhat, options: AskHere = {}): Promise<AskResult> {
    const { session, language, caller, ...how } = omitNullish(options, 'options');
    const frame = {
      session: session === undefined ? null : checkId(session, 'session'),
      policy: null,
      asker: null,
      language: optionalText(language, 'language', LIMITS.id),
      defaultPolicy: this.defaultPolicy,
      caller: caller ?? null,
      files: this.engine.files,
    };
    return (await askIn(this.engine, frame, what, how)).result;
  }

  /**
   * Answers a question. The first answer wins; the same one again is a replay.
   * @example
   * const [question] = (await askonce.pending()).items;
   * await askonce.answer(question.id, 'YAML', { remember: true });
   */
  async answer(id: string, answer: RawAnswer, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const { key, remember } = omitNullish(options, 'options');
    const how = { key: optionalText(key, 'key'), remember: checkBoolean(remember, 'remember') };
    return this.engine.answer(textId(id, 'clarification'), answer, answererOf(options, this.by), how);
  }

  /**
   * Closes a question without an answer. It is not asked again in its session.
   * @example
   * await askonce.decline(question.id, 'I do not know either');
   */
  async decline(id: string, because?: string, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const why = optionalText(because, 'because');
    return this.engine.decline(textId(id, 'clarification'), why, answererOf(options, this.by));
  }

  /**
   * Writes into the audit trail that a client was to show a question and did not. The question waits on as it was.
   * @example
   * await askonce.notShown(question.id, 'my-editor', 'the client did not show it: no window is open');
   */
  async notShown(id: string, client: string, because: string): Promise<void> {
    return this.engine.notShown(textId(id, 'clarification'), client, because);
  }

  /**
   * Takes an answer back, whoever or whatever gave it. The question may then be asked anew: at no cost to the cap where the
   * person had been asked, and as any other question where they had not.
   * @example
   * await askonce.revoke(question.id, 'that was the wrong project');
   */
  async revoke(id: string, because?: string, options: AnswerOptions = {}): Promise<AnswerReceipt> {
    const why = optionalText(because, 'because');
    return this.engine.revoke(textId(id, 'clarification'), why, answererOf(options, this.by));
  }

  /**
   * The asker leaves: its questions are withdrawn where nobody else waits for them. Returns how many still waited.
   * @example
   * const { ask } = await session.ask('Which colour?', { wait: false });
   * await askonce.cancel(ask);
   */
  async cancel(ask: string, because?: string, options: { caller?: Caller | null } = {}): Promise<number> {
    const { caller } = omitNullish(options, 'options');
    return this.engine.cancel(textId(ask, 'ask'), optionalText(because, 'because'), caller ?? null);
  }

  /**
   * The same for whoever knows the question and not the ask: the one that first put it leaves, or the `ask` named.
   * @example
   * await askonce.leave(question.id, { because: 'found it out' });
   */
  async leave(
    id: string,
    options: { ask?: string; because?: string; caller?: Caller | null } = {},
  ): Promise<AnswerReceipt> {
    const { ask, because, caller } = omitNullish(options, 'options');
    const why = optionalText(because, 'because');
    const known = await this.engine.store.clarification(textId(id, 'clarification'));
    if (!known) throw unknownClarification(id);
    return this.engine.leave(known.id, ask === undefined ? known.ask : textId(ask, 'ask'), why, caller ?? null);
  }

  /**
   * What waits for a person, oldest first; `next` goes into `after` for the page that follows.
   * @example
   * const { items, next } = await askonce.pending({ limit: 20 });
   */
  async pending(query: { session?: string; after?: string; limit?: number } = {}): Promise<Page<ListedClarification>> {
    return this.clarifications({ ...omitNullish(query, 'query'), status: 'pending' });
  }

  /**
   * How many questions wait for a person, however many there are.
   * @example
   * const waiting = await askonce.pendingCount();
   */
  async pendingCount(): Promise<number> {
    return this.engine.store.pendingCount();
  }

  /**
   * Clarifications in one state, in several or in any, oldest first; `next` goes into `after` for the page that follows.
   * @example
   * const { items } = await askonce.clarifications({ status: ['pending', 'declined'], limit: 20 });
   */
  async clarifications(query: ClarificationQuery = {}): Promise<Page<ListedClarification>> {
    const { session, status, newest, ...page } = omitNullish(query, 'query');
    const wanted = status === undefined ? CLARIFICATION_STATUSES : typeof status === 'string' ? [status] : status;
    if (!Array.isArray(wanted) || !wanted.every((one) => CLARIFICATION_STATUSES.includes(one)))
      throw invalidArgument('status', `one of ${CLARIFICATION_STATUSES.join(', ')}, or a list of them`);
    const of = session === undefined ? {} : { session: checkId(session, 'session') };
    if (wanted.length === 0) return { items: [], next: null };
    const order = checkBoolean(newest, 'newest') ? { newest: true } : {};
    return this.engine.clarifications({ ...of, ...order, ...pageOf(page, 50), status: wanted });
  }

  /**
   * One clarification, in whatever state it is; null where there is none.
   * @example
   * const question = await askonce.clarification('q-0w2k6r1xm4c7tz');
   */
  async clarification(id: string): Promise<ListedClarification | null> {
    return this.engine.clarification(textId(id, 'clarification'));
  }

  /**
   * One clarification once nobody need wait for it any more, wherever the answer is given, with what the asker is told: the
   * first one's outcome, or that of the `ask` named, which may have fallen back while the others wait. With `wait` it comes as
   * it is when the time is up; null where there is none.
   * @example
   * await askonce.answer(question.id, 'YAML');
   * const { outcome } = await askonce.settled(question.id, { wait: '30s' });
   * outcome.answer; // 'YAML'
   */
  async settled(id: string, options: SettledOptions = {}): Promise<FollowedClarification | null> {
    const { ask, wait, signal } = omitNullish(options, 'options');
    const patience = patienceOf({ wait, signal, onParked: undefined }, this.engine.clock.now());
    const known = await this.engine.store.clarification(textId(id, 'clarification'));
    if (!known) return null;
    const of = ask === undefined ? known.ask : textId(ask, 'ask');
    const outcome = await this.engine.following.clarification(known.id, of, patience);
    return { ask: of, outcome, clarification: (await this.engine.clarification(known.id))! };
  }

  /**
   * What became of a question, whoever asked it: for those who know its id and nothing else. With `wait` it comes as it is when the
   * time is up; null where there is none.
   * @example
   * const outcome = await askonce.became(question.id);
   */
  async became(id: string, options: Pick<WaitOptions, 'wait' | 'signal'> = { wait: false }): Promise<Outcome | null> {
    const { wait, signal } = omitNullish(options, 'options');
    const patience = patienceOf({ wait, signal, onParked: undefined }, this.engine.clock.now());
    return this.engine.following.question(textId(id, 'clarification'), patience);
  }

  /**
   * Resolves if the store can be read and written. Otherwise it rejects with the reason, such as `store_gone` or `store_full`.
   * @example
   * await askonce.ready();
   */
  ready(): Promise<void> {
    return this.engine.store.ready();
  }

  /**
   * One job, with the session it asks in and its state; null where there is none.
   * @example
   * const job = await askonce.job('build-7');
   */
  async job(id: string): Promise<JobRecord | null> {
    return this.engine.store.job(textId(id, 'job'));
  }

  /**
   * The jobs that runners run: queue, look, cancel.
   * @example
   * const task = await askonce.jobs.queue('Create the configuration file');
   * const { items } = await askonce.jobs.list({ state: 'AWAITING_RESPONSE' });
   * await askonce.jobs.cancel(task.id);
   */
  get jobs(): Jobs {
    return new Jobs(this.engine, this.defaultPolicy, this.by);
  }

  /**
   * What runs this project's jobs in this process. Any number of processes may run them; each job is run by one at a time.
   * @example
   * const runner = askonce.runner({ executor: async (job, { ask }) => `done: ${job.prompt}` });
   * await runner.start();
   * await runner.stop();
   */
  runner(options: RunnerOptions): Runner {
    const { engine, defaultPolicy } = this;
    return new Runner(engine, (prompt, how, worker) => makeJob(engine, defaultPolicy, prompt, how, worker), options);
  }

  /**
   * Runs a goal to its end with a PM that plans and workers that do its tasks. The PM may put one question to the person; what it
   * asks after that it is told to decide by itself. Orchestrated again under the same `id`, it goes on where it stood.
   * @example
   * const { state, result } = await askonce.orchestrate('Write the release notes', {
   *   pm: ({ number }) => (number === 1 ? { status: 'PLAN', tasks: ['List the changes'] } : { status: 'COMPLETE', summary: 'Done.' }),
   *   worker: (task) => `did: ${task}`,
   * });
   */
  async orchestrate(goal: string, options: OrchestrateOptions): Promise<Task> {
    // What reads a PM's replies takes longer to load than all the rest, and most processes orchestrate nothing.
    const { orchestrate } = await import('./orchestrator/orchestrate.ts');
    return orchestrate(this.engine, goal, options, requestPolicy(this.defaultPolicy));
  }

  /**
   * The answers of one session, or of all, oldest first. With `all`, also what was declined, revoked or withdrawn.
   * @example
   * const { items } = await askonce.history({ session: 'checkout-redesign' });
   */
  async history(query: HistoryQuery & { session?: string } = {}): Promise<Page<HistoryEntry>> {
    const { session, ...rest } = omitNullish(query, 'query');
    return historyPage(this.engine.store, session === undefined ? undefined : checkId(session, 'session'), rest);
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
   * What the project's people have answered or usually answer about something, best first. It asks nobody.
   * @example
   * await askonce.preferences.set('Which test runner should I use?', 'vitest');
   * const [found] = await askonce.recall('test runner');
   * console.log(found.answer); // 'vitest'
   */
  async recall(about: string, options: RecallOptions = {}): Promise<readonly Recalled[]> {
    return recallIn(this.engine, checkText(about, 'about'), options);
  }

  /**
   * The time as this AskOnce has it, for surfaces that wait.
   * @example
   * const now = askonce.clock.now();
   */
  get clock(): Clock {
    return this.engine.clock;
  }

  /**
   * The project that files and preferences belong to.
   * @example
   * console.log(askonce.projectRoot);
   */
  get projectRoot(): string {
    return this.engine.files.root;
  }

  /**
   * A key for what a surface gives out and must get back unchanged: the same for all who open this store.
   * @example
   * const key = await askonce.sealingKey('mcp');
   */
  sealingKey(purpose: 'mcp'): Promise<string> {
    return this.keys.of(purpose);
  }

  /**
   * Who may come in over the network, and as what. An asker's token can never answer.
   * @example
   * const { token, record } = await askonce.tokens.create({ name: 'alice', role: 'answerer' });
   * console.log((await askonce.tokens.check(token)).role); // 'answerer'
   * await askonce.tokens.revoke(record.id);
   * console.log(await askonce.tokens.check(token)); // null
   */
  get tokens(): Tokens {
    return new Tokens(this.engine);
  }

  /**
   * Who is told of events by HTTP, signed as Standard Webhooks says. `askonce serve` does the telling.
   * @example
   * const { webhook } = await askonce.webhooks.add({ url: 'https://example.com/hook', events: ['job.completed'] });
   * await askonce.webhooks.remove(webhook.id);
   */
  get webhooks(): Webhooks {
    return new Webhooks(this.engine);
  }

  /**
   * Links by which somebody without a token may answer one question.
   * @example
   * const { token } = await askonce.links.make(question.id, { expires: '2d' });
   */
  get links(): AnswerLinks {
    return this.answerLinks;
  }

  /**
   * Files of the project whose paths have the words of `query`, best first, for questions about a file. It looks no further than a
   * project's first 20,000 entries.
   * @example
   * const { items } = await askonce.files({ query: 'config yaml', limit: 10 });
   */
  async files(query: FileQuery = {}): Promise<FoundFiles> {
    return this.fileSearch.find(query);
  }

  /**
   * What became of the questions: day by day how many were put to a person and how many needed none, how long people took to answer,
   * and what is asked again and again.
   * @example
   * const { days, waits, repeated } = await askonce.insight({ days: 7 });
   */
  async insight(options: InsightOptions = {}): Promise<Insight> {
    return this.insights.of(options);
  }

  /**
   * The audit trail from any sequence number on, in order; none is passed over, also not one that commits late.
   * @example
   * for (const event of await askonce.events({ after: 0 })) console.log(event.seq, event.type);
   */
  async events(query: { after?: number; limit?: number } = {}): Promise<readonly AuditEvent[]> {
    const { after = 0, limit } = omitNullish(query, 'query');
    if (!Number.isSafeInteger(after)) throw invalidArgument('after', 'a sequence number');
    return this.engine.store.events(after, limitOf(limit, 1_000, LIMITS.events));
  }

  /**
   * The number to give to `events` as `after` by whoever wants only what happens from now on.
   * @example
   * const after = await askonce.lastSeq();
   */
  lastSeq(): Promise<number> {
    return this.engine.store.lastSeq();
  }

  /**
   * Calls back with every event of this type (or `*` for all) from now on, also from other processes. Returns the function
   * that ends it.
   * @example
   * const off = askonce.on('clarification.requested', (event) => console.log('asked:', event.data.question));
   * off();
   */
  on(type: EventType | '*', listener: (event: AuditEvent) => void): () => void {
    if (typeof listener !== 'function') throw invalidArgument('listener', 'a function');
    return this.engine.on(type, listener);
  }

  /**
   * Ends every wait and closes the store. Questions stay safe.
   * @example
   * await askonce.close();
   */
  close(): Promise<void> {
    return this.engine.close();
  }
}
