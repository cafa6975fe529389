/** Reads what Claude Code reads: the settings and the MCP servers of a person and of a project. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { valueAt } from '../../../util/json-text.ts';
import { HOOK_EVENTS, type Hook, type HookEvent, hooksIn, isAskOnce, SERVER_NAME } from '../init/claude-code.ts';
import { projectPlaces, userPlaces } from '../init/places.ts';

export interface FoundHook {
  readonly event: HookEvent;
  readonly hook: Hook;
  readonly file: string;
}

export interface FoundServer {
  readonly file: string;
  readonly entry: Readonly<Record<string, unknown>>;
  /** Whether Claude asks before it uses the server, because it is in a file of the project. */
  readonly needsLeave: boolean;
}

export interface ClaudeSettings {
  /** Files that Claude ignores, because they are not plain JSON. */
  readonly unreadable: readonly { readonly file: string; readonly why: string }[];
  /** Hooks that run AskOnce. */
  readonly hooks: readonly FoundHook[];
  /** The file that turns all hooks off, if one does. */
  readonly allOff: string | null;
  /** Claude's permission mode, and the file that sets it. */
  readonly mode: { readonly name: string; readonly file: string } | null;
  readonly server: FoundServer | null;
  /** Whether the server of `.mcp.json` is allowed, turned off, or still to be asked about. */
  readonly leave: 'given' | 'refused' | 'missing';
  /** A settings file of one person that Git has: others get it too, and Claude trusts it less. */
  readonly tracked: string | null;
}

interface Read {
  readonly file: string;
  readonly root: unknown;
}

/** The last file of a list takes precedence. */
export function claudeSettings(project: string): ClaudeSettings {
  const unreadable: { file: string; why: string }[] = [];
  const read = (file: string): Read[] => {
    try {
      return existsSync(file)
        ? [{ file, root: JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '') || '{}') }]
        : [];
    } catch (error) {
      unreadable.push({ file, why: error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error) });
      return [];
    }
  };
  const user = userPlaces();
  const folders = foldersOf(project);
  const own = folders.map(projectPlaces);
  const settings = [user.settings, ...own.map(({ shared }) => shared), ...own.map((one) => one.settings)].flatMap(read);
  const mode = settings.findLast(({ root }) => typeof valueAt(root, ['permissions', 'defaultMode']) === 'string');
  const local = own.map((one) => one.settings).find((file) => existsSync(file) && isTracked(file));
  return {
    hooks: settings.flatMap(hooksOf),
    allOff: settings.findLast(({ root }) => valueAt(root, ['disableAllHooks']) === true)?.file ?? null,
    mode:
      mode === undefined ? null : { name: String(valueAt(mode.root, ['permissions', 'defaultMode'])), file: mode.file },
    server: serverIn(
      read(user.servers),
      own.flatMap(({ servers }) => read(servers)),
      folders,
    ),
    leave: leaveIn(settings),
    tracked: local ?? null,
    unreadable,
  };
}

/** The project, and the root of its repository above it: Claude reads both. */
function foldersOf(project: string): string[] {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return [...new Set([folder, project])];
    if (dirname(folder) === folder) return [project];
  }
}

function hooksOf({ file, root }: Read): FoundHook[] {
  return HOOK_EVENTS.flatMap((event) => {
    const groups = valueAt(root, ['hooks', event]);
    const hooks = Array.isArray(groups) ? groups.flatMap(hooksIn) : [];
    return hooks.filter(isAskOnce).map((hook) => ({ event, hook, file }));
  });
}

/** A server of the person's own comes first: for it Claude asks nothing. */
function serverIn(user: readonly Read[], project: readonly Read[], folders: readonly string[]): FoundServer | null {
  const paths = [['mcpServers'], ...folders.map((folder) => ['projects', folder, 'mcpServers'])];
  const found = (reads: readonly Read[], needsLeave: boolean): FoundServer[] =>
    reads.flatMap(({ file, root }) =>
      paths.flatMap((path) => {
        const entry = valueAt(root, [...path, SERVER_NAME]);
        if (typeof entry !== 'object' || entry === null) return [];
        return [{ file, entry: entry as Record<string, unknown>, needsLeave }];
      }),
    );
  return [...found(user, false), ...found(project, true)][0] ?? null;
}

function leaveIn(settings: readonly Read[]): ClaudeSettings['leave'] {
  const lists = (key: string) =>
    settings.some(({ root }) => {
      const names = valueAt(root, [key]);
      return Array.isArray(names) && names.includes(SERVER_NAME);
    });
  if (lists('disabledMcpjsonServers')) return 'refused';
  const all = settings.some(({ root }) => valueAt(root, ['enableAllProjectMcpServers']) === true);
  return all || lists('enabledMcpjsonServers') ? 'given' : 'missing';
}

function isTracked(file: string): boolean {
  const args = ['-C', dirname(file), 'ls-files', '--error-unmatch', '--', file];
  return spawnSync('git', args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}
