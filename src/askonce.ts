/** The library as its users see it: a thin, documented layer that makes no decisions. */
import { join } from 'node:path';
import { AccessControl } from './access/access-control.ts';
import { checkOpposites } from './config/opposites.ts';
import type { Recalled } from './core/ask/recall.ts';
import { type Policy, type PolicyName, requestPolicy } from './core/model/policy.ts';
import type { AskResult, SingleAskResult } from './core/model/question.ts';
import type { Insight } from './core/model/stats.ts';
import type { Task } from './core/model/task.ts';
import type { Log } from './engine/ask.ts';
import { Engine } from './engine/engine.ts';
import { PromptReader, type Rules } from './engine/interpretation-cache.ts';
import { QUESTIONS_PER_MINUTE } from './engine/question-quota.ts';
import type { OppositeRow } from './interpret/table.ts';
import { guardedHere, type RulesInput, rulesFrom } from './library/approval-rules.ts';
import { Approvals } from './library/approvals.ts';
import { type Approval, type ApproveHere, approveIn, type CallInput } from './library/approve.ts';
import { askIn } from './library/ask.ts';
import type { AskHere, AskWhat, QuestionInput } from './library/ask-input.ts';
import { Events } from './library/events.ts';
import { FileSearch } from './library/files.ts';
import { type ClarificationHistoryEntry, type HistoryQuery, historyPage } from './library/history.ts';
import { Jobs } from './library/jobs.ts';
import { Notifications } from './library/notifications.ts';
import { policyOf } from './library/policy-input.ts';
import { Preferences } from './library/preferences.ts';
import { shownName } from './library/prepare-ask.ts';
import { projectFiles } from './library/project-files.ts';
import { branchReader, projectOf } from './library/project-identity.ts';
import { type PruneOptions, type PruneReport, prune } from './library/prune.ts';
import { Questions } from './library/questions.ts';
import { makeJob } from './library/queue-job.ts';
import { type RecallOptions, recallIn } from './library/recall.ts';
import { Stats, type StatsOptions } from './library/stats.ts';
import { Webhooks } from './library/webhooks.ts';
import { Workers } from './library/workers.ts';
import { modelInterpreter } from './llm/lazy-model-interpreter.ts';
import { lazyModelSameQuestion } from './llm/lazy-model-same-question.ts';
import { lazyModelSentinel } from './llm/lazy-model-sentinel.ts';
import type { ModelSettings } from './llm/model-settings.ts';
import type { OrchestrateOptions } from './orchestrator/orchestrate.ts';
import type {
  Clock,
  Files,
  Interpreter,
  Page,
  Resolver,
  ResolverName,
  SameQuestion,
  Sentinel,
  Store,
} from './ports.ts';
import type { BestPractice } from './resolve/best-practices.ts';
import { preferenceResolver } from './resolve/preferences.ts';
import { type SemanticPattern, semanticResolver } from './resolve/semantic-resolver.ts';
import { ruleSentinel } from './resolve/sentinel.ts';
import { Session, type SessionOptions } from './session.ts';
import { oneProject } from './store/one-project.ts';
import { openStore } from './store/open.ts';
import { scopedStore } from './store/scoped-store.ts';
import { checkId, checkText, invalidArgument, LIMITS, omitNullish, optionalText } from './util/arguments.ts';
import { newId } from './util/ids.ts';
import { systemClock } from './util/system-clock.ts';
import { engineHost } from './worker/host.ts';
import { Runner } from './worker/runner.ts';
import type { RunnerOptions } from './worker/runner-options.ts';

export interface OpenOptions {
  /** The database: a file or a `postgres://` URL; `.askonce/askonce.db` in the project by default. */
  db?: string;
  /** Your own store, instead of `db`. `askonce.close()` closes it. */
  store?: Store;
  /**
   * The folder to work in; the working directory by default. Paths start there. Sessions, jobs, keys and preferences belong to its git
   * repository, so that all worktrees share them; outside a repository, to the folder itself.
   */
  project?: string;
  /** The policy of sessions that name none; `interactive` by default. */
  policy?: PolicyName | Policy;
  /** Phrases of the person that answer a question. They take precedence over the built-in ones. */
  patterns?: readonly SemanticPattern[];
  /** Additional best practices. They take precedence over the built-in ones. */
  bestPractices?: readonly BestPractice[];
  /** Words that exclude each other, in addition to the built-in table. A prompt that uses both for the same thing leads to a question. */
  opposites?: readonly OppositeRow[];
  /** Rules about tool calls, such as `{ deny: ['Bash(git push:*)'] }`. A rule never allows a dangerous call. */
  approvals?: RulesInput;
  /** Your own resolvers; each replaces the built-in one of that name. */
  resolvers?: Readonly<Partial<Record<ResolverName, Resolver>>>;
  /** Consulted about questions that the resolvers cannot answer, instead of `model`. */
  sentinel?: Sentinel;
  /** Says whether a question asks the same as a similar one that the person answered in the session, instead of `model`. */
  sameQuestion?: SameQuestion;
  /** Reads the prompts of jobs, instead of the rules and `model`. */
  interpreter?: Interpreter;
  /** Consulted where the rules have no answer: a provider's model, or any base URL that speaks OpenAI's protocol. */
  model?: ModelSettings;
  /** The name recorded in the audit trail for answers given in this process. */
  by?: string;
  /**
   * Receives one line for every question settled without the person. The line contains the question and the answer. If your log must not
   * contain them, use the id and the source from the second argument instead.
   */
  log?: Log;
  /** How many questions an asker's token may put to people per minute; 200 by default. Callers without a token are not limited. */
  questionsPerMinute?: number;
  /** The clock, for tests. */
  clock?: Clock;
  /** Resolves paths, instead of the disk. Its `root` replaces `project`. */
  files?: Files;
}

const DB = join('.askonce', 'askonce.db');

/**
 * Opens AskOnce on a store, and creates the store if it does not exist. Any number of processes may open the same store.
 * @example
 * const askonce = await openAskOnce({ db: 'askonce.db', project: '.' });
 * await askonce.close();
 */
export async function openAskOnce(options: OpenOptions = {}): Promise<AskOnce> {
  const { db, store, project, policy, patterns, bestPractices, opposites, model, by, log, ...more } = omitNullish(
    options,
    'options',
  );
  const { questionsPerMinute = QUESTIONS_PER_MINUTE, interpreter, sentinel, sameQuestion, clock = systemClock } = more;
  if (!Number.isSafeInteger(questionsPerMinute) || questionsPerMinute < 1)
    throw invalidArgument('questionsPerMinute', 'a whole number, 1 or more');
  if (db !== undefined && store !== undefined) throw invalidArgument('db', 'left out where a store is given');
  if (project !== undefined && more.files !== undefined)
    throw invalidArgument('project', 'left out where files are given');
  const files = more.files ?? projectFiles(checkText(project ?? process.cwd(), 'project'));
  const defaultPolicy = policyOf(policy ?? 'interactive');
  checkOpposites(opposites ?? []);
  const byRules = {
    input: semanticResolver(patterns),
    preference: preferenceResolver,
    sentinel: ruleSentinel(bestPractices),
  };
  const resolvers = { ...byRules, ...omitNullish(more.resolvers ?? {}, 'resolvers') };
  const name = optionalText(by, 'by', LIMITS.label);
  const tell = log ?? (() => {});
  const byModel = model === undefined ? null : modelInterpreter(model, tell, opposites);
  const opened = store ?? (await openStore(checkText(db ?? DB, 'db'), files.root));
  const identity = projectOf(files.root);
  const projectNumber = await numberOf(opened, identity, files.root);
  const parts = {
    clock,
    resolvers,
    model: sentinel ?? (model === undefined ? null : lazyModelSentinel(model, tell)),
    sameQuestion: sameQuestion ?? (model === undefined ? null : lazyModelSameQuestion(model, tell)),
    promptReader: new PromptReader(() => loadRules(opposites), interpreter ?? byModel, tell),
    log: tell,
    questionsPerMinute,
    rules: rulesFrom(more.approvals),
    guarded: guardedHere(db ?? DB, files.root),
  };
  const engine = new Engine({
    ...parts,
    store: scopedStore(opened, projectNumber),
    project: identity,
    projectNumber,
    files,
    branch: branchReader(files.root),
  });
  await engine.start();
  const only: Confine = async (project) => {
    const isOwn = project === identity;
    const number = isOwn ? projectNumber : await opened.projects.numberOf(project, project);
    const wholeStore = scopedStore(opened, number);
    const there = isOwn ? files : projectFiles(project);
    const confined = new Engine({
      ...parts,
      // The rules of the configuration are those of the project that this process serves.
      rules: isOwn ? parts.rules : [],
      store: oneProject(wholeStore, project),
      wholeStore,
      project,
      projectNumber: number,
      files: there,
      branch: branchReader(there.root),
    });
    return new AskOnce(confined, defaultPolicy, name);
  };
  return new AskOnce(engine, defaultPolicy, name, only);
}

/** Makes an AskOnce on the same store that sees one project only. */
type Confine = (project: string) => Promise<AskOnce>;

/** Returns the project's number in the store. A store that this function cannot use is closed again. */
async function numberOf(store: Store, project: string, folder: string): Promise<number> {
  try {
    return await store.projects.numberOf(project, folder);
  } catch (error) {
    await store.close().catch(() => {});
    throw error;
  }
}

async function loadRules(opposites?: readonly OppositeRow[]): Promise<Rules> {
  const rules = new (await import('./interpret/interpret.ts')).Rules(opposites ?? []);
  return (input) => rules.interpret(input);
}

/** AskOnce on one store. Made by {@link openAskOnce}. */
export class AskOnce {
  /** The questions: list, wait, answer, decline, revoke, cancel. */
  readonly questions: Questions;
  /** What agents may do: decide approvals, list and revoke the rules. */
  readonly approvals: Approvals;
  /** The jobs that runners run: queue, submit, list, cancel. */
  readonly jobs: Jobs;
  /** Workers on other machines, which run jobs through a server. */
  readonly workers: Workers;
  /** What the project's people usually answer. */
  readonly preferences: Preferences;
  /** The audit trail: read it from any point, or listen to it. */
  readonly events: Events;
  /** Network access: tokens, and links that answer one question. */
  readonly access: AccessControl;
  /** HTTP endpoints that receive events, signed as Standard Webhooks specifies. `askonce serve` sends them. */
  readonly webhooks: Webhooks;
  /** Messages that tell people about questions. `askonce serve` sends them. */
  readonly notifications: Notifications;
  /** The files of the project, for questions about a file. */
  readonly files: FileSearch;
  /** The clock that this instance uses. */
  readonly clock: Clock;
  /**
   * What sessions, jobs, keys and preferences belong to: the main folder of the git repository, which all worktrees share; outside a
   * repository, `folder`.
   */
  readonly project: string;
  /** The folder that paths start from. */
  readonly folder: string;
  private readonly engine: Engine;
  private readonly defaultPolicy: Policy;
  private readonly counts: Stats;
  private readonly confine: Confine | null;
  private readonly confined = new Map<string, Promise<AskOnce>>();

  constructor(engine: Engine, defaultPolicy: Policy, by: string | null, confine: Confine | null = null) {
    this.engine = engine;
    this.defaultPolicy = defaultPolicy;
    this.counts = new Stats(engine);
    this.questions = new Questions(engine, by);
    this.approvals = new Approvals(engine, by);
    this.jobs = new Jobs(engine, defaultPolicy, by);
    this.workers = new Workers(engine, defaultPolicy);
    this.preferences = new Preferences(engine);
    this.events = new Events(engine);
    this.access = new AccessControl(engine);
    this.webhooks = new Webhooks(engine);
    this.notifications = new Notifications(engine, {
      links: this.access.links,
      answer: (id, answer, who) => this.questions.answer(id, answer, who),
    });
    this.files = new FileSearch(engine);
    this.clock = engine.clock;
    this.project = engine.project;
    this.folder = engine.files.root;
    this.confine = confine;
  }

  /**
   * Returns an AskOnce on the same store that works in one project and sees nothing of others, for a caller that may not: on every read,
   * stream and change. It is closed with this one.
   * @example
   * const theirs = await askonce.only(askonce.project);
   * const { items } = await theirs.questions.list({ status: 'pending' });
   */
  async only(project: string): Promise<AskOnce> {
    const name = checkText(project, 'project', LIMITS.path);
    if (this.confine === null) {
      if (name === this.project) return this;
      throw invalidArgument('project', `${this.project}, the only project that this instance sees`);
    }
    const known = this.confined.get(name);
    if (known) return known;
    const made = this.confine(name);
    this.confined.set(name, made);
    made.catch(() => this.confined.delete(name));
    return made;
  }

  /**
   * Returns the projects that use the store.
   * @example
   * for (const project of await askonce.projects()) console.log(project);
   */
  projects(): Promise<readonly string[]> {
    return this.engine.store.projects.list();
  }

  /**
   * Returns a conversation, within which a question is never asked twice. Nothing is stored before the first ask.
   * @example
   * const session = askonce.session('checkout-redesign');
   */
  session(id: string = newId('s', this.clock.now()), options: SessionOptions = {}): Session {
    const { policy, asker, agent, language, caller } = omitNullish(options, 'options');
    return new Session(this.engine, checkId(id, 'session'), {
      policy: policy === undefined ? null : policyOf(policy),
      asker: asker === undefined ? null : checkId(asker, 'asker'),
      agent: shownName(agent, 'agent'),
      language: optionalText(language, 'language', LIMITS.id),
      defaultPolicy: this.defaultPolicy,
      caller: caller ?? null,
    });
  }

  /**
   * Asks in the named session, else in the session of the named job, else in a new one. `session` in the result says which.
   * @example
   * const { session, items } = await askonce.ask('Which colour?', { job: 'build-7', wait: false });
   */
  ask(what: string | QuestionInput, options?: AskHere & { idempotencyKey?: never }): Promise<SingleAskResult>;
  ask(what: AskWhat, options?: AskHere): Promise<AskResult>;
  async ask(what: AskWhat, options: AskHere = {}): Promise<AskResult> {
    const { session, language, caller, ...how } = omitNullish(options, 'options');
    const frame = this.frameOf({ session, language, caller });
    return (await askIn(this.engine, frame, what, how)).result;
  }

  /**
   * Asks whether an agent may make a tool call, in the named session, else in the session of the named job, else in a new one.
   * @example
   * const { decision } = await askonce.approve({ tool: 'Bash', input: { command: 'npm test' } }, { session: 'build-7', wait: '10m' });
   */
  async approve(call: CallInput, options: ApproveHere = {}): Promise<Approval> {
    const { session, language, caller, ...how } = omitNullish(options, 'options');
    return approveIn(this.engine, this.frameOf({ session, language, caller }), call, how);
  }

  private frameOf({ session, language, caller }: { [K in 'session' | 'language' | 'caller']: AskHere[K] | undefined }) {
    return {
      session: session === undefined ? null : checkId(session, 'session'),
      policy: null,
      asker: null,
      language: optionalText(language, 'language', LIMITS.id),
      defaultPolicy: this.defaultPolicy,
      caller: caller ?? null,
      files: this.engine.files,
    };
  }

  /**
   * Returns a runner for this project's jobs in this process. Any number of processes may run jobs; each job runs in one at a time.
   * @example
   * const runner = askonce.runner({ executor: async (job, { ask }) => `done: ${job.prompt}` });
   * await runner.start();
   * await runner.stop();
   */
  runner(options: RunnerOptions): Runner {
    const { engine, defaultPolicy } = this;
    const host = engineHost(engine, (prompt, how, worker) => makeJob(engine, defaultPolicy, prompt, how, worker));
    return new Runner(host, options);
  }

  /**
   * Runs a goal to completion, with a PM that plans and workers that carry out the tasks. The PM may ask the person one question; after
   * that it must decide without them. Called again with the same `id`, it resumes where it stopped.
   * @example
   * const { state, result } = await askonce.orchestrate('Write the release notes', {
   *   pm: ({ number }) => (number === 1 ? { status: 'PLAN', tasks: ['List the changes'] } : { status: 'COMPLETE', summary: 'Done.' }),
   *   worker: (task) => `did: ${task}`,
   * });
   */
  async orchestrate(goal: string, options: OrchestrateOptions): Promise<Task> {
    // Loaded on demand: the code that reads a PM's replies takes longer to load than everything else, and most processes never orchestrate.
    const { orchestrate } = await import('./orchestrator/orchestrate.ts');
    const { orchestratorOn } = await import('./orchestrator/engine-host.ts');
    const policy = requestPolicy(this.defaultPolicy);
    return orchestrate(orchestratorOn(this.engine, policy), goal, options, policy);
  }

  /**
   * Returns the answers of one session, or of all, oldest first. With `all`, also questions that were declined, revoked or withdrawn.
   * @example
   * const { items } = await askonce.history({ session: 'checkout-redesign' });
   */
  async history(query: HistoryQuery & { session?: string } = {}): Promise<Page<ClarificationHistoryEntry>> {
    const { session, ...rest } = omitNullish(query, 'query');
    return historyPage(this.engine.store, session === undefined ? undefined : checkId(session, 'session'), rest);
  }

  /**
   * Returns what the project's people have answered or usually answer about a topic, best match first. It never asks anyone.
   * @example
   * await askonce.preferences.set('Which test runner should I use?', 'vitest');
   * const [found] = await askonce.recall('test runner');
   * console.log(found.answer); // 'vitest'
   */
  async recall(about: string, options: RecallOptions = {}): Promise<readonly Recalled[]> {
    return recallIn(this.engine, checkText(about, 'about'), options);
  }

  /**
   * Returns statistics about the questions: per day, how many were put to a person and how many needed none; how long people took to
   * answer; and which questions recur.
   * @example
   * const { days, waits, repeated } = await askonce.stats({ days: 7 });
   */
  async stats(options: StatsOptions = {}): Promise<Insight> {
    return this.counts.of(options);
  }

  /**
   * Deletes whole sessions in which nothing waits and nothing happened for a time, with their jobs, questions, answers and events. What
   * their answers taught stays, as do all preferences. Other processes may go on working; a session that is used meanwhile is left alone.
   * @example
   * const { sessions, questions } = await askonce.prune({ idle: '90d' });
   */
  async prune(options: PruneOptions): Promise<PruneReport> {
    return prune(this.engine, options);
  }

  /**
   * Resolves if the store can be read and written. Otherwise rejects with the reason, such as `store_gone` or `store_full`.
   * @example
   * await askonce.ready();
   */
  ready(): Promise<void> {
    return this.engine.store.ready();
  }

  /**
   * Ends every wait and closes the store. Questions stay in the store.
   * @example
   * await askonce.close();
   */
  async close(): Promise<void> {
    for (const one of await Promise.allSettled(this.confined.values()))
      if (one.status === 'fulfilled') await one.value.close();
    return this.engine.close();
  }
}
