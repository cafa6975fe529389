/**
 * How Claude Code is started for a job: the command that you typed, then AskOnce's own arguments. The hooks are handed in with each start,
 * because a session that is resumed without them would deny what it waits for. Pure.
 */
import { basename } from 'node:path';
import { AskOnceError } from '../../../core/model/errors.ts';
import { shellQuoted, shellWords } from '../../../util/shell.ts';

/** Variables set before the program, as in `DEBUG=1 claude`. */
const ASSIGNMENT = /^\w+=/;

/** What AskOnce sets itself, and what would take the conversation, the hooks or the process out of its hands. */
const RESERVED: readonly string[] = [
  ...['--settings', '--permission-prompt-tool', '--session-id', '--resume', '-r', '--continue', '-c', '--fork-session'],
  ...['--input-format', '--no-session-persistence', '--bare', '--bg', '--background', '--cloud', '--teleport'],
];

/** In these modes you have left permissions to Claude Code, so only its questions come to AskOnce. */
const CLAUDE_DECIDES: readonly string[] = ['auto', 'bypassPermissions', 'dontAsk'];
const EDITS: readonly string[] = ['Edit', 'MultiEdit', 'NotebookEdit', 'Write'];

/** Tools that read inside the project or only touch Claude's own state. Every other tool is asked about, also one of a later release. */
const HARMLESS: readonly string[] = [
  ...['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'BashOutput', 'KillShell', 'TodoRead', 'TodoWrite', 'ToolSearch'],
  ...['Task', 'Agent', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'TaskUpdate', 'ListAgents'],
  ...['CronList', 'EnterPlanMode', 'ListMcpResourcesTool', 'ReadMcpResourceTool', 'ReportFindings'],
];
/** AskOnce's own MCP tools only ask. */
const OWN_TOOLS = ['ask_user', 'ask_person', 'get_answer', 'recall'].map((name) => `mcp__askonce__${name}`);

/** Seconds before Claude Code gives up on a hook. Much longer than the hook waits for a person; a slow machine needs time to start it. */
const HOOK_TIMEOUT_S = 300;

/**
 * Whether this command is Claude Code and nothing else, so that AskOnce can add arguments to it.
 * @example
 * isClaude('claude --model opus'); // true
 * isClaude('claude -p | tee log'); // false
 */
export function isClaude(command: string): boolean {
  const program = shellWords(command)?.find((word) => !ASSIGNMENT.test(word));
  return program !== undefined && /^claude(?:\.exe|\.cmd)?$/.test(basename(program.replaceAll('\\', '/')));
}

/** How a start of Claude Code continues the conversation with this id. `deferred`: it takes up the call that it has put off. */
export interface Turn {
  readonly how: 'start' | 'deferred' | 'continue';
  readonly id: string;
}

/** @param hook The command that answers its hooks, for a shell. */
export function claudeCommand(command: string, hook: string, { how, id }: Turn): string {
  const own = [
    ...['-p', '--output-format', 'stream-json', '--verbose', how === 'start' ? '--session-id' : '--resume', id],
    // Claude Code offers AskUserQuestion only if something can answer it. The hooks do, before Claude Code would ask its host; what no hook
    // is asked about is denied, because stdin is closed.
    ...['--permission-prompt-tool', 'stdio', '--settings', JSON.stringify(settingsFor(command, hook))],
  ];
  return `${command} ${own.map(shellQuoted).join(' ')}`;
}

/** The settings that bring questions and permissions to AskOnce. */
export function settingsFor(command: string, hook: string): object {
  const run = { type: 'command', command: hook, timeout: HOOK_TIMEOUT_S, onFailure: 'block' };
  return {
    // A file of the project, which the agent can write, must not turn the hooks off.
    disableAllHooks: false,
    permissions: { allow: OWN_TOOLS },
    hooks: { PreToolUse: [{ matcher: matcherFor(command), hooks: [run] }] },
  };
}

/** Which tools the hook is asked about: all but the harmless ones and those that you have allowed without conditions. */
export function matcherFor(command: string): string {
  const words = shellWords(command) ?? [];
  const mode = words.includes('--dangerously-skip-permissions') ? 'bypassPermissions' : valuesOf(words, MODE).at(-1);
  if (mode !== undefined && CLAUDE_DECIDES.includes(mode)) return '^AskUserQuestion$';
  const allowed = valuesOf(words, ALLOWED)
    .flatMap((value) => value.split(/[\s,]+(?![^(]*\))/))
    .filter((rule) => /^\w[\w-]*$/.test(rule) && rule !== 'AskUserQuestion')
    // A rule may name an MCP server and so mean all its tools.
    .map((rule) => (rule.startsWith('mcp__') ? `${rule}(?:__.*)?` : rule));
  const left = [...HARMLESS, ...OWN_TOOLS, ...(mode === 'acceptEdits' ? EDITS : []), ...allowed];
  return `^(?!(?:${left.join('|')})$)`;
}

const MODE = ['--permission-mode'];
const ALLOWED = ['--allowedTools', '--allowed-tools'];

/** The values of an option that takes one or more, written as `--name a b` or `--name=a`. */
function valuesOf(words: readonly string[], names: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const [name, ...rest] = word.split('=');
    if (!names.includes(name!)) return [];
    if (word.includes('=')) return [rest.join('=')];
    const after = words.slice(at + 1);
    const end = after.findIndex((one) => one.startsWith('-'));
    return end === -1 ? after : after.slice(0, end);
  });
}

/** Throws if the command contains an argument that AskOnce sets itself. */
export function checkClaude(command: string, flag = '--exec'): void {
  const given = (shellWords(command) ?? []).find((word) => RESERVED.includes(word.split('=')[0]!));
  if (given === undefined) return;
  const name = given.split('=')[0]!;
  const instead =
    name === '--settings' ? 'Put your settings into .claude/settings.local.json, and leave it out.' : 'Leave it out.';
  throw new AskOnceError('usage', `AskOnce runs Claude Code by itself, so ${flag} cannot contain ${name}. ${instead}`, {
    command,
  });
}
