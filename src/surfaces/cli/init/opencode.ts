/** What OpenCode needs in its settings to reach AskOnce: the MCP server. Its own questions and permissions come by `askonce bridge`. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unusable } from '../../../config/field.ts';
import { clientConfig } from '../mcp-config.ts';
import { isLoopback, type Reach, SERVER_NAME } from './claude-code.ts';
import { found } from './files.ts';
import type { WantedEntry } from './merge.ts';
import { type Change, changeOf, type Wish } from './plan.ts';

/** The file that OpenCode reads: in the project, or of the person for all projects. */
export function opencodePlace(project: string | null, env = process.env, home = homedir()): string {
  const folder = project ?? join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');
  const commented = join(folder, 'opencode.jsonc');
  return existsSync(commented) ? commented : join(folder, 'opencode.json');
}

export function plannedOpenCode({ project, server, flags = [], undo }: Wish): Change[] {
  const path = opencodePlace(project);
  mustBePlain(path);
  return [changeOf(path, [serverEntry(server, flags)], undo, 'OpenCode')];
}

/** OpenCode accepts comments, which a change would have to keep. */
function mustBePlain(path: string): void {
  const { text } = found(path);
  if (text === null || text.trim() === '') return;
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const remedy = 'Add the entry that `askonce mcp --print-config opencode` prints by hand. Nothing was changed.';
    throw unusable(path, `is not plain JSON, so \`askonce init\` does not change it. ${remedy}`, error);
  }
}

function serverEntry(reach: Reach, flags: readonly string[]): WantedEntry {
  return {
    id: 'server',
    what: `the MCP server “${SERVER_NAME}”`,
    at: ['mcp'],
    key: SERVER_NAME,
    value: 'http' in reach ? remote(reach.http) : local(reach, flags),
    isLike: () => true,
  };
}

function local({ run }: Extract<Reach, { run: unknown }>, flags: readonly string[]): unknown {
  return JSON.parse(clientConfig('opencode', run, flags).text).mcp[SERVER_NAME];
}

function remote(http: string): object {
  // OpenCode fills in the variable; the token itself would be in every copy of the file.
  const headers = isLoopback(http) ? {} : { headers: { Authorization: 'Bearer {env:ASKONCE_TOKEN}' } };
  return { type: 'remote', url: `${http}/mcp`, ...headers };
}

export const OPENCODE_NEXT: readonly string[] = [
  'A running OpenCode keeps its old settings: start it again.',
  'For its own questions and permissions, start `opencode serve` and, in the same folder, `askonce bridge opencode`.',
  'OpenCode allows most calls without asking. To be asked, add this to opencode.json:',
  '  "permission": { "bash": "ask", "edit": "ask", "webfetch": "ask" }',
];
