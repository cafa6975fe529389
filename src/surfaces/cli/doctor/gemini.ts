/** Looks at the MCP server of AskOnce in the settings of Gemini CLI. Silent where Gemini CLI has none. */
import { readFileSync } from 'node:fs';
import { geminiSettings } from '../init/gemini.ts';
import { shortened } from '../shortened.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { probedServer } from './probe.ts';

const INIT = 'Run `askonce init gemini`.';

interface Settings {
  readonly mcpServers?: {
    readonly askonce?: { readonly command?: unknown; readonly args?: unknown; readonly trust?: unknown };
  };
}

export async function geminiChecks({ project }: { readonly project: string }): Promise<Check[]> {
  for (const place of [geminiSettings(project), geminiSettings(null)]) {
    const entry = settingsIn(place)?.mcpServers?.askonce;
    if (entry === undefined) continue;
    const { command, args = [], trust } = entry;
    const file = shortened(place);
    if (typeof command !== 'string' || !Array.isArray(args))
      return [warn('gemini', `${file} reaches AskOnce in a way that was not tried.`, INIT)];
    const { works, text } = await probedServer({ command, args: args as string[] }, project);
    const said = `The MCP server of ${file} ${text}.`;
    const untrusted = 'Without "trust": true, Gemini CLI offers its tools only to a person at the terminal.';
    const more = trust === true ? [] : [warn('gemini', `${file} does not trust the server. ${untrusted}`, INIT)];
    return [works ? ok('gemini', said) : fail('gemini', said, INIT), ...more];
  }
  return [];
}

/** Null if there is no such file, or it has comments: then nothing is said about it. */
function settingsIn(place: string): Settings | null {
  try {
    return JSON.parse(readFileSync(place, 'utf8')) as Settings | null;
  } catch {
    return null;
  }
}
