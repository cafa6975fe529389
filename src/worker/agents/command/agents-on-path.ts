/** Which coding agents this machine has, found by looking through the PATH. Nothing is started. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export interface AgentOnPath {
  readonly name: 'claude' | 'codex' | 'gemini' | 'opencode';
  /** The command that takes a prompt on standard input, does it and ends. */
  readonly command: string;
  /** The executable that was found. */
  readonly file: string;
}

/**
 * Each agent's own way of running without a terminal, with the prompt on standard input. `gemini -p` wants the prompt behind it;
 * without it and without a terminal, Gemini reads standard input.
 */
const AGENT_COMMANDS: Readonly<Record<AgentOnPath['name'], string>> = {
  claude: 'claude -p',
  codex: 'codex exec -',
  gemini: 'gemini',
  opencode: 'opencode run',
};

/**
 * The agents on the PATH, in a fixed order, each as the shell would find it.
 * @example
 * agentsOnPath(); // [{ name: 'claude', command: 'claude -p', file: '/usr/bin/claude' }]
 */
export function agentsOnPath(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): AgentOnPath[] {
  // A relative or empty entry is the working folder: what lies there by chance is no agent of the person's.
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').toLowerCase().split(';') : [''];
  return Object.entries(AGENT_COMMANDS).flatMap(([name, command]) => {
    const files = folders.flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)));
    const file = files.find(isExecutable);
    return file === undefined ? [] : [{ name: name as AgentOnPath['name'], command, file }];
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
