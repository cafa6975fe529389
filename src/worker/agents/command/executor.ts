/** Any agent on the command line as an executor: `claude -p`, `codex exec -`, a script. */

import type { Executor, RunContext, RunnableJob } from '../../executor.ts';
import { type AgentTurn, autoResolving } from '../auto-resolve-executor.ts';
import { interactivePrompt } from '../output/interactive-prompt.ts';
import { runCommand } from './run-command.ts';

export interface CommandSettings {
  /** As it would be typed at a shell. */
  readonly command: string;
  /** Where it was set, for what is said where it cannot be run; `--exec` by default. */
  readonly flag?: string;
  /** The store, so that the agent and its sub-agents find it. */
  readonly db: string;
  /** How long it may run, and how long it may be silent; null or absent: as long as it likes. */
  readonly totalMs?: number | null;
  readonly idleMs?: number | null;
  /** How long an agent that shows a prompt for typing may be silent. */
  readonly promptMs?: number;
  /** Whether a job waits for a person: then no clock runs against it. */
  readonly isWaiting?: (job: string) => boolean;
}

/**
 * An executor that runs a command, and puts the questions it prints through the engine.
 * @example
 * const executor = commandExecutor({ command: 'claude -p', db: '.askonce/askonce.db' });
 */
export function commandExecutor(settings: CommandSettings): Executor {
  return autoResolving(commandAgent(settings));
}

/** One turn of a command: the prompt in, what it printed out. */
export function commandAgent(
  settings: CommandSettings,
): (prompt: string, job: RunnableJob, context: RunContext) => Promise<AgentTurn> {
  const { command, flag, db, totalMs = null, idleMs = null, promptMs = 3_000, isWaiting } = settings;
  return async (prompt, job, context) => {
    const { output, errorTail, exitCode } = await runCommand({
      command,
      flag,
      prompt,
      cwd: job.project,
      env: { ASKONCE_DB: db, ASKONCE_SESSION: job.session, ASKONCE_JOB: job.id },
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
