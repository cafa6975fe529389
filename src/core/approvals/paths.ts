/** The paths of a call. Everything here is about text; only the edge knows which links a path leads through. */
import { segmentsMatch } from './glob.ts';
import type { Pattern } from './rule.ts';
import { kindOf, type ToolCall, writtenPaths } from './tools.ts';

/** What the edge knows about the place in which a call would run. All paths are absolute and real. */
export interface CallPlace {
  readonly folder: string;
  readonly home: string;
  /** AskOnce's store and config, and the settings of the hosts. */
  readonly guarded: readonly string[];
  /** The ports that AskOnce listens on. */
  readonly ports: readonly number[];
  /**
   * The path behind all links for each path of `pathsOf`. For a file that does not exist: the real path of the nearest folder that does,
   * followed by the rest of the path. A path that is missing here is never allowed.
   */
  readonly real: ReadonlyMap<string, string>;
}

const MAX_PATHS = 200;
const MAX_PATH = 4_096;

/** Resolves `.` and `..` by the text alone, and turns backslashes around. */
export function absolutePath(path: string, folder: string): string {
  const slashed = path.replaceAll('\\', '/');
  const full =
    slashed.startsWith('/') || /^[A-Za-z]:\//.test(slashed) ? slashed : `${folder.replaceAll('\\', '/')}/${slashed}`;
  const segments: string[] = [];
  for (const segment of full.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return (full.startsWith('/') ? '/' : '') + segments.join('/');
}

/** Each path as it is written, with what it may stand for. A tool may or may not expand `~`. */
function candidates(path: string, folder: string, home: string): string[] {
  const inFolder = absolutePath(path, folder);
  return /^~(?:\/|$)/.test(path) ? [inFolder, absolutePath(`.${path.slice(1)}`, home)] : [inFolder];
}

/**
 * The absolute paths that a call of a tool for files names. Resolve the links behind them into `CallPlace.real` before you call `ruleFor`.
 * @example
 * pathsOf({ tool: 'Edit', input: { file_path: 'src/a.ts' } }, { folder: '/project', home: '/home/ann' }); // ['/project/src/a.ts']
 */
export function pathsOf(call: ToolCall, { folder, home }: Pick<CallPlace, 'folder' | 'home'>): string[] {
  const written = writtenPaths(call).slice(0, MAX_PATHS);
  return [...new Set(written.flatMap((path) => candidates(path.slice(0, MAX_PATH), folder, home)))];
}

/** Why the paths of a call cannot be judged, as the end of a sentence about the call; null if they can. */
export function unclearPaths(call: ToolCall, place: CallPlace): string | null {
  const written = writtenPaths(call);
  if (written.length === 0) return 'names no path';
  if (written.length > MAX_PATHS) return `names more than ${MAX_PATHS} paths`;
  for (const path of written) {
    if (path.length > MAX_PATH) return 'names a path that is too long';
    if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(path)) return 'names a path with characters that cannot be seen';
    if (path !== path.trim()) return 'names a path with spaces around it';
    if (path.includes('\\') || /^[A-Za-z][\w+.-]*:/.test(path))
      return 'names a path that is read differently on other systems';
    if (path.startsWith('~')) return 'names a path with a “~”, which not every tool expands';
    // A link before the “..” would lead elsewhere.
    if (
      path
        .replace(/^(?:\.\.?\/)+/, '')
        .split('/')
        .includes('..')
    )
      return 'names a path with “..” in it';
  }
  const { pattern } = call.input;
  if (/^glob$/i.test(call.tool) && (typeof pattern !== 'string' || /\.\.|[{,]\/|~|\\/.test(pattern))) {
    return 'has a file pattern that can leave its folder';
  }
  if (call.tool === 'read_many_files' && written.some((path) => /[*?[{(]/.test(path))) return 'has a file pattern';
  for (const path of pathsOf(call, place)) if (!place.real.has(path)) return `names ${path}, whose links are not known`;
  return null;
}

export type PathPattern = Extract<Pattern, { kind: 'path' }>;

/** Whether an allow rule covers a real path. `below`: everything below the path is read as well. */
export function allowsPath(pattern: PathPattern, path: string, place: CallPlace, below: boolean): boolean {
  const [base, segments] = rooted(pattern, place);
  const inside = segmentsBelow(base, path);
  if (inside === null) return false;
  const last = segments.at(-1)!;
  const full = pattern.anchored ? segments : ['**', ...segments];
  // A plain name is a file, or a folder with all that is in it.
  if (!/[*?[\\]/.test(last)) return prefixMatches(full, inside);
  if (!below) return segmentsMatch(full, inside);
  return last === '**' && segmentsMatch(full, [...inside, '-']);
}

/** Whether a deny or ask rule covers a path, read as broadly as possible: in any case, in any folder, and all that is below. */
export function forbidsPath(pattern: PathPattern, path: string, place: CallPlace): boolean {
  const [base, segments] = rooted(pattern, place);
  const lower = segments.map((segment) => segment.toLowerCase());
  if (!pattern.anchored) return prefixMatches(['**', ...lower], path.toLowerCase().split('/').slice(1));
  const inside = segmentsBelow(base.toLowerCase(), path.toLowerCase());
  return inside !== null && prefixMatches(lower, inside);
}

/** The folder that a pattern starts from, and the pattern without leading `..`. */
function rooted(pattern: PathPattern, place: CallPlace): readonly [string, readonly string[]] {
  const base = pattern.from === 'root' ? '/' : pattern.from === 'home' ? place.home : place.folder;
  const ups = pattern.segments.findIndex((segment) => segment !== '..');
  if (ups === 0) return [base, pattern.segments];
  if (ups < 0) return [absolutePath(pattern.segments.join('/'), base), ['**']];
  return [absolutePath(pattern.segments.slice(0, ups).join('/'), base), pattern.segments.slice(ups)];
}

/** The segments of a path from a folder on; null if it is outside. */
export function segmentsBelow(folder: string, path: string): string[] | null {
  const base = folder === '/' ? '' : folder.replaceAll('\\', '/');
  if (path === base) return [];
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : null;
}

/** Whether the pattern matches the path or one of the folders that it is in. */
function prefixMatches(pattern: readonly string[], path: readonly string[]): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    if (segmentsMatch(pattern, path.slice(0, length))) return true;
  }
  return false;
}

/** Whether the call reads all that is below its paths. */
export function readsBelow({ tool }: ToolCall): boolean {
  return kindOf(tool) === 'search';
}
