/** How an agent that speaks ACP is written where an executor is named: `acp:gemini --acp`. Pure. */

const PREFIX = 'acp:';

export const acpExecutorFor = (command: string): string => `${PREFIX}${command}`;

/** The command of an executor that speaks ACP; null for any other. */
export function acpCommandOf(executor: string): string | null {
  const command = executor.startsWith(PREFIX) ? executor.slice(PREFIX.length).trim() : '';
  return command === '' ? null : command;
}
