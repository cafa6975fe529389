/**
 * Claude Code as an executor. Its questions and permissions come to AskOnce by hooks. If no answer comes soon, the hook defers the call:
 * Claude Code saves its conversation and ends, and the job waits without a process. With the answer the conversation is resumed. A job that
 * was killed at any moment continues the same conversation.
 */
import { AskOnceError } from '../../../core/model/errors.ts';
import { shellQuoted } from '../../../util/shell.ts';
import type { Executor, RunContext, RunnableJob } from '../../executor.ts';
import { Unfinished } from '../../run-end.ts';
import { type Agent, type AgentTurn, autoResolving } from '../auto-resolve-executor.ts';
import type { CommandSettings } from '../command/executor.ts';
import { type CommandResult, runCommand } from '../command/run-command.ts';
import { checkClaude, claudeCommand, type Turn } from './command-line.ts';
import { Journal } from './journal.ts';
import { type ClaudeEnd, ClaudeStream } from './stream.ts';

export interface ClaudeSettings extends Omit<CommandSettings, 'promptMs'> {
  /** The command that answers its hooks, for a shell: `askonce hook claude-code --defer …`. */
  readonly hook: string;
}

/** How often in a row the same call may be deferred. Only a hook that waits for nothing gets there. */
const MAX_DEFERRED = 10;

const GO_ON =
  'The session was interrupted. Continue the task from where it stopped, and do not repeat what is already done.';

/**
 * Creates an executor that runs Claude Code.
 * @example
 * const hook = 'askonce hook claude-code --defer --wait 5s';
 * const executor = claudeExecutor({ command: 'claude', hook, db: '.askonce/askonce.db' });
 */
export function claudeExecutor(settings: ClaudeSettings): Executor {
  checkClaude(settings.command, settings.flag);
  return async (job, context) => {
    const journal = new Journal(context.once, job.run);
    const { id, isNew } = await journal.conversation();
    const conversation = new Conversation(settings, job, context, journal, id);
    // The first turn of a later run finds out how far the runs before it came.
    let how: Turn['how'] = isNew ? 'start' : 'deferred';
    const agent: Agent = async (prompt, _job, _context, { resolvedPrompt }) => {
      const more = resolvedPrompt.slice(job.prompt.length).trim();
      const turn = await conversation.turn(how, prompt, more === '' ? GO_ON : more);
      // It asked in its last message, and the next turn brings it the answer.
      how = 'continue';
      return turn;
    };
    return autoResolving(agent)(job, context) as Promise<string>;
  };
}

/** One conversation with Claude Code, which several processes have one after the other. */
class Conversation {
  private readonly settings: ClaudeSettings;
  private readonly job: RunnableJob;
  private readonly context: RunContext;
  private readonly journal: Journal;
  private readonly id: string;

  constructor(settings: ClaudeSettings, job: RunnableJob, context: RunContext, journal: Journal, id: string) {
    this.settings = settings;
    this.job = job;
    this.context = context;
    this.journal = journal;
    this.id = id;
  }

  /**
   * Runs Claude Code until it has nothing more to do or waits for a person.
   * @param task What it is told if the conversation is new.
   * @param more What it is told if it is not, and no call is deferred.
   */
  async turn(how: Turn['how'], task: string, more: string): Promise<AgentTurn> {
    const { end, ran } = await this.run(how, { start: task, deferred: '', continue: more }[how]);
    const says = (text: string) => end?.kind !== 'done' && ran.errorTail.includes(text);
    // Claude Code refuses these before it has done anything. There is no cycle: a conversation that is there stays there.
    if (how === 'deferred' && says('No deferred tool marker')) return this.turn('continue', task, more);
    if (how !== 'start' && says('No conversation found')) return this.turn('start', task, more);
    if (end?.kind === 'deferred') return this.wait(end);
    if (end === null) throw endedEarly(ran);
    return { output: end.text, exitCode: end.kind === 'done' ? 0 : ran.exitCode || 1, complaint: end.text };
  }

  private async run(how: Turn['how'], prompt: string): Promise<{ end: ClaudeEnd | null; ran: CommandResult }> {
    const { command, flag, db, env, totalMs = null, idleMs = null, isWaiting } = this.settings;
    const { job, context } = this;
    const stream = new ClaudeStream((line) => context.log(line, 'stdout'));
    const ran = await runCommand({
      command: claudeCommand(command, await this.hook(how), { how, id: this.id }),
      flag,
      prompt,
      cwd: job.folder,
      env: {
        ...{ ASKONCE_DB: db, ASKONCE_PROJECT: job.folder, ASKONCE_SESSION: job.session, ASKONCE_JOB: job.id },
        ...env,
        // Hooks of your own settings that run AskOnce stay silent: they would wait beside those handed in here, and not defer.
        ASKONCE_OWN_HOOKS: '1',
      },
      signal: context.signal,
      onLine: (line, from) => {
        if (from === 'stderr') context.log(line, 'stderr');
      },
      onOutput: (text) => stream.push(text),
      totalMs,
      idleMs,
      promptMs: 60_000,
      interactivePrompt: () => null,
      isWaiting: () => isWaiting?.(job.id) ?? false,
    });
    return { end: stream.finish(), ran };
  }

  /** Claude Code carries out a deferred call anew each time. The hook is told if that may be the second time. */
  private async hook(how: Turn['how']): Promise<string> {
    const { hook } = this.settings;
    const call = how === 'deferred' ? await this.journal.takeUp() : null;
    return call?.interrupted ? `${hook} --interrupted ${shellQuoted(call.call)}` : hook;
  }

  /** The job waits for the answer to a call. If the answer is already there, the job goes on at once. */
  private async wait({ call, tool }: ClaudeEnd & { kind: 'deferred' }): Promise<never> {
    const times = await this.journal.defer(call, MAX_DEFERRED);
    if (times < MAX_DEFERRED) throw new Unfinished('its question is open', { lost: false });
    const fault = `Claude Code deferred the same call of ${tool} ${times} times. Its hook gets no answer.`;
    throw new AskOnceError('agent_loops', fault, { call });
  }
}

/** It ended without a result: it was killed, and then it goes on; or it could not do its work. */
function endedEarly({ exitCode, signal, errorTail }: CommandResult): Error {
  // A shell in between reports a signal as 128 plus its number.
  if (exitCode === null || exitCode > 128)
    return new Unfinished(`its agent was killed (${signal ?? `exit code ${exitCode}`})`, { lost: true });
  const said = errorTail.trim().slice(-500);
  const why = said === '' ? 'it printed no result. Run it by hand to see why.' : said;
  return new AskOnceError('agent_failed', `Claude Code exited with code ${exitCode}: ${why}`, { exitCode });
}
