/** What to write into the settings of the common clients, so that their agents ask through AskOnce. Pure. */
import { AskOnceError } from '../core/errors.ts';
import { shellQuoted } from './text.ts';

export interface ClientConfig {
  /** Where it goes, in words. */
  readonly place: string;
  readonly text: string;
}

/** Long enough for a person, where a client would otherwise give up after a minute. */
const AN_HOUR_S = 3_600;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Editors start servers wherever they like, but say where the project is to whoever asks by this name. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the editor that fills it in.
const IN_WORKSPACE = ['--project', '${workspaceFolder}'];

type Write = (args: readonly string[]) => ClientConfig;

const CLIENTS: Readonly<Record<string, Write>> = {
  'claude-code': (args) => ({
    place: `.mcp.json in the project; or run: claude mcp add askonce -- npx ${args.map(shellQuoted).join(' ')}`,
    text: json({ mcpServers: { askonce: { command: 'npx', args } } }),
  }),
  codex: (args) => ({
    place: '~/.codex/config.toml',
    text: `[mcp_servers.askonce]\ncommand = "npx"\nargs = ${JSON.stringify(args)}\ntool_timeout_sec = ${AN_HOUR_S}\n`,
  }),
  cursor: (args) => ({
    place: '.cursor/mcp.json in the project',
    text: json({ mcpServers: { askonce: { command: 'npx', args: inWorkspace(args) } } }),
  }),
  gemini: (args) => ({
    place: '.gemini/settings.json in the project',
    text: json({ mcpServers: { askonce: { command: 'npx', args, timeout: AN_HOUR_S * 1000 } } }),
  }),
  vscode: (args) => ({
    place: '.vscode/mcp.json in the project',
    text: json({ servers: { askonce: { type: 'stdio', command: 'npx', args: inWorkspace(args) } } }),
  }),
};

const CLIENT_NAMES = Object.keys(CLIENTS);

/** @param flags What else `askonce mcp` is to be called with. */
export function clientConfig(client: string, flags: readonly string[] = []): ClientConfig {
  const write = Object.hasOwn(CLIENTS, client) ? CLIENTS[client]! : undefined;
  if (write) return write(['-y', 'askonce', 'mcp', ...flags]);
  throw new AskOnceError('usage', `There is no client “${client}” here. There are ${CLIENT_NAMES.join(', ')}.`);
}

function inWorkspace(args: readonly string[]): readonly string[] {
  return args.includes('--project') ? args : [...args, ...IN_WORKSPACE];
}
