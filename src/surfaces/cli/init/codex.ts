/** What Codex needs in its settings to reach AskOnce: the MCP server in config.toml, and a hook in hooks.json. Of one person, for all projects. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unusable } from '../../../config/field.ts';
import { shellQuoted } from '../../terminal/text.ts';
import { clientConfig, type Entry } from '../mcp-config.ts';
import { type Hook, hooksIn } from './claude-code.ts';
import { found } from './files.ts';
import { Unmergeable, type WantedEntry } from './merge.ts';
import { type Change, changeOf } from './plan.ts';
import { recordOf } from './record.ts';
import { type TomlBlock, withoutTable, withTable } from './toml-table.ts';

export interface CodexWish {
  readonly undo: boolean;
  /** How long the hook waits for a person, such as 1m, and the same in seconds. */
  readonly wait: string;
  readonly waitSeconds: number;
  /** Flags for the commands, such as --db. */
  readonly flags: readonly string[];
  readonly program: Entry;
}

/** The files that Codex reads. CODEX_HOME moves them. */
export function codexPlaces(env = process.env, home = homedir()): { readonly config: string; readonly hooks: string } {
  const folder = env.CODEX_HOME || join(home, '.codex');
  return { config: join(folder, 'config.toml'), hooks: join(folder, 'hooks.json') };
}

/** The event that Codex asks its person by. Before every call it would be PreToolUse, which asks for far more. */
export const CODEX_EVENT = 'PermissionRequest';
const SERVER = ['mcp_servers', 'askonce'] as const;

/** A hook that Codex gives up on does not stop a call, so the hook itself must end first. */
const SPARE_SECONDS = 60;

export function plannedCodex(wish: CodexWish): Change[] {
  const { config, hooks } = codexPlaces();
  return [configChange(config, wish), changeOf(hooks, [hookEntry(wish)], wish.undo, 'Codex')];
}

function configChange(path: string, { undo, program, flags }: CodexWish): Change {
  const file = found(path);
  const earlier = recordOf<TomlBlock>(file.path);
  const block = clientConfig('codex', program, flags).text;
  try {
    const result = undo
      ? withoutTable(file.text, SERVER, block, earlier)
      : withTable(file.text, SERVER, block, earlier);
    return { file, after: result.text, record: result.written, kept: result.kept };
  } catch (error) {
    if (!(error instanceof Unmergeable)) throw error;
    const remedy = undo
      ? 'Take out the table [mcp_servers.askonce] by hand.'
      : 'Run `askonce mcp --print-config codex`, and paste what it prints.';
    throw unusable(path, `${error.message}. Nothing was changed. ${remedy}`, error);
  }
}

function hookEntry({ wait, waitSeconds, flags, program: { command, args } }: CodexWish): WantedEntry {
  const line = [command, ...args, 'hook', 'codex', '--wait', wait, ...flags].map(shellQuoted).join(' ');
  const timeout = waitSeconds + SPARE_SECONDS;
  const hook = { type: 'command', command: line, timeout, statusMessage: 'Waiting in AskOnce' };
  return {
    id: `hook ${CODEX_EVENT}`,
    what: `the hook for permissions (${CODEX_EVENT})`,
    at: ['hooks', CODEX_EVENT],
    value: { hooks: [hook] },
    isLike: (value) => hooksIn(value).some(isCodexHook),
  };
}

/** Whether a hook runs AskOnce for Codex. */
export function isCodexHook({ command }: Hook): boolean {
  return typeof command === 'string' && /askonce(?:\.js|\.ts)?["']?\s(?:.*\s)?hook\s+codex(?:\s|$)/s.test(command);
}
