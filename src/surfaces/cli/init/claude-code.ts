/** What Claude Code needs in its settings to reach AskOnce: hooks, the MCP server, and leave to use it. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Entry as Program } from '../mcp-config.ts';
import type { WantedEntry } from './merge.ts';

/** How a hook reaches AskOnce: by starting it, or by a request to a server that is running. */
export type Reach = { readonly run: Program } | { readonly http: string };

export interface HookOptions {
  readonly reach: Reach;
  /** How long a hook waits for a person, such as 9m, and the same in seconds. */
  readonly wait: string;
  readonly waitSeconds: number;
  /** Flags for the command, such as --db. */
  readonly flags?: readonly string[];
  /** Claude is started with --permission-prompt-tool, which answers questions and permissions. A hook would race with it. */
  readonly promptTool?: boolean;
}

/** The events that need an answer, and the tool that each is limited to. */
const ANSWERED = [
  { event: 'PreToolUse', matcher: 'AskUserQuestion', what: 'questions' },
  { event: 'PermissionRequest', matcher: null, what: 'permissions' },
  { event: 'Elicitation', matcher: null, what: 'forms of MCP servers' },
] as const;

/** Claude gives up on the hook after this time more, so that the hook itself says that nobody answered. */
const SPARE_SECONDS = 60;
const NOTICE_SECONDS = 10;

export const HOOK_EVENTS = [...ANSWERED.map(({ event }) => event), 'Notification'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export const SERVER_NAME = 'askonce';
const HOOK_PATH = '/hooks/claude-code';

/** The hooks, as entries of a settings file. */
export function hookEntries(options: HookOptions): WantedEntry[] {
  const answered = ANSWERED.filter(({ event }) => !options.promptTool || event === 'Elicitation').map(
    ({ event, matcher, what }) => {
      const timeout = options.waitSeconds + SPARE_SECONDS;
      // Without this, a hook that fails would let Claude go on as if there were none.
      const hook = { ...hookOf(options, true), timeout, onFailure: 'block', statusMessage: 'Waiting in AskOnce' };
      return hookEntry(event, { ...(matcher === null ? {} : { matcher }), hooks: [hook] }, what);
    },
  );
  const notice = { hooks: [{ ...hookOf(options, false), timeout: NOTICE_SECONDS }] };
  return [...answered, hookEntry('Notification', notice, 'notifications')];
}

function hookEntry(event: HookEvent, group: object, what: string): WantedEntry {
  return {
    id: `hook ${event}`,
    what: `the hook for ${what} (${event})`,
    at: ['hooks', event],
    value: group,
    isLike: (value) => hooksIn(value).some(isAskOnce),
  };
}

function hookOf({ reach, wait, flags = [] }: HookOptions, waits: boolean): object {
  if ('http' in reach) {
    const url = `${reach.http}${HOOK_PATH}${waits ? `?wait=${encodeURIComponent(wait)}` : ''}`;
    const headers = { ...ATTENDED.headers, ...(isLoopback(url) ? {} : TOKEN.headers) };
    const allowedEnvVars = [...ATTENDED.variables, ...(isLoopback(url) ? [] : TOKEN.variables)];
    return { type: 'http', url, headers, allowedEnvVars };
  }
  const { command, args } = reach.run;
  const waiting = waits ? ['--wait', wait] : [];
  return { type: 'command', command, args: [...args, 'hook', 'claude-code', ...waiting, ...flags] };
}

/** Claude puts the variables in by itself: whether a person sits at it, and whether AskOnce runs it with hooks of its own. */
const ATTENDED = {
  headers: { 'X-Claude-Code-Entrypoint': '$CLAUDE_CODE_ENTRYPOINT', 'X-AskOnce-Own-Hooks': '$ASKONCE_OWN_HOOKS' },
  variables: ['CLAUDE_CODE_ENTRYPOINT', 'ASKONCE_OWN_HOOKS'],
};

/** The token itself would be in every backup of the file. */
const TOKEN = { headers: { Authorization: 'Bearer $ASKONCE_TOKEN' }, variables: ['ASKONCE_TOKEN'] };

export function isLoopback(url: string): boolean {
  return /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(new URL(url).hostname);
}

/** The MCP server, as an entry of `.mcp.json` or of Claude's own file. */
export function serverEntry(reach: Reach, flags: readonly string[] = []): WantedEntry {
  const value =
    'http' in reach
      ? { type: 'http', url: `${reach.http}/mcp`, ...(isLoopback(reach.http) ? {} : { headers: TOKEN_OF_SERVER }) }
      : { command: reach.run.command, args: [...reach.run.args, 'mcp', ...flags] };
  return {
    id: 'server',
    what: `the MCP server “${SERVER_NAME}”`,
    at: ['mcpServers'],
    key: SERVER_NAME,
    value,
    isLike: () => true,
  };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: Claude fills it in.
const TOKEN_OF_SERVER = { Authorization: 'Bearer ${ASKONCE_TOKEN}' };

/** Leave to use the server of `.mcp.json`. Without it Claude asks in a terminal, and “no” is preselected. */
export function leaveEntry(): WantedEntry {
  return {
    id: 'leave',
    what: `leave to use the MCP server “${SERVER_NAME}” of .mcp.json`,
    at: ['enabledMcpjsonServers'],
    value: SERVER_NAME,
    isLike: (value) => value === SERVER_NAME,
    unless: (root) =>
      root.enableAllProjectMcpServers === true
        ? 'you allow every MCP server of the project'
        : Array.isArray(root.disabledMcpjsonServers) && root.disabledMcpjsonServers.includes(SERVER_NAME)
          ? 'you turned this MCP server off in Claude Code'
          : null,
  };
}

/** A hook of a settings file, as far as it matters here. */
export interface Hook {
  readonly type?: unknown;
  readonly command?: unknown;
  readonly args?: unknown;
  readonly url?: unknown;
  readonly timeout?: unknown;
  readonly onFailure?: unknown;
}

/** The hooks of one group of an event. Anything may be in the file. */
export function hooksIn(group: unknown): Hook[] {
  const hooks: unknown = typeof group === 'object' && group !== null ? Reflect.get(group, 'hooks') : undefined;
  if (!Array.isArray(hooks)) return [];
  return hooks.filter((hook): hook is Hook => typeof hook === 'object' && hook !== null);
}

/** Whether a hook runs AskOnce, in whatever way it is started. */
export function isAskOnce({ command, args, url }: Hook): boolean {
  if (typeof url === 'string') return new RegExp(`${HOOK_PATH}(?:[?#]|$)`).test(url);
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  return /(?:^|[\s"'/\\])askonce(?:\.js|\.ts)?["']?\s(?:.*\s)?hook\s+claude-code(?:\s|$)/s.test(words.join(' '));
}

/** Whether two hooks are one to Claude: it runs equal commands once, also where two files name them. */
export function isSameHook(one: Hook, other: Hook): boolean {
  const of = ({ type, command, args, url }: Hook) => ({ type, command, args, url });
  return isDeepStrictEqual(of(one), of(other));
}
