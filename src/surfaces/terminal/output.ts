/** Output and exit codes of the commands. Results go to stdout, everything else to stderr. */
import picocolors from 'picocolors';
import { AskOnceError } from '../../core/model/errors.ts';
import type { OutcomeKind } from '../../core/model/question.ts';
import { asTyped } from '../../util/as-typed.ts';
import { oneLine, printable, printableJson } from './text.ts';
import { typedCommand } from './typed-command.ts';

export const EXIT = { ok: 0, error: 1, parked: 2, closed: 3, fallback: 4, beaten: 5, interrupted: 130 } as const;

/** The exit code of `ask` for each outcome. */
export const EXIT_OF_OUTCOME: Readonly<Record<OutcomeKind, number>> = {
  answered: EXIT.ok,
  auto_resolved: EXIT.ok,
  failed: EXIT.error,
  parked: EXIT.parked,
  declined: EXIT.closed,
  cancelled: EXIT.closed,
  expired: EXIT.closed,
  fallback: EXIT.fallback,
};

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colours that are readable on black and on white; only used if the output is a terminal. */
export const colours = picocolors.createColors(
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
);

/** The width to write for: the terminal's, or 80 without one; at most 100, since longer lines are hard to read. */
export function columns(): number {
  return Math.max(20, Math.min(process.stdout.columns || 80, 100));
}

/** Prints a line on stdout. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a result on stdout: unchanged for programs, sanitised on a terminal. */
export function sayResult(text: string): void {
  say(process.stdout.isTTY ? printable(text) : text);
}

export function sayJson(value: unknown): void {
  say(printableJson(value));
}

/** Prints a line on stderr. Always a single line, whatever it contains. */
export function note(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}

/** Prints an error as text or JSON, and returns its exit code. */
export function reportError(thrown: unknown, json: boolean): number {
  const error = asCatalogued(thrown);
  const { code, details } = error;
  const message = asTyped(error.message, typedCommand());
  if (json) {
    sayJson({ error: { code, message, ...(Object.keys(details).length > 0 ? { details } : {}) } });
  } else {
    noteFailure(message, code);
  }
  if (code === 'already_answered') return EXIT.beaten;
  return code === 'clarification_closed' ? EXIT.closed : EXIT.error;
}

/** Prints the two lines of a failure. */
export function noteFailure(message: string, code: string): void {
  note(`error: ${message}`);
  note(`code: ${code}`);
}

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** An unexpected error: no code of the catalogue fits, and a stack trace would not help at a prompt. */
function asCatalogued(thrown: unknown): Reported {
  if (thrown instanceof AskOnceError) return thrown;
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = 'This is a bug in AskOnce; please report it. Stored questions and answers are not affected.';
  return { code: 'unexpected', message: `${what.replace(/[.\s]*$/, '.')} ${hint}`, details: {} };
}
