/** The command line's start and end: runs what was typed, and turns whatever goes wrong into two lines and an exit code. */
import { type Command, CommanderError } from 'commander';
import { typedCommand } from '../terminal/typed-command.ts';
import { commandLine } from './command-line.ts';

/** Runs one command line and returns its exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const json = asksForJson(args);
  endQuietlyOnBrokenPipes();
  process.on('uncaughtException', (error) => {
    void fail(error, args, json).then((code) => process.exit(code));
  });
  let exitCode = 0;
  const program = commandLine((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(withWaitJoined(withCommand(args, program), program), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return fail(error, args, json);
  }
}

function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).includes('--json');
}

/** Without a command it is the REPL, whatever options stand there. */
function withCommand(args: readonly string[], program: Command): readonly string[] {
  if (args.some((arg) => ['-h', '--help', '-V', '--version'].includes(arg))) return args;
  const repl = program.commands.find((command) => command.name() === 'repl')!;
  const takesValue = new Set(
    [...program.options, ...repl.options].filter((option) => option.required).map((option) => option.long),
  );
  const isWord = (arg: string, at: number) => !arg.startsWith('-') && !takesValue.has(args[at - 1] ?? '');
  return args.some(isWord) ? args : ['repl', ...args];
}

/** Where `--wait` may stand alone it takes a duration and nothing else: in `--wait "Which format?"` the question is not its value. */
function withWaitJoined(args: readonly string[], program: Command): readonly string[] {
  const command = args
    .map((arg) => program.commands.find((one) => one.name() === arg))
    .find((one) => one !== undefined);
  if (!command?.options.some((option) => option.long === '--wait' && option.optional)) return args;
  const joined: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [word, next] = [args[index]!, args[index + 1]];
    if (word === '--') return [...joined, ...args.slice(index)];
    if (word !== '--wait') joined.push(word);
    else if (next !== undefined && /^\d+(\.\d+)?(ms|s|m|h|d)/.test(next) && !/\s/.test(next)) {
      joined.push(`--wait=${next}`);
      index += 1;
    } else joined.push('--wait=');
  }
  return joined;
}

async function fail(error: unknown, args: readonly string[], json: boolean): Promise<number> {
  const { reportError } = await import('../terminal/output.ts');
  if (!(error instanceof CommanderError)) return reportError(error, json);
  const { AskOnceError } = await import('../../core/model/errors.ts');
  const { withoutPassword } = await import('../../store/postgres/address.ts');
  const nothing = error.code === 'commander.help' ? 'No command was given' : null;
  const message =
    nothing ??
    error.message
      .replace(/^error: /, '')
      .replaceAll('\n', ' ')
      .trim();
  // It quotes what was typed; an address may be part of that.
  const told = args.reduce(
    (text, arg) => text.replaceAll(arg, withoutPassword(arg, '<password>')),
    await withLikelyHint(message),
  );
  const sentence = /[.?!)]$/.test(told) ? told : `${told}.`;
  const help = [...commandIn(args), '--help'].join(' ');
  return reportError(new AskOnceError('usage', `${sentence} See ${typedCommand()} ${help}.`), json);
}

/** Commander suggests what has a few letters in common: --policy for --notify. What is a slip away is left. */
async function withLikelyHint(message: string): Promise<string> {
  const { nearest } = await import('../../util/nearest.ts');
  const [, typed = ''] = /'([^']*)'/.exec(message) ?? [];
  return message.replace(/ \(Did you mean (?:one of )?(.+)\?\)$/, (hint, names: string) =>
    nearest(typed, names.split(', ')) === null ? '' : hint,
  );
}

/** The names of the command that was typed, whose help is the one to read; none where it is not known. */
function commandIn(args: readonly string[]): string[] {
  let command = commandLine(() => {});
  const names: string[] = [];
  const takesValue = new Set(command.options.filter(({ required }) => required).map(({ long }) => long));
  const words = withCommand(args, command);
  for (const [at, arg] of words.entries()) {
    if (arg.startsWith('-') || takesValue.has(words[at - 1] ?? '')) continue;
    const found = command.commands.find((one) => one.name() === arg);
    if (!found) break;
    names.push(arg);
    command = found;
  }
  return names;
}

/** `askonce history | head -1` is no fault: whoever read has read enough. Nor is a window that was closed. */
function endQuietlyOnBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The REPL has work to let go of first, and sees to it by itself.
      if (stream.listenerCount('error') > 1) return;
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
      process.exit();
    });
  }
}
