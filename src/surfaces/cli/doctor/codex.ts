/** Looks at Codex, where it is installed or connected: is the server named, does the hook run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { programFile } from '../../../util/on-path.ts';
import { type Hook, hooksIn } from '../init/claude-code.ts';
import { CODEX_EVENT, codexPlaces, isCodexHook } from '../init/codex.ts';
import { shortened } from '../shortened.ts';
import type { StoreLocation } from '../store-location.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { probedHook } from './probe.ts';

const INIT = 'Run `askonce init codex`.';

export async function codexChecks({ project }: StoreLocation): Promise<Check[]> {
  const { config, hooks } = codexPlaces();
  const [settings, hookText] = [textOf(config), textOf(hooks)];
  const program = programFile('codex');
  const own = hookText === null ? [] : codexHooks(hookText);
  const isConnected = (own?.length ?? 1) > 0 || (settings !== null && SERVER.test(settings));
  // Someone who does not use Codex does not want to read about it.
  if (program === null && !isConnected) return [];
  return [versionCheck(program), serverCheck(config, settings), ...(await hookChecks(hooks, own, project))];
}

function versionCheck(file: string | null): Check {
  const install = 'Install Codex, or add its folder to PATH.';
  if (file === null) return warn('codex', 'There is no codex in PATH.', install);
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 15_000 });
  const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0];
  if (version === undefined) return warn('codex', `${file} does not say its version.`, install);
  return ok(
    'codex',
    `Codex ${version} at ${shortened(file)}. AskOnce runs it with \`--exec codex\` and needs no settings for that.`,
  );
}

const SERVER = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*["']?askonce["']?[ \t]*\]/m;

function serverCheck(path: string, text: string | null): Check {
  const file = shortened(path);
  if (text === null || !SERVER.test(text))
    return warn('codex', `${file} names no MCP server askonce, so Codex cannot ask by itself.`, INIT);
  const table = text.slice(text.search(SERVER)).split(/\n[ \t]*\[/)[0]!;
  if (/^[ \t]*default_tools_approval_mode[ \t]*=[ \t]*["']approve["']/m.test(table))
    return ok('codex', `${file} names the MCP server askonce.`);
  return fail(
    'codex',
    `The MCP server of ${file} has no default_tools_approval_mode = "approve", so \`codex exec\` refuses its tools.`,
    'Add that line.',
  );
}

async function hookChecks(path: string, hooks: readonly Hook[] | null, cwd: string): Promise<Check[]> {
  const file = shortened(path);
  if (hooks === null)
    return [fail('codex', `${file} is not plain JSON, so Codex runs no hook of it.`, 'Correct the file.')];
  const [hook] = hooks;
  if (hook === undefined)
    return [warn('codex', `${file} has no hook of AskOnce: permissions do not reach the inbox.`, INIT)];
  const { works, text } = await probedHook(hook, cwd);
  if (!works) return [fail('codex', `${CODEX_EVENT} in ${file}: ${text}.`, `${INIT} It replaces what it wrote.`)];
  return [ok('codex', `${CODEX_EVENT} in ${file}: ${text}. Codex runs it only if you trusted it with /hooks.`)];
}

/** The hooks of AskOnce; null if the file cannot be read. */
function codexHooks(text: string): Hook[] | null {
  try {
    const root: unknown = JSON.parse(text);
    const events: unknown = (root as { hooks?: Record<string, unknown> } | null)?.hooks?.[CODEX_EVENT];
    return Array.isArray(events) ? events.flatMap(hooksIn).filter(isCodexHook) : [];
  } catch {
    return null;
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
