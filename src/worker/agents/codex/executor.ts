/**
 * Codex as an executor, over its app server. Its approvals, questions and forms are put to a person. While a person is asked, the process
 * waits for as long as its worker runs. If the process or the worker ends before the answer, the next run resumes the same thread, and a
 * call that was left waiting gets the decision that was made meanwhile.
 */
import { AskOnceError } from '../../../core/model/errors.ts';
import type { Executor, RunContext, RunnableJob } from '../../executor.ts';
import { Unfinished } from '../../run-end.ts';
import { type Agent, type AgentTurn, autoResolving } from '../auto-resolve-executor.ts';
import type { CommandSettings } from '../command/executor.ts';
import { type CommandResult, type OpenStdin, runCommand } from '../command/run-command.ts';
import type { AnswerCodex, Request } from './answering.ts';
import { checkCodex, codexCommand } from './command-line.ts';
import { Journal } from './journal.ts';
import { Refused } from './json-rpc.ts';
import { type Answered, CodexTurn, DROPPED, type TurnEnd } from './turn.ts';

export interface CodexSettings extends Omit<CommandSettings, 'promptMs'> {
  /** Puts a request of Codex to a person. */
  readonly answer: AnswerCodex;
}

const GO_ON =
  'The session was interrupted. Continue the task from where it stopped. A call without a result may have been carried out: check that before you repeat it.';
const WAITED =
  'The session was interrupted while a call waited for the person. That call was not carried out. Make exactly the same call again; the person’s decision is kept. Then continue the task.';

/**
 * Creates an executor that runs Codex.
 * @example
 * const executor = codexExecutor({ command: 'codex', db: '.askonce/askonce.db', answer: async () => ({ result: null }) });
 */
export function codexExecutor(settings: CodexSettings): Executor {
  checkCodex(settings.command, settings.flag);
  return async (job, context) => {
    const conversation = new Conversation(settings, job, context);
    const agent: Agent = (prompt, _job, _context, { resolvedPrompt }) =>
      conversation.turn(prompt, resolvedPrompt.slice(job.prompt.length).trim());
    return autoResolving(agent)(job, context) as Promise<string>;
  };
}

/** One thread of Codex, which several processes continue one after the other. */
class Conversation {
  private readonly settings: CodexSettings;
  private readonly job: RunnableJob;
  private readonly context: RunContext;
  private readonly journal: Journal;

  constructor(settings: CodexSettings, job: RunnableJob, context: RunContext) {
    this.settings = settings;
    this.job = job;
    this.context = context;
    this.journal = new Journal(context.once, job.run);
  }

  /**
   * Runs Codex until it has nothing more to do.
   * @param task What it is told if the thread is new.
   * @param more What it is told if it asked in its last message; empty if it did not.
   */
  async turn(task: string, more: string): Promise<AgentTurn> {
    const { end, ran } = await this.run(task, more);
    if (end === null) throw endedEarly(ran);
    return { output: end.text, exitCode: end.kind === 'done' ? 0 : 1, complaint: end.text };
  }

  private async run(task: string, more: string): Promise<{ end: TurnEnd | null; ran: CommandResult }> {
    const { command, flag, db, env, totalMs = null, idleMs = null, isWaiting } = this.settings;
    const { job, context } = this;
    let turn: CodexTurn | null = null;
    let end: TurnEnd | null = null;
    const speak = (stdin: OpenStdin) => {
      turn = this.turnOn(stdin, task, more);
      turn.run().then(
        (came) => {
          end = came;
          stdin.end();
        },
        // A process that has ended says by its exit what happened.
        (error: unknown) => error === GONE || stdin.fail(readable(error)),
      );
    };
    try {
      const ran = await runCommand({
        command: codexCommand(command),
        flag,
        prompt: speak,
        cwd: job.folder,
        env: {
          ...{ ASKONCE_DB: db, ASKONCE_PROJECT: job.folder, ASKONCE_SESSION: job.session, ASKONCE_JOB: job.id },
          ...env,
          // Hooks of AskOnce in your own settings leave to the app server what it asks here.
          ASKONCE_ANSWERS: 'codex',
        },
        signal: context.signal,
        onLine: (line, from) => {
          if (from === 'stderr') context.log(line, 'stderr');
        },
        onOutput: (text) => turn?.rpc.push(text),
        totalMs,
        idleMs,
        promptMs: 60_000,
        interactivePrompt: () => null,
        isWaiting: () => isWaiting?.(job.id) ?? false,
      });
      return { end, ran };
    } finally {
      (turn as CodexTurn | null)?.close(GONE);
    }
  }

  private turnOn(stdin: OpenStdin, task: string, more: string): CodexTurn {
    return new CodexTurn({
      write: stdin.write,
      folder: this.job.folder,
      thread: (lost, start) => this.journal.thread(lost + 1, start),
      prompt: async (isNew) => {
        if (isNew) return task;
        return more !== '' ? more : (await this.journal.hasOpen()) ? WAITED : GO_ON;
      },
      answer: (request, key, signal) => this.answer(request, key, signal),
      log: (line) => this.context.log(line, 'stdout'),
      fail: (error) => stdin.fail(error),
    });
  }

  private async answer(request: Request, key: string, signal: AbortSignal): Promise<Answered> {
    const { id: job, session } = this.job;
    const call = await this.journal.call(`codex.${key}`, request);
    const ends = AbortSignal.any([signal, this.context.signal]);
    const isDropped = () => signal.reason === DROPPED;
    const answered = await this.settings.answer(request, { job, session, callId: call.id, signal: ends, isDropped });
    ends.throwIfAborted();
    await call.told();
    return answered;
  }
}

const GONE = new Error('Codex has ended.');

/** Codex refused what AskOnce wanted of it. */
function readable(error: unknown): unknown {
  return error instanceof Refused ? new AskOnceError('agent_failed', `Codex refused to work: ${error.message}`) : error;
}

/** It ended without a result: it was killed, and then it goes on; or it could not do its work. */
function endedEarly({ exitCode, signal, errorTail }: CommandResult): Error {
  // A shell in between reports a signal as 128 plus its number.
  if (exitCode === null || exitCode > 128)
    return new Unfinished(`its agent was killed (${signal ?? `exit code ${exitCode}`})`, { lost: true });
  const said = errorTail.trim().slice(-500);
  const why = said === '' ? 'it printed nothing. Run `codex app-server` by hand to see why.' : said;
  return new AskOnceError('agent_failed', `Codex exited with code ${exitCode}: ${why}`, { exitCode });
}
