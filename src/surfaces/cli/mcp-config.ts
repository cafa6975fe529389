/** The settings for common MCP clients, so that their agents ask through AskOnce. Pure. */
import { AskOnceError } from '../../core/model/errors.ts';
import { shellQuoted } from '../terminal/text.ts';

export interface ClientConfig {
  /** Where to put it, in words. */
  readonly place: string;
  readonly text: string;
}

/** How the server is started: a program, and the arguments before the flags of `askonce mcp`. */
export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

/** Long enough for a person; by default a client would give up after a minute. */
const AN_HOUR_S = 3_600;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Editors start servers in any folder, but replace this variable with the path of the project. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the editor that fills it in.
const IN_WORKSPACE = ['--project', '${workspaceFolder}'];

/** Gemini CLI without a person hides every tool named ask_user, including those of MCP servers. */
const NOT_ASK_USER = ['--ask-tool', 'ask_person'];

type Write = (entry: Entry) => ClientConfig;

const CLIENTS: Readonly<Record<string, Write>> = {
  'claude-code': ({ command, args }) => ({
    place: `.mcp.json in the project; or run: claude mcp add askonce -- ${[command, ...args].map(shellQuoted).join(' ')}`,
    text: json({ mcpServers: { askonce: { command, args } } }),
  }),
  // Without an approval mode `codex exec` rejects every call, because nothing can approve it. A server that is not required and takes
  // longer than a second to start is left out of the first turn (openai/codex#38689), and `codex exec` has no other; npx alone takes longer
  // than that.
  codex: ({ command, args }) => ({
    place: '~/.codex/config.toml',
    text: [
      '[mcp_servers.askonce]',
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
      'required = true',
      'startup_timeout_sec = 60',
      `tool_timeout_sec = ${AN_HOUR_S}`,
      'default_tools_approval_mode = "approve"',
      '',
    ].join('\n'),
  }),
  cursor: ({ command, args }) => ({
    place: '.cursor/mcp.json in the project',
    text: json({ mcpServers: { askonce: { command, args: withDefault(args, IN_WORKSPACE) } } }),
  }),
  // Without trust, Gemini CLI offers none of the tools when it runs without a person: each call would need a confirmation.
  gemini: ({ command, args }) => ({
    place: '.gemini/settings.json in the project',
    text: json({
      mcpServers: {
        askonce: { command, args: withDefault(args, NOT_ASK_USER), timeout: AN_HOUR_S * 1000, trust: true },
      },
    }),
  }),
  opencode: ({ command, args }) => ({
    place: 'opencode.json in the project',
    text: json({ mcp: { askonce: { type: 'local', command: [command, ...args], timeout: AN_HOUR_S * 1000 } } }),
  }),
  vscode: ({ command, args }) => ({
    place: '.vscode/mcp.json in the project',
    text: json({ servers: { askonce: { type: 'stdio', command, args: withDefault(args, IN_WORKSPACE) } } }),
  }),
};

const CLIENT_NAMES = Object.keys(CLIENTS);

/** @param flags Further flags for `askonce mcp`. */
export function clientConfig(client: string, { command, args }: Entry, flags: readonly string[] = []): ClientConfig {
  const write = Object.hasOwn(CLIENTS, client) ? CLIENTS[client]! : undefined;
  if (write) return write({ command, args: [...args, 'mcp', ...flags] });
  throw new AskOnceError('usage', `Unknown client “${client}”. Use one of ${CLIENT_NAMES.join(', ')}.`);
}

/**
 * An entry that works. If the package is installed, npx finds it from the project. In a checkout npx would look in the registry, so the
 * entry names the files themselves.
 */
export function entryOf(packageFolder: string, node: string): Entry {
  const isInstalled = /[\\/]node_modules[\\/]/.test(packageFolder);
  if (isInstalled) return { command: 'npx', args: ['-y', 'askonce'] };
  return { command: node, args: [`${packageFolder}/bin/askonce.js`] };
}

function withDefault(args: readonly string[], [flag, value]: readonly string[]): readonly string[] {
  return args.includes(flag!) ? args : [...args, flag!, value!];
}
