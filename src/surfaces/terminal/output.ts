/** What the commands print, and with which code they end. Stdout is for results, stderr for everything about them. */
import picocolors from 'picocolors';
import { AskOnceError } from '../../core/model/errors.ts';
import type { OutcomeKind } from '../../core/model/question.ts';
import { asTyped } from '../../util/as-typed.ts';
import { oneLine, printable, printableJson } from './text.ts';
import { typedCommand } from './typed-command.ts';

export const EXIT = { ok: 0, error: 1, parked: 2, closed: 3, fallback: 4, beaten: 5, interrupted: 130 } as const;

/** The exit code of `ask` for what became of the question. */
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

/** Colours that can be read on black and on white, only where somebody looks at them. */
export const colours = picocolors.createColors(
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
);

/** The width to write for: the terminal's, and 80 where there is none; beyond 100 lines are tiring to read. */
export function columns(): number {
  return Math.max(20, Math.min(process.stdout.columns || 80, 100));
}

/** A line of ours on stdout. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** A result on stdout as it is, for whoever reads it by program; made safe where a person looks at it. */
export function sayResult(text: string): void {
  say(process.stdout.isTTY ? printable(text) : text);
}

export function sayJson(value: unknown): void {
  say(printableJson(value));
}

/** A line on stderr. Never more than one, whatever is in it. */
export function note(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}

/** Shows an error the way the caller reads it, and returns the exit code it stands for. */
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

/** The two lines of everything that failed. */
export function noteFailure(message: string, code: string): void {
  note(`error: ${message}`);
  note(`code: ${code}`);
}

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Not ours: no code of the catalogue fits, and a stack trace would help nobody at a prompt. */
function asCatalogued(thrown: unknown): Reported {
  if (thrown instanceof AskOnceError) return thrown;
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = 'This is a bug in AskOnce; please report it. Stored questions and answers are not affected.';
  return { code: 'unexpected', message: `${what.replace(/[.\s]*$/, '.')} ${hint}`, details: {} };
}
