/** Looks at what OpenCode is set to: the MCP server of AskOnce, and whether it asks before it acts. Silent where OpenCode is not used. */
import { readFileSync } from 'node:fs';
import { opencodePlace } from '../init/opencode.ts';
import { shortened } from '../shortened.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { probedServer } from './probe.ts';

const INIT = 'Run `askonce init opencode`.';
const ASK =
  'Add "permission": { "bash": "ask", "edit": "ask" } to the file, and run `askonce bridge opencode` beside `opencode serve`.';

export async function opencodeChecks({ project }: { readonly project: string }): Promise<Check[]> {
  for (const place of [opencodePlace(project), opencodePlace(null)]) {
    const settings = settingsIn(place);
    const entry = settings?.mcp?.askonce;
    if (settings === null || entry === undefined) continue;
    const file = shortened(place);
    const allowsMost = settings.permission === undefined;
    const more = allowsMost ? [warn('opencode', `${file} lets OpenCode make most calls without asking.`, ASK)] : [];
    return [await serverCheck(entry, file, project), ...more];
  }
  return [];
}

interface Settings {
  readonly mcp?: { readonly askonce?: { readonly command?: unknown; readonly url?: unknown } };
  readonly permission?: unknown;
}

/** Null if there is no such file, or it has comments: then nothing is said about it. */
function settingsIn(place: string): Settings | null {
  try {
    return JSON.parse(readFileSync(place, 'utf8')) as Settings | null;
  } catch {
    return null;
  }
}

async function serverCheck(
  { command, url }: NonNullable<NonNullable<Settings['mcp']>['askonce']>,
  file: string,
  cwd: string,
): Promise<Check> {
  if (typeof url === 'string') return ok('opencode', `${file} names ${url}; it was not tried.`);
  if (!Array.isArray(command) || command.length === 0)
    return fail('opencode', `The MCP server of ${file} has no command.`, INIT);
  const [program, ...args] = command;
  const { works, text } = await probedServer({ command: program, args }, cwd);
  const said = `The MCP server of ${file} ${text}.`;
  return works ? ok('opencode', said) : fail('opencode', said, INIT);
}
