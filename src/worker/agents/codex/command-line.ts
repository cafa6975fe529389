/** Which commands are Codex, and how it is started for a job: the command that you typed, then the app server. Pure. */
import { basename } from 'node:path';
import { AskOnceError } from '../../../core/model/errors.ts';
import { shellWords } from '../../../util/shell.ts';

/** Variables set before the program, as in `DEBUG=1 codex`. */
const ASSIGNMENT = /^\w+=/;

/** The options that `codex app-server` takes, each with a value. It ignores all others, which would change nothing without a word. */
const TAKES: readonly string[] = ['-c', '--config', '--enable', '--disable'];

/** Codex offers its question tool outside of plan mode only with this feature. */
const QUESTIONS = '-c features.default_mode_request_user_input=true';

/**
 * Whether this command is Codex without a subcommand, so that AskOnce runs its app server. `codex exec -` runs as it is typed.
 * @example
 * isCodex('codex -c model=gpt-5'); // true
 * isCodex('codex exec -'); // false
 */
export function isCodex(command: string): boolean {
  const [program, ...rest] = (shellWords(command) ?? []).filter((_word, at, all) => !isAssignment(all, at));
  if (program === undefined || !/^codex(?:\.exe|\.cmd)?$/.test(basename(program.replaceAll('\\', '/')))) return false;
  const [first] = withoutTaken(rest);
  return first === undefined || first.startsWith('-');
}

function isAssignment(words: readonly string[], at: number): boolean {
  return words.slice(0, at + 1).every((word) => ASSIGNMENT.test(word));
}

/** What is left without the options that the app server takes. */
function withoutTaken(words: readonly string[]): string[] {
  const [word, ...rest] = words;
  if (word === undefined) return [];
  if (TAKES.includes(word)) return withoutTaken(rest.slice(1));
  if (TAKES.some((name) => name.startsWith('--') && word.startsWith(`${name}=`))) return withoutTaken(rest);
  return [word, ...withoutTaken(rest)];
}

/** Throws if the command contains an option that the app server would ignore. */
export function checkCodex(command: string, flag = '--exec'): void {
  const words = (shellWords(command) ?? []).filter((_word, at, all) => !isAssignment(all, at));
  const [other] = withoutTaken(words.slice(1));
  if (other === undefined) return;
  const name = other.split('=')[0]!;
  const text = `AskOnce runs \`codex app-server\`, which does not take ${name}, so ${flag} cannot contain it.`;
  const instead = 'Use `-c name=value` instead, such as `-c model=gpt-5` or `-c sandbox_mode=workspace-write`.';
  throw new AskOnceError('usage', `${text} ${instead}`, { command });
}

export const codexCommand = (command: string): string => `${command} ${QUESTIONS} app-server`;
