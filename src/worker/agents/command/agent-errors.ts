/** Errors around an agent, worded so that you know which setting to change. */
import { durationWords } from '../../../core/model/duration.ts';
import { AskOnceError } from '../../../core/model/errors.ts';

export function agentTimedOut(limit: 'total' | 'idle', ms: number): AskOnceError {
  const length = durationWords(ms);
  const message =
    limit === 'total'
      ? `The agent ran longer than its limit of ${length} and was stopped. To allow more time, use --run-timeout.`
      : `The agent printed nothing for ${length} and was stopped. To allow more time, use --idle-timeout.`;
  return new AskOnceError('agent_timeout', message, { limit, ms });
}

export function agentPrompted(prompt: string): AskOnceError {
  return new AskOnceError(
    'agent_prompted',
    `The agent is waiting for keyboard input: “${prompt}”. Its stdin is closed, so it would wait forever. ` +
      'Run it in non-interactive mode, or have it print NEEDS_CLARIFICATION: followed by its question.',
    { prompt },
  );
}

const setIt = (flag: string) =>
  `Set the command with ${flag}, for example ${flag} "${flag === '--acp' ? 'gemini --acp' : 'claude -p'}".`;

/** The shell could not find or run the program. `said` is the shell's error line. */
export function agentMissing(command: string, exitCode: 126 | 127, said: string, flag = '--exec'): AskOnceError {
  const program = firstWord(command);
  const message =
    exitCode === 127
      ? `The agent “${program}” was not found. Install it, or give its full path. ${setIt(flag)}`
      : `The agent “${program}” cannot be run (${said}). Make it executable, or use another command. ${setIt(flag)}`;
  return new AskOnceError('agent_missing', message, { command, said });
}

/** The operating system could not start a process. */
export function agentNotStarted(command: string, why: string, cause?: unknown, flag = '--exec'): AskOnceError {
  const message = `The agent “${firstWord(command)}” could not be started: ${why}. ${setIt(flag)}`;
  return new AskOnceError('agent_missing', message, { command }, cause);
}

/** For callers that treat a nonzero exit code as the end of the job. */
export function agentFailed(result: {
  exitCode: number | null;
  signal: string | null;
  errorTail: string;
}): AskOnceError {
  const { exitCode, signal, errorTail } = result;
  const how = exitCode === null ? `was killed by ${signal ?? 'a signal'}` : `exited with code ${exitCode}`;
  const said = errorTail.trimEnd().split('\n').at(-1)!.trim();
  return new AskOnceError('agent_failed', `The agent ${how}${said === '' ? '.' : `: ${said}`}`, {
    exitCode,
    signal,
    errorTail,
  });
}

/** The program of a command line, without quotes and without the variables set before it. */
export function firstWord(command: string): string {
  const rest = command.replace(/^\s*(?:\w+=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+)*/, '');
  const word = /^(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\;|&<>()])+/.exec(rest)?.[0] ?? rest;
  return word.replaceAll(/["'\\]/g, '');
}
