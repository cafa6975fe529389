/** A call in the parts that a person reads: a command, a diff, an address, and everything else of its input as JSON. Pure. */
import { addedLines, type Call, type Danger, diffLines, jsonLines, type Line, patchLines, textLines } from './lines.ts';

export type Part =
  | { readonly is: 'command' | 'diff' | 'rest'; readonly lines: readonly Line[] }
  /** A file, before its diff or alone. */
  | { readonly is: 'path'; readonly lines: readonly Line[] }
  | { readonly is: 'url'; readonly url: string; readonly host: string | null; readonly lines: readonly Line[] };

const COMMANDS = ['command', 'cmd', 'script'];
const PATHS = ['file_path', 'filePath', 'filepath', 'absolute_path', 'notebook_path', 'target_file', 'path'];
const EDITS = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
] as const;
const CONTENTS = ['content', 'contents', 'file_text', 'new_source'];
const PATCHES = ['patch', 'patchText', 'diff', 'input'];
const LOOKS_LIKE_PATCH = /^\*\*\* Begin Patch|^@@ |^--- /m;

type Fields = Readonly<Record<string, unknown>>;

/** The parts in the order in which they are read. Every field of the input is in exactly one of them. */
export function partsOf({ input, dangers }: Pick<Call, 'input' | 'dangers'>): Part[] {
  const left = new Map(Object.entries(input));
  const parts: Part[] = [];
  /** Takes a field that has a text; null if it has none. */
  const take = (field: string): string | null => {
    const text = left.get(field);
    if (typeof text !== 'string') return null;
    left.delete(field);
    return text;
  };
  const command = commandIn(left);
  if (command) {
    left.delete(command.takes);
    parts.push({ is: 'command', lines: [...command.before, ...textLines(command.text, command.field, dangers)] });
  }
  for (const field of PATHS) {
    const path = take(field);
    if (path !== null) parts.push({ is: 'path', lines: textLines(path, field, dangers) });
  }
  const diff = diffIn(left, dangers);
  if (diff) parts.push({ is: 'diff', lines: diff });
  const url = take('url');
  if (url !== null) parts.push({ is: 'url', url, host: hostOf(url), lines: textLines(url, 'url', dangers) });
  if (left.size > 0 || parts.length === 0)
    parts.push({ is: 'rest', lines: jsonLines(Object.fromEntries(left), dangers) });
  return parts;
}

interface Command {
  readonly takes: string;
  readonly field: string;
  readonly text: string;
  readonly before: readonly Line[];
}

/** The command of a shell. Codex hands it to the shell as the last of three words. */
function commandIn(fields: ReadonlyMap<string, unknown>): Command | null {
  for (const takes of COMMANDS) {
    const value = fields.get(takes);
    if (typeof value === 'string') return { takes, field: takes, text: value, before: [] };
    if (!Array.isArray(value) || value.length !== 3 || !value.every((word) => typeof word === 'string')) continue;
    const [shell, option, text] = value as string[];
    if (/^\S*sh$/.test(shell!) && /^-l?c$/.test(option!)) {
      return { takes, field: `${takes}.2`, text: text!, before: textLines(`${shell} ${option}`, '', []) };
    }
  }
  return null;
}

/** What a tool for files writes, as a diff; takes its fields. Texts with a danger in them stay JSON, where it is marked. */
function diffIn(left: Map<string, unknown>, dangers: readonly Danger[]): Line[] | null {
  const isMarked = (field: string) => dangers.some((danger) => danger.field.split('.')[0] === field);
  const textIn = (field: string) => {
    const text = left.get(field);
    return typeof text === 'string' && !isMarked(field) ? text : null;
  };
  const edit = editIn(Object.fromEntries(left));
  if (edit && !edit.fields.some(isMarked)) {
    for (const field of edit.fields) left.delete(field);
    return edit.lines;
  }
  const { edits } = Object.fromEntries(left);
  if (Array.isArray(edits) && edits.length > 0 && !isMarked('edits')) {
    const each = edits.map((one: unknown) => (isFields(one) ? editIn(one) : null));
    if (each.every((one) => one !== null)) {
      left.delete('edits');
      return each.flatMap((one, index) => [...restOf(edits[index] as Fields, one.fields), ...one.lines]);
    }
  }
  for (const field of CONTENTS) {
    const content = textIn(field);
    if (content === null) continue;
    left.delete(field);
    return addedLines(content);
  }
  for (const field of PATCHES) {
    const patch = textIn(field);
    if (patch === null || !LOOKS_LIKE_PATCH.test(patch)) continue;
    left.delete(field);
    return patchLines(patch);
  }
  return null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function editIn(fields: Fields): { readonly fields: readonly string[]; readonly lines: Line[] } | null {
  for (const pair of EDITS) {
    const [before, after] = [fields[pair[0]], fields[pair[1]]];
    if (typeof before === 'string' && typeof after === 'string')
      return { fields: pair, lines: diffLines(before, after) };
  }
  return null;
}

/** Between the edits of one call: what each says besides its texts. */
function restOf(edit: Fields, shown: readonly string[]): Line[] {
  const rest = Object.fromEntries(Object.entries(edit).filter(([field]) => !shown.includes(field)));
  const said = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  return [{ mark: ' ', pieces: [{ text: `@@${said}`, danger: null }] }];
}

/** Where an address leads: what stands before an @ in it is not its host. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}
