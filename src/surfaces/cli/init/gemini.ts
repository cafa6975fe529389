/** What Gemini CLI needs in its settings to reach AskOnce: the MCP server, with leave to call it. Its permissions need `--acp`. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unusable } from '../../../config/field.ts';
import { clientConfig, type Entry } from '../mcp-config.ts';
import { SERVER_NAME } from './claude-code.ts';
import { found } from './files.ts';
import type { WantedEntry } from './merge.ts';
import { type Change, changeOf, ignoring, type Wish } from './plan.ts';

export interface GeminiWish extends Pick<Wish, 'project' | 'undo' | 'isIgnored'> {
  readonly program: Entry;
  /** Flags for the MCP server, such as --db. */
  readonly flags: readonly string[];
}

/** The settings of a project, or of one person. GEMINI_CLI_HOME moves the latter. */
export function geminiSettings(project: string | null, env = process.env, home = homedir()): string {
  return join(project ?? (env.GEMINI_CLI_HOME || home), '.gemini', 'settings.json');
}

export function plannedGemini({ project, undo, isIgnored, program, flags }: GeminiWish): Change[] {
  const path = geminiSettings(project);
  mustBePlain(path);
  const change = changeOf(path, [serverEntry(program, flags)], undo, 'Gemini CLI');
  return [change, ...(project === null ? [] : ignoring(project, null, { undo, isIgnored }))];
}

function serverEntry(program: Entry, flags: readonly string[]): WantedEntry {
  const printed = JSON.parse(clientConfig('gemini', program, flags).text) as { mcpServers: Record<string, unknown> };
  return {
    id: 'server',
    what: `the MCP server “${SERVER_NAME}”`,
    at: ['mcpServers'],
    key: SERVER_NAME,
    value: printed.mcpServers[SERVER_NAME],
    isLike: () => true,
  };
}

/** Gemini CLI reads comments in this file. AskOnce would lose them. */
function mustBePlain(path: string): void {
  const text = found(path).text?.replace(/^\ufeff/, '') ?? '';
  if (text.trim() === '') return;
  try {
    JSON.parse(text);
  } catch (error) {
    const remedy = 'Nothing was changed. Add the entry by hand: `askonce mcp --print-config gemini` prints it.';
    throw unusable(path, `contains comments, or is not JSON. ${remedy}`, error);
  }
}

export const GEMINI_NEXT: readonly string[] = [
  'Running sessions of Gemini CLI keep their old settings: start them again.',
  'For its permissions, run tasks with: `askonce run "<task>" --acp "gemini --acp"`',
  'Answer on the page of `askonce serve`, or with `askonce inbox`.',
];
