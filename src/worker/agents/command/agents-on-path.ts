/** Finds the coding agents installed on this machine by searching the PATH. It starts nothing. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export interface AgentOnPath {
  readonly name: 'claude' | 'codex' | 'gemini' | 'opencode';
  /** A command that reads a prompt from standard input, carries it out and exits. */
  readonly command: string;
  /** The executable that was found. */
  readonly file: string;
}

/**
 * How each agent runs without a terminal, with the prompt on standard input. `gemini -p` expects the prompt as an argument; without `-p`
 * and without a terminal, Gemini reads standard input.
 */
const AGENT_COMMANDS: Readonly<Record<AgentOnPath['name'], string>> = {
  claude: 'claude -p',
  codex: 'codex exec -',
  gemini: 'gemini',
  opencode: 'opencode run',
};

/**
 * The agents on the PATH, in a fixed order, each resolved as the shell would.
 * @example
 * agentsOnPath(); // [{ name: 'claude', command: 'claude -p', file: '/usr/bin/claude' }]
 */
export function agentsOnPath(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): AgentOnPath[] {
  // A relative or empty entry means the working folder. A file that happens to be there is not an installed agent.
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
