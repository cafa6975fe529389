/** What the hosts' tools do with their input: which run a shell, which read or change files, and in which fields it says so. */

/** A tool call as a host sends it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Rules that the host suggests, in its own syntax. */
  readonly suggestions?: readonly string[];
}

/** `search` reads whatever is below a folder. A rule for `Read` covers it, as in Claude Code. */
export type ToolKind = 'shell' | 'foreign-shell' | 'read' | 'search' | 'edit' | 'fetch' | 'other';

const KINDS: readonly (readonly [ToolKind, string])[] = [
  ['shell', 'Bash bash shell local_shell run_shell_command exec_command execute_command run_command run_terminal_cmd'],
  // Words mean something else in these, so no pattern is read.
  ['foreign-shell', 'PowerShell powershell pwsh cmd'],
  ['read', 'Read read read_file read_many_files NotebookRead view'],
  ['search', 'Grep grep grep_search search_file_content Glob glob LS list list_directory'],
  ['edit', 'Edit edit Write write MultiEdit NotebookEdit write_file replace apply_patch patch'],
  ['fetch', 'WebFetch web_fetch webfetch'],
];

const KIND_OF: ReadonlyMap<string, ToolKind> = new Map(
  KINDS.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

export function kindOf(tool: string): ToolKind {
  return KIND_OF.get(tool) ?? 'other';
}

/** The argument of a call that starts a program: a command line for a shell, or the words themselves. */
export type Command =
  | { readonly text: string; readonly field: string }
  | { readonly words: readonly string[] }
  /** Why it cannot be read, as the end of a sentence about the command. */
  | { readonly unclear: string };

/** Fields that change neither what runs nor where. */
const HARMLESS = new Set([
  ...['description', 'timeout', 'timeout_ms', 'timeoutMs', 'run_in_background', 'is_background', 'justification'],
  ...['yield_time_ms', 'max_output_tokens'],
]);
const FOLDER_FIELDS = new Set(['cwd', 'workdir', 'directory', 'dir_path', 'working_directory']);

/** The command of a shell tool. A field that is not known could change what the command does. */
export function commandOf(input: ToolCall['input'], folder: string): Command {
  const fields = Object.keys(input).filter((field) => input[field] !== undefined && input[field] !== null);
  const named = fields.filter((field) => field === 'command' || field === 'cmd');
  if (named.length !== 1) return { unclear: 'is not in the field “command”' };
  for (const field of fields) {
    const value = input[field];
    if (field === named[0] || HARMLESS.has(field) || value === false || value === '') continue;
    if (FOLDER_FIELDS.has(field)) {
      if (value === folder || value === '.' || value === `${folder}/`) continue;
      return { unclear: 'runs in another folder' };
    }
    return { unclear: `has a field “${field}” that no rule covers` };
  }
  const command = input[named[0]!];
  if (typeof command === 'string') return { text: command, field: named[0]! };
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === 'string')) {
    return { unclear: 'is neither text nor a list of words' };
  }
  const script = scriptOf(command as string[]);
  if (script !== null) return { text: script, field: `${named[0]}.2` };
  return { words: command as string[] };
}

/** The command line in a list of words: Codex hands every one to a shell like this. Null if the words are the command. */
function scriptOf([program, option, script, ...more]: readonly string[]): string | null {
  if (script === undefined || more.length > 0 || !/^(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh$/.test(program!))
    return null;
  return option === '-c' || option === '-lc' ? script : null;
}

/** The words of a command that is given as a list, and the field; null if it is given in another way. */
export function listedWords(input: ToolCall['input']): readonly [field: string, words: readonly string[]] | null {
  for (const field of ['command', 'cmd']) {
    const words = input[field];
    if (Array.isArray(words) && words.every((word) => typeof word === 'string') && scriptOf(words) === null) {
      return [field, words];
    }
  }
  return null;
}

/** All text of the command, for what is matched broadly. */
export function commandText(input: ToolCall['input']): string {
  return ['command', 'cmd', 'script']
    .map((field) => input[field])
    .flatMap((value) =>
      Array.isArray(value) ? [value.map(String).join(' ')] : typeof value === 'string' ? [value] : [],
    )
    .join('\n');
}

const PATH_FIELDS = [
  ...['file_path', 'filePath', 'filepath', 'absolute_path', 'notebook_path', 'path', 'paths', 'files', 'file'],
  ...['filename', 'target_file', 'dir_path', 'directory'],
];

/** The fields in which a tool for files names its paths; null for other tools. */
export function writtenFields(tool: string): readonly string[] | null {
  const kind = kindOf(tool);
  return kind === 'read' || kind === 'search' || kind === 'edit' ? PATH_FIELDS : null;
}

/** The paths of a tool for files, as they are written in its input. */
export function writtenPaths({ tool, input }: ToolCall): string[] {
  if (writtenFields(tool) === null) return [];
  const found = PATH_FIELDS.flatMap((field) => {
    const value = input[field];
    if (Array.isArray(value)) return value.map(String);
    return value === undefined || value === null || value === '' ? [] : [String(value)];
  });
  if (tool === 'read_many_files' && input.include !== undefined) found.push(...[input.include].flat().map(String));
  for (const field of ['patch', 'patchText', 'input', 'diff']) {
    const text = input[field];
    if (typeof text !== 'string' || !/patch$/i.test(tool)) continue;
    for (const line of text.split('\n')) {
      const path = /^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to): ?(.*)$/s.exec(line)?.[1];
      if (path !== undefined) found.push(path.replace(/\r$/, ''));
    }
  }
  if (kindOf(tool) !== 'search') return found;
  const folders = found.length === 0 ? ['.'] : found;
  // The pattern of Glob may leave the folder; that of Grep is a search for text.
  if (!/^glob$/i.test(tool) || typeof input.pattern !== 'string') return folders;
  const pattern = input.pattern;
  const fixed = pattern.slice(0, pattern.search(/[*?[{(!@+]|$/)).replace(/[^/]*$/, '');
  if (fixed.startsWith('/') || fixed.startsWith('~')) return [...folders, fixed];
  return fixed === '' ? folders : folders.map((folder) => `${folder}/${fixed}`);
}
