/** `askonce run`, `askonce resume` and the REPL: run tasks from the command line. */
import { join } from 'node:path';
import { answerAcp } from '../../adapters/acp/answer.ts';
import { answerCodex } from '../../adapters/codex/answer.ts';
import { CODEX } from '../../adapters/codex/hook.ts';
import { libraryAsking } from '../../adapters/library-asking.ts';
import { unknownJob } from '../../core/jobs/decide.ts';
import { AskOnceError } from '../../core/model/errors.ts';
import type { AuditEvent } from '../../core/model/records.ts';
import type { Task } from '../../core/model/task.ts';
import { newId } from '../../util/ids.ts';
import { PACKAGE_FOLDER } from '../../util/package-folder.ts';
import { AdvanceAnswers, advanceAnswer, advanceAnswersFrom } from '../../worker/advance-answers.ts';
import type { AnswerAcp } from '../../worker/agents/acp/answering.ts';
import { acpCommandOf } from '../../worker/agents/acp/command.ts';
import { acpExecutor } from '../../worker/agents/acp/executor.ts';
import { isClaude } from '../../worker/agents/claude/command-line.ts';
import { claudeExecutor } from '../../worker/agents/claude/executor.ts';
import { isCodex } from '../../worker/agents/codex/command-line.ts';
import { codexExecutor } from '../../worker/agents/codex/executor.ts';
import { agentsOnPath } from '../../worker/agents/command/agents-on-path.ts';
import { commandExecutor } from '../../worker/agents/command/executor.ts';
import { planner } from '../../worker/agents/planner/planner.ts';
import type { Executor, LogStream } from '../../worker/executor.ts';
import type { Runner } from '../../worker/runner.ts';
import type { RunnerOptions } from '../../worker/runner-options.ts';
import { untilSettled } from '../../worker/until-settled.ts';
import type { WorkingService } from '../service/service.ts';
import { connectionNotes, isAway } from '../terminal/connection-notes.ts';
import { taskNamed } from '../terminal/id-lookup.ts';
import { EXIT, note, say, sayJson, sayResult } from '../terminal/output.ts';
import { shellQuoted } from '../terminal/text.ts';
import { agentOf, execFor, goOnWith, tasksForOthers } from './agents.ts';
import { questionLines } from './inbox.ts';
import { interruption } from './interruption.ts';
import { Notifier, notifyCommand } from './notify.ts';
import { personOnly } from './person-only.ts';
import { rememberStarted, wasStarted } from './started-commands.ts';
import { type GlobalOptions, type StoreLocation, taskLocation } from './store-location.ts';
import { isThere, withWorking, withWorkingThere } from './with-store.ts';

export interface RunFlags extends GlobalOptions {
  answer?: string[];
  answers?: string;
  session?: string;
  quiet?: boolean;
}

/** Runs one task here. Returns when it has ended or waits for a person. */
export async function run(prompt: string, flags: RunFlags): Promise<number> {
  const location = await taskLocation(flags);
  const answers = answersFrom(flags);
  // The id is known in advance, so that the runner takes this task up again if its agent stops until the answer comes.
  const id = newId('task', Date.now());
  rememberAgent(location, flags);
  return withWorking(location, async (askonce) => {
    const ran = await working(askonce, { location, flags, answers, only: [id] }, async (runner) => {
      const { language } = location.settings;
      const session = flags.session ?? (process.env.ASKONCE_SESSION || undefined);
      await runner.run(prompt, {
        id,
        ...(session === undefined ? {} : { session }),
        ...(language === null ? {} : { language }),
      });
      if (!flags.json) note(`task: ${id}`);
      return settled(askonce, runner, answers, async () => [(await askonce.jobs.get(id))!]);
    });
    return typeof ran === 'number' ? ran : report(ran, flags, location);
  });
}

/** Remembers a typed command, so that it may be started again in this project. The config file is read again each time instead. */
export function rememberAgent({ project }: StoreLocation, { exec }: RunFlags): void {
  const command = exec ?? process.env.ASKONCE_EXEC;
  if (command) rememberStarted(project, command);
}

/** Runs what can run, one task or all of the project, and ends. */
export async function resume(typed: string | undefined, flags: RunFlags): Promise<number> {
  const location = await taskLocation(flags);
  const answers = answersFrom(flags);
  if (typed === undefined && !(await isThere(location))) return report([], flags, location);
  rememberAgent(location, flags);
  return withWorkingThere(location, async (askonce) => {
    const ran =
      typed === undefined
        ? await resumeAll(askonce, { location, flags, answers, only: undefined })
        : await resumeOne(askonce, await taskNamed(askonce, typed), { location, flags, answers });
    return typeof ran === 'number' ? ran : report(ran, flags, location);
  });
}

async function resumeOne(
  askonce: WorkingService,
  id: string,
  work: Omit<Work, 'only'>,
): Promise<readonly Task[] | number> {
  const location = await placeFor(askonce, id, work);
  await askonce.mustBeOwn?.(id);
  return working(askonce, { ...work, location, only: [id] }, (runner) =>
    settled(askonce, runner, work.answers, async () => [(await askonce.jobs.get(id))!]),
  );
}

/** Runs all tasks of the project, agent by agent: first the configured agent, then those that the tasks were started with. */
async function resumeAll(askonce: WorkingService, work: Work): Promise<readonly Task[] | number> {
  const { location, flags, answers } = work;
  const others = await tasksForOthers(askonce, location);
  const agents = new Set(others.map(({ agent }) => agent!).filter((agent) => mayStart(agent, location, flags)));
  const all: Task[] = [];
  for (const place of [location, ...[...agents].map((agent) => withAgent(location, agent))]) {
    const ran = await working(askonce, { ...work, location: place }, (runner) =>
      settled(askonce, runner, answers, async () => {
        await runner.idle();
        const tasks = await Promise.all([...runner.begun].map((one) => askonce.jobs.get(one)));
        return tasks.filter((task) => task !== null);
      }),
    );
    if (typeof ran === 'number') return ran;
    all.push(...ran);
  }
  for (const task of await tasksForOthers(askonce, location))
    if (!agents.has(task.agent!)) note(`${task.id} is for another agent. Resume it with: ${goOnWith(task, location)}`);
  return [...all, ...(await waitingBesides(askonce, location.project, all))];
}

/** Whether a task's own command may be started: none was typed now, and you have started it here before. */
function mayStart(agent: string, { project }: StoreLocation, { exec }: RunFlags): boolean {
  return exec === undefined && wasStarted(project, agent);
}

function withAgent(location: StoreLocation, executor: string): StoreLocation {
  return { ...location, settings: { ...location.settings, executor } };
}

/**
 * The agent that continues a job. Rejects jobs of another folder and jobs that only ask: nothing here would run them, so it would wait
 * forever.
 */
async function placeFor(
  askonce: WorkingService,
  id: string,
  { location, flags }: Pick<Work, 'location' | 'flags'>,
): Promise<StoreLocation> {
  const { project } = location;
  const job = await askonce.jobs.get(id);
  if (!job) throw unknownJob(id);
  if (job.description === '')
    throw new AskOnceError(
      'usage',
      `Job ${id} cannot be resumed here: it is run by another program and only asks through AskOnce.`,
    );
  if (job.folder !== project) {
    const text = `Job ${id} belongs to the folder ${job.folder}. Run this there, or add --project ${shellQuoted(job.folder)}.`;
    throw new AskOnceError('usage', text);
  }
  if (job.agent === null || job.agent === agentOf(location)) return location;
  if (mayStart(job.agent, location, flags)) return withAgent(location, job.agent);
  if (job.state !== 'QUEUED' && job.state !== 'RUNNING') return location;
  const again = goOnWith(job, location);
  throw new AskOnceError('usage', `Job ${id} was started with another agent, ${job.agent}. Resume it with: ${again}`);
}

/** Tasks that wait for a person and could not be run now. */
async function waitingBesides(askonce: WorkingService, project: string, ran: readonly Task[]): Promise<Task[]> {
  const { items } = await askonce.jobs.list({ state: 'AWAITING_RESPONSE', limit: 1000 });
  return items.filter((task) => task.folder === project && !ran.some(({ id }) => id === task.id));
}

async function settled(
  askonce: WorkingService,
  runner: Runner,
  answers: AdvanceAnswers,
  tasks: () => Promise<readonly Task[]>,
) {
  const answer = (id: string, value: string) => askonce.questions.answer(id, value, { surface: 'advance' });
  const all = await untilSettled(askonce.events, tasks, (waiting) => answers.apply(waiting, { answer, runner, note }));
  if (all.some(({ waiting }) => waiting.length > 0))
    for (const key of answers.unused()) note(`The answer for “${key}” was not used: that question was not asked.`);
  return all;
}

interface Work {
  readonly location: StoreLocation;
  readonly flags: RunFlags;
  readonly answers: AdvanceAnswers;
  readonly only: readonly string[] | undefined;
}

/** The tasks that ran; or the exit code if the run was interrupted. */
async function working(
  askonce: WorkingService,
  { location, flags, answers, only }: Work,
  work: (runner: Runner) => Promise<readonly Task[]>,
): Promise<readonly Task[] | number> {
  const onLog = (_job: string, line: string, stream: LogStream) => {
    if (!flags.quiet) note(stream === 'askonce' ? `· ${line}` : `  ${line}`);
  };
  const runner = runnerFor(askonce, location, { onLog, ...(only === undefined ? {} : { only }) });
  const notifier = new Notifier(notifyCommand(flags, location));
  // Reports at once, since other tasks may run for long. A question answered in advance is reported only if that answer is rejected.
  const hear = ({ type, job, clarification }: AuditEvent) => {
    if (type !== 'clarification.requested' || job === null || !runner.begun.has(job)) return;
    notifier.tellOf(askonce, clarification!, (question) => !answers.mayAnswer(question));
  };
  const off = askonce.events.on('*', hear, connectionNotes(note));
  const interrupt = interruption();
  const stopped = new Promise<null>((resolve) => {
    interrupt.signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    await runner.start();
    const tasks = await Promise.race([work(runner), stopped]);
    await runner.stop();
    if (tasks !== null) {
      // Events for questions that an agent asked by its own command may arrive late.
      for (const question of tasks.flatMap(({ waiting }) => waiting)) notifier.tell(question);
      return tasks;
    }
    note(
      `Stopped. Running tasks are saved. Resume them with: ${location.command} resume${execFor(agentOf(location), location, flags.exec)}`,
    );
    return interrupt.exitCode();
  } finally {
    off();
    await runner.stop();
    await notifier.done();
    interrupt.end();
  }
}

/** The runner of this command line, with the configured agent. */
export function runnerFor(
  askonce: WorkingService,
  location: StoreLocation,
  options: Partial<Pick<RunnerOptions, 'executor' | 'agent' | 'onLog' | 'onFault' | 'only' | 'place'>>,
): Runner {
  const { concurrency, timeouts } = location.settings;
  const { onFault = (error) => note(`[askonce] ${error instanceof Error ? error.message : String(error)}`) } = options;
  const isWaiting = (job: string) => runner.running().some((run) => run.waits && run.job.id === job);
  const runner: Runner = askonce.runner({
    agent: agentOf(location),
    concurrency,
    leaseMs: timeouts.lease,
    ...options,
    onFault(error) {
      // A server that is away is reported once, as a lost connection.
      if (location.remote === null || !isAway(error)) onFault(error);
    },
    executor: options.executor ?? executorFor(askonce, location, isWaiting),
  });
  return runner;
}

function executorFor(
  askonce: WorkingService,
  { db, remote, settings }: StoreLocation,
  isWaiting: (job: string) => boolean,
): Executor {
  const { executor, timeouts } = settings;
  if (typeof executor === 'function') return executor;
  if (executor === null) {
    const [found] = agentsOnPath();
    return planner(found ? { found: found.command } : {});
  }
  const { agentEnv: env = {} } = askonce;
  const agent = {
    ...{ command: executor, db: remote === null ? db : '', env },
    ...{ totalMs: timeouts.total, idleMs: timeouts.idle, isWaiting },
  };
  const acp = acpCommandOf(executor);
  if (acp !== null) {
    const asking = libraryAsking(async () => askonce);
    const answer: AnswerAcp = (request, how) => answerAcp(asking, request, how);
    return acpExecutor({ ...agent, command: acp, answer, server: ACP_SERVER });
  }
  if (isClaude(executor)) return claudeExecutor({ ...agent, hook: claudeHook() });
  if (!isCodex(executor)) return commandExecutor(agent);
  const asking = libraryAsking(async () => askonce, { agent: CODEX });
  return codexExecutor({ ...agent, answer: (request, how) => answerCodex(asking, request, how) });
}

/** AskOnce's MCP server for agents that speak ACP: this program. Gemini CLI hides every tool named ask_user. */
const ACP_SERVER = {
  command: process.execPath,
  args: [join(PACKAGE_FOLDER, 'bin', 'askonce.js'), 'mcp', '--ask-tool', 'ask_person'],
};

/** The hook that Claude Code runs for its questions and permissions: this program. It waits a moment for a person who is there. */
function claudeHook(): string {
  return [process.execPath, join(PACKAGE_FOLDER, 'bin', 'askonce.js'), 'hook', 'claude-code', '--defer', '--wait', '5s']
    .map(shellQuoted)
    .join(' ');
}

/** Answers given in advance. An agent may not use them: it would answer its own questions. */
export function answersFrom({ answer = [], answers }: RunFlags): AdvanceAnswers {
  if (answer.length > 0 || answers !== undefined) personOnly('run --answer');
  return new AdvanceAnswers([
    ...answer.map(advanceAnswer),
    ...(answers === undefined ? [] : advanceAnswersFrom(answers)),
  ]);
}

export function report(tasks: readonly Task[], flags: RunFlags, location: StoreLocation): number {
  const exitCode = exitCodeOf(tasks);
  if (flags.json) sayJson(tasks.length === 1 ? tasks[0] : { items: tasks });
  else if (tasks.length === 0) say('Nothing to run.');
  for (const task of tasks) {
    if (task.result !== null && !flags.json) sayResult(tasks.length === 1 ? task.result : `${task.id}: ${task.result}`);
    if (task.error !== null) note(`error: ${task.id}: ${task.error}`);
    if (task.state === 'CANCELLED') note(`${task.id} was cancelled`);
    const again = goOnWith(task, location, flags.exec);
    for (const question of task.waiting) {
      note(`question open: ${question.id} (${task.id}): ${question.question}`);
      if (!flags.json)
        process.stderr.write(
          questionLines(question)
            .map((line) => `${line}\n`)
            .join(''),
        );
      note(`answer it with: ${location.command} answer ${question.id} <answer>, then: ${again}`);
    }
  }
  return exitCode;
}

function exitCodeOf(tasks: readonly Task[]): number {
  if (tasks.some(({ waiting }) => waiting.length > 0)) return EXIT.parked;
  return tasks.some(({ state }) => state === 'ERROR' || state === 'CANCELLED') ? EXIT.error : EXIT.ok;
}
