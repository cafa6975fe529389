/** The files that Claude Code reads, and how its settings start AskOnce. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { programFile } from '../../../util/on-path.ts';
import { PACKAGE_FOLDER } from '../../../util/package-folder.ts';
import { type Entry, entryOf } from '../mcp-config.ts';

export interface ClaudePlaces {
  /** The settings that are not shared, where hooks are written. */
  readonly settings: string;
  /** Where MCP servers are named. */
  readonly servers: string;
}

/** Of one person, for all projects. CLAUDE_CONFIG_DIR moves both files. */
export function userPlaces(env = process.env, home = homedir()): ClaudePlaces {
  const folder = env.CLAUDE_CONFIG_DIR || join(home, '.claude');
  const servers = join(env.CLAUDE_CONFIG_DIR || home, '.claude.json');
  const legacy = join(folder, '.config.json');
  const isLegacy = !isFile(servers) && isFile(legacy);
  return { settings: join(folder, 'settings.json'), servers: isLegacy ? legacy : servers };
}

export function projectPlaces(root: string): ClaudePlaces & { readonly shared: string } {
  const folder = join(root, '.claude');
  return {
    settings: join(folder, 'settings.local.json'),
    shared: join(folder, 'settings.json'),
    servers: join(root, '.mcp.json'),
  };
}

/** For a file that others use as well: the same words must work on their machines, wherever possible. */
export function sharedProgram(): Entry {
  return entryOf(PACKAGE_FOLDER, process.execPath);
}

/**
 * For a file of this machine. npx takes a second to start, and a hook runs for each call, so the file is named itself, unless npx keeps it
 * in its cache, where it may be deleted. An `askonce` in PATH is better still: it survives an update of Node.
 */
export function ownProgram(env = process.env, packageFolder = PACKAGE_FOLDER): Entry {
  const script = join(packageFolder, 'bin', 'askonce.js');
  const onPath = process.platform === 'win32' ? null : programFile('askonce', env);
  // npm and npx put these folders into PATH for what they start, and for nothing else.
  const isLasting = onPath !== null && !/[\\/]node_modules[\\/]\.bin[\\/]/.test(onPath);
  if (isLasting && realpathSync(onPath) === realpathSync(script)) return { command: 'askonce', args: [] };
  if (/[\\/]_npx[\\/]/.test(packageFolder)) return { command: 'npx', args: ['-y', 'askonce'] };
  return { command: process.execPath, args: [script] };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
