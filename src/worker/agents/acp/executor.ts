/**
 * Any agent that speaks the Agent Client Protocol as an executor: `gemini --acp`, `opencode acp`. Its permissions and forms are put to a
 * person, and it gets AskOnce's MCP server for its questions. While a person is asked, the process waits for as long as its worker runs.
 * If the process or the worker ends before the answer, the next run loads the same session where the agent can; otherwise the task begins
 * again with what was asked and answered. A call that was left waiting gets the decision that was made meanwhile.
 */
import { createHash } from 'node:crypto';
import type { McpServer, RequestError } from '@agentclientprotocol/sdk';
import { AskOnceError } from '../../../core/model/errors.ts';
import { withTimeout } from '../../../util/with-timeout.ts';
import type { Executor, RunContext, RunnableJob } from '../../executor.ts';
import { Stopped, Unfinished } from '../../run-end.ts';
import { type Agent, type AgentTurn, autoResolving } from '../auto-resolve-executor.ts';
import type { CommandSettings } from '../command/executor.ts';
import { type CommandResult, type OpenStdin, runCommand } from '../command/run-command.ts';
import type { AcpAnswer, AcpRequest, AnswerAcp } from './answering.ts';
import { Journal } from './journal.ts';
import { JsonLines } from './json-lines.ts';
import { AcpTurn, type RequestSignals, type TurnEnd } from './turn.ts';

export interface AcpSettings extends Omit<CommandSettings, 'promptMs'> {
  /** Puts a request of the agent to a person. */
  readonly answer: AnswerAcp;
  /** How AskOnce's MCP server is started for the agent; null for none. */
  readonly server: { readonly command: string; readonly args: readonly string[] } | null;
}

type Sdk = typeof import('@agentclientprotocol/sdk');

/** The name of AskOnce's MCP server in a session. */
const SERVER_NAME = 'askonce';
/** How long an agent may take to end its turn after it was told to. */
const CANCEL_MS = 2000;
/** How long it may take to exit after its last turn, once its input has ended. Not every agent does. */
const END_MS = 1000;

const GO_ON =
  'The session was interrupted. Continue the task from where it stopped. A call without a result may have been carried out: check that before you repeat it.';
const WAITED =
  'The session was interrupted while a call waited for the person. That call was not carried out. Make exactly the same call again; the person’s decision is kept. Then continue the task.';
const AGAIN =
  'This task was begun before and interrupted. Parts of it may be done: check that before you repeat them. If a call waited for the person, make exactly the same call again; the decision is kept.';

/**
 * Creates an executor that runs an agent over ACP. It needs the package @agentclientprotocol/sdk.
 * @example
 * const executor = acpExecutor({ command: 'gemini --acp', db: '.askonce/askonce.db', answer, server: null });
 */
export function acpExecutor(settings: AcpSettings): Executor {
  return async (job, context) => {
    const conversation = new Conversation(settings, job, context, await loadSdk());
    const agent: Agent = (prompt, _job, _context, { resolvedPrompt }) =>
      conversation.turn(prompt, resolvedPrompt.slice(job.prompt.length).trim());
    return autoResolving(agent)(job, context) as Promise<string>;
  };
}

/** An optional peer dependency: you do not need it for other agents. */
async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@agentclientprotocol/sdk');
  } catch (error) {
    const text =
      'Agents that speak ACP need the package @agentclientprotocol/sdk. Run: npm install @agentclientprotocol/sdk';
    throw new AskOnceError('agent_missing', text, {}, error);
  }
}

/** One conversation with an agent, which several processes have one after the other. */
class Conversation {
  private readonly settings: AcpSettings;
  private readonly job: RunnableJob;
  private readonly context: RunContext;
  private readonly sdk: Sdk;
  private readonly journal: Journal;

  constructor(settings: AcpSettings, job: RunnableJob, context: RunContext, sdk: Sdk) {
    this.settings = settings;
    this.job = job;
    this.context = context;
    this.sdk = sdk;
    this.journal = new Journal(context.once, job.run);
  }

  /**
   * Runs the agent until it has nothing more to do.
   * @param task What it is told if it does not know the task.
   * @param more What it is told if it asked in its last message; empty if it did not.
   */
  async turn(task: string, more: string): Promise<AgentTurn> {
    const earlier = await this.journal.session();
    const { end, ran } = await this.run(earlier, (loaded) => this.prompt(earlier, loaded, task, more));
    if (end === null) throw endedEarly(this.settings.command, ran);
    return { output: end.text, exitCode: end.kind === 'done' ? 0 : 1, complaint: end.text };
  }

  private async prompt(earlier: string | null, loaded: boolean, task: string, more: string): Promise<string> {
    if (loaded) return more !== '' ? more : (await this.journal.hasOpen()) ? WAITED : GO_ON;
    if (earlier === null) return task;
    return [AGAIN, ...(await this.journal.records()), task].join('\n\n');
  }

  private async run(
    earlier: string | null,
    prompt: (loaded: boolean) => Promise<string>,
  ): Promise<{ end: TurnEnd | null; ran: CommandResult }> {
    const { command, flag = '--acp', totalMs = null, idleMs = null, isWaiting } = this.settings;
    const { job, context } = this;
    let lines: JsonLines | null = null;
    let turn: AcpTurn | null = null;
    let end: TurnEnd | null = null;
    let ending: NodeJS.Timeout | undefined;
    const ended = Promise.withResolvers<void>();
    const speak = (stdin: OpenStdin) => {
      lines = new JsonLines(stdin.write, (line) => context.log(line, 'stdout'));
      turn = this.turnOn(stdin, lines, earlier, prompt);
      turn.run().then(
        (came) => {
          end = came;
          ended.resolve();
          stdin.end();
          ending = setTimeout(() => stdin.fail(DONE), END_MS);
        },
        // A process that has ended says by its exit what happened.
        (error: unknown) => error === GONE || stdin.fail(this.readable(error)),
      );
    };
    const stop = this.stopping(() => turn, ended.promise);
    try {
      const ran = await runCommand({
        command,
        flag,
        prompt: speak,
        cwd: job.folder,
        env: this.env(),
        signal: stop.signal,
        onLine: (line, from) => {
          if (from === 'stderr') context.log(line, 'stderr');
        },
        onOutput: (text) => lines?.push(text),
        totalMs,
        idleMs,
        promptMs: 60_000,
        interactivePrompt: () => null,
        isWaiting: () => isWaiting?.(job.id) ?? false,
      });
      return { end, ran };
    } catch (error) {
      if (error !== DONE) throw error;
      return { end, ran: { exitCode: 0, signal: null, output: '', errorTail: '' } };
    } finally {
      clearTimeout(ending);
      stop.end();
      (turn as AcpTurn | null)?.close(GONE);
    }
  }

  /** A job that is cancelled lets its agent end the turn itself, for a moment. Any other stop comes at once: the agent goes on later. */
  private stopping(turn: () => AcpTurn | null, ended: Promise<void>) {
    const { signal } = this.context;
    const stop = new AbortController();
    const onAbort = async () => {
      const running = turn();
      if (running !== null && Stopped.by(signal) === 'cancelled') {
        await running.cancel().catch(() => {});
        await withTimeout(CANCEL_MS, ended);
      }
      stop.abort(signal.reason);
    };
    const abort = () => void onAbort();
    if (signal.aborted) stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return { signal: stop.signal, end: () => signal.removeEventListener('abort', abort) };
  }

  private turnOn(
    stdin: OpenStdin,
    lines: JsonLines,
    earlier: string | null,
    prompt: (loaded: boolean) => Promise<string>,
  ): AcpTurn {
    return new AcpTurn({
      sdk: this.sdk,
      lines,
      folder: this.job.folder,
      mcpServers: this.servers(),
      earlier,
      began: (session) => this.journal.began(session),
      prompt,
      answer: (request, key, signals) => this.answer(request, key, signals),
      log: (line) => this.context.log(line, 'stdout'),
      fail: (error) => stdin.fail(error),
    });
  }

  private async answer(request: AcpRequest, key: string, { signal, isDropped }: RequestSignals): Promise<AcpAnswer> {
    const { id: job, session, run } = this.job;
    // Agents may count their calls from the start in each process, so the run is part of the name.
    const name = createHash('sha256').update(`${run} ${key}`).digest('hex').slice(0, 40);
    const call = await this.journal.call(`acp.${name}`, request);
    const ends = AbortSignal.any([signal, this.context.signal]);
    const answered = await this.settings.answer(request, { job, session, callId: call.id, signal: ends, isDropped });
    ends.throwIfAborted();
    await call.told(answered.record);
    return answered;
  }

  private env(): Record<string, string> {
    const { folder, session, id } = this.job;
    const { db, env } = this.settings;
    return { ASKONCE_DB: db, ASKONCE_PROJECT: folder, ASKONCE_SESSION: session, ASKONCE_JOB: id, ...env };
  }

  /** Some agents start a server with only the variables that are named here. */
  private servers(): McpServer[] {
    const { server } = this.settings;
    if (server === null) return [];
    const env = Object.entries(this.env()).map(([name, value]) => ({ name, value }));
    return [{ name: SERVER_NAME, command: server.command, args: [...server.args], env }];
  }

  /** The agent refused what AskOnce wanted of it. */
  private readable(error: unknown): unknown {
    if (!(error instanceof this.sdk.RequestError)) return error;
    return new AskOnceError('agent_failed', `The agent refused to work: ${refusal(error)}`, {}, error);
  }
}

const GONE = new Error('The agent has ended.');
const DONE = new Error('The agent has ended its turn.');

/** JSON-RPC's code for a request that needs a login. */
const AUTH_REQUIRED = -32000;

function refusal({ code, message, data }: RequestError): string {
  const details: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'details') : undefined;
  const why = typeof details === 'string' ? details : message;
  return code === AUTH_REQUIRED ? `${why}. Start it by hand and log in.` : why;
}

/** It ended without a result: it was killed, and then it goes on; or it could not do its work. */
function endedEarly(command: string, { exitCode, signal, errorTail }: CommandResult): Error {
  // A shell in between reports a signal as 128 plus its number.
  if (exitCode === null || exitCode > 128)
    return new Unfinished(`its agent was killed (${signal ?? `exit code ${exitCode}`})`, { lost: true });
  const said = errorTail.trim().slice(-500);
  const why = said === '' ? 'it did not end its turn. Check that this command speaks ACP.' : said;
  return new AskOnceError('agent_failed', `${command} exited with code ${exitCode}: ${why}`, { exitCode });
}
