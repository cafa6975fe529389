/** Entry point of the command line: runs the command, and turns any error into two lines and an exit code. */
import { type Command, CommanderError } from 'commander';
import { typedCommand } from '../terminal/typed-command.ts';
import { commandLine } from './command-line.ts';

/** `EXIT.error`, which is not loaded before it is needed. */
const EXIT_ERROR = 1;

/** Runs one command line and returns its exit code. Never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const json = asksForJson(args);
  endQuietlyOnBrokenPipes();
  process.on('uncaughtException', (error) => {
    // If the package was removed or replaced meanwhile, what reports errors cannot be loaded.
    const cannotReport = () => {
      process.stderr.write(`error: ${error.message}\n`);
      return EXIT_ERROR;
    };
    void fail(error, args, json)
      .catch(cannotReport)
      .then((code) => process.exit(code));
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

/** Without a command, starts the REPL with the given options. */
function withCommand(args: readonly string[], program: Command): readonly string[] {
  if (args.some((arg) => ['-h', '--help', '-V', '--version'].includes(arg))) return args;
  const repl = program.commands.find((command) => command.name() === 'repl')!;
  const takesValue = new Set(
    [...program.options, ...repl.options].filter((option) => option.required).map((option) => option.long),
  );
  const isWord = (arg: string, at: number) => !arg.startsWith('-') && !takesValue.has(args[at - 1] ?? '');
  return args.some(isWord) ? args : ['repl', ...args];
}

/** Where the value of `--wait` is optional, only a duration counts as its value: in `--wait "Which format?"` the question does not. */
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
  // Commander quotes the arguments; an address among them may hold a password.
  const told = args.reduce(
    (text, arg) => text.replaceAll(arg, withoutPassword(arg, '<password>')),
    await withLikelyHint(message),
  );
  const sentence = /[.?!)]$/.test(told) ? told : `${told}.`;
  const help = [...commandIn(args), '--help'].join(' ');
  return reportError(new AskOnceError('usage', `${sentence} See ${typedCommand()} ${help}.`), json);
}

/**
 * Commander suggests anything with a few letters in common, such as --policy for --notify. Keeps only suggestions that are likely typos.
 */
async function withLikelyHint(message: string): Promise<string> {
  const { nearest } = await import('../../util/nearest.ts');
  const [, typed = ''] = /'([^']*)'/.exec(message) ?? [];
  return message.replace(/ \(Did you mean (?:one of )?(.+)\?\)$/, (hint, names: string) =>
    nearest(typed, names.split(', ')) === null ? '' : hint,
  );
}

/** The names of the command, whose help to point to; empty if it is unknown. */
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

/** Ends quietly on a broken pipe, as in `askonce history | head -1`, and on a closed terminal window. */
function endQuietlyOnBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // The REPL has to release its work first, and handles the error itself.
      if (stream.listenerCount('error') > 1) return;
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
      process.exit();
    });
  }
}
