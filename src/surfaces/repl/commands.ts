/** Parses a typed line: a task, or a command with its arguments. Pure. */
import { clip } from '../../core/answer/check.ts';
import { distance, nearest } from '../../util/nearest.ts';
import type { LineKind } from '../terminal/picker-state.ts';

export const COMMANDS = {
  tasks: 'list open tasks, this session’s first',
  status: 'show the session and whether a response is awaited',
  logs: 'show a task’s log: /logs <id|number>',
  respond: 'answer the oldest waiting task, or /respond <id|number> <answer>',
  cancel: 'cancel a task: /cancel <id|number>',
  history: 'list this session’s answers and where each came from',
  revoke: 'take an answer back: /revoke <q-id>',
  prefs: 'list this project’s usual answers',
  help: 'show this list',
  exit: 'exit; tasks and questions are saved',
} as const;

const MAX_NAME_LENGTH = 40;

export type CommandName = keyof typeof COMMANDS;

export type Typed =
  | { readonly is: 'nothing' }
  | { readonly is: 'task'; readonly text: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'command'; readonly name: CommandName; readonly rest: string }
  | { readonly is: 'unknown'; readonly name: string; readonly meant: CommandName | null };

export function typed(line: string): Typed {
  const text = line.trim();
  if (text === '') return { is: 'nothing' };
  // A bare number is never a task; after a numbered question it is the answer.
  if (/^\d{1,4}$/.test(text)) return { is: 'number', text };
  // A path contains a second slash; any other word after a slash is a command.
  const command = /^\/([^\s/]*)(?:\s+([\s\S]*))?$/.exec(text);
  if (!command) return { is: 'task', text };
  const name = command[1]!.toLowerCase();
  if (Object.hasOwn(COMMANDS, name))
    return { is: 'command', name: name as CommandName, rest: (command[2] ?? '').trim() };
  if (name === 'quit') return { is: 'command', name: 'exit', rest: '' };
  return { is: 'unknown', name: `/${clip(name, MAX_NAME_LENGTH)}`, meant: meantBy(name) };
}

/** What a line typed into a picker is. */
export function lineKind(text: string): LineKind {
  const { is } = typed(text);
  return is === 'command' || is === 'unknown' ? is : 'answer';
}

/** The command with this prefix, or else the one that is a likely typo away. */
function meantBy(name: string): CommandName | null {
  const names = Object.keys(COMMANDS) as CommandName[];
  const begins = names.find((one) => name !== '' && (one.startsWith(name) || name.startsWith(one)));
  return begins ?? nearest(name, names);
}

export type Response =
  | { readonly to: 'oldest'; readonly answer: string }
  | { readonly to: string; readonly answer: string };

/**
 * The arguments of /respond. A first word that looks like a task's id is one, even if there is no such task: a mistyped id must never
 * become the text of an answer. Everything after `--` is the answer.
 */
export function response(rest: string, ids: readonly string[]): Response {
  const [first = ''] = rest.split(/\s/, 1);
  const behind = rest.slice(first.length).trim();
  if (first === '--') return { to: 'oldest', answer: behind };
  const looksLikeId = /^task-\S+$/i.test(first) || /^[a-z]{1,6}-[0-9a-z]{12,16}$/i.test(first);
  if (!looksLikeId && !ids.some((id) => isMistyped(id, first))) return { to: 'oldest', answer: rest };
  return { to: first, answer: behind.replace(/^--\s+/, '') };
}

const MIN_MISTYPED_LENGTH = 10;

/** Whether a word is this id, or nearly: with or without the prefix before its dash, and with up to two typos in a long one. */
function isMistyped(id: string, word: string): boolean {
  if (word === id) return true;
  const bare = id.slice(id.indexOf('-') + 1);
  if (bare.length < MIN_MISTYPED_LENGTH || Math.abs(id.length - word.length) > id.length - bare.length + 2)
    return false;
  return [id, bare].some((one) => distance(one, word.toLowerCase()) <= 2);
}
