/** Looks at Claude Code: is it there, is it connected, does what it would start work. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { programFile } from '../../../util/on-path.ts';
import { shellQuoted } from '../../terminal/text.ts';
import { type HookEvent, isSameHook } from '../init/claude-code.ts';
import { shortened } from '../shortened.ts';
import type { StoreLocation } from '../store-location.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { type ClaudeSettings, claudeSettings, type FoundHook } from './claude-settings.ts';
import { probedHook, probedServer } from './probe.ts';

const INIT = 'Run `askonce init claude-code`.';
/** Hooks that block on failure, and hooks with arguments, came in this release. */
const MIN_VERSION = [2, 1];

export async function claudeChecks({ project, settings: { executor } }: StoreLocation): Promise<Check[]> {
  const settings = claudeSettings(project);
  const hooks = await hookChecks(settings, project);
  const server = await serverCheck(settings, project);
  const prompt = promptTool(settings, project, executor);
  return [
    versionCheck(),
    ...settings.unreadable.map(({ file, why }) =>
      fail('settings', `Claude ignores ${shortened(file)}, which is not plain JSON: ${why}`, 'Correct the file.'),
    ),
    ...hooks.checks,
    server.check,
    ...modeChecks(settings),
    ...raceChecks(settings, prompt),
    ...trackedChecks(settings),
    ...results(settings, hooks.working, server.works, prompt),
  ];
}

/** Whether what an agent asks arrives, and if not, why. */
function results(
  { hooks, allOff }: ClaudeSettings,
  working: readonly FoundHook[],
  serverWorks: boolean,
  prompt: string | null,
): Check[] {
  const reach = (what: string, event: HookEvent, tool: string | null): Check => {
    const own = hooks.filter((one) => one.event === event);
    const hookWorks = allOff === null && own.some(({ hook }) => working.some((one) => isSameHook(one.hook, hook)));
    const ways = [...(hookWorks ? [`the hook ${event}`] : []), ...(serverWorks && tool !== null ? [tool] : [])];
    if (ways.length > 0)
      return ok('result', `A ${what} of Claude Code reaches the inbox: by ${ways.join(', and by ')}.`);
    const why =
      own.length === 0 ? `there is no hook ${event}` : allOff === null ? `its hook ${event} fails` : 'hooks are off';
    return fail(
      'result',
      `A ${what} of Claude Code does not reach the inbox: ${why}.`,
      own.length === 0 ? INIT : undefined,
    );
  };
  return [
    reach('question', 'PreToolUse', 'the tool ask_user'),
    reach('permission', 'PermissionRequest', prompt === null ? null : 'the prompt tool'),
  ];
}

function raceChecks({ hooks }: ClaudeSettings, prompt: string | null): Check[] {
  if (prompt === null || !hooks.some(({ event }) => event === 'PermissionRequest')) return [];
  const text = `Both a hook and the prompt tool answer permissions (${prompt}). They race, and the quicker one wins.`;
  return [fail('race', text, 'Use one: `askonce init claude-code`, or the same with `--prompt-tool`.')];
}

function trackedChecks({ tracked }: ClaudeSettings): Check[] {
  if (tracked === null) return [];
  const file = shortened(tracked);
  return [warn('git', `Git tracks ${file}, which is for you alone.`, `Run git rm --cached ${shellQuoted(file)}`)];
}

function versionCheck(): Check {
  const file = programFile('claude');
  const install = 'Install Claude Code, or add its folder to PATH.';
  if (file === null) return warn('claude', 'There is no claude in PATH.', install);
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 15_000 });
  const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0];
  if (version === undefined) return warn('claude', `${file} does not say its version.`, install);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < MIN_VERSION[0]! || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]!);
  if (!isOld) return ok('claude', `Claude Code ${version} at ${shortened(file)}.`);
  return fail('claude', `Claude Code ${version} is too old for these hooks.`, 'Run claude update.');
}

async function hookChecks(
  { hooks, allOff }: ClaudeSettings,
  cwd: string,
): Promise<{ checks: Check[]; working: readonly FoundHook[] }> {
  if (hooks.length === 0) return { checks: [warn('hooks', 'Claude has no hook of AskOnce.', INIT)], working: [] };
  const checks: Check[] = [];
  const working: FoundHook[] = [];
  const distinct = hooks.filter((one, at) => hooks.findIndex(({ hook }) => isSameHook(hook, one.hook)) === at);
  // One after the other: two at once would each look slower than they are.
  for (const found of distinct) {
    const events = hooks.filter(({ hook }) => isSameHook(hook, found.hook)).map(({ event }) => event);
    const named = `${[...new Set(events)].join(', ')} in ${shortened(found.file)}`;
    const missing = missingFile(found.hook.command, found.hook.args);
    const { works, text } = missing === null ? await probedHook(found.hook, cwd) : { works: false, text: missing };
    if (works) working.push(found);
    checks.push(
      works
        ? ok('hooks', `${named}: ${text}.`)
        : fail('hooks', `${named}: ${text}.`, `${INIT} It replaces what it wrote.`),
    );
  }
  const twice = hooks.find((one, at) =>
    hooks.some((other, before) => before < at && other.event === one.event && !isSameHook(other.hook, one.hook)),
  );
  if (twice)
    checks.push(
      warn(
        'hooks',
        `Two hooks of AskOnce answer ${twice.event}; Claude runs both.`,
        `Remove one, such as that in ${shortened(twice.file)}.`,
      ),
    );
  if (allOff !== null)
    checks.push(fail('hooks', `${shortened(allOff)} turns all hooks off (disableAllHooks).`, 'Remove that setting.'));
  return { checks, working };
}

/** Why a command cannot run, as far as the files tell; null if they are there. */
function missingFile(command: unknown, args: unknown): string | null {
  if (typeof command !== 'string' || !Array.isArray(args)) return null;
  if (programFile(command) === null) return `the command ${command} does not exist`;
  const script = args.find(
    (word): word is string => typeof word === 'string' && isAbsolute(word) && /\.[cm]?[jt]s$/.test(word),
  );
  return script === undefined || existsSync(script) ? null : `the file ${script} does not exist`;
}

async function serverCheck(settings: ClaudeSettings, cwd: string): Promise<{ check: Check; works: boolean }> {
  const check = await triedServer(settings, cwd);
  const isOff = settings.server === null || (settings.server.needsLeave && settings.leave === 'refused');
  return { check, works: !isOff && check.status !== 'fail' };
}

async function triedServer({ server, leave }: ClaudeSettings, cwd: string): Promise<Check> {
  if (server === null) return warn('mcp', 'Claude has no MCP server called askonce, so it cannot ask by itself.', INIT);
  const { entry, needsLeave } = server;
  const file = shortened(server.file);
  if (needsLeave && leave === 'refused')
    return warn('mcp', `You turned the server of ${file} off in Claude.`, 'Run /mcp in Claude Code to turn it on.');
  if (typeof entry.url === 'string') return ok('mcp', `${file} names ${entry.url}; it was not tried.`);
  const { works, text } = await probedServer(entry, cwd);
  if (!works) return fail('mcp', `The server of ${file} ${text}.`, INIT);
  if (needsLeave && leave === 'missing')
    return warn(
      'mcp',
      `The server of ${file} ${text}. Claude asks before it uses it.`,
      'Choose “Use this MCP server” when Claude starts.',
    );
  return ok('mcp', `The server of ${file} ${text}.`);
}

/** In these modes Claude asks for less than you may think, and what it does not ask cannot reach the inbox. */
const MODES: Readonly<Record<string, string>> = {
  auto: 'decides most calls itself',
  acceptEdits: 'edits files without asking',
  bypassPermissions: 'asks for nothing',
  dontAsk: 'refuses what it would ask for',
};

function modeChecks({ mode, hooks }: ClaudeSettings): Check[] {
  if (!hooks.some(({ event }) => event === 'PermissionRequest')) return [];
  const remedy = 'To be asked for all, set "permissions": { "defaultMode": "default" } in Claude’s settings.';
  if (mode === null)
    return [
      warn(
        'mode',
        'No settings file names Claude’s permission mode. In a terminal it may be auto, in which Claude decides most calls itself.',
        remedy,
      ),
    ];
  const effect = MODES[mode.name];
  return effect === undefined
    ? []
    : [warn('mode', `${shortened(mode.file)} sets the mode ${mode.name}, in which Claude ${effect}.`, remedy)];
}

/** What starts Claude with a prompt tool, as far as it can be seen; null if nothing does. */
function promptTool({ server }: ClaudeSettings, project: string, executor: unknown): string | null {
  const args = server?.entry.args;
  if (Array.isArray(args) && args.includes('--approve')) return `${shortened(server!.file)} has --approve`;
  const isIn = (text: unknown) => typeof text === 'string' && text.includes('--permission-prompt-tool');
  if (isIn(executor)) return 'the executor has --permission-prompt-tool';
  try {
    const { scripts = {} } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts?: object };
    const script = Object.entries(scripts).find(([, text]) => isIn(text));
    return script === undefined ? null : `the script “${script[0]}” has --permission-prompt-tool`;
  } catch {
    return null;
  }
}
