/** What was typed, as data: a task, or a command with what stands behind it. Pure. */
import { clip } from '../../core/answer/check.ts';
import { distance, nearest } from '../../util/nearest.ts';

export const COMMANDS = {
  tasks: 'list the open tasks of this store, this session’s first',
  status: 'show the session, and whether a response is awaited',
  logs: 'show what a task has done: /logs <id|number>',
  respond: 'answer the oldest waiting task, or /respond <id|number> <answer>',
  cancel: 'end a task: /cancel <id|number>',
  history: 'list what was answered in this session, by whom or by what',
  revoke: 'take an answer back: /revoke <q-id>',
  prefs: 'list what this project’s people usually answer',
  help: 'show this list',
  exit: 'leave; tasks and questions are safe',
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
  // Nobody means a task by it; where a numbered question was shown, it is the answer.
  if (/^\d{1,4}$/.test(text)) return { is: 'number', text };
  // A path has a further slash in it; every other word behind a slash is meant as a command.
  const command = /^\/([^\s/]*)(?:\s+([\s\S]*))?$/.exec(text);
  if (!command) return { is: 'task', text };
  const name = command[1]!.toLowerCase();
  if (Object.hasOwn(COMMANDS, name))
    return { is: 'command', name: name as CommandName, rest: (command[2] ?? '').trim() };
  if (name === 'quit') return { is: 'command', name: 'exit', rest: '' };
  return { is: 'unknown', name: `/${clip(name, MAX_NAME_LENGTH)}`, meant: meantBy(name) };
}

/** The command that begins like it, else the one that is a slip away. */
function meantBy(name: string): CommandName | null {
  const names = Object.keys(COMMANDS) as CommandName[];
  const begins = names.find((one) => name !== '' && (one.startsWith(name) || name.startsWith(one)));
  return begins ?? nearest(name, names);
}

export type Response =
  | { readonly to: 'oldest'; readonly answer: string }
  | { readonly to: string; readonly answer: string };

/**
 * What stands behind /respond. A first word that looks like a task's id is one, whether there is such a task or not: a mistyped id
 * must never become the text of an answer. Behind `--` everything is the answer.
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

/** Whether a word is this id, or nearly: with or without what stands before its dash, but for two letters of a long one. */
function isMistyped(id: string, word: string): boolean {
  if (word === id) return true;
  const bare = id.slice(id.indexOf('-') + 1);
  if (bare.length < MIN_MISTYPED_LENGTH || Math.abs(id.length - word.length) > id.length - bare.length + 2)
    return false;
  return [id, bare].some((one) => distance(one, word.toLowerCase()) <= 2);
}
