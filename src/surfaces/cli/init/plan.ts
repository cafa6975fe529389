/** Decides what `askonce init` changes: reads the files and says how each would look. Writes nothing. */
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { unusable } from '../../../config/field.ts';
import { type HookOptions, hookEntries, leaveEntry, type Reach, serverEntry } from './claude-code.ts';
import { type FoundFile, found } from './files.ts';
import { type IgnoredLines, withLines, withoutLines } from './git-ignore.ts';
import { type Merged, merged, presumed, Unmergeable, unmerged, type WantedEntry, type Written } from './merge.ts';
import { projectPlaces, userPlaces } from './places.ts';
import { type FileRecord, recordOf } from './record.ts';

export interface Change {
  readonly file: FoundFile;
  /** The new text; null if the file is deleted, or does not exist and is not created. */
  readonly after: string | null;
  /** What is written in it then; null for nothing. */
  readonly record: FileRecord | null;
  /** What is left as it is, and why. */
  readonly kept: readonly string[];
}

export interface Wish extends Omit<HookOptions, 'reach'> {
  /** Null for the settings of the person, for all projects. */
  readonly project: string | null;
  readonly undo: boolean;
  /** How hooks reach AskOnce. */
  readonly hooks: Reach;
  /** How the MCP server is reached. */
  readonly server: Reach;
  /** Whether Git ignores a path; null if the project is not in a repository. */
  readonly isIgnored: ((path: string) => boolean) | null;
}

export function planned(wish: Wish): Change[] {
  const { project, flags = [] } = wish;
  const hooks = hookEntries({ ...wish, reach: wish.hooks });
  const server = [serverEntry(wish.server, [...(wish.promptTool ? ['--approve'] : []), ...flags])];
  if (project === null) {
    const { servers, settings } = userPlaces();
    return [changeOf(servers, server, wish.undo), changeOf(settings, hooks, wish.undo)];
  }
  const { servers, settings } = projectPlaces(project);
  const changes = [changeOf(servers, server, wish.undo), changeOf(settings, [...hooks, leaveEntry()], wish.undo)];
  return [...changes, ...ignoring(project, relative(project, settings), wish)];
}

/** @param host What reads the file, for messages. */
export function changeOf(path: string, wanted: readonly WantedEntry[], undo: boolean, host = 'Claude Code'): Change {
  const file = found(path);
  const earlier = recordOf<Written>(file.path);
  try {
    const result = undo ? undone(file.text, wanted, earlier) : merged(file.text, wanted, earlier ?? undefined);
    const { text, written, kept } = result;
    return { file, after: text, record: written.entries.length > 0 ? written : null, kept };
  } catch (error) {
    if (!(error instanceof Unmergeable)) throw error;
    const remedy = `${host} ignores such a file. Correct it, then start again. Nothing was changed.`;
    throw unusable(path, `${error.message}. ${remedy}`, error);
  }
}

function undone(text: string | null, wanted: readonly WantedEntry[], earlier: Written | null): Merged {
  if (text === null) return { text, written: { entries: [], containers: [] }, kept: [] };
  return unmerged(text, earlier ?? presumed(text, wanted), wanted);
}

/** AskOnce's own folder, and the settings of one person, if they are in the project. */
export function ignoring(
  project: string,
  settings: string | null,
  { undo, isIgnored }: Pick<Wish, 'undo' | 'isIgnored'>,
): Change[] {
  const file = found(join(project, '.gitignore'));
  const earlier = recordOf<IgnoredLines>(file.path);
  if (undo) {
    if (earlier === null || file.text === null) return [];
    return [{ file, after: withoutLines(file.text, earlier), record: null, kept: [] }];
  }
  if (isIgnored === null) return [];
  const lines = [
    ...(isIgnored(join('.askonce', 'askonce.db')) ? [] : ['.askonce/']),
    ...(settings === null || isIgnored(settings) ? [] : [settings.replaceAll('\\', '/')]),
  ];
  const { text, added } = withLines(file.text, lines, earlier);
  return [{ file, after: text, record: added, kept: [] }];
}

/** Asks Git, which knows every file of patterns; null if it is not installed or the folder is in no repository. */
export function gitIgnores(project: string): ((path: string) => boolean) | null {
  const git = (...args: string[]) => spawnSync('git', ['-C', project, ...args], { stdio: 'ignore', timeout: 10_000 });
  if (git('rev-parse', '--is-inside-work-tree').status !== 0) return null;
  return (path) => git('check-ignore', '--quiet', '--no-index', '--', path).status === 0;
}
