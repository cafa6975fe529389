/** Any agent on the command line as an executor: `claude -p`, `codex exec -`, a script. */

import type { Executor, RunContext, RunnableJob } from '../../executor.ts';
import { type AgentTurn, autoResolving } from '../auto-resolve-executor.ts';
import { interactivePrompt } from '../output/interactive-prompt.ts';
import { runCommand } from './run-command.ts';

export interface CommandSettings {
  /** As you would type it in a shell. */
  readonly command: string;
  /** Where the command was set, for error messages; `--exec` by default. */
  readonly flag?: string;
  /** The store's address, passed on so that the agent and its sub-agents use the same store. */
  readonly db: string;
  /** Further variables of the agent. They replace those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may run, and how long it may be silent; no limit if null or absent. */
  readonly totalMs?: number | null;
  readonly idleMs?: number | null;
  /** How long an agent may be silent after it shows an interactive prompt. */
  readonly promptMs?: number;
  /** Whether a job is waiting for a person. No timeout runs during that time. */
  readonly isWaiting?: (job: string) => boolean;
}

/**
 * Creates an executor that runs a command and passes the questions it prints through the engine.
 * @example
 * const executor = commandExecutor({ command: 'claude -p', db: '.askonce/askonce.db' });
 */
export function commandExecutor(settings: CommandSettings): Executor {
  return autoResolving(commandAgent(settings));
}

/** One turn of a command: takes the prompt, returns what it printed. */
export function commandAgent(
  settings: CommandSettings,
): (prompt: string, job: RunnableJob, context: RunContext) => Promise<AgentTurn> {
  const { command, flag, db, env, totalMs = null, idleMs = null, promptMs = 3_000, isWaiting } = settings;
  return async (prompt, job, context) => {
    const { output, errorTail, exitCode } = await runCommand({
      command,
      flag,
      prompt,
      cwd: job.folder,
      env: {
        ...{ ASKONCE_DB: db, ASKONCE_PROJECT: job.folder, ASKONCE_SESSION: job.session, ASKONCE_JOB: job.id },
        ...env,
      },
      signal: context.signal,
      onLine: (line, stream) => context.log(line, stream),
      totalMs,
      idleMs,
      promptMs,
      interactivePrompt,
      isWaiting: () => isWaiting?.(job.id) ?? false,
    });
    return { output, exitCode, complaint: errorTail };
  };
}
